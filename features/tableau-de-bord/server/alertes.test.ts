import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Alertes } from '#features/tableau-de-bord/tableau-de-bord.contract.ts'
import { addJours, aujourdhui } from '#shared/dates.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildClient,
  buildCompteBancaire,
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

// spec: VE-38, CO-03
it('counts what is late, the options that end within seven days and the refunds to make; nought to begin with', async () => {
  expect(await alertes()).toEqual({
    echeances_en_retard: 0,
    montant_en_retard: 0,
    anciennete: { j0_30: 0, j31_60: 0, j61_90: 0, j90_plus: 0 },
    cheques_a_remettre: 0,
    montant_a_remettre: 0,
    options_a_echeance: 0,
    ventes_sans_echeancier: 0,
    remboursements_a_faire: 0,
    ventes_sans_contrat: 0,
    cheques_rejetes: 0,
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
    echeances_en_retard: 1,
    montant_en_retard: 199_999.99,
    anciennete: { j0_30: 0, j31_60: 199_999.99, j61_90: 0, j90_plus: 0 },
    cheques_a_remettre: 0,
    montant_a_remettre: 0,
    options_a_echeance: 2,
    ventes_sans_echeancier: 0,
    remboursements_a_faire: 1,
    ventes_sans_contrat: 1,
    cheques_rejetes: 0,
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

// spec: EC-30
it('counts the cheques not yet brought to the bank and the ventes without échéancier, the cheques for who sees the treasury', async () => {
  const before = await alertes()
  const vente = await sold()
  expect(await alertes()).toEqual({
    ...before,
    ventes_sans_echeancier: before.ventes_sans_echeancier + 1,
    ventes_sans_contrat: before.ventes_sans_contrat + 1,
  })
  const { bien_id, client_id } = await t.db
    .selectFrom('ventes')
    .where('id', '=', vente)
    .select(['bien_id', 'client_id'])
    .executeTakeFirstOrThrow()
  const payment = { client_id, appartement_id: bien_id, date_paiement: today, mode: 'cheque', banque: 'BNA' }
  const ids: number[] = []
  for (const [versement, reference] of [
    [1_000.5, '0000001'],
    [2_000, '0000002'],
  ] as const) {
    const { json } = await karim.post('/api/paiements', { ...payment, versement, reference })
    ids.push((json as { id: number }).id)
  }
  await karim.post('/api/paiements', { ...payment, versement: 10, mode: 'especes', banque: null })
  expect(await alertes()).toMatchObject({ cheques_a_remettre: 2, montant_a_remettre: 3_000.5 })
  const { id: compte_id } = await buildCompteBancaire(t.db)
  const given = await karim.post('/api/remises', { compte_id, jour: today, ids: [ids[0]] })
  expect(given.statusCode).toBe(201)
  expect(await alertes()).toMatchObject({ cheques_a_remettre: 1, montant_a_remettre: 2_000 })
  const workbook = await karim.get('/api/dashboard/export')
  const { sheets } = await readXlsx(workbook.rawPayload)
  expect(sheets[0]?.rows).toContainEqual(['À traiter', 'Chèques à remettre', 1, 2_000])
  expect(sheets[0]?.rows).toContainEqual([
    'À traiter',
    'Ventes sans échéancier',
    before.ventes_sans_echeancier + 1,
    null,
  ])

  const amina = await t.member('amina@diyar.dz', 'commercial')
  const hers = ((await amina.get('/api/dashboard')).json as { alertes: Alertes }).alertes
  expect(hers).toEqual({
    ...(await alertes()),
    cheques_a_remettre: null,
    montant_a_remettre: null,
    cheques_rejetes: null,
  })
})

// spec: IN-24, VE-38, EC-30
it('counts the ventes without contract day and the rejected cheques to represent as their lists do', async () => {
  const listed = async (path: string) => ((await karim.get(path)).json as { total: number }).total
  const asListed = async () => ({
    ventes_sans_contrat: await listed('/api/ventes?sans_contrat=1'),
    cheques_rejetes: await listed('/api/cheques?etat=rejete&a_representer=1'),
  })
  const before = await alertes()
  expect(before).toMatchObject(await asListed())
  const [sans, avec] = [await sold(), await sold()]
  await t.db.updateTable('ventes').set({ contrat_le: today }).where('id', '=', avec).execute()
  const cheque = { mode: 'cheque', rejete_le: '2026-02-01', motif_rejet: 'Provision insuffisante' } as const
  const rejete = await pay(t.db, sans, 1_000, '2026-01-15', cheque)
  await pay(t.db, sans, 1_000, '2026-01-16', cheque)
  expect(await alertes()).toMatchObject({
    ventes_sans_contrat: before.ventes_sans_contrat + 1,
    cheques_rejetes: 2,
  })
  await pay(t.db, sans, 1_000, '2026-02-03', { mode: 'cheque', represente_id: rejete })
  const after = await alertes()
  expect(after).toMatchObject({ ventes_sans_contrat: before.ventes_sans_contrat + 1, cheques_rejetes: 1 })
  expect(after).toMatchObject(await asListed())
  const { sheets } = await readXlsx((await karim.get('/api/dashboard/export')).rawPayload)
  expect(sheets[0]?.rows).toContainEqual([
    'À traiter',
    'Ventes sans date de contrat',
    after.ventes_sans_contrat,
    null,
  ])
  expect(sheets[0]?.rows).toContainEqual(['À traiter', 'Chèques rejetés à représenter', 1, null])
})
