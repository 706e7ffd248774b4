import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { prepareDataFolder } from '#server/data-folder.ts'
import { findBinaries, type Binaries } from '#server/database/embedded-binaries.ts'
import {
  clusterOf,
  forgetReusedPid,
  initialise,
  isClusterServed,
  socketFolder,
} from '#server/database/embedded-cluster.ts'
import { readLogLines, findReason } from '#server/database/embedded-reason.ts'
import { startPostgres, type Running } from '#server/database/embedded-process.ts'
import { chooseRunner, type Runner } from '#server/database/embedded-runner.ts'
import { explainFullDisk } from '#server/files/disk-space.ts'
import { Refusal } from '#server/http/refusal.ts'

/** Says one line to whoever looks after the installation. */
export type Log = (line: string) => void

export interface Embedded {
  connection: pg.PoolConfig
  /** Stops the server cleanly, unless it was somebody else's. */
  stop(): Promise<void>
}

/** How long a server that is starting or stopping in our folder is waited for, and how long one must answer to be taken for a living one. */
const PATIENCE = 20_000
const ALIVE_FOR = 1_000
const PAUSE = 200
const LONGEST_PAUSE = 5_000
/** What a server that has ended said so long ago, in ms, may still be why. */
const JUST_NOW = 2_000

interface Place {
  binaries: Binaries
  runner: Runner
  cluster: string
  socket: string
}

/**
 * Starts PostgreSQL on the data folder, making the database at the first start, and keeps it running: should it end, it is started again.
 * It ends with us, however we end.
 * @param adopt use the server that already runs on this folder, if any, rather than refuse
 * @throws Refusal when the folder is served already, when nothing here can run PostgreSQL, or when it does not start
 */
export async function startEmbedded(dataDir: string, log: Log, { adopt = false } = {}): Promise<Embedded> {
  const folder = await prepareDataFolder(dataDir)
  try {
    return await startOn(folder, log, adopt)
  } catch (error) {
    throw await explainFullDisk(folder, error)
  }
}

async function startOn(folder: string, log: Log, adopt: boolean): Promise<Embedded> {
  const place = await prepare(folder)
  const connection = connectionTo(place.socket)
  if (await isTaken(place, adopt)) return { connection, stop: async () => {} }
  await makeCluster(place)
  const running = await startFirst(place)
  const keeper = keepRunning(place, running, log)
  try {
    await makeDatabase(place.socket)
  } catch (error) {
    await keeper.stop()
    throw error
  }
  return { connection, stop: keeper.stop }
}

/** The connection of the owner of the database, who may do everything in it and nothing outside. */
function connectionTo(socket: string): pg.ClientConfig {
  return { host: socket, port: 5432, user: 'diyar', database: 'diyar', password: '', ssl: false }
}

const asSuperuser = (socket: string): pg.ClientConfig => ({
  ...connectionTo(socket),
  user: 'postgres',
  database: 'postgres',
})

async function prepare(folder: string): Promise<Place> {
  const cluster = clusterOf(folder)
  const { runner, binaries } = await chooseRunner(await findBinaries(), folder, cluster)
  const short = join('/tmp', `diyar-${createHash('sha256').update(cluster).digest('hex').slice(0, 16)}`)
  return { binaries, runner, cluster, socket: await socketFolder(cluster, runner, short) }
}

/**
 * Waits for a server that is about to leave the folder, as when ours was killed a moment ago.
 * @returns true when a living one is there to be adopted
 */
async function isTaken({ cluster, socket }: Place, adopt: boolean): Promise<boolean> {
  const start = Date.now()
  let answeringSince: number | null = null
  while (Date.now() - start < PATIENCE) {
    const answer = await probe(socket)
    if (answer === 'ready' && adopt) return true
    if (answer === 'nobody' && !(await isClusterServed(cluster))) {
      await forgetReusedPid(cluster)
      return false
    }
    answeringSince = answer === 'ready' ? (answeringSince ?? Date.now()) : null
    if (answeringSince !== null && Date.now() - answeringSince >= ALIVE_FOR) break
    await delay(PAUSE)
  }
  throw new Refusal(
    `un autre serveur Diyar utilise déjà le dossier des données ${cluster} : arrêtez-le d'abord, ou choisissez un autre DATA_DIR.`,
  )
}

/** `passing`: a server that is starting or stopping and takes no connection. */
async function probe(socket: string): Promise<'ready' | 'passing' | 'nobody'> {
  const client = new pg.Client({ ...asSuperuser(socket), connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return 'ready'
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return 'nobody'
    return code === '57P03' ? 'passing' : 'ready'
  } finally {
    await client.end().catch(() => {})
  }
}

async function makeCluster({ binaries, runner, cluster }: Place): Promise<void> {
  const version = () => readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => null)
  if ((await version()) === null) await initialise(binaries, runner, cluster)
}

async function startFirst(place: Place): Promise<Running> {
  for (const start = Date.now(); ; await delay(PAUSE)) {
    const since = Date.now()
    const outcome = await startPostgres(place.binaries, place.runner, place.cluster, place.socket)
    if ('running' in outcome) return outcome.running
    // Somebody was faster in the instant since we looked, or the last processes of a killed server are still leaving.
    const lines = await readLogLines(outcome.failure, place.cluster, since)
    const full = await explainFullDisk(place.cluster, new Error(lines.join('\n')))
    if (full instanceof Refusal) throw full
    const occupied = /postmaster\.pid|shared memory block/.test(outcome.failure)
    if (occupied) await isTaken(place, false)
    if (occupied && Date.now() - start < PATIENCE) continue
    throw new Refusal(
      `la base de données n'a pas démarré (${findReason(lines)}) ; son journal est dans ${join(place.cluster, 'log')}.`,
    )
  }
}

function keepRunning(place: Place, first: Running, log: Log): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let running: Running | null = first
  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const said = (await running?.ended) ?? ''
      let since = Date.now() - JUST_NOW
      let lines = await readLogLines(said, place.cluster, since)
      running = null
      for (
        let pause = PAUSE;
        !running && !stopping.signal.aborted;
        pause = Math.min(2 * pause, LONGEST_PAUSE)
      ) {
        log(`la base de données s'est arrêtée, elle redémarre (${findReason(lines)})`)
        since = Date.now()
        const outcome = await startPostgres(place.binaries, place.runner, place.cluster, place.socket)
        if ('running' in outcome) running = outcome.running
        else {
          lines = await readLogLines(outcome.failure, place.cluster, since)
          await delay(pause, null, { signal: stopping.signal }).catch(() => {})
        }
      }
    }
    await running?.stop()
  }
  const watching = watch()
  return {
    async stop() {
      stopping.abort()
      await running?.stop()
      await watching
    },
  }
}

/** The application owns its database but is not its superuser. */
async function makeDatabase(socket: string): Promise<void> {
  const client = new pg.Client(asSuperuser(socket))
  await client.connect()
  try {
    const { rows } = await client.query(
      'select (select count(*) from pg_roles where rolname = $1) as role, (select count(*) from pg_database where datname = $1) as base',
      ['diyar'],
    )
    if (rows[0].role === '0') await client.query('create role diyar login')
    if (rows[0].base === '0') await client.query('create database diyar owner diyar')
  } finally {
    await client.end()
  }
}
