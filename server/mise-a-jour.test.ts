import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { BASE } from '#shared/endpoint.ts'
import { readMigrations } from '#server/database/migrate.ts'
import { freshDatabase } from '#test/harness/database.ts'
import { begin, buildCommands, copyProduct, urlOf } from '#test/harness/processes.ts'
import { freePort } from '#test/harness/port.ts'

let root: string
let remove: () => Promise<void>
beforeAll(async () => {
  remove = await buildCommands()
  root = await mkdtemp(join(tmpdir(), 'diyar-mise-a-jour-'))
})
afterAll(async () => {
  await remove()
  await rm(root, { recursive: true, force: true })
})

const sentence = 'Diyar met ses données à jour : revenez dans quelques minutes.'

/** Answers of a start that is under way: status, kind and text of each address. */
async function asked(url: string, path: string, method = 'GET') {
  const answer = await fetch(url + path, { method, ...(method === 'POST' && { body: '{"email":"x"}' }) })
  const { status, headers } = answer
  return {
    status,
    type: headers.get('content-type'),
    retry: headers.get('retry-after'),
    text: await answer.text(),
  }
}

// spec: IN-37
it('a migration of more than 30 s is told in terminal and log, the port answers 503 in one sentence, then the product serves', async () => {
  const folder = join(root, 'lente')
  await mkdir(folder)
  const { migrations, from } = await copyProduct(folder)
  const name = `${String((await readMigrations()).length + 1).padStart(4, '0')}_lente.sql`
  await writeFile(join(migrations, name), 'create table lente (); select pg_sleep(33);')
  const database = await freshDatabase()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings = {
    DATABASE_URL: urlOf(database.connection),
    DATA_DIR: join(folder, 'data'),
    PORT: String(port),
  }
  const since = performance.now()
  const { child, said, ended } = begin('main', [], settings, [], from)
  const reached = () =>
    fetch(url).then(
      ({ status }) => status,
      () => 0,
    )
  await vi.waitUntil(async () => (await reached()) === 503, { timeout: 30_000, interval: 50 })
  expect(await asked(url, '/dashboard')).toEqual({
    status: 503,
    type: 'text/html; charset=utf-8',
    retry: '30',
    text: expect.stringContaining(`<p>${sentence}</p>`),
  })
  for (const [path, method] of [[`${BASE}/login`, 'POST'], [`${BASE}/api/user`], ['/readyz']] as const)
    expect(await asked(url, path, method)).toEqual({
      status: 503,
      type: 'application/json; charset=utf-8',
      retry: '30',
      text: JSON.stringify({ message: sentence }),
    })
  expect(await asked(url, '/healthz')).toMatchObject({ status: 200, text: '{"status":"ok"}' })
  // Nothing of it is told before the half minute.
  expect(performance.now() - since).toBeLessThan(25_000)
  expect(said()).toBe('')

  await vi.waitUntil(async () => (await reached()) === 200, { timeout: 90_000, interval: 100 })
  expect(said()).toContain(
    `Diyar : mise à jour de la base depuis 30 secondes : ${name}, 1 sur 1. Laissez-la finir ; interrompue, elle n'abîme rien et recommence au prochain démarrage.\n`,
  )
  expect(said()).toMatch(new RegExp(`^\\{"level":40,.*"migration":"${name}","seconds":30,"msg":.*\\}$`, 'm'))
  expect(await asked(url, '/readyz')).toMatchObject({ status: 200 })
  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
  await database.close()
})
