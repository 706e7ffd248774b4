import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { normaliser } from '#shared/texte.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBloc,
  buildClient,
  buildEtage,
  buildParking,
  buildResidence,
  pay,
  sell,
} from '#test/harness/builders.ts'
import { fingerprints } from '#test/harness/tables.ts'
import { FORMULA_TEXTS, SEARCHES, XSS } from '#test/fuzz/hostile-texts.ts'

let t: TestApp
let karim: Visitor
/** Names that hold what is looked for, and names that would be found if it meant anything. */
const NAMES = [
  ...SEARCHES.map((search, rank) => `n${rank}${search}z`),
  'xxabxx',
  'a-b',
  'axxxb',
  'abc',
  'Élodie',
]
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  for (const [rank, name] of NAMES.entries()) {
    const residence = await buildResidence(t.db, { nom: `${name} (${rank})` })
    const bloc = await buildBloc(t.db, { residence_id: residence.id })
    const etage = await buildEtage(t.db, { bloc_id: bloc.id })
    const client = await buildClient(t.db, { nom_complet: name })
    const lot = await buildAppartement(t.db, { num_lot: `LOT ${rank}`, etage_id: etage.id })
    await pay(t.db, await sell(t.db, lot, client.id), 1000)
    await buildParking(t.db, { parking_nom: name, residence_id: residence.id })
  }
})
afterAll(() => t.close())

interface Page {
  data: { client?: { nomComplet: string }; parking_nom?: string; titre?: string; genre?: string }[]
  total?: number
}
const read = async (path: string, search: string) => {
  const answer = await karim.get(path.replace('{}', encodeURIComponent(search)))
  expect([search, answer.statusCode]).toEqual([search, 200])
  return answer.json as Page
}
/** Rows that contain the search letter by letter; an empty search is no filter. */
const holding = (search: string) => {
  const wanted = ['null', 'undefined'].includes(search) ? '' : normaliser(search)
  return NAMES.filter((name) => normaliser(name).includes(wanted))
}

describe('what means something to SQL or to a pattern is looked for as it is', () => {
  // spec: PAY-05
  it('in the recap', async () => {
    for (const search of SEARCHES) {
      const { data } = await read('/api/recap-paiements?per_page=100&search={}', search)
      const found = data.map(({ client }) => client?.nomComplet ?? '')
      // A lone number is a lot's or a place's as well.
      expect([search, found.toSorted()]).toEqual([search, holding(search).toSorted()])
    }
  })

  // spec: PRK-27
  it('in the parkings', async () => {
    for (const search of SEARCHES) {
      const { data } = await read('/api/parkings?per_page=100&search={}', search)
      expect([search, data.map(({ parking_nom }) => parking_nom ?? '').toSorted()]).toEqual([
        search,
        holding(search).toSorted(),
      ])
    }
  })

  it('everywhere at once: six of a kind at most', async () => {
    for (const search of SEARCHES) {
      const { data } = await read('/api/recherche?q={}', search)
      const clients = data.filter(({ genre }) => genre === 'client').map(({ titre }) => titre ?? '')
      const wanted = ['null', 'undefined'].includes(search) ? [] : holding(search)
      expect([search, clients.length]).toEqual([search, Math.min(6, wanted.length)])
      expect([search, clients.filter((name) => !wanted.includes(name))]).toEqual([search, []])
    }
  })

  it('and nothing of it is carried out, in any parameter of any list', async () => {
    const before = await fingerprints(t.db)
    const lists = t.app.contracts.filter(
      ({ method, path, contentType }) => method === 'GET' && !path.includes('{') && !contentType,
    )
    const parameters = [
      'search',
      'q',
      'residence',
      'with',
      'page',
      'per_page',
      'etat',
      'client_id',
      'residence_id',
      'bloc_id',
      'etage_id',
    ]
    for (const { path } of lists) {
      const texts = [...SEARCHES, ...XSS, ...FORMULA_TEXTS].filter((_, rank) => rank % 7 === path.length % 7)
      for (const text of texts) {
        const query = new URLSearchParams(Object.fromEntries(parameters.map((name) => [name, text])))
        const { statusCode } = await karim.get(`${path}?${query.toString()}`)
        expect([path, text, statusCode < 500]).toEqual([path, text, true])
      }
    }
    expect(await fingerprints(t.db)).toEqual(before)
  })
})
