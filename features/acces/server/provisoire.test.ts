import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BASE } from '#shared/endpoint.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { idOf } from '#test/harness/builders.ts'
import { everyRow, fingerprints } from '#test/harness/tables.ts'

const PROVISOIRE = 'K7PM-2XQF-9TLA'
const SIEN = 'Motdepasse2!'
const JOUR = 24 * 60 * 60 * 1000
const SUITE = { message: "Choisissez d'abord votre mot de passe." }

let t: TestApp
let direction: Visitor
let serial = 0
beforeAll(async () => {
  t = await startApp()
  direction = await t.member()
})
afterAll(() => t.close())
beforeEach(() => t.db.deleteFrom('tentatives').execute())

const twice = (password: string) => ({ password, password_confirmation: password })
const login = async (email: string, password: string) => {
  const visitor = t.visitor()
  return { visitor, answer: await visitor.post('/login', { email, password }) }
}
const membre = (id: number) =>
  t.db.selectFrom('membres').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
const lines = () => t.db.selectFrom('journal').selectAll().orderBy('id').execute()

/** A member of the direction's making. */
async function add(given: Record<string, unknown>) {
  const email = `sana${++serial}@diyar.dz`
  const answer = await direction.post('/api/members', {
    name: 'Sana',
    email,
    role: 'caisse',
    ...twice(PROVISOIRE),
    ...given,
  })
  expect(answer.statusCode).toBe(201)
  return { id: idOf(answer), email }
}
const edit = (id: number, email: string, given: Record<string, unknown>) =>
  direction.put(`/api/members/${id}`, { name: 'Sana', email, ...given })
const choose = (visitor: Visitor, actuel: string, password: string) =>
  visitor.post('/api/profile/mot-de-passe', { actuel, ...twice(password) })

// spec: IN-31
describe('what the direction sends', () => {
  it('a new member: provisional with « a_changer », his own without', async () => {
    const before = Date.now()
    const due = await add({ a_changer: true })
    const until = (await membre(due.id)).provisoire_jusqu_au?.getTime() ?? 0
    expect(until - before).toBeGreaterThanOrEqual(7 * JOUR)
    expect(until - Date.now()).toBeLessThanOrEqual(7 * JOUR)
    const read = await direction.get(`/api/members/${due.id}`)
    expect(read.json).toMatchObject({
      provisoire_jusqu_au: new Date(until).toISOString(),
      second_facteur: false,
    })
    expect((await login(due.email, PROVISOIRE)).answer.json).toMatchObject({ suite: 'mot_de_passe' })
    for (const a_changer of [false, null, undefined]) {
      const own = await add({ a_changer })
      expect((await membre(own.id)).provisoire_jusqu_au).toBeNull()
      expect((await login(own.email, PROVISOIRE)).answer.json).toMatchObject({ suite: null })
    }
  })

  it('a password of a member: his sessions end; it is provisional with « a_changer », and ends one that was without', async () => {
    const { id, email } = await add({})
    const { visitor } = await login(email, PROVISOIRE)
    const { version } = await membre(id)
    const whole = { id, role: 'caisse', version, ...twice(SIEN), a_changer: true }
    expect((await edit(id, email, whole)).statusCode).toBe(200)
    expect((await visitor.get('/api/user')).statusCode).toBe(401)
    expect((await membre(id)).provisoire_jusqu_au).not.toBeNull()
    const again = await login(email, SIEN)
    expect(again.answer.json).toMatchObject({ suite: 'mot_de_passe' })

    expect((await edit(id, email, twice(PROVISOIRE))).statusCode).toBe(200)
    expect((await again.visitor.get('/api/user')).statusCode).toBe(401)
    expect((await membre(id)).provisoire_jusqu_au).toBeNull()
    expect((await login(email, PROVISOIRE)).answer.json).toMatchObject({ suite: null })
  })

  it('« a_changer » without a password is ignored: password, term and sessions stay', async () => {
    const { id, email } = await add({ a_changer: true })
    const { visitor } = await login(email, PROVISOIRE)
    const { mot_de_passe, provisoire_jusqu_au } = await membre(id)
    for (const body of [{ a_changer: true }, { a_changer: false, password: '', password_confirmation: '' }])
      expect((await edit(id, email, body)).statusCode).toBe(200)
    expect(await membre(id)).toMatchObject({ mot_de_passe, provisoire_jusqu_au })
    expect((await visitor.get('/api/user')).statusCode).toBe(200)
  })

  it('on oneself it is refused with a password and ignored without, and nothing is written', async () => {
    const { id, email } = (await direction.get('/api/user')).json as { id: number; email: string }
    const before = await fingerprints(t.db)
    const answer = await edit(id, email, { ...twice(SIEN), a_changer: true })
    expect([answer.statusCode, answer.json]).toEqual([409, { message: 'Changez le vôtre dans Profil.' }])
    expect(await fingerprints(t.db)).toEqual(before)
    const name = 'Karim Benali'
    expect((await direction.put(`/api/members/${id}`, { name, email, a_changer: true })).statusCode).toBe(200)
  })
})

// spec: IN-31
describe('a provisional password', () => {
  it('opens nothing but one’s own new password until it is changed, whatever the call', async () => {
    const { email } = await add({ a_changer: true })
    const { visitor } = await login(email, PROVISOIRE)
    const open = new Set([
      'GET /api/user',
      'POST /logout',
      'GET /api/profile',
      'POST /api/profile/mot-de-passe',
    ])
    const before = await fingerprints(t.db)
    const wrong: unknown[] = []
    for (const { method, path, access } of t.app.contracts) {
      if (access === 'public' || access === 'lien' || open.has(`${method} ${path}`)) continue
      const url = BASE + path.replaceAll(/\{\w+\}/g, '999999')
      const { statusCode, json } = await visitor.send({ method, url })
      if (statusCode !== 403 || JSON.stringify(json) !== JSON.stringify(SUITE))
        wrong.push([method, path, statusCode, json])
    }
    expect(wrong).toEqual([])
    expect(await fingerprints(t.db)).toEqual(before)
    expect((await visitor.get('/api/user')).json).toMatchObject({ suite: 'mot_de_passe' })
    expect((await visitor.get('/api/profile')).json).toMatchObject({
      suite: 'mot_de_passe',
      data: { suite: 'mot_de_passe', second_facteur: { actif: false, codes_restants: 0 } },
    })
    expect((await visitor.get('/sanctum/csrf-cookie')).statusCode).toBe(204)
  })

  it('is changed for another: no more is asked, other sessions end, this one goes on; backups wait a day', async () => {
    const { id, email } = await add({ a_changer: true })
    await t.db.updateTable('membres').set({ mot_de_passe_le: null }).where('id', '=', id).execute()
    const { visitor } = await login(email, PROVISOIRE)
    const other = await login(email, PROVISOIRE)
    const { mot_de_passe } = await membre(id)

    for (const [actuel, password, confirmation, field, sentence] of [
      ['pas le bon', SIEN, SIEN, 'actuel', "Ce n'est pas le mot de passe actuel."],
      [PROVISOIRE, PROVISOIRE, PROVISOIRE, 'password', 'Choisissez un autre mot de passe.'],
      [PROVISOIRE, 'court', 'court', 'password', 'Le mot de passe doit contenir au moins 8 caractères.'],
      [PROVISOIRE, SIEN, 'autre', 'password_confirmation', 'Les mots de passe ne correspondent pas.'],
      ['', SIEN, SIEN, 'actuel', 'Le mot de passe est obligatoire.'],
    ] as const) {
      const before = (await lines()).length
      const body = { actuel, password, password_confirmation: confirmation }
      const refused = await visitor.post('/api/profile/mot-de-passe', body)
      expect([refused.statusCode, refused.json]).toEqual([
        422,
        { message: sentence, errors: { [field]: [sentence] } },
      ])
      expect((await lines()).length).toBe(before)
    }
    expect((await membre(id)).mot_de_passe).toBe(mot_de_passe)

    const done = await choose(visitor, PROVISOIRE, SIEN)
    expect([done.statusCode, done.json]).toEqual([200, { message: 'Mot de passe modifié avec succès !' }])
    expect(await membre(id)).toMatchObject({ provisoire_jusqu_au: null })
    expect(Date.now() - ((await membre(id)).mot_de_passe_le?.getTime() ?? 0)).toBeLessThan(60_000)
    expect((await visitor.get('/api/user')).json).toMatchObject({ suite: null })
    expect((await visitor.get('/api/residences')).statusCode).toBe(200)
    expect((await other.visitor.get('/api/user')).statusCode).toBe(401)
    expect((await login(email, PROVISOIRE)).answer.statusCode).toBe(422)
    expect((await login(email, SIEN)).answer.json).toMatchObject({ suite: null })
  })

  it('a repeat with one key changes once and is answered the same', async () => {
    const { id, email } = await add({ a_changer: true })
    const { visitor } = await login(email, PROVISOIRE)
    const send = () =>
      visitor.post(
        '/api/profile/mot-de-passe',
        { actuel: PROVISOIRE, ...twice(SIEN) },
        { 'idempotency-key': 'une seule fois' },
      )
    const [first, before] = [await send(), (await lines()).length]
    const { mot_de_passe } = await membre(id)
    const second = await send()
    expect([second.statusCode, second.json]).toEqual([first.statusCode, first.json])
    expect([(await membre(id)).mot_de_passe, (await lines()).length]).toEqual([mot_de_passe, before])
  })

  it('past its seven days is refused with the right password only, and opens nothing', async () => {
    const { id, email } = await add({ a_changer: true })
    await sql`update membres set provisoire_jusqu_au = now() - interval '1 second' where id = ${id}`.execute(
      t.db,
    )
    const right = await login(email, PROVISOIRE)
    expect([right.answer.statusCode, right.answer.json]).toEqual([
      403,
      { message: 'Ce mot de passe provisoire a expiré. Demandez-en un autre à la direction.' },
    ])
    const wrong = await login(email, 'pas le bon')
    expect([wrong.answer.statusCode, wrong.answer.json]).toMatchObject([
      422,
      { message: 'Ces identifiants ne correspondent pas à nos enregistrements.' },
    ])
    // An account that is shut is told so first.
    await t.db.updateTable('membres').set({ actif: false }).where('id', '=', id).execute()
    expect((await login(email, PROVISOIRE)).answer.json).toMatchObject({
      message: expect.stringContaining("n'est pas encore activé"),
    })
    expect(await t.db.selectFrom('sessions').where('membre_id', '=', id).selectAll().execute()).toEqual([])
  })

  it('a wrong present password counts as a failed sign-in, and five stop the right one', async () => {
    const { email } = await add({ a_changer: true })
    const { visitor } = await login(email, PROVISOIRE)
    for (let n = 0; n < 5; n++) expect((await choose(visitor, 'pas le bon', SIEN)).statusCode).toBe(422)
    expect((await choose(visitor, PROVISOIRE, SIEN)).statusCode).toBe(429)
    expect((await login(email, PROVISOIRE)).answer.statusCode).toBe(429)
  })

  it('leaves a line for each step, and no password in any row', async () => {
    const from = (await lines()).length
    const { id, email } = await add({ a_changer: true })
    await choose((await login(email, PROVISOIRE)).visitor, PROVISOIRE, SIEN)
    await edit(id, email, { ...twice(PROVISOIRE), a_changer: true })
    const written = (await lines()).slice(from)
    expect(written.map(({ action, objet_id }) => [action, objet_id])).toEqual([
      ['ajouter', id],
      ['modifier', id],
      ['modifier', id],
    ])
    expect(written.map(({ apres }) => apres)).toMatchObject([
      { provisoire_jusqu_au: expect.any(String) },
      { motDePasseChange: true },
      { motDePasseChange: true, provisoire_jusqu_au: expect.any(String) },
    ])
    expect((await everyRow(t.db)).match(/K7PM-2XQF-9TLA|Motdepasse2!/)).toBeNull()
  })
})
