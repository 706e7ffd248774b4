import * as z from 'zod/mini'
import { formatMontant, formatSurface, toDecimal } from '#shared/argent.ts'
import { formatJourCourt, isJour } from '#shared/dates.ts'
import { flattenIssues } from '#shared/issues.ts'
import type { Colonne, Sorte } from '#features/imports/colonnes.ts'
import { colonnesDe, type NomDeFeuille } from '#features/imports/feuilles.ts'
import {
  signaler,
  type Contexte,
  type Ligne,
  type Valeur,
} from '#features/imports/server/controle/contexte.ts'
import type { Cle, Fiche, Registre } from '#features/imports/server/controle/registres.ts'

/** What stands for the id of a record that is not written yet. */
export const PAS_ENCORE = 1

/** What a record holds: centimes, hundredths of m², days, texts. */
type Contenu = object

/**
 * Checks a line by the very schema of the noun's form.
 * @param entree the body of the call, as the form would send it; the fields of the same name are told at their cells
 * @param ailleurs columns of another name: field of the schema → field of the sheet
 * @returns what the call would receive, or null once the faults are told
 */
export function valider<S extends z.ZodMiniType>(
  ctx: Contexte,
  ligne: Ligne,
  schema: S,
  entree: Record<string, unknown>,
  ailleurs: Record<string, string> = {},
): z.output<S> | null {
  const lue = z.safeParse(schema, entree)
  const fautifs = new Set<string>(ligne.illisibles)
  for (const { path, message } of flattenIssues(lue.error?.issues ?? [])) {
    const nomme = String(path[0] ?? '')
    const champ = ailleurs[nomme] ?? nomme
    if (fautifs.has(champ)) continue
    fautifs.add(champ)
    signaler(ctx, ligne, 'erreur', champ, message)
  }
  return lue.success && ligne.illisibles.size === 0 ? lue.data : null
}

/** A blank cell leaves what is there: the line as the form would send it, filled from the record it is about. */
export function completer(ligne: Ligne, avant: Contenu | null): Record<string, Valeur> {
  if (avant === null) return ligne.valeurs
  const connu = new Map<string, unknown>(Object.entries(avant))
  const complet: Record<string, Valeur> = {}
  for (const { champ, sorte } of colonnesDe(ligne.feuille)) {
    const valeur: Valeur = ligne.valeurs[champ] ?? null
    complet[champ] = valeur ?? enSaisie(sorte, connu.get(champ))
  }
  return complet
}

const enSaisie = (sorte: Sorte, contenu: unknown): Valeur => {
  if (typeof contenu === 'number')
    return sorte === 'montant' || sorte === 'surface' ? toDecimal(contenu) : contenu
  return typeof contenu === 'string' ? contenu : null
}

interface Pose<V extends Contenu> {
  registre: Registre<V>
  cle: Cle
  /** The sheet's columns that are compared: fields of the record under the same name. */
  champs: readonly (keyof V & string)[]
  /** What the line says, checked, with what is there for its blank cells; null when it is refused. */
  lire: (avant: V | null, connue: Fiche<V> | null) => V | null
  /** What the record is taken for while its line is refused, so that what points to it is not accused. */
  defaut: V
  /** Told when several records have this key. */
  plusieurs: string
  /** The field of the sheet where that is told. */
  champDeLaCle: string
}

/**
 * Decides what becomes of a line that names one record: to be created, there with the same values, there and to be changed, there
 * and left, already on a line above, or refused.
 * @returns the record, null without a key
 */
export function poser<V extends Contenu>(ctx: Contexte, ligne: Ligne, pose: Pose<V>): Fiche<V> | null {
  const { registre, cle, champs, lire, defaut, plusieurs, champDeLaCle } = pose
  if (cle.includes('')) {
    // Without its name it is no record; the schema says what is missing.
    lire(null, null)
    ligne.sort = 'erreur'
    return null
  }
  const connues = registre.trouver(cle)
  const [connue] = connues
  if (connue && connues.length > 1) {
    signaler(ctx, ligne, 'erreur', champDeLaCle, plusieurs)
    return connue
  }
  const lues = lire(connue?.avant ?? null, connue ?? null)
  if (!connue) {
    const nouvelle = registre.ajouter(cle, {
      id: null,
      avant: null,
      apres: lues ?? defaut,
      ligne,
      lues,
      change: false,
      version: 0,
    })
    ligne.sort ??= lues === null ? 'erreur' : 'cree'
    return nouvelle
  }
  if (lues === null) {
    ligne.sort = 'erreur'
    connue.ligne ??= ligne
    return connue
  }
  if (connue.ligne !== null) redire(ctx, ligne, connue, lues, champs)
  else rapprocher(ctx, ligne, connue, lues, champs)
  return connue
}

/** A line whose record is on a line above. */
function redire<V extends Contenu>(
  ctx: Contexte,
  ligne: Ligne,
  { ligne: premiere, lues: dites }: Fiche<V>,
  lues: V,
  champs: readonly (keyof V & string)[],
): void {
  const numero = premiere?.ligne ?? 0
  // What the line above says is not known when it is refused: this one is told nothing on its account.
  if (dites !== null && champs.some((champ) => dites[champ] !== lues[champ])) {
    signaler(ctx, ligne, 'erreur', null, `Déjà à la ligne ${numero}, avec d'autres valeurs.`)
    return
  }
  signaler(ctx, ligne, 'avertissement', null, `Déjà à la ligne ${numero} : cette ligne est ignorée.`)
  ligne.sort ??= 'existant'
}

/** A line whose record is there: each difference is told, and made if lines may change what is there. */
export function rapprocher<V extends Contenu>(
  ctx: Contexte,
  ligne: Ligne,
  fiche: Fiche<V>,
  lues: V,
  champs: readonly (keyof V & string)[],
): void {
  fiche.ligne = ligne
  fiche.lues = lues
  const changes = champs.filter((champ) => fiche.apres[champ] !== lues[champ])
  for (const champ of changes) {
    const colonne = colonneDe(ligne.feuille, champ)
    const [avant, ici] = [fiche.apres[champ], lues[champ]].map((valeur) => formatValeur(colonne, valeur))
    if (ctx.modifier) signaler(ctx, ligne, 'modification', champ, `${colonne.titre} : ${avant} → ${ici}.`)
    else
      signaler(
        ctx,
        ligne,
        'avertissement',
        champ,
        `${colonne.titre} : ${avant} dans Diyar, ${ici} ici. Laissé tel quel.`,
      )
  }
  if (changes.length > 0 && ctx.modifier) {
    // What its key is compared without, case and accents, stays as it is written there.
    fiche.apres = { ...fiche.apres, ...only(lues, changes) }
    fiche.change = true
  }
  ligne.sort ??= changes.length === 0 ? 'existant' : ctx.modifier ? 'modifie' : 'laisse'
}

const only = <V extends object>(contenu: V, champs: readonly (keyof V)[]): Partial<V> =>
  Object.fromEntries(champs.map((champ) => [champ, contenu[champ]])) as unknown as Partial<V>

const colonneDe = (feuille: NomDeFeuille, champ: string): Colonne => {
  const colonne = colonnesDe(feuille).find((une) => une.champ === champ)
  if (!colonne) throw new Error(`no column ${champ} in ${feuille}`)
  return colonne
}

/** As a message says it: « 9 500 000,00 DA », « 12/03/2024 », « vide ». */
export function formatValeur({ sorte }: Pick<Colonne, 'sorte'>, valeur: unknown): string {
  if (valeur === null || valeur === undefined || valeur === '') return 'vide'
  if (sorte === 'montant' && typeof valeur === 'number') return formatMontant(valeur)
  if (sorte === 'surface' && typeof valeur === 'number') return formatSurface(valeur)
  if (sorte === 'jour' && typeof valeur === 'string' && isJour(valeur)) return formatJourCourt(valeur)
  return typeof valeur === 'string' ? valeur : JSON.stringify(valeur)
}
