import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Dossier } from '#features/ventes/dossiers.contract.ts'
import type { Totaux } from '#features/echeanciers/echeances.contract.ts'
import type { SoldeDuBien } from '#features/paiements/paiement.schema.ts'
import type { Alertes } from '#features/tableau-de-bord/tableau-de-bord.contract.ts'
import { addJours, aujourdhui } from '#shared/dates.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildClient, buildEcheancier, idOf, sell } from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor
let client_id: number
let appartement_id: number
let vente: number
let before: Alertes
const today = aujourdhui()
const alertes = async () => ((await karim.get('/api/dashboard')).json as { alertes: Alertes }).alertes
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
beforeEach(async () => {
  before = await alertes()
  client_id = (await buildClient(t.db)).id
  appartement_id = await buildAppartement(t.db, { prix: 1_250_000_000 })
  vente = await sell(t.db, appartement_id, client_id)
  // The first two are due, the others to come.
  await buildEcheancier(t.db, vente, [
    [250_000_000, '2026-01-10'],
    [187_500_000, addJours(today, -19)],
    [437_500_000, addJours(today, 10)],
    [312_500_000, addJours(today, 40)],
    [62_500_000, addJours(today, 70)],
  ])
})
afterAll(() => t.close())

const pay = async (versement: number, rest: object = {}) =>
  idOf(
    await karim.post('/api/paiements', {
      client_id,
      appartement_id,
      date_paiement: '2026-02-01',
      versement,
      ...rest,
    }),
  )
const cheque = { mode: 'cheque', banque: 'BNA', reference: '0012345', date_cheque: '2026-02-01' }

/** The same on every surface: the dossier, the list and its sums, the payment form, the dashboard. */
async function expectCovered(covered: readonly number[], late: number) {
  const dossier = (await karim.get(`/api/ventes/${vente}`)).json as Dossier
  expect(dossier.echeances.map(({ couvert }) => couvert)).toEqual(covered)
  expect(dossier.en_retard).toBe(late)
  const list = (await karim.get(`/api/echeances?search=${dossier.dossier}`)).json as {
    data: { couvert: number; reste: number }[]
    totals: Totaux
  }
  expect(list.totals.reste).toBe(late)
  expect(list.data.reduce((sum, { reste }) => sum + reste, 0)).toBe(late)
  const due = (await karim.get(`/api/echeances?onglet=exigibles&reglees=1&search=${dossier.dossier}`))
    .json as {
    totals: Totaux
  }
  expect(due.totals).toEqual({
    nombre: 2,
    montant: 4_375_000,
    recu: (covered[0] ?? 0) + (covered[1] ?? 0),
    reste: late,
  })
  const solde = (await karim.get(`/api/paiements/solde/appartement/${appartement_id}`)).json as SoldeDuBien
  const next = dossier.echeances.find(({ reste }) => reste > 0)
  expect(solde.en_retard).toBe(late)
  expect(solde.echeance).toEqual(
    next ? { libelle: next.libelle, reste: next.reste, exigible_le: next.exigible_le } : null,
  )
  const now = await alertes()
  expect(now.montant_en_retard).toBeCloseTo(before.montant_en_retard + late, 2)
  expect(now.echeances_en_retard).toBe(before.echeances_en_retard + list.totals.nombre)
}

describe('what a sale has received', () => {
  // spec: VE-11, VE-38
  it('moves with each payment, its correction and its deletion, everywhere and at once', async () => {
    await expectCovered([0, 0, 0, 0, 0], 4_375_000)
    await pay(2_500_000)
    const second = await pay(1_500_000)
    await expectCovered([2_500_000, 1_500_000, 0, 0, 0], 375_000)
    const path = `/api/paiements/${second}`
    const body = { client_id, appartement_id, date_paiement: '2026-02-01', versement: 2_000_000 }
    expect((await karim.put(path, body)).statusCode).toBe(200)
    await expectCovered([2_500_000, 1_875_000, 125_000, 0, 0], 0)
    expect((await karim.delete(path)).statusCode).toBe(200)
    await expectCovered([2_500_000, 0, 0, 0, 0], 1_875_000)
  })

  // spec: VE-11
  it('falls back when a cheque is rejected, and comes again when it is represented', async () => {
    await pay(2_500_000)
    const by = await pay(1_500_000.01, cheque)
    await expectCovered([2_500_000, 1_500_000.01, 0, 0, 0], 374_999.99)
    const rejected = { rejete_le: '2026-02-03', motif: 'Provision insuffisante' }
    expect((await karim.post(`/api/cheques/${by}/rejeter`, rejected)).statusCode).toBe(200)
    await expectCovered([2_500_000, 0, 0, 0, 0], 1_875_000)
    const again = await karim.post(`/api/cheques/${by}/representer`, { date_paiement: '2026-02-05' })
    expect(again.statusCode).toBe(201)
    await expectCovered([2_500_000, 1_500_000.01, 0, 0, 0], 374_999.99)
  })

  it('is nothing to wait for once all is paid, nor for a bien without échéancier', async () => {
    await pay(12_500_000)
    await expectCovered([2_500_000, 1_875_000, 4_375_000, 3_125_000, 625_000], 0)
    const free = await buildAppartement(t.db)
    expect((await karim.get(`/api/paiements/solde/appartement/${free}`)).json).toMatchObject({
      echeance: null,
      en_retard: 0,
    })
  })
})
