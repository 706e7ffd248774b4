import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BASE } from '#shared/endpoint.ts'
import { createApp } from '#server/http/app.ts'
import type { Db } from '#server/database/db.ts'
import { connect } from '#server/database/pool.ts'
import { diskStore } from '#server/files/disk.ts'
import { stopPdf } from '#server/documents/pdf.ts'
import { startApp, Visitor, type TestApp } from '#test/harness/app.ts'
import { buildAppartement, buildClient, pay, sell } from '#test/harness/builders.ts'

/** The whole product, screens included; `broken` is one whose database is gone. */
let t: TestApp
let app: FastifyInstance
let broken: FastifyInstance
let unreachable: Db
let folder: string
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  folder = await mkdtemp(join(tmpdir(), 'diyar-entetes-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<script nonce="__CSP_NONCE__"></script>')
  await writeFile(join(folder, 'assets', 'index-abc.js'), 'export {}')
  const files = diskStore(folder)
  app = await createApp({ db: t.db, files, screens: folder })
  app.get('/panne', () => Promise.reject(new Error('secret de fabrique')))
  unreachable = connect({ host: '127.0.0.1', port: 1 }).db
  broken = await createApp({ db: unreachable, files, screens: folder })
  const cookies = (await t.member()).cookies
  karim = new Visitor(app)
  karim.cookies.take(cookies)
  const client = await buildClient(t.db, { nom_complet: 'Élodie "\r\nX-Intrus: 1' })
  await pay(t.db, await sell(t.db, await buildAppartement(t.db), client.id), 1000)
})
afterAll(async () => {
  await app.close()
  await broken.close()
  await unreachable.destroy()
  await t.close()
  await stopPdf()
  await rm(folder, { recursive: true, force: true })
})

const PROTECTIVE = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
}
const JSON_TYPE = 'application/json; charset=utf-8'
const HTML = 'text/html; charset=utf-8'
const token = () => ({ 'x-xsrf-token': karim.cookies.token })
const api = (path: string) => ({ method: 'GET' as const, url: BASE + path })

/** Kinds of answer: name, request that provokes it, status and type. */
const kinds: [string, () => InjectOptions & { url: string }, number, string | undefined][] = [
  ['a page', () => ({ url: '/clients?page=2' }), 200, HTML],
  ['the head of a page', () => ({ method: 'HEAD', url: '/clients' }), 200, HTML],
  ['the description of the calls', () => api('/docs'), 200, HTML],
  ['an answer', () => api('/api/clients'), 200, JSON_TYPE],
  ['an answer without a body', () => api('/sanctum/csrf-cookie'), 204, undefined],
  ['a paper', () => api('/api/paiement/print-single/1'), 200, 'application/pdf'],
  [
    'a workbook',
    () => api('/api/recap-paiements/export'),
    200,
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ],
  ['401', () => ({ ...api('/api/clients'), headers: { cookie: 'diyar_session=x' } }), 401, JSON_TYPE],
  ['404 of a record', () => api('/api/clients/999999'), 404, JSON_TYPE],
  ['404 of a call', () => api('/nulle-part'), 404, JSON_TYPE],
  ['404 of an asset', () => ({ url: '/assets/ancien.js' }), 404, JSON_TYPE],
  [
    'a method that is not there',
    () => ({ method: 'PATCH', url: `${BASE}/api/clients`, headers: token() }),
    404,
    JSON_TYPE,
  ],
  ['a method no one knows, outside', () => ({ method: 'OPTIONS', url: '/clients' }), 404, JSON_TYPE],
  [
    '400',
    () => ({
      method: 'POST',
      url: `${BASE}/api/clients`,
      headers: { ...token(), 'content-type': 'application/json' },
      payload: '{"a":',
    }),
    400,
    JSON_TYPE,
  ],
  [
    'an address that is too long to name anything',
    () => ({ url: `${BASE}/api/clients/${'9'.repeat(300)}` }),
    404,
    JSON_TYPE,
  ],
  ['an address that cannot be read', () => ({ url: `${BASE}/api/clients/%E0%A4%A` }), 400, JSON_TYPE],
  [
    '413',
    () => ({
      method: 'POST',
      url: `${BASE}/api/clients`,
      headers: token(),
      payload: { nomComplet: 'x'.repeat(2 ** 20) },
    }),
    413,
    JSON_TYPE,
  ],
  [
    '415',
    () => ({
      method: 'POST',
      url: `${BASE}/api/clients`,
      headers: { ...token(), 'content-type': 'text/plain' },
      payload: 'a',
    }),
    415,
    JSON_TYPE,
  ],
  ['419', () => ({ method: 'POST', url: `${BASE}/api/clients`, payload: {} }), 419, JSON_TYPE],
  [
    '422',
    () => ({ method: 'POST', url: `${BASE}/api/clients`, headers: token(), payload: {} }),
    422,
    JSON_TYPE,
  ],
  ['a defect', () => ({ url: '/panne' }), 500, JSON_TYPE],
  ['process up', () => ({ url: '/healthz' }), 200, JSON_TYPE],
  ['database there', () => ({ url: '/readyz' }), 200, JSON_TYPE],
]

function expectProtected(headers: Record<string, unknown>, type: string | undefined) {
  expect(headers).toMatchObject(PROTECTIVE)
  expect(headers['content-type']).toBe(type)
  const policy = String(headers['content-security-policy'])
  for (const directive of ["default-src 'none'", "base-uri 'none'", 'form-action', "frame-ancestors 'none'"])
    expect(policy).toContain(directive)
  expect(policy).not.toMatch(/unsafe-|\*|http:|https:/)
  for (const name of ['server', 'x-powered-by', 'access-control-allow-origin', 'x-intrus'])
    expect(headers).not.toHaveProperty(name)
}

describe('every kind of answer bears the protective headers, its exact type, and says nothing of the inside', () => {
  it.each(kinds)('%s', async (_kind, ask, status, type) => {
    const { url, ...options } = ask()
    const answer = await karim.send({ url, ...options })
    expect(answer.statusCode).toBe(status)
    expectProtected(answer.headers, type)
    const mayHoldData = url.startsWith(BASE) || type === HTML
    expect(answer.headers['cache-control'] === 'no-store' || !mayHoldData).toBe(true)
    expect(answer.body).not.toMatch(/secret de fabrique|%E0|9{50}/)
    expect(answer.body).not.toMatch(/node_modules|\bat .+:\d+:\d+/)
  })

  it('a call says of itself what a page does, without the nonces', async () => {
    const [page, call] = [await karim.get('/docs'), await karim.get('/api/clients')]
    const said = ({ headers }: typeof page) =>
      Object.entries(headers)
        .filter(([name]) => !/^(content-(type|length)|date|connection|keep-alive)$/.test(name))
        .map(([name, value]) => `${name}: ${String(value).replace(/ 'nonce-\w+'/g, '')}`)
        .toSorted()
    expect(said(call)).toEqual(said(page))
    expect(String(page.headers['content-security-policy'])).toContain("'nonce-")
    expect(String(call.headers['content-security-policy'])).not.toContain('nonce')
  })

  it('503 when the database is gone', async () => {
    for (const url of ['/readyz', `${BASE}/api/clients`]) {
      const answer = await broken.inject({
        url,
        headers: { cookie: `diyar_session=${randomBytes(32).toString('base64url')}` },
      })
      expect([url, answer.statusCode]).toEqual([url, 503])
      expectProtected(answer.headers, JSON_TYPE)
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
  })

  it('a file says under which name it is saved, on one line and by the standard', async () => {
    const { headers } = await karim.get('/api/paiement/print-client/1')
    const disposition = String(headers['content-disposition'])
    // RFC 6266: a quoted name in plain letters, and the whole name percent-encoded.
    expect(disposition).toMatch(
      /^(inline|attachment); filename="[\x20\x21\x23-\x5B\x5D-\x7E]+"(; filename\*=UTF-8''[\w%.!~-]+)?$/,
    )
    expect(headers).not.toHaveProperty('x-intrus')
  })

  it('an asset bears only what means something on a file', async () => {
    const { headers } = await app.inject('/assets/index-abc.js')
    expect(headers).toMatchObject({
      'content-type': 'application/javascript; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    for (const name of ['server', 'x-powered-by', 'access-control-allow-origin', 'set-cookie'])
      expect(headers).not.toHaveProperty(name)
  })
})
