import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { partout } from '#features/acces/server/tentatives.ts'
import { spendBudgets } from '#server/http/throttle.ts'
import { behindProxy, startApp, Visitor, type TestApp } from '#test/harness/app.ts'

let t: TestApp
let proxied: FastifyInstance
beforeAll(async () => {
  t = await startApp()
  proxied = await behindProxy(t)
})
beforeEach(async () => {
  await t.db.deleteFrom('membres').execute()
  await t.db.deleteFrom('tentatives').execute()
  await t.member(EMAIL)
  await t.db.deleteFrom('tentatives').execute()
})
afterAll(async () => {
  await proxied.close()
  await t.close()
})

const EMAIL = 'amina@diyar.dz'
const PASSWORD = 'Motdepasse1!'
const [IN, WRONG, STOPPED] = [200, 422, 429]

const browser = () => new Visitor(proxied)
const signIn = async (address: string, password = PASSWORD, { email = EMAIL, visitor = browser() } = {}) =>
  (await visitor.post('/login', { email, password }, { 'x-forwarded-for': address })).statusCode
/** Wrong passwords one after the other, each from the next of these addresses. */
async function guess(times: number, address: (n: number) => string, email = EMAIL, visitor?: Visitor) {
  const answers = []
  for (let n = 0; n < times; n++)
    answers.push(await signIn(address(n), `faux ${n}`, { email, visitor: visitor ?? browser() }))
  return answers
}
const times = (n: number, status: number) => Array.from({ length: n }, () => status)
/** An address that was never used before: a stranger with many has one for every few guesses. */
const anywhere = (n: number) => `41.${Math.floor(n / 250)}.${n % 250}.7`
/** A stranger has guessed from everywhere, as far as he is let; most of it without the time that examining takes. */
async function burnt(email = EMAIL, guesses = 1) {
  for (let n = guesses; n < 100; n++) await spendBudgets(t.db, [partout(email, undefined)])
  expect(await guess(guesses + 1, anywhere, email)).toEqual([...times(guesses, WRONG), STOPPED])
}
/** So much time goes by, for everything that is counted. */
const later = (seconds: number) =>
  sql`update tentatives set expire_le = expire_le - make_interval(secs => ${seconds})`.execute(t.db)

describe('an address, however it is written', () => {
  it.each([
    ['every host of an IPv6 /64', (n: number) => `2001:db8:1:1::${(n + 1).toString(16)}`],
    ['every port of an IPv4 address', (n: number) => `41.100.1.1:${5001 + n}`],
    ['every port of an IPv6 address', (n: number) => `[2001:db8::1]:${5001 + n}`],
    ['an IPv4 address within IPv6', (n: number) => (n % 2 ? '41.100.1.1' : '::ffff:41.100.1.1')],
    ['whatever is no address', (n: number) => `nulle part ${n}`],
  ])('%s: five guesses a minute', async (_name, address) => {
    expect(await guess(8, address)).toEqual([...times(5, WRONG), ...times(3, STOPPED)])
    expect(await signIn('41.200.1.1')).toBe(IN)
    await later(60)
    expect(await signIn(address(9))).toBe(IN)
  })

  it('another /64 is somebody else', async () => {
    expect(await guess(6, () => '2001:db8:1:1::1')).toEqual([...times(5, WRONG), STOPPED])
    expect(await signIn('2001:db8:1:2::1')).toBe(IN)
  })
})

describe('an account that is tried from everywhere', () => {
  it('takes a hundred wrong passwords, then one a minute; the other accounts know nothing of it', async () => {
    await t.member('samir@diyar.dz')
    await t.db.deleteFrom('tentatives').execute()
    await burnt(EMAIL, 30)
    const refused = await browser().post(
      '/login',
      { email: EMAIL, password: 'faux' },
      { 'x-forwarded-for': '41.201.1.1' },
    )
    const wait = Number(refused.headers['retry-after'])
    expect([refused.statusCode, wait > 0, wait <= 60]).toEqual([STOPPED, true, true])
    expect(refused.json).toEqual({
      message: `Trop de tentatives. Réessayez dans ${wait} seconde${wait > 1 ? 's' : ''}.`,
    })
    expect(await signIn('41.201.1.1', PASSWORD, { email: 'samir@diyar.dz' })).toBe(IN)
    for (let minute = 1; minute <= 3; minute++) {
      await later(60)
      expect(await guess(3, (n) => `41.21${minute}.${n}.1`)).toEqual([WRONG, STOPPED, STOPPED])
    }
    await later(60)
    // A right password costs nothing, so the minute's attempt is there for the next one too.
    expect([await signIn('41.202.1.1'), await signIn('41.202.1.2')]).toEqual([IN, IN])
  })

  it('has ten attempts again after ten minutes, and all hundred after as many', async () => {
    await burnt()
    await later(600)
    expect(await guess(11, anywhere)).toEqual([...times(10, WRONG), STOPPED])
    await later(6000)
    await burnt()
  })

  it('cannot be shut to its owner: where he has signed in before, his attempts are his own', async () => {
    const telephone = browser()
    expect(await signIn('41.50.1.1', PASSWORD, { visitor: telephone })).toBe(IN)
    await burnt()
    // The same browser at an address that nobody has seen, and any browser at the address he works from.
    expect(await signIn('41.60.1.1', PASSWORD, { visitor: telephone })).toBe(IN)
    expect(await signIn('41.50.1.1')).toBe(IN)
    // Meanwhile the stranger goes on, minute after minute, and never has anything to spend but his own.
    for (let minute = 0; minute < 3; minute++) {
      await later(60)
      expect(await guess(2, (n) => `41.7${minute}.${n}.1`)).toEqual([WRONG, STOPPED])
      expect(await signIn(`41.8${minute}.1.1`, 'faux', { visitor: telephone })).toBe(WRONG)
      expect(await signIn(`41.8${minute}.1.1`, PASSWORD, { visitor: telephone })).toBe(IN)
    }
  })

  it('is opened by the minute to whoever knows the password, also where nobody has signed in before', async () => {
    await burnt()
    expect(await signIn('41.60.1.1')).toBe(STOPPED)
    await later(60)
    expect(await signIn('41.60.1.1')).toBe(IN)
  })

  it('gives nobody a place of his own who has not signed in to it', async () => {
    await t.member('samir@diyar.dz')
    await t.db.deleteFrom('tentatives').execute()
    const samir = browser()
    expect(await signIn('41.50.1.1', PASSWORD, { email: 'samir@diyar.dz', visitor: samir })).toBe(IN)
    const { id } = await t.db
      .selectFrom('membres')
      .select('id')
      .where('email', '=', EMAIL)
      .executeTakeFirstOrThrow()
    const [own = ''] = [...samir.cookies].flatMap(([name, value]) =>
      name.startsWith('diyar_appareil') ? value : [],
    )
    expect(own).toMatch(/^[\w-]{43}$/)
    await burnt()
    for (const token of [own, 'inventé', '']) {
      const visitor = browser()
      visitor.cookies.set(`diyar_appareil_${id}`, token)
      expect(await signIn('41.50.1.1', PASSWORD, { visitor })).toBe(STOPPED)
    }
  })

  it('takes no more from a place it knows: a hundred guesses, then one a minute', async () => {
    const stolen = browser()
    expect(await signIn('41.50.1.1', PASSWORD, { visitor: stolen })).toBe(IN)
    expect(await guess(7, anywhere, EMAIL, stolen)).toEqual(times(7, WRONG))
    await sql`update tentatives set expire_le = expire_le + interval '92 minutes' where cle like 'appareil:%'`.execute(
      t.db,
    )
    expect(await guess(2, (n) => `41.91.${n}.1`, EMAIL, stolen)).toEqual([WRONG, STOPPED])
    await later(60)
    expect(await guess(2, (n) => `41.90.${n}.1`, EMAIL, stolen)).toEqual([WRONG, STOPPED])
    // It is the thief's to use up, and not the owner's elsewhere.
    expect(await signIn('41.51.1.1')).toBe(IN)
  })

  it('forgets a place after ninety days without a sign-in there', async () => {
    const telephone = browser()
    await signIn('41.50.1.1', PASSWORD, { visitor: telephone })
    await later(89 * 86_400)
    await signIn('41.50.1.2', PASSWORD, { visitor: telephone })
    await later(89 * 86_400)
    await burnt()
    expect(await signIn('41.50.1.1')).toBe(STOPPED)
    expect(await signIn('41.60.1.1', PASSWORD, { visitor: telephone })).toBe(IN)
    await t.db.deleteFrom('tentatives').where('cle', 'not like', 'ouvert:%').execute()
    await later(91 * 86_400)
    await burnt()
    expect(await signIn('41.60.1.1', PASSWORD, { visitor: telephone })).toBe(STOPPED)
  })

  it('answers the same about an e-mail that nobody has', async () => {
    await burnt('personne@diyar.dz')
    await later(60)
    expect(await guess(2, anywhere, 'personne@diyar.dz')).toEqual([WRONG, STOPPED])
  })

  it('keeps each browser its token, and several accounts in one browser', async () => {
    await t.member('samir@diyar.dz')
    const shared = browser()
    const tokens = () => [...shared.cookies].filter(([name]) => name.startsWith('diyar_appareil'))
    await signIn('41.50.1.1', PASSWORD, { visitor: shared })
    const [first] = tokens()
    await signIn('41.50.1.2', PASSWORD, { email: 'samir@diyar.dz', visitor: shared })
    await signIn('41.50.1.3', PASSWORD, { visitor: shared })
    expect(tokens()).toHaveLength(2)
    expect(tokens()).toContainEqual(first)
    // A token that a browser shows and the account does not know is not taken over: it could be somebody else's.
    const planted = browser()
    planted.cookies.set(first?.[0] ?? '', 'planté')
    await signIn('41.50.1.4', PASSWORD, { visitor: planted })
    expect(planted.cookies.get(first?.[0] ?? '')).toMatch(/^[\w-]{43}$/)
  })
})
