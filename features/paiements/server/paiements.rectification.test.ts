import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readMigrations } from '#server/database/migrate.ts'
import { stopPdf } from '#server/documents/pdf.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildClient, buildPlace, idOf, sell } from '#test/harness/builders.ts'
import { readPdf } from '#test/harness/pdf.ts'

let t: TestApp
let karim: Visitor
let client: number
let bien: number
let id: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
beforeEach(async () => {
  client = (await buildClient(t.db)).id
  bien = await buildAppartement(t.db, { prix: 100_000 })
  await sell(t.db, bien, client)
  id = idOf(await karim.post('/api/paiements', body(350)))
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(async () => {
  await stopPdf()
  await t.close()
})

const body = (versement: number, rest: object = {}) => ({
  client_id: client,
  appartement_id: bien,
  date_paiement: '2026-03-01',
  versement,
  ...rest,
})
const change = (versement: number, rest: object = {}) =>
  karim.put(`/api/paiements/${id}`, body(versement, rest))
/** Shortly before and after midnight in Algiers, an hour before UTC's. */
const at = (instant: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(instant) })
interface Lu {
  id: number
  rectifie_le: string | null
}
/** The day it was corrected, as each call that gives the payment of the lot says it. */
async function rectifie(): Promise<string | null> {
  const [one, lines, lot] = await Promise.all(
    [`/api/paiements/${id}`, `/api/paiements/appartement/${bien}`, `/api/appartements/${bien}`].map(
      async (path) => (await karim.get(path)).json,
    ),
  )
  const said = [[one], lines, (lot as { paiements: Lu[] }).paiements].map(
    (found) => (found as Lu[]).find((line) => line.id === id)?.rectifie_le,
  )
  expect(new Set(said).size).toBe(1)
  return said[0] ?? null
}
const receipt = async () => readPdf((await karim.get(`/api/paiement/print-single/${id}`)).rawPayload)

describe('a payment whose receipt says something else from now on', () => {
  it('is marked with the day in Algiers, of the last correction, on its receipt too', async () => {
    expect(await rectifie()).toBeNull()
    expect((await receipt()).text).not.toContain('Rectifié')
    at('2026-11-21T23:30:00Z')
    const answer = await change(305)
    expect(answer.json).toMatchObject({ versement: 305, rectifie_le: '2026-11-22' })
    expect(await rectifie()).toBe('2026-11-22')
    at('2026-11-23T22:30:00Z')
    expect((await change(305, { date_paiement: '2026-03-02' })).json).toMatchObject({
      rectifie_le: '2026-11-23',
    })
    // The receipt says once more what it said at first: a copy that says something else has been made meanwhile.
    at('2026-11-24T12:00:00Z')
    await change(350)
    expect(await rectifie()).toBe('2026-11-24')
    const { text, pages, title } = await receipt()
    expect(text).toMatch(/N° \d{4}-\d{6}\sRectifié le 24\/11\/2026/)
    expect(text).toContain('Versée le 1er mars 2026')
    expect(pages).toHaveLength(1)
    expect(title).not.toContain('Rectifié')
  })

  it('is marked when it goes to another bien or to another client', async () => {
    const place = await buildPlace(t.db, { prix: 100_000 })
    await sell(t.db, place, client)
    expect((await change(350, { appartement_id: null, place_parking_id: place })).json).toMatchObject({
      rectifie_le: expect.any(String) as string,
    })
    const heir = (await buildClient(t.db)).id
    const other = await buildAppartement(t.db, { prix: 100_000 })
    await sell(t.db, other, heir)
    id = idOf(await karim.post('/api/paiements', body(100)))
    expect((await change(100, { client_id: heir, appartement_id: other })).json).toMatchObject({
      client_id: heir,
      rectifie_le: expect.any(String) as string,
    })
  })
})

// spec: RE-03
describe('the means and the payer, which the receipt prints', () => {
  const CHEQUE = { mode: 'cheque', banque: 'BNA', reference: '0012345', date_cheque: '2026-02-27' }
  const CHANGES: [what: string, before: object, after: object][] = [
    ['the mode', CHEQUE, { mode: 'especes' }],
    ['a mode that nobody had said', {}, { mode: 'virement' }],
    ['the bank', CHEQUE, { ...CHEQUE, banque: 'CPA' }],
    ['the number', CHEQUE, { ...CHEQUE, reference: '0012354' }],
    ['the day of the cheque', CHEQUE, { ...CHEQUE, date_cheque: '2026-02-28' }],
    ['who paid', CHEQUE, { ...CHEQUE, payeur_type: 'banque', payeur: 'CNEP-Banque' }],
    [
      'the name of the payer',
      { payeur_type: 'famille', payeur: 'Salim' },
      { payeur_type: 'famille', payeur: 'Sélim' },
    ],
  ]
  const taken = async (before: object) => {
    id = idOf(await karim.post('/api/paiements', body(10, before)))
  }

  it.each(CHANGES)('%s: its change is a correction while the sale is open', async (_what, before, after) => {
    await taken(before)
    at('2026-11-22T10:00:00Z')
    expect((await change(10, before)).json).toMatchObject({ rectifie_le: null })
    expect((await change(10, after)).json).toMatchObject({ rectifie_le: '2026-11-22' })
    expect(await rectifie()).toBe('2026-11-22')
    expect((await receipt()).text).toMatch(/N° \d{4}-\d{6}\sRectifié le 22\/11\/2026/)
    at('2026-11-25T10:00:00Z')
    await change(10, { ...after, details: 'Le lendemain' })
    expect(await rectifie()).toBe('2026-11-22')
  })

  it.each(CHANGES)('%s: its change is a correction once the sale has ended', async (_what, before, after) => {
    await taken(before)
    await karim.put(`/api/appartements/${bien}/retirer-client`)
    at('2026-11-22T10:00:00Z')
    expect((await change(10, before)).json).toMatchObject({ rectifie_le: null })
    expect((await change(10, after)).json).toMatchObject({ rectifie_le: '2026-11-22' })
    expect((await receipt()).text).toContain('Rectifié le 22/11/2026')
  })

  it('is marked for the payer of a cheque that is at the bank, and not for what is refused of it', async () => {
    await taken(CHEQUE)
    await karim.post('/api/cheques/encaisser', { ids: [id], encaisse_le: '2026-03-02' })
    expect((await change(10, { ...CHEQUE, reference: '7' })).statusCode).toBe(409)
    expect((await karim.get(`/api/paiements/${id}`)).json).toMatchObject({
      rectifie_le: null,
      reference: '0012345',
    })
    at('2026-11-22T10:00:00Z')
    const payer = { ...CHEQUE, payeur_type: 'cnl' }
    expect((await change(10, payer)).json).toMatchObject({ rectifie_le: '2026-11-22' })
  })
})

describe('no correction', () => {
  const lines = () =>
    t.db
      .selectFrom('journal')
      .where('objet', '=', 'paiement')
      .where('objet_id', '=', id)
      .select(sql<number>`count(*)`.as('n'))
      .executeTakeFirstOrThrow()

  it('is an edit of the details, nor one that changes nothing, nor one that is sent again', async () => {
    await change(350, { details: 'Chèque BNA' })
    await change(350, { details: 'Chèque BNA' })
    await change(350.0, { details: null })
    expect(await rectifie()).toBeNull()
    at('2026-11-22T10:00:00Z')
    await change(305)
    at('2026-11-25T10:00:00Z')
    await change(305)
    await change(305, { details: 'Le lendemain' })
    expect(await rectifie()).toBe('2026-11-22')
  })

  it('is one that is refused: too much, stale, of another client, of an ended sale', async () => {
    const before = await lines()
    for (const [versement, rest, status] of [
      [1000.01, {}, 422],
      [300, { version: 7 }, 409],
      [300, { client_id: (await buildClient(t.db)).id }, 422],
      [300, { date_paiement: '2026-02-30' }, 422],
    ] as const)
      expect((await change(versement, rest)).statusCode).toBe(status)
    await karim.put(`/api/appartements/${bien}/retirer-client`)
    expect((await change(300)).statusCode).toBe(409)
    expect((await change(350, { details: 'Remboursé' })).statusCode).toBe(200)
    expect((await karim.get(`/api/paiements/${id}`)).json).toMatchObject({
      versement: 350,
      rectifie_le: null,
    })
    expect((await lines()).n).toBe(before.n + 1)
  })

  it('is that of those who edit the same version and come too late', async () => {
    const details = Array.from({ length: 6 }, (_, n) => change(350, { details: `${n}`, version: 1 }))
    const answers = await Promise.all([...details, change(305, { version: 1 })])
    const [saved] = answers.filter(({ statusCode }) => statusCode === 200)
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(6)
    const { versement, rectifie_le } = { ...(saved?.json as Lu & { versement: number }) }
    expect(rectifie_le === null).toBe(versement === 350)
    expect(await rectifie()).toBe(rectifie_le)
  })
})

it('what was corrected before the mark was kept is found in the journal', async () => {
  await change(350, { details: 'Chèque BNA' })
  const untouched = id
  id = idOf(await karim.post('/api/paiements', body(10)))
  await change(20)
  await change(20, { details: 'Espèces' })
  const marks = () => t.db.selectFrom('paiements').select(['id', 'rectifie_le']).orderBy('id').execute()
  const other = id
  id = idOf(await karim.post('/api/paiements', body(10, { mode: 'cheque', reference: '1' })))
  await change(10, { mode: 'especes' })
  const mode = id
  id = other
  const kept = await marks()
  expect(kept.find((line) => line.id === untouched)?.rectifie_le).toBeNull()
  expect(kept.find((line) => line.id === mode)?.rectifie_le).not.toBeNull()
  expect(kept.find((line) => line.id === id)?.rectifie_le).not.toBeNull()
  const migrations = await readMigrations()
  await sql`update paiements set rectifie_le = null`.execute(t.db)
  for (const of of ['_rectifications.sql', '_moyens_rectifies.sql']) {
    const text = migrations.find(({ name }) => name.endsWith(of))?.text ?? ''
    await sql.raw(text.slice(text.indexOf('update paiements'))).execute(t.db)
  }
  // The payments of the tests above were made on days of their own.
  expect((await marks()).map((line) => ({ id: line.id, marked: line.rectifie_le !== null }))).toEqual(
    kept.map((line) => ({ id: line.id, marked: line.rectifie_le !== null })),
  )
  expect((await marks()).find((line) => line.id === id)).toEqual(kept.find((line) => line.id === id))
})
