import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { search } from '#features/recherche/server/recherche.service.ts'
import { isPlannedOnce } from '#server/database/lists.ts'
import type { Database } from '#server/database/pool.ts'
import { buildClient } from '#test/harness/builders.ts'
import { freshDatabase } from '#test/harness/database.ts'

let database: Database
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

it('keeps one plan for all words where an index looks one of them up', async () => {
  const noms = ['Zerrouki', 'Meziane', 'Haddad', 'Mansouri', 'Boudiaf', 'Saïdi', 'Cherif', 'Benali']
  for (const nom of noms) await buildClient(database.db, { nom_complet: `${nom} Karim` })
  await database.db.connection().execute(async (db) => {
    const titles = async (texte: string) => (await search(db, texte)).data.map(({ titre }) => titre)
    for (const nom of noms) {
      expect(await titles(nom.toLowerCase())).toEqual([`${nom} Karim`])
      expect(await titles(`karim ${nom}`)).toEqual([`${nom} Karim`])
      expect(await titles(`${nom} k`)).toEqual([`${nom} Karim`])
      expect(await titles(`${nom} 0666`)).toEqual([])
    }
    expect((await titles('karim')).length).toBe(6)
    const { rows } = await sql<{ generic: number; custom: number }>`
      select generic_plans as generic, custom_plans as custom from pg_prepared_statements
      where name like 'diyar_%' and statement like '%"places"%' order by generic desc`.execute(db)
    // PostgreSQL looks at five plans made for their values before it keeps one for all.
    expect(rows).toEqual([
      { generic: 4, custom: 5 },
      { generic: 3, custom: 5 },
      { generic: 3, custom: 5 },
      { generic: 3, custom: 5 },
    ])
  })
})

it('leaves the planner its choice where no index does, or for a sentence', () => {
  const once = ['meziane', 'Meziane Karim', 'benali k', 'lot 302', '0555', '2026-001234', 'a-302']
  const eachTime = ['', 'k', 'el', '%_', 'محمد', 'lot 3', 'place 12', 'bloc c', 'tour 2 nord', 'a b c d e f']
  expect(once.filter((texte) => !isPlannedOnce(texte))).toEqual([])
  expect(eachTime.filter(isPlannedOnce)).toEqual([])
})
