import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { normaliser } from '#shared/texte.ts'
import { freshDatabase } from '#test/database.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

it('folds a text in the database exactly as in the browser', async () => {
  const letters = fc.constantFrom(..."aAzZ09 éÈçÇœŒïÎøñÑß-'’\u00A0\u202F\tأإآاةهىيعَُِّـمحمدİıSs")
  const samples = fc.sample(fc.string({ unit: letters, maxLength: 30 }), 500)
  const { rows } = await sql<{ texte: string; plie: string }>`
    select texte, normaliser(texte) as plie from unnest(${samples}::text[]) as texte`.execute(database.db)
  expect(rows).toHaveLength(500)
  for (const { texte, plie } of rows) expect([texte, normaliser(texte)]).toEqual([texte, plie])
})

it('finds Benaïssa, BENAISSA and أحمد / احمد alike', () => {
  expect(normaliser(' BenaÏssa   Élodie ')).toBe('benaissa elodie')
  expect(normaliser('أَحْمَد')).toBe(normaliser('احمد'))
})
