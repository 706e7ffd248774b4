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
  payByCheque,
  sell,
} from '#test/harness/builders.ts'
import { readPdf } from '#test/harness/pdf.ts'
import { FORMULA_TEXTS, SEARCHES, XSS } from '#test/fuzz/hostile-texts.ts'

let t: TestApp
let karim: Visitor
const residences: number[] = []
const ids: Record<string, number> = {}

interface Line {
  id: number
  recu: string
  etat: string | null
  reference: string | null
  residence: { id: number; nom: string }
}
interface Page {
  data: Line[]
  total: number
  next_page_url: string | null
  totals: { nombre: number; montant: number; rejete: number }
}
const list = async (query = '') => (await karim.get(`/api/paiements${query}`)).json as Page
const ascending = (a: number, b: number) => a - b
const found = async (recherche: string) =>
  (await list(`?per_page=100&recherche=${encodeURIComponent(recherche)}`)).data
    .map(({ id }) => id)
    .toSorted(ascending)
const these = (...names: string[]) => names.map((name) => ids[name] ?? 0).toSorted(ascending)

/** Two residences; in the first an appartement, a local and a place, paid by three clients. */
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  for (const nom of ['Les Jardins', 'الياسمين']) residences.push((await buildResidence(t.db, { nom })).id)
  const [residence_id] = residences
  const bloc = await buildBloc(t.db, { residence_id })
  const etage = await buildEtage(t.db, { bloc_id: bloc.id })
  const parking = await buildParking(t.db, { residence_id })
  const elodie = await buildClient(t.db, { nom_complet: 'Élodie Benaïssa', tel: '0555 12 34 56' })
  const ali = await buildClient(t.db, { nom_complet: 'Ali Cherif', tel: '0777 00 00 01' })
  const karima = await buildClient(t.db, { nom_complet: 'Karima Saïdi', tel: '0777 00 00 02' })
  const lot = await sell(
    t.db,
    await buildAppartement(t.db, { etage_id: etage.id, num_lot: 'A-302' }),
    elodie.id,
  )
  const local = await sell(t.db, await buildLocal(t.db, { bloc_id: bloc.id, num: 'L-77' }), ali.id)
  const place = await sell(
    t.db,
    await buildPlace(t.db, { parking_id: parking.id, numero_place: 418 }),
    karima.id,
  )
  ids['lot'] = await pay(t.db, lot, 100_000, '2026-03-01', {
    mode: 'virement',
    reference: 'VIR/2026 Médéa-4471',
  })
  ids['cheque'] = await payByCheque(t.db, lot, 200_050, { date_paiement: '2026-03-02', reference: '0012345' })
  ids['local'] = await pay(t.db, local, 300_000, '2026-03-02', { payeur_type: 'banque', payeur: 'CNEP' })
  ids['place'] = await payByCheque(t.db, place, 400_000, {
    date_paiement: '2026-02-01',
    reference: '0099999',
    rejete_le: '2026-02-20',
    motif_rejet: 'Signature non conforme',
  })
})
afterAll(async () => {
  await t.close()
  await stopPdf()
})

it('lists every payment with its residence, newest first, and sums those that count', async () => {
  const { data, total, totals } = await list()
  expect(data.map(({ id }) => id)).toEqual(['local', 'cheque', 'lot', 'place'].map((name) => ids[name]))
  expect(data[1]).toMatchObject({
    etat: 'recu',
    reference: '0012345',
    residence: { id: residences[0], nom: 'Les Jardins' },
    appartement: { numLot: 'A-302' },
  })
  expect([total, totals]).toEqual([4, { nombre: 3, montant: 6000.5, rejete: 4000 }])
  const page = await list('?per_page=3&mode=cheque&page=1')
  expect([page.total, page.next_page_url]).toEqual([2, null])
  expect((await list('?per_page=1&du=2026-03-02&au=2026-03-01&banque=BNA')).next_page_url).toBeNull()
  expect((await list('?per_page=2&au=2026-03-02&du=2026-03-01')).next_page_url).toBe(
    '/backend/public/api/paiements?du=2026-03-01&au=2026-03-02&per_page=2&page=2',
  )
})

it('finds them by client, phone, number of the bien, receipt and reference', async () => {
  expect(await found('benaissa elodie')).toEqual(these('lot', 'cheque'))
  expect(await found('0777000001')).toEqual(these('local'))
  expect(await found('a-302')).toEqual(these('lot', 'cheque'))
  expect(await found('L-77')).toEqual(these('local'))
  expect(await found('place 418')).toEqual(these('place'))
  expect(await found('medea-4471')).toEqual(these('lot'))
  expect(await found('1234')).toEqual(these('cheque'))
  for (const texte of ['2026-000003', '2026-3', 'reçu n° 3', '000003'])
    expect([texte, await found(texte)]).toEqual([texte, these('local')])
  expect(await found('2025-3')).toEqual([])
  expect(await found('personne')).toEqual([])
})

it('keeps those of a residence, and of a payer', async () => {
  expect((await list(`?residence=${residences[0]}`)).total).toBe(4)
  expect((await list(`?residence=${residences[1]}`)).data).toEqual([])
  expect((await list('?residence=99999')).totals).toEqual({ nombre: 0, montant: 0, rejete: 0 })
  expect((await list('?payeur_type=banque')).data.map(({ id }) => id)).toEqual([ids['local']])
  expect((await list('?payeur_type=client')).total).toBe(3)
  expect((await list('?payeur_type=voisin')).total).toBe(4)
})

it('gives all of them as a workbook and as a paper: the rejected ones are there, and in no sum', async () => {
  const answer = await karim.get('/api/paiements/export')
  expect(answer.headers['content-disposition']).toContain('paiements.xlsx')
  const [sheet] = (await readXlsx(answer.rawPayload)).sheets
  expect(sheet?.rows[0]).toEqual([
    'Date',
    'Reçu',
    'Client',
    'Bien',
    'Résidence',
    'Mode',
    'Référence',
    'Banque',
    'État',
    'Versement',
  ])
  expect(sheet?.rows[2]).toEqual([
    new Date('2026-03-02T00:00:00Z'),
    '2026-000002',
    'Élodie Benaïssa',
    'Appartement A-302',
    'Les Jardins',
    'Chèque',
    '0012345',
    'BNA',
    'À remettre',
    2000.5,
  ])
  expect(sheet?.rows[4]?.slice(5)).toEqual(['Chèque', '0099999', 'BNA', 'Rejeté', 4000])
  expect(sheet?.cells?.get('5,9')).toMatchObject({ formulaResult: 6000.5 })

  const paper = await karim.get(
    `/api/paiements/export?format=pdf&mode=cheque&du=2026-03-31&au=2026-02-01&residence=${residences[0]}&payeur_type=client`,
  )
  expect(paper.headers['content-disposition']).toContain('paiements.pdf')
  const { text } = await readPdf(paper.rawPayload)
  expect(text).toContain('Du 01/02/2026 au 31/03/2026 · Chèque · Les Jardins · Payé par : Le client')
  expect(text).toContain('(4 000,00)')
  expect(text).toContain('2 000,50')
  const none = await karim.get('/api/paiements/export?format=pdf&banque=Aucune')
  expect((await readPdf(none.rawPayload)).text).toContain('Aucun versement pour ces critères.')
})

it('takes whatever is typed as it is', async () => {
  for (const texte of [...SEARCHES, ...XSS.slice(0, 10), ...FORMULA_TEXTS.slice(0, 10)]) {
    const asked = encodeURIComponent(texte)
    const { statusCode } = await karim.get(`/api/paiements?recherche=${asked}&banque=${asked}`)
    expect([texte, statusCode]).toEqual([texte, 200])
  }
  const client = await buildClient(t.db, { nom_complet: 'Zoubir' })
  const vente = await sell(t.db, await buildAppartement(t.db, { num_lot: 'ZZ' }), client.id)
  const percent = await pay(t.db, vente, 100, '2026-01-01', { mode: 'autre', reference: "100%_o'k\\" })
  expect(await found('100%_')).toEqual([percent])
  expect(await found('100x_')).toEqual([])
  expect(await found("100%_o'k\\")).toEqual([percent])
})
