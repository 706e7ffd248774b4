import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildClient, buildPlace, idOf, sell } from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor
let client: number
let bien: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
beforeEach(async () => {
  client = (await buildClient(t.db)).id
  bien = await buildAppartement(t.db, { prix: 10_000 })
  await sell(t.db, bien, client)
})
afterAll(() => t.close())

const eight = Array.from({ length: 8 }, (_, n) => n)
const body = (versement: number, id = bien) => ({
  client_id: client,
  appartement_id: id,
  date_paiement: '2026-03-01',
  versement,
})
const statuses = (answers: { statusCode: number }[]) =>
  answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
const paidFor = async (id: number) => {
  const { rows, sum } = await t.db
    .selectFrom('paiements as p')
    .innerJoin('ventes as v', 'v.id', 'p.vente_id')
    .where('v.bien_id', '=', id)
    .select(({ fn }) => [fn.countAll<number>().as('rows'), fn.sum<string>('p.versement').as('sum')])
    .executeTakeFirstOrThrow()
  return { rows, sum: Number(sum) }
}

it('eight payments of 30 on 100 at once: exactly three are accepted', async () => {
  for (let round = 0; round < 5; round++) {
    bien = await buildAppartement(t.db, { prix: 10_000 })
    await sell(t.db, bien, client)
    const answers = await Promise.all(eight.map(() => karim.post('/api/paiements', body(30))))
    expect(statuses(answers)).toEqual([201, 201, 201, 422, 422, 422, 422, 422])
    expect(await paidFor(bien)).toEqual({ rows: 3, sum: 9_000 })
  }
})

it('the database itself refuses what the check would let through', async () => {
  const overpaid = t.db
    .updateTable('ventes')
    .set({ total_paye: 10_001 })
    .where('bien_id', '=', bien)
    .execute()
  await expect(overpaid).rejects.toMatchObject({ constraint: 'ventes_paye_borne' })
})

it('the same key eight times at once, and once again later: one payment, one answer', async () => {
  const headers = { 'idempotency-key': 'formulaire-1' }
  const answers = await Promise.all(eight.map(() => karim.post('/api/paiements', body(10), headers)))
  answers.push(await karim.post('/api/paiements', body(10), headers))
  expect(new Set(answers.map(idOf)).size).toBe(1)
  expect(new Set(statuses(answers))).toEqual(new Set([201]))
  expect(await paidFor(bien)).toEqual({ rows: 1, sum: 1_000 })
  const other = await karim.post('/api/paiements', body(11), headers)
  expect([other.statusCode, other.json]).toEqual([
    422,
    { message: 'Cette clé a déjà servi à une autre demande.' },
  ])
  expect(await paidFor(bien)).toEqual({ rows: 1, sum: 1_000 })
  // Negative control: without a key, each request is a payment of its own.
  await Promise.all(eight.map(() => karim.post('/api/paiements', body(1))))
  expect(await paidFor(bien)).toEqual({ rows: 9, sum: 1_800 })
})

it('a refused payment does not use its key up', async () => {
  const headers = { 'idempotency-key': 'formulaire-2' }
  expect((await karim.post('/api/paiements', body(101), headers)).statusCode).toBe(422)
  expect((await karim.post('/api/paiements', body(100), headers)).statusCode).toBe(201)
})

it('receipt numbers of concurrent payments follow one another', async () => {
  const places = await Promise.all(eight.map(() => buildPlace(t.db, { prix: 10_000 })))
  for (const place of places) await sell(t.db, place, client)
  const before = await lastNumber()
  await Promise.all(
    places.map((id) =>
      karim.post('/api/paiements', { ...body(30), appartement_id: null, place_parking_id: id }),
    ),
  )
  const numbers = await t.db
    .selectFrom('paiements')
    .select('recu_numero')
    .where('recu_numero', '>', before)
    .orderBy('recu_numero')
    .execute()
  expect(numbers.map(({ recu_numero }) => recu_numero)).toEqual(eight.map((n) => before + 1 + n))
})

const lastNumber = async () =>
  (await t.db.selectFrom('recus').select('dernier').executeTakeFirst())?.dernier ?? 0

it('two edits that each fit and together do not: one is refused', async () => {
  const [one, two] = [
    idOf(await karim.post('/api/paiements', body(10))),
    idOf(await karim.post('/api/paiements', body(10))),
  ]
  const answers = await Promise.all([
    karim.put(`/api/paiements/${one}`, body(60)),
    karim.put(`/api/paiements/${two}`, body(60)),
  ])
  expect(statuses(answers)).toEqual([200, 422])
  expect(await paidFor(bien)).toEqual({ rows: 2, sum: 7_000 })
})

it('payments moved in opposite directions at once never wait for each other', async () => {
  const other = await buildAppartement(t.db, { prix: 10_000 })
  await sell(t.db, other, client)
  const here = idOf(await karim.post('/api/paiements', body(10)))
  const there = idOf(await karim.post('/api/paiements', body(10, other)))
  const answers = await Promise.all(
    eight.flatMap(() => [
      karim.put(`/api/paiements/${here}`, body(10, other)),
      karim.put(`/api/paiements/${there}`, body(10)),
    ]),
  )
  // A payment that moved between its reading and its lock answers "changed meanwhile"; nothing answers a failure.
  for (const { statusCode } of answers) expect([200, 409]).toContain(statusCode)
  expect((await paidFor(bien)).sum + (await paidFor(other)).sum).toBe(2_000)
})

it('a payment and the end of its sale at once: paid before the end, or refused', async () => {
  const [paid, ended] = await Promise.all([
    karim.post('/api/paiements', body(30)),
    karim.put(`/api/appartements/${bien}/retirer-client`),
  ])
  expect(ended.statusCode).toBe(200)
  expect([201, 422]).toContain(paid.statusCode)
  expect((await paidFor(bien)).rows).toBe(paid.statusCode === 201 ? 1 : 0)
})
