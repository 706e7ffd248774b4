import { sql } from 'kysely'
import type { Db } from '#server/database/db.ts'
import type { DB } from '#server/database/schema.ts'
import type { FileStore } from '#server/files/store.ts'
import type { UploadedFile } from '#server/files/upload.ts'

/** Store, and tasks after the commit, for a change of files; the context of a call has both. */
export interface FileLife {
  files: Pick<FileStore, 'remove'>
  afterCommit(task: () => Promise<void>): void
}

type FileColumn = {
  [T in keyof DB]: {
    [C in keyof DB[T] & `${string}_id`]: string | null extends DB[T][C] ? { table: T; column: C } : never
  }[keyof DB[T] & `${string}_id`]
}[keyof DB]

/**
 * Gives a record another file, or none, in the transaction of its change; the former bytes go into the bin after the commit.
 * @param file null removes the former file, undefined keeps it
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

/** Plan that comes with a change: null removes it, undefined keeps it. */
export interface PlanEnvoye {
  file: UploadedFile | null | undefined
  life: FileLife
}

/** {@link replaceFile} for the plan of an appartement or a residence. */
export const replacePlan = (
  db: Db,
  table: 'appartements' | 'residences',
  id: number,
  { file, life }: PlanEnvoye,
): Promise<void> => replaceFile(db, life, { table, column: 'plan_id', id }, file)

/** Deletes the files of deleted records; their bytes go into the bin after the commit. */
export async function dropFiles(
  db: Db,
  { files, afterCommit }: FileLife,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await db.deleteFrom('fichiers').where('id', 'in', ids).execute()
  for (const id of ids) afterCommit(() => files.remove(id))
}
