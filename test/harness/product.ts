import { execFile, spawn, type ChildProcessByStdio } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import pg from 'pg'

/** A process of the product. */
export interface Program {
  child: ChildProcessByStdio<null, Readable, Readable>
  /** Returns the text it has printed so far. */
  said(): string
  /** Once it is over. */
  ended: Promise<{ code: number | null; said: string }>
}

export interface Start {
  args?: string[]
  /** Settings of the product; it gets no other, and listens on this machine alone, on any free port, unless they say otherwise. */
  settings?: Record<string, string | undefined>
  /** A command that becomes it, such as `unshare …`. */
  prefix?: string[]
  /** Where it was built, when not in `dist`. */
  dist?: string
}

/** Runs one of the product's commands, as it is built. */
export function begin(
  command: string,
  { args = [], settings = {}, prefix = [], dist = 'dist' }: Start = {},
): Program {
  const env = { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: '0', ...settings }
  const [file = '', ...rest] = [...prefix, process.execPath, join(dist, 'server', `${command}.js`), ...args]
  const child = spawn(file, rest, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, said }))
  return { child, ended, said: () => said }
}

/** Longer than any start takes. */
const PATIENCE = 240_000

/**
 * Starts the product and returns once it listens; `stop` asks it to end and gives its exit code and all it said.
 * @throws with what it said, when it ends instead
 */
export async function launch(command: 'main' | 'demo' | 'bare', start: Start = {}) {
  const { child, ended, said } = begin(command, start)
  let over = false
  void ended.then(() => (over = true))
  const overdue = setTimeout(() => child.kill('SIGKILL'), PATIENCE)
  try {
    for (;;) {
      const [, url] = /prêt sur (http:\S+)\n/.exec(said()) ?? []
      if (url) {
        const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
          child.kill(signal)
          return ended
        }
        return { url, pid: child.pid ?? 0, ended, said, stop }
      }
      if (over) throw new Error(`the product ended:\n${said()}`)
      await Promise.race([once(child.stdout, 'data'), ended])
    }
  } finally {
    clearTimeout(overdue)
  }
}

export interface RunningServer {
  url: string
  pid: number
  /** Kills the server as a power cut would, or asks it to stop. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

/**
 * The built product, as a user starts it, on data of its own: an embedded database in a temporary folder,
 * or a new database on the server of DATABASE_URL. `kept` names a data folder to use, and to leave, instead: the database
 * it holds goes with it, whatever DATABASE_URL says.
 * @param dist another build than the one in `dist`
 */
export async function startServer(
  entry: 'main' | 'demo' | 'bare' = 'main',
  kept?: string,
  dist = process.env['DIYAR_DIST'] ?? 'dist',
): Promise<RunningServer> {
  const { DATABASE_URL, PORT: _port, DIYAR_DIST: _dist, ...env } = process.env
  const database = DATABASE_URL && !kept ? await createDatabase(DATABASE_URL) : null
  const folder = kept ?? (await newFolder(entry === 'main' && !database))
  const settings = {
    ...env,
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    ...(database && { DATABASE_URL: database.url }),
  }
  const { url, pid, stop } = await launch(entry, { dist, settings })
  return {
    url,
    pid,
    async stop(signal) {
      await stop(signal)
      await database?.drop()
      if (!kept) await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

/** @param started true for a folder as a first start leaves it, false for an empty one */
async function newFolder(started: boolean): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'diyar-e2e-'))
  // When root runs the tests PostgreSQL runs as somebody else, who must pass through.
  await chmod(folder, 0o711)
  if (started) {
    firstStart ??= makeFirstStart()
    // Node copies neither owners nor permissions, and PostgreSQL asks for both.
    await promisify(execFile)('cp', ['-a', `${await firstStart}/.`, folder])
  }
  return folder
}

/** A data folder after its first start: a start on a copy of it takes a third of the time. */
let firstStart: Promise<string> | null = null

async function makeFirstStart(): Promise<string> {
  const folder = await newFolder(false)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const server = await startServer('main', folder)
  await server.stop()
  return folder
}

async function createDatabase(server: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `diyar_e2e_${randomBytes(6).toString('hex')}`
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await run(`create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => run(`drop database if exists ${name}`) }
}
