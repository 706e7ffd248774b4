import {
  colonne,
  requise,
  DU_BIEN,
  colonneDuDossier,
  aideDesMots,
  type Feuille,
} from '#features/imports/colonnes.ts'
import * as z from 'zod/mini'
import { refusDuStadeSansBloc, refusDeLaSomme } from '#features/echeanciers/echeancier.rules.ts'
import { refusal } from '#shared/erreurs.ts'
import { ventesErreurs } from '#features/ventes/ventes.erreurs.ts'
import { LIGNES_MAX, ligneInput } from '#features/echeanciers/echeances.contract.ts'
import { NOMS_DES_DECLENCHEURS } from '#features/echeanciers/echeances.words.ts'
import type { Declencheur, Ligne as LigneDEcheancier } from '#features/echeanciers/echeancier.rules.ts'
import { refuseLine, report, type Contexte, type Ligne } from '#features/imports/server/check/context.ts'
import { leaveOut, repeat, checkLine } from '#features/imports/server/check/rows.ts'
import { writeNumero } from '#features/imports/server/check/series.ts'
import { lieuDe, prixDe, prixDouteux, type Vente } from '#features/imports/server/check/indexes.ventes.ts'
import { venteDuDossier } from '#features/imports/server/sheets/ventes.known.ts'
import { parTranches } from '#server/tranches.ts'
import { entier, VALEUR_INVALIDE } from '#shared/champs/codecs.ts'
import { groupBy } from '#shared/group-by.ts'
import { normaliser } from '#shared/texte.ts'

export const feuilleDesEcheances = {
  titre: 'Échéances',
  aide: "L'échéancier de chaque vente, ligne par ligne",
  colonnes: [
    ...DU_BIEN,
    colonneDuDossier(false),
    requise('rang', 'N°', 'entier', "La place dans l'échéancier, à partir de 1", 1, { min: 1 }),
    requise('libelle', 'Libellé', 'texte', 'Le nom de la ligne', 'Signature du contrat', { largeur: 28 }),
    requise('montant', 'Montant', 'montant', "En dinars ; les lignes d'une vente font son prix", 1_900_000),
    requise(
      'declencheur',
      'Déclencheur',
      'liste',
      aideDesMots(Object.values(NOMS_DES_DECLENCHEURS)),
      'Au contrat',
      {
        mots: Object.values(NOMS_DES_DECLENCHEURS),
      },
    ),
    colonne('stade', 'Stade', 'texte', {
      aide: 'Avec « À un stade » : son nom dans Paramètres',
      largeur: 24,
    }),
    colonne('date_prevue', 'Date', 'jour', { aide: 'Avec « À une date » : le jour ; sinon le jour prévu' }),
  ],
} as const satisfies Feuille

const rangInput = z.object({
  rang: entier('Le numéro est obligatoire.', { min: 1, max: LIGNES_MAX, hors: VALEUR_INVALIDE }),
})

const DECLENCHEURS = new Map(
  Object.entries(NOMS_DES_DECLENCHEURS).map(([code, nom]) => [nom as string, code as Declencheur]),
)

interface Lue {
  ligne: Ligne
  vente: Vente
  rang: number
  echeance: LigneDEcheancier
}

/** Checks the sheet Échéances; the lines of one sale are checked together. */
export async function checkEcheances(ctx: Contexte): Promise<void> {
  const stades = await readStades(ctx)
  const lues: Lue[] = []
  for (const ligne of ctx.lignes.echeances) {
    await ctx.breathe()
    const vente = findVente(ctx, ligne)
    const lue = read(ctx, ligne, stades)
    if (vente && lue) lues.push({ ligne, vente, ...lue })
    else {
      ligne.issue = 'erreur'
      if (vente) vente.echeancierDouteux = true
    }
  }
  const parVente = [...groupBy(lues, ({ vente }) => vente)]
  await parTranches(parVente, ctx.signal, ([vente, siennes]) =>
    vente.echeances.size > 0
      ? compareEcheancier(ctx, vente, siennes, stades)
      : checkNewEcheancier(ctx, vente, siennes),
  )
}

interface Stades {
  parNom: Map<string, number>
  parId: Map<number, string>
}

/** Reads the stades of the settings. Under the locks of a writing they cannot be deleted before the commit. */
async function readStades({ db, locking }: Contexte): Promise<Stades> {
  const query = db.selectFrom('stades').select(['id', 'nom']).orderBy('id')
  const rows = await (locking ? query.forKeyShare() : query).execute()
  return {
    parNom: new Map(rows.map(({ id, nom }) => [normaliser(nom), id])),
    parId: new Map(rows.map(({ id, nom }) => [id, nom])),
  }
}

/** Finds the sale of the dossier number, or the open sale of the bien. @returns null after the error is reported */
function findVente(ctx: Contexte, ligne: Ligne): Vente | null {
  const { bien } = lieuDe(ctx, ligne)
  const muet = ctx.entetesFautives.has('ventes')
  if (ligne.valeurs.dossier != null) {
    const vente = venteDuDossier(ctx, ligne)
    if (!vente || !bien || vente.bien === bien) return vente
    if (!muet) report(ctx, ligne, 'erreur', 'dossier', "Ce dossier n'est pas celui de ce bien.")
    return null
  }
  if (!bien) return null
  const ouverte = ctx.indexes.ventes.ouverteDe(bien)
  if (ouverte) return ouverte
  if (!muet) refuseLine(ctx, ligne, 'numero', refusal(ventesErreurs.bienSansClient))
  return null
}

function read(ctx: Contexte, ligne: Ligne, { parNom }: Stades): Pick<Lue, 'rang' | 'echeance'> | null {
  const { valeurs } = ligne
  const stade = valeurs.stade == null ? null : (parNom.get(normaliser(String(valeurs.stade))) ?? undefined)
  if (stade === undefined) report(ctx, ligne, 'erreur', 'stade', "Ce stade n'existe pas dans Paramètres.")
  const rang = checkLine(ctx, ligne, rangInput, { rang: valeurs.rang ?? '' })
  const lu = checkLine(
    ctx,
    ligne,
    ligneInput,
    {
      libelle: valeurs.libelle,
      montant: valeurs.montant,
      declencheur: DECLENCHEURS.get(String(valeurs.declencheur)) ?? valeurs.declencheur,
      // An unknown stade is reported above, so the schema gets a valid id.
      stade_id: stade === undefined ? 1 : stade,
      date_prevue: valeurs.date_prevue,
    },
    { stade_id: 'stade' },
  )
  if (!rang || !lu || stade === undefined) return null
  const { libelle, montant, declencheur, date_prevue = null } = lu
  return { ...rang, echeance: { libelle, montant, declencheur, stade_id: stade, date_prevue } }
}

/** Compares the lines with the échéancier that the sale already has, which an import never changes. */
function compareEcheancier(
  ctx: Contexte,
  { echeances }: Vente,
  lues: readonly Lue[],
  { parId }: Stades,
): void {
  const describe = ({ stade_id, declencheur, ...echeance }: LigneDEcheancier) => ({
    libelle: echeance.libelle,
    montant: echeance.montant,
    declencheur: NOMS_DES_DECLENCHEURS[declencheur],
    stade: stade_id === null ? null : (parId.get(stade_id) ?? null),
    date_prevue: echeance.date_prevue,
  })
  const premieres = new Map<number, Lue>()
  for (const lue of lues) {
    if (repetee(ctx, lue, premieres)) continue
    const connue = echeances.get(lue.rang)
    if (connue) leaveOut(ctx, lue.ligne, describe(connue), describe(lue.echeance))
    else {
      const texte = 'Ce dossier a déjà un échéancier, sans cette ligne. Laissé tel quel.'
      report(ctx, lue.ligne, 'avertissement', 'rang', texte)
      lue.ligne.issue ??= 'laisse'
    }
  }
}

/** True when an earlier line has the same rank; the repetition is reported. */
function repetee(ctx: Contexte, lue: Lue, premieres: Map<number, Lue>): boolean {
  const premiere = premieres.get(lue.rang)
  if (!premiere) {
    premieres.set(lue.rang, lue)
    return false
  }
  repeat(
    ctx,
    lue.ligne,
    premiere.ligne.ligne,
    JSON.stringify(premiere.echeance) === JSON.stringify(lue.echeance),
  )
  return true
}

/** Checks the first échéancier of a sale: numbered from 1, adding up to the sale's price. */
function checkNewEcheancier(ctx: Contexte, vente: Vente, lues: readonly Lue[]): void {
  const premieres = new Map<number, Lue>()
  const siennes = lues.filter((lue) => !repetee(ctx, lue, premieres))
  for (const { ligne, echeance } of siennes) {
    const refus = refusDuStadeSansBloc(vente.bien?.apres.type, [echeance])
    if (refus) refuseLine(ctx, ligne, 'declencheur', refus)
  }
  const [premiere] = siennes
  if (premiere && !vente.echeancierDouteux && !vente.douteuse) checkAll(ctx, vente, siennes, premiere)
  const bonnes = siennes.every(({ ligne }) => ligne.issue !== 'erreur') && !vente.echeancierDouteux
  for (const { ligne } of siennes) ligne.issue ??= 'cree'
  if (bonnes) vente.echeancier = siennes.toSorted((a, b) => a.rang - b.rang).map(({ echeance }) => echeance)
}

function checkAll(ctx: Contexte, vente: Vente, lues: readonly Lue[], { ligne }: Lue): void {
  const { terminee_le, connue, dossier } = vente
  if (terminee_le !== null && connue && dossier)
    refuseLine(
      ctx,
      ligne,
      'dossier',
      refusal(ventesErreurs.venteClose, {
        dossier: writeNumero('dossier', dossier),
        jour: terminee_le,
      }),
    )
  for (const { rang, ligne: sienne } of lues)
    if (rang > lues.length) {
      const texte = `Les lignes de cet échéancier se numérotent de 1 à ${lues.length}.`
      report(ctx, sienne, 'erreur', 'rang', texte)
    }
  const refus = refusDeLaSomme(
    lues.map(({ echeance }) => echeance),
    prixDe(vente),
  )
  if (refus && !prixDouteux(vente)) refuseLine(ctx, ligne, 'montant', refus)
}
