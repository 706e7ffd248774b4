import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hasMots, normaliser, foldTelephone } from '#shared/texte.ts'
import { containsMots } from '#server/database/lists.ts'
import { freshDatabase } from '#test/harness/database.ts'

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

it('folds a phone in the database exactly as in the browser', async () => {
  const parts = fc.constantFrom(
    '+213',
    '00213',
    '213',
    '0',
    '798',
    '99 75 78',
    '555.12',
    '(0)',
    '/',
    ' / ',
    '-',
    '+',
    '٣',
    'x',
  )
  const samples = fc.sample(fc.array(parts, { maxLength: 9 }), 500).map((picked) => picked.join(''))
  const { rows } = await sql<{ texte: string; plie: string }>`
    select texte, plier_telephone(texte) as plie from unnest(${samples}::text[]) as texte`.execute(
    database.db,
  )
  expect(rows).toHaveLength(500)
  for (const { texte, plie } of rows) expect([texte, foldTelephone(texte)]).toEqual([texte, plie])
})

it('finds in the database the words that it finds in the browser', async () => {
  const { db } = database
  const letters = fc.constantFrom(..."abé %_\\'’-(3 ")
  const words = fc.oneof(
    fc.string({ unit: letters, maxLength: 14 }),
    fc
      .array(fc.constantFrom('bloc', 'blocs', 'b', 'a', 'tour', '12', '2', '-', '(', '#'), { maxLength: 4 })
      .map((mots) => mots.join(' ')),
  )
  const [pairs] = fc.sample(fc.array(fc.tuple(words, words), { minLength: 300, maxLength: 300 }), 1)
  for (const [texte, recherche] of pairs ?? []) {
    const { rows } = await sql<{ found: boolean }>`
      select ${containsMots('t.recherche', recherche)} as found from (select normaliser(${texte}::text) as recherche) t`.execute(
      db,
    )
    expect([texte, recherche, rows[0]?.found]).toEqual([texte, recherche, hasMots([texte], recherche)])
  }
})

it('asks about a hundred words as it asks about ten, each so often: not each with each', () => {
  const statement = (courts: number, longs: number) => {
    const signes = [...Array(courts).keys()].map((n) => String.fromCodePoint(0x4e00 + n))
    const mots = [...Array(longs).keys()].map((n) => `mot${n}`)
    return containsMots('t.recherche', [...signes, ...mots].join(' ')).compile(database.db).parameters.length
  }
  expect(statement(60, 40) - statement(6, 4)).toBeLessThan(300)
})
