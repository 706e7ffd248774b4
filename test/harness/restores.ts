import { openArchive } from '#server/backup/archive-reader.ts'
import { restore } from '#server/backup/restore.ts'
import { MIGRATIONS, readMigrations } from '#server/database/migrate.ts'
import type { Database } from '#server/database/pool.ts'
import type { FileStore } from '#server/files/store.ts'

/** Restores a file as `npm run restaurer` does. */
export async function bringBack(
  path: string,
  into: Database,
  kept: FileStore,
  migrations = MIGRATIONS,
): Promise<void> {
  const opened = await openArchive(path)
  try {
    await restore({
      archive: opened,
      migrations: await readMigrations(migrations),
      connection: into.connection,
      files: kept,
    })
  } finally {
    await opened.close()
  }
}
