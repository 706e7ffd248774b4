import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { stopPdf } from '#server/documents/pdf.ts'
import { addMois, aujourdhui, formatMoisCourt } from '#shared/dates.ts'
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

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
})
beforeEach(async () => {
  for (const table of [
    'paiements',
    'ventes',
    'biens',
    'parkings',
    'etages',
    'blocs',
    'residences',
    'clients',
    'membres',
  ] as const)
    await t.db.deleteFrom(table).execute()
  karim = await t.member()
})
afterAll(async () => {
  await stopPdf()
  await t.close()
})

const today = aujourdhui()
const read = async () => (await karim.get('/api/dashboard')).json as Dashboard
const valueOf = async (title: string) => (await read()).stats.find((stat) => stat.title === title)?.value

describe('the statistics', () => {
  // spec: DASH-26, DASH-27
  it('are the six counts of what is stored', async () => {
    expect((await read()).stats).toEqual([
      { title: 'Total Résidences', value: 0 },
      { title: 'Total Blocs', value: 0 },
      { title: 'Total Étages', value: 0 },
      { title: 'Total Parkings', value: 0 },
      { title: 'Total Clients', value: 0 },
      { title: 'Total Utilisateurs', value: 1 },
    ])
    const { id: residence_id } = await buildResidence(t.db)
    const { id: bloc_id } = await buildBloc(t.db, { residence_id })
    for (const niveau of [1, 2, 3]) await buildEtage(t.db, { bloc_id, niveau })
    for (let n = 0; n < 2; n++) await buildParking(t.db, { residence_id })
    for (let n = 0; n < 4; n++) await buildClient(t.db)
    await t.visitor().post('/register', {
      name: 'Attend',
      email: 'attend@diyar.dz',
      password: 'Motdepasse1!',
      password_confirmation: 'Motdepasse1!',
    })
    expect((await read()).stats.map(({ value }) => value)).toEqual([1, 1, 3, 2, 4, 2])
    await karim.post('/api/clients', { nomComplet: 'Ali', tel: '0555', email: 'ali@x.dz' })
    expect(await valueOf('Total Clients')).toBe(5)
  })
})

/** Three biens sold of five; two payments this month, one last month, one thirteen months ago, one by a former client. */
async function scenario() {
  const { id: residence_id } = await buildResidence(t.db, { nom: 'Les Oliviers' })
  const { id: bloc_id } = await buildBloc(t.db, { residence_id })
  const { id: etage_id } = await buildEtage(t.db, { bloc_id })
  const { id: parking_id } = await buildParking(t.db, { residence_id })
  const appartement = await buildAppartement(t.db, { etage_id, num_lot: 'A12', prix: 100_000_050 })
  const local = await buildLocal(t.db, { bloc_id, num: 'L3', prix: 50_000_000 })
  const place = await buildPlace(t.db, { parking_id, numero_place: 7, prix: 30_000_000 })
  await buildAppartement(t.db, { etage_id })
  await buildLocal(t.db, { bloc_id })
  const ali = await buildClient(t.db, { nom_complet: 'Ali Benali' })
  const lila = await buildClient(t.db, { nom_complet: 'Lila Haddad' })
  const ancienne = await sell(t.db, appartement, lila.id)
  await pay(t.db, ancienne, 7_000_000, today)
  await t.db
    .updateTable('ventes')
    .set({ terminee_le: sql`now()` })
    .where('id', '=', ancienne)
    .execute()
  const ventes = [
    await sell(t.db, appartement, ali.id),
    await sell(t.db, local, ali.id),
    await sell(t.db, place, lila.id),
  ] as const
  await pay(t.db, ventes[0], 20_000_025, today)
  await pay(t.db, ventes[1], 5_000_000, today)
  await pay(t.db, ventes[2], 1_000_000, addMois(`${today.slice(0, 7)}-01`, -1))
  await pay(t.db, ventes[0], 2_000_000, addMois(`${today.slice(0, 7)}-15`, -13))
  return { appartement, local, place, ali, lila }
}

describe('sales and payments', () => {
  it('are summed over the current sales and agree with the recap to the centime', async () => {
    await scenario()
    const { ventes } = await read()
    expect(ventes).toMatchObject({
      encaisse_mois: 320_000.25,
      rejete_mois: 0,
      rembourse_mois: 0,
      encaisse_total: 280_000.25,
      reste_a_encaisser: 1_520_000.25,
      anciens: 70_000,
      biens_vendus: 3,
      biens_total: 5,
    })
    const { totals } = (await karim.get('/api/recap-paiements')).json as { totals: Record<string, number> }
    expect(totals).toMatchObject({
      nombre_biens: 3,
      total_paye: ventes.encaisse_total,
      total_restant: ventes.reste_a_encaisser,
    })
  })

  it('fall into the last twelve months, empty ones included, this one last', async () => {
    await scenario()
    const { mois } = (await read()).ventes
    expect(mois.map((m) => m.mois)).toEqual(
      Array.from({ length: 12 }, (_, n) => addMois(today, n - 11).slice(0, 7)),
    )
    expect(mois.map(({ montant }) => montant)).toEqual([
      ...Array.from({ length: 10 }, () => 0),
      10_000,
      320_000.25,
    ])
  })

  it('show the five last payments, the newest first, with who paid for what', async () => {
    const { appartement, local, ali } = await scenario()
    const { derniers } = (await read()).ventes
    expect(derniers).toHaveLength(4)
    expect(derniers[0]).toMatchObject({
      client_id: ali.id,
      client: 'Ali Benali',
      type: 'local',
      bien_id: local,
      nlot: 'L3',
      residence: 'Les Oliviers',
      date_paiement: today,
      versement: 50_000,
    })
    expect(derniers[1]).toMatchObject({
      type: 'appartement',
      bien_id: appartement,
      nlot: 'A12',
      versement: 200_000.25,
    })
    expect(derniers[2]).toMatchObject({
      type: 'place_parking',
      nlot: '7',
      residence: 'Les Oliviers',
      client: 'Lila Haddad',
    })
    for (let n = 0; n < 3; n++)
      await karim.post('/api/paiements', {
        client_id: ali.id,
        local_id: local,
        date_paiement: today,
        versement: 1 + n,
      })
    expect((await read()).ventes.derniers.map(({ versement }) => versement)).toEqual([
      3, 2, 1, 50_000, 200_000.25,
    ])
  })

  it('are all zero on an empty installation', async () => {
    const { ventes } = await read()
    expect(ventes).toMatchObject({
      encaisse_mois: 0,
      rejete_mois: 0,
      rembourse_mois: 0,
      encaisse_total: 0,
      reste_a_encaisser: 0,
      anciens: 0,
      biens_vendus: 0,
      biens_total: 0,
      derniers: [],
    })
    expect(ventes.mois).toHaveLength(12)
  })
})

describe('the workbook', () => {
  // spec: DASH-21, EC-30
  it('holds the same figures as numbers', async () => {
    await scenario()
    const answer = await karim.get('/api/dashboard/export')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-disposition']).toBe('attachment; filename="tableau-de-bord.xlsx"')
    expect(answer.headers['content-type']).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    )
    const { sheets } = await readXlsx(answer.rawPayload)
    const rows = sheets[0]?.rows ?? []
    expect(rows[0]).toEqual(['Rubrique', 'Indicateur', 'Nombre', 'Montant (DA)'])
    expect(rows).toContainEqual(['Patrimoine', 'Total Résidences', 1, null])
    expect(rows).toContainEqual(['Patrimoine', 'Éléments gérés', 7, null])
    expect(rows).toContainEqual(['Ventes et encaissements', 'Reste à encaisser', null, 1_520_000.25])
    expect(rows.filter(([rubrique]) => rubrique === 'À traiter')).toEqual([
      ['À traiter', 'Échéances en retard', 0, null],
      ['À traiter', 'Montant en retard', null, 0],
      ['À traiter', 'Chèques à remettre', 0, 0],
      ['À traiter', 'Options qui expirent sous 7 jours', 0, null],
      ['À traiter', 'Ventes sans échéancier', 3, null],
      ['À traiter', 'Remboursements à faire', 0, null],
      ['À traiter', 'Ventes sans date de contrat', 3, null],
      ['À traiter', 'Chèques rejetés à représenter', 0, null],
    ])
    expect(rows.at(-1)).toEqual([
      'Encaissements par mois',
      formatMoisCourt(today.slice(0, 7)),
      null,
      320_000.25,
    ])
  })

  it('is refused without a session, like the dashboard', async () => {
    for (const path of ['/api/dashboard', '/api/dashboard/export'])
      expect((await t.visitor().get(path)).statusCode).toBe(401)
  })
})

interface Dashboard {
  stats: { title: string; value: number }[]
  ventes: {
    encaisse_total: number
    reste_a_encaisser: number
    mois: { mois: string; montant: number }[]
    derniers: { versement: number }[]
  }
}
