import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { BASE, endpoint, fileEndpoint } from '#shared/endpoint.ts'
import { importsEndpoints } from '#features/imports/imports.contract.ts'
import { peut, ROLES } from '#shared/droits.ts'
import { route, fileRoute } from '#server/http/route.ts'
import { fingerprints } from '#test/harness/tables.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { addedCalls, shapeOf, specifiedCalls, spellings } from '#test/harness/calls.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

const written = [...specifiedCalls, ...addedCalls].map(
  ([method, path, access]) => [shapeOf(method, path), access] as const,
)

// spec: AD-02, VE-33
describe('one droit per call', () => {
  it('opens exactly its calls', () => {
    const served = new Map(
      t.app.contracts.flatMap((call) => spellings(call).map((spelling) => [spelling, call.access])),
    )
    expect(written.map(([call]) => [call, served.get(call)])).toEqual(written)
  })

  it('is said of every call there is, once', () => {
    const calls = written.map(([call]) => call)
    expect(calls.filter((call, at) => calls.indexOf(call) !== at)).toEqual([])
    const silent = t.app.contracts.filter((call) => !spellings(call).some((one) => calls.includes(one)))
    expect(silent.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  })

  it('does not compile without one', () => {
    // @ts-expect-error: there is no default
    const call = endpoint({ method: 'GET', path: '/api/oubli', summary: 'Rien' })
    const contentType = 'application/pdf'
    // @ts-expect-error: nor for a file
    const file = fileEndpoint({ method: 'GET', path: '/api/oubli', summary: 'Rien', contentType })
    expect([call, file].map(({ access }) => access as unknown)).toEqual([undefined, undefined])
    // @ts-expect-error: nor one that is in no matrix
    endpoint({ method: 'GET', path: '/api/oubli', summary: 'Rien', access: 'tout' })
  })

  it('is told in French to whoever reads the description of the calls', async () => {
    const karim = await t.member()
    const { paths } = (await karim.get('/docs/openapi.json')).json as {
      paths: Record<string, Record<string, { description: string; responses: object }>>
    }
    expect(paths['/login']?.['post']?.description).toBe('Ouvert à tous, sans session.')
    expect(paths['/api/clients']?.['get']?.description).toBe('Ouvert à tout membre actif.')
    expect(paths['/api/clients']?.['post']?.description).toBe('Droit « clients » : direction, commercial.')
    expect(paths['/api/residences/{id}']?.['post']?.description).toContain(
      'Droit « patrimoine » : direction.',
    )
    const silent = Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .filter(
        ({ description }) => !/Ouvert (à tou[st]|par le lien)|Droit « \w+ » : direction/.test(description),
      )
    expect(silent).toEqual([])
    expect(paths['/api/clients']?.['post']?.responses).toHaveProperty('403')
    expect(paths['/api/clients']?.['get']?.responses).not.toHaveProperty('403')
  })
})

// spec: PO-37
it('lets the direction alone bring a portfolio in, and who keeps the books or only looks take it out', () => {
  const imports = t.app.contracts.filter(({ path }) => path.startsWith('/api/imports'))
  const changes = t.app.contracts.filter(({ path }) => /\/generer$|^\/api\/revisions-de-prix$/.test(path))
  expect(imports).toHaveLength(9)
  expect(changes).toHaveLength(2)
  for (const { path, access } of [...imports, ...changes])
    expect([path, ROLES.filter((role) => peut(role, access))]).toEqual([path, ['direction']])
  const taken = t.app.contracts.find(({ path }) => path === '/api/portefeuille/export')
  expect(ROLES.filter((role) => taken && peut(role, taken.access))).toEqual([
    'direction',
    'comptable',
    'lecture',
  ])
  // The menu, the search and the buttons look at the same word.
  expect(importsEndpoints.list.access).toBe('patrimoine')
})

describe('a call that a rôle may not make', () => {
  let fresh: TestApp
  let reached = 0
  beforeAll(async () => {
    fresh = await startApp()
    const params = z.object({ id: z.string() })
    const body = z.object({ nom: z.string() })
    const common = { access: 'donnees', summary: 'Essai' } as const
    route(
      fresh.app,
      endpoint({ ...common, method: 'POST', path: '/api/essai/{id}', params, body }),
      async () => void reached++,
    )
    route(
      fresh.app,
      endpoint({ ...common, method: 'PUT', path: '/api/essai/{id}/plan', params, body, file: 'plan_pdf' }),
      async () => void reached++,
    )
    fileRoute(
      fresh.app,
      fileEndpoint({ ...common, method: 'GET', path: '/api/essai', contentType: 'application/pdf' }),
      async () => (reached++, { content: Buffer.from(''), disposition: 'inline' }),
    )
  })
  afterAll(() => fresh.close())

  it('answers 401 to a visitor, 403 to a member before anything else of it is looked at, and does nothing', async () => {
    await fresh.member()
    const karim = await fresh.member('amina@diyar.dz', 'commercial')
    const token = { 'x-xsrf-token': karim.cookies.get('XSRF-TOKEN') ?? '' }
    const url = `${BASE}/api/essai`
    const form = { 'content-type': 'multipart/form-data; boundary=x' }
    const requests = [
      { method: 'GET', url },
      { method: 'POST', url: `${url}/1`, headers: token, payload: { nom: 'Essai' } },
      // Requests without a token, without an id, empty, too large, of the wrong kind, and a form that stops short.
      { method: 'POST', url: `${url}/1`, payload: { nom: 'Essai' } },
      { method: 'POST', url: `${url}/rien`, headers: token, payload: {} },
      { method: 'POST', url: `${url}/1`, headers: token, payload: { nom: 'x'.repeat(1_100_000) } },
      { method: 'POST', url: `${url}/1`, headers: { ...token, ...form }, payload: '--x--' },
      { method: 'PUT', url: `${url}/1/plan`, headers: { ...token, ...form }, payload: '--x' },
      { method: 'POST', url: `${url}/1/plan?_method=PUT`, headers: { ...token, ...form }, payload: '--x' },
    ] as const
    const before = await fingerprints(fresh.db)
    for (const request of requests) {
      const visitor = await fresh.visitor().send(request)
      const { statusCode, json } = await karim.send(request)
      expect([request, visitor.statusCode, statusCode, json]).toEqual([
        request,
        401,
        403,
        { message: 'Votre rôle ne permet pas cette action.' },
      ])
    }
    expect(reached).toBe(0)
    expect(await fingerprints(fresh.db)).toEqual(before)
  })
})
