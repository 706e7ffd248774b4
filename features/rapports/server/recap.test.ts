import { sql } from 'kysely'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { stopPdf } from '#server/documents/pdf.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBloc,
  buildClient,
  buildEtage,
  buildLocal,
  buildParking,
  buildPlace,
  buildResidence,
  pay,
  sell,
} from '#test/harness/builders.ts'
import { readPdf } from '#test/harness/pdf.ts'

interface Bien {
  id: number
  type: string
  nlot: string
  residence: string
  code: string
  surface: number | null
  montant: number
  reglement: number
  resteAPayer: number
  pourcentagePaiement: number
}
interface Page {
  data: { id: number; client: { id: number; nomComplet: string }; biens: Bien[] }[]
  current_page: number
  last_page: number
  per_page: number
  total: number
  totals: Record<'nombre_biens' | 'montant_global' | 'total_paye' | 'total_restant', number>
}

let t: TestApp
let karim: Visitor
let jardins: number
let ali: number
const paths = ['export', 'export-pdf', 'print-pdf'].map((name) => `/api/recap-paiements/${name}`)
const recap = async (query = '') => (await karim.get(`/api/recap-paiements${query}`)).json as Page
const names = ({ data }: Page) => data.map(({ client }) => client.nomComplet)
const lots = ({ data }: Page) => data.flatMap(({ biens }) => biens.map(({ nlot }) => nlot))

/** Ali owns a bien of each kind in one residence, Élodie one elsewhere, seven neighbours a place each, a former client nothing. */
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  const residence = await buildResidence(t.db, { nom: "Les Jardins d'Oran" })
  jardins = residence.id
  const bloc = await buildBloc(t.db, { nomloc: 'Bloc B', residence_id: jardins })
  const etage = await buildEtage(t.db, { bloc_id: bloc.id })
  const parking = await buildParking(t.db, {
    parking_nom: 'Parking Nord',
    residence_id: jardins,
    nb_places: 90,
  })
  ali = (await buildClient(t.db, { nom_complet: 'Ali Benali' })).id
  const flats = { etage_id: etage.id, prix: 100_000_000 }
  await pay(
    t.db,
    await sell(t.db, await buildAppartement(t.db, { ...flats, num_lot: 'A-10' }), ali),
    90_000_000,
  )
  await pay(
    t.db,
    await sell(t.db, await buildAppartement(t.db, { ...flats, num_lot: 'A-9' }), ali),
    33_333_333,
  )
  await sell(t.db, await buildLocal(t.db, { bloc_id: bloc.id, num: 'L-7', prix: 50_000_001 }), ali)
  await sell(t.db, await buildPlace(t.db, { parking_id: parking.id, numero_place: 412, prix: 0 }), ali)
  await buildAppartement(t.db, { etage_id: etage.id, num_lot: 'A-11' })
  const elodie = (await buildClient(t.db, { nom_complet: 'Élodie Benaïssa' })).id
  await sell(t.db, await buildAppartement(t.db, { num_lot: 'Z-412', prix: 20_000_000 }), elodie)
  for (let n = 1; n <= 7; n++) {
    const { id } = await buildClient(t.db, { nom_complet: `Voisin ${n}` })
    await sell(t.db, await buildPlace(t.db, { numero_place: 7000 + n, prix: 1_000 }), id)
  }
  const past = await sell(
    t.db,
    await buildPlace(t.db, { numero_place: 8000 }),
    (await buildClient(t.db, { nom_complet: 'Ancien Client' })).id,
  )
  await pay(t.db, past, 500)
  await t.db
    .updateTable('ventes')
    .set({ terminee_le: sql`now()` })
    .where('id', '=', past)
    .execute()
})
afterAll(async () => {
  await stopPdf()
  await t.close()
})

// spec: PAY-41, PAY-42, RCP-20, RCP-21, RCP-26, LIM-13, LIM-14
it('shows six clients a page, each with all his biens, and totals over all pages', async () => {
  const first = await recap('?page=1&per_page=6')
  expect(first).toMatchObject({ current_page: 1, last_page: 2, per_page: 6, total: 9 })
  expect(names(first)).toEqual([
    'Ali Benali',
    'Élodie Benaïssa',
    'Voisin 1',
    'Voisin 2',
    'Voisin 3',
    'Voisin 4',
  ])
  expect(first.data[0]).toMatchObject({
    id: ali,
    client: { id: ali, nomComplet: 'Ali Benali' },
    biens: [
      {
        type: 'appartement',
        nlot: 'A-9',
        residence: "Les Jardins d'Oran",
        code: 'Bloc B',
        surface: 92.7,
        montant: 1_000_000,
        reglement: 333_333.33,
        resteAPayer: 666_666.67,
        pourcentagePaiement: 33.33,
      },
      {
        type: 'appartement',
        nlot: 'A-10',
        reglement: 900_000,
        resteAPayer: 100_000,
        pourcentagePaiement: 90,
      },
      {
        type: 'local',
        nlot: 'L-7',
        code: 'Bloc B',
        surface: 45,
        montant: 500_000.01,
        reglement: 0,
        pourcentagePaiement: 0,
      },
      {
        type: 'place_parking',
        nlot: '412',
        code: 'Parking Nord',
        surface: null,
        montant: 0,
        resteAPayer: 0,
        pourcentagePaiement: 0,
      },
    ],
  })
  const owned = await t.db
    .selectFrom('ventes')
    .select('bien_id as id')
    .where('client_id', '=', ali)
    .orderBy('bien_id')
    .execute()
  expect(first.data[0]?.biens.map(({ id }) => ({ id })).toSorted((a, b) => a.id - b.id)).toEqual(owned)
  expect(first.totals).toEqual({
    nombre_biens: 12,
    montant_global: 2_700_070.01,
    total_paye: 1_233_333.33,
    total_restant: 1_466_736.68,
    versements_retenus: null,
  })
  const second = await recap('?page=2&per_page=6')
  expect(names(second)).toEqual(['Voisin 5', 'Voisin 6', 'Voisin 7'])
  expect(second.totals).toEqual(first.totals)
  expect(await recap('?page=3')).toMatchObject({ data: [], last_page: 2, total: 9, totals: first.totals })
})

// spec: PAY-05, PAY-06
it.each([
  ['a part of a name, without case or accents, keeps all of his biens', 'ELODIE  benai', ['Z-412']],
  ['a lot number keeps the biens that have it', 'a-1', ['A-10']],
  ['a local number', 'l-7', ['L-7']],
  ['a place number, here also part of a lot number', '412', ['412', 'Z-412']],
  ['a name that two share', 'bena', ['A-9', 'A-10', 'L-7', '412', 'Z-412']],
  ['nothing found', 'zzz', []],
  ['a percent sign is a letter', '%', []],
  ['an underscore too', '_', []],
])('search: %s', async (_what, search, expected) => {
  const found = await recap(`?search=${encodeURIComponent(search)}`)
  expect(lots(found)).toEqual(expected)
  expect(found.totals.nombre_biens).toBe(expected.length)
  expect(found.totals.montant_global).toBeCloseTo(
    found.data.flatMap(({ biens }) => biens).reduce((sum, { montant }) => sum + montant, 0),
    2,
  )
})

it('search finds the lots that a free bien shares its name with only when they are sold, and never a former client', async () => {
  expect(lots(await recap('?search=A-11'))).toEqual([])
  expect(names(await recap('?search=ancien'))).toEqual([])
  expect(lots(await recap('?search=8000'))).toEqual([])
})

// spec: RCP-26
it('is limited to a residence by its id or its exact name; empty and "null" mean all', async () => {
  const expected = ['A-9', 'A-10', 'L-7', '412']
  for (const residence of [String(jardins), "Les Jardins d'Oran"]) {
    const found = await recap(`?residence=${encodeURIComponent(residence)}`)
    expect(lots(found)).toEqual(expected)
    expect(found).toMatchObject({ total: 1, totals: { nombre_biens: 4, montant_global: 2_500_000.01 } })
  }
  expect(lots(await recap(`?residence=${jardins}&search=a-9`))).toEqual(['A-9'])
  for (const all of ['', 'null']) expect((await recap(`?residence=${all}`)).totals.nombre_biens).toBe(12)
  for (const none of ['Les Jardins', '999999999', 'a b'])
    expect((await recap(`?residence=${none}`)).data).toEqual([])
})

// spec: RCP-27
it('is exported to Excel whole, filtered as it is on the screen', async () => {
  const { statusCode, headers, rawPayload } = await karim.get(
    `/api/recap-paiements/export?residence=${jardins}`,
  )
  expect([statusCode, headers['content-type'], headers['content-disposition']]).toEqual([
    200,
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'attachment; filename="recap-paiements.xlsx"',
  ])
  const [sheet] = (await readXlsx(rawPayload)).sheets
  expect(sheet?.rows.slice(0, 5).map((row) => row.slice(0, 8))).toEqual([
    ['N° Lot', 'Acquéreur', 'Résidence', 'Code', 'Surface (m²)', 'Montant', 'Règlement', 'Reste à payer'],
    ['A-9', 'Ali Benali', "Les Jardins d'Oran", 'Bloc B', 92.7, 1_000_000, 333_333.33, 666_666.67],
    ['A-10', 'Ali Benali', "Les Jardins d'Oran", 'Bloc B', 92.7, 1_000_000, 900_000, 100_000],
    ['L-7', 'Ali Benali', "Les Jardins d'Oran", 'Bloc B', 45, 500_000.01, 0, 500_000.01],
    ['412', 'Ali Benali', "Les Jardins d'Oran", 'Parking Nord', null, 0, 0, 0],
  ])
  const rowsOf = async (query: string) =>
    (await readXlsx((await karim.get(`/api/recap-paiements/export${query}`)).rawPayload)).sheets[0]?.rows
  expect(await rowsOf('')).toHaveLength(14)
  const found = await rowsOf(`?residence=${jardins}&search=412`)
  expect(found?.slice(1).map(([lot]) => lot)).toEqual(['412', 1])
})

it('is limited to what is not paid, and put in the order of what each client owes, over all pages', async () => {
  const owed = await recap('?solde=reste')
  expect(names(owed).slice(0, 3)).toEqual(['Ali Benali', 'Élodie Benaïssa', 'Voisin 1'])
  // The place that costs nothing is owed nothing for.
  expect(lots(owed).slice(0, 4)).toEqual(['A-9', 'A-10', 'L-7', 'Z-412'])
  expect(owed).toMatchObject({
    total: 9,
    last_page: 2,
    totals: { nombre_biens: 11, total_restant: 1_466_736.68 },
  })
  const sorted = await recap('?tri=reste')
  expect(lots(sorted).slice(0, 5)).toEqual(['A-9', 'L-7', 'A-10', '412', 'Z-412'])
  expect(names(sorted).slice(2)).toEqual(['Voisin 1', 'Voisin 2', 'Voisin 3', 'Voisin 4'])
  expect(sorted.totals).toEqual((await recap()).totals)
  const both = await recap(`?solde=reste&tri=reste&residence=${jardins}&search=ali&page=1`)
  expect(lots(both)).toEqual(['A-9', 'L-7', 'A-10'])
  expect(both).toMatchObject({ total: 1, totals: { nombre_biens: 3 } })
  // The totals of all his biens do not follow the filters.
  expect(both.data[0]).toMatchObject({ totaux: { biens: 4, resteAPayer: 1_266_666.68 } })
  const page = (await karim.get('/api/recap-paiements?solde=reste&tri=reste')).json as {
    next_page_url: string
  }
  expect(page.next_page_url).toContain('solde=reste&tri=reste')
  for (const unknown of ['?solde=tout&tri=nom', '?solde=&tri=', '?solde=RESTE', '?solde=reste&solde=reste'])
    expect((await recap(unknown)).totals.nombre_biens).toBe(12)
})

it('says on its papers what it is limited to, and in which order', async () => {
  const query = `?solde=reste&tri=reste&residence=${jardins}`
  const said = "Les Jardins d'Oran · Solde : reste à payer · Du plus grand reste au plus petit"
  const rows = (await readXlsx((await karim.get(`/api/recap-paiements/export${query}`)).rawPayload)).sheets[0]
    ?.rows
  expect(rows?.map(([lot]) => lot)).toEqual(['N° Lot', 'A-9', 'L-7', 'A-10', 3, null, said])
  for (const path of paths.slice(1)) {
    const { text, title } = await readPdf((await karim.get(`${path}${query}`)).rawPayload)
    expect(title).toBe(`Récapitulatif des paiements ${said}`)
    expect(text.indexOf('L-7 Ali')).toBeLessThan(text.indexOf('A-10 Ali'))
    expect(text).not.toContain('412 Ali')
  }
})

// spec: RCP-28, RCP-29
it('is made into a PDF, to keep or to print', async () => {
  const kept = await karim.get(`/api/recap-paiements/export-pdf?residence=${jardins}&search=a-9`)
  expect([kept.statusCode, kept.headers['content-type'], kept.headers['content-disposition']]).toEqual([
    200,
    'application/pdf',
    'attachment; filename="recap-paiements.pdf"',
  ])
  const { text, title } = await readPdf(kept.rawPayload)
  expect(title).toBe("Récapitulatif des paiements Les Jardins d'Oran · Recherche « a-9 »")
  expect(text).toContain('A-9 Ali Benali')
  expect(text).toContain('666 666,67')
  const printed = await karim.get('/api/recap-paiements/print-pdf')
  expect(printed.headers['content-disposition']).toBe('inline; filename="recap-paiements.pdf"')
  expect((await readPdf(printed.rawPayload)).text).toContain('1 466 736,68')
  const part = await karim.get(`/api/recap-paiements/print-pdf?residence=${jardins}&search=412`)
  const { text: found } = await readPdf(part.rawPayload)
  expect(found).toContain('412 Ali Benali')
  for (const other of ['A-9', 'Z-412', 'Voisin']) expect(found).not.toContain(other)
})

it('asks for a session', async () => {
  for (const path of ['/api/recap-paiements', ...paths])
    expect((await t.visitor().get(path)).statusCode).toBe(401)
})
