import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  devoir,
  etablir,
  lire,
  livrer,
  nu,
  regler,
  vendre,
} from '#features/papiers/server/documents.essais.ts'
import type { Papiers } from '#features/papiers/papiers.contract.ts'
import { aujourdhui } from '#shared/dates.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { pay } from '#test/harness/builders.ts'
import { readPdf } from '#test/harness/pdf.ts'

let t: TestApp
let karim: Visitor
let caisse: Visitor
let vente: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  caisse = await t.member('caisse@diyar.dz', 'caisse')
  await regler(karim, { delai_mise_en_demeure: 15 }, { contrat_reservation: { fr: 'Article 1', ar: null } })
  vente = await vendre(t)
  await pay(t.db, vente, 100)
  await livrer(t, vente)
})
afterAll(() => t.close())

const NON = { message: 'Votre rôle ne permet pas cette action.' }
const IDENTITE = ['29/02/1984', '109 840 229', 'Né(e) le', "Pièce d'identité"]
const ecrits = async () => ({
  documents: await t.db.selectFrom('documents').select('id').orderBy('id').execute(),
  numeros: await t.db.selectFrom('numeros').selectAll().orderBy('serie').execute(),
  journal: (await t.db.selectFrom('journal').select('id').execute()).length,
})

// spec: RE-71
describe('the identity of a buyer', () => {
  it('stands on no paper that a rôle without it may issue', async () => {
    const [echeance] = await devoir(t, vente)
    for (const demande of [
      { type: 'attestation_paiement' },
      { type: 'appel_fonds', echeance_id: echeance },
      { type: 'mise_en_demeure' },
      { type: 'decompte' },
    ]) {
      const { id } = await etablir(caisse, vente, demande)
      const { text } = await lire(caisse, `/api/documents/${id}/pdf`)
      expect(nu(text)).toContain('Samira Haddad')
      expect([demande.type, IDENTITE.filter((dit) => nu(text).includes(dit))]).toEqual([demande.type, []])
    }
  })

  it('a contract and a procès-verbal, which need it, are for who holds it: to see, to issue, to print', async () => {
    for (const type of ['contrat_reservation', 'pv_remise']) {
      const { id } = await etablir(karim, vente, { type })
      expect(nu((await lire(karim, `/api/documents/${id}/pdf`)).text)).toContain('Né(e) le 29/02/1984')
      const avant = await ecrits()
      for (const refuse of [
        await caisse.post(`/api/ventes/${vente}/documents`, { type }),
        await caisse.post('/api/ventes/999999999/documents', { type }),
        await caisse.get(`/api/ventes/${vente}/documents/apercu?type=${type}`),
        await caisse.get(`/api/documents/${id}/pdf`),
      ])
        expect([refuse.statusCode, refuse.json]).toEqual([403, NON])
      expect(await ecrits()).toEqual(avant)
    }
    const empeches = async (who: Visitor) =>
      ((await who.get(`/api/ventes/${vente}/documents`)).json as Papiers).possibles
        .filter(({ empeche }) => empeche === NON.message)
        .map(({ type }) => type)
    expect(await empeches(caisse)).toEqual(['contrat_reservation', 'pv_remise'])
    expect(await empeches(karim)).toEqual([])
  })

  it('of a paper that was issued with it is printed as it was, for who holds it', async () => {
    const { id } = await etablir(karim, vente, { type: 'decompte' })
    // The paper is made like those before 0017.
    await t.db.updateTable('documents').set({ identite: true }).where('id', '=', id).execute()
    expect((await caisse.get(`/api/documents/${id}/pdf`)).json).toEqual(NON)
    expect((await karim.get(`/api/documents/${id}/pdf`)).statusCode).toBe(200)
    // The list says so, that no button leads to the refusal.
    const liste = async (who: Visitor) =>
      ((await who.get(`/api/ventes/${vente}/documents`)).json as Papiers).data.find((un) => un.id === id)
    expect(await liste(caisse)).toMatchObject({ empeche: NON.message })
    expect(await liste(karim)).not.toHaveProperty('empeche')
  })
})

// spec: RE-67
it('a text that its variables make endless is refused, by the preview too, and uses no number', async () => {
  const autre = await vendre(t, { nom_complet: 'Société '.repeat(31).trim() })
  await regler(karim, {}, { decompte: { fr: '{client} '.repeat(2000).trim(), ar: null } })
  const avant = await ecrits()
  const message = { message: 'Ce texte est trop long.' }
  const refuse = await karim.post(`/api/ventes/${autre}/documents`, { type: 'decompte' })
  expect([refuse.statusCode, refuse.json]).toEqual([422, message])
  const apercu = await karim.get(`/api/ventes/${autre}/documents/apercu?type=decompte`)
  expect([apercu.statusCode, apercu.json]).toEqual([422, message])
  expect(await ecrits()).toEqual(avant)
  await regler(karim, {}, { decompte: { fr: '{client} '.repeat(390).trim(), ar: null } })
  const { pages } = await lire(karim, `/api/ventes/${autre}/documents/apercu?type=decompte`)
  expect(pages.length).toBeGreaterThan(10)
  await regler(karim, {}, { decompte: { fr: null, ar: null } })
}, 120_000)

// spec: RE-18
it('a number above 9999 is whole wherever it is written', async () => {
  const annee = Number(aujourdhui().slice(0, 4))
  const longue = await vendre(t)
  await t.db
    .updateTable('ventes')
    .set({ dossier_annee: annee, dossier_numero: 12_345 })
    .where('id', '=', longue)
    .execute()
  for (const [serie, dernier] of [
    ['dossier', 12_345],
    ['remboursement', 67_889],
  ] as const)
    await t.db
      .insertInto('numeros')
      .values({ serie, annee, dernier })
      .onConflict((conflict) => conflict.columns(['serie', 'annee']).doUpdateSet({ dernier }))
      .execute()
  const dossier = `${annee}-D-12345`
  const paiement = await pay(t.db, longue, 500)
  const { id } = await etablir(karim, longue, { type: 'attestation_paiement' })
  expect(nu((await lire(karim, `/api/documents/${id}/pdf`)).text)).toContain(dossier)
  await karim.post(`/api/documents/${id}/annuler`, { motif: 'Erreur' })
  const { apres, avant } = await t.db
    .selectFrom('journal')
    .select(['avant', 'apres'])
    .where('objet', '=', 'document')
    .where('action', '=', 'annuler')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect([avant, apres]).toEqual([expect.objectContaining({ dossier }), expect.objectContaining({ dossier })])
  await karim.post(`/api/ventes/${longue}/desistement`, {
    demande_le: '2026-03-02',
    origine: 'client',
    motif: 'Crédit refusé',
  })
  const refund = await karim.post(`/api/ventes/${longue}/remboursements`, {
    jour: '2026-03-10',
    montant: 1,
    mode: 'especes',
  })
  const { id: remboursement, numero } = refund.json as { id: number; numero: string }
  expect(numero).toBe(`${annee}-R-67890`)
  for (const [path, ...dits] of [
    [`/api/paiement/print-single/${paiement}`, dossier],
    [`/api/ventes/${longue}/demande-desistement`, dossier],
    [`/api/remboursements/${remboursement}/recu`, dossier, numero],
    ['/api/paiement/print-all', dossier],
  ] as const) {
    const { text } = await readPdf((await karim.get(path)).rawPayload)
    for (const dit of dits) expect(nu(text)).toContain(dit)
  }
  const journal = JSON.stringify((await karim.get('/api/journal')).json)
  for (const dit of [`Dossier ${dossier}`, numero]) expect(journal).toContain(dit)
})
