import { sql } from 'kysely'
import type { Db } from '#server/database/db.ts'
import { AppError } from '#server/errors.ts'

/** A budget of attempts: `max` within `seconds`, counted under `key` in the database, for every process at once. */
export interface Budget {
  key: string
  max: number
  seconds: number
}

/**
 * Takes one attempt from each budget before the work is done, so that attempts made at the same time cannot
 * slip through together. Give it back with {@link refund} when the attempt turns out to be a success (Q74).
 * @param pool never a transaction: what is taken must outlive a refusal
 * @throws tropDeTentatives (429, Retry-After)
 */
export async function spend(pool: Db, budgets: Budget[]): Promise<void> {
  for (const [index, { key, max, seconds }] of budgets.entries()) {
    const { rows } = await sql<{ compte: number; attente: number }>`
      insert into tentatives as t (cle, compte, expire_le) values (${key}, 1, now() + ${seconds} * interval '1 second')
      on conflict (cle) do update set
        compte = case when t.expire_le <= now() then 1 else t.compte + 1 end,
        expire_le = case when t.expire_le <= now() then excluded.expire_le else t.expire_le end
      returning compte, ceil(extract(epoch from expire_le - now()))::int as attente`.execute(pool)
    const taken = rows[0]
    if (!taken || taken.compte <= max) continue
    await refund(pool, budgets.slice(0, index + 1))
    const refused = new AppError('tropDeTentatives', { secondes: Math.max(taken.attente, 1) })
    refused.retryAfter = Math.max(taken.attente, 1)
    throw refused
  }
}

/** Gives the attempts back. */
export async function refund(pool: Db, budgets: Budget[]): Promise<void> {
  const keys = budgets.map(({ key }) => key)
  await pool
    .updateTable('tentatives')
    .set({ compte: sql`greatest(compte - 1, 0)` })
    .where('cle', 'in', keys)
    .execute()
}
