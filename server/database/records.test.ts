import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/database/pool.ts'
import { changeVersioned } from '#server/database/records.ts'
import { buildClient } from '#test/harness/builders.ts'
import { freshDatabase } from '#test/harness/database.ts'

let database: Database
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

const read = (id: number) =>
  database.db.selectFrom('clients').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

it('writes the columns that are given, leaves the others and moves the version on', async () => {
  const client = await buildClient(database.db)
  await changeVersioned(database.db, 'clients', client, client.version, { tel: '0555', email: undefined })
  expect(await read(client.id)).toEqual({
    ...client,
    tel: '0555',
    telephone: '0555',
    tel_cles: ['0555'],
    version: client.version + 1,
  })
})

it('does not compile with a column that its table does not have, nor with a value that it does not take', async () => {
  const client = await buildClient(database.db)
  const misspelt = { tel: '0555', emial: 'a@exemple.dz' }
  const change = { tel: 5 }
  const wrong = [
    // @ts-expect-error -- a misspelt column
    () => changeVersioned(database.db, 'clients', client, null, { emial: 'a@exemple.dz' }),
    // @ts-expect-error -- a misspelt column among others, in a variable
    () => changeVersioned(database.db, 'clients', client, null, misspelt),
    // @ts-expect-error -- another table's column
    () => changeVersioned(database.db, 'clients', client, null, { prix: 5 }),
    // @ts-expect-error -- a number where the table has a text
    () => changeVersioned(database.db, 'clients', client, null, change),
    // @ts-expect-error -- a table without a version
    () => changeVersioned(database.db, 'sessions', client, null, {}),
    // @ts-expect-error -- the version is moved on, not given
    () => changeVersioned(database.db, 'clients', client, null, { version: 9 }),
  ]
  expect(wrong).toHaveLength(6)
  expect(await read(client.id)).toEqual(client)
})
