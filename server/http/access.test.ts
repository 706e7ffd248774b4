import { readdirSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AIDE } from '#shared/aide.ts'
import { BASE } from '#shared/endpoint.ts'
import { FICHIERS } from '#server/aide/pages.ts'
import { features } from '#server/registry.ts'
import type { Shape } from '#server/http/route.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { fingerprints } from '#test/harness/tables.ts'
import { addedCalls, shapeOf, specifiedCalls, spellings } from '#test/harness/calls.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
  await t.member()
})
afterAll(() => t.close())

const urlOf = ({ path }: Shape) => BASE + path.replace(/\{\w+\}/g, '1')
const calls = () => t.app.contracts
const privateCalls = () => calls().filter(({ access }) => access !== 'public' && access !== 'lien')

/** Every route that the running server has, read from its own printout: a tree of path pieces, each with its methods. */
function runtimeRoutes(): string[] {
  const above: string[] = []
  return t.app
    .printRoutes({ commonPrefix: false })
    .trimEnd()
    .split('\n')
    .flatMap((line) => {
      const [, branches = '', piece = '', methods = ''] =
        /^([│ ]*[├└]── )(\S*)(?: \((.*)\))?$/.exec(line) ?? []
      const depth = branches.length / 4
      above[depth] = (depth > 1 ? (above[depth - 1] ?? '') : '') + piece
      return methods
        .split(', ')
        .filter(Boolean)
        .map((method) => shapeOf(method, above[depth] ?? ''))
    })
}

describe('the table of calls', () => {
  const known = new Set([...specifiedCalls, ...addedCalls].map(([method, path]) => shapeOf(method, path)))

  it('serves every call that the specification names', () => {
    const served = new Set(calls().flatMap(spellings))
    expect(specifiedCalls).toHaveLength(110)
    expect(specifiedCalls.filter(([method, path]) => !served.has(shapeOf(method, path)))).toEqual([])
  })

  it('serves no other than those and the documented ones, each under its own spellings', () => {
    const unknown = calls().filter((call) => !spellings(call).some((spelling) => known.has(spelling)))
    expect(unknown.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  })

  it('has no route besides, as the running server prints them', async () => {
    await t.app.ready()
    const contracts = calls().flatMap((call) =>
      spellings(call).map((route) => route.replace(' ', ` ${BASE}`)),
    )
    const others = [
      ...['/healthz', '/readyz', `${BASE}/docs`, `${BASE}/docs/openapi.json`].map((path) => `GET ${path}`),
      // The help pages, and the files that they load under names that change with their content.
      ...[AIDE, `${AIDE}/{}`, ...FICHIERS.map(({ chemin }) => chemin)].map((path) => `GET ${path}`),
      // Addresses of no call are answered 401 or 404. A wildcard is printed without what stands before it.
      ...['GET', 'POST', 'PUT', 'DELETE', 'PATCH'].map((method) => `${method} *`),
    ]
    const heads = [...contracts, ...others]
      .filter((route) => route.startsWith('GET '))
      .map((route) => route.replace('GET', 'HEAD'))
    expect(new Set(runtimeRoutes())).toEqual(new Set([...contracts, ...others, ...heads]))
  })

  it('keeps a call that does not say who may make it from being served at all', async () => {
    const fresh = await startApp()
    try {
      expect(() => fresh.app.get(`${BASE}/api/oubli`, () => 'tout')).toThrow(
        `no access declared: GET ${BASE}/api/oubli`,
      )
    } finally {
      await fresh.close()
    }
  })

  /** A floor that others stand on: it has SQL and rules, no call. */
  const FLOORS = ['etats']
  it('registers every feature that has a server side, but for the floors below them', () => {
    const nouns = new URL('../../features/', import.meta.url)
    const folders = readdirSync(nouns).filter((noun) => readdirSync(new URL(noun, nouns)).includes('server'))
    expect([...Object.keys(features), ...FLOORS].toSorted()).toEqual(folders.toSorted())
  })

  it('leaves open what signs in, what verifies a paper, what opens a link and whose page these are, no more', () => {
    expect(
      calls()
        .filter(({ access }) => access === 'public')
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual([
      '/api/suivi/ouvrir',
      '/api/suivi/promoteur',
      '/api/suivi/promoteur/logo',
      '/api/verifier',
      '/login',
      '/register',
      '/sanctum/csrf-cookie',
    ])
  })
})

describe('without a good session', () => {
  const withCookie = (value: string) => async () => {
    const visitor = t.visitor()
    visitor.cookies.set('diyar_session', value)
    return visitor
  }
  let serial = 0
  /** A member signed in, to whom something happens then. */
  const formerly = (happens: (email: string, visitor: Visitor) => Promise<unknown>) => async () => {
    const email = `ancien${++serial}@diyar.dz`
    const visitor = await t.member(email)
    const { statusCode } = await visitor.get('/api/user')
    if (statusCode !== 200) throw new Error(`was not signed in: ${statusCode}`)
    const cookies = new Map(visitor.cookies)
    await happens(email, visitor)
    visitor.cookies.take(cookies)
    return visitor
  }
  const age = (set: Record<string, ReturnType<typeof sql<Date>>>) =>
    formerly((email) =>
      t.db
        .updateTable('sessions')
        .set(set)
        .where('membre_id', 'in', (eb) => eb.selectFrom('membres').select('id').where('email', '=', email))
        .execute(),
    )

  const bad: [string, () => Promise<Visitor>][] = [
    ['no cookie', async () => t.visitor()],
    ['a garbage cookie', withCookie('garbage')],
    ['a well-formed unknown cookie', withCookie('A'.repeat(43))],
    ['an enormous cookie', withCookie('A'.repeat(4000))],
    ['a cookie of another kind', withCookie('s%3Aeyj.sig; laravel_session=eyJpdiI6')],
    ['a session left for an hour', age({ vue_le: sql<Date>`now() - interval '61 minutes'` })],
    [
      'a session of more than twelve hours',
      age({ cree_le: sql<Date>`now() - interval '12 hours 1 minute'` }),
    ],
    ['a session that was signed out', formerly((_email, visitor) => visitor.post('/logout'))],
    [
      'the session of a disabled member',
      formerly((email) =>
        t.db.updateTable('membres').set({ actif: false }).where('email', '=', email).execute(),
      ),
    ],
    [
      'the session of a deleted member',
      formerly((email) => t.db.deleteFrom('membres').where('email', '=', email).execute()),
    ],
  ]

  // spec: AUTH-65
  it.each(bad)('%s: every private call answers 401 and changes nothing', async (_name, prepare) => {
    const visitor = await prepare()
    const before = await fingerprints(t.db)
    for (const call of privateCalls()) {
      const token = visitor.cookies.get('XSRF-TOKEN')
      const { statusCode, json } = await visitor.send({
        method: call.method,
        url: urlOf(call),
        ...(token && { headers: { 'x-xsrf-token': token } }),
      })
      expect([call.method, call.path, statusCode, json]).toEqual([
        call.method,
        call.path,
        401,
        { message: 'Veuillez vous connecter.' },
      ])
    }
    expect(await fingerprints(t.db)).toEqual(before)
  })

  it('HEAD says no more than GET: 401, no body, no size of what is there', async () => {
    for (const call of privateCalls().filter(({ method }) => method === 'GET')) {
      const { statusCode, body, headers } = await t.visitor().send({ method: 'HEAD', url: urlOf(call) })
      expect([call.path, statusCode, body, headers['content-length']]).toEqual([call.path, 401, '', '38'])
    }
  })
})
