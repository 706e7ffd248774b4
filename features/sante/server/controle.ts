import { setPriority } from 'node:os'
import type pg from 'pg'
import { direRegle } from '#features/sante/sante.regles.ts'
import { onOwnConnection, tryLock } from '#server/backup/connection.ts'
import { readBusinessRules } from '#server/database/invariants.ts'

/** The rules are looked at while a connection holds this lock: whoever dies frees it. */
export const CONTROLE_LOCK = 7_342_005
/** Looks that are remembered, the newest. */
const KEPT = 50

/** Of whatever yields to everybody else. */
const LAST = 19

interface ControleOptions {
  connection: pg.ClientConfig
  /** The database runs on this machine, and is ours. */
  integree: boolean
  signal: AbortSignal
  /** The lock is ours. */
  onBegin: () => void
}

/**
 * Looks whether every rule of db/invariants.sql holds, over a connection of its own that may only read and takes as long as it needs,
 * and remembers the outcome: names of rules and numbers of rows, nothing of what is in them.
 * @returns false when somebody else is at it
 */
export async function controlerRegles(options: ControleOptions): Promise<boolean> {
  const { connection, integree, signal, onBegin } = options
  return onOwnConnection(connection, signal, async (client) => {
    if (!(await tryLock(client, CONTROLE_LOCK))) return false
    onBegin()
    await yieldToOthers(client, integree)
    const since = performance.now()
    const rules = await readBusinessRules()
    const enfreintes = []
    for (const { name, query } of rules) {
      // A statement sees one instant, and holds it no longer than itself: the database goes on clearing up behind it.
      const { rows } = await client.query<{ lignes: string }>(
        `select count(*) as lignes from (${query}) as regle`,
      )
      const lignes = Number(rows[0]?.lignes ?? 0)
      if (lignes > 0) enfreintes.push({ regle: direRegle(name), lignes })
    }
    await record(client, Math.round(performance.now() - since), rules.length, enfreintes)
    return true
  })
}

/** Others come first: on one processor, without helpers, at the end of the queue where we may say so. */
async function yieldToOthers(client: pg.Client, integree: boolean): Promise<void> {
  await client.query(`select set_config('default_transaction_read_only', 'on', false),
    set_config('max_parallel_workers_per_gather', '0', false), set_config('jit', 'off', false),
    set_config('client_connection_check_interval', '1s', false)`)
  if (!integree) return
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  try {
    setPriority(rows[0]?.pid ?? 0, LAST)
  } catch {
    // The account of the database is another one: the system shares the processors out as it sees fit.
  }
}

async function record(
  client: pg.Client,
  duree: number,
  regles: number,
  enfreintes: { regle: string; lignes: number }[],
): Promise<void> {
  await client.query('begin read write')
  await client.query('insert into verifications (duree_ms, regles, enfreintes) values ($1, $2, $3)', [
    duree,
    regles,
    JSON.stringify(enfreintes),
  ])
  await client.query(
    'delete from verifications where id <= (select id from verifications order by id desc offset $1 limit 1)',
    [KEPT],
  )
  await client.query('commit')
}
