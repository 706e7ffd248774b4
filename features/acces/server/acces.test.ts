import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { aujourdhui } from '#shared/dates.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
beforeEach(async () => {
  await t.db.deleteFrom('membres').execute()
  await t.db.deleteFrom('tentatives').execute()
})
afterAll(() => t.close())

const PASSWORD = 'Un secret bien gardé 1'
const amina = {
  name: 'Amina Haddad',
  email: 'amina@diyar.dz',
  password: PASSWORD,
  password_confirmation: PASSWORD,
}
const members = () => t.db.selectFrom('membres').selectAll().orderBy('id').execute()
const sessions = () => t.db.selectFrom('sessions').selectAll().execute()
const login = (visitor: Visitor, email = amina.email, password = PASSWORD) =>
  visitor.post('/login', { email, password })
const cookiesOf = (headers: Record<string, unknown>) => [headers['set-cookie']].flat().map(String)

describe('sign-up', () => {
  // spec: AUTH-27, AUTH-58, AUTH-24
  it('makes the first account of an empty installation active, the later ones wait; nobody gets a session', async () => {
    const visitor = t.visitor()
    const first = await visitor.post('/register', amina)
    expect(first.statusCode).toBe(201)
    expect(first.json).toEqual({
      user: { id: expect.any(Number), name: amina.name, email: amina.email, statut: 'activé' },
      message: 'Compte créé avec succès !',
    })
    const second = await t.visitor().post('/register', { ...amina, email: 'second@diyar.dz' })
    expect(second.json).toMatchObject({ user: { statut: 'désactivé' } })
    expect(await sessions()).toEqual([])
    expect((await visitor.get('/api/user')).statusCode).toBe(401)
    expect(first.body + second.body).not.toMatch(/secret|argon2|password/i)
    const [member] = await members()
    expect(member?.mot_de_passe).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    const lines = await t.db
      .selectFrom('journal')
      .select(['action', 'objet', 'objet_id'])
      .orderBy('id')
      .execute()
    expect(lines).toEqual(
      (await members()).map(({ id }) => ({ action: 'inscrire', objet: 'membre', objet_id: id })),
    )
  })

  it('makes one of two first accounts active when both come at once', async () => {
    await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) =>
        t.visitor().post('/register', { ...amina, email: `${name}@diyar.dz` }),
      ),
    )
    expect((await members()).filter(({ actif }) => actif)).toHaveLength(1)
  })

  it('cannot activate itself, choose its id or carry other columns', async () => {
    await t.visitor().post('/register', amina)
    await t.visitor().post('/register', {
      ...amina,
      email: 'ruse@diyar.dz',
      statut: 'activé',
      actif: true,
      id: 1,
      version: 9,
    })
    expect((await members())[1]).toMatchObject({ email: 'ruse@diyar.dz', actif: false, version: 1 })
  })

  // spec: AUTH-16, AUTH-17, AUTH-18, AUTH-19, AUTH-25
  it.each([
    [{ name: '' }, 'name', 'Le nom est obligatoire.'],
    [{ email: 'abc' }, 'email', "L'adresse email n'est pas valide."],
    [{ email: 'AMINA@DIYAR.DZ' }, 'email', 'Cette adresse email est déjà utilisée.'],
    [{ email: `${'a'.repeat(250)}@diyar.dz` }, 'email', 'Ce texte dépasse 255 caractères.'],
    [{ password: '', password_confirmation: '' }, 'password', 'Le mot de passe est obligatoire.'],
    [
      { password: '1234567', password_confirmation: '1234567' },
      'password',
      'Le mot de passe doit contenir au moins 8 caractères.',
    ],
    [
      { password_confirmation: 'différent' },
      'password_confirmation',
      'Les mots de passe ne correspondent pas.',
    ],
    [{ name: 'a\uD800b' }, 'name', 'Ce texte contient des caractères interdits.'],
    [{ name: ['x'] }, 'name', 'Le nom est obligatoire.'],
  ])('refuses %j at its field and makes no account', async (wrong, field, text) => {
    await t.visitor().post('/register', amina)
    const before = await members()
    const refused = await t.visitor().post('/register', { ...amina, email: 'autre@diyar.dz', ...wrong })
    expect(refused.statusCode).toBe(422)
    expect(refused.json).toMatchObject({ message: text, errors: { [field]: [text] } })
    expect(await members()).toEqual(before)
  })
})

describe('sign-in', () => {
  // spec: AUTH-11, AUTH-15, AUTH-60
  it('prepares the session, opens it under a new token and tells who is there', async () => {
    await t.visitor().post('/register', amina)
    const visitor = t.visitor()
    const prepared = await visitor.get('/sanctum/csrf-cookie')
    expect(prepared.statusCode).toBe(204)
    expect(cookiesOf(prepared.headers)[0]).toMatch(/^XSRF-TOKEN=[\w-]{43}; Path=\/; SameSite=Lax$/)
    visitor.cookies.set('diyar_session', 'planted')
    const opened = await login(visitor, ' Amina@DIYAR.dz ')
    expect(opened.json).toEqual({
      user: {
        id: expect.any(Number),
        name: amina.name,
        email: amina.email,
        statut: 'activé',
        role: 'direction',
      },
      compte: expect.stringMatching(/^[\w-]{22}$/),
      suite: null,
      message: 'Connexion réussie.',
    })
    expect(cookiesOf(opened.headers)[0]).toMatch(/^diyar_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(visitor.cookies.get('diyar_session')).not.toBe('planted')
    expect((await visitor.get('/api/user')).json).toMatchObject({
      name: amina.name,
      email: amina.email,
      statut: 'activé',
      role: 'direction',
    })
    const [kept] = await sessions()
    expect(kept?.empreinte).toHaveLength(32)
    const before = visitor.cookies.get('diyar_session')
    await login(visitor)
    expect(visitor.cookies.get('diyar_session')).not.toBe(before)
    expect(await sessions()).toHaveLength(1)
  })

  it('says the same of an unknown e-mail and of a wrong password, and opens nothing', async () => {
    await t.visitor().post('/register', amina)
    const wrong = await login(t.visitor(), amina.email, 'pas le bon')
    const unknown = await login(t.visitor(), 'personne@diyar.dz')
    expect([wrong.statusCode, wrong.json]).toEqual([
      422,
      { message: 'Ces identifiants ne correspondent pas à nos enregistrements.' },
    ])
    expect(unknown.body).toBe(wrong.body)
    expect(await sessions()).toEqual([])
  })

  // spec: AUTH-09, AUTH-58
  it('refuses an account that waits, and tells so only to who knows its password', async () => {
    await t.visitor().post('/register', { ...amina, email: 'premier@diyar.dz' })
    await t.visitor().post('/register', amina)
    const waiting = await login(t.visitor())
    expect([waiting.statusCode, waiting.json]).toEqual([
      403,
      { message: "Votre compte n'est pas encore activé. Un administrateur doit valider votre demande." },
    ])
    expect((await login(t.visitor(), amina.email, 'pas le bon')).statusCode).toBe(422)
    expect(await sessions()).toEqual([])
    await t.db.updateTable('membres').set({ actif: true }).execute()
    expect((await login(t.visitor())).statusCode).toBe(200)

    // spec: EC-38
    await t.db.updateTable('membres').set({ actif: false }).where('email', '=', amina.email).execute()
    const dismissed = await login(t.visitor())
    expect([dismissed.statusCode, dismissed.json]).toEqual([
      403,
      {
        message: "Votre compte n'est pas encore activé. Un administrateur doit valider votre demande.",
        desactive_le: aujourdhui(),
      },
    ])
    const wrong = await login(t.visitor(), amina.email, 'pas le bon')
    expect([wrong.statusCode, wrong.json]).toEqual([
      422,
      { message: 'Ces identifiants ne correspondent pas à nos enregistrements.' },
    ])
  })

  // spec: AUTH-03
  it.each([
    [{ email: '' }, "L'adresse email est obligatoire."],
    [{ password: '' }, 'Le mot de passe est obligatoire.'],
    [{ email: { $ne: '' } }, "L'adresse email est obligatoire."],
  ])('refuses %j without looking for an account', async (wrong, message) => {
    const refused = await t.visitor().post('/login', { email: amina.email, password: PASSWORD, ...wrong })
    expect([refused.statusCode, refused.json]).toMatchObject([422, { message }])
  })

  it('takes the same password typed with composed or decomposed accents', async () => {
    await t
      .visitor()
      .post('/register', { ...amina, password: 'café au lait', password_confirmation: 'café au lait' })
    expect((await login(t.visitor(), amina.email, 'cafe\u0301 au lait')).statusCode).toBe(200)
    expect((await login(t.visitor(), amina.email, 'cafe au lait')).statusCode).toBe(422)
  })

  it('opens nothing with a password that is changed while it is verified', async () => {
    await t.visitor().post('/register', amina)
    const replace = t.db.transaction().execute(async (db) => {
      await sql`update membres set mot_de_passe = 'remplacé'`.execute(db)
      await db.deleteFrom('sessions').execute()
      const refused = login(t.visitor())
      // The sign-in has verified the old password once it waits for this transaction's lock.
      for (;;) {
        const { rows } = await sql<{
          n: number
        }>`select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          t.db,
        )
        if (rows[0] && rows[0].n > 0) return { refused }
      }
    })
    const { refused } = await replace
    expect((await refused).statusCode).toBe(422)
    expect(await sessions()).toEqual([])
  })
})

describe('too many attempts', () => {
  const attempt = (email: string, password: string) => login(t.visitor(), email, password)

  it('stop after five wrong passwords for one account, case and accents aside, with the time to wait', async () => {
    await t.visitor().post('/register', amina)
    for (const email of [
      'amina@diyar.dz',
      'AMINA@diyar.dz',
      'Amina@diyar.dz',
      ' amina@diyar.dz',
      'amina@diyar.dz',
    ])
      expect((await attempt(email, 'faux')).statusCode).toBe(422)
    const refused = await attempt(amina.email, PASSWORD)
    expect(refused.statusCode).toBe(429)
    const wait = Number(refused.headers['retry-after'])
    expect(wait).toBeGreaterThan(50)
    expect(wait).toBeLessThanOrEqual(60)
    expect(refused.json).toEqual({ message: `Trop de tentatives. Réessayez dans ${wait} secondes.` })
    await t.db
      .insertInto('membres')
      .values({
        name: 'Autre',
        email: 'autre@diyar.dz',
        mot_de_passe: (await members())[0]?.mot_de_passe ?? '',
        actif: true,
      })
      .execute()
    expect((await attempt('autre@diyar.dz', PASSWORD)).statusCode).toBe(200)
    await t.db
      .updateTable('tentatives')
      .set({ expire_le: sql`now()` })
      .execute()
    expect((await attempt(amina.email, PASSWORD)).statusCode).toBe(200)
  })

  it('count failures only, even when they come all at once', async () => {
    await t.visitor().post('/register', amina)
    for (let n = 0; n < 8; n++) expect((await attempt(amina.email, PASSWORD)).statusCode).toBe(200)
    const answers = await Promise.all(Array.from({ length: 12 }, () => attempt(amina.email, 'faux')))
    expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(5)
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(7)
  })

  it('stop sign-ups from one address after twenty in a minute', async () => {
    const answers = []
    for (let n = 0; n < 21; n++)
      answers.push(await t.visitor().post('/register', { ...amina, email: `n${n}@diyar.dz` }))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([
      ...Array.from({ length: 20 }, () => 201),
      429,
    ])
    expect(await members()).toHaveLength(20)
  })
})

describe('a session', () => {
  const signedIn = async () => {
    await t.visitor().post('/register', amina)
    const visitor = t.visitor()
    await login(visitor)
    return visitor
  }

  // spec: AUTH-61, API-15
  it('ends at sign-out, for good: neither its cookie nor its token is worth anything afterwards', async () => {
    const visitor = await signedIn()
    const old = new Map(visitor.cookies)
    const answer = await visitor.post('/logout')
    expect([answer.statusCode, answer.json]).toEqual([200, { message: 'Vous êtes déconnecté.' }])
    expect((await visitor.get('/api/user')).statusCode).toBe(401)
    visitor.cookies.take(old)
    expect((await visitor.get('/api/user')).statusCode).toBe(401)
    expect((await visitor.post('/api/clients', { nomComplet: 'Ali' })).statusCode).toBe(401)
    expect(await sessions()).toEqual([])
  })

  it.each([
    ['60 minutes without a call', { vue_le: sql<Date>`now() - interval '61 minutes'` }],
    ['12 hours in all', { cree_le: sql<Date>`now() - interval '12 hours 1 minute'` }],
  ])('ends after %s', async (_when, age) => {
    const visitor = await signedIn()
    await t.db.updateTable('sessions').set(age).execute()
    expect((await visitor.get('/api/user')).statusCode).toBe(401)
  })

  it('lives on while it is used', async () => {
    const visitor = await signedIn()
    await t.db
      .updateTable('sessions')
      .set({ vue_le: sql`now() - interval '59 minutes'`, cree_le: sql`now() - interval '11 hours'` })
      .execute()
    expect((await visitor.get('/api/user')).statusCode).toBe(200)
    const { rows } = await sql<{
      fresh: boolean
    }>`select vue_le > now() - interval '1 minute' as fresh from sessions`.execute(t.db)
    expect(rows).toEqual([{ fresh: true }])
  })

  // spec: API-03
  it('changes nothing without its anti-forgery token', async () => {
    const visitor = await signedIn()
    const refused = await visitor.post('/logout', undefined, { 'x-xsrf-token': 'autre' })
    expect([refused.statusCode, refused.json]).toEqual([
      419,
      { message: 'La page a expiré. Rechargez-la puis réessayez.' },
    ])
    expect((await visitor.get('/api/user')).statusCode).toBe(200)
  })
})
