import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  avancer,
  devoir,
  etablir,
  garantir,
  lire,
  livrer,
  nu,
  regler,
  vendre,
} from '#features/papiers/server/documents.essais.ts'
import type { Papiers } from '#features/papiers/papiers.contract.ts'
import { addJours, aujourdhui, formatJourCourt, formatJourLong } from '#shared/dates.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildClient, buildLocal, pay, payByCheque, sell } from '#test/harness/builders.ts'
import { drawnOutside, drawnOver, readPdf } from '#test/harness/pdf.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  await regler(karim, { ville: 'Oran', delai_mise_en_demeure: 15 })
})
afterAll(() => t.close())

/** Returns the text of an Arabic paper, in its order and without blanks: the reader leaves them out between Arabic words. */
const serre = (texte: string) => nu(texte).replace(/[\s()]/g, '')
async function papier(vente: number, demande: object) {
  const document = await etablir(karim, vente, demande)
  const { text, bytes } = await lire(karim, `/api/documents/${document.id}/pdf`)
  expect(await drawnOutside(bytes)).toEqual([])
  expect(await drawnOver(bytes)).toEqual([])
  return { document, lu: nu(text), serre: serre(text) }
}
const jour = formatJourCourt(aujourdhui())
const refus = async (id: number, demande: object, objet: 'ventes' | 'blocs' = 'ventes') => {
  const avant = await ecrits()
  const { statusCode, json } = await karim.post(`/api/${objet}/${id}/documents`, demande)
  expect(await ecrits()).toEqual(avant)
  const query = new URLSearchParams(demande as Record<string, string>)
  expect((await karim.get(`/api/${objet}/${id}/documents/apercu?${query.toString()}`)).json).toEqual(json)
  return [statusCode, json]
}
/** Returns the rows of the tables that a paper touches. */
const ecrits = async () => ({
  documents: await t.db.selectFrom('documents').select('id').orderBy('id').execute(),
  numeros: await t.db.selectFrom('numeros').selectAll().orderBy('serie').execute(),
  journal: (await t.db.selectFrom('journal').select('id').execute()).length,
})

// spec: RE-09 PA-02
describe('a cheque that is not cashed', () => {
  it('stands apart on every paper, and no paper calls the price paid before it is in: D.2', async () => {
    const vente = await vendre(t, {}, 100_000_000)
    await pay(t.db, vente, 40_000_000, '2026-01-15', { mode: 'virement' })
    const cheque = await payByCheque(t.db, vente, 60_000_000)
    const attestation = await papier(vente, { type: 'attestation_paiement' })
    expect(attestation.document.montant).toBe(1_000_000)
    for (const dit of [
      "Dont 400 000,00 DA encaissés et 600 000,00 DA par chèques reçus sous réserve d'encaissement.",
      'Total versé (100,00 %) 1 000 000,00 DA dont encaissé 400 000,00 DA',
      "dont sous réserve d'encaissement 600 000,00 DA",
    ])
      expect(attestation.lu).toContain(dit)
    const decompte = await papier(vente, { type: 'decompte' })
    expect([decompte.document.libelle, decompte.document.montant]).toEqual(['Décompte', 0])
    expect(decompte.lu).toContain(
      "Le prix est versé en totalité, dont 600 000,00 DA sous réserve d'encaissement.",
    )
    for (const tu of ['Attestation de solde', 'Le prix est entièrement payé.'])
      expect(decompte.lu).not.toContain(tu)
    const arabe = await papier(vente, { type: 'decompte', langue: 'ar' })
    for (const dit of ['كشف حساب', 'دفع الثمن كاملا، منه 600 000,00 دج تحت تحفظ التحصيل'])
      expect(arabe.serre).toContain(serre(dit))
    expect((await papier(vente, { type: 'attestation_paiement', langue: 'ar' })).serre).toContain(
      serre('منه 400 000,00 دج محصل فعلا و600 000,00 دج بصكوك مستلمة تحت تحفظ التحصيل'),
    )
    const { rawPayload } = await karim.get(`/api/paiement/print-single/${cheque}`)
    const recu = nu((await readPdf(rawPayload)).text)
    expect(recu).toContain("Le prix est versé en totalité, sous réserve de l'encaissement des chèques.")
    expect(recu).not.toContain('entièrement payé')
    expect((await karim.get(`/api/verifier?code=${decompte.document.code}`)).json).toMatchObject({
      genre: 'Décompte',
    })
    await t.db.updateTable('paiements').set({ encaisse_le: '2026-01-20' }).where('id', '=', cheque).execute()
    const solde = await papier(vente, { type: 'decompte' })
    expect(solde.document.libelle).toBe('Attestation de solde')
    for (const dit of ['Attestation de solde', 'Le prix est entièrement payé.'])
      expect(solde.lu).toContain(dit)
    expect(solde.lu).not.toContain('réserve')
    const encaisse = await karim.get(`/api/paiement/print-single/${cheque}`)
    expect((await readPdf(encaisse.rawPayload)).text).toContain('Le prix est entièrement payé.')
    // The papers issued before stay as they were.
    const { data } = (await karim.get(`/api/ventes/${vente}/documents`)).json as Papiers
    expect(data.map(({ libelle }) => libelle).toReversed()).toEqual([
      'Attestation de paiement',
      'Décompte',
      'Décompte',
      'Attestation de paiement',
      'Attestation de solde',
    ])
  })

  // spec: PA-03
  it('alone carries no attestation, until one is cashed', async () => {
    const vente = await vendre(t, {}, 100_000_000)
    const cheque = await payByCheque(t.db, vente, 60_000_000)
    await payByCheque(t.db, vente, 10_000_000)
    const message =
      "Aucun versement de cette vente n'est encore encaissé : l'attestation s'établit après l'encaissement."
    expect(await refus(vente, { type: 'attestation_paiement' })).toEqual([409, { message }])
    const { possibles } = (await karim.get(`/api/ventes/${vente}/documents`)).json as Papiers
    expect(possibles[0]).toMatchObject({ type: 'attestation_paiement', empeche: message })
    expect((await papier(vente, { type: 'decompte' })).lu).toContain('dont encaissé 0,00 DA')
    await t.db.updateTable('paiements').set({ encaisse_le: '2026-01-20' }).where('id', '=', cheque).execute()
    expect((await papier(vente, { type: 'attestation_paiement' })).lu).toContain(
      'dont encaissé 600 000,00 DA',
    )
  })
})

// spec: RE-08 PA-01
it('an attestation after a cession says what was paid, and by whom: D.1', async () => {
  const vente = await vendre(t, { nom_complet: 'Ourida Amrane', nom_ar: 'وريدة عمران' })
  await pay(t.db, vente, 225_308_642)
  await payByCheque(t.db, vente, 999, { rejete_le: '2026-01-20', motif_rejet: 'Sans provision' })
  const ilyes = await buildClient(t.db, { nom_complet: 'Ilyès Haddad', nom_ar: 'إلياس حداد' })
  const cession = await karim.post(`/api/ventes/${vente}/transfert-client`, {
    client_id: ilyes.id,
    motif: 'Cession',
  })
  expect(cession.statusCode).toBe(201)
  await pay(t.db, vente, 30_000_005)
  const ancien = `Dont 2 253 086,42 DA versés par Ourida Amrane, titulaire du dossier jusqu'au ${jour}.`
  const { lu } = await papier(vente, { type: 'attestation_paiement' })
  for (const dit of [
    'attestons que la somme de 2 553 086,47 DA',
    'a été versée à ce jour sur le dossier',
    "ouvert au nom d'Ilyès Haddad, pour l'acquisition de l'appartement A-12 (F3)",
    ancien,
  ])
    expect(lu).toContain(dit)
  expect(lu).not.toContain('Ilyès Haddad a versé')
  expect(lu).toContain('Il reste à payer 1 768 592,43 DA. La présente est délivrée')
  await garantir(t, vente, null)
  await payByCheque(t.db, vente, 100_000)
  // Both stand under the sum they are about, and before the rest to pay.
  const dits =
    "Dont 2 553 086,47 DA encaissés et 1 000,00 DA par chèques reçus sous réserve d'encaissement\\. Dont 2 253 086,42 DA versés par Ourida Amrane, titulaire du dossier jusqu'au [\\d/]+\\. Reste à payer 1 767 592,43 DA"
  const lignes = "dont encaissé 2 553 086,47 DA dont sous réserve d'encaissement 1 000,00 DA "
  for (const [type, enLignes] of [
    ['attestation_paiement', lignes],
    // spec: RF-70
    ['attestation_reservation', ''],
  ])
    expect((await papier(vente, { type })).lu).toMatch(
      new RegExp(`Total versé \\([^)]*\\) 2 554 086,47 DA ${enLignes}${dits}`),
    )
  expect((await papier(vente, { type: 'decompte' })).lu).toContain(ancien)
  const arabe = await papier(vente, { type: 'attestation_paiement', langue: 'ar' })
  expect(arabe.serre).toContain(
    serre(`منه 2 253 086,42 دج دفع من طرف وريدة عمران، صاحب الملف إلى غاية ${jour}`),
  )
  // No line of it ends within the number of the dossier.
  expect(arabe.lu.match(/\d{4}-D-\d{4}/g)).toHaveLength(2)
})

// spec: PA-28
it('an attestation de réservation says what is cashed also when all is, or nothing was paid', async () => {
  const vente = await vendre(t)
  await garantir(t, vente, null)
  const AR = { type: 'attestation_reservation' }
  expect((await papier(vente, AR)).lu).toContain('0,00 DA dont encaissé 0,00 DA Reste à payer')
  await pay(t.db, vente, 100_000)
  const { lu } = await papier(vente, AR)
  expect(lu).toContain('1 000,00 DA dont encaissé 1 000,00 DA Reste à payer 4 320 678,90 DA')
  expect(lu).not.toContain('réserve d')
  expect((await papier(vente, { type: 'attestation_paiement' })).lu).not.toContain('dont encaissé')
})

// spec: RE-10 PA-08
describe('a paper of sums', () => {
  it('bears the day it is made, and no other', async () => {
    const vente = await vendre(t)
    const [echeance] = await devoir(t, vente)
    await pay(t.db, vente, 100)
    await garantir(t, vente, null)
    const bloc = await avancer(t, vente)
    const [hier, demain] = [-1, 1].map((jours) => addJours(aujourdhui(), jours))
    const message = "Ce document porte des sommes à ce jour : sa date est celle d'aujourd'hui."
    for (const demande of [
      { type: 'attestation_paiement' },
      { type: 'appel_fonds', echeance_id: echeance },
      { type: 'mise_en_demeure' },
      { type: 'decompte' },
      { type: 'attestation_reservation' },
    ]) {
      for (const date of [hier, demain])
        expect(await refus(vente, { ...demande, date })).toEqual([
          422,
          { message, errors: { date: [message] } },
        ])
      expect((await papier(vente, { ...demande, date: aujourdhui() })).document.etabli_le).toBe(aujourdhui())
    }
    for (const date of [hier, demain])
      expect(await refus(bloc, { type: 'attestation_avancement', date }, 'blocs')).toEqual([
        422,
        { message, errors: { date: [message] } },
      ])
  })

  it('one without sums may bear another, and its foot says when it was made: D.5', async () => {
    const vente = await vendre(t)
    await livrer(t, vente)
    await regler(karim, {}, { contrat_reservation: { fr: 'Article 1', ar: 'المادة 1' } })
    for (const type of ['pv_remise', 'contrat_reservation']) {
      const { document, lu } = await papier(vente, { type, date: '2026-01-15' })
      expect(document.etabli_le).toBe('2026-01-15')
      expect(lu).toContain('Fait à Oran, le 15/01/2026')
      expect(lu).toContain(`Établi le ${nu(formatJourLong(aujourdhui()))}`)
    }
  })
})

// spec: RE-11 PA-04
describe('a sale that has ended', () => {
  it('owes nothing: its décompte says what was paid, kept and given back: D.3', async () => {
    const vente = await vendre(t, {}, 1_250_000_000)
    await pay(t.db, vente, 400_000_000)
    const fin = { demande_le: '2026-03-02', origine: 'client', motif: 'Crédit refusé', retenue: 600_000 }
    await karim.post(`/api/ventes/${vente}/desistement`, fin)
    for (const montant of [1_000_000, 1_500_000])
      await karim.post(`/api/ventes/${vente}/remboursements`, {
        jour: '2026-03-10',
        montant,
        mode: 'especes',
      })
    const { document, lu } = await papier(vente, { type: 'decompte' })
    expect([document.libelle, document.montant]).toEqual(['Décompte de fin de vente', 900_000])
    for (const dit of [
      'Décompte de fin de vente',
      'Total versé 4 000 000,00 DA',
      'Retenue 600 000,00 DA',
      'Remboursé 2 500 000,00 DA',
      'Reste à rembourser 900 000,00 DA Neuf cent mille dinars algériens',
      `La vente a pris fin le ${jour}, à la demande du client. Aucun prix n'est dû.`,
    ])
      expect(lu).toContain(dit)
    for (const tu of ['Prix de vente', 'Reste à payer', '12 500 000', '8 500 000'])
      expect(lu).not.toContain(tu)
    expect((await papier(vente, { type: 'decompte', langue: 'ar' })).serre).toContain(
      serre('كشف حساب نهاية البيع'),
    )
    const reste = { jour: '2026-03-11', montant: 900_000, mode: 'especes' }
    await karim.post(`/api/ventes/${vente}/remboursements`, reste)
    const solde = await papier(vente, { type: 'decompte' })
    expect([solde.document.libelle, solde.document.montant]).toEqual(['Décompte de fin de vente', 0])
    expect((await karim.get(`/api/verifier?code=${solde.document.code}`)).json).toMatchObject({
      genre: 'Décompte de fin de vente',
    })
  })

  it('of a local taken back says of no payment that it stays: they went with the sale', async () => {
    const fin = `La vente a pris fin le ${jour}. Aucun prix n'est dû`
    const local = await buildLocal(t.db)
    const vente = await sell(t.db, local, (await buildClient(t.db)).id)
    await pay(t.db, vente, 1_000)
    // A paper that was issued keeps the row of its vente.
    await papier(vente, { type: 'decompte' })
    expect((await karim.put(`/api/locaux/${local}/retirer-client`)).statusCode).toBe(200)
    const { lu } = await papier(vente, { type: 'decompte' })
    expect(lu).toContain(`${fin}.`)
    expect(lu).not.toContain('versements restent')
    const autre = await vendre(t, {}, 100_000_000)
    await pay(t.db, autre, 1_000)
    const { bien_id } = await t.db
      .selectFrom('ventes')
      .select('bien_id')
      .where('id', '=', autre)
      .executeTakeFirstOrThrow()
    await karim.put(`/api/appartements/${bien_id}/retirer-client`)
    expect((await papier(autre, { type: 'decompte' })).lu).toContain(
      `${fin} ; les versements restent inscrits au dossier.`,
    )
  })
})
