import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { DEMO_ACCOUNT } from '#db/demo.ts'
import { BASE } from '#shared/endpoint.ts'
import { packageRoot } from '#server/package-root.ts'
import { Browser } from '#test/harness/browser.ts'
import { startServer, type RunningServer } from '#test/harness/product.ts'
import { copyCheckout } from '../scripts/checkout.mjs'

let root: string
let checkout: string
const servers: RunningServer[] = []
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'diyar-rebuild-'))
  checkout = join(root, 'checkout')
  copyCheckout(packageRoot, checkout)
  await takeOverCurrentBuild()
})
afterAll(async () => {
  await Promise.all(servers.map(({ stop }) => stop()))
  await rm(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

/** Spares the copy its first build, where there is one of these sources already. */
async function takeOverCurrentBuild(): Promise<void> {
  const build = await readlink(join(packageRoot, 'dist', 'current')).catch(() => null)
  if (!build) return
  await cp(join(packageRoot, 'dist', build), join(checkout, 'dist', build), { recursive: true })
  for (const link of ['current', 'web', 'server'])
    await symlink(await readlink(join(packageRoot, 'dist', link)), join(checkout, 'dist', link), 'junction')
}

async function start(data: string): Promise<RunningServer> {
  const server = await startServer('demo', data)
  servers.push(server)
  return server
}

/** Runs what `npm start`, `npm run sauvegarde` and the other commands run first. */
async function prepare(): Promise<void> {
  const child = spawn(process.execPath, ['scripts/preparer.mjs'], { cwd: checkout })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  await once(child, 'close')
  expect([child.exitCode, said]).toEqual([0, expect.any(String)])
}

/** The page as a browser gets it, and what it names; fails when one of these does not answer. */
async function openPage(url: string): Promise<string[]> {
  const page = await fetch(`${url}/clients`)
  expect(page.status).toBe(200)
  const names = [...(await page.text()).matchAll(/\/assets\/[\w.-]+/g)].map(([name]) => name)
  expect(names.length).toBeGreaterThan(1)
  const answers = await Promise.all(names.map((name) => fetch(url + name)))
  expect(answers.map(({ status }, at) => [names[at], status])).toEqual(names.map((name) => [name, 200]))
  await Promise.all(answers.map((answer) => answer.arrayBuffer()))
  return names
}

it('a build under a running product, of other sources, leaves it as it was: pages, open tabs, documents, and the next start', async () => {
  await prepare()
  vi.stubEnv('DIYAR_DIST', join(checkout, 'dist'))
  const data = join(root, 'data')
  await mkdir(data, { mode: 0o711 })
  const running = await start(data)
  const member = new Browser()
  expect((await member.call(running.url, 'POST', '/login', DEMO_ACCOUNT)).statusCode).toBe(200)
  const assets = await readdir(join(checkout, 'dist', 'web', 'assets'))
  const [form = ''] = assets.filter((name) => /^ClientForm-[\w-]+\.js$/.test(name))
  const before = await readFile(join(checkout, 'dist', 'web', 'assets', form))
  const names = await openPage(running.url)
  const script = names.find((name) => name.endsWith('.js')) ?? ''

  // git pull: a newer version, whose templates and document process are not those of the running one.
  for (const file of ['web/app/main.tsx', 'features/clients/web/ClientForm.tsx'])
    await appendFile(join(checkout, file), "\nconsole.debug('une version plus récente')\n")
  await writeFile(join(checkout, 'features', 'papiers', 'server', 'press', 'papier.typ'), '#panic("newer")')
  const child = join(checkout, 'server', 'documents', 'documents-child.mjs')
  await writeFile(child, `throw new Error('newer')\n${await readFile(child, 'utf8')}`)

  // A command such as `npm run sauvegarde` builds while people open pages.
  const building = prepare().then(() => 'built')
  for (let state: unknown; state !== 'built';) {
    const opened = openPage(running.url)
    state = await Promise.race([building, opened])
    expect(await opened).toEqual(names)
  }

  const lazy = await fetch(`${running.url}/assets/${form}`)
  expect([lazy.status, Buffer.from(await lazy.arrayBuffer()).equals(before)]).toEqual([200, true])
  const receipt = await member.call(running.url, 'GET', '/api/paiement/print-single/1')
  expect([receipt.statusCode, receipt.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  const workbook = await member.call(running.url, 'GET', '/api/recap-paiements/export')
  expect([workbook.statusCode, workbook.bytes.subarray(0, 2).toString()]).toEqual([200, 'PK'])
  await servers.pop()?.stop()

  // A migration that was pulled and not built yet is none of a build's business.
  await writeFile(join(checkout, 'db', 'migrations', '9999_pas_encore.sql'), 'select 1 / 0;')
  const next = await start(data)
  expect(await openPage(next.url)).not.toContain(script)
  // An asset that a tab older than this server names is still answered, compressed as before.
  const kept = await fetch(`${next.url}/assets/${form}`, { headers: { 'accept-encoding': 'br' } })
  expect([kept.status, kept.headers.get('content-encoding')]).toEqual([200, 'br'])
  expect(kept.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(Buffer.from(await kept.arrayBuffer()).equals(before)).toBe(true)
  const never = await fetch(`${next.url}/assets/ClientForm-AAAAAAAA.js`)
  expect([never.status, never.headers.get('cache-control')]).toEqual([404, 'no-store'])
  expect(never.headers.get('content-type')).toContain('application/json')

  await rm(join(checkout, 'dist'), { recursive: true })
  const page = await fetch(`${next.url}/clients`, { headers: { accept: 'text/html' } })
  expect([page.status, page.headers.get('content-type'), page.headers.get('cache-control')]).toEqual([
    503,
    'text/html; charset=utf-8',
    'no-store',
  ])
  expect(await page.text()).toContain('Les écrans de Diyar ne sont plus sur le serveur.')
  expect((await fetch(`${next.url}${BASE}/api/user`)).status).toBe(401)
  const paper = await member.call(next.url, 'GET', '/api/recus/export?format=pdf')
  expect([paper.statusCode, paper.json]).toEqual([
    503,
    { message: 'Service momentanément indisponible. Réessayez dans un instant.' },
  ])
  // The time allows for two builds and three starts.
}, 300_000)
