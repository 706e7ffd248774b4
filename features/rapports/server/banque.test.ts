import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fromDecimal } from '#shared/argent.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBon,
  buildClient,
  buildCompteBancaire,
  buildPlace,
  idOf,
  pay,
  payByCheque,
  sell,
} from '#test/harness/builders.ts'
import { fingerprints } from '#test/harness/tables.ts'

interface Banque {
  data: {
    objet: string
    id: number
    jour: string
    piece: string
    entree: number | null
    sortie: number | null
    vu_le: string | null
    en_attente: number | null
  }[]
  totals: { entrees: number; sorties: number; entrees_vues: number; sorties_vues: number }
  comptes: { compte_id: number | null; entrees: number; sorties: number }[]
  sans: number
  total: number
}

let t: TestApp
let karim: Visitor
let client: number
let bien: number
let vente: number
let compte: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
beforeEach(async () => {
  client = (await buildClient(t.db)).id
  bien = await buildAppartement(t.db, { prix: 10_000_000_000 })
  vente = await sell(t.db, bien, client)
  compte = (await buildCompteBancaire(t.db)).id
})
afterAll(() => t.close())

const read = async (query: string) => (await karim.get(`/api/rapports/banque?${query}`)).json as Banque
const ofCompte = (mois = '2026-03') => read(`compte=${compte}&mois=${mois}`)
const put = (body: object) => karim.put('/api/rapports/banque', body)
const tick = (objet: string, id: number, vu = true) => put({ lignes: [{ objet, id }], vu })
const virement = (montant: number, jour = '2026-03-10') =>
  pay(t.db, vente, montant, jour, { mode: 'virement', compte_id: compte })
const seen = async (objet: string, id: number, mois = '2026-03') =>
  (await ofCompte(mois)).data.find((one) => one.objet === objet && one.id === id)?.vu_le

describe('what comes to an account and leaves it', () => {
  // spec: CO-25
  it('is D.15 to the centime: a remise, a rejet with its fees, a refund and a règlement are one line each', async () => {
    const a = await payByCheque(t.db, vente, 1_200_000_49, { date_paiement: '2026-03-01' })
    const b = await payByCheque(t.db, vente, 850_000_50, { date_paiement: '2026-03-01' })
    const remise = idOf(
      await karim.post('/api/remises', { compte_id: compte, jour: '2026-03-02', ids: [a, b] }),
    )
    await virement(1_000_000_00)
    const rejet = { rejete_le: '2026-03-12', motif: 'Provision insuffisante', frais_rejet: 2500 }
    expect((await karim.post(`/api/cheques/${b}/rejeter`, rejet)).statusCode).toBe(200)
    const autre = await sell(t.db, await buildAppartement(t.db), client)
    await pay(t.db, autre, 400_000_00)
    const fin = { demande_le: '2026-03-15', origine: 'client', motif: 'Crédit refusé' }
    await karim.post(`/api/ventes/${autre}/desistement`, fin)
    const refund = { jour: '2026-03-20', montant: 400_000, mode: 'virement', compte_id: compte }
    expect((await karim.post(`/api/ventes/${autre}/remboursements`, refund)).statusCode).toBe(201)
    const bon = await buildBon(t.db)
    await t.db
      .insertInto('lignes')
      .values({ bon_id: bon.id, designation: 'Béton', quantite: 1, prix_unitaire: 10_000_00 })
      .execute()
    await t.db
      .insertInto('reglements')
      .values({
        bon_id: bon.id,
        date_reglement: '2026-03-21',
        montant: 10_000_00,
        mode: 'cheque',
        compte_id: compte,
      })
      .execute()
    const lue = await ofCompte()
    expect(lue.data.map(({ objet, jour, entree, sortie }) => [objet, jour, entree, sortie])).toEqual([
      ['remise', '2026-03-02', 2_050_000.99, null],
      ['paiement', '2026-03-10', 1_000_000, null],
      ['rejet', '2026-03-12', null, 852_500.5],
      ['remboursement', '2026-03-20', null, 400_000],
      ['reglement', '2026-03-21', null, 10_000],
    ])
    expect(lue.totals).toEqual({
      entrees: 3_050_000.99,
      sorties: 1_262_500.5,
      entrees_vues: 0,
      sorties_vues: 0,
    })
    expect(lue.data[0]).toMatchObject({ id: remise, en_attente: 1 })
    expect(lue.comptes).toEqual([{ compte_id: compte, entrees: 3_050_000.99, sorties: 1_262_500.5 }])
    const { json } = await karim.get('/api/rapports/banque?mois=2026-03')
    const { totals, comptes } = json as Banque
    expect(comptes.find(({ compte_id }) => compte_id === compte)).toEqual(lue.comptes[0])
    expect(comptes.reduce((sum, { entrees }) => sum + fromDecimal(entrees), 0)).toBe(
      fromDecimal(totals.entrees),
    )
  })

  // spec: CO-25
  it('of a cheque cleared without remise waits for its account; told it, it is ticked, and its rejet stands on the same', async () => {
    const cheque = await payByCheque(t.db, vente, 500_00, { date_paiement: '2026-04-01' })
    await karim.post('/api/cheques/encaisser', { ids: [cheque], encaisse_le: '2026-04-03' })
    const sans = await read('compte=sans&mois=2026-04')
    expect(sans.data).toMatchObject([{ objet: 'paiement', id: cheque, jour: '2026-04-03', entree: 500 }])
    expect(sans.sans).toBe(1)
    const before = await fingerprints(t.db)
    const message = "Choisissez d'abord le compte de cette ligne."
    const refused = await tick('paiement', cheque)
    expect([refused.statusCode, refused.json]).toEqual([409, { message }])
    expect(await fingerprints(t.db)).toEqual(before)
    const told = await put({ lignes: [{ objet: 'paiement', id: cheque }], compte_id: compte })
    expect(told.json).toMatchObject({ message: 'Compte enregistré pour 1 ligne.' })
    expect((await tick('paiement', cheque)).json).toMatchObject({ message: '1 ligne pointée.' })
    await karim.post(`/api/cheques/${cheque}/rejeter`, { rejete_le: '2026-04-09', motif: 'Opposition' })
    expect((await ofCompte('2026-04')).data).toMatchObject([
      { objet: 'rejet', id: cheque, sortie: 500, vu_le: null },
      { objet: 'paiement', id: cheque, entree: 500, vu_le: expect.any(String) as string },
    ])
    expect((await read('compte=sans&mois=2026-04')).total).toBe(0)
  })

  // spec: CO-25
  it('leaves cash and what was paid before Diyar aside; the payments of a group are one line', async () => {
    await pay(t.db, vente, 100_00, '2026-05-02', { mode: 'especes' })
    await t.db
      .insertInto('recus')
      .values({ annee: 0, dernier: 5 })
      .onConflict((c) => c.doNothing())
      .execute()
    await pay(t.db, vente, 100_00, '2026-05-02', {
      mode: 'virement',
      compte_id: compte,
      recu_annee: 0,
      recu_numero: 5,
    })
    const { id: groupe_id } = await t.db
      .insertInto('groupes')
      .defaultValues()
      .returning('id')
      .executeTakeFirstOrThrow()
    const shared = { mode: 'virement', compte_id: compte, groupe_id }
    const first = await pay(t.db, vente, 250_00, '2026-05-02', shared)
    const second = await pay(t.db, vente, 50_00, '2026-05-02', shared)
    expect((await ofCompte('2026-05')).data).toMatchObject([{ id: first, entree: 300 }])
    await tick('paiement', second)
    const rows = await t.db
      .selectFrom('paiements')
      .select('vu_le')
      .where('groupe_id', '=', groupe_id)
      .execute()
    expect(rows.every(({ vu_le }) => vu_le !== null)).toBe(true)
  })
})

describe('the tick of a line', () => {
  // spec: CO-26, CO-37
  it('is told apart from what is not seen, and leaves one line of the journal', async () => {
    const id = await virement(700_00)
    expect((await tick('paiement', id)).json).toMatchObject({ message: '1 ligne pointée.' })
    expect(await ofCompte()).toMatchObject({ totals: { entrees: 700, entrees_vues: 700 } })
    expect((await read(`compte=${compte}&vu=0`)).total).toBe(0)
    expect((await tick('paiement', id, false)).json).toMatchObject({ message: 'Pointage retiré.' })
    expect((await read(`compte=${compte}&vu=0`)).total).toBe(1)
    const lines = await t.db
      .selectFrom('journal')
      .select(['action', 'avant', 'apres'])
      .where('objet', '=', 'compte bancaire')
      .where('objet_id', '=', compte)
      .orderBy('id')
      .execute()
    expect(lines).toMatchObject([
      { action: 'pointer', avant: { pointees: [] }, apres: { pointees: [expect.any(String)] } },
      { action: 'pointer', avant: { pointees: [expect.any(String)] }, apres: { pointees: [] } },
    ])
  })

  // spec: CO-26
  it('is taken by each act that changes the line', async () => {
    const id = await virement(700_00)
    const body = {
      client_id: client,
      appartement_id: bien,
      mode: 'virement',
      date_paiement: '2026-03-10',
      versement: 700,
    }
    const other = (await buildCompteBancaire(t.db)).id
    for (const change of [
      { versement: 800 },
      { date_paiement: '2026-03-11', versement: 800 },
      { compte_id: other, versement: 800, date_paiement: '2026-03-11' },
    ]) {
      await tick('paiement', id)
      expect((await karim.put(`/api/paiements/${id}`, { ...body, ...change })).statusCode).toBe(200)
      const { vu_le } = await t.db
        .selectFrom('paiements')
        .select('vu_le')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect(vu_le).toBeNull()
    }
    await tick('paiement', id)
    await karim.put(`/api/paiements/${id}`, {
      ...body,
      versement: 800,
      date_paiement: '2026-03-11',
      details: 'Relu',
    })
    const { vu_le } = await t.db
      .selectFrom('paiements')
      .select('vu_le')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(vu_le).not.toBeNull()
  })

  // spec: CO-26
  it('of a group goes when one of its payments is paid otherwise or deleted', async () => {
    const place = await buildPlace(t.db, { prix: 1_000_000_00 })
    const { json } = await karim.post('/api/paiements/groupes', {
      client_id: client,
      date_paiement: '2026-03-10',
      mode: 'virement',
      compte_id: compte,
      lignes: [
        { vente_id: vente, versement: 700 },
        { vente_id: await sell(t.db, place, client), versement: 300 },
      ],
    })
    const [first = 0, second = 0] = (json as { paiements: { id: number }[] }).paiements.map(({ id }) => id)
    const change = (versement: number) =>
      karim.put(`/api/paiements/${second}`, {
        client_id: client,
        place_parking_id: place,
        mode: 'virement',
        date_paiement: '2026-03-10',
        versement,
      })
    for (const act of [() => change(400), () => karim.delete(`/api/paiements/${second}`)]) {
      await tick('paiement', first)
      expect(await seen('paiement', first)).toEqual(expect.any(String))
      expect((await act()).statusCode).toBe(200)
      expect(await seen('paiement', first)).toBeNull()
    }
    expect((await ofCompte()).data).toMatchObject([{ id: first, entree: 700 }])
  })

  // spec: CO-26
  it('of a remise stays when one of its cheques is cleared, and goes when one leaves it', async () => {
    const cheques = [await payByCheque(t.db, vente, 100_00), await payByCheque(t.db, vente, 200_00)]
    const remise = idOf(
      await karim.post('/api/remises', { compte_id: compte, jour: '2026-03-02', ids: cheques }),
    )
    await tick('remise', remise)
    await karim.post('/api/cheques/encaisser', { ids: [cheques[0]], encaisse_le: '2026-03-05' })
    expect(await seen('remise', remise)).toEqual(expect.any(String))
    await karim.post(`/api/cheques/${cheques[1]}/annuler-etape`, {})
    expect(await seen('remise', remise)).toBeNull()
  })

  // spec: CO-26
  it('twenty callers on one line end in one state', async () => {
    const id = await virement(700_00)
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => tick('paiement', id, n % 2 === 0)))
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
    const last = await t.db
      .selectFrom('journal')
      .select('apres')
      .where('objet', '=', 'compte bancaire')
      .where('objet_id', '=', compte)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const vues = (last.apres as { pointees: string[] }).pointees.length
    expect((await seen('paiement', id)) === null ? 0 : 1).toBe(vues)
  })

  // spec: CO-36
  it('is refused where the call says neither or both, names nothing, or gives an account to a remise', async () => {
    const id = await virement(700_00)
    const lignes = [{ objet: 'paiement', id }]
    const invalide = "Cette valeur n'est pas valide."
    const before = await fingerprints(t.db)
    for (const [body, sentence] of [
      [{ lignes }, invalide],
      [{ lignes, vu: true, compte_id: compte }, invalide],
      [{ lignes: [], vu: true }, 'Choisissez au moins une ligne.'],
      [{ vu: true }, 'Choisissez au moins une ligne.'],
      [{ lignes: [{ objet: 'remise', id: 1 }], compte_id: compte }, invalide],
      [{ lignes: [{ objet: 'paiement', id: 999_999 }], vu: true }, invalide],
      [{ lignes: [{ objet: 'rejet', id }], vu: true }, invalide],
    ] as const) {
      const { statusCode, json } = await put(body)
      expect([statusCode, json]).toEqual([422, { message: sentence, errors: { lignes: [sentence] } }])
    }
    expect(await fingerprints(t.db)).toEqual(before)
  })

  // spec: CO-34
  it('is a column of the workbook', async () => {
    const file = await karim.get(`/api/rapports/banque/export?compte=${compte}&mois=2026-03`)
    expect([file.statusCode, file.headers['content-disposition']]).toEqual([
      200,
      expect.stringContaining('banque_2026-03.xlsx'),
    ])
  })
})
