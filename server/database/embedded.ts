import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { prepareDataFolder, explainFullDisk } from '#server/files/disk-space.ts'
import {
  findBinaries,
  requireLauncher,
  type Binaries,
  chooseRunner,
  type Runner,
} from '#server/database/embedded-binaries.ts'
import {
  clusterOf,
  forgetDeadServer,
  initialise,
  isClusterServed,
  socketFolder,
} from '#server/database/embedded-cluster.ts'
import { readLogLines, findReason, startPostgres, type Running } from '#server/database/embedded-process.ts'
import { takeVerrou, type Verrou } from '#server/database/verrou.ts'
import { codeOf, CommandError } from '#server/refusal.ts'

/** Prints one line for the administrator. */
export type Log = (line: string) => void

export interface Embedded {
  connection: pg.PoolConfig
  /** Stops the server cleanly; an adopted server goes on. */
  stop(): Promise<void>
}

/** Wait, in ms, for a server that starts or stops in our folder; and time of answers after which it counts as alive. */
const PATIENCE = 20_000
const ALIVE_FOR = 1_000
const PAUSE = 200
const LONGEST_PAUSE = 5_000
/** Log lines of this age, in ms, may explain an end. */
const JUST_NOW = 2_000

interface Place {
  folder: string
  binaries: Binaries
  runner: Runner
  cluster: string
  socket: string
}

/** A place whose lock this process holds. */
interface Held extends Place {
  verrou: Verrou
}

/**
 * Starts PostgreSQL on the data folder and restarts it if it ends; the server ends with this process.
 * @param adopt use a server that already runs on this folder. @throws CommandError when the folder is in use, or PostgreSQL cannot run or start
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
  const verrou = await takeFolder(place, adopt)
  if (verrou === null) return { connection, stop: async () => {} }
  try {
    const keeper = await runOn({ ...place, verrou }, log)
    const stop = () => keeper.stop().finally(verrou.release)
    return { connection, stop }
  } catch (error) {
    verrou.release()
    throw error
  }
}

async function runOn(place: Held, log: Log): Promise<{ stop(): Promise<void> }> {
  await makeCluster(place)
  const keeper = keepRunning(place, await startFirst(place), log)
  try {
    await makeDatabase(place.socket)
  } catch (error) {
    await keeper.stop()
    throw error
  }
  return keeper
}

/** Connection as `diyar`, the owner of the database without other rights. */
function connectionTo(socket: string): pg.ClientConfig {
  return { host: socket, port: 5432, user: 'diyar', database: 'diyar', password: '', ssl: false }
}

const asSuperuser = (socket: string): pg.ClientConfig => ({
  ...connectionTo(socket),
  user: 'postgres',
  database: 'postgres',
})

async function prepare(folder: string): Promise<Place> {
  requireLauncher(process.platform)
  const cluster = clusterOf(folder)
  const { runner, binaries } = await chooseRunner(await findBinaries(), folder, cluster)
  const short = join('/tmp', `diyar-${createHash('sha256').update(cluster).digest('hex').slice(0, 16)}`)
  return { folder, binaries, runner, cluster, socket: await socketFolder(cluster, runner, short) }
}

/** Takes the lock, after a wait for a server that is leaving the folder, as after a kill. @returns null when a running server is to be adopted */
async function takeFolder(place: Place, adopt: boolean): Promise<Verrou | null> {
  const patience = beginPatience()
  for (;;) {
    const answer = await probe(place.socket)
    if (answer === 'ready' && adopt) return null
    const verrou = answer === 'nobody' ? await takeVerrou(place.folder) : null
    if (verrou) return untilAlone(place, verrou)
    await patience(answer)
  }
}

/** Waits for a server that runs without the lock, as one of an older release does. @returns `verrou` @throws CommandError, without the lock, when it stays */
async function untilAlone(place: Place, verrou: Verrou): Promise<Verrou> {
  try {
    await untilNobody(place)
    return verrou
  } catch (error) {
    verrou.release()
    throw error
  }
}

async function untilNobody({ cluster, socket }: Place): Promise<void> {
  const patience = beginPatience()
  for (;;) {
    const answer = await probe(socket)
    if (answer === 'nobody' && !(await isClusterServed(cluster))) break
    await patience(answer)
  }
  await forgetDeadServer(cluster, socket)
}

type Answer = Awaited<ReturnType<typeof probe>>

/** A pause between two looks at the folder. @throws CommandError once the other server has answered for a while, or is neither gone nor there */
function beginPatience(): (answer: Answer) => Promise<void> {
  const start = Date.now()
  let answeringSince: number | null = null
  return async (answer) => {
    answeringSince = answer === 'ready' ? (answeringSince ?? Date.now()) : null
    const alive = answeringSince !== null && Date.now() - answeringSince >= ALIVE_FOR
    if (alive || Date.now() - start >= PATIENCE)
      throw new CommandError('Ce dossier est déjà utilisé par un autre serveur Diyar.')
    await delay(PAUSE)
  }
}

/** `passing`: the server is starting or stopping and refuses connections. */
async function probe(socket: string): Promise<'ready' | 'passing' | 'nobody'> {
  const client = new pg.Client({ ...asSuperuser(socket), connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return 'ready'
  } catch (error) {
    const code = codeOf(error)
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

async function startFirst(place: Held): Promise<Running> {
  for (const start = Date.now(); ; await delay(PAUSE)) {
    const since = Date.now()
    const outcome = await startPostgres(place)
    if ('running' in outcome) return outcome.running
    // Another process was faster, or the last processes of a killed server are still ending.
    const lines = await readLogLines(outcome.failure, place.cluster, since)
    const full = await explainFullDisk(place.cluster, new Error(lines.join('\n')))
    if (full instanceof CommandError) throw full
    const occupied = /lock file|shared memory block/.test(outcome.failure)
    if (occupied) await untilNobody(place)
    if (occupied && Date.now() - start < PATIENCE) continue
    throw new CommandError(
      `la base de données n'a pas démarré (${findReason(lines)}) ; son journal est dans ${join(place.cluster, 'log')}.`,
    )
  }
}

function keepRunning(place: Held, first: Running, log: Log): { stop(): Promise<void> } {
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
        const outcome = await startPostgres(place)
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

/** The application's role owns the database but is no superuser. */
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
