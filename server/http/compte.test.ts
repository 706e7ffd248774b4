import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { fingerprints } from '#test/harness/tables.ts'

// spec: RF-40
let t: TestApp
let amina: Visitor
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  amina = await t.member('amina@diyar.dz')
  karim = await t.member('karim@diyar.dz', 'lecture')
  await t.db
    .updateTable('membres')
    .set({ name: 'Amina Haddad' })
    .where('email', '=', 'amina@diyar.dz')
    .execute()
})
afterAll(() => t.close())

const compteOf = async (visitor: Visitor) => {
  const { compte } = (await visitor.get('/api/user')).json as { compte: string }
  return { 'x-compte': compte }
}
const AMINA = 'Vous êtes maintenant connecté comme Amina Haddad. Rechargez la page.'
const CLIENT = { nomComplet: 'Yacine Mezian', tel: '0550 12 34 56', email: 'yacine@exemple.dz' }
const everything = () => fingerprints(t.db)

it('answers sign-in and GET /api/user with the account, the same in every session and another for each member', async () => {
  const login = await t.visitor().post('/login', { email: 'amina@diyar.dz', password: 'Motdepasse1!' })
  const { compte } = login.json as { compte: string }
  expect(compte).toMatch(/^[\w-]{22}$/)
  expect(await compteOf(amina)).toEqual({ 'x-compte': compte })
  expect((await compteOf(karim))['x-compte']).not.toBe(compte)
})

it('writes nothing for a screen that was drawn for another account', async () => {
  const drawnForKarim = await compteOf(karim)
  const before = await everything()
  for (const answer of [
    await amina.post('/api/clients', CLIENT, drawnForKarim),
    await amina.put('/api/clients/1', CLIENT, drawnForKarim),
    await amina.delete('/api/clients/1', drawnForKarim),
    await amina.form(
      '/api/residences/1',
      { nom: 'Cité', _method: 'PUT' },
      { part: 'plan', name: 'p.pdf', content: '%PDF-1.4\n%%EOF\n' },
      drawnForKarim,
    ),
    await amina.get('/api/clients', drawnForKarim),
    await amina.get('/api/ventes/export', drawnForKarim),
    await amina.get('/api/user', drawnForKarim),
    await amina.get('/api/clients', { 'x-compte': 'rien' }),
    await amina.get('/api/clients', { 'x-compte': '' }),
  ]) {
    expect(answer.statusCode).toBe(409)
    expect(answer.json).toEqual({ message: AMINA, compte: (await compteOf(amina))['x-compte'] })
  }
  expect(await everything()).toEqual(before)
})

it('serves its own account, and whoever names none, as before', async () => {
  expect((await amina.post('/api/clients', CLIENT, await compteOf(amina))).statusCode).toBe(201)
  expect((await amina.post('/api/clients', { ...CLIENT, nomComplet: 'Sans compte' })).statusCode).toBe(201)
})

it('tells a visitor to sign in first, and a rôle without the droit of its account first', async () => {
  const drawnForAmina = await compteOf(amina)
  const visitor = await t.visitor().post('/api/clients', CLIENT, drawnForAmina)
  expect([visitor.statusCode, visitor.json]).toEqual([401, { message: 'Veuillez vous connecter.' }])
  expect((await karim.post('/api/clients', CLIENT, drawnForAmina)).statusCode).toBe(409)
  expect((await karim.post('/api/clients', CLIENT, await compteOf(karim))).statusCode).toBe(403)
})

it('lets any account sign in, sign out, take a token and make a public call', async () => {
  const drawnForKarim = await compteOf(karim)
  const visitor = t.visitor()
  const credentials = { email: 'amina@diyar.dz', password: 'Motdepasse1!' }
  expect((await visitor.post('/login', credentials, drawnForKarim)).statusCode).toBe(200)
  expect((await visitor.get('/sanctum/csrf-cookie', drawnForKarim)).statusCode).toBe(204)
  expect((await visitor.post('/login', credentials, drawnForKarim)).statusCode).toBe(200)
  expect((await visitor.get('/api/verifier?code=AAAA', drawnForKarim)).statusCode).not.toBe(409)
  expect((await visitor.post('/logout', undefined, drawnForKarim)).statusCode).toBe(200)
})
