import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#server/database/db.ts'
import { migrate, MIGRATIONS } from '#server/database/migrate.ts'

/** Makes an empty database what it was after a migration: `0010` and all before it. */
export async function migrateUpTo(connection: Parameters<typeof migrate>[0], last: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'diyar-migrations-'))
  try {
    for (const name of await readdir(MIGRATIONS))
      if (name.slice(0, last.length) <= last) await copyFile(join(MIGRATIONS, name), join(folder, name))
    await migrate(connection, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Opens a vente as it was before it had a dossier; returns its id. */
export async function sellAsBefore(
  db: Db,
  bien: number,
  client: number,
  ouverte = '2026-01-10T10:00:00Z',
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into ventes (bien_id, client_id, prix, ouverte_le)
    select id, ${client}, prix, ${ouverte} from biens where id = ${bien} returning id`.execute(db)
  return rows[0]?.id ?? 0
}
