import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BASE } from '#shared/endpoint.ts'
import { buildAppartement, buildClient, pay, sell } from '#test/harness/builders.ts'
import { numeroRecu } from '#shared/numero.ts'
import type { Shape } from '#server/http/route.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { lotsAuStade } from '#features/papiers/server/appels.essais.ts'
import { checked } from '#test/harness/imports.ts'
import { readRecords, tableOf, type Records } from '#test/harness/records.ts'
import { fingerprints } from '#test/harness/tables.ts'
import { makeChange, mutatingCalls } from '#test/scenes/changes.ts'
import type { Change } from '#test/scenes/scene.ts'

let t: TestApp
let karim: Visitor
let amina: Visitor
/** A request for each changing call, which the call would accept were it not forged. */
const changes = new Map<string, Change>()
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  amina = await t.member('amina@diyar.dz')
  for (const call of mutatingCalls(t.app)) changes.set(call, await makeChange(call, t.db, karim))
  // The readings need an import whose workbook is there.
  await checked(karim)
})
afterAll(() => t.close())

const PDF = '%PDF-1.4\n%%EOF\n'

const changing = () => t.app.contracts.filter(({ method }) => method !== 'GET')
const bodied = () => changing().filter(({ method }) => method !== 'DELETE')
const tokenOf = (visitor: Visitor) => visitor.cookies.token

interface Attack {
  headers: Record<string, string>
  payload?: object | string
  calls?: Shape[]
}

/** Sends each changing call; what was not refused as it should, or left a trace, is told. */
async function getsThrough(status: number, { headers, payload, calls = changing() }: Attack) {
  const before = await fingerprints(t.db)
  const through: unknown[] = calls.length > 0 ? [] : ['no call was tried']
  for (const { method, path } of calls) {
    const change = changes.get(`${method} ${path}`)
    if (!change) throw new Error(`${method} ${path}`)
    const { statusCode } = await karim.send({
      method,
      url: BASE + change.path,
      headers,
      ...(method !== 'DELETE' && {
        payload: typeof payload === 'string' ? payload : { ...change.body, ...payload },
      }),
    })
    if (statusCode !== status) through.push([method, change.path, statusCode])
  }
  const after = await fingerprints(t.db)
  through.push(...Object.keys(after).filter((table) => after[table] !== before[table]))
  through.push(...(await readdir(`${t.files}/brouillons`)))
  if ((await karim.get('/api/user')).statusCode !== 200) through.push('the session ended')
  return through
}

// spec: API-03
describe('a change that another site provokes', () => {
  it.each<[string, () => Record<string, string>, object?]>([
    ['no token', () => ({})],
    ['a wrong token', () => ({ 'x-xsrf-token': 'wrong' })],
    ['an empty token', () => ({ 'x-xsrf-token': '' })],
    ["another session's token", () => ({ 'x-xsrf-token': tokenOf(amina) })],
    ['a guessed token in the body', () => ({}), { _token: 'A'.repeat(43) }],
    [
      'the right token from another site',
      () => ({ 'x-xsrf-token': tokenOf(karim), 'sec-fetch-site': 'cross-site' }),
    ],
    [
      'the right token from a sibling site',
      () => ({ 'x-xsrf-token': tokenOf(karim), 'sec-fetch-site': 'same-site' }),
    ],
    [
      'the right token and a foreign origin',
      () => ({ 'x-xsrf-token': tokenOf(karim), origin: 'https://ailleurs.example' }),
    ],
    ['the right token and an opaque origin', () => ({ 'x-xsrf-token': tokenOf(karim), origin: 'null' })],
    [
      'the right token and an origin that only begins alike',
      () => ({ 'x-xsrf-token': tokenOf(karim), origin: 'http://localhost.ailleurs.example' }),
    ],
  ])('%s: every change answers 419', async (_name, headers, payload = {}) => {
    expect(await getsThrough(419, { headers: headers(), payload })).toEqual([])
  })

  it("a visitor's token, planted as a cookie too: every change of a member answers 419", async () => {
    const session = karim.cookies.get('diyar_session') ?? ''
    const headers = { 'x-xsrf-token': 'planted', cookie: `diyar_session=${session}; XSRF-TOKEN=planted` }
    // The calls of a client's link read no session; their one change closes the link.
    const calls = changing().filter(({ access }) => access !== 'lien')
    expect(await getsThrough(419, { headers, calls })).toEqual([])
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'text/xml', 'application/json-patch+json'])(
    'a %s body, such as a form of another site can send: 415, even with the token',
    async (type) => {
      const headers = { 'x-xsrf-token': tokenOf(karim), 'content-type': type }
      expect(await getsThrough(415, { headers, payload: '{"a":1}', calls: bodied() })).toEqual([])
    },
  )

  it('a form with a file, which another site can send as well: 419 or 415, and no bytes stay', async () => {
    const boundary = 'x-bord'
    const payload = `--${boundary}\r\nContent-Disposition: form-data; name="plan_pdf"; filename="p.pdf"\r\nContent-Type: application/pdf\r\n\r\n${PDF}\r\n--${boundary}--\r\n`
    const headers = {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      origin: 'https://ailleurs.example',
    }
    const receiving = bodied().filter(({ file }) => file)
    const others = bodied().filter(({ file }) => !file)
    expect(await getsThrough(419, { headers, payload, calls: receiving })).toEqual([])
    expect(await getsThrough(415, { headers, payload, calls: others })).toEqual([])
  })

  it('a method hidden in a POST reaches no call that is not meant for it', async () => {
    const before = await fingerprints(t.db)
    for (const path of ['/api/clients/1', '/api/residences/1', '/api/appartements/1', '/api/bons/1'])
      for (const [query, body] of [
        ['?_method=DELETE', {}],
        ['', { _method: 'DELETE' }],
        ['', { _method: ['DELETE'] }],
      ] as const) {
        const { statusCode } = await karim.post(path + query, body, { 'x-http-method-override': 'DELETE' })
        expect([path, query, body, statusCode]).toEqual([path, query, body, 404])
      }
    expect(await fingerprints(t.db)).toEqual(before)
  })
})

/** The number of each receipt, and what one of them is verified by. */
interface Papiers {
  recus: string[]
  code: string
  /** An appel de fonds that stands. */
  appel: number
}
async function readPapiers(): Promise<Omit<Papiers, 'appel'>> {
  const paiements = await t.db.selectFrom('paiements').select(['code', 'recu_annee', 'recu_numero']).execute()
  return {
    recus: paiements.map(({ recu_annee, recu_numero }) => numeroRecu(recu_annee, recu_numero)),
    code: paiements[0]?.code ?? '',
  }
}

/** Addresses of a reading call: one of an absent record, then one of each record that is there. */
function addresses({ path }: Shape, records: Records, papiers: Papiers): string[] {
  const absent = BASE + path.replace(/\{\w+\}/g, '999999999')
  const there = [...path.matchAll(/\{(\w+)\}/g)].reduce(
    (filled, [hole, parameter = '']) =>
      (parameter === 'recu'
        ? papiers.recus
        : parameter === 'rapport'
          ? ['encaissements']
          : (records.get(tableOf(path, parameter, records)) ?? [])
      ).flatMap((id) => filled.map((address) => address.replace(hole, String(id)))),
    [BASE + path],
  )
  return [...new Set([absent, ...there.map((address) => `${address}${asked(path, records, papiers)}`)])]
}

/** Query that a reading call requires. */
function asked(path: string, records: Records, { code, appel }: Papiers): string {
  if (path.endsWith('/appels/pdf')) return `?documents=${appel}`
  if (path === '/api/relances/lettres') return `?ventes=${(records.get('ventes') ?? []).join(',')}`
  if (path === '/api/pieces') return `?client_id=${records.get('clients')?.[0]}`
  if (path === '/api/blocs/{id}/documents/apercu') return '?type=attestation_avancement'
  if (path.endsWith('/documents/apercu') || path === '/api/documents/exemple') return '?type=decompte'
  return path === '/api/verifier' ? `?code=${code}` : ''
}

/** The file of a backup is read with the jeton of its authorisation, not by its address. */
const isReadByAddress = ({ method, path }: Pick<Shape, 'method' | 'path'>) =>
  method === 'GET' && path !== '/api/sauvegardes/{id}/fichier'

describe('reading', () => {
  it('changes nothing: every GET and HEAD, on records that are there', async () => {
    const { path, lots } = await lotsAuStade(t.db, { lots: 1, atteint: '2026-02-01' })
    const lignes = lots.map(({ echeance }) => ({ echeance_id: echeance }))
    const { documents } = (await karim.post(path, { lignes })).json as { documents: { id: number }[] }
    const client = await buildClient(t.db)
    const sold = async () => sell(t.db, await buildAppartement(t.db), client.id)
    const groupe = await t.db.insertInto('groupes').defaultValues().returning('id').executeTakeFirstOrThrow()
    for (let n = 0; n < 2; n++)
      await pay(t.db, await sold(), 1_000, '2026-03-02', { mode: 'virement', groupe_id: groupe.id })
    await karim.post('/api/clotures', { trouve: 0, note: 'Rien ce jour' })
    const records = await readRecords(t.db)
    const papiers = { ...(await readPapiers()), appel: documents[0]?.id ?? 0 }
    const before = await fingerprints(t.db)
    for (const call of t.app.contracts.filter(isReadByAddress)) {
      const done = call.status ?? 200
      let status = 0
      for (const url of addresses(call, records, papiers)) {
        const read = await karim.send({ method: 'GET', url })
        const head = await karim.send({
          method: 'HEAD',
          url: `${url}${url.includes('?') ? '&' : '?'}_method=DELETE`,
        })
        expect([url, head.statusCode, head.body]).toEqual([url, read.statusCode, ''])
        status = read.statusCode
        if (status === done) break
      }
      expect([call.path, status]).toEqual([call.path, done])
    }
    expect(await fingerprints(t.db)).toEqual(before)
  })
})
