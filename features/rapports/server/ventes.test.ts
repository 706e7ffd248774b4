import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { LigneVendue, MoisVendu, SommesVendues } from '#features/rapports/ventes.contract.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBloc,
  buildClient,
  buildEtage,
  buildResidence,
  pay,
  sell,
} from '#test/harness/builders.ts'

interface Rapport {
  du: string | null
  au: string | null
  bornes: { premier: string; dernier: string } | null
  totals: SommesVendues
  mois: MoisVendu[]
  lignes: { data: LigneVendue[]; total: number; per_page: number }
}

let t: TestApp
let karim: Visitor
let client: number
let before: Rapport
const ids = { lilas: 0, oliviers: 0, nadia: 0, karim: 0 }
const read = async (query = '') => (await karim.get(`/api/rapports/ventes${query}`)).json as Rapport
const RIEN = { ventes: 0, prix: 0, desistements: 0, prix_desistes: 0, retraits: 0 }
const sum = (lines: readonly SommesVendues[]) =>
  lines.reduce(
    (total, { ventes, prix, desistements, prix_desistes, retraits }) => ({
      ventes: total.ventes + ventes,
      prix: Math.round((total.prix + prix) * 100) / 100,
      desistements: total.desistements + desistements,
      prix_desistes: total.prix_desistes + prix_desistes,
      retraits: total.retraits + retraits,
    }),
    RIEN,
  )
const FIN = { demande_le: '2026-03-02', origine: 'client', motif: 'Finances', retenue: 0 }

/**
 * Les Lilas: Nadia sells for 10 000 000,01 in January, désisted in March, and for 8 000 000 in March, désisted and reopened; Karim for
 * 6 000 000 in March, withdrawn in April. Les Oliviers: an import of nobody in 2025, and one of a member who is gone, in March.
 */
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  const nadia = await t.member('nadia@diyar.dz', 'commercial')
  await t.db
    .updateTable('membres')
    .set({ name: 'Nadia Ferhat' })
    .where('email', '=', 'nadia@diyar.dz')
    .execute()
  for (const { id, name } of await t.db.selectFrom('membres').select(['id', 'name']).execute())
    ids[name === 'Nadia Ferhat' ? 'nadia' : 'karim'] = id
  before = await read()
  const build = async (nom: string) => {
    const { id: residence_id } = await buildResidence(t.db, { nom })
    const { id: bloc_id } = await buildBloc(t.db, { residence_id })
    return { residence_id, etage_id: (await buildEtage(t.db, { bloc_id })).id }
  }
  const oliviers = await build('Les Oliviers')
  const lilas = await build('Les Lilas')
  await build('Les Roses')
  Object.assign(ids, { lilas: lilas.residence_id, oliviers: oliviers.residence_id })
  client = (await buildClient(t.db)).id
  const sellBy = async (by: Visitor, etage_id: number, prix: number, reservation_le: string) => {
    const bien = await buildAppartement(t.db, { etage_id, prix })
    await by.put(`/api/appartements/${bien}/assigner-client`, { client_id: client, reservation_le })
    const { id } = await t.db
      .selectFrom('ventes')
      .select('id')
      .where('bien_id', '=', bien)
      .executeTakeFirstOrThrow()
    return { bien, id }
  }
  const endedOn = (id: number, instant: string) =>
    t.db
      .updateTable('ventes')
      .set({ ouverte_le: new Date('2024-01-01'), terminee_le: new Date(instant) })
      .where('id', '=', id)
      .execute()
  const desistee = await sellBy(nadia, lilas.etage_id, 1_000_000_001, '2026-01-05')
  await karim.post(`/api/ventes/${desistee.id}/desistement`, FIN)
  // The last second of March in Algiers.
  await endedOn(desistee.id, '2026-03-31T22:59:59Z')
  const rouverte = await sellBy(nadia, lilas.etage_id, 800_000_000, '2026-03-10')
  await karim.post(`/api/ventes/${rouverte.id}/desistement`, FIN)
  await karim.delete(`/api/ventes/${rouverte.id}/desistement`)
  const retiree = await sellBy(karim, lilas.etage_id, 600_000_000, '2026-03-12')
  await pay(t.db, retiree.id, 100)
  await karim.put(`/api/appartements/${retiree.bien}/retirer-client`)
  await endedOn(retiree.id, '2026-04-02T10:00:00Z')
  const parti = await sell(
    t.db,
    await buildAppartement(t.db, { etage_id: oliviers.etage_id, prix: 500 }),
    client,
  )
  await t.db
    .updateTable('ventes')
    .set({ reservation_le: '2026-03-31', vendeur: 'Yacine Belkacem' })
    .where('id', '=', parti)
    .execute()
  const ancienne = await sell(
    t.db,
    await buildAppartement(t.db, { etage_id: oliviers.etage_id, prix: 700 }),
    client,
  )
  await t.db.updateTable('ventes').set({ reservation_le: '2025-11-30' }).where('id', '=', ancienne).execute()
})
afterAll(() => t.close())

// spec: CO-22
it('counts a sale in the month of its réservation and an end in its own, one reopened in no end', async () => {
  expect(before).toMatchObject({
    du: null,
    au: null,
    bornes: null,
    totals: RIEN,
    mois: [],
    lignes: { data: [] },
  })
  const year = await read('?du=2026-01&au=2026-12')
  expect(year).toMatchObject({
    du: '2026-01',
    au: '2026-12',
    bornes: { premier: '2025-11', dernier: '2026-04' },
  })
  expect(year.mois).toHaveLength(12)
  expect(year.mois.slice(0, 5)).toEqual([
    { mois: '2026-01', ...RIEN, ventes: 1, prix: 10_000_000.01 },
    { mois: '2026-02', ...RIEN },
    { mois: '2026-03', ...RIEN, ventes: 3, prix: 14_000_005, desistements: 1, prix_desistes: 10_000_000.01 },
    { mois: '2026-04', ...RIEN, retraits: 1 },
    { mois: '2026-05', ...RIEN },
  ])
  expect(year.totals).toEqual(sum(year.mois))
  const all = await read()
  expect([all.du, all.au, all.mois.length]).toEqual(['2025-11', '2026-04', 6])
  expect(all.totals).toEqual({ ...year.totals, ventes: 5, prix: 24_000_012.01 })
  expect((await read('?du=2026-12&au=2026-01')).totals).toEqual(year.totals)
  expect((await read('?du=2027-01&au=2027-01')).totals).toEqual(RIEN)
})

// spec: CO-22
it('by residence, all by name; by commercial, who is gone by the name he left, nobody last', async () => {
  const { lignes, totals } = await read('?du=2026-01&au=2026-12')
  expect(lignes).toMatchObject({ total: 3, per_page: 50 })
  expect(lignes.data).toEqual([
    {
      id: ids.lilas,
      nom: 'Les Lilas',
      ventes: 3,
      prix: 24_000_000.01,
      desistements: 1,
      prix_desistes: 10_000_000.01,
      retraits: 1,
    },
    { id: ids.oliviers, nom: 'Les Oliviers', ...RIEN, ventes: 1, prix: 5 },
    { id: expect.any(Number), nom: 'Les Roses', ...RIEN },
  ])
  expect(sum(lignes.data)).toEqual(totals)
  const parVendeur = await read('?par=vendeur')
  expect(parVendeur.lignes.data).toEqual([
    { id: ids.karim, nom: 'Karim Benali', ...RIEN, ventes: 1, prix: 6_000_000, retraits: 1 },
    {
      id: ids.nadia,
      nom: 'Nadia Ferhat',
      ventes: 2,
      prix: 18_000_000.01,
      desistements: 1,
      prix_desistes: 10_000_000.01,
      retraits: 0,
    },
    { id: null, nom: 'Yacine Belkacem', ...RIEN, ventes: 1, prix: 5 },
    { id: null, nom: 'Non précisé', ...RIEN, ventes: 1, prix: 7 },
  ])
  expect(sum(parVendeur.lignes.data)).toEqual(parVendeur.totals)
  const second = await read('?par=vendeur&per_page=3&page=2')
  expect(second.lignes.data.map(({ nom }) => nom)).toEqual(['Non précisé'])
})

// spec: CO-22, CO-34
it('its workbook has the lines and the months of the screen', async () => {
  const file = await karim.get('/api/rapports/ventes/export?du=2026-01&au=2026-12&par=vendeur')
  expect(file.headers['content-disposition']).toBe('attachment; filename="ventes_2026.xlsx"')
  const { sheets } = await readXlsx(file.rawPayload)
  expect(sheets.map(({ name }) => name).slice(0, 2)).toEqual(['Par commercial', 'Par mois'])
  const texts = sheets.map(({ rows }) => rows.map((row) => row.slice(0, 6)))
  expect(texts[0]).toContainEqual(['Nadia Ferhat', 2, 18_000_000.01, 1, 10_000_000.01, 0])
  expect(texts[1]).toContainEqual(['mars 2026', 3, 14_000_005, 1, 10_000_000.01, 0])
})
