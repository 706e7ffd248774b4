import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildClient, idOf } from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())

const someone = { nomComplet: 'Lila Ziani', tel: '0550 12 34 56', email: 'lila@exemple.dz', adresse: null }
const ECRIT = { nomComplet: 'Lila Ziani', tel: '0550 12 34 56', email: '' }
const REQUIS = "L'adresse email est obligatoire."
const SANS_OU_AVEC = "Donnez l'adresse, ou choisissez « Sans e-mail »."
const TEL_REQUIS = 'Le téléphone est obligatoire.'

const kept = (id: number) =>
  t.db
    .selectFrom('clients')
    .select(['tel', 'email', 'telephone', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const howMany = () => t.db.selectFrom('clients').select('id').execute()

describe('a client without e-mail', () => {
  // spec: IN-21
  it('is added when it is said, and answers an empty e-mail everywhere', async () => {
    const added = await karim.post('/api/clients', { ...ECRIT, sans_email: true })
    expect(added.statusCode).toBe(201)
    expect(added.json).toMatchObject({ email: '', sans_email: true, sans_telephone: false })
    const id = idOf(added)
    expect(await kept(id)).toMatchObject({ email: null })
    const sans = { id, nomComplet: 'Lila Ziani', tel: '0550 12 34 56', email: '', sans_email: true }
    expect((await karim.get(`/api/clients/${id}`)).json).toMatchObject(sans)
    expect((await karim.get(`/api/clients/${id}/dossier`)).json).toMatchObject(sans)
    expect((await karim.get(`/api/all-clients?ids=${id}`)).json).toEqual([{ ...sans, sans_telephone: false }])
    const page = (await karim.get('/api/clients?search=lila ziani')).json
    expect(page).toMatchObject({ data: [{ ...sans, sans_telephone: false }] })
  })

  // spec: IN-21
  it('is added and changed by what its form sends, and comes last in the list sorted by e-mail or phone', async () => {
    const added = await karim.post('/api/clients', { ...ECRIT, sans_email: true, adresse: '' })
    expect(added.statusCode).toBe(201)
    const id = idOf(added)
    const changed = await karim.put(`/api/clients/${id}`, {
      ...ECRIT,
      sans_email: true,
      adresse: 'Oran',
      version: 1,
    })
    expect(changed.json).toMatchObject({ email: '', sans_email: true, adresse: 'Oran' })
    const { id: injoignable } = await buildClient(t.db, { tel: null, email: null })
    const form = { ...ECRIT, tel: '', sans_email: true, sans_telephone: true, adresse: 'Oran', version: 1 }
    expect((await karim.put(`/api/clients/${injoignable}`, form)).json).toMatchObject({
      tel: '',
      sans_telephone: true,
      adresse: 'Oran',
    })
    const { id: joignable } = await buildClient(t.db)
    expect((await karim.put(`/api/clients/${joignable}`, form)).json).toMatchObject({
      errors: { tel: [TEL_REQUIS] },
    })
    const autres = [
      await buildClient(t.db, { nom_complet: 'Trié Sans', tel: null, email: null }),
      await buildClient(t.db, { nom_complet: 'Trié Avec', email: 'z@exemple.dz' }),
    ]
    for (const tri of ['email', '-email', 'tel', '-tel']) {
      const { data } = (await karim.get(`/api/clients?search=trié&tri=${tri}`)).json as {
        data: { id: number }[]
      }
      expect([tri, data.map((un) => un.id)]).toEqual([tri, [autres[1]?.id, autres[0]?.id]])
    }
  })

  // spec: IN-21
  it.each([
    ['an empty e-mail', ECRIT, REQUIS],
    ['no e-mail at all', { ...ECRIT, email: undefined }, REQUIS],
    ['an empty e-mail that is not said', { ...ECRIT, sans_email: false }, REQUIS],
    ['an e-mail beside « Sans e-mail »', { ...someone, sans_email: true }, SANS_OU_AVEC],
  ])('is refused with %s', async (_, body, sentence) => {
    const before = await howMany()
    const refused = await karim.post('/api/clients', body)
    expect(refused.statusCode).toBe(422)
    expect(refused.json).toMatchObject({ errors: { email: [sentence] } })
    expect(await howMany()).toEqual(before)
  })

  // spec: IN-21
  it('stays so when what was read is sent back, and ends with an address', async () => {
    const { id } = await buildClient(t.db, { email: null })
    const read = (await karim.get(`/api/clients/${id}`)).json as object
    const back = await karim.put(`/api/clients/${id}`, read)
    expect(back.json).toMatchObject({ email: '', sans_email: true, version: 2 })
    const { sans_email: _, sans_telephone: __, ...specified } = back.json as Record<string, unknown>
    const old = await karim.put(`/api/clients/${id}`, specified)
    expect(old.json).toMatchObject({ email: '', sans_email: true, version: 3 })
    const given = await karim.put(`/api/clients/${id}`, { ...someone, version: 3 })
    expect(given.json).toMatchObject({ email: someone.email, sans_email: false })
    const without = await karim.put(`/api/clients/${id}`, { ...ECRIT, sans_email: true })
    expect(without.json).toMatchObject({ email: '', sans_email: true })
    expect(await kept(id)).toMatchObject({ email: null })
  })

  // spec: IN-21
  it.each([
    ['is not said', { ...someone, email: '' }, { email: [REQUIS] }],
    ['is denied', { ...someone, email: '', sans_email: false }, { email: [REQUIS] }],
    ['is said beside an address', { ...someone, sans_email: true }, { email: [SANS_OU_AVEC] }],
    [
      'is not said, nor the phone',
      { ...someone, email: '', tel: '' },
      { tel: [TEL_REQUIS], email: [REQUIS] },
    ],
  ])('is not made of one who has one when it %s', async (_, body, errors) => {
    const { id } = await buildClient(t.db)
    const before = await kept(id)
    const refused = await karim.put(`/api/clients/${id}`, body)
    expect(refused.statusCode).toBe(422)
    expect(refused.json).toMatchObject({ errors })
    expect(await kept(id)).toEqual(before)
  })

  // spec: IN-21
  it('is told together with what else is empty', async () => {
    const { id } = await buildClient(t.db)
    const refused = await karim.put(`/api/clients/${id}`, { nomComplet: '', tel: '', email: '' })
    expect(refused.json).toMatchObject({
      errors: { nomComplet: ['Le nom complet est obligatoire.'], tel: [TEL_REQUIS], email: [REQUIS] },
    })
  })
})

describe('a client without phone', () => {
  // spec: IN-21
  it('cannot be added, and stays so when what was read is sent back', async () => {
    const before = await howMany()
    const refused = await karim.post('/api/clients', { ...someone, tel: '' })
    expect(refused.statusCode).toBe(422)
    expect(refused.json).toMatchObject({ errors: { tel: [TEL_REQUIS] } })
    expect(await howMany()).toEqual(before)
    const { id } = await buildClient(t.db, { tel: null, email: null })
    const read = (await karim.get(`/api/clients/${id}`)).json as object
    expect(read).toMatchObject({ tel: '', email: '', sans_telephone: true, sans_email: true })
    const back = await karim.put(`/api/clients/${id}`, read)
    expect(back.json).toMatchObject({ tel: '', sans_telephone: true, version: 2 })
    expect(await kept(id)).toMatchObject({ tel: null, telephone: null })
    const given = await karim.put(`/api/clients/${id}`, { ...someone, version: 2 })
    expect(given.json).toMatchObject({ tel: someone.tel, sans_telephone: false, sans_email: false })
    expect(await kept(id)).toMatchObject({ telephone: '0550123456' })
  })

  // spec: IN-21
  it('has no link, but by the digits of a second phone', async () => {
    const { id } = await buildClient(t.db, { tel: null })
    const refused = await karim.post(`/api/clients/${id}/lien`)
    expect(refused.statusCode).toBe(422)
    expect(refused.json).toMatchObject({ message: "Ce client n'a pas de téléphone." })
    expect(await t.db.selectFrom('liens_clients').select('id').where('client_id', '=', id).execute()).toEqual(
      [],
    )
    const deuxieme = await buildClient(t.db, { tel: null, tel2: '0661 98 76 54' })
    const { adresse } = (await karim.post(`/api/clients/${deuxieme.id}/lien`)).json as { adresse: string }
    const buyer = t.visitor()
    const opened = await buyer.post('/api/suivi/ouvrir', {
      jeton: adresse.slice(adresse.indexOf('#') + 1),
      chiffres: '7654',
    })
    expect(opened.statusCode).toBe(200)
  })
})
