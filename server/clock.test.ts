import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildClient, idOf, sell } from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor
let client: number
let bien: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  client = (await buildClient(t.db)).id
  bien = await buildAppartement(t.db)
  await sell(t.db, bien, client)
})
afterAll(() => t.close())
// The server's clock alone: its timers and the database go on as they are.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const pay = (date_paiement: string) =>
  karim.post('/api/paiements', { client_id: client, appartement_id: bien, date_paiement, versement: 10 })
const recuOf = (id: number) =>
  t.db
    .selectFrom('paiements')
    .where('id', '=', id)
    .select(['recu_annee', 'recu_numero', 'date_paiement'])
    .executeTakeFirstOrThrow()

describe('the civil day is that of Algiers', () => {
  it('at 23:30 UTC on the last day of the year it is the next year, for receipts too', async () => {
    vi.setSystemTime(new Date('2030-12-31T22:59:00Z'))
    const last = await recuOf(idOf(await pay('2030-12-31')))
    vi.setSystemTime(new Date('2030-12-31T23:30:00Z'))
    const first = await recuOf(idOf(await pay('2031-01-01')))
    expect([last, first]).toEqual([
      { recu_annee: 2030, recu_numero: 1, date_paiement: '2030-12-31' },
      { recu_annee: 2031, recu_numero: 1, date_paiement: '2031-01-01' },
    ])
  })

  it('29 February is a day of leap years only, and stays that day', async () => {
    vi.setSystemTime(new Date('2028-02-29T12:00:00Z'))
    expect((await recuOf(idOf(await pay('2028-02-29')))).date_paiement).toBe('2028-02-29')
    const refused = await pay('2027-02-29')
    expect(refused.statusCode).toBe(422)
    expect(refused.json).toMatchObject({ errors: { date_paiement: [expect.any(String)] } })
  })
})

describe('when the clock of the server jumps', () => {
  const jumps = [-86_400_000, 86_400_000, -600_000, 600_000, 365 * 86_400_000]

  it.each(jumps)('by %i ms: sessions live and die by the clock of the database', async (by) => {
    vi.setSystemTime(Date.now() + by)
    expect((await karim.get('/api/user')).statusCode).toBe(200)
    const fresh = await t.member(`saut${by}@diyar.dz`)
    expect((await fresh.get('/api/user')).statusCode).toBe(200)
  })

  it('attempts to sign in are counted by the clock of the database', async () => {
    const visitor = t.visitor()
    const attempt = () => visitor.post('/login', { email: 'saut@diyar.dz', password: 'faux' })
    await t.db.deleteFrom('tentatives').execute()
    for (let n = 0; n < 5; n++) expect((await attempt()).statusCode).toBe(422)
    for (const by of jumps) {
      vi.setSystemTime(Date.now() + by)
      const refused = await attempt()
      expect(refused.statusCode).toBe(429)
      const wait = Number(refused.headers['retry-after'])
      expect(wait).toBeGreaterThan(0)
      expect(wait).toBeLessThanOrEqual(60)
    }
  })

  it('what is repeated under its key is known by the clock of the database', async () => {
    const body = { client_id: client, appartement_id: bien, date_paiement: '2026-03-01', versement: 10 }
    const headers = { 'idempotency-key': 'saut' }
    const id = idOf(await karim.post('/api/paiements', body, headers))
    for (const by of jumps) {
      vi.setSystemTime(Date.now() + by)
      expect(idOf(await karim.post('/api/paiements', body, headers))).toBe(id)
    }
  })
})
