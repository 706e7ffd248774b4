import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'

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

const self = { name: 'Karim Benali', email: 'karim.benali@diyar.dz' }
const rows = () => t.db.selectFrom('membres').selectAll().execute()
const signIn = async (password: string, email = self.email) => {
  const visitor = t.visitor()
  return { visitor, status: (await visitor.post('/login', { email, password })).statusCode }
}

describe('the profile', () => {
  // spec: PROF-14
  it('is the signed-in member, in data and at the top level', async () => {
    const profil = {
      ...self,
      statut: 'activé',
      role: 'direction',
      version: 1,
      suite: null,
      second_facteur: { actif: false, codes_restants: 0 },
    }
    expect((await karim.get('/api/profile')).json).toEqual({ ...profil, data: profil })
  })

  // spec: PROF-15, PROF-13
  it('is changed, without a password the old one stays', async () => {
    const changed = await karim.put('/api/profile', {
      name: 'Karim B.',
      email: 'karim@diyar.dz',
      password: '',
      password_confirmation: '',
      statut: 'désactivé',
      version: 1,
    })
    expect(changed.json).toMatchObject({
      data: { name: 'Karim B.', email: 'karim@diyar.dz', statut: 'activé', version: 2 },
      message: 'Profil mis à jour avec succès !',
    })
    expect((await karim.get('/api/profile')).json).toMatchObject({ data: { name: 'Karim B.' } })
    expect((await karim.get('/api/user')).json).toMatchObject({ name: 'Karim B.', email: 'karim@diyar.dz' })
    expect((await signIn('Motdepasse1!', 'karim@diyar.dz')).status).toBe(200)
    const journal = await t.db
      .selectFrom('journal')
      .selectAll()
      .where('action', '=', 'modifier')
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(journal).toMatchObject([
      {
        objet: 'membre',
        membre_nom: 'Karim Benali',
        avant: { name: 'Karim Benali' },
        apres: { name: 'Karim B.' },
      },
    ])
  })

  it('with a new password keeps this session and ends the others', async () => {
    const { visitor: elsewhere } = await signIn('Motdepasse1!')
    const changed = await karim.put('/api/profile', {
      ...self,
      password: 'Nouveau secret 2',
      password_confirmation: 'Nouveau secret 2',
    })
    expect(changed.statusCode).toBe(200)
    expect(changed.body).not.toMatch(/secret|argon2|password/i)
    expect((await karim.get('/api/profile')).statusCode).toBe(200)
    expect((await elsewhere.get('/api/profile')).statusCode).toBe(401)
    expect((await signIn('Motdepasse1!')).status).toBe(422)
    expect((await signIn('Nouveau secret 2')).status).toBe(200)
  })

  // spec: PROF-10, PROF-12
  it.each([
    [{ name: '' }, 422, { name: ['Le nom est obligatoire.'] }],
    [{ email: 'abc' }, 422, { email: ["L'adresse email n'est pas valide."] }],
    [{ email: 'PRIS@diyar.dz' }, 422, { email: ['Cette adresse email est déjà utilisée.'] }],
    [
      { password: 'court', password_confirmation: 'court' },
      422,
      { password: ['Le mot de passe doit contenir au moins 8 caractères.'] },
    ],
    [
      { password: 'Nouveau secret 2', password_confirmation: '' },
      422,
      { password_confirmation: ['Les mots de passe ne correspondent pas.'] },
    ],
    [
      { password: '', password_confirmation: 'Nouveau secret 2' },
      422,
      { password_confirmation: ['Les mots de passe ne correspondent pas.'] },
    ],
    [{ version: 7 }, 409, undefined],
  ])('refuses %j and writes nothing', async (wrong, status, errors) => {
    await karim.post('/api/members', {
      name: 'Pris',
      email: 'pris@diyar.dz',
      password: 'Motdepasse1!',
      password_confirmation: 'Motdepasse1!',
    })
    const before = await rows()
    const refused = await karim.put('/api/profile', { ...self, ...wrong })
    expect(refused.statusCode).toBe(status)
    expect((refused.json as { errors?: unknown }).errors).toEqual(errors)
    expect(await rows()).toEqual(before)
  })

  it('is refused without a session', async () => {
    const before = await rows()
    for (const refused of [
      await t.visitor().get('/api/profile'),
      await t.visitor().put('/api/profile', { ...self, name: 'Autre' }),
    ])
      expect(refused.statusCode).toBe(401)
    expect(await rows()).toEqual(before)
  })
})
