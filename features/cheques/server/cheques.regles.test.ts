import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { formatMontant } from '#shared/argent.ts'
import { addJours, aujourdhui } from '#shared/dates.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildClient,
  buildCompteBancaire,
  buildLocal,
  idOf,
  pay,
  payByCheque,
  sell,
} from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor
let client: number
let bien: number
let vente: number
let compte_id: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  compte_id = (await buildCompteBancaire(t.db)).id
})
beforeEach(async () => {
  client = (await buildClient(t.db)).id
  bien = await buildAppartement(t.db, { prix: 1_000_000_000 })
  vente = await sell(t.db, bien, client)
})
afterAll(() => t.close())

const cheque = (versement = 10_000_000) => payByCheque(t.db, vente, versement)
const act = (id: number, verb: string, body: object = {}) => karim.post(`/api/cheques/${id}/${verb}`, body)
const clear = (ids: number[], encaisse_le = '2026-03-10') =>
  karim.post('/api/cheques/encaisser', { ids, encaisse_le })
const bring = (ids: unknown, jour = '2026-03-10', rest: object = {}) =>
  karim.post('/api/remises', { compte_id, jour, ids, ...rest })
const REJET = { rejete_le: '2026-03-12', motif: 'Provision insuffisante' }
const read = async (id: number) => (await karim.get(`/api/paiements/${id}`)).json as Lu
interface Lu {
  etat: string
  version: number
}
const etat = async (id: number) => (await read(id)).etat
const paid = async () =>
  (await t.db.selectFrom('ventes').select('total_paye').where('id', '=', vente).executeTakeFirstOrThrow())
    .total_paye
const lines = async () =>
  (
    await t.db
      .selectFrom('journal')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n
const said = (answer: { statusCode: number; json: unknown }, status: number, told: object | string) => {
  expect(answer.json).toMatchObject(typeof told === 'string' ? { message: told } : { errors: told })
  expect(answer.statusCode).toBe(status)
}

describe('the steps of a cheque', () => {
  // spec: EN-11
  it('lead back one by one, the sums with them, not once it is represented', async () => {
    const id = await cheque()
    const remise = idOf(await bring([id]))
    await clear([id])
    await act(id, 'rejeter', REJET)
    expect(await paid()).toBe(0)
    for (const [back, sum] of [
      ['encaisse', 10_000_000],
      ['remis', 10_000_000],
      ['recu', 10_000_000],
    ] as const) {
      expect((await act(id, 'annuler-etape')).json).toMatchObject({ etat: back })
      expect(await paid()).toBe(sum)
    }
    expect((await karim.get(`/api/remises/${remise}`)).statusCode).toBe(404)
    const gone = await t.db
      .selectFrom('journal')
      .select('avant')
      .where('objet', '=', 'remise')
      .where('action', '=', 'supprimer')
      .where('objet_id', '=', remise)
      .executeTakeFirstOrThrow()
    expect(gone.avant).toMatchObject({
      numero: expect.stringMatching(/^\d{4}-\d{4}$/) as string,
      jour: '2026-03-10',
      recus: [expect.stringMatching(/^2026-\d{6}$/) as string],
    })
    said(await act(id, 'annuler-etape'), 409, "Ce chèque est à remettre : aucune étape n'est à annuler.")

    await act(id, 'rejeter', REJET)
    const again = (await act(id, 'representer', { date_paiement: '2026-03-20' })).json as { recu: string }
    const before = await lines()
    said(await act(id, 'annuler-etape'), 409, `Ce chèque a déjà été représenté par le reçu ${again.recu}.`)
    expect([await etat(id), await paid(), await lines()]).toEqual(['rejete', 10_000_000, before])
  })

  // spec: EN-12
  it('follow each other by day: none before the one it follows, none tomorrow', async () => {
    const id = await cheque()
    await bring([id])
    const remise = 'La date ne peut pas précéder celle de la remise (10/03/2026).'
    const encaissement = "La date ne peut pas précéder celle de l'encaissement (10/03/2026)."
    const futur = 'La date ne peut pas être dans le futur.'
    const demain = addJours(aujourdhui(), 1)
    said(await clear([id], '2026-03-09'), 422, { encaisse_le: [remise] })
    said(await act(id, 'rejeter', { ...REJET, rejete_le: '2026-03-09' }), 422, { rejete_le: [remise] })
    said(await clear([id], demain), 422, { encaisse_le: [futur] })
    said(await act(id, 'rejeter', { ...REJET, rejete_le: demain }), 422, { rejete_le: [futur] })
    said(await bring([await cheque()], demain), 422, { jour: [futur] })
    expect(await etat(id)).toBe('remis')
    expect((await clear([id])).statusCode).toBe(200)
    said(await act(id, 'rejeter', { ...REJET, rejete_le: '2026-03-09' }), 422, { rejete_le: [encaissement] })
    expect((await act(id, 'rejeter', { ...REJET, rejete_le: '2026-03-10' })).statusCode).toBe(200)
    said(await act(id, 'representer', { date_paiement: demain }), 422, { date_paiement: [futur] })
  })

  // spec: EN-13
  it('freeze what is written on it: only details and payer are corrected, and it is not deleted', async () => {
    const id = await cheque()
    const now = await read(id)
    const same = {
      client_id: client,
      appartement_id: bien,
      date_paiement: '2026-01-15',
      versement: 100_000,
    }
    const steps = [
      ['remis', () => bring([id])],
      ['encaissé', () => clear([id])],
      ['rejeté', () => act(id, 'rejeter', REJET)],
    ] as const
    for (const [mot, step] of steps) {
      await step()
      const figé = `Ce chèque est ${mot} : seuls les détails, le payeur et le justificatif peuvent être corrigés.`
      for (const change of [
        { versement: 99_999 },
        { date_paiement: '2026-01-16' },
        { banque: 'CPA' },
        { mode: 'virement' },
      ])
        said(await karim.put(`/api/paiements/${id}`, { ...same, ...change }), 409, figé)
      said(
        await karim.delete(`/api/paiements/${id}`),
        409,
        `Impossible de supprimer ce paiement : son chèque est ${mot}.`,
      )
      const corrected = await karim.put(`/api/paiements/${id}`, {
        ...same,
        details: `Vu ${mot}`,
        payeur_type: 'famille',
        payeur: 'Son père',
      })
      expect(corrected.json).toMatchObject({ details: `Vu ${mot}`, payeur: 'Son père', versement: 100_000 })
    }
    // Each of the three steps, and each of the three corrections.
    expect((await read(id)).version).toBe(now.version + 6)
  })

  // spec: EN-14
  it('lead to a payment whose amount, mode and bien are those of the cheque; without it the cheque can be presented again', async () => {
    const id = await cheque()
    const { recu } = (await karim.get(`/api/paiements/${id}`)).json as { recu: string }
    await act(id, 'rejeter', REJET)
    const other = await buildAppartement(t.db, { prix: 1_000_000_000 })
    await sell(t.db, other, client)
    const nouveau = idOf(await act(id, 'representer', { date_paiement: '2026-03-20' }))
    const same = { client_id: client, appartement_id: bien, date_paiement: '2026-03-20', versement: 100_000 }
    const fixe = `Ce paiement représente le chèque du reçu ${recu} : son montant, son mode et son bien ne changent pas.`
    for (const change of [{ versement: 99_999 }, { mode: 'virement' }, { appartement_id: other }])
      said(await karim.put(`/api/paiements/${nouveau}`, { ...same, ...change }), 409, fixe)
    said(
      await act(id, 'representer', { date_paiement: '2026-03-20' }),
      409,
      `Ce chèque a déjà été représenté par le reçu ${((await karim.get(`/api/paiements/${nouveau}`)).json as { recu: string }).recu}.`,
    )
    expect((await karim.delete(`/api/paiements/${nouveau}`)).statusCode).toBe(200)
    expect((await act(id, 'representer', { date_paiement: '2026-03-21' })).statusCode).toBe(201)
  })

  // spec: EN-16
  it('go on after the end of its sale, whose total follows; it cannot be presented again', async () => {
    const [one, two] = [await cheque(), await cheque()]
    await karim.put(`/api/appartements/${bien}/retirer-client`)
    expect((await clear([one])).statusCode).toBe(200)
    expect((await act(two, 'rejeter', REJET)).statusCode).toBe(200)
    expect(await paid()).toBe(10_000_000)
    said(
      await act(two, 'representer', { date_paiement: '2026-03-20' }),
      409,
      'La vente de ce bien est terminée : ce chèque ne peut plus être représenté.',
    )
    expect((await act(two, 'annuler-etape')).json).toMatchObject({ etat: 'recu' })
    expect(await paid()).toBe(20_000_000)
  })

  it('are refused of what is no cheque, is not there or has been changed', async () => {
    const virement = await pay(t.db, vente, 100, '2026-01-15', { mode: 'virement' })
    for (const [verb, body] of [
      ['rejeter', REJET],
      ['representer', { date_paiement: '2026-03-20' }],
      ['annuler-etape', {}],
    ] as const) {
      said(await act(virement, verb, body), 409, "Ce paiement n'est pas un chèque.")
      expect((await act(987_654, verb, body)).statusCode).toBe(404)
    }
    const id = await cheque()
    const before = await lines()
    said(await act(id, 'rejeter', { ...REJET, motif: ' ' }), 422, {
      motif: ['Le motif du rejet est obligatoire.'],
    })
    expect((await act(id, 'rejeter', { ...REJET, version: 9 })).statusCode).toBe(409)
    expect([await etat(id), await lines()]).toEqual(['recu', before])
    await act(id, 'rejeter', REJET)
    expect((await act(id, 'annuler-etape', { version: 9 })).statusCode).toBe(409)
    expect(await etat(id)).toBe('rejete')
  })
})

// spec: EN-15
describe('the client of a local whose cheque is at the bank', () => {
  const soldLocal = async () => {
    const local = await buildLocal(t.db, { prix: 1_000_000_000 })
    return { local, vente: await sell(t.db, local, client) }
  }

  it('stays, with all that was paid, until the step is taken back', async () => {
    const sold = await soldLocal()
    const id = await payByCheque(t.db, sold.vente, 10_000_000)
    await pay(t.db, sold.vente, 5_000_000)
    const { recu } = (await karim.get(`/api/paiements/${id}`)).json as { recu: string }
    const withdraw = () => karim.put(`/api/locaux/${sold.local}/retirer-client`)
    for (const [mot, step] of [
      ['remis', () => bring([id])],
      ['encaissé', () => clear([id])],
      ['rejeté', () => act(id, 'rejeter', REJET)],
    ] as const) {
      await step()
      said(
        await withdraw(),
        409,
        `Impossible de retirer ce client : le chèque du reçu ${recu} est ${mot}. Annulez cette étape ou faites un désistement.`,
      )
    }
    const kept = await t.db.selectFrom('paiements').select('id').where('vente_id', '=', sold.vente).execute()
    expect(kept).toHaveLength(2)
    for (let step = 0; step < 3; step++) await act(id, 'annuler-etape')
    expect((await withdraw()).statusCode).toBe(200)
    expect(
      await t.db.selectFrom('paiements').select('id').where('vente_id', '=', sold.vente).execute(),
    ).toEqual([])
  })

  it('leaves, or his cheque goes to the bank: never both', async () => {
    for (let round = 0; round < 10; round++) {
      const sold = await soldLocal()
      const id = await payByCheque(t.db, sold.vente, 10_000_000)
      const [left, brought] = await Promise.all([
        karim.put(`/api/locaux/${sold.local}/retirer-client`),
        bring([id]),
      ])
      expect([
        [200, 422],
        [409, 201],
      ]).toContainEqual([left.statusCode, brought.statusCode])
    }
  })
})

describe('a remise', () => {
  // spec: EN-17
  it('is of one to a hundred cheques, all of them or none', async () => {
    const cent: number[] = []
    for (let n = 0; n < 101; n++) cent.push(await cheque(100 + n))
    const [first = 0] = cent
    const virement = await pay(t.db, vente, 100, '2026-01-15', { mode: 'virement' })
    const before = await lines()
    const inconnu = "Ce chèque n'existe pas ou a été supprimé."
    said(await bring([]), 422, { ids: ['Sélectionnez au moins un chèque.'] })
    said(await bring(undefined), 422, { ids: ['Sélectionnez au moins un chèque.'] })
    said(await bring(cent), 422, { ids: ['Sélectionnez 100 chèques au plus.'] })
    said(await clear(cent), 422, { ids: ['Sélectionnez 100 chèques au plus.'] })
    for (const bad of [987_654, 'abc', null, -1, {}]) said(await bring([first, bad]), 422, { ids: [inconnu] })
    said(await bring([first, virement]), 409, "Ce paiement n'est pas un chèque.")
    expect([await etat(first), await lines()]).toEqual(['recu', before])

    const one = await bring([first, first, String(first)])
    expect(one.json).toMatchObject({ nombre: 1, montant: 1, cheques: [{ id: first, etat: 'remis' }] })
    const { recu } = (await karim.get(`/api/paiements/${first}`)).json as { recu: string }
    said(await bring(cent.slice(0, 2)), 409, `Le chèque du reçu ${recu} est déjà remis.`)
    expect(await etat(cent[1] ?? 0)).toBe('recu')

    const all = await bring(cent.slice(1))
    expect(all.statusCode).toBe(201)
    const sum = cent.slice(1).reduce((total, _id, n) => total + 101 + n, 0)
    expect(all.json).toMatchObject({
      nombre: 100,
      montant: sum / 100,
      en_attente: 100,
      message: `Remise N° ${(all.json as { numero: string }).numero} enregistrée : 100 chèques, ${formatMontant(sum)}.`,
    })
  })

  // spec: EN-18
  it('sums to the centime, gives its cheques back when it is deleted, and burns its number', async () => {
    const ids = [await cheque(120_000_000), await cheque(85_000_050), await cheque(49)]
    const one = (await bring(ids)).json as { id: number; numero: string }
    expect(one).toMatchObject({ nombre: 3, montant: 2_050_000.99 })
    const versions = await Promise.all(ids.map(async (id) => (await read(id)).version))
    said(
      await karim.delete(`/api/remises/${one.id}`),
      200,
      'Remise supprimée : ses chèques sont de nouveau à remettre.',
    )
    expect((await karim.delete(`/api/remises/${one.id}`)).statusCode).toBe(404)
    for (const [n, id] of ids.entries())
      expect(await read(id)).toMatchObject({ etat: 'recu', remise: null, version: (versions[n] ?? 0) + 1 })
    const two = (await bring(ids)).json as { id: number; numero: string }
    expect(Number(two.numero.slice(5))).toBe(Number(one.numero.slice(5)) + 1)

    const entamee = 'Impossible de supprimer cette remise : un de ses chèques est déjà encaissé ou rejeté.'
    const [first = 0, second = 0] = ids
    await clear([first])
    said(await karim.delete(`/api/remises/${two.id}`), 409, entamee)
    await act(first, 'annuler-etape')
    await act(second, 'rejeter', REJET)
    said(await karim.delete(`/api/remises/${two.id}`), 409, entamee)
    expect((await karim.get(`/api/remises/${two.id}`)).json).toMatchObject({
      en_attente: 2,
      encaisses: 0,
      rejetes: 1,
    })
  })

  // spec: EN-19
  it('goes to an account in use; an account is there once, however its number is written', async () => {
    const compte = (numero: string, rest: object = {}) => ({ banque: 'CPA', numero, ...rest })
    const { id, version } = (await karim.post('/api/comptes-bancaires', compte('004 00123 AB 56'))).json as {
      id: number
      version: number
    }
    const pris = { numero: ['Ce compte bancaire existe déjà.'] }
    for (const numero of ['004 00123 ab 56', '00400123AB56', '004-00123-ÀB-56'])
      said(await karim.post('/api/comptes-bancaires', compte(numero)), 422, pris)
    const other = idOf(await karim.post('/api/comptes-bancaires', compte('004 00124')))
    said(await karim.put(`/api/comptes-bancaires/${other}`, compte('00400123AB56')), 422, pris)
    const off = await karim.put(
      `/api/comptes-bancaires/${id}`,
      compte('004 00123 AB 56', { actif: false, version }),
    )
    expect(off.json).toMatchObject({ actif: false, message: 'Compte bancaire modifié avec succès !' })
    expect((await karim.put(`/api/comptes-bancaires/${id}`, compte('9', { version }))).statusCode).toBe(409)
    const cheques = [await cheque()]
    said(await bring(cheques, '2026-03-10', { compte_id: id }), 422, {
      compte_id: ["Ce compte bancaire n'est plus utilisé."],
    })
    for (const bad of [987_654, undefined, 'x'])
      said(await bring(cheques, '2026-03-10', { compte_id: bad }), 422, {
        compte_id: ['Veuillez sélectionner un compte bancaire.'],
      })
    expect(await etat(cheques[0] ?? 0)).toBe('recu')
  })
})

// spec: EN-28
describe('a change that is sent twice with one key', () => {
  it('is made once and answered the same', async () => {
    const [a, b, c, d] = [await cheque(), await cheque(), await cheque(), await cheque()]
    await act(c, 'rejeter', REJET)
    await act(d, 'rejeter', REJET)
    const calls: [string, object][] = [
      ['/api/comptes-bancaires', { banque: 'BEA', numero: '77 88' }],
      ['/api/remises', { compte_id, jour: '2026-03-10', ids: [a] }],
      ['/api/cheques/encaisser', { ids: [a], encaisse_le: '2026-03-10' }],
      [`/api/cheques/${b}/rejeter`, REJET],
      [`/api/cheques/${c}/representer`, { date_paiement: '2026-03-20' }],
      [`/api/cheques/${d}/annuler-etape`, {}],
    ]
    for (const [path, body] of calls) {
      const headers = { 'idempotency-key': `cle ${path}` }
      const first = await karim.post(path, body, headers)
      const before = await lines()
      const second = await karim.post(path, body, headers)
      expect([second.statusCode, second.json]).toEqual([first.statusCode, first.json])
      expect(first.statusCode).toBeLessThan(300)
      said(
        await karim.post(path, { ...body, autre: 1 }, headers),
        422,
        'Cette clé a déjà servi à une autre demande.',
      )
      expect(await lines()).toBe(before)
    }
  })
})
