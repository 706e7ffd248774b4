import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { peut, ROLES, type Access } from '#shared/droits.ts'
import { BASE, endpoint, fileEndpoint } from '#shared/endpoint.ts'
import { route, fileRoute, type Shape } from '#server/http/route.ts'
import { fingerprints } from '#test/harness/tables.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { addedCalls, specifiedCalls } from '#test/harness/specified-calls.ts'

/** Who may make which call, written out a second time: a droit that is changed or taken away fails here. */
const CALLS: Partial<Record<Access, string[]>> = {
  public: ['GET /sanctum/csrf-cookie', 'POST /login', 'POST /register'],
  membre: [
    'GET /api/user',
    'POST /logout',
    'GET /api/appartements',
    'GET /api/appartements/{id}',
    'GET /api/clients/{id}/appartements',
    'GET /api/appartements/{id}/plan',
    'GET /api/appartements/{id}/report',
    'GET /api/appartements/{id}/superficie',
    'GET /api/blocs',
    'GET /api/all-blocs',
    'GET /api/residence/{id}/blocs',
    'GET /api/blocs/{id}',
    'GET /api/blocs/{id}/report',
    'GET /api/clients',
    'GET /api/all-clients',
    'GET /api/clients/{id}',
    'GET /api/clients/{id}/assets',
    'GET /api/etages',
    'GET /api/all-etages',
    'GET /api/blocs/{id}/etages',
    'GET /api/etages/{id}',
    'GET /api/etages/{id}/capacite',
    'GET /api/etages/{id}/report',
    'GET /api/locaux',
    'GET /api/locaux/{id}',
    'GET /api/locaux/client/{id}',
    'GET /api/locaux/{id}/report',
    'GET /api/paiements/appartement/{id}',
    'GET /api/paiements/place-parking/{id}',
    'GET /api/paiements/local/{id}',
    'GET /api/paiements/solde/appartement/{id}',
    'GET /api/paiements/solde/place-parking/{id}',
    'GET /api/paiements/solde/local/{id}',
    'GET /api/paiements/{id}',
    'GET /api/paiement/print-client/{id}',
    'GET /api/paiement/print-single/{id}',
    'GET /api/paiement/print-bien/appartement/{id}',
    'GET /api/paiement/print-bien/place-parking/{id}',
    'GET /api/paiement/print-bien/local/{id}',
    'GET /api/parkings',
    'GET /api/parkings/{id}',
    'GET /api/parkings/{id}/occupation',
    'GET /api/place-parking/{id}',
    'GET /api/place-parking-client/{id}',
    'GET /api/profile',
    'PUT /api/profile',
    'GET /api/promoteurs',
    'GET /api/recap-paiements',
    'GET /api/recherche',
    'GET /api/reglages',
    'GET /api/residences',
    'GET /api/residence/all',
    'GET /api/residences/{id}',
    'GET /api/residences/{id}/plan',
    'GET /api/residences/{id}/report',
    'GET /api/residence/{id}/payment-totals',
    'GET /api/dashboard',
    'GET /api/blocs/residence/{residenceId}',
  ],
  clients: ['POST /api/clients', 'PUT /api/clients/{id}'],
  donnees: ['DELETE /api/clients/{id}'],
  patrimoine: [
    'POST /api/appartements',
    'PUT /api/appartements/{id}',
    'DELETE /api/appartements/{id}',
    'POST /api/blocs',
    'PUT /api/blocs/{id}',
    'DELETE /api/blocs/{id}',
    'POST /api/etages',
    'PUT /api/etages/{id}',
    'DELETE /api/etages/{id}',
    'POST /api/locaux',
    'PUT /api/locaux/{id}',
    'DELETE /api/locaux/{id}',
    'POST /api/parkings',
    'PUT /api/parkings/{id}',
    'DELETE /api/parkings/{id}',
    'POST /api/places-parking',
    'PUT /api/places-parking/{id}',
    'DELETE /api/places-parking/{id}',
    'POST /api/residences',
    'PUT /api/residences/{id}',
    'DELETE /api/residences/{id}',
    'POST /api/residences/{id}',
    'POST /api/appartements/{id}',
  ],
  ventes: [
    'PUT /api/appartements/{id}/assigner-client',
    'PUT /api/locaux/{id}/assigner-client',
    'POST /api/places-parking/{id}/attribuer',
  ],
  finDeVente: [
    'PUT /api/appartements/{id}/retirer-client',
    'PUT /api/locaux/{id}/retirer-client',
    'POST /api/places-parking/{id}/liberer',
  ],
  encaisser: ['POST /api/paiements'],
  corriger: ['PUT /api/paiements/{id}', 'DELETE /api/paiements/{id}'],
  exporter: [
    'GET /api/paiement/print-all',
    'GET /api/recap-paiements/export',
    'GET /api/recap-paiements/export-pdf',
    'GET /api/recap-paiements/print-pdf',
    'GET /api/dashboard/export',
  ],
  chargesLire: [
    'GET /api/categories',
    'GET /api/categories/{id}',
    'GET /api/bons',
    'GET /api/bons/{id}',
    'GET /api/bons/{id}/lignes',
    'GET /api/bons/{bonId}/lignes/{ligneId}',
    'GET /api/generate-pdf',
  ],
  charges: [
    'POST /api/categories',
    'PUT /api/categories/{id}',
    'DELETE /api/categories/{id}',
    'POST /api/bons',
    'PUT /api/bons/{id}',
    'DELETE /api/bons/{id}',
    'POST /api/bons/{id}/lignes',
    'PUT /api/bons/{bonId}/lignes/{ligneId}',
    'DELETE /api/bons/{bonId}/lignes/{ligneId}',
  ],
  membres: [
    'GET /api/members',
    'GET /api/members/{id}',
    'POST /api/members',
    'PUT /api/members/{id}',
    'DELETE /api/members/{id}',
    'POST /api/members/{id}/disable',
    'POST /api/members/{id}/activate',
  ],
  parametres: [
    'GET /api/parametres',
    'PUT /api/parametres/{section}',
    'POST /api/promoteurs',
    'PUT /api/promoteurs/{id}',
    'DELETE /api/promoteurs/{id}',
  ],
}

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

const shapeOf = (method: string, path: string) =>
  `${method} ${path.replace(/\?.*/, '').replace(/\{\w+\}/g, '{}')}`
const spellings = ({ method, path, aliases = [], file }: Shape) =>
  [path, ...aliases].flatMap((spelling) => [
    shapeOf(method, spelling),
    ...(file && method === 'PUT' ? [shapeOf('POST', spelling)] : []),
  ])
const accesses = () =>
  new Map(t.app.contracts.flatMap((call) => spellings(call).map((spelling) => [spelling, call.access])))

// spec: AD-02
describe('one droit per call', () => {
  it.each(Object.entries(CALLS))('%s opens exactly its calls', (access, calls) => {
    const served = accesses()
    expect(calls.map((call) => [call, served.get(shapeOf(...split(call)))])).toEqual(
      calls.map((call) => [call, access]),
    )
  })

  it('says so of every call there is, once', () => {
    const known = [...specifiedCalls, ...addedCalls].map(([method, path]) => shapeOf(method, path))
    const written = Object.values(CALLS).flatMap((calls) => calls.map((call) => shapeOf(...split(call))))
    expect(written.toSorted()).toEqual(known.toSorted())
    expect(t.app.contracts.filter((call) => !spellings(call).some((one) => written.includes(one)))).toEqual(
      [],
    )
  })

  it('opens to each rôle as many calls as its droits hold, and all of them to the direction', () => {
    const opened = ROLES.map((role) => [
      role,
      Object.entries(CALLS).flatMap(([access, calls]) => (peut(role, access as Access) ? calls : [])).length,
    ])
    const all = Object.values(CALLS).flat().length
    expect(Object.fromEntries(opened)).toEqual({
      direction: all,
      commercial: all - 63,
      caisse: all - 67,
      comptable: all - 44,
      lecture: all - 56,
    })
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
      .filter(({ description }) => !/Ouvert à tou[st]|Droit « \w+ » : direction/.test(description))
    expect(silent).toEqual([])
    expect(paths['/api/clients']?.['post']?.responses).toHaveProperty('403')
    expect(paths['/api/clients']?.['get']?.responses).not.toHaveProperty('403')
  })
})

describe('a call that a rôle may not make', () => {
  let fresh: TestApp
  let reached = 0
  /** No member holds what only a client's link opens. */
  beforeAll(async () => {
    fresh = await startApp()
    const params = z.object({ id: z.string() })
    const body = z.object({ nom: z.string() })
    const common = { access: 'lien', summary: 'Essai' } as const
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
    const karim = await fresh.member()
    const token = { 'x-xsrf-token': karim.cookies.get('XSRF-TOKEN') ?? '' }
    const url = `${BASE}/api/essai`
    const form = { 'content-type': 'multipart/form-data; boundary=x' }
    const requests = [
      { method: 'GET', url },
      { method: 'POST', url: `${url}/1`, headers: token, payload: { nom: 'Essai' } },
      // No token, no identifier, nothing in it, far too much, the wrong kind, a form that stops short.
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

function split(call: string): [method: string, path: string] {
  const [method = '', path = ''] = call.split(' ')
  return [method, path]
}
