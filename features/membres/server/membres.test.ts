import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aujourdhui } from '#shared/dates.ts'
import { failedInvariants } from '#test/harness/invariants.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { idOf } from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
})
beforeEach(async () => {
  await t.db.deleteFrom('membres').execute()
  await t.db.deleteFrom('tentatives').execute()
  karim = await t.member()
})
afterAll(() => t.close())

const PASSWORD = 'Un secret bien gardé 1'
const amina = {
  name: 'Amina Haddad',
  email: 'amina@diyar.dz',
  password: PASSWORD,
  password_confirmation: PASSWORD,
}
const rows = () => t.db.selectFrom('membres').selectAll().orderBy('id').execute()
const sessionsOf = (membre_id: number) =>
  t.db.selectFrom('sessions').selectAll().where('membre_id', '=', membre_id).execute()
const journalOf = (id: number) =>
  t.db
    .selectFrom('journal')
    .selectAll()
    .where('objet', '=', 'membre')
    .where('objet_id', '=', id)
    .orderBy('id')
    .execute()
const signIn = async (email: string, password: string) => {
  const visitor = t.visitor()
  return { visitor, answer: await visitor.post('/login', { email, password }) }
}
const idOfKarim = async () => idOf({ json: (await karim.get('/api/user')).json })

describe('members', () => {
  // spec: MEM-54, MEM-52, MEM-53, MEM-59, AUTH-15
  it('are added active, never show a password, and sign in', async () => {
    const added = await karim.post('/api/members', { ...amina, statut: 'désactivé', actif: false, id: 999 })
    expect(added.statusCode).toBe(201)
    const id = idOf(added)
    expect(added.json).toEqual({
      id,
      name: amina.name,
      email: amina.email,
      statut: 'activé',
      role: 'direction',
      version: 1,
      message: 'Membre ajouté avec succès !',
    })
    expect((await karim.get(`/api/members/${id}`)).json).toEqual({
      id,
      name: amina.name,
      email: amina.email,
      statut: 'activé',
      role: 'direction',
      version: 1,
      jamais_actif: false,
      inscrit_le: aujourdhui(),
      desactive_le: null,
      second_facteur: false,
      provisoire_jusqu_au: null,
    })
    expect((await signIn('AMINA@diyar.dz', PASSWORD)).answer.statusCode).toBe(200)
    const list = await karim.get('/api/members')
    for (const text of [added.body, list.body, JSON.stringify(await journalOf(id))]) {
      expect(text).toContain('amina@diyar.dz')
      expect(text).not.toMatch(/secret|argon2|mot_?de_?passe|password/i)
    }
    expect(await journalOf(id)).toMatchObject([
      { action: 'ajouter', membre_nom: 'Karim Benali', avant: null, apres: { name: 'Amina Haddad' } },
    ])
  })

  // spec: MEM-50, MEM-51, MEM-20, EC-38
  it('are listed six by six, the newest first whether they wait or not, each exactly once', async () => {
    await t.visitor().post('/register', { ...amina, email: 'attend@diyar.dz' })
    for (let n = 0; n < 6; n++) await karim.post('/api/members', { ...amina, email: `membre${n}@diyar.dz` })
    const first = (await karim.get('/api/members?page=1&per_page=6')).json as MembersPage
    expect(first).toMatchObject({
      current_page: 1,
      last_page: 2,
      per_page: 6,
      total: 8,
      meta: { last_page: 2 },
    })
    expect(first.data[0]).toMatchObject({ email: 'membre5@diyar.dz', statut: 'activé', jamais_actif: false })
    const second = (await karim.get('/api/members?page=2')).json as MembersPage
    const seen = [...first.data, ...second.data].map(({ id }) => id)
    expect(first.data).toHaveLength(6)
    expect(seen).toEqual((await rows()).map(({ id }) => id).toReversed())
    expect(second.data[0]).toMatchObject({
      email: 'attend@diyar.dz',
      statut: 'désactivé',
      jamais_actif: true,
    })
    expect(((await karim.get('/api/members?page=9')).json as MembersPage).data).toEqual([])
  })

  // spec: EC-38
  it('say when they signed up and were shut out; requests that wait are counted, and listed alone', async () => {
    await t.visitor().post('/register', amina)
    const waiting = (await rows()).find(({ email }) => email === amina.email)?.id ?? 0
    const dismissed = idOf(await karim.post('/api/members', { ...amina, email: 'parti@diyar.dz' }))
    await karim.post(`/api/members/${dismissed}/disable`)
    const of = async (id: number) => (await karim.get(`/api/members/${id}`)).json
    const never = { statut: 'désactivé', jamais_actif: true, inscrit_le: aujourdhui(), desactive_le: null }
    const gone = { statut: 'désactivé', jamais_actif: false, desactive_le: aujourdhui() }
    const active = { statut: 'activé', jamais_actif: false, desactive_le: null }
    expect(await of(waiting)).toMatchObject(never)
    expect(await of(dismissed)).toMatchObject(gone)
    const list = (await karim.get('/api/members')).json as MembersPage & { demandes: number }
    expect(list.demandes).toBe(1)
    expect(list.data).toMatchObject([{ id: dismissed, ...gone }, { id: waiting, ...never }, active])
    const alone = (await karim.get('/api/members?jamais_actif=1')).json
    expect(alone).toMatchObject({ total: 1, demandes: 1, data: [{ id: waiting }] })

    // Disabling who waits changes nothing; a dismissal keeps its first day until the account is let in again.
    await karim.post(`/api/members/${waiting}/disable`)
    expect(await of(waiting)).toMatchObject(never)
    const past = new Date('2026-11-12T10:00:00Z')
    await t.db.updateTable('membres').set({ desactive_le: past }).where('id', '=', dismissed).execute()
    await karim.post(`/api/members/${dismissed}/disable`)
    expect(await of(dismissed)).toMatchObject({ ...gone, desactive_le: '2026-11-12' })
    for (const id of [waiting, dismissed]) {
      await karim.post(`/api/members/${id}/activate`)
      expect(await of(id)).toMatchObject(active)
    }
    expect((await karim.get('/api/members?jamais_actif=1')).json).toMatchObject({ data: [], demandes: 0 })
    const first = (await rows()).find(({ id }) => id === waiting)?.active_le
    await karim.post(`/api/members/${waiting}/disable`)
    expect(await of(waiting)).toMatchObject(gone)
    await karim.post(`/api/members/${waiting}/activate`)
    expect((await rows()).find(({ id }) => id === waiting)?.active_le).toEqual(first)
    expect(await failedInvariants(t.db)).toEqual([])
  })

  // spec: MEM-55, MEM-48
  it('are changed; an empty password, or none, keeps the old one and their sessions', async () => {
    const id = idOf(await karim.post('/api/members', amina))
    const { visitor } = await signIn(amina.email, PASSWORD)
    for (const password of ['', null, undefined]) {
      const changed = await karim.put(`/api/members/${id}`, {
        id,
        name: 'Amina B.',
        email: 'amina.b@diyar.dz',
        password,
        password_confirmation: password,
      })
      expect(changed.json).toMatchObject({
        id,
        name: 'Amina B.',
        email: 'amina.b@diyar.dz',
        message: 'Membre modifié avec succès !',
      })
    }
    expect((await visitor.get('/api/user')).json).toMatchObject({ name: 'Amina B.' })
    expect((await signIn('amina.b@diyar.dz', PASSWORD)).answer.statusCode).toBe(200)
  })

  it('with a new password: their sessions end, the old one no longer signs in, the journal says only that it changed', async () => {
    const id = idOf(await karim.post('/api/members', amina))
    const { visitor } = await signIn(amina.email, PASSWORD)
    const changed = await karim.put(`/api/members/${id}`, {
      ...amina,
      password: 'Nouveau secret 2',
      password_confirmation: 'Nouveau secret 2',
    })
    expect(changed.statusCode).toBe(200)
    expect((await visitor.get('/api/user')).statusCode).toBe(401)
    expect(await sessionsOf(id)).toEqual([])
    expect((await karim.get('/api/user')).statusCode).toBe(200)
    expect((await signIn(amina.email, PASSWORD)).answer.statusCode).toBe(422)
    expect((await signIn(amina.email, 'Nouveau secret 2')).answer.statusCode).toBe(200)
    const [, entry] = await journalOf(id)
    expect(entry).toMatchObject({ action: 'modifier', apres: { motDePasseChange: true } })
    expect(JSON.stringify(entry)).not.toMatch(/secret|argon2/i)
  })

  it('refuse a stale edit and keep the newer', async () => {
    const id = idOf(await karim.post('/api/members', amina))
    expect(
      (await karim.put(`/api/members/${id}`, { name: 'Premier', email: amina.email, version: 1 })).json,
    ).toMatchObject({ version: 2 })
    const late = await karim.put(`/api/members/${id}`, {
      name: 'Second',
      email: amina.email,
      password: 'Nouveau secret 2',
      password_confirmation: 'Nouveau secret 2',
      version: 1,
    })
    expect([late.statusCode, late.json]).toEqual([
      409,
      { message: 'Cette fiche a été modifiée entre-temps. Rechargez-la.' },
    ])
    expect((await rows()).find((row) => row.id === id)).toMatchObject({ name: 'Premier' })
    expect((await signIn(amina.email, PASSWORD)).answer.statusCode).toBe(200)
  })

  // spec: MEM-57, MEM-58, MEM-40, MEM-41
  it('are disabled and activated; a disabled one is out at his next request and cannot come back in', async () => {
    const id = idOf(await karim.post('/api/members', amina))
    const { visitor } = await signIn(amina.email, PASSWORD)
    const disabled = await karim.post(`/api/members/${id}/disable`)
    expect(disabled.json).toMatchObject({
      id,
      statut: 'désactivé',
      message: 'Statut du membre modifié avec succès !',
    })
    expect((await visitor.get('/api/user')).statusCode).toBe(401)
    expect(await sessionsOf(id)).toEqual([])
    expect((await signIn(amina.email, PASSWORD)).answer.statusCode).toBe(403)
    await karim.post(`/api/members/${id}/disable`)
    expect((await karim.post(`/api/members/${id}/activate`)).json).toMatchObject({ statut: 'activé' })
    expect((await visitor.get('/api/user')).statusCode).toBe(401)
    expect((await signIn(amina.email, PASSWORD)).answer.statusCode).toBe(200)
    expect((await journalOf(id)).map(({ action }) => action)).toEqual(['ajouter', 'désactiver', 'activer'])
  })

  // spec: MEM-56
  it('are deleted with their sessions; what they did stays', async () => {
    const id = idOf(await karim.post('/api/members', amina))
    const { visitor } = await signIn(amina.email, PASSWORD)
    const client = idOf(
      await visitor.post('/api/clients', { nomComplet: 'Ali', tel: '0555', email: 'ali@x.dz' }),
    )
    expect((await karim.delete(`/api/members/${id}`)).json).toEqual({
      message: 'Membre supprimé avec succès !',
    })
    expect((await visitor.get('/api/user')).statusCode).toBe(401)
    expect((await rows()).some((row) => row.id === id)).toBe(false)
    const done = await t.db
      .selectFrom('journal')
      .selectAll()
      .where('objet', '=', 'client')
      .where('objet_id', '=', client)
      .execute()
    expect(done).toMatchObject([{ membre_id: id, membre_nom: 'Amina Haddad' }])
    expect(await journalOf(id)).toMatchObject([
      {},
      { action: 'supprimer', membre_nom: 'Karim Benali', avant: { email: amina.email } },
    ])
  })

  it('keep at least one active among them', async () => {
    const me = await idOfKarim()
    await t.visitor().post('/register', amina)
    const before = await rows()
    for (const refused of [
      await karim.post(`/api/members/${me}/disable`),
      await karim.delete(`/api/members/${me}`),
    ])
      expect([refused.statusCode, refused.json]).toEqual([
        422,
        { message: 'Impossible : au moins un membre actif est requis.' },
      ])
    expect(await rows()).toEqual(before)
    expect((await karim.get('/api/user')).statusCode).toBe(200)
    await karim.post('/api/members', { ...amina, email: 'autre@diyar.dz' })
    expect((await karim.post(`/api/members/${me}/disable`)).statusCode).toBe(200)
    expect((await karim.get('/api/user')).statusCode).toBe(401)
  })

  it('never lock everybody out, though two disable or delete each other at the same instant', async () => {
    for (let round = 0; round < 20; round++) {
      const id = idOf(await karim.post('/api/members', amina))
      const { visitor } = await signIn(amina.email, PASSWORD)
      const me = await idOfKarim()
      const answers = await Promise.all(
        round % 2 === 0
          ? [karim.post(`/api/members/${id}/disable`), visitor.post(`/api/members/${me}/disable`)]
          : [karim.delete(`/api/members/${id}`), visitor.post(`/api/members/${me}/disable`)],
      )
      expect(answers.some(({ statusCode }) => statusCode === 200)).toBe(true)
      expect((await rows()).filter(({ actif }) => actif)).toHaveLength(1)
      await t.db.deleteFrom('membres').execute()
      await t.db.deleteFrom('tentatives').execute()
      karim = await t.member()
    }
  })

  // spec: MEM-43, MEM-47, MEM-49
  it.each([
    [{ name: ' ' }, 'name', 'Le nom est obligatoire.'],
    [{ email: 'abc' }, 'email', "L'adresse email n'est pas valide."],
    [{ email: '' }, 'email', "L'adresse email est obligatoire."],
    [{ email: 'Karim.BENALI@diyar.dz' }, 'email', 'Cette adresse email est déjà utilisée.'],
    [
      { password: 'court', password_confirmation: 'court' },
      'password',
      'Le mot de passe doit contenir au moins 8 caractères.',
    ],
    [
      { password_confirmation: 'autre chose' },
      'password_confirmation',
      'Les mots de passe ne correspondent pas.',
    ],
    [{ name: 'x'.repeat(256) }, 'name', 'Ce texte dépasse 255 caractères.'],
    [{ name: 'a\uD800' }, 'name', 'Ce texte contient des caractères interdits.'],
    [
      { password: 'abcdefgh\u0000', password_confirmation: 'abcdefgh\u0000' },
      'password',
      'Ce texte contient des caractères interdits.',
    ],
  ])('refuse %j at its field and write nothing, added or changed', async (wrong, field, text) => {
    const id = idOf(await karim.post('/api/members', { ...amina, email: 'libre@diyar.dz' }))
    const before = await rows()
    for (const refused of [
      await karim.post('/api/members', { ...amina, ...wrong }),
      await karim.put(`/api/members/${id}`, { ...amina, ...wrong }),
    ]) {
      expect(refused.statusCode).toBe(422)
      expect(refused.json).toEqual({ message: text, errors: { [field]: [text] } })
    }
    expect(await rows()).toEqual(before)
  })

  it('requires a password to add a member', async () => {
    const before = await rows()
    const refused = await karim.post('/api/members', { name: amina.name, email: amina.email })
    expect(refused.json).toMatchObject({
      errors: {
        password: ['Le mot de passe est obligatoire.'],
        password_confirmation: ['Veuillez confirmer le mot de passe.'],
      },
    })
    expect(await rows()).toEqual(before)
  })

  it('are added once for one Idempotency-Key, and nothing kept tells the password', async () => {
    const key = { 'idempotency-key': 'une-fois' }
    const [one, two] = [
      await karim.post('/api/members', amina, key),
      await karim.post('/api/members', amina, key),
    ]
    expect(two.json).toEqual(one.json)
    expect((await rows()).filter(({ email }) => email === amina.email)).toHaveLength(1)
    const other = await karim.post(
      '/api/members',
      { ...amina, password: 'Autre secret 3', password_confirmation: 'Autre secret 3' },
      key,
    )
    expect(other.statusCode).toBe(422)
    const guess = createHash('sha256')
      .update(JSON.stringify(['POST', '/backend/public/api/members', amina, null]))
      .digest()
    const [kept] = await t.db.selectFrom('idempotence').select('empreinte').execute()
    expect(kept?.empreinte.equals(guess)).toBe(false)
  })

  it('answers 404 to an unknown id, and to a member deleted meanwhile', async () => {
    for (const id of ['999999', '0', 'abc', '99999999999999999999'])
      for (const answer of [
        await karim.get(`/api/members/${id}`),
        await karim.put(`/api/members/${id}`, amina),
        await karim.delete(`/api/members/${id}`),
        await karim.post(`/api/members/${id}/disable`),
        await karim.post(`/api/members/${id}/activate`),
      ])
        expect(answer.statusCode).toBe(404)
  })
})

interface MembersPage {
  data: { id: number; email: string; statut: string }[]
  last_page: number
}
