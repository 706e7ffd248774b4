import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { connect, type Database } from '#server/database/pool.ts'
import { administer, inDatabase } from '#test/postgres.ts'

/** A database of its own, migrated and empty, on the PostgreSQL of this run. The end of the run drops it. */
export async function freshDatabase(): Promise<Database> {
  const { connection: server, template } = inject('postgres')
  const name = `${template}_${randomBytes(6).toString('hex')}`
  await administer(server, `create database ${name} template ${template}`)
  const connection = inDatabase(server, name)
  const { db, pool } = connect(connection)
  return { db, pool, connection, close: () => db.destroy() }
}
