import { isIPv4, isIPv6 } from 'node:net'
import { communesErreurs } from '#shared/erreurs.ts'
import { sql } from 'kysely'
import { AVANCE, type Db } from '#server/database/db.ts'
import { AppError, refuse } from '#server/http/errors.ts'

/** `max` attempts within `seconds`, then none until the window ends; counted under `key` for all processes. */
export interface Window {
  key: string
  max: number
  seconds: number
}

/** At most `burst` attempts, one of which returns every `every` seconds; counted under `key` for all processes. */
interface Trickle {
  key: string
  burst: number
  every: number
}

/** Budget of attempts, kept in the database by its clock. */
export type Budget = Window | Trickle

/**
 * Takes one attempt from each budget before the work, so that simultaneous ones cannot pass together; {@link refundBudgets} gives it back
 * after a success (Q74). @throws tropDeTentatives (429, Retry-After)
 * @param pool never a transaction: the attempt must outlive a refusal
 */
export async function spendBudgets(pool: Db, budgets: Budget[]): Promise<void> {
  for (const [index, budget] of budgets.entries()) {
    const wait = 'burst' in budget ? await takeFromTrickle(pool, budget) : await takeFromWindow(pool, budget)
    if (wait === 0) continue
    await refundBudgets(pool, budgets.slice(0, index))
    throw refusal(wait)
  }
}

/** Refuses while a budget is used up, for attempts that count only once they have failed. @throws tropDeTentatives (429) */
export async function assertBudgets(pool: Db, budgets: readonly Window[]): Promise<void> {
  for (const { key, max, seconds } of budgets) {
    const { rows } = await sql<{ attente: number }>`
      select ceil(extract(epoch from expire_le - now()))::int as attente
      from tentatives where cle = ${key} and compte >= ${max} and expire_le > now()
        and expire_le <= now() + ${seconds} * interval '1 second' + ${AVANCE}`.execute(pool)
    if (rows[0]) throw refusal(rows[0].attente)
  }
}

function refusal(seconds: number): AppError {
  const refused = refuse(communesErreurs.tropDeTentatives, { secondes: Math.max(seconds, 1) })
  refused.retryAfter = Math.max(seconds, 1)
  return refused
}

/**
 * Begins a window anew that has ended, or ends later than it is long: a clock that has been put right since ran ahead.
 * @returns 0 after taking an attempt, else the seconds to wait
 */
async function takeFromWindow(pool: Db, budget: Window): Promise<number> {
  const { key, max, seconds } = budget
  const over = sql`(t.expire_le <= now() or t.expire_le > excluded.expire_le + ${AVANCE})`
  const { rows } = await sql<{ compte: number; attente: number }>`
    insert into tentatives as t (cle, compte, expire_le) values (${key}, 1, now() + ${seconds} * interval '1 second')
    on conflict (cle) do update set
      compte = case when ${over} then 1 else t.compte + 1 end,
      expire_le = case when ${over} then excluded.expire_le else t.expire_le end
    returning compte, ceil(extract(epoch from expire_le - now()))::int as attente`.execute(pool)
  const taken = rows[0]
  if (!taken || taken.compte <= max) return 0
  await refundBudgets(pool, [budget])
  return Math.max(taken.attente, 1)
}

/**
 * `expire_le` is the time at which all attempts are back; each attempt postpones it. Later than all of them take, it was written by a clock
 * that ran ahead: then one attempt is left, so that the right password gets in.
 */
async function takeFromTrickle(pool: Db, { key, burst, every }: Trickle): Promise<number> {
  const one = sql`make_interval(secs => ${every})`
  const all = sql`${burst}::int * ${one}`
  const back = sql`case when t.expire_le > now() + ${all} then now() + ${all} - ${one} else greatest(t.expire_le, now()) end`
  const { rows } = await sql`
    insert into tentatives as t (cle, compte, expire_le) values (${key}, 1, now() + ${one})
    on conflict (cle) do update set expire_le = ${back} + ${one}
      where ${back} + ${one} <= now() + ${all}
    returning cle`.execute(pool)
  if (rows.length > 0) return 0
  const left = await sql<{ attente: number }>`
    select ceil(extract(epoch from expire_le - now() - ${burst - 1}::int * ${one}))::int as attente
    from tentatives where cle = ${key}`.execute(pool)
  return Math.max(left.rows[0]?.attente ?? 1, 1)
}

/** Gives one attempt back to each budget. */
export async function refundBudgets(pool: Db, budgets: Budget[]): Promise<void> {
  for (const budget of budgets) {
    const back =
      'burst' in budget
        ? { expire_le: sql<Date>`expire_le - make_interval(secs => ${budget.every})` }
        : { compte: sql<number>`greatest(compte - 1, 0)` }
    await pool.updateTable('tentatives').set(back).where('cle', '=', budget.key).execute()
  }
}

/** Prefixes of IPv6 addresses that contain an IPv4 one: mapped by the system, or translated by a network (RFC 6052). */
const CARRIES_IPV4 = /^(0:0:0:0:0:ffff|64:ff9b:0:0:0:0):/

/**
 * Key of the attempts from an address: an IPv4 address, or the /64 of an IPv6 one, which one subscriber owns. All invalid addresses share
 * the key `illisible`.
 */
export function addressKey(address: string | undefined): string {
  // A closed connection has no address.
  const bare = withoutPort(address?.trim() ?? '')
  if (isIPv4(bare)) return bare
  const [plain = ''] = bare.split('%')
  if (!isIPv6(plain)) return 'illisible'
  const groups = groupsOf(plain)
  if (CARRIES_IPV4.test(groups.join(':'))) return ipv4Of(groups.slice(6))
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** Address as a member sees it in the list of sessions: whole, without port; '' for an invalid one. */
export function shownAddress(address: string | undefined): string {
  const [bare = ''] = withoutPort(address?.trim() ?? '').split('%')
  if (isIPv4(bare)) return bare
  if (!isIPv6(bare)) return ''
  const key = addressKey(bare)
  return isIPv4(key) ? key : bare
}

const withoutPort = (address: string) =>
  /^\[(.*)\](?::\d*)?$/.exec(address)?.[1] ?? /^([\d.]+):\d*$/.exec(address)?.[1] ?? address

/** The eight groups of a valid IPv6 address, in hexadecimal without leading zeros. */
function groupsOf(address: string): string[] {
  // URL writes an IPv4 tail in hexadecimal and normalises every group.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const [before, after] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':')))
  const zeros = 8 - (before?.length ?? 0) - (after?.length ?? 0)
  return [...(before ?? []), ...Array.from({ length: zeros }, () => '0'), ...(after ?? [])]
}

const ipv4Of = (groups: string[]) =>
  groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join('.')
