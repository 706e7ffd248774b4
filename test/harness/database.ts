import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { inject } from 'vitest'
import { connect, type Database } from '#server/database/pool.ts'
import { administer, inDatabase } from '#test/harness/postgres.ts'

/** A database of its own, migrated and empty, on the PostgreSQL of this run. The end of the run drops it. */
export async function freshDatabase(): Promise<Database> {
  const made = await copyOf(inject('postgres').template)
  // A copy is another installation.
  await sql`update installation set id = gen_random_uuid()`.execute(made.db)
  return made
}

/** The same without a schema. */
export const bareDatabase = (): Promise<Database> => copyOf('template1')

async function copyOf(origin: string): Promise<Database> {
  const { connection: server, template } = inject('postgres')
  const name = `${template}_${randomBytes(6).toString('hex')}`
  await administer(server, `create database ${name} template ${origin}`)
  const connection = inDatabase(server, name)
  const { db, pool } = connect(connection)
  return { db, pool, connection, close: () => db.destroy() }
}

/**
 * Before the end of the run, for a test that makes hundreds. It must be closed: without `force` PostgreSQL ends the
 * autovacuum that may be at work in it, with `force` it asks whether our role may, and it may not.
 */
export async function dropDatabase({ connection }: Pick<Database, 'connection'>): Promise<void> {
  const name = connection.database ?? new URL(connection.connectionString ?? '').pathname.slice(1)
  await administer(inject('postgres').connection, `drop database ${name}`)
}
