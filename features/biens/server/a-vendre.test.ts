import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BienAVendre } from '#features/biens/biens.contract.ts'
import { addJours, aujourdhui } from '#shared/dates.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBloc,
  buildClient,
  buildEtage,
  buildLocal,
  buildOption,
  buildParking,
  buildPlace,
  buildResidence,
  sell,
} from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor
let residence: number
let client: number
let held: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  const { db } = t
  client = (await buildClient(db, { nom_complet: 'Nadia Lounis' })).id
  residence = (await buildResidence(db, { nom: 'El Yasmine' })).id
  for (const nomloc of ['Bloc C', 'Bloc A']) {
    const bloc_id = (await buildBloc(db, { nomloc, residence_id: residence })).id
    const etage_id = (await buildEtage(db, { designation: '3e étage', bloc_id })).id
    const numeros = ['A-12', 'A-2', 'A-100'].map((numero) => numero.replace('A', nomloc.slice(-1)))
    for (const num_lot of numeros)
      await buildAppartement(db, { num_lot, etage_id, surface_habitable: 8050, surface_utile: 1220 })
    await buildLocal(db, { num: `L ${nomloc.slice(-1)}`, bloc_id, surface: 4200, prix: 700 })
  }
  const parking_id = (await buildParking(db, { parking_nom: 'Sous-sol', residence_id: residence })).id
  for (const numero_place of [12, 2]) await buildPlace(db, { numero_place, parking_id })
  const lots = await db.selectFrom('appartements').select(['id', 'num_lot']).execute()
  const byNumero = (numero: string) => lots.find(({ num_lot }) => num_lot === numero)?.id ?? 0
  await sell(db, byNumero('C-100'), client)
  held = byNumero('C-12')
  await buildOption(db, held, { nom: 'Nadia Lounis', client_id: client })
  await buildOption(db, byNumero('A-2'), { expire_le: addJours(aujourdhui(), -1) })
  await karim.put(`/api/biens/${byNumero('A-12')}/blocage`, { motif: 'Logement témoin' })
})
afterAll(() => t.close())

interface Page {
  data: BienAVendre[]
  total: number
  last_page: number
  next_page_url: string | null
}
const list = async (query = '') => (await karim.get(`/api/biens/a-vendre${query}`)).json as Page
const named = ({ data }: Page) => data.map(({ designation, lieu }) => `${designation}, ${lieu}`)

const A = ['Appartement A-2, Bloc A, 3e étage', 'Appartement A-100, Bloc A, 3e étage', 'Local L A, Bloc A']
const C = ['Appartement C-2, Bloc C, 3e étage', 'Appartement C-12, Bloc C, 3e étage', 'Local L C, Bloc C']
const PLACES = ['Place 2, Sous-sol', 'Place 12, Sous-sol']

// spec: RE-43
it('lists what can be sold, whatever its kind, by residence, bloc and number: nothing sold, nothing off sale', async () => {
  const page = await list()
  expect(named(page)).toEqual([...A, ...C, ...PLACES])
  expect(page.total).toBe(8)
  expect(page.data[4]).toEqual({
    id: held,
    type: 'appartement',
    numero: 'C-12',
    designation: 'Appartement C-12',
    lieu: 'Bloc C, 3e étage',
    residence_id: residence,
    residence: 'El Yasmine',
    surface: 92.7,
    montant: expect.any(Number) as number,
    etat_bien: 'option',
    option: {
      id: expect.any(Number) as number,
      client_id: client,
      nom: 'Nadia Lounis',
      expire_le: addJours(aujourdhui(), 7),
    },
    version: 1,
  })
  // An option whose last day is over holds nothing.
  expect(page.data[0]).toMatchObject({ etat_bien: 'libre', option: null })
})

it('is searched by number, bloc, parking and residence, in any order, whatever kind is named first', async () => {
  expect(named(await list('?search=yasmine%20c-12'))).toEqual([C[1]])
  expect(named(await list('?search=lot%20C-2'))).toEqual([C[0]])
  expect(named(await list('?search=Appartement%20n%C2%B0%20C-2'))).toEqual([C[0]])
  expect(named(await list('?search=bloc%20a%20l'))).toEqual([A[2]])
  expect(named(await list('?search=place%20sous-sol%2012'))).toEqual([PLACES[1]])
  expect(named(await list('?search=%25'))).toEqual([])
  expect(named(await list(`?type=local&residence_id=${residence}`))).toEqual([A[2], C[2]])
  expect((await list('?residence_id=999999')).total).toBe(0)
})

it('leaves out what is held for somebody else than the client who is asked for', async () => {
  const autre = (await buildClient(t.db)).id
  expect(named(await list(`?client_id=${client}`))).toContain(C[1])
  expect(named(await list(`?client_id=${autre}`))).not.toContain(C[1])
})

it('comes by the page, twenty unless asked, and finds what is on another', async () => {
  const bloc_id = (await buildBloc(t.db, { nomloc: 'Tour Z' })).id
  const etage_id = (await buildEtage(t.db, { bloc_id })).id
  for (let n = 1; n <= 45; n++) await buildAppartement(t.db, { num_lot: `Z-${n}`, etage_id })
  const first = await list('?search=tour&page=2')
  expect(first).toMatchObject({ total: 45, last_page: 3 })
  expect(first.data).toHaveLength(20)
  expect(first.data[0]?.numero).toBe('Z-21')
  expect(first.next_page_url).toMatch(/a-vendre\?search=tour&page=3$/)
  expect(named(await list('?search=Z-44'))).toHaveLength(1)
  expect(await list('?search=tour&page=99')).toMatchObject({ data: [], total: 45 })
})
