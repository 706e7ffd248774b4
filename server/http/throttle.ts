import { sql } from 'kysely'
import type { Db } from '#server/database/db.ts'
import { AppError } from '#server/http/errors.ts'

/** `max` attempts within `seconds`, then none until they are over. Counted under `key`, for every process at once. */
export interface Window {
  key: string
  max: number
  seconds: number
}

/** `burst` attempts at most, one of which comes back every `every` seconds. Kept under `key`, for every process at once. */
interface Trickle {
  key: string
  burst: number
  every: number
}

/** A budget of attempts, kept in the database by its clock. */
export type Budget = Window | Trickle

/**
 * Takes one attempt from each budget before the work is done, so that attempts made at the same time cannot
 * slip through together. Give it back with {@link refundBudgets} when the attempt turns out to be a success (Q74).
 * @param pool never a transaction: what is taken must outlive a refusal
 * @throws tropDeTentatives (429, Retry-After)
 */
export async function spendBudgets(pool: Db, budgets: Budget[]): Promise<void> {
  for (const [index, budget] of budgets.entries()) {
    const wait = 'burst' in budget ? await takeFromTrickle(pool, budget) : await takeFromWindow(pool, budget)
    if (wait === 0) continue
    await refundBudgets(pool, budgets.slice(0, index))
    throw refusal(wait)
  }
}

/**
 * Refuses while a budget is used up, and takes nothing: for what is counted only once it is known to be a miss.
 * @throws tropDeTentatives (429, Retry-After)
 */
export async function assertBudgets(pool: Db, budgets: readonly Window[]): Promise<void> {
  for (const { key, max } of budgets) {
    const { rows } = await sql<{ attente: number }>`
      select ceil(extract(epoch from expire_le - now()))::int as attente
      from tentatives where cle = ${key} and compte >= ${max} and expire_le > now()`.execute(pool)
    if (rows[0]) throw refusal(rows[0].attente)
  }
}

function refusal(seconds: number): AppError {
  const refused = new AppError('tropDeTentatives', { secondes: Math.max(seconds, 1) })
  refused.retryAfter = Math.max(seconds, 1)
  return refused
}

/** @returns 0 when there was one left, else the seconds to wait */
async function takeFromWindow(pool: Db, budget: Window): Promise<number> {
  const { key, max, seconds } = budget
  const { rows } = await sql<{ compte: number; attente: number }>`
    insert into tentatives as t (cle, compte, expire_le) values (${key}, 1, now() + ${seconds} * interval '1 second')
    on conflict (cle) do update set
      compte = case when t.expire_le <= now() then 1 else t.compte + 1 end,
      expire_le = case when t.expire_le <= now() then excluded.expire_le else t.expire_le end
    returning compte, ceil(extract(epoch from expire_le - now()))::int as attente`.execute(pool)
  const taken = rows[0]
  if (!taken || taken.compte <= max) return 0
  await refundBudgets(pool, [budget])
  return Math.max(taken.attente, 1)
}

/** `expire_le` is when all attempts are back: each one taken puts it off, as far as the budget allows. */
async function takeFromTrickle(pool: Db, { key, burst, every }: Trickle): Promise<number> {
  const one = sql`make_interval(secs => ${every})`
  const { rows } = await sql`
    insert into tentatives as t (cle, compte, expire_le) values (${key}, 1, now() + ${one})
    on conflict (cle) do update set expire_le = greatest(t.expire_le, now()) + ${one}
      where greatest(t.expire_le, now()) + ${one} <= now() + ${burst}::int * ${one}
    returning cle`.execute(pool)
  if (rows.length > 0) return 0
  const left = await sql<{ attente: number }>`
    select ceil(extract(epoch from expire_le - now() - ${burst - 1}::int * ${one}))::int as attente
    from tentatives where cle = ${key}`.execute(pool)
  return Math.max(left.rows[0]?.attente ?? 1, 1)
}

/** Gives the attempts back. */
export async function refundBudgets(pool: Db, budgets: Budget[]): Promise<void> {
  for (const budget of budgets) {
    const back =
      'burst' in budget
        ? { expire_le: sql<Date>`expire_le - make_interval(secs => ${budget.every})` }
        : { compte: sql<number>`greatest(compte - 1, 0)` }
    await pool.updateTable('tentatives').set(back).where('cle', '=', budget.key).execute()
  }
}
