import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  buildAppartement,
  buildBloc,
  buildEtage,
  buildLocal,
  buildParking,
  buildPlace,
  buildResidence,
} from '#test/harness/builders.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'

let t: TestApp
let karim: Visitor
let residence_id: number
let nord: number
const NOMS = ['Tour 10', 'Tour 1', 'Tour 2']
const ORDRE = ['Tour 1', 'Tour 2', 'Tour 10']

/** A residence with three blocs, each with an étage, a lot and a local, and three parkings with a place each, in no order. */
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  residence_id = (await buildResidence(t.db, { nom: 'Cité 10' })).id
  nord = (await buildResidence(t.db, { nom: 'Cité 9' })).id
  for (const nom of NOMS) {
    const bloc_id = (await buildBloc(t.db, { nomloc: nom, residence_id })).id
    const etage_id = (await buildEtage(t.db, { designation: nom, bloc_id })).id
    await buildAppartement(t.db, { num_lot: nom, etage_id })
    await buildLocal(t.db, { num: nom, bloc_id })
    const parking_id = (await buildParking(t.db, { parking_nom: nom, residence_id })).id
    await buildPlace(t.db, { numero_place: 7, parking_id })
  }
  const ailleurs = (await buildBloc(t.db, { nomloc: 'Villa', residence_id: nord })).id
  await buildLocal(t.db, { num: 'Villa', bloc_id: ailleurs })
})
afterAll(() => t.close())

type Noms = Record<
  'nomloc' | 'designation' | 'numLot' | 'num' | 'parking_nom' | 'lieu' | 'nom' | 'titre',
  string
>

const list = async (path: string): Promise<Partial<Noms & { parking: Noms; bloc: Noms }>[]> => {
  const { json } = await karim.get(path)
  const rows = Array.isArray(json) ? json : (json as { data: unknown[] }).data
  return rows as Partial<Noms & { parking: Noms; bloc: Noms }>[]
}

// spec: RF-63
it.each([
  ['blocs', 'nomloc'],
  ['etages', 'designation'],
  ['appartements', 'numLot'],
  ['locaux', 'num'],
] as const)(
  'the %s of a residence come in the order of their names, « Tour 2 » before « Tour 10 »',
  async (noun, field) => {
    const rows = await list(`/api/${noun}?residence_id=${residence_id}&page=1&per_page=6`)
    expect(rows.map((row) => row[field])).toEqual(ORDRE)
  },
)

// spec: RF-63
it('so do parkings and their places, by pages too', async () => {
  expect((await list('/api/parkings')).map((row) => row.parking_nom)).toEqual(ORDRE)
  const paged = [1, 2, 3].map(
    async (page) => (await list(`/api/parkings?per_page=1&page=${page}`))[0]?.parking_nom,
  )
  expect(await Promise.all(paged)).toEqual(ORDRE)
  const places = await list('/api/places-parking?page=1&per_page=6')
  expect(places.map((row) => row.parking?.parking_nom)).toEqual(ORDRE)
})

// spec: RF-63
it('so do residences in a list that is sorted by them, and what is for sale', async () => {
  const sorted = await list('/api/locaux?page=1&per_page=6&tri=residence')
  expect(sorted.map((row) => row.num)).toEqual(['Villa', ...ORDRE])
  const forSale = await list('/api/biens/a-vendre?type=place_parking')
  expect(forSale.map((row) => row.lieu)).toEqual(ORDRE)
})

// spec: RF-63
it('so do the hits of the search', async () => {
  for (const type of ['bloc', 'residence']) {
    const { json } = await karim.get(`/api/recherche?q=${type === 'bloc' ? 'tour' : 'cité'}`)
    const hits = (JSON.stringify(json).match(/"titre":"[^"]+"/g) ?? []).map((hit) => hit.slice(9, -1))
    const kept = type === 'bloc' ? ORDRE : ['Cité 9', 'Cité 10']
    expect(hits.filter((hit) => kept.includes(hit)).slice(0, kept.length)).toEqual(kept)
  }
})
