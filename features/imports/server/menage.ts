import { sql } from 'kysely'
import { closeDead } from '#features/imports/server/imports.service.ts'
import type { Db } from '#server/database/db.ts'
import { dropFiles } from '#server/files/replace.ts'
import type { FileStore } from '#server/files/store.ts'

/** So many at a time: their messages are tens of thousands of rows. */
const AT_ONCE = 20

/**
 * Closes imports whose work is no more, and thirty days after the end of each takes away its workbook and its messages; the import itself
 * too, unless it has been written. One that nobody has confirmed ends with its check.
 */
export async function tidyImports(pool: Db, files: Pick<FileStore, 'remove'>): Promise<void> {
  await closeDead(pool)
  const after: (() => Promise<void>)[] = []
  await pool.transaction().execute(async (db) => {
    // Of several servers on one database each takes what the others have not.
    const { rows } = await sql<{ id: number; fichier_id: string | null; termine: boolean }>`
      select id, fichier_id, statut = 'termine' as termine from imports
      where (statut <> 'termine' or fichier_id is not null) and statut not in ('lecture', 'ecriture')
        and coalesce(fini_le, vu_le) < now() - interval '30 days'
      order by id limit ${AT_ONCE} for update skip locked`.execute(db)
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    await sql`update imports set fichier_id = null where id = any(${ids})`.execute(db)
    await sql`delete from imports_messages where import_id = any(${ids})`.execute(db)
    await sql`delete from imports where id = any(${rows.flatMap(({ id, termine }) => (termine ? [] : id))})`.execute(
      db,
    )
    const life = { files, afterCommit: (task: () => Promise<void>) => void after.push(task) }
    await dropFiles(
      db,
      life,
      rows.flatMap(({ fichier_id }) => fichier_id ?? []),
    )
  })
  for (const task of after) await task()
}
