import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { colonnesDe } from '#features/imports/server/sheets.ts'
import { COLONNES } from '#features/imports/server/colonnes.essais.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

// spec: PO-34, PO-40
it('of the tables of a portfolio are each in a sheet, or left out for a reason', async () => {
  const { rows } = await sql<{ table: string; colonne: string }>`
    select c.relname as "table", a.attname as colonne from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relname = any (${Object.keys(COLONNES)})
    order by 1, 2`.execute(t.db)
  const stored = rows.map(({ table, colonne }) => `${table}.${colonne}`)
  const said = Object.entries(COLONNES).flatMap(([table, colonnes]) =>
    Object.keys(colonnes).map((colonne) => `${table}.${colonne}`),
  )
  expect(said.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(stored.toSorted((a, b) => (a < b ? -1 : 1)))
})

it('are each carried by a column that its sheet has', () => {
  const places = Object.values(COLONNES).flatMap((colonnes) =>
    Object.values(colonnes).filter((place) => typeof place !== 'string'),
  )
  const absent = places.filter(([nom, champ]) => !colonnesDe(nom).some((colonne) => colonne.champ === champ))
  expect(absent).toEqual([])
  expect(places.length).toBeGreaterThan(80)
})
