import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { search } from '#features/recherche/server/recherche.service.ts'
import { isPlannedOnce } from '#server/database/lists.ts'
import type { Database } from '#server/database/pool.ts'
import { buildClient, buildLocal, pay, sell } from '#test/harness/builders.ts'
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

it('never walks all days of payments for words that no reference has', async () => {
  const { db } = database
  await pay(db, await sell(db, await buildLocal(db), (await buildClient(db)).id), 1)
  await sql`alter table paiements set (autovacuum_enabled = off)`.execute(db)
  await sql`
    insert into paiements (vente_id, date_paiement, versement, recu_annee, recu_numero, mode, banque, reference)
    select vente_id, date_paiement - n, 1, 2000, n, 'virement', 'BNA', 'Bloc C' from paiements, generate_series(1, 10000) n`.execute(
    db,
  )
  await sql`analyze paiements`.execute(db)
  // The planner still expects these words on each day, as it does in a portfolio of years.
  await sql`update paiements set reference = 'VIR 1' where mode = 'virement'`.execute(db)
  const walks = () =>
    db.connection().execute(async (one) => {
      await search(one, 'bloc c')
      await sql`select pg_stat_force_next_flush()`.execute(one)
      const { rows } = await sql<{ n: number }>`
        select idx_scan as n from pg_stat_user_indexes where indexrelname = 'paiements_par_date'`.execute(one)
      return rows[0]?.n
    })
  const before = await walks()
  expect(await walks()).toBe(before)
})
