import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '#server/database/db.ts'
import type { Database } from '#server/database/pool.ts'
import { readInstallationId, refuseStoreOfAnother, claimStore } from '#server/files/installation.ts'
import { buildResidence } from '#test/harness/builders.ts'
import { bareDatabase, freshDatabase } from '#test/harness/database.ts'
import { KINDS, storeBench, type StoreBench } from '#test/harness/stores.ts'

const UUID = (n: number) => `${String(n).padStart(8, '0')}-0000-4000-8000-000000000000`
const many = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => UUID(from + n))

async function name(db: Db, ids: string[]): Promise<void> {
  for (const id of ids) {
    await db
      .insertInto('fichiers')
      .values({ id, nom: 'plan.pdf', taille: 5, sha256: Buffer.alloc(32) })
      .execute()
    await buildResidence(db, { plan_id: id })
  }
}

describe.each(KINDS)('a database and a store on %s', (kind) => {
  let bench: StoreBench
  let one: Database
  let two: Database
  beforeEach(async () => {
    bench = await storeBench(kind)
    one = await freshDatabase()
    two = await freshDatabase()
  })
  afterEach(async () => {
    await bench.close()
    await Promise.all([one.close(), two.close()])
  })

  const keep = async (ids: string[]) => {
    for (const id of ids) await bench.keep(id, 'bytes')
  }

  it('belong together from the first start on, in every process; another database is refused', async () => {
    const starts = await Promise.all([1, 2, 3, 4].map(() => claimStore(bench.again(), one.db)))
    expect(starts).toEqual([null, null, null, null])
    const mark = await bench.store.installation()
    expect(mark).toBe(await readInstallationId(one.db))
    await keep(many(1, 3))
    const before = await bench.paths()
    for (const open of [claimStore, refuseStoreOfAnother])
      await expect(open(bench.store, two.db)).rejects.toThrow(/contient les plans d'une autre installation/)
    expect([await bench.paths(), await bench.store.installation()]).toEqual([before, mark])
    await refuseStoreOfAnother(bench.store, one.db)
  })

  it('of two databases that start at once on a new store, one has it', async () => {
    const outcomes = await Promise.allSettled([one, two].map(({ db }) => claimStore(bench.again(), db)))
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('that a former version used are marked when they fit, all but a few', async () => {
    await keep(many(1, 12))
    await name(one.db, many(1, 2))
    expect(await claimStore(bench.store, one.db)).toBeNull()
    expect(await bench.store.installation()).toBe(await readInstallationId(one.db))
  })

  it.each([
    ['knows none of its plans', 3, 0, /des plans dont aucun n'est connu/],
    ['knows too few of them', 30, 19, /contient 30 plans, dont 11 ne sont pas connus/],
  ])(
    'that a former version used are not marked when the database %s',
    async (_what, kept, named, sentence) => {
      await keep(many(1, kept))
      await name(one.db, many(1, named))
      const before = await bench.paths()
      await expect(claimStore(bench.store, one.db)).rejects.toThrow(sentence)
      expect(await bench.paths()).toEqual(before)
    },
  )

  it('are not parted by a bin without its mark', async () => {
    await keep(many(1, 1))
    await bench.store.remove(UUID(1))
    await expect(claimStore(bench.store, one.db)).rejects.toThrow(/dont aucun n'est connu/)
    expect(await bench.store.installation()).toBeNull()
  })

  it('serve without their plans, which is said at each start', async () => {
    await name(one.db, many(1, 2))
    for (let n = 0; n < 2; n++)
      expect(await claimStore(bench.store, one.db)).toMatch(
        /^la base de données nomme 2 plans, et .* n'en contient aucun/,
      )
  })

  it('are only looked at by what only reads, also before any start', async () => {
    const bare = await bareDatabase()
    await refuseStoreOfAnother(bench.store, bare.db)
    await refuseStoreOfAnother(bench.store, one.db)
    await bench.store.claim(UUID(1))
    await refuseStoreOfAnother(bench.store, bare.db)
    expect(await bench.paths()).toEqual(['installation'])
    await bare.close()
  })
})
