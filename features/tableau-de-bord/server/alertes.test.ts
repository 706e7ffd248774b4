import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Alertes } from '#features/tableau-de-bord/tableau-de-bord.contract.ts'
import { addJours, aujourdhui } from '#shared/dates.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildClient,
  buildEcheancier,
  buildEtage,
  buildOption,
  pay,
  sell,
} from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor
let etage_id: number
const today = aujourdhui()
const alertes = async () => ((await karim.get('/api/dashboard')).json as { alertes: Alertes }).alertes
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  etage_id = (await buildEtage(t.db)).id
})
afterAll(() => t.close())

const free = () => buildAppartement(t.db, { etage_id })
const sold = async () => sell(t.db, await free(), (await buildClient(t.db)).id)

// spec: VE-38
it('counts what is late, the options that end within seven days and the refunds to make; nought to begin with', async () => {
  expect(await alertes()).toEqual({
    echeances_en_retard: 0,
    montant_en_retard: 0,
    options_a_echeance: 0,
    ventes_sans_echeancier: 0,
    remboursements_a_faire: 0,
  })
  const vente = await sold()
  await buildEcheancier(t.db, vente, [
    [30_000_000, addJours(today, -40)],
    [30_000_000, today],
    [40_000_000, addJours(today, 1)],
  ])
  await pay(t.db, vente, 10_000_001)
  for (const days of [-1, 0, 7, 8])
    await buildOption(t.db, await free(), { expire_le: addJours(today, days) })
  await buildOption(t.db, await free(), { expire_le: today, fin: 'liberee', fin_le: new Date() })
  const ended = await sold()
  await pay(t.db, ended, 5_000_000)
  const given = await karim.post(`/api/ventes/${ended}/desistement`, {
    demande_le: today,
    origine: 'client',
    motif: 'Crédit refusé',
    retenue: 10_000,
  })
  expect(given.statusCode).toBe(201)
  expect(await alertes()).toEqual({
    echeances_en_retard: 2,
    montant_en_retard: 499_999.99,
    options_a_echeance: 2,
    ventes_sans_echeancier: 0,
    remboursements_a_faire: 1,
  })
  const refund = { jour: today, montant: 40_000, mode: 'virement' }
  expect((await karim.post(`/api/ventes/${ended}/remboursements`, refund)).statusCode).toBe(201)
  expect((await alertes()).remboursements_a_faire).toBe(0)
})

// spec: VE-38
it('stops at a hundred options', async () => {
  for (let n = 0; n < 101; n++) await buildOption(t.db, await free(), { expire_le: addJours(today, 3) })
  expect((await alertes()).options_a_echeance).toBe(100)
})
