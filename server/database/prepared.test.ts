import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/database/pool.ts'
import { anyOf, limitAndOffset, runPrepared, statement } from '#server/database/prepared.ts'
import { buildClient } from '#test/harness/builders.ts'
import { freshDatabase } from '#test/harness/database.ts'

let database: Database
const ids: number[] = []
beforeAll(async () => {
  database = await freshDatabase()
  for (let n = 0; n < 30; n++) ids.push((await buildClient(database.db)).id)
})
afterAll(() => database.close())

it('plans a query once for all lists of ids and all pages, and answers each', async () => {
  await database.db.connection().execute(async (db) => {
    for (let length = 0; length <= 20; length++) {
      const wanted = ids.slice(0, length)
      const named = await runPrepared(
        db,
        sql<{ id: number }>`select id from clients where id = ${anyOf(wanted)} order by id`,
      )
      expect(named.map(({ id }) => id)).toEqual(wanted)
      const page = sql`select id from clients order by id ${limitAndOffset({ limit: length, offset: 3 })}`
      const paged = await runPrepared(
        db,
        sql<{ id: number }>`select id from clients where id = ${anyOf(page)} order by id`,
      )
      expect(paged.map(({ id }) => id)).toEqual(ids.slice(3, 3 + length))
    }
    const { rows } = await sql<{ generic: number; custom: number }>`
      select generic_plans as generic, custom_plans as custom from pg_prepared_statements where name like 'diyar_%'`.execute(
      db,
    )
    // PostgreSQL looks at five plans made for their values before it keeps one for all.
    expect(rows).toEqual([
      { generic: 16, custom: 5 },
      { generic: 16, custom: 5 },
    ])
  })
})

it('gives a name to what asks for it and to nothing else', async () => {
  await database.db.connection().execute(async (db) => {
    const named = () =>
      sql<{ n: number }>`select count(*) as n from pg_prepared_statements`
        .execute(db)
        .then(({ rows }) => rows[0]?.n)
    const before = (await named()) ?? 0
    await db
      .selectFrom('clients')
      .select('id')
      .where('id', '=', ids[0] ?? 0)
      .execute()
    expect(await named()).toBe(before)
    await runPrepared(db, sql`select 1 as une_fois`)
    expect(await named()).toBe(before + 1)
  })
})

it('makes the text of a statement once and puts each value in its place', async () => {
  const built: string[] = []
  const findIn = (order: 'up' | 'down') =>
    statement<[from: number, most: number, to: number], { id: number }>((from, most, to) => {
      built.push(order)
      return sql`select id from clients where id between ${from} and ${to} order by id ${order === 'up' ? sql`asc` : sql`desc`} limit ${most}`
    })
  const [findUp, findDown] = [findIn('up'), findIn('down')]
  const [first = 0, second = 0, third = 0] = ids
  for (let time = 0; time < 3; time++) {
    expect(await findUp(database.db, first, 2, third)).toEqual([{ id: first }, { id: second }])
    expect(await findDown(database.db, first, 1, third)).toEqual([{ id: third }])
  }
  // The statement is also found in a transaction, on another connection.
  await database.db.transaction().execute(async (db) => {
    expect(await findUp(db, second, 9, third)).toEqual([{ id: second }, { id: third }])
  })
  expect(built).toEqual(['up', 'down'])
})
