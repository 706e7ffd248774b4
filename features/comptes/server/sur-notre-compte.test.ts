import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildClient,
  buildCompteBancaire,
  idOf,
  payByCheque,
  sell,
} from '#test/harness/builders.ts'
import { fingerprints } from '#test/harness/tables.ts'

let t: TestApp
let karim: Visitor
let client: number
let bien: number
let vente: number
let bna: number
let cpa: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
beforeEach(async () => {
  client = (await buildClient(t.db)).id
  bien = await buildAppartement(t.db)
  vente = await sell(t.db, bien, client)
  bna = (await buildCompteBancaire(t.db, { banque: 'BNA' })).id
  cpa = (await buildCompteBancaire(t.db, { banque: 'CPA' })).id
})
afterAll(() => t.close())

const saisie = (rest: object) => ({
  client_id: client,
  appartement_id: bien,
  date_paiement: '2026-01-15',
  versement: 1000,
  ...rest,
})
const post = (rest: object) => karim.post('/api/paiements', saisie(rest))
const put = (id: number, rest: object) => karim.put(`/api/paiements/${id}`, saisie(rest))
const compteOf = async (id: number) =>
  ((await karim.get(`/api/paiements/${id}`)).json as { compte: { id: number } | null }).compte
const dernier = async () => ((await karim.get('/api/comptes-bancaires')).json as { dernier: number }).dernier
const retire = (id: number) =>
  t.db.updateTable('comptes_bancaires').set({ actif: false }).where('id', '=', id).execute()

describe('the account that a payment came to', () => {
  // spec: CO-43
  it('is kept of a transfer and of a deposit, told by every answer, and of no other mode', async () => {
    for (const mode of ['virement', 'versement_bancaire']) {
      const made = await post({ mode, compte_id: bna })
      expect(made.json).toMatchObject({
        compte: { id: bna, banque: 'BNA' },
        timbre: null,
        groupe: null,
      })
      expect(await compteOf(idOf(made))).toMatchObject({ id: bna })
    }
    for (const mode of ['cheque', 'especes', 'autre', null])
      expect((await post({ mode, compte_id: bna })).json).toMatchObject({ compte: null })
  })

  it('stays as it is when it is not said, is cleared by null, and goes with the mode that had it', async () => {
    const id = idOf(await post({ mode: 'virement', compte_id: bna }))
    expect((await put(id, { details: 'Corrigé' })).json).toMatchObject({
      compte: { id: bna },
      rectifie_le: null,
    })
    expect((await put(id, { compte_id: cpa })).json).toMatchObject({ compte: { id: cpa }, rectifie_le: null })
    expect((await put(id, { compte_id: null })).json).toMatchObject({ compte: null })
    await put(id, { compte_id: bna })
    expect((await put(id, { mode: 'especes' })).json).toMatchObject({ compte: null })
    const { avant, apres } = await t.db
      .selectFrom('journal')
      .select(['avant', 'apres'])
      .where('objet', '=', 'paiement')
      .where('objet_id', '=', id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect([avant, apres]).toMatchObject([{ compte: { banque: 'BNA' } }, { compte: null }])
  })

  it('is one that exists and is still in use; what it was before it went out of use may stay', async () => {
    const id = idOf(await post({ mode: 'virement', compte_id: bna }))
    await retire(bna)
    const before = await fingerprints(t.db)
    for (const [compte_id, sentence] of [
      [987_654, 'Veuillez sélectionner un compte bancaire.'],
      [bna, "Ce compte bancaire n'est plus utilisé."],
      ['rien', 'Veuillez sélectionner un compte bancaire.'],
    ] as const) {
      const { statusCode, json } = await post({ mode: 'virement', compte_id })
      expect([statusCode, json]).toEqual([422, { message: sentence, errors: { compte_id: [sentence] } }])
    }
    expect(await fingerprints(t.db)).toEqual(before)
    expect((await put(id, { versement: 900, compte_id: bna })).json).toMatchObject({ compte: { id: bna } })
  })

  it('of a cheque cleared without remise is emptied when the clearing is taken back', async () => {
    const id = await payByCheque(t.db, vente, 100_000)
    await karim.post('/api/cheques/encaisser', { ids: [id], encaisse_le: '2026-02-01' })
    await t.db.updateTable('paiements').set({ compte_id: bna }).where('id', '=', id).execute()
    // The payer's form does not change the account of a cheque that is at the bank.
    const mode = { mode: 'cheque', versement: 1000, compte_id: cpa }
    const corrected = await put(id, { ...mode, details: 'Vu', date_paiement: '2026-01-15' })
    expect(corrected.json).toMatchObject({ details: 'Vu', compte: { id: bna } })
    await karim.post(`/api/cheques/${id}/annuler-etape`, {})
    expect(await compteOf(id)).toBeNull()
  })
})

describe('the account that a refund leaves from', () => {
  it('is kept for the modes of a bank, and told with the dossier', async () => {
    await post({ mode: 'virement', versement: 500_000 })
    await karim.post(`/api/ventes/${vente}/desistement`, {
      demande_le: '2026-02-01',
      origine: 'client',
      motif: 'Crédit refusé',
    })
    const refund = (mode: string, compte_id: number | null) =>
      karim.post(`/api/ventes/${vente}/remboursements`, { jour: '2026-02-02', montant: 100, mode, compte_id })
    expect((await refund('cheque', cpa)).json).toMatchObject({ compte: { id: cpa, banque: 'CPA' } })
    expect((await refund('especes', cpa)).json).toMatchObject({ compte: null })
    expect((await karim.get(`/api/ventes/${vente}`)).json).toMatchObject({
      remboursements: [{ compte: { id: cpa } }, { compte: null }],
    })
    await retire(cpa)
    const before = await fingerprints(t.db)
    expect((await refund('virement', cpa)).json).toMatchObject({
      errors: { compte_id: ["Ce compte bancaire n'est plus utilisé."] },
    })
    expect(await fingerprints(t.db)).toEqual(before)
  })
})

describe('the account last used', () => {
  // spec: CO-43
  it('is that of the latest day, then of the latest record, of those in use; none before the first', async () => {
    const fresh = await startApp()
    try {
      const visitor = await fresh.member()
      const read = async () => (await visitor.get('/api/comptes-bancaires')).json
      const { id } = await buildCompteBancaire(fresh.db)
      expect(await read()).toMatchObject({ data: [{ id }], dernier: null })
    } finally {
      await fresh.close()
    }
    await post({ mode: 'virement', compte_id: bna, date_paiement: '2026-11-02' })
    expect(await dernier()).toBe(bna)
    await post({ mode: 'virement', compte_id: cpa, date_paiement: '2026-11-02' })
    expect(await dernier()).toBe(cpa)
    await post({ mode: 'virement', compte_id: bna, date_paiement: '2026-11-01' })
    expect(await dernier()).toBe(cpa)
    const cheque = await payByCheque(t.db, vente, 100_000)
    await karim.post('/api/remises', { compte_id: bna, jour: '2026-11-03', ids: [cheque] })
    expect(await dernier()).toBe(bna)
    await retire(bna)
    expect(await dernier()).toBe(cpa)
  })
})
