import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/database/pool.ts'
import { freshDatabase } from '#test/harness/database.ts'

let database: Database
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

/** References whose rows are deleted with the row they are a part of. No record that money was paid for, and no person, is in this list. */
const PARTS = [
  'actes_fiches → actes',
  'appartements → biens',
  'bons → categories_bons',
  'changements_prix → biens',
  'co_acquereurs → ventes',
  'codes_de_secours → membres',
  'echeances → ventes',
  'idempotence → membres',
  'imports_messages → imports',
  'liens_clients → clients',
  'lignes → bons',
  'locaux → biens',
  'options → biens',
  'places_parking → biens',
  'relances → ventes',
  'sessions → membres',
  'stades_atteints → blocs',
  'stades_prevus → blocs',
  'stades_prevus → stades',
  'transferts → ventes',
]

it('deleting a record takes nothing with it but its own parts: whatever else hangs on it keeps it from going', async () => {
  const { rows } = await sql<{ what: string; action: string }>`
    select conrelid::regclass || ' → ' || confrelid::regclass as what, confdeltype as action
    from pg_constraint where contype = 'f' order by 1`.execute(database.db)
  const cascading = rows.filter(({ action }) => action === 'c').map(({ what }) => what)
  expect([...new Set(cascading)]).toEqual(PARTS)
  // Action c deletes the referring row and n and d leave an orphan; the others refuse. An option that is over keeps the name of its client,
  // a price stays in the history of its bien after the vente that was opened at it, an appel de fonds after the line it called, a
  // generation in the list of those that were made after its résidence, and a closing of the till and a sale keep the name of their member.
  const orphaning = rows.filter(({ action }) => action === 'd' || action === 'n')
  expect(orphaning.map(({ what }) => what)).toEqual([
    'actes → residences',
    'changements_prix → ventes',
    'clotures → membres',
    'documents → echeances',
    'options → clients',
    'ventes → membres',
  ])
  expect(rows.length).toBeGreaterThan(PARTS.length)
})
