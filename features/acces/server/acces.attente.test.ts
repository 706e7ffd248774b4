import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { hashing } from '#features/acces/server/password.ts'
import { BASE } from '#shared/endpoint.ts'
import { behindProxy, startApp, Visitor, type TestApp } from '#test/harness/app.ts'
import { deferred } from '#test/harness/deferred.ts'

const SLOW = { email: 'lent@diyar.dz', mot_de_passe: 'lent' }
/** Lets the examination of the slow passwords end. */
let examined: ReturnType<typeof deferred<false>>

vi.mock(import('@node-rs/argon2'), async (original) => {
  const argon2 = await original()
  return {
    ...argon2,
    verify: (hashed, ...others) =>
      hashed === SLOW.mot_de_passe ? examined.promise : argon2.verify(hashed, ...others),
  }
})
// However slow the machine is, no password waits too long.
vi.mock(import('#server/limits.ts'), async (original) => {
  const limits = await original()
  limits.SLOW_WORKS.passwords.patience = 600_000
  limits.SLOW_WORKS.signUps.patience = 600_000
  return limits
})

let t: TestApp
let proxied: FastifyInstance
let port: number
beforeAll(async () => {
  t = await startApp()
  proxied = await behindProxy(t)
  port = Number(new URL(await proxied.listen({ port: 0, host: '127.0.0.1' })).port)
})
beforeEach(async () => {
  await t.db.deleteFrom('membres').execute()
  await t.db.deleteFrom('tentatives').execute()
  await t.db
    .insertInto('membres')
    .values({ ...SLOW, name: 'Lent', actif: true })
    .execute()
  examined = deferred<false>()
})
afterEach(() => examined.resolve(false))
afterAll(async () => {
  await proxied.close()
  await t.close()
})

const PASSWORD = 'Motdepasse1!'
const from = (address: string) => ({ 'x-forwarded-for': address })
const login = (email: string, password: string, address: string) =>
  new Visitor(proxied).post('/login', { email, password }, from(address))
const account = (email: string) => ({
  name: 'Samir',
  email,
  password: PASSWORD,
  password_confirmation: PASSWORD,
})
const range = (length: number) => Array.from({ length }, (_, n) => n)
const statuses = async (answers: Promise<{ statusCode: number }>[]) =>
  (await Promise.all(answers)).map(({ statusCode }) => statusCode)
/** Two passwords whose examination lasts until `examined`: whatever comes meanwhile waits for its turn. */
const slowSignIns = () => statuses([login(SLOW.email, 'x', '41.0.0.1'), login(SLOW.email, 'x', '41.0.0.2')])
/** Waits until so many passwords wait behind those of the slow sign-ins. */
const untilWaiting = (waiting: number) =>
  vi.waitFor(() => expect(hashing()).toEqual({ running: 2, waiting }), { timeout: 50_000, interval: 5 })
const attempts = async (like: string) =>
  t.db
    .selectFrom('tentatives')
    .select(['cle', 'compte'])
    .where('cle', 'like', like)
    .where('compte', '>', 0)
    .execute()

describe('when more sign in than can be examined', () => {
  // The first test of the file: no unknown e-mail has been tried before.
  it('who is told to come back has not failed, and is let in as soon as there is room', async () => {
    const samir = account('samir@diyar.dz')
    expect(await statuses([new Visitor(proxied).post('/register', samir, from('41.8.0.1'))])).toEqual([201])
    await t.db.updateTable('membres').set({ actif: true }).execute()
    const slow = slowSignIns()
    await untilWaiting(0)
    const others = range(20).map((n) => login(samir.email, 'faux', `41.1.0.${n}`))
    await untilWaiting(20)
    for (let n = 0; n < 8; n++) {
      const full = await login(samir.email, PASSWORD, '41.9.0.1')
      expect([full.statusCode, full.headers['retry-after']]).toEqual([503, '1'])
      expect((await login('personne@diyar.dz', PASSWORD, '41.9.0.2')).statusCode).toBe(503)
      const refused = await new Visitor(proxied).post('/register', account('b@diyar.dz'), from('41.9.0.3'))
      expect(refused.statusCode).toBe(503)
    }
    expect(hashing()).toEqual({ running: 2, waiting: 20 })
    expect(await attempts('%41.9.0.%')).toEqual([])
    examined.resolve(false)
    await Promise.all([slow, ...others])
    expect(await statuses([login(samir.email, PASSWORD, '41.9.0.1')])).toEqual([200])
    expect(await statuses([login('personne@diyar.dz', PASSWORD, '41.9.0.2')])).toEqual([422])
  }, 60_000)

  it('sixty wrong passwords at once for an account keep its owner out for a moment at most', async () => {
    await new Visitor(proxied).post('/register', account('samir@diyar.dz'), from('41.9.0.1'))
    await t.db.updateTable('membres').set({ actif: true }).execute()
    const wrong = range(60).map((n) => login('samir@diyar.dz', 'faux', `41.1.0.${n}`))
    const honest: number[] = []
    while (honest.at(-1) !== 200 && honest.length < 1000)
      honest.push(...(await statuses([login('samir@diyar.dz', PASSWORD, '41.9.0.1')])))
    expect(honest.filter((status) => status !== 200 && status !== 503)).toEqual([])
    expect(honest.at(-1)).toBe(200)
    expect((await statuses(wrong)).filter((status) => status !== 422 && status !== 503)).toEqual([])
  }, 60_000)

  it('who leaves before his password is examined has not failed, and makes room for the next', async () => {
    await new Visitor(proxied).post('/register', account('samir@diyar.dz'), from('41.9.0.1'))
    await t.db.updateTable('membres').set({ actif: true }).execute()
    await t.db.deleteFrom('tentatives').execute()
    const slow = slowSignIns()
    await untilWaiting(0)
    const sockets = range(5).map(() => sendSignIn({ email: 'samir@diyar.dz', password: 'faux' }, '41.9.0.1'))
    await untilWaiting(5)
    for (const socket of sockets) socket.destroy()
    await untilWaiting(0)
    const late = login('samir@diyar.dz', PASSWORD, '41.9.0.1')
    examined.resolve(false)
    expect(await slow).toEqual([422, 422])
    expect(await statuses([late])).toEqual([200])
    // His address has spent them: leaving in time must not let anybody hold the places of all others for ever.
    expect(await attempts('adresse:41.9.0.1')).toMatchObject([{ compte: 5 }])
  }, 60_000)
})

/** A sign-in over a connection of its own, which may be cut. */
function sendSignIn(body: object, address: string) {
  const text = JSON.stringify(body)
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(
    [
      `POST ${BASE}/login HTTP/1.1`,
      'Host: localhost',
      'Cookie: XSRF-TOKEN=jeton',
      'X-XSRF-TOKEN: jeton',
      `X-Forwarded-For: ${address}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(text)}`,
      '',
      text,
    ].join('\r\n'),
  )
  return socket
}

describe('while passwords wait to be hashed', () => {
  it('nobody holds a connection, and another member is answered', async () => {
    const karim = await t.member()
    const samir = await t.member('samir@diyar.dz')
    const { id } = await t.db
      .selectFrom('membres')
      .select('id')
      .where('email', '=', 'samir@diyar.dz')
      .executeTakeFirstOrThrow()
    const slow = slowSignIns()
    await untilWaiting(0)
    const signUps = range(12).map((n) =>
      new Visitor(proxied).post('/register', account(`n${n}@diyar.dz`), from(`41.1.0.${n}`)),
    )
    const others = [
      karim.post('/api/members', account('a@diyar.dz'), { 'idempotency-key': 'a' }),
      karim.put(`/api/members/${id}`, { ...account('samir@diyar.dz'), name: 'Samir B' }),
      samir.put('/api/profile', account('samir@diyar.dz')),
      login('karim.benali@diyar.dz', PASSWORD, '41.2.0.1'),
    ]
    await untilWaiting(16)
    const { pool } = t
    for (let round = 0; round < 5; round++) {
      expect((await karim.get('/api/clients')).statusCode).toBe(200)
      expect([pool.totalCount - pool.idleCount, pool.waitingCount]).toEqual([0, 0])
    }
    expect(hashing()).toEqual({ running: 2, waiting: 16 })
    examined.resolve(false)
    expect(await slow).toEqual([422, 422])
    expect(await statuses(signUps)).toEqual(range(12).map(() => 201))
    expect(await statuses(others)).toEqual([201, 200, expect.toBeOneOf([200, 401]), 200])
  }, 60_000)
})
