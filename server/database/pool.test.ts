import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/database/pool.ts'
import { freshDatabase } from '#test/harness/database.ts'

let database: Database
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

it('a connection that the server closes under a query is not lent again: only that query fails', async () => {
  const { pool } = database
  const after: unknown[] = []
  for (let round = 0; round < 50; round++) {
    const [lent, other] = [await pool.connect(), await pool.connect()]
    const { rows } = await lent.query('select pg_backend_pid() as pid')
    const interrupted = lent.query('select pg_sleep(30)').then(
      () => null,
      (error: unknown) => error,
    )
    await other.query('select pg_terminate_backend($1)', [rows[0].pid])
    expect(await interrupted).toMatchObject({ code: '57P01' })
    lent.release()
    // The pool lends this connection first, the only idle one.
    after.push(await pool.query('select 1').catch((error: unknown) => error))
    other.release()
  }
  expect(after.filter((outcome) => outcome instanceof Error)).toEqual([])
})
