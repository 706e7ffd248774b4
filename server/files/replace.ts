import { sql } from 'kysely'
import type { Db } from '#server/database/db.ts'
import type { DB } from '#server/database/schema.ts'
import type { FileStore } from '#server/files/store.ts'
import type { UploadedFile } from '#server/files/upload.ts'

/** What a file's life needs besides the transaction: the context of a call has both. */
export interface FileLife {
  files: Pick<FileStore, 'remove'>
  afterCommit(task: () => Promise<void>): void
}

/** The column of a record that names its file. */
type FileColumn = {
  [T in keyof DB]: {
    [C in keyof DB[T] & `${string}_id`]: string | null extends DB[T][C] ? { table: T; column: C } : never
  }[keyof DB[T] & `${string}_id`]
}[keyof DB]

/**
 * Gives a record another file, or none before it is deleted, inside the transaction of its change. The bytes of the new one
 * are kept before the record names it; those of the former go into the bin once the change is committed, and stay when it is not.
 * @param file the new one; null takes the former away, undefined leaves it
 */
export async function replaceFile(
  db: Db,
  { files, afterCommit }: FileLife,
  { table, column, id }: FileColumn & { id: number },
  file: UploadedFile | null | undefined,
): Promise<void> {
  if (file === undefined) return
  const record = sql`${sql.table(table)} where id = ${id}`
  const { rows } = await sql<{ former: string | null }>`
    select ${sql.ref(column)} as former from ${record} for update`.execute(db)
  const former = rows[0]?.former ?? null
  const kept = file && (await file.keep(db))
  if (kept === former) return
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${kept} where id = ${id}`.execute(db)
  if (former === null) return
  await db.deleteFrom('fichiers').where('id', '=', former).execute()
  afterCommit(() => files.remove(former))
}

/** Takes away the files of records that are deleted together; their bytes go into the bin once that is committed. */
export async function dropFiles(
  db: Db,
  { files, afterCommit }: FileLife,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await db.deleteFrom('fichiers').where('id', 'in', ids).execute()
  for (const id of ids) afterCommit(() => files.remove(id))
}
