import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect, type Database } from '#server/database/pool.ts'
import { inCancellableSnapshot } from '#server/database/reading.ts'
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
