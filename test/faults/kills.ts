import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createApp } from '#server/http/app.ts'
import { clusterOf, readPostmaster } from '#server/database/embedded-cluster.ts'
import { startEmbedded, type Embedded } from '#server/database/embedded.ts'
import { migrate } from '#server/database/migrate.ts'
import { connect, openDatabase } from '#server/database/pool.ts'
import { diskStore } from '#server/files/disk.ts'
import { failedInvariants } from '#test/harness/invariants.ts'
import { administer } from '#test/harness/postgres.ts'
import { launch } from '#test/harness/processes.ts'
import { compare, prepareWriting, startWriters, type Writers } from '#test/faults/writers.ts'

export interface Killed {
  cycles: number
  acknowledged: number
  /** Requests that a kill left without their answer, and cycles whose kill hit none. */
  cut: number
  void: number
  lost: string[]
  doubled: string[]
  /** The longest time from a kill until a payment was accepted again, in ms. */
  slowest: number
  invariants: unknown[]
}

/** A folder for an embedded database, through which the account that runs it may pass. */
export async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'diyar-kill-'))
  await chmod(folder, 0o711)
  return folder
}

export const drop = (folder: string) =>
  rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })

/** A process of its own that waits and kills: whatever the writers are at, it does not know. `target` is shell that names the victims. */
export async function killAfter(ms: number, target: string): Promise<void> {
  const killer = spawn('sh', ['-c', `sleep ${ms / 1000}; kill -9 ${target} 2>/dev/null`], { stdio: 'ignore' })
  await once(killer, 'close')
}

/** PostgreSQL and every process it has started. */
export async function allOfPostgres(folder: string): Promise<string> {
  const pid = (await readPostmaster(clusterOf(folder)))?.pid
  if (!pid) throw new Error('PostgreSQL is not running')
  return `${pid} $(cat /proc/${pid}/task/${pid}/children)`
}

/**
 * Eight writers at work while the server, or the whole of PostgreSQL, is killed again and again; after each kill what had
 * no answer is sent again under its key.
 */
export async function killCycles(victim: 'app' | 'postgres', cycles: number): Promise<Killed> {
  const folder = await dataFolder()
  let server = await launch({ DATA_DIR: folder, LOG_LEVEL: 'silent' })
  const database = await openDatabase({ dataDir: folder, databaseUrl: undefined }, { adopt: true })
  const prepared = await prepareWriting(server.url, database.db)
  await database.close()
  const writers = startWriters(() => server.url, prepared)
  const revive = async () => {
    if (victim === 'postgres') return
    await server.ended
    server = await launch({ DATA_DIR: folder, LOG_LEVEL: 'silent' })
  }
  try {
    const seen = await cycle(writers, cycles, {
      target: async () => (victim === 'app' ? String(server.pid) : allOfPostgres(folder)),
      revive,
    })
    const { db, close } = await openDatabase({ dataDir: folder, databaseUrl: undefined }, { adopt: true })
    const invariants = await failedInvariants(db)
    const found = await compare(db, writers)
    await close()
    return { cycles, acknowledged: writers.acknowledged.size, ...seen, ...found, invariants }
  } finally {
    await writers.pause()
    await server.stop()
    await drop(folder)
  }
}

/** The same, without care for the disk: PostgreSQL answers before it has written. What is acknowledged must get lost. */
export async function carelessCycles(cycles: number): Promise<Killed> {
  const folder = await dataFolder()
  const embedded = await startEmbedded(folder, () => {})
  await migrate(embedded.connection)
  await administerIn(embedded, 'alter database diyar set synchronous_commit = off')
  await administerIn(embedded, "alter system set wal_writer_delay = '10s'")
  await administerIn(embedded, 'select pg_reload_conf()')
  const { db, pool } = connect(embedded.connection)
  const app = await createApp({ db, files: diskStore(folder) })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const writers = startWriters(() => url, await prepareWriting(url, db))
  // The rows that the writers work on are not to get lost.
  await administerIn(embedded, 'checkpoint')
  try {
    const seen = await cycle(writers, cycles, {
      target: () => allOfPostgres(folder),
      revive: async () => {},
    })
    return {
      cycles,
      acknowledged: writers.acknowledged.size,
      ...seen,
      ...(await compare(db, writers)),
      invariants: await failedInvariants(db),
    }
  } finally {
    await writers.pause()
    app.server.closeAllConnections()
    await app.close()
    await pool.end()
    await embedded.stop()
    await drop(folder)
  }
}

/** PostgreSQL's own account, who may set it and have it write everything down. */
const administerIn = ({ connection }: Embedded, statement: string) =>
  administer({ ...connection, user: 'postgres', database: 'postgres' }, statement)

async function cycle(
  writers: Writers,
  cycles: number,
  { target, revive }: { target(): Promise<string>; revive(): Promise<void> },
): Promise<Pick<Killed, 'cut' | 'void' | 'slowest'>> {
  const seen = { cut: 0, void: 0, slowest: 0 }
  for (let n = 0; n < cycles; n++) {
    const enough = writers.acknowledged.size + 40
    writers.cut()
    writers.resume()
    while (writers.acknowledged.size < enough) await delay(5)
    await killAfter(10 + ((n * 37) % 150), await target())
    const killed = performance.now()
    await writers.pause()
    const cut = writers.cut()
    seen.cut += cut
    if (cut === 0) seen.void += 1
    await revive()
    await writers.insist()
    seen.slowest = Math.max(seen.slowest, performance.now() - killed)
  }
  return seen
}
