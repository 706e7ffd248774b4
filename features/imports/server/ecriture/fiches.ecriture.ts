import { sql } from 'kysely'
import type { Ecrit } from '#features/imports/server/controle/registres.ts'
import { NOUNS, parentColumn, type Content, type NounName } from '#features/imports/server/nouns.ts'
import { cut } from '#features/imports/server/tranches.ts'
import { writeJournal, type Entry } from '#features/journal/server/journal.service.ts'
import { giveIds, insertMany } from '#server/database/bulk.ts'
import type { Db } from '#server/database/db.ts'
import type { DB } from '#server/database/schema.ts'
import type { Actor } from '#server/http/session.ts'

/** Inputs of a writing; the caller opens the transaction. */
export interface Writing {
  db: Db
  actor: Actor
  signal?: AbortSignal
  /** Receives the number of records that were written since the last call. */
  advance?(nombre: number): void
}
/** Inputs of the writing of one workbook. */
export interface Redaction extends Writing {
  importId: number
  signal: AbortSignal
  advance(nombre: number): void
}

type Cellule = string | number | boolean | Date | null
/** SQL type and value of each column. Records that a value refers to have their ids by then. */
export type Colonnes<T> = Record<string, readonly [type: string, de: (un: T) => Cellule]>

/** New records of a writing. */
export const nouvelles = <F extends Pick<Ecrit<object>, 'avant'>>(fiches: readonly F[]): F[] =>
  fiches.filter(({ avant }) => avant === null)

/** The record's id. @throws Error before the id is drawn */
export function idDe({ id }: { readonly id: number | null }): number {
  if (id === null) throw new Error('what this record stands in is not written yet')
  return id
}

/** Inserts a row for each item, in their order. */
export async function insertAll<T>(
  db: Db,
  table: keyof DB,
  colonnes: Colonnes<T>,
  tous: readonly T[],
): Promise<void> {
  const valeurs = Object.values(colonnes).map(([, de]) => de)
  const types = Object.fromEntries(Object.entries(colonnes).map(([nom, [type]]) => [nom, type]))
  await insertMany(
    db,
    table,
    types,
    tous.map((un) => valeurs.map((de) => de(un))),
  )
}

interface Ecriture<N extends NounName> {
  table: keyof DB
  colonnes: Colonnes<Ecrit<Content<N>>>
}

/** The tables of a noun with the columns that its records fill; the first table numbers them. A blocage is written by itself. */
function ecrituresDe<N extends NounName>(nom: N): [Ecriture<N>, ...Ecriture<N>[]] {
  const { table, type: bien, fields } = NOUNS[nom]
  const column = parentColumn(nom)
  const own: Colonnes<Ecrit<Content<N>>> = column
    ? { [column]: ['bigint', ({ parent }) => parent && idDe(parent)] }
    : {}
  const ofBien: Colonnes<Ecrit<Content<N>>> = {}
  for (const { champ, table: sienne, column: nomme, type } of fields)
    if (champ !== 'bloque_motif')
      (sienne === 'biens' ? ofBien : own)[nomme] = [type, ({ apres }) => apres[champ]]
  const ecriture = { table, colonnes: own }
  return bien ? [{ table: 'biens', colonnes: ofBien }, ecriture] : [ecriture]
}

interface WriteFichesOptions<N extends NounName> {
  /** Existing records with changed columns; by default all records with a change. */
  changees?: readonly Ecrit<Content<N>>[]
  suite?: (changees: readonly Ecrit<Content<N>>[]) => Promise<void>
}

/** Writes the new and the changed records of a noun, each with a line in the journal as the noun's form writes it. */
export async function writeFiches<N extends NounName>(
  writing: Writing,
  nom: N,
  fiches: readonly Ecrit<Content<N>>[],
  { changees = fiches.filter(({ change }) => change), suite }: WriteFichesOptions<N> = {},
): Promise<void> {
  const { db } = writing
  const { objet, read } = NOUNS[nom]
  const ecritures = ecrituresDe(nom)
  const ajoutees = nouvelles(fiches)
  const ids = await giveIds(db, ecritures[0].table, ajoutees)
  for (const { table, colonnes } of ecritures)
    await insertAll(db, table, { id: ['bigint', idDe], ...colonnes }, ajoutees)
  await writeInBatches(writing, ids, async (tranche) => {
    const apres = await parIds(db, tranche, read)
    return tranche.map((id) => ({ action: 'ajouter', objet, id, apres: apres.get(id) }))
  })
  await writeInBatches(writing, changees, async (tranche) => {
    const concernees = tranche.map(idDe)
    const avant = await parIds(db, concernees, read)
    for (const [at, ecriture] of ecritures.entries()) await changeRows(db, ecriture, tranche, at === 0)
    await suite?.(tranche)
    const apres = await parIds(db, concernees, read)
    return concernees.map((id) => ({
      action: 'modifier',
      objet,
      id,
      avant: avant.get(id),
      apres: apres.get(id),
    }))
  })
}

/** Works in batches; each batch writes its lines in the journal. */
export async function writeInBatches<T>(
  { db, actor, signal, advance }: Writing,
  tous: readonly T[],
  work: (tranche: T[]) => Promise<Entry[]>,
): Promise<void> {
  for await (const tranche of cut(tous, signal)) {
    await writeJournal(db, actor, await work(tranche))
    advance?.(tranche.length)
  }
}

const parIds = async (db: Db, ids: number[], read: (db: Db, ids: number[]) => Promise<{ id: number }[]>) =>
  new Map((await read(db, ids)).map((lue) => [lue.id, lue]))

/** Updates the rows of existing records; the version stands in the first table of a noun. */
async function changeRows<N extends NounName>(
  db: Db,
  { table, colonnes }: Ecriture<N>,
  fiches: readonly Ecrit<Content<N>>[],
  versionnee: boolean,
): Promise<void> {
  const champs = Object.entries(colonnes)
  const noms = champs.map(([nom]) => sql.ref(nom))
  const valeurs = champs.map(([, [type, de]]) => sql`${fiches.map((fiche) => de(fiche))}::${sql.raw(type)}[]`)
  const mises = noms.map((nom) => sql`${nom} = l.${nom}`)
  if (versionnee) mises.push(sql`version = version + 1`)
  await sql`update ${sql.table(table)} as t set ${sql.join(mises)}
    from unnest(${fiches.map(idDe)}::bigint[], ${sql.join(valeurs)}) as l (id, ${sql.join(noms)})
    where t.id = l.id`.execute(db)
}
