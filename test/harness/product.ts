import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

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
 * DIYAR_DIST names another build than the one in `dist`.
 */
export async function startServer(
  entry: 'main' | 'demo' | 'bare' = 'main',
  kept?: string,
): Promise<RunningServer> {
  const port = await freePort()
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'diyar-e2e-')))
  // When root runs the tests PostgreSQL runs as somebody else, who must pass through.
  if (!kept) await chmod(folder, 0o711)
  const { DATABASE_URL, ...env } = process.env
  const database = DATABASE_URL && !kept ? await createDatabase(DATABASE_URL) : null
  const child = spawn(
    process.execPath,
    [join(process.env['DIYAR_DIST'] ?? 'dist', 'server', `${entry}.js`)],
    {
      env: {
        ...env,
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: folder,
        LOG_LEVEL: 'error',
        ...(database && { DATABASE_URL: database.url }),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = `http://127.0.0.1:${port}`
  await ready(url, child, () => output)
  return {
    url,
    pid: child.pid ?? 0,
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      await exited
      await database?.drop()
      if (!kept) await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

/** Polls /readyz until the product answers; a server that ends instead fails with what it said. */
async function ready(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + 120_000
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${output()}`)
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  child.kill('SIGKILL')
  throw new Error(`the server did not become ready:\n${output()}`)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
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
  return { url: url.href, drop: () => run(`drop database if exists ${name} with (force)`) }
}
