import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { connect, type Database } from '#server/database/pool.ts'
import { inCancellableSnapshot } from '#server/database/transaction.ts'
import { freshDatabase } from '#test/harness/database.ts'

let database: Database
let pool: ReturnType<typeof connect>
beforeAll(async () => {
  database = await freshDatabase()
  pool = connect(database.connection, { statement_timeout: 0 })
})
afterAll(async () => {
  await pool.db.destroy()
  await database.close()
})

it('ends a statement that is given up at the very moment it is sent', async () => {
  for (let n = 0; n < 60; n++) {
    const gone = new AbortController()
    const reading = inCancellableSnapshot(pool.db, gone.signal, async (db) => {
      const asked = sql`select pg_sleep(60)`.execute(db)
      setImmediate(() => gone.abort(new Error('gone')))
      return asked
    })
    await expect(reading).rejects.toThrow('gone')
  }
})

it('ends readings that are given up together, more of them than there are connections', async () => {
  const leavers = Array.from({ length: 40 }, () => new AbortController())
  const readings = leavers.map(({ signal }) =>
    inCancellableSnapshot(pool.db, signal, (db) => sql`select pg_sleep(600)`.execute(db)),
  )
  const outcomes = Promise.allSettled(readings)
  await vi.waitFor(() => expect(pool.pool.totalCount - pool.pool.idleCount).toBe(4))
  for (const leaver of leavers) leaver.abort(new Error('gone'))
  const refused = { status: 'rejected', reason: expect.objectContaining({ message: 'gone' }) }
  expect(await outcomes).toEqual(readings.map(() => refused))
  await vi.waitFor(() => expect(pool.pool.totalCount - pool.pool.idleCount).toBe(0))
})
