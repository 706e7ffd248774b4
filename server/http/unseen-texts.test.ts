import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '#features/acces/server/password.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildClient } from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member('chef@diyar.dz')
})
afterAll(() => t.close())

const PASSWORDS = { password: 'Motdepasse1!', password_confirmation: 'Motdepasse1!' }
const REFUSED = "L'adresse email n'est pas valide."
/** Addresses that would read « chef@diyar.dz » in the list of the members. */
const LOOKALIKES = [
  'chef@diyar.dz\u200B',
  'che\u2060f@diyar.dz',
  '\u0441hef@diyar.dz',
  'chef@d\u2170yar.dz',
  'ｃhef@diyar.dz',
]

const stored = async () => ({
  membres: await t.db.selectFrom('membres').select(['name', 'email']).orderBy('id').execute(),
  clients: await t.db.selectFrom('clients').select(['nom_complet', 'email', 'tel']).orderBy('id').execute(),
  promoteurs: await t.db.selectFrom('promoteurs').select(['nom', 'email']).execute(),
})

describe('an e-mail that looks like another', () => {
  it('is refused wherever one is given, and nothing is written', async () => {
    const { id: client } = await buildClient(t.db)
    const { id: membre } = await t.db
      .insertInto('membres')
      .values({ name: 'Nadia', email: 'nadia@diyar.dz', mot_de_passe: '-', actif: true })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: promoteur } = await t.db
      .insertInto('promoteurs')
      .values({ nom: 'SARL', email: 'p@exemple.dz', telephone: '021', adresse: 'Alger' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const before = await stored()
    for (const email of LOOKALIKES) {
      const member = { name: 'Chef', email, ...PASSWORDS }
      const buyer = { nomComplet: 'Chef', email, tel: '0550', adresse: null }
      const promoter = { nom: 'SARL', email, telephone: '021', adresse: 'Alger' }
      for (const [call, answer] of [
        ['sign-up', await t.visitor().post('/register', member)],
        ['member', await karim.post('/api/members', member)],
        ['member changed', await karim.put(`/api/members/${membre}`, { name: 'Nadia', email })],
        ['profile', await karim.put('/api/profile', { name: 'Chef', email })],
        ['client', await karim.post('/api/clients', buyer)],
        ['client changed', await karim.put(`/api/clients/${client}`, buyer)],
        ['promoter', await karim.post('/api/promoteurs', promoter)],
        ['promoter changed', await karim.put(`/api/promoteurs/${promoteur}`, promoter)],
      ] as const)
        expect([call, email, answer.statusCode, answer.json]).toEqual([
          call,
          email,
          422,
          { message: REFUSED, errors: { email: [REFUSED] } },
        ])
    }
    expect(await stored()).toEqual(before)
  })

  it('still opens the account that has it, and no other', async () => {
    const mot_de_passe = await hashPassword(PASSWORDS.password)
    const email = LOOKALIKES[2] ?? ''
    await t.db.insertInto('membres').values({ name: 'Ancien', email, mot_de_passe, actif: true }).execute()
    const visitor = t.visitor()
    const answer = await visitor.post('/login', { email, password: PASSWORDS.password })
    expect(answer.statusCode).toBe(200)
    expect((await visitor.get('/api/profile')).json).toMatchObject({ name: 'Ancien', email })
  })
})

describe('what nobody sees', () => {
  it('is no name', async () => {
    const before = await stored()
    for (const rien of ['\u200B', '\u2800', '\u202E\u202C', '\u3164 ']) {
      const answer = await karim.post('/api/clients', {
        nomComplet: rien,
        email: 'k@exemple.dz',
        tel: '0550',
      })
      const message = 'Le nom complet est obligatoire.'
      expect([rien, answer.statusCode, answer.json]).toEqual([
        rien,
        422,
        { message, errors: { nomComplet: [message] } },
      ])
    }
    expect(await stored()).toEqual(before)
  })

  it('is left out of what is kept, and of what is looked for', async () => {
    const pasted = {
      nomComplet: '\u202Aمحمد Ben\u200Bali\u202C',
      tel: '\u202A0555 66 77 88\u202C',
      email: 'm@exemple.dz',
    }
    expect((await karim.post('/api/clients', pasted)).json).toMatchObject({
      nomComplet: 'محمد Benali',
      tel: '0555 66 77 88',
      adresse: null,
    })
    const found = await karim.get(`/api/recherche?q=${encodeURIComponent('\u202ABen\u00ADali\u202C')}`)
    // The search finds the member of that name too.
    expect(found.json).toMatchObject({ data: [{ titre: 'محمد Benali' }, { genre: 'membre' }] })
  })
})
