import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#server/database/embedded.ts'
import { migrate } from '#server/database/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of this run, and the migrated database that every test database is a copy of. */
    postgres: { connection: pg.ClientConfig; template: string }
  }
}

/** One PostgreSQL for the whole run: that of DATABASE_URL, whose user must be allowed to create databases, or an embedded one. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  // Screens have answers instead of a database.
  if (project.vitest.projects.every(({ name }) => name === 'screens')) return undefined
  const template = `diyar_test_${process.pid}`
  const server = process.env.DATABASE_URL ? outside(process.env.DATABASE_URL, template) : await temporary()
  await administer(server.connection, `create database ${template}`)
  await migrate(inDatabase(server.connection, template))
  project.provide('postgres', { connection: server.connection, template })
  return server.stop
}

/** Leaves nothing behind on a server that is not ours. */
function outside(connectionString: string, template: string) {
  const connection = { connectionString }
  return {
    connection,
    async stop() {
      const { rows } = await administer(
        connection,
        `select datname from pg_database where datname like '${template}%'`,
      )
      for (const { datname } of rows) await administer(connection, `drop database ${datname}`)
    },
  }
}

async function temporary() {
  const folder = await mkdtemp(join(tmpdir(), 'diyar-postgres-'))
  // When root runs the tests PostgreSQL runs as somebody else, who must pass through.
  await chmod(folder, 0o711)
  const { connection, stop } = await startEmbedded(folder, console.error)
  await administer({ ...connection, user: 'postgres', database: 'postgres' }, 'alter role diyar createdb')
  return {
    connection,
    async stop() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The same server, another of its databases. */
export function inDatabase(connection: pg.ClientConfig, database: string): pg.ClientConfig {
  if (!connection.connectionString) return { ...connection, database }
  const url = new URL(connection.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}

export async function administer(connection: pg.ClientConfig, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}
