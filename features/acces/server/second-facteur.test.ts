import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { idOf } from '#test/harness/builders.ts'
import { everyRow, fingerprints } from '#test/harness/tables.ts'

const PASSWORD = 'Motdepasse1!'
const INVALIDE = [
  422,
  { message: "Ce code n'est pas valide.", errors: { code: ["Ce code n'est pas valide."] } },
]
const DEMANDE = [
  422,
  {
    message: 'Donnez le code de votre application.',
    errors: { code: ['Donnez le code de votre application.'] },
  },
]

let t: TestApp
let direction: Visitor
let serial = 0
beforeAll(async () => {
  t = await startApp()
  direction = await t.member('direction@diyar.dz')
})
afterAll(() => t.close())
// The server's clock alone stands still, a step apart from test to test.
beforeEach(async () => {
  await t.db.deleteFrom('tentatives').execute()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
})
afterEach(() => void vi.useRealTimers())

const told = ({ statusCode, json }: { statusCode: number; json: unknown }) => [statusCode, json]
/** The code that an application shows some steps from now, by the secret it was given. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
const pass = (steps: number) => vi.setSystemTime(Date.now() + steps * 30_000)
const codes = (json: unknown) => (json as { codes: string[] }).codes
const lines = (id: number) =>
  t.db.selectFrom('journal').where('objet_id', '=', id).where('objet', '=', 'membre').selectAll().execute()

async function someone() {
  const email = `sana${++serial}@diyar.dz`
  const visitor = await t.member(email, 'caisse')
  return { email, visitor, id: idOf(await visitor.get('/api/user')) }
}
/** A member with a code at sign-in, its secret and recovery codes; the step of the first code is over. */
async function withCode() {
  const one = await someone()
  const begun = await one.visitor.post('/api/profile/second-facteur', { mot_de_passe: PASSWORD })
  const { secret } = begun.json as { secret: string }
  const done = await one.visitor.post('/api/profile/second-facteur/confirmer', { code: codeOf(secret) })
  expect([begun.statusCode, done.statusCode]).toEqual([201, 200])
  pass(1)
  return { ...one, secret, secours: codes(done.json) }
}
const login = (email: string, code?: string, password = PASSWORD) =>
  t.visitor().post('/login', { email, password, ...(code !== undefined && { code }) })

// spec: IN-33
describe('its installation', () => {
  it('begins by the password, is active once a code was right, and gives ten codes once', async () => {
    const { visitor, email, id } = await someone()
    expect(told(await visitor.post('/api/profile/second-facteur/confirmer', { code: '123456' }))).toEqual([
      409,
      { message: 'Commencez par « Activer ».' },
    ])
    const sentence = "Ce n'est pas le mot de passe actuel."
    const before = await fingerprints(t.db)
    expect(told(await visitor.post('/api/profile/second-facteur', { mot_de_passe: 'faux' }))).toEqual([
      422,
      { message: sentence, errors: { mot_de_passe: [sentence] } },
    ])
    expect({ ...(await fingerprints(t.db)), tentatives: '' }).toEqual({ ...before, tentatives: '' })

    const begun = await visitor.post('/api/profile/second-facteur', { mot_de_passe: PASSWORD })
    const { secret, uri } = begun.json as { secret: string; uri: string }
    expect(begun.json).toEqual({ secret: expect.stringMatching(/^[A-Z2-7]{32}$/), uri: expect.any(String) })
    expect(uri).toBe(
      `otpauth://totp/Diyar:${encodeURIComponent(email)}?issuer=Diyar&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    )
    // Begun is not active: nobody is asked yet.
    expect((await login(email)).statusCode).toBe(200)
    const wrong = await visitor.post('/api/profile/second-facteur/confirmer', { code: codeOf(secret, 2) })
    expect(told(wrong)).toEqual(INVALIDE)
    const done = await visitor.post('/api/profile/second-facteur/confirmer', { code: codeOf(secret) })
    expect(told(done)).toEqual([200, { codes: expect.any(Array), message: 'Code à la connexion activé.' }])
    expect(codes(done.json)).toHaveLength(10)
    expect((await visitor.get('/api/profile')).json).toMatchObject({
      second_facteur: { actif: true, codes_restants: 10 },
    })
    expect((await direction.get(`/api/members/${id}`)).json).toMatchObject({ second_facteur: true })
    // The code that made it active opens nothing any more.
    expect(told(await login(email, codeOf(secret)))).toEqual(INVALIDE)
    expect(told(await visitor.post('/api/profile/second-facteur', { mot_de_passe: PASSWORD }))).toEqual([
      409,
      { message: 'Le code à la connexion est déjà actif.' },
    ])
  })

  it('wrong codes are no failed sign-ins there; begun again, the former secret is worth nothing', async () => {
    const { visitor, email } = await someone()
    const begin = async () =>
      (await visitor.post('/api/profile/second-facteur', { mot_de_passe: PASSWORD })).json as {
        secret: string
      }
    const [former, present] = [await begin(), await begin()]
    const confirm = (code: string) => visitor.post('/api/profile/second-facteur/confirmer', { code })
    for (let n = 0; n < 7; n++) expect(told(await confirm(codeOf(former.secret)))).toEqual(INVALIDE)
    expect((await confirm(codeOf(present.secret))).statusCode).toBe(200)
    expect(told(await login(email))).toEqual(DEMANDE)
  })
})

// spec: IN-33
describe('sign-in', () => {
  it('is asked for a code only where there is one; a code from who has none is ignored', async () => {
    const without = await someone()
    for (const code of [undefined, '', '000000', 'n’importe quoi'])
      expect((await login(without.email, code)).statusCode).toBe(200)
    const { email, secret } = await withCode()
    // Without the code: no session, no failure.
    for (let n = 0; n < 7; n++) expect(told(await login(email, n % 2 ? ' ' : undefined))).toEqual(DEMANDE)
    // A wrong password says nothing of the code, right or not.
    for (const code of [undefined, codeOf(secret)])
      expect((await login(email, code, 'pas le bon')).json).toEqual({
        message: 'Ces identifiants ne correspondent pas à nos enregistrements.',
      })
    const opened = await login(email, codeOf(secret))
    expect([opened.statusCode, opened.json]).toMatchObject([200, { suite: null, user: { email } }])
  })

  it('takes a code one step early or late, each step once, none before the last', async () => {
    const { email, secret } = await withCode()
    expect(told(await login(email, codeOf(secret, 2)))).toEqual(INVALIDE)
    expect(told(await login(email, codeOf(secret, -2)))).toEqual(INVALIDE)
    expect((await login(email, codeOf(secret, 1))).statusCode).toBe(200)
    for (const steps of [1, 0, -1]) expect(told(await login(email, codeOf(secret, steps)))).toEqual(INVALIDE)
    await t.db.deleteFrom('tentatives').execute()
    pass(3)
    expect((await login(email, codeOf(secret, -1))).statusCode).toBe(200)
    expect((await login(email, codeOf(secret))).statusCode).toBe(200)
  })

  it('lets one in of ten who send the same code at once, of the application or a recovery code', async () => {
    const { email, secret, secours } = await withCode()
    for (const code of [codeOf(secret), secours[0] ?? '']) {
      await t.db.deleteFrom('tentatives').execute()
      const all = await Promise.all(Array.from({ length: 5 }, () => login(email, code)))
      expect(all.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
        200, 422, 422, 422, 422,
      ])
    }
  })

  it('takes each recovery code once, however it is typed', async () => {
    const { visitor, email, secours, id } = await withCode()
    const [one = '', two = '', three = ''] = secours
    const before = (await lines(id)).length
    for (const code of [one, two.toLowerCase().replace('-', ''), ` ${three.replace('-', ' ')} `]) {
      expect((await login(email, code)).statusCode).toBe(200)
      expect(told(await login(email, code))).toEqual(INVALIDE)
    }
    expect((await visitor.get('/api/profile')).json).toMatchObject({
      second_facteur: { actif: true, codes_restants: 7 },
    })
    // Each is told in the journal as the member's own act, the refused ones not.
    const noted = (await lines(id)).slice(before).map(({ membre_id, apres }) => [membre_id, apres])
    expect(noted).toMatchObject([1, 2, 3].map(() => [id, { codeDeSecoursUtilise: true }]))
  })

  it('five wrong codes stop the right one, as five wrong passwords do; others come in', async () => {
    const { email, secret } = await withCode()
    for (let n = 0; n < 5; n++) expect(told(await login(email, '000000'))).toEqual(INVALIDE)
    const stopped = await login(email, codeOf(secret))
    expect([stopped.statusCode, stopped.json]).toMatchObject([
      429,
      { message: expect.stringMatching(/^Trop de tentatives\. Réessayez dans \d+ secondes?\.$/) },
    ])
    expect((await login('direction@diyar.dz')).statusCode).toBe(200)
  })

  it('a step that was taken while the clock ran ahead keeps nobody out', async () => {
    const { email, secret, id } = await withCode()
    await t.db
      .updateTable('membres')
      .set({ otp_dernier_pas: Math.floor(Date.now() / 30_000) + 1_000_000 })
      .where('id', '=', id)
      .execute()
    expect((await login(email, codeOf(secret))).statusCode).toBe(200)
    expect(told(await login(email, codeOf(secret)))).toEqual(INVALIDE)
  })
})

// spec: IN-33
describe('new codes, and an end', () => {
  it('new codes void the former ones; a wrong code or password gives none and counts as a failure', async () => {
    const { visitor, email, secret, secours, id } = await withCode()
    const renew = (given: object) =>
      visitor.post('/api/profile/second-facteur/codes', {
        mot_de_passe: PASSWORD,
        code: codeOf(secret),
        ...given,
      })
    const kept = () => t.db.selectFrom('codes_de_secours').where('membre_id', '=', id).selectAll().execute()
    const before = await kept()
    expect(told(await renew({ code: '000000' }))).toEqual(INVALIDE)
    expect(await renew({ mot_de_passe: 'faux' })).toMatchObject({
      statusCode: 422,
      json: { errors: { mot_de_passe: ["Ce n'est pas le mot de passe actuel."] } },
    })
    expect(told(await renew({ code: undefined }))).toEqual(DEMANDE)
    expect(await kept()).toEqual(before)
    const answer = await renew({})
    expect(told(answer)).toEqual([200, { codes: expect.any(Array) }])
    const fresh = codes(answer.json)
    expect(fresh.filter((code) => secours.includes(code))).toEqual([])
    expect(told(await login(email, secours[0]))).toEqual(INVALIDE)
    expect((await login(email, fresh[0])).statusCode).toBe(200)
    // Three failures so far: two more, and the right code is looked at no more.
    for (let n = 0; n < 2; n++) expect(told(await renew({ code: '000000' }))).toEqual(INVALIDE)
    expect((await renew({ code: fresh[1] })).statusCode).toBe(429)
  })

  it('one takes it away by password and code, and is asked for none any more', async () => {
    const { visitor, email, secret, id } = await withCode()
    const remove = (code: string) =>
      visitor.post('/api/profile/second-facteur/retirer', { mot_de_passe: PASSWORD, code })
    expect(told(await remove('000000'))).toEqual(INVALIDE)
    expect(told(await login(email))).toEqual(DEMANDE)
    expect(told(await remove(codeOf(secret)))).toEqual([200, { message: 'Code à la connexion retiré.' }])
    expect((await login(email)).statusCode).toBe(200)
    expect(told(await remove(codeOf(secret, 1)))).toEqual([409, { message: 'Commencez par « Activer ».' }])
    expect(
      await t.db.selectFrom('codes_de_secours').where('membre_id', '=', id).selectAll().execute(),
    ).toEqual([])
  })

  it('the direction takes it away by its own password, and his sessions end', async () => {
    const { visitor, email, id } = await withCode()
    const remove = (membre: number, mot_de_passe = PASSWORD) =>
      direction.post(`/api/members/${membre}/second-facteur/retirer`, { mot_de_passe })
    expect(await remove(id, 'faux')).toMatchObject({
      statusCode: 422,
      json: { errors: { mot_de_passe: ["Ce n'est pas le mot de passe actuel."] } },
    })
    expect((await visitor.get('/api/user')).statusCode).toBe(200)
    expect(told(await remove(id))).toEqual([200, { message: 'Code à la connexion retiré.' }])
    expect((await visitor.get('/api/user')).statusCode).toBe(401)
    expect((await login(email)).statusCode).toBe(200)
    expect(told(await remove(id))).toEqual([409, { message: "Ce membre n'a pas de code à la connexion." }])
    const self = idOf(await direction.get('/api/user'))
    expect(told(await remove(self))).toEqual([409, { message: 'Changez le vôtre dans Profil.' }])
    expect((await remove(999_999)).statusCode).toBe(404)
  })
})

// spec: IN-33
describe('secrets', () => {
  it('the same Idempotency-Key tells none twice: the repeat makes new ones and voids the former', async () => {
    const { visitor, email } = await someone()
    const [key, other] = [{ 'idempotency-key': 'une clé' }, { 'idempotency-key': 'une autre' }]
    const begin = async () =>
      (await visitor.post('/api/profile/second-facteur', { mot_de_passe: PASSWORD }, key)).json as {
        secret: string
      }
    const [former, { secret }] = [await begin(), await begin()]
    expect(secret).not.toBe(former.secret)
    const code = codeOf(secret)
    const confirm = () => visitor.post('/api/profile/second-facteur/confirmer', { code }, other)
    const [first, second] = [await confirm(), await confirm()]
    expect([first.statusCode, second.statusCode]).toEqual([200, 200])
    expect(codes(second.json).filter((one) => codes(first.json).includes(one))).toEqual([])
    pass(1)
    const body = { mot_de_passe: PASSWORD, code: codeOf(secret) }
    const renew = (headers: Record<string, string>) =>
      visitor.post('/api/profile/second-facteur/codes', body, headers)
    const third = await renew({ 'idempotency-key': 'une troisième' })
    const fourth = await renew({ 'idempotency-key': 'une troisième' })
    expect([third.statusCode, fourth.statusCode]).toEqual([200, 200])
    // Without the key of an accepted request the code is what it is: used.
    expect(told(await renew({ 'idempotency-key': 'une quatrième' }))).toEqual(INVALIDE)
    for (const [of, expected] of [
      [first, 422],
      [second, 422],
      [third, 422],
      [fourth, 200],
    ] as const)
      expect((await login(email, codes(of.json)[0])).statusCode).toBe(expected)
  })

  it('stand in no answer but the first, in no line of the journal and in no kept answer', async () => {
    const { visitor, id, secret, secours } = await withCode()
    await visitor.post(
      '/api/profile/second-facteur/codes',
      { mot_de_passe: PASSWORD, code: codeOf(secret) },
      { 'idempotency-key': 'gardée' },
    )
    const written = await lines(id)
    expect(written.map(({ avant, apres }) => [avant, apres])).toMatchObject([
      [null, {}],
      [{ second_facteur: 'inactif' }, { second_facteur: 'commence' }],
      [{ second_facteur: 'commence' }, { second_facteur: 'actif' }],
      [null, { codesRenouveles: true }],
    ])
    const answers = await Promise.all(
      ['/api/user', '/api/profile', '/api/profile/connexions'].map((path) => visitor.get(path)),
    )
    const members = await direction.get('/api/members')
    const history = await direction.get('/api/journal?objet=membre')
    const all = [...answers, members, history].map(({ body }) => body).join('')
    const kept = await t.db.selectFrom('idempotence').select('reponse').execute()
    const text = `${all}${JSON.stringify([written, kept])}`
    for (const one of [secret, ...secours, ...secours.map((code) => code.replace('-', ''))])
      expect(text).not.toContain(one)
    expect(text).not.toMatch(/otp_|empreinte/)
    // The recovery codes are nowhere in the database as they are.
    const rows = await everyRow(t.db)
    for (const code of secours) expect(rows).not.toContain(code)
  })
})
