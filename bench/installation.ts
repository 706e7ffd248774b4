import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { hashPassword } from '#features/acces/server/password.ts'
import { readConfig } from '#server/config.ts'
import { migrate } from '#server/database/migrate.ts'
import { connect, openDatabase } from '#server/database/pool.ts'
import { fillBench, sizeOf } from '../bench/dataset.ts'

/** Who measures: an account that the datasets hold. */
export const ACCOUNT = { name: 'Banc', email: 'banc@diyar.dz', password: 'Motdepasse1!' }

/** Lends a data folder that holds an office's portfolio of so many appartements, and the account that measures. */
export async function onDataset(size: number, work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'diyar-bench-'))
  try {
    // When root measures, PostgreSQL runs as somebody else, who must pass through.
    await chmod(folder, 0o711)
    await fill(folder, size)
    await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function fill(folder: string, size: number): Promise<void> {
  const config = readConfig({ DATA_DIR: folder })
  const database = await openDatabase(config)
  try {
    await migrate(database.connection)
    const patient = connect(database.connection, { statement_timeout: 0, stream: undefined })
    await patient.db.transaction().execute((db) => fillBench(db, sizeOf(size)))
    // As a portfolio that grew by the day has been: what an index holds is then read out of it alone.
    await sql`vacuum analyze`.execute(patient.db)
    await patient.db.destroy()
    const mot_de_passe = await hashPassword(ACCOUNT.password)
    await database.db
      .insertInto('membres')
      .values({ name: ACCOUNT.name, email: ACCOUNT.email, mot_de_passe, actif: true })
      .execute()
  } finally {
    await database.close()
  }
}
