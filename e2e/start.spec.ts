import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { listenAnywhere } from '../test/harness/port.ts'
import { begin, launch } from '../test/harness/product.ts'

// These tests start the product as a person does. No browser here: the built product, from its command line.

let folder: string

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'diyar-start-'))
  await chmod(folder, 0o711)
})

test.afterEach(async () => {
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

/** One of the built product's commands on the folder; what else this machine has set is left out. */
const start = (command: 'main' | 'verifier', settings: Record<string, string> = {}) =>
  begin(command, { settings: { DATA_DIR: folder, ...settings } })

const launchMain = () => launch('main', { settings: { DATA_DIR: folder } })

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

test(
  'an empty installation prints its address and that the first account is active; SIGTERM stops it and its database',
  { tag: ['@server', '@jour'] },
  async () => {
    const started = await launchMain()
    const address = started.url
    await expect
      .poll(started.said)
      .toContain('la base est vide : le premier compte créé est actif tout de suite.')
    expect((await fetch(`${address}/healthz`)).status).toBe(200)
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
    const page = await fetch(`${address}/login`)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<html lang="fr"')
    const postgres = await postgresOf()
    expect((await started.stop()).code).toBe(0)
    expect(isRunning(postgres)).toBe(false)
  },
)

test('killed with -9 it leaves nothing running', { tag: ['@server', '@jour'] }, async () => {
  const started = await launchMain()
  const postgres = await postgresOf()
  expect(isRunning(postgres)).toBe(true)
  await started.stop('SIGKILL')
  await expect.poll(() => isRunning(postgres)).toBe(false)
})

test('a second server on the same folder gets one sentence and exit code 1; the first one goes on', async () => {
  const first = await launchMain()
  const second = start('main')
  expect((await second.ended).code).toBe(1)
  expect(second.said()).toBe('Diyar : Ce dossier est déjà utilisé par un autre serveur Diyar.\n')
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
  await first.stop()
})

test('a port that is taken: one sentence, exit code 1, nothing left running', async () => {
  const server = createServer()
  const port = await listenAnywhere(server)
  const started = start('main', { PORT: String(port) })
  expect((await started.ended).code).toBe(1)
  expect(started.said()).toMatch(new RegExp(`^Diyar : le port ${port} est déjà utilisé : .*\\n$`))
  expect((await readdir(folder)).length).toBeGreaterThan(0)
  await expect(postgresOf()).rejects.toThrow('ENOENT')
  server.close()
})

test('a data folder that cannot be written: one sentence, exit code 1', async () => {
  await writeFile(join(folder, 'fichier'), '')
  const started = start('main', { DATA_DIR: join(folder, 'fichier') })
  expect((await started.ended).code).toBe(1)
  expect(started.said()).toMatch(/^Diyar : le dossier des données .* n'est pas accessible en écriture .*\n$/)
})

test('a wrong setting: its name, what it should be, exit code 1', async () => {
  const started = start('main', { PORT: 'trois mille' })
  expect((await started.ended).code).toBe(1)
  expect(started.said()).toBe(
    "Diyar : le réglage PORT (« trois mille ») n'est pas valable : il faut un numéro de port de 0 à 65535.\n",
  )
})

test('a database that does not answer: one sentence without its password, exit code 1', async () => {
  const started = start('main', { DATABASE_URL: 'postgres://diyar:secret@127.0.0.1:1/diyar' })
  expect((await started.ended).code).toBe(1)
  expect(started.said()).toMatch(/^Diyar : la base de données ne répond pas .*\n$/)
  expect(started.said()).not.toContain('secret')
})

test('npm run verifier checks the rules beside a running server, and by itself', async () => {
  const server = await launchMain()
  const beside = start('verifier')
  expect((await beside.ended).code).toBe(0)
  expect(beside.said()).toMatch(/^(\d+) règles sur \1 sont respectées\.\n$/)
  await server.stop()
  const alone = start('verifier')
  expect((await alone.ended).code).toBe(0)
  expect(alone.said()).toBe(beside.said())
})
