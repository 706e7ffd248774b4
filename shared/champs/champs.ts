import { describeMot, describeNom, joinParts, KINDS } from '#shared/champs/kinds.ts'

type Valeur =
  | { kind: keyof typeof KINDS }
  /** A code of these words. A code that nobody writes any more keeps its word, because old lines of the journal have it. */
  | { kind: 'mot'; mots: Readonly<Record<string, string>> }
  /** An inner record, named by the first of these keys that has a value. */
  | { kind: 'nom'; cles: readonly string[] }
  /** A value that no other field has the like of. */
  | { describe: (valeur: unknown) => string | null }

/** A field with one value or, with `liste`, with several that are said one after the other. */
export type ChampSimple = Valeur & {
  label: string
  liste?: true
  /** Column of the noun's table, where it has another name than the field; null for a field that no single column keeps. */
  column?: string | null
}

/**
 * A field of a noun: what it is called and what it holds. The fields of a noun stand in its `<noun>.champs.ts`; a consumer lists those that
 * it takes, and says another word for one of them beside the field's name.
 */
export type Champ =
  | ChampSimple
  /** A list whose items count one by one: « Échéance 2 ». */
  | { label: string; chaque: (valeur: unknown) => string | null }
  /** The fields of an inner record, which stand among the outer ones. */
  | { champs: Champs }
export type Champs = Readonly<Record<string, Champ>>

/** A value of the field in words; null where it is empty. */
export function describeChamp(champ: ChampSimple, valeur: unknown): string | null {
  const describe = describeOne(champ)
  if (!champ.liste || valeur === null || valeur === undefined || valeur === '') return describe(valeur)
  return joinParts(...(Array.isArray(valeur) ? valeur : [valeur]).map(describe))
}

function describeOne(champ: Valeur): (valeur: unknown) => string | null {
  if ('describe' in champ) return champ.describe
  if (champ.kind === 'mot') return describeMot(champ.mots)
  if (champ.kind === 'nom') return describeNom(...champ.cles)
  return KINDS[champ.kind].describe
}

/** True for a field that one column of its noun's table keeps. */
export function isKept(champs: Champs, nom: string): boolean {
  const champ = champs[nom]
  return champ !== undefined && 'kind' in champ && champ.kind !== 'nom' && champ.column !== null
}

/** The column that keeps a field in its noun's table. */
export function columnOf(champs: Champs, nom: string): string {
  const champ = champs[nom]
  return (champ && 'column' in champ ? champ.column : undefined) ?? nom
}
