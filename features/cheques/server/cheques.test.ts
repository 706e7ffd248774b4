import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { formatMontant } from '#shared/argent.ts'
import { aujourdhui } from '#shared/dates.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildClient,
  buildCompteBancaire,
  idOf,
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
  client = (await buildClient(t.db, { nom_complet: 'Élodie Benaïssa' })).id
  bien = await buildAppartement(t.db, { prix: 1_000_000_000 })
  vente = await sell(t.db, bien, client)
})
afterAll(() => t.close())

const post = (versement: number, rest: object = {}) =>
  karim.post('/api/paiements', {
    client_id: client,
    appartement_id: bien,
    date_paiement: '2026-01-15',
    versement,
    ...rest,
  })
const lot = async () => (await karim.get(`/api/appartements/${bien}`)).json
const read = async (id: number) => (await karim.get(`/api/paiements/${id}`)).json
const act = (id: number, verb: string, body: object = {}) => karim.post(`/api/cheques/${id}/${verb}`, body)
const REJET = { rejete_le: '2026-04-12', motif: 'Provision insuffisante', frais_rejet: 2500 }

describe('a rejected cheque', () => {
  // spec: EN-08, EN-09, EN-10
  it('does not count any more; what represents it does; without room for it neither can come back', async () => {
    await post(2_000_000, { mode: 'virement', banque: 'CPA', reference: '4471' })
    const cheque = { mode: 'cheque', banque: 'BNA', reference: '0012345', date_paiement: '2026-03-28' }
    const id = idOf(await post(3_000_000, cheque))
    expect(await lot()).toMatchObject({ resteAPayer: 5_000_000, pourcentagePaiement: 50 })

    const rejected = await act(id, 'rejeter', REJET)
    expect(rejected.statusCode).toBe(200)
    expect(rejected.json).toMatchObject({
      etat: 'rejete',
      solde: 8_000_000,
      frais_rejet: 2500,
      message: `Chèque rejeté : le reste à payer augmente de ${formatMontant(300_000_000)}.`,
    })
    expect(await lot()).toMatchObject({
      montant: 10_000_000,
      resteAPayer: 8_000_000,
      pourcentagePaiement: 20,
    })
    const list = `/api/paiements/appartement/${bien}`
    expect((await karim.get(list)).json).toHaveLength(1)
    expect((await karim.get(`${list}?rejetes=1`)).json).toHaveLength(2)
    expect((await karim.get(`/api/paiements/solde/appartement/${bien}`)).json).toMatchObject({
      total_paye: 2_000_000,
      lignes: [{ versement: 2_000_000 }],
      rejetes: [{ id, versement: 3_000_000 }],
    })

    const again = await act(id, 'representer', { date_paiement: '2026-04-20' })
    expect(again.statusCode).toBe(201)
    expect(again.json).toMatchObject({ etat: 'recu', versement: 3_000_000, represente: { id } })
    expect(await lot()).toMatchObject({ resteAPayer: 5_000_000 })
    expect((await act(id, 'representer', { date_paiement: '2026-04-20' })).statusCode).toBe(409)
    await karim.delete(`/api/paiements/${idOf(again)}`)

    await post(8_000_000, { mode: 'virement' })
    for (const verb of ['representer', 'annuler-etape']) {
      const refused = await act(id, verb, { date_paiement: '2026-04-20' })
      expect(refused.statusCode).toBe(422)
      expect(refused.json).toMatchObject({
        errors: { versement: [`Le versement dépasse le reste à payer (${formatMontant(0)}).`] },
      })
    }
    expect(await read(id)).toMatchObject({ etat: 'rejete', represente_par: null })
  })
})

describe('the steps of a cheque', () => {
  // spec: EN-11, EN-17, EN-18
  it('are taken back one by one, the remise with its last cheque', async () => {
    const id = await payByCheque(t.db, vente, 120_000_000)
    const remise = await karim.post('/api/remises', { compte_id, jour: '2026-03-10', ids: [id, id] })
    expect(remise.statusCode).toBe(201)
    expect(remise.json).toMatchObject({
      nombre: 1,
      montant: 1_200_000,
      en_attente: 1,
      cheques: [{ id, remise: { jour: '2026-03-10' } }],
    })
    expect(
      (await karim.post('/api/cheques/encaisser', { ids: [id], encaisse_le: '2026-03-09' })).json,
    ).toMatchObject({
      errors: { encaisse_le: ['La date ne peut pas précéder celle de la remise (10/03/2026).'] },
    })
    const cleared = await karim.post('/api/cheques/encaisser', { ids: [id], encaisse_le: '2026-03-10' })
    expect(cleared.json).toMatchObject({ message: '1 chèque encaissé.', data: [{ id, etat: 'encaisse' }] })
    await act(id, 'rejeter', { ...REJET, rejete_le: aujourdhui() })
    for (const etat of ['encaisse', 'remis', 'recu'])
      expect((await act(id, 'annuler-etape')).json).toMatchObject({ etat })
    expect((await act(id, 'annuler-etape')).statusCode).toBe(409)
    expect((await karim.get(`/api/remises/${idOf(remise)}`)).statusCode).toBe(404)
    const numeros = await t.db.selectFrom('numeros').selectAll().where('serie', '=', 'remise').execute()
    expect(numeros).toMatchObject([{ serie: 'remise', dernier: 1 }])
  })
})
