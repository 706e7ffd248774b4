import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { freshDatabase } from '#test/harness/database.ts'
import { SCHEMA, schemaOf } from '#test/harness/schema.ts'

test('schema.ts says what the migrations make; `npm run generate schema` writes it', async () => {
  const database = await freshDatabase()
  try {
    expect(await readFile(SCHEMA, 'utf8')).toBe(await schemaOf(database))
  } finally {
    await database.close()
  }
})
