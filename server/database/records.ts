import { sql, type Updateable, type RawBuilder } from 'kysely'
import { communesErreurs } from '#shared/erreurs.ts'
import type { Db } from '#server/database/db.ts'
import type { DB } from '#server/database/schema.ts'
import { refuse } from '#server/http/errors.ts'

type Versioned = { [T in keyof DB]: DB[T] extends { version: unknown; id: unknown } ? T : never }[keyof DB]
/** Columns that an edit may write; an undefined one stays unchanged. */
type Columns<T extends Versioned> = {
  [C in Exclude<keyof Updateable<DB[T]>, 'id' | 'version'>]?: Updateable<DB[T]>[C] | undefined
}
/** Refuses unknown columns also in a variable, where TypeScript alone accepts them. */
type OnlyColumns<T extends Versioned, C> = C & Record<Exclude<keyof C, keyof Columns<T>>, never>

/** Number of rows of a table. */
export async function count(db: Db, table: keyof DB): Promise<number> {
  const { n } = await db
    .selectFrom(table)
    .select(sql<number>`count(*)`.as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** Checks the version that a member saw of a locked record, absent when the caller does not say (Q42). @throws versionPerimee (409) */
export function assertVersion(read: { version: number }, version: number | null | undefined): void {
  if (version != null && version !== read.version) throw refuse(communesErreurs.versionPerimee)
}

/**
 * Writes columns of a locked record and raises its version. @throws versionPerimee (409) when somebody saved it in between
 * @param read the locked record; @param version the version that the member saw, absent when the caller does not say (Q42)
 */
export async function changeVersioned<T extends Versioned, C extends Columns<T>>(
  db: Db,
  table: T,
  read: { id: number; version: number },
  version: number | null | undefined,
  columns: OnlyColumns<T, C>,
): Promise<void> {
  assertVersion(read, version)
  const assignments = Object.entries({ ...columns, version: read.version + 1 })
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await sql`update ${sql.table(table)} set ${sql.join(assignments)} where id = ${read.id}`.execute(db)
}

/** Records by their ids. */
export const byId = <T extends { id: number }>(records: readonly T[]): Map<number, T> =>
  new Map(records.map((record) => [record.id, record]))

/** Counters that the triggers of db/migrations/0003_cumuls.sql keep; `acquereurs` counts the clients who own something now. */
type Compte =
  | 'residences'
  | 'blocs'
  | 'etages'
  | 'parkings'
  | 'clients'
  | 'biens'
  | 'appartements'
  | 'acquereurs'

/** Sum of one counter in a query over `cumuls c`: an integer, in centimes for `prix` and `paye`. */
export const cumul = (quoi: string, colonne: 'nombre' | 'prix' | 'paye'): RawBuilder<number> =>
  sql<number>`coalesce(sum(${sql.ref(`c.${colonne}`)}) filter (where c.quoi = ${sql.lit(quoi)}), 0)::bigint`

/** Number of rows of a table as an SQL expression over the kept sums, quick for any size of the table. */
export const cumulCount = (quoi: Compte): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(nombre), 0)::bigint from cumuls where quoi = ${sql.lit(quoi)})`
