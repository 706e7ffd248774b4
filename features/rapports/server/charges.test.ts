import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ChargesParPeriode } from '#features/rapports/charges.contract.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildBon,
  buildCategorie,
  buildLigne,
  buildReglement,
  buildResidence,
} from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())

const read = async (query = '') =>
  (await karim.get(`/api/rapports/charges${query}`)).json as ChargesParPeriode
const sum = (amounts: readonly number[]) =>
  amounts.reduce((total, one) => total + Math.round(one * 100), 0) / 100

// spec: CO-29, CO-34
it('charges of a period add up both ways and to the bons of its days, as does their workbook', async () => {
  expect(await read()).toEqual({
    du: null,
    au: null,
    bornes: null,
    residences: [],
    categories: [],
    totals: { montants: [], total: 0 },
    regle: 0,
  })
  const [bahia, jardins] = [
    await buildResidence(t.db, { nom: 'El Bahia' }),
    await buildResidence(t.db, { nom: 'Les Jardins' }),
  ]
  const [gros, second] = [
    await buildCategorie(t.db, { nom: 'Gros œuvre' }),
    await buildCategorie(t.db, { nom: 'Finitions' }),
  ]
  await buildCategorie(t.db, { nom: 'Vide' })
  const spend = async (
    categorie_bon_id: number,
    residence_id: number | null,
    date_bon: string,
    prix_unitaire: number,
  ) => {
    const bon = await buildBon(t.db, { categorie_bon_id, residence_id, date_bon })
    await buildLigne(t.db, bon.id, { prix_unitaire, quantite: 3 })
    return bon.id
  }
  const first = await spend(gros.id, bahia.id, '2026-01-31', 33_333)
  await spend(gros.id, jardins.id, '2026-02-01', 50_050)
  await spend(gros.id, null, '2026-02-28', 1)
  await spend(second.id, bahia.id, '2026-02-10', 99)
  await spend(second.id, bahia.id, '2026-03-01', 700_000)
  await buildReglement(t.db, first, { montant: 12_345, date_reglement: '2026-02-15' })
  await buildReglement(t.db, first, { montant: 1, date_reglement: '2026-04-15' })

  const fevrier = await read('?du=2026-02&au=2026-02')
  expect(fevrier).toEqual({
    du: '2026-02',
    au: '2026-02',
    bornes: { premier: '2026-01', dernier: '2026-04' },
    residences: [
      { id: bahia.id, nom: 'El Bahia' },
      { id: jardins.id, nom: 'Les Jardins' },
      { id: null, nom: 'Sans résidence' },
    ],
    categories: [
      { id: second.id, nom: 'Finitions', montants: [2.97, 0, 0], total: 2.97 },
      { id: gros.id, nom: 'Gros œuvre', montants: [0, 1501.5, 0.03], total: 1501.53 },
    ],
    totals: { montants: [2.97, 1501.5, 0.03], total: 1504.5 },
    regle: 123.45,
  })
  const bons = (await karim.get('/api/bons?du=2026-02-01&au=2026-02-28&per_page=100')).json as {
    data: { total_montant: number }[]
  }
  expect(sum(bons.data.map(({ total_montant }) => total_montant))).toBe(fevrier.totals.total)
  const all = await read()
  expect(all).toMatchObject({ du: '2026-01', au: '2026-04', regle: 123.46 })
  for (const [rank] of all.residences.entries())
    expect(sum(all.categories.map(({ montants }) => montants[rank] ?? 0))).toBe(all.totals.montants[rank])
  expect(sum(all.categories.map(({ total }) => total))).toBe(all.totals.total)
  // The months the wrong way round are exchanged; one that cannot be read is not asked for.
  expect(await read('?du=2026-03&au=2026-01')).toMatchObject({ du: '2026-01', au: '2026-03' })
  expect(await read('?du=2026-13')).toMatchObject({ du: '2026-01', au: '2026-04' })

  const file = await karim.get('/api/rapports/charges/export?du=2026-02&au=2026-02')
  expect(file.headers['content-disposition']).toContain('charges_2026-02.xlsx')
  const { sheets } = await readXlsx(file.rawPayload)
  expect(sheets[0]?.rows).toEqual([
    ['Catégorie', 'El Bahia', 'Les Jardins', 'Sans résidence', 'Total'],
    ...fevrier.categories.map(({ nom, montants, total }) => [nom, ...montants, total]),
    ['Total', ...fevrier.totals.montants, fevrier.totals.total],
  ])
})
