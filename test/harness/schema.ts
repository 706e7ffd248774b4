import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generate, PostgresDialect } from 'kysely-codegen'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase, type Database } from '#server/database/pool.ts'
import { packageRoot } from '#server/package-root.ts'

export const SCHEMA = join(packageRoot, 'server', 'database', 'schema.ts')

/** The types of the tables of a migrated database, as server/database/schema.ts holds them; pool.ts makes the values be of these types. */
export function schemaOf({ db }: Pick<Database, 'db'>): Promise<string> {
  return generate({
    db,
    dialect: new PostgresDialect({ dateParser: 'string' }),
    excludePattern: 'migrations',
    typeMapping: { int8: 'number', timestamptz: 'Date' },
  })
}

/** `npm run generate schema`: migrates a throw-away database and writes the types of what it found. */
export async function writeSchema(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'diyar-schema-'))
  try {
    // When root runs this PostgreSQL runs as somebody else, who must pass through.
    await chmod(folder, 0o711)
    const database = await openDatabase({ dataDir: folder, databaseUrl: undefined })
    try {
      await migrate(database.connection)
      await writeFile(SCHEMA, await schemaOf(database))
    } finally {
      await database.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
