import { afterAll, beforeAll, expect, it } from 'vitest'
import { BASE } from '#shared/endpoint.ts'
import { createApp } from '#server/http/app.ts'
import { readConfig } from '#server/config.ts'
import { diskStore } from '#server/files/disk.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

const HOSTS = readConfig({ HOSTS: 'Diyar.exemple.dz, 127.0.0.1, ::1, épargne.dz' }).hosts
const start = (trustProxy: boolean) =>
  createApp({ db: t.db, files: diskStore(t.files), hosts: HOSTS, trustProxy })

const account = {
  name: 'Intrus',
  email: 'intrus@exemple.dz',
  password: 'Motdepasse1!',
  password_confirmation: 'Motdepasse1!',
}

it('serves the listed names, whatever their port and case, and no other', async () => {
  const app = await start(false)
  const status = async (host: string, url = `${BASE}/api/user`) =>
    (await app.inject({ url, headers: { host } })).statusCode
  for (const host of [
    'diyar.exemple.dz',
    'DIYAR.exemple.dz:8443',
    '127.0.0.1:3000',
    '[::1]:3000',
    'xn--pargne-9ua.dz',
  ])
    expect([host, await status(host)]).toEqual([host, 401])
  for (const host of [
    'evil.dz',
    'diyar.exemple.dz.evil.dz',
    'localhost',
    'diyar.exemple.dz@evil.dz',
    '',
    'a b',
    '[::2]',
  ])
    expect([host, await status(host)]).toEqual([host, 421])
  for (const url of ['/healthz', '/readyz']) expect([url, await status('evil.dz', url)]).toEqual([url, 200])
  await app.close()
})

it('a page whose name is made to lead here cannot sign up: 421 in French, nothing written', async () => {
  const app = await start(true)
  const sign = { 'x-xsrf-token': 'a', cookie: 'XSRF-TOKEN=a' }
  for (const headers of [
    { host: 'evil.dz', origin: 'http://evil.dz' },
    { host: 'evil.dz', 'x-forwarded-host': 'diyar.exemple.dz' },
    { host: '127.0.0.1', 'x-forwarded-host': 'evil.dz' },
  ]) {
    const answer = await app.inject({
      method: 'POST',
      url: `${BASE}/register`,
      headers: { ...sign, ...headers },
      payload: account,
    })
    expect([answer.statusCode, answer.json()]).toEqual([
      421,
      { message: "Diyar n'est pas servi sous ce nom." },
    ])
    expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff' })
  }
  expect(await t.db.selectFrom('membres').select('id').execute()).toEqual([])
  await app.close()
})

it('without the setting every name is served', async () => {
  expect(readConfig({}).hosts).toBeUndefined()
  const { statusCode } = await t.app.inject({ url: `${BASE}/api/user`, headers: { host: 'nimporte.dz' } })
  expect(statusCode).toBe(401)
})

it.each(['https://diyar.exemple.dz', 'diyar.exemple.dz:3000', '*', 'a/b', 'diyar dz', ',', 'x@y'])(
  'HOSTS=%s stops the start with a sentence that names it',
  (value) => {
    expect(() => readConfig({ HOSTS: value })).toThrow(
      /^le réglage HOSTS \(« .+ »\) n'est pas valable : il faut .+\.$/,
    )
  },
)
