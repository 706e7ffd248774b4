import { vi } from 'vitest'
import type { Db } from '#server/database/db.ts'
import { lockedSince } from '#server/database/locks.ts'

/** Once nobody holds a lock: what an answer has begun goes on after it. */
export async function whenFree(db: Db, lock: number): Promise<void> {
  await vi.waitUntil(async () => (await lockedSince(db, lock)) === null, { timeout: 60_000, interval: 20 })
}
