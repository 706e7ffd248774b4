import { FEUILLES, type NomDeFeuille } from '#features/imports/feuilles.ts'
import { signaler, type Contexte, type Ligne } from '#features/imports/server/controle/contexte.ts'
import type {
  Bloc,
  Cle,
  Etage,
  Fiche,
  Parking,
  Registre,
  Residence,
  Stade,
} from '#features/imports/server/controle/registres.ts'

interface Reference<V extends object> {
  registre: Registre<V>
  cle: Cle
  /** Where it would be written in this workbook. */
  feuille: NomDeFeuille
  /** « Cette résidence n' », « Ce bloc n' ». */
  celui: string
  plusieurs: string
}

/** What a cell of a line points to. @returns null once it is told why there is none */
export function trouver<V extends object>(
  ctx: Contexte,
  ligne: Ligne,
  champ: string,
  { registre, cle, feuille, celui, plusieurs }: Reference<V>,
): Fiche<V> | null {
  const [connue, autre] = registre.trouver(cle)
  if (autre) signaler(ctx, ligne, 'erreur', champ, plusieurs)
  else if (connue) return connue
  else if (ctx.entetesFautives.has(feuille)) ligne.sort = 'erreur'
  else
    signaler(
      ctx,
      ligne,
      'erreur',
      champ,
      `${celui} n'est ni dans la feuille ${FEUILLES[feuille].titre} ni dans Diyar.`,
    )
  return null
}

/** The text of a cell that names something. @returns null once it is told that it is blank */
export function nommer(ctx: Contexte, ligne: Ligne, champ: string, titre: string): string | number | null {
  const valeur = ligne.valeurs[champ] ?? null
  if (valeur === null && !ligne.illisibles.has(champ))
    signaler(ctx, ligne, 'erreur', champ, `${titre} : valeur obligatoire.`)
  return valeur
}

export function residenceDe(ctx: Contexte, ligne: Ligne): Fiche<Residence> | null {
  const nom = nommer(ctx, ligne, 'residence', 'Résidence')
  return nom === null
    ? null
    : trouver(ctx, ligne, 'residence', {
        registre: ctx.registres.residences,
        cle: [String(nom)],
        feuille: 'residences',
        celui: 'Cette résidence',
        plusieurs: 'Plusieurs résidences portent ce nom : renommez-les dans Diyar.',
      })
}

/** @param champ the column that names it: « Bloc », or « Bloc ou parking » */
export function blocDe(
  ctx: Contexte,
  ligne: Ligne,
  residence: Fiche<Residence> | null,
  champ = 'bloc',
  titre = 'Bloc',
): Fiche<Bloc> | null {
  const nom = nommer(ctx, ligne, champ, titre)
  return nom === null || residence === null
    ? null
    : trouver(ctx, ligne, champ, {
        registre: ctx.registres.blocs,
        cle: [residence.rang, String(nom)],
        feuille: 'blocs',
        celui: 'Ce bloc',
        plusieurs: 'Plusieurs blocs portent ce nom dans cette résidence : renommez-les dans Diyar.',
      })
}

export function etageDe(ctx: Contexte, ligne: Ligne, bloc: Fiche<Bloc> | null): Fiche<Etage> | null {
  const nom = nommer(ctx, ligne, 'etage', 'Étage')
  return nom === null || bloc === null
    ? null
    : trouver(ctx, ligne, 'etage', {
        registre: ctx.registres.etages,
        cle: [bloc.rang, String(nom)],
        feuille: 'etages',
        celui: 'Cet étage',
        plusieurs: 'Plusieurs étages portent ce nom dans ce bloc : renommez-les dans Diyar.',
      })
}

/** @param champ the column that names it: « Parking », or « Bloc ou parking » */
export function parkingDe(
  ctx: Contexte,
  ligne: Ligne,
  residence: Fiche<Residence> | null,
  champ = 'parking',
  titre = 'Parking',
): Fiche<Parking> | null {
  const nom = nommer(ctx, ligne, champ, titre)
  return nom === null || residence === null
    ? null
    : trouver(ctx, ligne, champ, {
        registre: ctx.registres.parkings,
        cle: [residence.rang, String(nom)],
        feuille: 'parkings',
        celui: 'Ce parking',
        plusieurs: 'Plusieurs parkings portent ce nom dans cette résidence : renommez-les dans Diyar.',
      })
}

/** A stage of the works, which only the settings add. */
export function stadeDe(ctx: Contexte, ligne: Ligne): Fiche<Stade> | null {
  const nom = nommer(ctx, ligne, 'stade', 'Stade')
  if (nom === null) return null
  const [stade] = ctx.registres.stades.trouver([String(nom)])
  if (!stade) signaler(ctx, ligne, 'erreur', 'stade', "Ce stade n'existe pas dans Paramètres.")
  return stade ?? null
}
