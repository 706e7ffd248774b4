import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { NOUVEAUTES } from '#shared/aide.ts'
import { VERSION } from '#server/version.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

// spec: IN-37
it('who is signed in reads what each version brought, whatever his rôle, and nobody else does', async () => {
  await t.member()
  const nadia = await t.member('nadia@diyar.dz', 'lecture')
  const { statusCode, headers, body } = await nadia.send({ url: NOUVEAUTES })
  expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'text/html; charset=utf-8',
    'no-store',
  ])
  const titles = [...readFileSync('CHANGELOG.md', 'utf8').matchAll(/^##+ (.+)$/gm)].map(([, title]) => title)
  expect(titles[0]).toBe(VERSION)
  const shown = [...body.matchAll(/<h[23] id="([^"]+)">([^<]+)</g)]
  expect(shown.map(([, , title]) => title)).toEqual(titles)
  expect(new Set(shown.map(([, id]) => id)).size).toBe(titles.length)
  expect(body).toContain('<h1>Nouveautés</h1>')
  expect((await nadia.get('/api/user')).json).toMatchObject({ version: VERSION })

  const stranger = await t.visitor().send({ url: NOUVEAUTES })
  expect([stranger.statusCode, stranger.headers.location]).toEqual([
    302,
    `/login?retour=%2Faide%2Fnouveautes`,
  ])
  expect(stranger.body).not.toContain(VERSION)
})
