import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/database/pool.ts'
import { freshDatabase } from '#test/harness/database.ts'

let database: Database
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

/** What goes with what it is a part of. Nothing that money was paid for, and nobody, is in this list. */
const PARTS = [
  'appartements → biens',
  'bons → categories_bons',
  'idempotence → membres',
  'lignes → bons',
  'locaux → biens',
  'places_parking → biens',
  'sessions → membres',
]

it('deleting a record takes nothing with it but its own parts: whatever else hangs on it keeps it from going', async () => {
  const { rows } = await sql<{ what: string; action: string }>`
    select conrelid::regclass || ' → ' || confrelid::regclass as what, confdeltype as action
    from pg_constraint where contype = 'f' order by 1`.execute(database.db)
  const cascading = rows.filter(({ action }) => action === 'c').map(({ what }) => what)
  expect([...new Set(cascading)]).toEqual(PARTS)
  // c takes along, n and d leave an orphan: the others refuse.
  expect(rows.filter(({ action }) => action === 'd' || action === 'n')).toEqual([])
  expect(rows.length).toBeGreaterThan(PARTS.length)
})
