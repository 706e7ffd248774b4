import { sql, type Updateable } from 'kysely'
import type { Db } from '#server/database/db.ts'
import type { DB } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'

type Versioned = { [T in keyof DB]: DB[T] extends { version: unknown; id: unknown } ? T : never }[keyof DB]
/** Columns of a table that an edit may write; one that is undefined stays as it is. */
type Columns<T extends Versioned> = {
  [C in Exclude<keyof Updateable<DB[T]>, 'id' | 'version'>]?: Updateable<DB[T]>[C] | undefined
}
/** A key too many is refused also when the columns come in a variable, where TypeScript by itself lets it pass. */
type OnlyColumns<T extends Versioned, C> = C & Record<Exclude<keyof C, keyof Columns<T>>, never>

/** How many rows a table has. */
export async function count(db: Db, table: keyof DB): Promise<number> {
  const { n } = await db
    .selectFrom(table)
    .select(sql<number>`count(*)`.as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/**
 * Writes the given columns of a record that the caller holds locked, and moves its version on by one.
 * @param read the record as locked; @param version the version the user saw, absent when the caller does not say (Q42)
 * @throws versionPerimee (409) when somebody saved it in between
 */
export async function changeVersioned<T extends Versioned, C extends Columns<T>>(
  db: Db,
  table: T,
  read: { id: number; version: number },
  version: number | null | undefined,
  columns: OnlyColumns<T, C>,
): Promise<void> {
  if (version != null && version !== read.version) throw new AppError('versionPerimee')
  const assignments = Object.entries({ ...columns, version: read.version + 1 })
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await sql`update ${sql.table(table)} set ${sql.join(assignments)} where id = ${read.id}`.execute(db)
}
