import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { tidyAcces } from '#features/acces/server/acces.service.ts'
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
})
afterAll(async () => {
  await proxied.close()
  await t.close()
})

const PASSWORD = 'Motdepasse1!'
const person = (email: string) => ({
  name: 'Samir',
  email,
  password: PASSWORD,
  password_confirmation: PASSWORD,
})
const register = (email: string, address = '41.1.0.1') =>
  new Visitor(proxied).post('/register', person(email), { 'x-forwarded-for': address })
const members = async () =>
  (await t.db.selectFrom('membres').select('email').orderBy('id').execute()).map(({ email }) => email)
/** So many accounts that wait since so many days. */
const waiting = (many: number, days: number) =>
  sql`with m as (
      insert into membres (name, email, mot_de_passe, attend, cree_le)
      select 'Attente', 'attente' || ${days}::text || '-' || n || '@diyar.dz', '-', true, now() - make_interval(days => ${days})
      from generate_series(1, ${many}::int) n returning id)
    insert into journal (membre_id, membre_nom, action, objet, objet_id)
    select id, 'Attente', 'inscrire', 'membre', id from m`.execute(t.db)

// spec: RF-85
describe('accounts that wait', () => {
  it('are two hundred at most: another sign-up is refused and writes nothing, a member adds whom he likes', async () => {
    const karim = await t.member()
    await waiting(199, 3)
    expect((await register('n200@diyar.dz')).statusCode).toBe(201)
    const before = await members()
    const refused = await register('n201@diyar.dz')
    expect([refused.statusCode, refused.json]).toEqual([
      429,
      { message: 'Trop de demandes attendent. Demandez à un membre.' },
    ])
    expect(await members()).toEqual(before)
    expect((await karim.post('/api/members', person('n202@diyar.dz'))).statusCode).toBe(201)
    // A member who is let in, and shut out again, waits no more.
    const { id } = await t.db
      .selectFrom('membres')
      .where('email', '=', 'n200@diyar.dz')
      .select('id')
      .executeTakeFirstOrThrow()
    for (const actif of [true, false])
      await t.db.updateTable('membres').set({ actif }).where('id', '=', id).execute()
    expect((await register('n203@diyar.dz')).statusCode).toBe(201)
  })

  it('fall after thirty days, with a line in the journal; those of members never do', async () => {
    const karim = await t.member()
    await karim.post('/api/members', person('ancien@diyar.dz'))
    await t.db
      .updateTable('membres')
      .set({ actif: false, cree_le: sql`now() - interval '90 days'` })
      .where('email', '=', 'ancien@diyar.dz')
      .execute()
    await waiting(200, 31)
    await waiting(1, 29)
    expect((await register('nouveau@diyar.dz')).statusCode).toBe(201)
    expect(await members()).toEqual([
      'karim.benali@diyar.dz',
      'ancien@diyar.dz',
      'attente29-1@diyar.dz',
      'nouveau@diyar.dz',
    ])
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from journal where objet = 'membre' and action = 'supprimer' and membre_nom = 'Diyar'`.execute(
      t.db,
    )
    expect(rows).toEqual([{ n: 200 }])
  })

  it('fall in time where nobody signs up', async () => {
    await waiting(1, 31)
    await waiting(1, 29)
    await tidyAcces(t.db)
    expect(await members()).toEqual(['attente29-1@diyar.dz'])
  })
})

// spec: RF-85
it('a crowd of sign-ups from many addresses keeps no member out of sign-in', async () => {
  await t.member()
  await t.db.deleteFrom('tentatives').execute()
  const emails = Array.from({ length: 12 }, (_, n) => `bureau${n}@diyar.dz`)
  await sql`insert into membres (name, email, mot_de_passe, actif)
    select 'Bureau', e, mot_de_passe, true from membres, unnest(${emails}::text[]) e`.execute(t.db)
  const crowd = Array.from({ length: 60 }, (_, n) => register(`foule${n}@diyar.dz`, `41.7.0.${n}`))
  const signIns = await Promise.all(
    emails.map((email) => new Visitor(proxied).post('/login', { email, password: PASSWORD })),
  )
  expect(signIns.map(({ statusCode }) => statusCode)).toEqual(signIns.map(() => 200))
  const statuses = (await Promise.all(crowd)).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 201).length).toBeLessThanOrEqual(40)
  expect(new Set(statuses)).toEqual(new Set([201, 503]))
})
