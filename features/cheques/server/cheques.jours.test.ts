import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { numeroRecu } from '#shared/numero.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildClient,
  buildCompteBancaire,
  idOf,
  payByCheque,
  sell,
} from '#test/harness/builders.ts'
import { countStatements } from '#test/harness/statements.ts'
import { fingerprints } from '#test/harness/tables.ts'

let t: TestApp
let karim: Visitor
let vente: number
let compte_id: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  compte_id = (await buildCompteBancaire(t.db)).id
})
beforeEach(async () => {
  const client = (await buildClient(t.db)).id
  vente = await sell(t.db, await buildAppartement(t.db, { prix: 1_000_000_000 }), client)
})
afterAll(() => t.close())

const received = (date_paiement: string) => payByCheque(t.db, vente, 1_000_000, { date_paiement })
const recuOf = async (id: number) => {
  const { recu_annee, recu_numero } = await t.db
    .selectFrom('paiements')
    .select(['recu_annee', 'recu_numero'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numeroRecu(recu_annee, recu_numero)
}
const bring = (ids: number[], jour: string) => karim.post('/api/remises', { compte_id, jour, ids })
const clear = (ids: number[], encaisse_le: string) =>
  karim.post('/api/cheques/encaisser', { ids, encaisse_le })
const reject = (id: number, rejete_le: string) =>
  karim.post(`/api/cheques/${id}/rejeter`, { rejete_le, motif: 'Opposition' })
const represent = (id: number, date_paiement: string) =>
  karim.post(`/api/cheques/${id}/representer`, { date_paiement })

/** Is refused at the day, with both days, and nothing of it is written. */
async function expectRefused(call: () => ReturnType<typeof bring>, field: string, sentence: string) {
  const before = await fingerprints(t.db)
  const { statusCode, json } = await call()
  expect([statusCode, json]).toEqual([422, { message: sentence, errors: { [field]: [sentence] } }])
  expect(await fingerprints(t.db)).toEqual(before)
}

// spec: RE-17
describe('a cheque before the day it was received', () => {
  const sentence = async (id: number, mot: string) =>
    `Le chèque du reçu ${await recuOf(id)} a été reçu le 15/03/2026 : il ne peut pas être ${mot} le 14/03/2026.`

  it('is not brought to the bank, alone or with others', async () => {
    const early = await received('2026-03-01')
    const late = await received('2026-03-15')
    const remis = await sentence(late, 'remis')
    await expectRefused(() => bring([late], '2026-03-14'), 'jour', remis)
    await expectRefused(() => bring([early, late], '2026-03-14'), 'jour', remis)
    expect((await bring([early, late], '2026-03-15')).statusCode).toBe(201)
  })

  it('is not cleared, alone or with others, from the bank or not', async () => {
    const early = await received('2026-03-01')
    const late = await received('2026-03-15')
    const encaisse = await sentence(late, 'encaissé')
    await expectRefused(() => clear([late], '2026-03-14'), 'encaisse_le', encaisse)
    expect((await bring([early], '2026-03-10')).statusCode).toBe(201)
    await expectRefused(() => clear([early, late], '2026-03-14'), 'encaisse_le', encaisse)
    expect((await clear([early, late], '2026-03-15')).statusCode).toBe(200)
  })

  it('is not rejected, and not represented', async () => {
    const id = await received('2026-03-15')
    await expectRefused(() => reject(id, '2026-03-14'), 'rejete_le', await sentence(id, 'rejeté'))
    expect((await reject(id, '2026-03-15')).statusCode).toBe(200)
    await expectRefused(() => represent(id, '2026-03-14'), 'date_paiement', await sentence(id, 'représenté'))
    expect((await represent(id, '2026-03-15')).statusCode).toBe(201)
  })

  it('is not corrected to have been received after it was at the bank', async () => {
    const id = await received('2026-03-15')
    await bring([id], '2026-03-16')
    const { json } = await karim.get(`/api/paiements/${id}`)
    const moved = { ...(json as object), date_paiement: '2026-03-17' }
    expect((await karim.put(`/api/paiements/${id}`, moved)).statusCode).toBe(409)
  })
})

// spec: RE-25
describe('many cheques at once', () => {
  const statementsFor = async (count: number, act: (ids: number[]) => Promise<unknown>) => {
    const ids: number[] = []
    for (let n = 0; n < count; n++) ids.push(await received('2026-03-01'))
    return countStatements(() => act(ids))
  }
  /** Each in a remise of its own, so that each has a day of its own not to precede. */
  const clearRemis = async (count: number) => {
    const ids: number[] = []
    for (let n = 0; n < count; n++) {
      const id = await received('2026-03-01')
      expect(idOf(await bring([id], '2026-03-02'))).toBeGreaterThan(0)
      ids.push(id)
    }
    return countStatements(async () => expect((await clear(ids, '2026-03-03')).statusCode).toBe(200))
  }

  it('are cleared, or brought to the bank, in as many statements as one', async () => {
    await clearRemis(1)
    expect(await clearRemis(12)).toBe(await clearRemis(2))
    const together = (ids: number[]) => bring(ids, '2026-03-02')
    await statementsFor(1, together)
    expect(await statementsFor(12, together)).toBe(await statementsFor(2, together))
  })

  it('are refused together when one of them was brought to the bank later', async () => {
    const early = await received('2026-03-01')
    const late = await received('2026-03-01')
    await bring([early], '2026-03-02')
    await bring([late], '2026-03-09')
    const sentence = 'La date ne peut pas précéder celle de la remise (09/03/2026).'
    await expectRefused(() => clear([early, late], '2026-03-08'), 'encaisse_le', sentence)
    expect((await clear([early, late], '2026-03-09')).statusCode).toBe(200)
  })
})
