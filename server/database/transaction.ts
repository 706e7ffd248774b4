import type { Db } from '#server/database/db.ts'
import { isRetryable } from '#server/http/errors.ts'

const ATTEMPTS = 3

/** Runs a change in one transaction; a serialization failure or a deadlock runs it again, at most three times in all. */
export async function inTransaction<T>(pool: Db, work: (db: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await pool.transaction().execute(work)
    } catch (error) {
      if (attempt === ATTEMPTS || !isRetryable(error)) throw error
    }
  }
}
