import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BASE } from '#shared/endpoint.ts'
import { features } from '#server/registry.ts'
import type { Shape } from '#server/route.ts'
import { startApp, type TestApp, type Visitor } from '#test/app.ts'
import { specifiedCalls } from '#test/specified-calls.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())

const MUTATING = new Set(['POST', 'PUT', 'DELETE'])
const urlOf = ({ path }: Shape) => BASE + path.replace(/\{\w+\}/g, '1')
const calls = () => t.app.contracts
const privateCalls = () => calls().filter(({ access }) => access === 'membre')
const mutatingCalls = () => calls().filter(({ method }) => MUTATING.has(method))

/** Row counts of every table that a call could change. */
async function state() {
  const tables = [
    'membres',
    'clients',
    'residences',
    'blocs',
    'etages',
    'biens',
    'ventes',
    'paiements',
    'parkings',
    'promoteurs',
    'categories_bons',
    'bons',
    'lignes',
    'fichiers',
    'journal',
  ] as const
  const counts = await Promise.all(
    tables.map(async (table) => [table, (await t.db.selectFrom(table).selectAll().execute()).length]),
  )
  return Object.fromEntries(counts) as Record<string, number>
}

describe('the table of calls', () => {
  it('serves every call that the specification names, with both spellings of a PUT that carries a file', () => {
    const missing = specifiedCalls.filter(
      ([method, path]) =>
        !t.app.hasRoute({ method, url: BASE + path.replace(/\{(\w+)\}/g, ':$1') }) && !known(method, path),
    )
    expect(missing).toEqual([])
  })

  /** Parameter names differ between documents; what counts is the shape of the path. */
  const known = (method: string, path: string) => {
    const shape = (text: string) => text.replace(/\{\w+\}/g, '{}')
    return calls().some(
      (call) =>
        (call.method === method || (method === 'POST' && call.file && call.method === 'PUT')) &&
        [call.path, ...(call.aliases ?? [])].some((spelling) => shape(spelling) === shape(path)),
    )
  }

  it('registers every feature that has a server side', () => {
    const folders = readdirSync(new URL('../features', import.meta.url)).filter((noun) => {
      const inside = readdirSync(new URL(`../features/${noun}`, import.meta.url), { recursive: true }).map(
        String,
      )
      return inside.some((file) => file.endsWith('.routes.ts'))
    })
    expect(Object.keys(features).toSorted()).toEqual(folders.toSorted())
  })
})

describe('without a good session', () => {
  const bad: [string, Record<string, string>][] = [
    ['no cookie', {}],
    ['a garbage cookie', { cookie: 'diyar_session=garbage' }],
    ['a well-formed unknown cookie', { cookie: `diyar_session=${'A'.repeat(43)}` }],
    ['an enormous cookie', { cookie: `diyar_session=${'A'.repeat(4000)}` }],
  ]

  // spec: AUTH-65
  it.each(bad)('%s: every private call answers 401 and changes nothing', async (_name, headers) => {
    const before = await state()
    for (const call of privateCalls()) {
      const { statusCode, json } = await t.visitor().send({ method: call.method, url: urlOf(call), headers })
      expect([call.method, call.path, statusCode, json]).toEqual([
        call.method,
        call.path,
        401,
        { message: 'Veuillez vous connecter.' },
      ])
    }
    expect(await state()).toEqual(before)
  })

  it('leaves three calls and the anti-forgery cookie open, no more', () => {
    expect(
      calls()
        .filter(({ access }) => access === 'public')
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(['/login', '/register', '/sanctum/csrf-cookie'])
  })
})

describe('from elsewhere', () => {
  const attacks: [string, (token: string) => Record<string, string>][] = [
    ['no token', () => ({})],
    ['a wrong token', () => ({ 'x-xsrf-token': 'wrong' })],
    [
      'a cross-site request with the right token',
      (token) => ({ 'x-xsrf-token': token, 'sec-fetch-site': 'cross-site' }),
    ],
    [
      'a sibling-site request with the right token',
      (token) => ({ 'x-xsrf-token': token, 'sec-fetch-site': 'same-site' }),
    ],
    [
      'a foreign origin with the right token',
      (token) => ({ 'x-xsrf-token': token, origin: 'https://ailleurs.example' }),
    ],
    ['an opaque origin with the right token', (token) => ({ 'x-xsrf-token': token, origin: 'null' })],
  ]

  it.each(attacks)('%s: every change answers 419 and changes nothing', async (_name, headers) => {
    const before = await state()
    for (const call of mutatingCalls()) {
      const token = karim.cookies.get('XSRF-TOKEN') ?? ''
      const { statusCode } = await karim.send({
        method: call.method,
        url: urlOf(call),
        headers: headers(token),
        ...(call.method !== 'DELETE' && { payload: {} }),
      })
      expect([call.method, call.path, statusCode]).toEqual([call.method, call.path, 419])
    }
    expect(await state()).toEqual(before)
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'text/xml'])(
    'a %s body is refused with 415',
    async (type) => {
      const token = karim.cookies.get('XSRF-TOKEN') ?? ''
      const before = await state()
      for (const call of mutatingCalls().filter(({ method }) => method !== 'DELETE')) {
        const { statusCode } = await karim.send({
          method: call.method,
          url: urlOf(call),
          headers: { 'x-xsrf-token': token, 'content-type': type },
          payload: 'a=1',
        })
        expect([call.method, call.path, statusCode]).toEqual([call.method, call.path, 415])
      }
      expect(await state()).toEqual(before)
    },
  )

  it("another session's token is worth nothing", async () => {
    const other = await t.member('amina@diyar.dz')
    const stolen = other.cookies.get('XSRF-TOKEN') ?? ''
    const answer = await karim.send({
      method: 'POST',
      url: `${BASE}/api/clients`,
      headers: { 'x-xsrf-token': stolen },
      payload: {},
    })
    expect(answer.statusCode).toBe(419)
  })
})

describe('every answer', () => {
  it('carries the protective headers and is not stored, refusals included', async () => {
    for (const answer of [
      await karim.get('/api/clients'),
      await t.visitor().get('/api/clients'),
      await karim.get('/nulle-part'),
      await karim.post('/api/clients', {}),
    ]) {
      expect(answer.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cache-control': 'no-store',
      })
      const policy = String(answer.headers['content-security-policy'])
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toMatch(/unsafe-(inline|eval)/)
      expect(answer.headers).not.toHaveProperty('x-powered-by')
      expect(answer.headers).not.toHaveProperty('server')
    }
  })
})
