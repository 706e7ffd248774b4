import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'

// What whoever starts the product sees. No browser here: the built product, from its command line.

let folder: string

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'diyar-start-'))
  await chmod(folder, 0o711)
})

test.afterEach(async () => {
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

interface Started {
  /** What it has printed so far. */
  said(): string
  /** Resolves when it has ended. */
  ended: Promise<number | null>
  kill(signal: NodeJS.Signals): void
}

function start(entry: 'main' | 'verifier', settings: Record<string, string> = {}): Started {
  const { DATABASE_URL: _, ...env } = process.env
  const child = spawn(process.execPath, [`dist/server/${entry}.js`], {
    env: { ...env, PORT: '0', DATA_DIR: folder, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = once(child, 'close').then(() => child.exitCode)
  return { said: () => said, ended, kill: (signal) => child.kill(signal) }
}

async function addressOf(started: Started): Promise<string> {
  await expect.poll(started.said).toMatch(/prêt sur http\S+\n/)
  return /http\S+/.exec(started.said())?.[0] ?? ''
}

/** The number of the database server that works in the folder. */
async function postgresOf(): Promise<number> {
  const [cluster = ''] = (await readdir(folder)).filter((name) => /^postgres-\d+$/.test(name))
  return Number((await readFile(join(folder, cluster, 'postmaster.pid'), 'utf8')).split('\n')[0])
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function occupiedPort(): Promise<{ port: number; server: Server }> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return { port: typeof address === 'object' && address ? address.port : 0, server }
}

test('an empty installation prints its address and that the first account is active; SIGTERM stops it and its database', async () => {
  const started = start('main')
  const address = await addressOf(started)
  await expect
    .poll(started.said)
    .toContain('la base est vide : le premier compte créé est actif tout de suite.')
  expect((await fetch(`${address}/healthz`)).status).toBe(200)
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  const page = await fetch(`${address}/login`)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('<html lang="fr"')
  const postgres = await postgresOf()
  started.kill('SIGTERM')
  expect(await started.ended).toBe(0)
  expect(isRunning(postgres)).toBe(false)
})

test('killed with -9 it leaves nothing running', async () => {
  const started = start('main')
  await addressOf(started)
  const postgres = await postgresOf()
  expect(isRunning(postgres)).toBe(true)
  started.kill('SIGKILL')
  await expect.poll(() => isRunning(postgres)).toBe(false)
})

test('a second server on the same folder gets one sentence and exit code 1; the first one goes on', async () => {
  const first = start('main')
  const address = await addressOf(first)
  const second = start('main')
  expect(await second.ended).toBe(1)
  expect(second.said()).toMatch(/^Diyar : un autre serveur Diyar utilise déjà le dossier des données .*\n$/)
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  first.kill('SIGTERM')
  await first.ended
})

test('a port that is taken: one sentence, exit code 1, nothing left running', async () => {
  const { port, server } = await occupiedPort()
  const started = start('main', { PORT: String(port) })
  expect(await started.ended).toBe(1)
  expect(started.said()).toMatch(new RegExp(`^Diyar : le port ${port} est déjà utilisé : .*\\n$`))
  expect((await readdir(folder)).length).toBeGreaterThan(0)
  await expect(postgresOf()).rejects.toThrow('ENOENT')
  server.close()
})

test('a data folder that cannot be written: one sentence, exit code 1', async () => {
  await writeFile(join(folder, 'fichier'), '')
  const started = start('main', { DATA_DIR: join(folder, 'fichier') })
  expect(await started.ended).toBe(1)
  expect(started.said()).toMatch(/^Diyar : le dossier des données .* n'est pas accessible en écriture .*\n$/)
})

test('a wrong setting: its name, what it should be, exit code 1', async () => {
  const started = start('main', { PORT: 'trois mille' })
  expect(await started.ended).toBe(1)
  expect(started.said()).toBe(
    "Diyar : le réglage PORT (« trois mille ») n'est pas valable : il faut un numéro de port de 0 à 65535.\n",
  )
})

test('a database that does not answer: one sentence without its password, exit code 1', async () => {
  const started = start('main', { DATABASE_URL: 'postgres://diyar:secret@127.0.0.1:1/diyar' })
  expect(await started.ended).toBe(1)
  expect(started.said()).toMatch(/^Diyar : la base de données ne répond pas .*\n$/)
  expect(started.said()).not.toContain('secret')
})

test('npm run verifier checks the rules beside a running server, and by itself', async () => {
  const server = start('main')
  await addressOf(server)
  const beside = start('verifier')
  expect(await beside.ended).toBe(0)
  expect(beside.said()).toMatch(/^(\d+) règles sur \1 sont respectées\.\n$/)
  server.kill('SIGTERM')
  await server.ended
  const alone = start('verifier')
  expect(await alone.ended).toBe(0)
  expect(alone.said()).toBe(beside.said())
})
