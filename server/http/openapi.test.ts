import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BASE } from '#shared/endpoint.ts'
import { operationName } from '#server/http/openapi.ts'
import type { Shape } from '#server/http/route.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { makeChange, mutatingCalls, sendChange } from '#test/scenes/changes.ts'

interface Described {
  operationId: string
  description?: string
  responses: Record<string, object>
}
interface Description {
  paths: Record<string, Record<string, Described>>
  components: { responses: Record<string, { description: string }> }
}

let t: TestApp
let karim: Visitor
/** The cookies of a browser in which a link was open that was revoked since. */
let gone = ''
let description: Description
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  await makeChange('POST /api/suivi/fermer', t.db, karim)
  gone = karim.cookies.line
  await t.db
    .updateTable('liens_clients')
    .set({ revoque_le: sql<Date>`now()` })
    .execute()
  // A call of a client's link needs an opened link.
  await makeChange('POST /api/suivi/fermer', t.db, karim)
  description = (await karim.get('/docs/openapi.json')).json as Description
})
afterAll(() => t.close())

const operations = () => Object.values(description.paths).flatMap((methods) => Object.values(methods))
const describedOf = ({ method, path }: Pick<Shape, 'method' | 'path'>) =>
  description.paths[path]?.[method.toLowerCase()]
/** Calls that name their record in the query. */
const NAMED_BY: Record<string, string> = {
  '/api/generate-pdf': 'bon_id',
  '/api/pieces': 'client_id',
  '/api/portefeuille/export': 'residence_id',
}
/** Address of a call, about an absent record by default, also where the query names the record. */
const urlOf = ({ path }: Shape, id = '999999999') =>
  `${BASE}${path.replace(/\{\w+\}/g, id)}${path in NAMED_BY ? `?${NAMED_BY[path]}=${id}` : ''}`

// spec: API-13
it('describes every served call, its wire shapes in decimal dinars, to members only', async () => {
  expect((await t.visitor().get('/docs')).statusCode).toBe(401)
  expect((await t.visitor().get('/docs/openapi.json')).statusCode).toBe(401)
  const { paths } = description
  expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/login', '/api/clients', '/api/clients/{id}']))
  expect(paths['/api/clients']).toMatchObject({
    post: {
      operationId: 'clientsCreate',
      requestBody: {
        content: {
          'application/json': {
            schema: { required: expect.arrayContaining(['nomComplet', 'tel', 'email']) },
          },
        },
      },
      security: [{ session: [] }],
    },
  })
  for (const { path, aliases = [], method } of t.app.contracts)
    for (const spelling of [path, ...aliases]) expect(paths[spelling]).toHaveProperty(method.toLowerCase())
  const page = await karim.get('/docs')
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.body).toContain('Ajoute un client')
})

it('names each call once, as a program can: the noun, then what is done', () => {
  const ids = operations().map(({ operationId }) => operationId)
  expect(ids.filter((id) => !/^[a-z][A-Za-z]+(Alias\d+)?(Form)?$/.test(id))).toEqual([])
  expect(ids.toSorted()).toEqual([...new Set(ids)].toSorted())
  expect(t.app.contracts.map((contract) => describedOf(contract)?.operationId)).toEqual(
    t.app.contracts.map(operationName),
  )
})

it('says of two paths that a template alone could confuse which one is meant', () => {
  expect(description.paths['/api/locaux/client/{id}']?.['get']?.description).toContain(
    "« client » n'en est pas un",
  )
  const noted = operations().filter(({ description: text }) => text?.includes("n'en est pas un"))
  expect(noted.length).toBeGreaterThan(1)
})

it('is written once, however often it is read', async () => {
  const before = await karim.get('/docs/openapi.json')
  // A description written again would meet a call that has no name, and fail.
  t.app.contracts.push({ method: 'GET', path: '/api/nulle-part', access: 'membre', summary: 'Rien' })
  const [json, page] = [await karim.get('/docs/openapi.json'), await karim.get('/docs')]
  t.app.contracts.pop()
  expect([json.statusCode, json.body, page.statusCode]).toEqual([200, before.body, 200])
})

/** Calls that close the session, or the link, that the other calls need. */
const ENDS = new Set(['/logout', '/api/profile/connexions/fermer', '/api/suivi/fermer'])

describe('what a call refuses', () => {
  const seen = new Map<string, Set<number>>()
  const note = (contract: Shape, status: number) => {
    const name = operationName(contract)
    seen.set(name, (seen.get(name) ?? new Set()).add(status))
  }
  const token = () => ({ 'x-xsrf-token': karim.cookies.token })

  /** Requests that go wrong in one way each, as `[expected by whom, how]`. */
  const attempts: [string, (contract: Shape) => Promise<{ statusCode: number }>][] = [
    [
      'no session',
      (c) => t.visitor().send({ method: c.method, url: urlOf(c), headers: { 'x-xsrf-token': 'x' } }),
    ],
    [
      'a link that is gone',
      (c) => t.visitor().send({ method: c.method, url: urlOf(c), headers: { cookie: gone } }),
    ],
    ['no token', (c) => karim.send({ method: c.method, url: urlOf(c), payload: {} })],
    [
      'a text',
      (c) =>
        karim.send({
          method: c.method,
          url: urlOf(c),
          headers: { ...token(), 'content-type': 'text/plain' },
          payload: 'x',
        }),
    ],
    [
      'broken JSON',
      (c) =>
        karim.send({
          method: c.method,
          url: urlOf(c),
          headers: { ...token(), 'content-type': 'application/json' },
          payload: '{',
        }),
    ],
    [
      'too much',
      (c) =>
        karim.send({
          method: c.method,
          url: urlOf(c),
          headers: token(),
          payload: { a: 'x'.repeat(1_100_000) },
        }),
    ],
    [
      'nothing there',
      (c) =>
        // A client's link is looked for once the digits are some.
        karim.send({
          method: c.method,
          url: urlOf(c),
          headers: token(),
          ...(c.body && { payload: { chiffres: '3456' } }),
        }),
    ],
    ['no identifier', (c) => karim.send({ method: c.method, url: urlOf(c, 'x'), headers: token() })],
    ['a broken address', (c) => karim.send({ method: c.method, url: urlOf(c, '%'), headers: token() })],
    [
      'a form',
      (c) =>
        karim.send({
          method: c.method,
          url: urlOf(c),
          headers: { ...token(), 'content-type': 'multipart/form-data; boundary=x' },
          payload: '--x--',
        }),
    ],
  ]

  it.each(attempts)('%s: each answer is among those described', async (_name, attempt) => {
    const missing: unknown[] = []
    for (const contract of t.app.contracts) {
      if (ENDS.has(contract.path)) continue
      const { statusCode } = await attempt(contract)
      note(contract, statusCode)
      if (!describedOf(contract)?.responses[statusCode])
        missing.push(`${contract.method} ${contract.path} ${statusCode}`)
    }
    expect(missing).toEqual([])
  })

  it('a stale version, a key that served before, the last member: the same', async () => {
    const missing: unknown[] = []
    for (const call of mutatingCalls(t.app)) {
      if (/login|logout|connexions\/fermer|register|suivi/.test(call)) continue
      const contract = t.app.contracts.find(({ method, path }) => `${method} ${path}` === call)
      if (!contract) throw new Error(call)
      const change = await makeChange(call, t.db, karim)
      const headers = { 'idempotency-key': `clé ${call}`, 'if-match': '99' }
      for (const body of [change.body, { ...change.body, encore: 1, version: 98 }]) {
        const { statusCode } = await sendChange(karim, { ...change, ...(body && { body }) }, headers)
        note(contract, statusCode)
        if (!describedOf(contract)?.responses[statusCode]) missing.push(`${call} ${statusCode}`)
      }
    }
    expect(missing).toEqual([])
  })

  it('each mechanism was met: what is described is what is given', () => {
    const met = (status: number) =>
      [...seen].filter(([, statuses]) => statuses.has(status)).map(([name]) => name)
    const described = (status: number) =>
      t.app.contracts
        .filter((contract) => !ENDS.has(contract.path) && describedOf(contract)?.responses[status])
        .map((contract) => operationName(contract))
    // Each of these statuses is given by every call that describes it.
    for (const status of [401, 404, 413, 415, 419])
      expect([status, met(status).toSorted()]).toEqual([status, described(status).toSorted()])
    // Each status that is described is met somewhere.
    for (const status of [400, 409, 422]) expect(met(status).length).toBeGreaterThan(5)
    for (const status of [400, 401, 403, 404, 409, 413, 415, 419, 422, 429, 500, 503])
      expect(description.components.responses[`Refus${status}`]?.description).toMatch(/\.$/)
  })
})
