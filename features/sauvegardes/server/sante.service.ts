import { dirname } from 'node:path'
import { sql } from 'kysely'
import type { Sante, Verification } from '#features/sauvegardes/sauvegardes.contract.ts'
import { lastFailure, forgetHere, rememberHere } from '#server/backup/failure.ts'
import type { Db } from '#server/database/db.ts'
import { lockedSince, endWithUs } from '#server/database/locks.ts'
import { readDiskSpace } from '#server/files/disk-space.ts'
import type { Sauvegardes } from '#server/backup/kept.ts'
import { VERSION } from '#server/version.ts'
import { setPriority } from 'node:os'
import type pg from 'pg'
import { describeRegle } from '#features/sauvegardes/sante.regles.ts'
import { onOwnConnection, tryLock } from '#server/backup/connection.ts'
import { readBusinessRules } from '#server/database/invariants.ts'

/** Advisory lock of a running check. The end of its connection frees the lock. */
export const CONTROLE_LOCK = 7_342_005
const KEPT = 50

const LAST = 19

interface ControleOptions {
  connection: pg.ClientConfig
  /** The database runs on this machine under the product's control. */
  integree: boolean
  signal: AbortSignal
  onBegin: () => void
}

/**
 * Checks every rule of db/invariants.sql on a read-only connection without a time limit, and stores the names of broken rules with their
 * numbers of rows. Returns false when another check is running.
 */
export async function examineRegles(options: ControleOptions): Promise<boolean> {
  const { connection, signal, onBegin } = options
  return onOwnConnection(connection, signal, async (client) => {
    if (!(await tryLock(client, CONTROLE_LOCK))) return false
    onBegin()
    try {
      await examineOver(client, options)
    } catch (error) {
      if (!signal?.aborted) rememberHere('controle', connection, error)
      throw error
    }
    forgetHere('controle', connection)
    return true
  })
}

async function examineOver(client: pg.Client, { integree }: ControleOptions): Promise<void> {
  await yieldToOthers(client, integree)
  const since = performance.now()
  const rules = await readBusinessRules()
  const enfreintes = []
  for (const { name, query } of rules) {
    // Each rule is a statement of its own, not part of one long transaction, so that vacuum is not held up.
    const { rows } = await client.query<{ lignes: string }>(
      `select count(*) as lignes from (${query}) as regle`,
    )
    const lignes = Number(rows[0]?.lignes ?? 0)
    if (lignes > 0) enfreintes.push({ regle: describeRegle(name), lignes })
  }
  await record(client, Math.round(performance.now() - since), rules.length, enfreintes)
}

/** Gives way to other work: no parallel workers, no JIT and, with the integrated database, the lowest priority. */
async function yieldToOthers(client: pg.Client, integree: boolean): Promise<void> {
  await client.query(`select set_config('default_transaction_read_only', 'on', false),
    set_config('max_parallel_workers_per_gather', '0', false), set_config('jit', 'off', false)`)
  await endWithUs(client)
  if (!integree) return
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  try {
    setPriority(rows[0]?.pid ?? 0, LAST)
  } catch {
    // The database runs under another account, so its priority cannot be set.
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
  await client.query("delete from echecs where essai = 'controle'")
  await client.query(
    'delete from verifications where id <= (select id from verifications order by id desc offset $1 limit 1)',
    [KEPT],
  )
  await client.query('commit')
}

const GIB = 1024 ** 3

/** Reads the state of the installation: version, database, files, disk and last check. Sizes in bytes, instants ISO 8601. */
export async function readSante(
  pool: Db,
  { folder, integree, connection }: Sauvegardes,
  demarre: Date,
): Promise<Sante> {
  // The lock is read before the checks: a check that ends in between is then the last one.
  const en_cours = (await lockedSince(pool, CONTROLE_LOCK)) !== null
  const { moteur, taille, fichiers, derniere, verification } = await readBase(pool)
  const echec = await lastFailure('controle', connection, pool)
  // The data folder exists, unlike the backup folder before the first backup.
  const disque = await readDiskSpace(dirname(folder))
  return {
    version: VERSION,
    base: { moteur: `PostgreSQL ${moteur}`, taille, integree },
    fichiers,
    disque: disque && {
      libre: disque.free,
      total: disque.size,
      peu: disque.free < 2 * (derniere ?? 0) + GIB,
    },
    demarre_le: demarre.toISOString(),
    verification,
    echec: echec && { le: echec.at.toISOString(), texte: echec.text },
    en_cours,
  }
}

interface Base {
  moteur: string
  taille: number
  fichiers: { nombre: number; taille: number }
  derniere: number | null
  verification: Verification | null
}

async function readBase(pool: Db): Promise<Base> {
  const { rows } = await sql<Base>`
    select split_part(current_setting('server_version'), ' ', 1) as moteur, pg_database_size(current_database()) as taille,
      (select json_build_object('nombre', count(*), 'taille', coalesce(sum(taille), 0)) from fichiers) as fichiers,
      (select taille from sauvegardes order by faite_le desc, id desc limit 1) as derniere,
      (select json_build_object('faite_le', faite_le, 'duree_ms', duree_ms, 'regles', regles, 'enfreintes', enfreintes)
        from verifications order by id desc limit 1) as verification`.execute(pool)
  const [base] = rows
  if (!base) throw new Error('a select without FROM has one row')
  const { verification } = base
  return {
    ...base,
    verification: verification && {
      ...verification,
      faite_le: new Date(verification.faite_le).toISOString(),
    },
  }
}
