import * as z from 'zod/mini'
import { formatMontant, formatPourcent, formatSurface, toDecimal } from '#shared/argent.ts'
import { formatJourCourt, isJour } from '#shared/dates.ts'
import { flattenIssues } from '#shared/issues.ts'
import type { Colonne, Sorte } from '#features/imports/colonnes.ts'
import {
  colonneDe,
  report,
  type Contexte,
  type Ligne,
  type Valeur,
} from '#features/imports/server/check/context.ts'
import type { Cle, Enregistrement, Index } from '#features/imports/server/check/indexes.ts'

/** Stands for the id of a record that is not written yet. */
export const PAS_ENCORE = 1

/** Content of a record: centimes, hundredths of m² or of a percent, days, texts. */
type Contenu = object

/**
 * Checks a line by the schema of the noun's form; `ailleurs` maps fields of the schema to fields of the sheet.
 * @returns null after errors
 */
export function checkLine<S extends z.ZodMiniType>(
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
    report(ctx, ligne, 'erreur', champ, message)
  }
  return lue.success && ligne.illisibles.size === 0 ? lue.data : null
}

/** Fills the blank cells of a line from the existing record, so that a blank cell changes nothing. */
export function fillBlanks(ctx: Contexte, ligne: Ligne, avant: Contenu | null): Record<string, Valeur> {
  if (avant === null) return ligne.valeurs
  const connu = new Map<string, unknown>(Object.entries(avant))
  const complet: Record<string, Valeur> = {}
  for (const { champ, sorte } of ctx.feuilles[ligne.feuille].colonnes) {
    const valeur: Valeur = ligne.valeurs[champ] ?? null
    complet[champ] = valeur ?? enSaisie(sorte, connu.get(champ))
  }
  return complet
}

const enSaisie = (sorte: Sorte, contenu: unknown): Valeur => {
  if (typeof contenu === 'number')
    return sorte === 'montant' || sorte === 'surface' || sorte === 'part' ? toDecimal(contenu) : contenu
  return typeof contenu === 'string' ? contenu : null
}

interface Entree<V extends Contenu> {
  index: Index<V>
  cle: Cle
  /** The records that the key names; by default those that bear it. */
  connues?: readonly Enregistrement<V>[]
  /** False for a line that does not name its record; by default when a part of the key is blank. */
  complete?: boolean
  /** The record that the line's record stands in. */
  parent?: Enregistrement<object> | null
  /** Columns to compare; the record has fields of the same names. */
  champs: readonly (keyof V & string)[]
  /** Checks the line, its blank cells filled from `avant`; null when the line is refused. */
  check: (avant: V | null, connue: Enregistrement<V> | null) => V | null
  /** Stands for the record while its line is refused, so that lines which point to it report no error. */
  defaut: V
  /** Message when several records have this key. */
  plusieurs: string
  /** Field of the sheet that gets this message. */
  champDeLaCle: string
}

/** Decides the outcome of a line and enters its record in the index. @returns the record, or null without a complete key */
export function enterRecord<V extends Contenu>(
  ctx: Contexte,
  ligne: Ligne,
  entree: Entree<V>,
): Enregistrement<V> | null {
  const { index, cle, parent, champs, check, defaut, plusieurs, champDeLaCle } = entree
  const { complete = !cle.includes(''), connues = index.find(cle) } = entree
  if (!complete) {
    // The schema reports the missing name.
    check(null, null)
    ligne.issue = 'erreur'
    return null
  }
  const [connue] = connues
  if (connue && connues.length > 1) {
    report(ctx, ligne, 'erreur', champDeLaCle, plusieurs)
    return connue
  }
  const contenu = check(connue?.avant ?? null, connue ?? null)
  if (!connue) {
    const nouvelle = index.create(cle, ligne, contenu, defaut, parent)
    ligne.issue ??= contenu === null ? 'erreur' : 'cree'
    return nouvelle
  }
  if (contenu === null) {
    ligne.issue = 'erreur'
    connue.ligne ??= ligne
    return connue
  }
  const { ligne: premiere, contenu: premier } = connue
  // The content of a refused line is unknown, so its repetition reports no difference.
  if (premiere !== null)
    repeat(
      ctx,
      ligne,
      premiere.ligne,
      premier === null || champs.every((champ) => premier[champ] === contenu[champ]),
    )
  else match(ctx, ligne, connue, contenu, champs)
  return connue
}

/** Compares a line with its existing record: each difference is reported, and applied when lines may change records. */
function match<V extends Contenu>(
  ctx: Contexte,
  ligne: Ligne,
  enregistrement: Enregistrement<V>,
  contenu: V,
  champs: readonly (keyof V & string)[],
): void {
  enregistrement.ligne = ligne
  enregistrement.contenu = contenu
  const changes = champs.filter((champ) => enregistrement.apres[champ] !== contenu[champ])
  for (const champ of changes) {
    const colonne = colonneDe(ctx, ligne, champ)
    const [ancienne, nouvelle] = [enregistrement.apres[champ], contenu[champ]].map((valeur) =>
      formatValeur(colonne, valeur),
    )
    if (ctx.modifier)
      report(ctx, ligne, 'modification', champ, `${colonne.titre} : ${ancienne} → ${nouvelle}.`)
    else
      report(
        ctx,
        ligne,
        'avertissement',
        champ,
        `${colonne.titre} : ${ancienne} dans Diyar, ${nouvelle} ici. Laissé tel quel.`,
      )
  }
  if (changes.length > 0 && ctx.modifier) {
    // Only the compared fields change; the record's name keeps its case and accents.
    enregistrement.apres = { ...enregistrement.apres, ...only(contenu, changes) }
    enregistrement.change = true
  }
  ligne.issue ??= changes.length === 0 ? 'existant' : ctx.modifier ? 'modifie' : 'laisse'
}

const only = <V extends object>(contenu: V, champs: readonly (keyof V)[]): Partial<V> =>
  Object.fromEntries(champs.map((champ) => [champ, contenu[champ]])) as unknown as Partial<V>

/** A value as a message says it: « 9 500 000,00 DA », « 12/03/2024 », « vide ». */
function formatValeur({ sorte }: Pick<Colonne, 'sorte'>, valeur: unknown): string {
  if (valeur === null || valeur === undefined || valeur === '') return 'vide'
  if (sorte === 'montant' && typeof valeur === 'number') return formatMontant(valeur)
  if (sorte === 'surface' && typeof valeur === 'number') return formatSurface(valeur)
  if (sorte === 'part' && typeof valeur === 'number') return formatPourcent(valeur / 100)
  if (sorte === 'jour' && typeof valeur === 'string' && isJour(valeur)) return formatJourCourt(valeur)
  return typeof valeur === 'string' ? valeur : JSON.stringify(valeur)
}

type Dit = Readonly<Record<string, string | number | null>>

/** Compares a line with an existing record that imports never change: differences are warnings. A blank cell says nothing. */
export function leaveOut(ctx: Contexte, ligne: Ligne, avant: Dit, apres: Dit): void {
  const colonnes = new Map<string, Colonne>(
    ctx.feuilles[ligne.feuille].colonnes.map((une) => [une.champ, une]),
  )
  let differe = false
  for (const [champ, valeur] of Object.entries(apres)) {
    const colonne = colonnes.get(champ)
    const connue = avant[champ] ?? null
    if (!colonne || ligne.valeurs[champ] == null || valeur === connue) continue
    differe = true
    const [ancienne, nouvelle] = [connue, valeur].map((cellule) => formatValeur(colonne, cellule))
    const texte = `${colonne.titre} : ${ancienne} dans Diyar, ${nouvelle} ici. Laissé tel quel.`
    report(ctx, ligne, 'avertissement', champ, texte)
  }
  ligne.issue ??= differe ? 'laisse' : 'existant'
}

/** Reports a line that repeats an earlier one; the repetition is counted as existing. */
export function repeat(ctx: Contexte, ligne: Ligne, premiere: number, memes: boolean): void {
  if (!memes) return report(ctx, ligne, 'erreur', null, `Déjà à la ligne ${premiere}, avec d'autres valeurs.`)
  report(ctx, ligne, 'avertissement', null, `Déjà à la ligne ${premiere} : cette ligne est ignorée.`)
  ligne.issue ??= 'existant'
}
