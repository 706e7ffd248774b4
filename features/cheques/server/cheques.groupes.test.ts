import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { formatMontant } from '#shared/argent.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildClient,
  buildCompteBancaire,
  buildPlace,
  idOf,
  payByCheque,
  sell,
} from '#test/harness/builders.ts'
import { readPdf } from '#test/harness/pdf.ts'

const DA = 100
let t: TestApp
let karim: Visitor
let client: number
let flat: number
let place: number
let compte_id: number
/** The payments of one cheque of 3 000 000,00 DA, of the flat and of its place. */
let a: number
let b: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  compte_id = (await buildCompteBancaire(t.db)).id
})
beforeEach(async () => {
  client = (await buildClient(t.db)).id
  flat = await sell(t.db, await buildAppartement(t.db, { prix: 10_000_000 * DA }), client)
  place = await sell(t.db, await buildPlace(t.db, { prix: 1_000_000 * DA }), client)
  ;[a, b] = await group()
})
afterAll(() => t.close())

async function group(): Promise<[number, number]> {
  const { json } = await karim.post('/api/paiements/groupes', {
    client_id: client,
    date_paiement: '2026-03-01',
    mode: 'cheque',
    banque: 'BNA',
    reference: `7777${client}`,
    lignes: [
      { vente_id: flat, versement: 2_500_000 },
      { vente_id: place, versement: 500_000 },
    ],
  })
  const { paiements } = json as { paiements: [{ id: number }, { id: number }] }
  return [paiements[0].id, paiements[1].id]
}

interface Cheque {
  id: number
  recu: string
  etat: string
  frais_rejet: number | null
  version: number
  represente: { id: number } | null
  represente_par: { id: number } | null
  groupe: { id: number; montant: number; recus: string[] } | null
}
const read = async (id: number) => (await karim.get(`/api/paiements/${id}`)).json as Cheque
const both = async () => [await read(a), await read(b)] as const
const act = (id: number, verb: string, body: object = {}) => karim.post(`/api/cheques/${id}/${verb}`, body)
const bring = (ids: number[]) => karim.post('/api/remises', { compte_id, jour: '2026-03-10', ids })
const clear = (ids: number[]) => karim.post('/api/cheques/encaisser', { ids, encaisse_le: '2026-03-11' })
const REJET = { rejete_le: '2026-03-12', motif: 'Provision insuffisante', frais_rejet: 2_500 }
const paid = async () => {
  const ventes = await t.db
    .selectFrom('ventes')
    .select('total_paye')
    .where('id', 'in', [flat, place])
    .orderBy('id')
    .execute()
  return ventes.map(({ total_paye }) => total_paye / DA)
}
const lists = async (query: string) =>
  (await karim.get(`/api/cheques?${query}&recherche=7777${client}`)).json as {
    total: number
    data: Cheque[]
    totals: object
  }
const board = async () =>
  ((await karim.get('/api/dashboard')).json as { alertes: object }).alertes as {
    cheques_a_remettre: number
    montant_a_remettre: number
    cheques_rejetes: number
  }

describe('the cheque of a group', () => {
  // spec: CO-30
  it('counts once wherever cheques are counted', async () => {
    const alone = await payByCheque(t.db, flat, 1_000 * DA)
    const { nombre, montant } = (
      (await karim.get('/api/cheques')).json as { etats: { recu: { nombre: number; montant: number } } }
    ).etats.recu
    const { cheques_a_remettre, montant_a_remettre } = await board()
    expect([cheques_a_remettre, montant_a_remettre]).toEqual([nombre, montant])
    const found = await lists('etat=recu')
    expect(found.totals).toEqual({ nombre: 1, montant: 3_000_000 })
    expect([found.total, found.data.length]).toEqual([2, 2])
    const remise = await bring([b, alone])
    expect(remise.json).toMatchObject({
      nombre: 2,
      montant: 3_001_000,
      en_attente: 2,
      encaisses: 0,
      rejetes: 0,
      cheques: [{}, {}, {}],
      message: expect.stringContaining(`2 chèques, ${formatMontant(3_001_000 * DA)}`),
    })
    expect(((await karim.get('/api/cheques')).json as { etats: { recu: object } }).etats.recu).toEqual({
      nombre: nombre - 2,
      montant: montant - 3_001_000,
    })
    const { rawPayload } = await karim.get(`/api/remises/${idOf(remise)}/bordereau`)
    const { text } = await readPdf(rawPayload)
    expect(text).toContain('Total : 2 chèques')
    const [one, two] = await both()
    expect(text.replace(/\s+/g, ' ')).toContain(`${one.recu}, ${two.recu}`)
    expect((await clear([a])).json).toMatchObject({
      message: '1 chèque encaissé.',
      data: [{ id: a }, { id: b }],
    })
    expect((await karim.get(`/api/remises/${idOf(remise)}`)).json).toMatchObject({
      en_attente: 1,
      encaisses: 1,
    })
  })

  // spec: CO-30
  it('goes to the bank, comes back and goes again whole, by any of its payments', async () => {
    const remise = idOf(await bring([a]))
    expect((await both()).map(({ etat }) => etat)).toEqual(['remis', 'remis'])
    await clear([b])
    expect((await both()).map(({ etat }) => etat)).toEqual(['encaisse', 'encaisse'])
    const { cheques_rejetes } = await board()
    const rejected = await act(b, 'rejeter', REJET)
    expect(rejected.json).toMatchObject({
      id: b,
      message: `Chèque rejeté : le reste à payer augmente de ${formatMontant(3_000_000 * DA)}.`,
    })
    expect(await both()).toMatchObject([
      { etat: 'rejete', frais_rejet: 2_500 },
      { etat: 'rejete', frais_rejet: null },
    ])
    expect(await paid()).toEqual([0, 0])
    expect((await board()).cheques_rejetes).toBe(cheques_rejetes + 1)
    expect((await lists('etat=rejete&a_representer=1')).totals).toEqual({ nombre: 1, montant: 3_000_000 })

    const again = (await act(b, 'representer', { date_paiement: '2026-03-15' })).json as Cheque & {
      message: string
    }
    const [one, two] = again.groupe?.recus ?? []
    expect(again).toMatchObject({
      represente: { id: b },
      groupe: { montant: 3_000_000 },
      message: `Chèque représenté : reçus N° ${one ?? ''} et ${two ?? ''}.`,
    })
    const before = await both()
    expect(again.groupe?.id).not.toBe(before[0].groupe?.id)
    expect(before.map(({ represente_par }) => represente_par?.id)).toEqual([again.id - 1, again.id])
    expect(await paid()).toEqual([2_500_000, 500_000])
    expect((await board()).cheques_rejetes).toBe(cheques_rejetes)
    expect((await karim.get('/api/cheques')).json).toMatchObject({
      etats: { rejete: { nombre: cheques_rejetes } },
    })
    // Nobody is warned of the same cheque.
    expect(
      (await karim.put(`/api/paiements/${again.id}`, { ...(await saisie(again.id)), details: 'Vu' })).json,
    ).toMatchObject({ avertissements: [] })
    const refused = await act(a, 'annuler-etape')
    expect([refused.statusCode, (refused.json as { message: string }).message]).toEqual([
      409,
      `Ce chèque a déjà été représenté par le reçu ${one ?? ''}.`,
    ])

    await karim.delete(`/api/paiements/${again.id}`)
    await karim.delete(`/api/paiements/${again.id - 1}`)
    for (const [etat, sums] of [
      ['encaisse', [2_500_000, 500_000]],
      ['remis', [2_500_000, 500_000]],
      ['recu', [2_500_000, 500_000]],
    ] as const) {
      expect((await act(a, 'annuler-etape')).statusCode).toBe(200)
      expect((await both()).map((cheque) => cheque.etat)).toEqual([etat, etat])
      expect(await paid()).toEqual(sums)
    }
    expect(await t.db.selectFrom('remises').where('id', '=', remise).select('id').execute()).toEqual([])
    const gone = await t.db
      .selectFrom('journal')
      .where('objet', '=', 'remise')
      .where('action', '=', 'supprimer')
      .where('objet_id', '=', remise)
      .select('avant')
      .executeTakeFirstOrThrow()
    expect(gone.avant).toMatchObject({
      nombre: 1,
      montant: 3_000_000 * DA,
      recus: [{}, {}].map(() => expect.any(String)),
    })
  })

  // spec: CO-30
  it('is refused whole where one of its payments is', async () => {
    const unchanged = async (
      answer: { statusCode: number; json: unknown },
      status: number,
      message: string,
    ) => {
      expect([answer.statusCode, answer.json]).toEqual([status, expect.objectContaining({ message })])
    }
    await act(a, 'rejeter', REJET)
    // The place is paid by another cheque meanwhile: both stay rejected.
    await payByCheque(t.db, place, 600_000 * DA)
    const state = async () => [
      await both(),
      await paid(),
      await t.db.selectFrom('recus').selectAll().execute(),
    ]
    const before = await state()
    await unchanged(
      await act(a, 'representer', { date_paiement: '2026-03-15' }),
      422,
      `Le versement dépasse le reste à payer (${formatMontant(400_000 * DA)}).`,
    )
    await unchanged(
      await act(a, 'annuler-etape'),
      422,
      `Le versement dépasse le reste à payer (${formatMontant(400_000 * DA)}).`,
    )
    expect(await state()).toEqual(before)
    await t.db.updateTable('ventes').set({ terminee_le: new Date() }).where('id', '=', flat).execute()
    await unchanged(
      await act(b, 'representer', { date_paiement: '2026-03-15' }),
      409,
      'La vente de ce bien est terminée : ce chèque ne peut plus être représenté.',
    )
    expect(await both()).toEqual((await state())[0])
  })

  // spec: CO-30
  it('cannot be corrected once it is at the bank, and has its version', async () => {
    const [, { version }] = await both()
    await bring([a])
    const before = await both()
    const answer = await karim.put(`/api/paiements/${b}`, { ...(await saisie(b)), banque: 'BDL' })
    expect([answer.statusCode, answer.json]).toEqual([
      409,
      expect.objectContaining({ message: expect.stringContaining('Ce chèque est remis') }),
    ])
    expect(await both()).toEqual(before)
    expect((await act(b, 'rejeter', { ...REJET, version })).statusCode).toBe(409)
    expect((await karim.delete(`/api/paiements/${b}`)).statusCode).toBe(409)
    expect(await both()).toEqual(before)
  })
})

/** Body that the form of a payment sends. */
async function saisie(id: number) {
  const { client_id, appartement_id, place_parking_id, date_paiement, versement, mode, banque, reference } = (
    await karim.get(`/api/paiements/${id}`)
  ).json as Record<string, unknown>
  return { client_id, appartement_id, place_parking_id, date_paiement, versement, mode, banque, reference }
}
