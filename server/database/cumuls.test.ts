import { sql, type ControlledTransaction } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { cumulCount } from '#server/database/records.ts'
import type { Db } from '#server/database/db.ts'
import { migrate } from '#server/database/migrate.ts'
import type { Database } from '#server/database/pool.ts'
import type { DB } from '#server/database/schema.ts'
import { bareDatabase, freshDatabase } from '#test/harness/database.ts'
import { buildAppartement, buildClient, buildEtage, pay, sell, sellAll } from '#test/harness/builders.ts'
import { failedInvariants } from '#test/harness/invariants.ts'
import { migrateUpTo, sellAsBefore } from '#test/harness/older.ts'

// The kept sums (db/migrations/0003_cumuls.sql) must be what the rows add up to, whoever writes at the same time.

async function readCumulCount(db: Db, quoi: Parameters<typeof cumulCount>[0]): Promise<number> {
  const { rows } = await sql<{ n: number }>`select ${cumulCount(quoi)} as n`.execute(db)
  return rows[0]?.n ?? 0
}

let database: Database
let client: number
let etage_id: number
beforeAll(async () => {
  database = await freshDatabase()
})
beforeEach(async () => {
  client = (await buildClient(database.db)).id
  etage_id = (await buildEtage(database.db)).id
})
afterAll(() => database.close())

type Transaction = ControlledTransaction<DB>
const begin = (): Promise<Transaction> => database.db.startTransaction().execute()
const pidOf = async (db: Transaction) => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return rows[0]?.pid ?? 0
}
/** Returns once that connection waits for a lock: the barrier of the races below. */
async function untilBlocked(pid: number): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ waits: boolean }>`
      select coalesce(cardinality(pg_blocking_pids(${pid})) > 0, false) as waits`.execute(database.db)
    if (rows[0]?.waits) return
  }
}
const end = (db: Transaction, vente: number) =>
  db
    .updateTable('ventes')
    .set({ terminee_le: sql`now()` })
    .where('id', '=', vente)
    .execute()
const failures = () => failedInvariants(database.db)
const lots = () => readCumulCount(database.db, 'appartements')

it('writers never wait for each other, and what is rolled back does not count', async () => {
  const before = await lots()
  // Eight at once: each must finish its work while the seven others still hold theirs.
  const open = await Promise.all(Array.from({ length: 8 }, begin))
  for (const db of open) await buildAppartement(db, { etage_id })
  expect(await lots()).toBe(before)
  for (const [rank, db] of open.entries()) await (rank % 4 === 0 ? db.rollback() : db.commit()).execute()
  expect(await lots()).toBe(before + 6)
  expect(await failures()).toEqual([])
})

it('keeps few rows, however many writers came one after the other', async () => {
  for (let n = 0; n < 20; n++) await buildAppartement(database.db, { etage_id })
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from cumuls where quoi = 'appartements'`.execute(database.db)
  expect(rows[0]?.n).toBeLessThanOrEqual(9)
  expect(await failures()).toEqual([])
})

it('a sale that ends waits for the payment in flight, and then counts it out', async () => {
  const vente = await sell(database.db, await buildAppartement(database.db, { etage_id }), client)
  const [paying, ending] = [await begin(), await begin()]
  await pay(paying, vente, 5_000)
  const pid = await pidOf(ending)
  const ended = end(ending, vente)
  await untilBlocked(pid)
  await paying.commit().execute()
  await ended
  await ending.commit().execute()
  expect(await failures()).toEqual([])
})

it('a payment waits for the sale that ends, and then does not count', async () => {
  const vente = await sell(database.db, await buildAppartement(database.db, { etage_id }), client)
  const [paying, ending] = [await begin(), await begin()]
  await end(ending, vente)
  const pid = await pidOf(paying)
  const paid = pay(paying, vente, 5_000)
  await untilBlocked(pid)
  await ending.commit().execute()
  await paid
  await paying.commit().execute()
  expect(await failures()).toEqual([])
})

it('a client who buys one bien while his only other one is taken back counts once', async () => {
  const biens = [
    await buildAppartement(database.db, { etage_id }),
    await buildAppartement(database.db, { etage_id }),
  ] as const
  const first = await sell(database.db, biens[0], client)
  const owners = await readCumulCount(database.db, 'acquereurs')
  const [leaving, buying] = [await begin(), await begin()]
  await leaving.deleteFrom('ventes').where('id', '=', first).execute()
  const pid = await pidOf(buying)
  const bought = sell(buying, biens[1], client)
  await untilBlocked(pid)
  await leaving.commit().execute()
  await bought
  await buying.commit().execute()
  expect(await readCumulCount(database.db, 'acquereurs')).toBe(owners)
  expect(await failures()).toEqual([])
})

it('counts statements that touch many rows at once, prices that change and payments that move', async () => {
  for (const prix of [10_000, 20_000, 30_000]) {
    const vente = await sell(database.db, await buildAppartement(database.db, { etage_id, prix }), client)
    await pay(database.db, vente, 4_000, '2026-01-31')
    await pay(database.db, vente, 1_000, '2026-02-01')
  }
  await database.db.transaction().execute(async (db) => {
    await sql`update biens set prix = prix + 1 where type = 'appartement'`.execute(db)
    await sql`update ventes v set prix = b.prix from biens b where b.id = v.bien_id and v.terminee_le is null`.execute(
      db,
    )
    await sql`update paiements set date_paiement = date_paiement + 30, versement = versement - 1`.execute(db)
    await sql`update ventes v set total_paye = (select coalesce(sum(p.versement), 0) from paiements p where p.vente_id = v.id)`.execute(
      db,
    )
    await sql`update ventes set terminee_le = now() where id % 2 = 0 and terminee_le is null`.execute(db)
  })
  expect(await failures()).toEqual([])
})

it('a statement that changes twenty thousand sales ends within the limit of any statement', async () => {
  await database.db.transaction().execute(async (db) => {
    await sql`insert into biens (type, prix) select 'appartement', 100 from generate_series(1, 20000)`.execute(
      db,
    )
    await sellAll(db, client)
    await sql`update ventes set prix = prix + 1`.execute(db)
    await sql`update ventes set terminee_le = now() where terminee_le is null`.execute(db)
    expect(await readCumulCount(db, 'acquereurs')).toBe(0)
    await sql`delete from ventes v where not exists (select from paiements p where p.vente_id = v.id)`.execute(
      db,
    )
    await sql`update ventes set prix = prix - 1`.execute(db)
    await sql`delete from biens b where not exists (select from appartements a where a.id = b.id)`.execute(db)
  })
  expect(await failedInvariants(database.db)).toEqual([])
})

it('a truncation takes everything back, unless it is rolled back', async () => {
  await sell(database.db, await buildAppartement(database.db, { etage_id }), client)
  const before = await lots()
  const emptying = await begin()
  await sql`truncate paiements, ventes, biens, appartements, locaux, places_parking cascade`.execute(emptying)
  expect(await readCumulCount(emptying, 'appartements')).toBe(0)
  expect(await readCumulCount(emptying, 'acquereurs')).toBe(0)
  expect(await failedInvariants(emptying)).toEqual([])
  await emptying.rollback().execute()
  expect(await lots()).toBe(before)
  expect(await failures()).toEqual([])
})

it('a truncation is refused where it could not see all it takes away', async () => {
  const truncation = database.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((db) =>
      sql`truncate paiements, ventes, biens, appartements, locaux, places_parking cascade`.execute(db),
    )
  await expect(truncation).rejects.toThrow('read committed')
  expect(await failures()).toEqual([])
})

it('the rules see a sum that was tampered with', async () => {
  const tampering = await begin()
  await sql`update cumuls set paye = paye + 1 where id = (select min(id) from cumuls)`.execute(tampering)
  await sql`update acquereurs set ventes = ventes + 1 where client_id = (select min(client_id) from acquereurs)`.execute(
    tampering,
  )
  expect(await failedInvariants(tampering)).toHaveLength(2)
  await tampering.rollback().execute()
})

it('an installation that was in use before has its sums from the start', async () => {
  const older = await bareDatabase()
  try {
    await migrateUpTo(older.connection, '0002')
    const owner = (await buildClient(older.db)).id
    const [sold, former] = [await buildAppartement(older.db), await buildAppartement(older.db)]
    await pay(older.db, await sellAsBefore(older.db, sold, owner), 1_000)
    const ended = await sellAsBefore(older.db, former, owner)
    await pay(older.db, ended, 2_000)
    await sql`update ventes set terminee_le = now() where id = ${ended}`.execute(older.db)
    await migrate(older.connection)
    expect(await failedInvariants(older.db)).toEqual([])
    expect(await readCumulCount(older.db, 'appartements')).toBe(2)
    expect(await readCumulCount(older.db, 'acquereurs')).toBe(1)
  } finally {
    await older.close()
  }
})
