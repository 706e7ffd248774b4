import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildClient,
  buildCompteBancaire,
  payByCheque,
  sell,
} from '#test/harness/builders.ts'
import { failedInvariants } from '#test/harness/invariants.ts'

let t: TestApp
let karim: Visitor
let vente: number
let compte_id: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  compte_id = (await buildCompteBancaire(t.db)).id
  const bien = await buildAppartement(t.db, { prix: 1_000_000_000_000 })
  vente = await sell(t.db, bien, (await buildClient(t.db)).id)
})
afterAll(() => t.close())

const twenty = Array.from({ length: 20 }, (_, n) => n)
const bring = (ids: number[]) => karim.post('/api/remises', { compte_id, jour: '2026-03-10', ids })
const statuses = (answers: { statusCode: number }[]) =>
  answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
const lastNumero = async () =>
  (await t.db.selectFrom('numeros').select('dernier').where('serie', '=', 'remise').executeTakeFirst())
    ?.dernier ?? 0

// spec: EN-20
it('twenty remises at once that name one same cheque: one is made, and its number is the only one given', async () => {
  const own = await Promise.all(twenty.map(() => payByCheque(t.db, vente, 1_000)))
  const shared = await payByCheque(t.db, vente, 1_000)
  const answers = await Promise.all(own.map((id, n) => bring(n % 2 === 0 ? [id, shared] : [shared, id])))
  expect(statuses(answers)).toEqual([201, ...twenty.slice(1).map(() => 409)])
  const remises = await t.db.selectFrom('remises').select('numero').execute()
  expect([remises, await lastNumero()]).toEqual([[{ numero: 1 }], 1])
  const remis = await t.db.selectFrom('paiements').select('id').where('remise_id', 'is not', null).execute()
  expect(remis).toHaveLength(2)
})

it('remises of other cheques at once have numbers that follow one another', async () => {
  const before = await lastNumero()
  const ids = await Promise.all(twenty.map(() => payByCheque(t.db, vente, 1_000)))
  const answers = await Promise.all(ids.map((id) => bring([id])))
  const numbers = answers.map(({ json }) => Number((json as { numero: string }).numero.slice(5)))
  expect(numbers.toSorted((a, b) => a - b)).toEqual(twenty.map((n) => before + 1 + n))
})

it('the last two cheques that leave a remise at once take it with them, once', async () => {
  for (let round = 0; round < 10; round++) {
    const ids = [await payByCheque(t.db, vente, 1_000), await payByCheque(t.db, vente, 1_000)]
    const { id } = (await bring(ids)).json as { id: number }
    const answers = await Promise.all(
      ids.map((cheque) => karim.post(`/api/cheques/${cheque}/annuler-etape`, {})),
    )
    expect(statuses(answers)).toEqual([200, 200])
    expect((await karim.get(`/api/remises/${id}`)).statusCode).toBe(404)
  }
})

it('a remise that is deleted while its cheques are cleared, rejected and taken back is deleted, or refused', async () => {
  for (let round = 0; round < 15; round++) {
    const ids = [await payByCheque(t.db, vente, 1_000), await payByCheque(t.db, vente, 1_000)]
    const [first = 0, second = 0] = ids
    const { id } = (await bring(ids)).json as { id: number }
    const answers = await Promise.all([
      karim.delete(`/api/remises/${id}`),
      karim.post('/api/cheques/encaisser', { ids: [first], encaisse_le: '2026-03-10' }),
      karim.post(`/api/cheques/${second}/rejeter`, { rejete_le: '2026-03-10', motif: 'Opposition' }),
      karim.post(`/api/cheques/${first}/annuler-etape`, {}),
      bring([second, first]),
    ])
    for (const { statusCode } of answers) expect([200, 201, 404, 409]).toContain(statusCode)
    expect(await failedInvariants(t.db)).toEqual([])
  }
})
