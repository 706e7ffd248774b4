import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { openSession } from '#server/http/session.ts'
import { behindProxy, startApp, Visitor, type TestApp } from '#test/harness/app.ts'
import { idOf } from '#test/harness/builders.ts'
import { fingerprints } from '#test/harness/tables.ts'

let t: TestApp
let proxied: FastifyInstance
beforeAll(async () => {
  t = await startApp()
  proxied = await behindProxy(t)
})
beforeEach(async () => {
  await t.db.deleteFrom('membres').execute()
  await t.db.deleteFrom('tentatives').execute()
})
afterAll(async () => {
  await proxied.close()
  await t.close()
})

const PASSWORD = 'Motdepasse1!'
const WRONG = 422
const STOPPED = 429
const login = (email: string, password = PASSWORD, headers: Record<string, string> = {}) =>
  t.visitor().post('/login', { email, password }, headers)
const statusOf = async (answer: Promise<{ statusCode: number }>) => (await answer).statusCode

describe('guessing a password', () => {
  const SPELLINGS = [
    'hélène@diyar.dz',
    'HÉLÈNE@DIYAR.DZ',
    'He\u0301le\u0300ne@diyar.dz',
    'helene@diyar.dz',
    '  hélène@diyar.dz\t',
    'HeLeNe@dIyAr.Dz',
  ]

  it('is counted under one name however it is spelt, and under one address whatever a header says', async () => {
    await t.member('hélène@diyar.dz')
    const statuses = []
    for (let guess = 0; guess < 18; guess++)
      statuses.push(
        await statusOf(
          login(SPELLINGS[guess % SPELLINGS.length] ?? '', `faux ${guess}`, {
            'x-forwarded-for': `10.0.0.${guess}`,
            'x-real-ip': `10.0.1.${guess}`,
            forwarded: `for=10.0.2.${guess}`,
          }),
        ),
      )
    expect(statuses).toEqual([
      ...Array.from({ length: 5 }, () => WRONG),
      ...Array.from({ length: 13 }, () => STOPPED),
    ])
  })

  it('behind a proxy counts the address that the proxy saw, not those a client wrote before it', async () => {
    await t.member('hélène@diyar.dz')
    const visitor = new Visitor(proxied)
    const statuses = []
    for (let guess = 0; guess < 8; guess++)
      statuses.push(
        await statusOf(
          visitor.post(
            '/login',
            { email: 'hélène@diyar.dz', password: 'faux' },
            { 'x-forwarded-for': `10.0.0.${guess}, 41.100.1.1` },
          ),
        ),
      )
    expect(statuses).toEqual([
      ...Array.from({ length: 5 }, () => WRONG),
      ...Array.from({ length: 3 }, () => STOPPED),
    ])
    const elsewhere = visitor.post(
      '/login',
      { email: 'hélène@diyar.dz', password: PASSWORD },
      { 'x-forwarded-for': '41.100.1.2' },
    )
    expect(await statusOf(elsewhere)).toBe(200)
  })

  it('leaves the other accounts alone, and lets the right password in again a minute later', async () => {
    await t.member('hélène@diyar.dz')
    for (const email of ['a', 'b', 'c']) await t.member(`${email}@diyar.dz`)
    for (let guess = 0; guess < 12; guess++) await login('hélène@diyar.dz', `faux ${guess}`)
    for (const email of ['a', 'b', 'c']) expect(await statusOf(login(`${email}@diyar.dz`))).toBe(200)
    const stopped = await login('hélène@diyar.dz')
    expect(stopped.statusCode).toBe(STOPPED)
    expect(Number(stopped.headers['retry-after'])).toBeLessThanOrEqual(60)
    // A minute goes by.
    await sql`update tentatives set expire_le = expire_le - interval '60 seconds'`.execute(t.db)
    expect(await statusOf(login('hélène@diyar.dz'))).toBe(200)
  })

  it('takes as much work for an e-mail that nobody has: the same hash is verified, with the same cost', async () => {
    await t.member('hélène@diyar.dz')
    const known = await login('hélène@diyar.dz', 'faux')
    const unknown = await login('personne@diyar.dz', 'faux')
    expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body])
    const names = (headers: object) => Object.keys(headers).toSorted()
    expect(names(unknown.headers)).toEqual(names(known.headers))
    const workOf = async (email: string) => {
      await t.db.deleteFrom('tentatives').execute()
      const before = process.cpuUsage()
      for (let n = 0; n < 5; n++) expect(await statusOf(login(email, 'faux'))).toBe(WRONG)
      return process.cpuUsage(before).user
    }
    // Processor time, whatever else the machine does: without the hash an attempt takes a tenth of it.
    expect(await workOf('personne@diyar.dz')).toBeGreaterThan((await workOf('hélène@diyar.dz')) / 2)
  })
})

// spec: AUTH-65
describe('a member who is shut out while his calls are under way', () => {
  const ways: [string, (admin: Visitor, id: number) => Promise<{ statusCode: number }>][] = [
    ['disabled', (admin, id) => admin.post(`/api/members/${id}/disable`)],
    ['deleted', (admin, id) => admin.delete(`/api/members/${id}`)],
    [
      'given another password',
      (admin, id) =>
        admin.put(`/api/members/${id}`, {
          name: 'Samir',
          email: 'samir@diyar.dz',
          password: 'Un autre 1!',
          password_confirmation: 'Un autre 1!',
        }),
    ],
  ]

  it.each(ways)('%s: no call that starts after the answer is accepted', async (_way, shutOut) => {
    const admin = await t.member('admin@diyar.dz')
    for (let round = 0; round < 5; round++) {
      await t.db.deleteFrom('membres').where('email', '=', 'samir@diyar.dz').execute()
      await t.db.deleteFrom('tentatives').execute()
      const samir = await t.member('samir@diyar.dz')
      const id = idOf(await samir.get('/api/user'))
      let shut = false
      const call = async (n: number) => {
        const late = shut
        const { statusCode } =
          n % 2 === 0
            ? await samir.post('/api/clients', { nomComplet: `C${n}`, tel: '0555', email: 'c@exemple.dz' })
            : await samir.get('/api/clients')
        return { late, statusCode }
      }
      const early = Array.from({ length: 30 }, async (_, n) => {
        // Some start at once, the others one by one as those are answered.
        for (let before = 0; before < n % 8; before++) await admin.get('/healthz')
        return call(n)
      })
      const answer = await shutOut(admin, id)
      shut = true
      const after = Array.from({ length: 10 }, (_, n) => call(n))
      const outcomes = await Promise.all([...early, ...after])
      expect(answer.statusCode).toBe(200)
      expect(outcomes.filter(({ late, statusCode }) => late && statusCode !== 401)).toEqual([])
      expect(outcomes.filter(({ statusCode }) => ![200, 201, 401, 419].includes(statusCode))).toEqual([])
      const [before, refused] = [await fingerprints(t.db), await samir.post('/api/clients', {})]
      expect(refused.statusCode).toBe(401)
      expect(await fingerprints(t.db)).toEqual(before)
    }
  })
})

describe('a session', () => {
  it('has an identifier that nobody can guess or choose, and that the database does not hold', async () => {
    const { id } = await t.db
      .insertInto('membres')
      .values({ name: 'A', email: 'a@diyar.dz', mot_de_passe: '-', actif: true })
      .returning('id')
      .executeTakeFirstOrThrow()
    const tokens = await Promise.all(Array.from({ length: 500 }, () => openSession(t.db, id)))
    expect(new Set(tokens).size).toBe(500)
    // 32 random bytes: 256 bits.
    expect(tokens.filter((token) => Buffer.from(token, 'base64url').length !== 32)).toEqual([])
    const bits = Buffer.concat(tokens.map((token) => Buffer.from(token, 'base64url')))
    const ones = [...bits].reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0)
    expect(Math.abs(ones / (bits.length * 8) - 0.5)).toBeLessThan(0.01)
    const { rows } = await sql<{ text: string }>`select s::text as text from sessions s`.execute(t.db)
    const held = rows.map(({ text }) => text).join()
    expect(tokens.filter((token) => held.includes(token))).toEqual([])
  })

  it('is marked Secure behind a proxy that speaks https, and never with a domain', async () => {
    await t.member('a@diyar.dz')
    const answer = await new Visitor(proxied).post(
      '/login',
      { email: 'a@diyar.dz', password: PASSWORD },
      { 'x-forwarded-proto': 'https', 'x-forwarded-for': '41.100.1.1' },
    )
    const cookies = [answer.headers['set-cookie']].flat().map(String)
    expect(cookies.map((cookie) => cookie.replace(/=[^;]*/, '').replace(/_\d+/, '_N'))).toEqual([
      'diyar_session; Path=/; HttpOnly; Secure; SameSite=Lax',
      'XSRF-TOKEN; Path=/; Secure; SameSite=Lax',
      // The cookie of the browser: it outlives the session, and is shown to the sign-in call only.
      'diyar_appareil_N; Max-Age=7776000; Path=/backend/public/login; HttpOnly; Secure; SameSite=Strict',
    ])
  })
})
