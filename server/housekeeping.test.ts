import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createApp } from '#server/http/app.ts'
import type { Db } from '#server/database/db.ts'
import type { Database } from '#server/database/pool.ts'
import { claimStore } from '#server/files/installation.ts'
import { pathOf } from '#server/files/store.ts'
import { runHousekeeping } from '#server/housekeeping.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { buildResidence } from '#test/harness/builders.ts'
import { freshDatabase } from '#test/harness/database.ts'
import { KINDS, storeBench, type StoreBench } from '#test/harness/stores.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

const UUID = (n: number) => `${String(n).padStart(8, '0')}-0000-4000-8000-000000000000`
const many = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => UUID(from + n))

async function name(db: Db, id: string): Promise<void> {
  await db
    .insertInto('fichiers')
    .values({ id, nom: 'plan.pdf', taille: 5, sha256: Buffer.alloc(32) })
    .execute()
  await buildResidence(db, { plan_id: id })
}

describe.each(KINDS)('plans on %s', (kind) => {
  let bench: StoreBench
  let database: Database
  beforeEach(async () => {
    bench = await storeBench(kind)
    database = await freshDatabase()
    await claimStore(bench.store, database.db)
  })
  afterEach(async () => {
    await bench.close()
    await database.close()
  })

  const keep = async (id: string, hours = 2) => {
    await bench.keep(id, 'bytes')
    await bench.age(id, 'plans', hours)
  }
  const shelf = async (of: 'plans' | 'corbeille') =>
    (await bench.paths()).filter((path) => path.startsWith(of)).map((path) => path.slice(-40, -4))
  const clean = () => runHousekeeping(database.db, bench.store)

  it('throws orphans into the bin after an hour, and nothing that is named or recent', async () => {
    await keep(UUID(1))
    await keep(UUID(2))
    await keep(UUID(3), 0)
    await name(database.db, UUID(1))
    expect(await clean()).toBeNull()
    expect(await shelf('plans')).toEqual([UUID(1), UUID(3)])
    expect(await shelf('corbeille')).toEqual([UUID(2)])
  })

  it('empties the bin after thirty days, and puts back what a record names', async () => {
    for (const id of many(1, 3)) await keep(id)
    for (const id of many(1, 2)) await name(database.db, id)
    for (const id of many(2, 3)) await bench.store.remove(id)
    await bench.age(UUID(3), 'corbeille', 24 * 30 - 1)
    expect(await clean()).toBeNull()
    expect(await shelf('corbeille')).toEqual([UUID(3)])
    expect(await shelf('plans')).toEqual([UUID(1), UUID(2)])
    expect(await text(bench.store.read(UUID(2)))).toBe('bytes')

    await bench.store.remove(UUID(2))
    for (const id of many(2, 3)) await bench.age(id, 'corbeille', 24 * 30 + 1)
    expect(await clean()).toBeNull()
    expect(await shelf('corbeille')).toEqual([])
    expect(await shelf('plans')).toEqual([UUID(1), UUID(2)])
  })

  it('leaves all alone when no plan of the store is known here, or too many are not', async () => {
    for (const id of many(1, 5)) await keep(id)
    const before = await bench.paths()
    expect(await clean()).toMatch(/^5 of 5 plans are named by no record/)
    expect(await bench.paths()).toEqual(before)
    // Eleven of thirty are refused, since they exceed ten and a tenth.
    for (const id of many(6, 30)) await keep(id)
    for (const id of many(1, 19)) await name(database.db, id)
    expect(await clean()).toMatch(/^11 of 30 plans are named by no record/)
    expect(await shelf('plans')).toHaveLength(30)
    await name(database.db, UUID(20))
    expect(await clean()).toBeNull()
    expect(await shelf('plans')).toEqual(many(1, 20))
    expect(await shelf('corbeille')).toEqual(many(21, 30))
  })

  it('leaves all alone in a store that is no longer its own, or no longer there', async () => {
    for (const id of many(1, 2)) await keep(id)
    await name(database.db, UUID(1))
    for (const owner of [null, UUID(9)]) {
      await bench.store.unclaim()
      if (owner) await bench.store.claim(owner)
      const before = await bench.paths()
      expect(await clean()).toMatch(/^the store of plans is not that of this database/)
      expect(await bench.paths()).toEqual(before)
    }
  })
})

it('says once in the log of the server what it leaves alone', async () => {
  const bench = await storeBench('disk')
  const database = await freshDatabase()
  await claimStore(bench.store, database.db)
  await bench.keep(UUID(1), 'bytes')
  await bench.age(UUID(1), 'plans', 2)
  const said: string[] = []
  const logger = { level: 'warn', stream: { write: (line: string) => void said.push(line) } }
  const app = await createApp({ db: database.db, files: bench.store, logger })
  await app.listen({ port: 0, host: '127.0.0.1' })
  await vi.waitUntil(() => said.length > 0, { timeout: 50_000 })
  await app.close()
  expect(said.join('')).toMatch(/"level":50.*1 of 1 plans are named by no record/)
  expect(await bench.paths()).toContain(pathOf('plans', UUID(1)))
  await bench.close()
  await database.close()
})

it('drops expired sessions and old keys, and keeps the living ones', async () => {
  const karim = await t.member()
  await t.db
    .insertInto('sessions')
    .values({ empreinte: Buffer.alloc(32), membre_id: 1, vue_le: sql`now() - interval '61 minutes'` })
    .execute()
  await t.db
    .insertInto('idempotence')
    .values({
      membre_id: 1,
      cle: 'old',
      empreinte: Buffer.alloc(32),
      cree_le: sql`now() - interval '25 hours'`,
    })
    .execute()
  await t.db
    .insertInto('idempotence')
    .values({ membre_id: 1, cle: 'new', empreinte: Buffer.alloc(32) })
    .execute()
  await runHousekeeping(t.db, t.app.files)
  expect(await t.db.selectFrom('idempotence').select('cle').execute()).toEqual([{ cle: 'new' }])
  expect(await t.db.selectFrom('sessions').selectAll().execute()).toHaveLength(1)
  expect((await karim.get('/api/user')).statusCode).toBe(200)
})
