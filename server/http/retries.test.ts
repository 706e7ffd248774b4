import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from 'kysely'
import { BASE } from '#shared/endpoint.ts'
import { diskStore } from '#server/files/disk.ts'
import { createApp } from '#server/http/app.ts'
import { checkedAnswer, startApp, Visitor, type TestApp } from '#test/harness/app.ts'
import { idOf } from '#test/harness/builders.ts'
import { filesOf } from '#test/harness/stored-files.ts'
import { pdf } from '#test/fuzz/hostile-uploads.ts'

let t: TestApp
const removed: string[] = []
let karim: Visitor
let app: TestApp['app']
beforeAll(async () => {
  t = await startApp()
  const files = diskStore(t.files)
  const remove = async (id: string) => {
    removed.push(id)
    await files.remove(id)
  }
  app = await createApp({ db: t.db, files: { ...files, remove }, answers: checkedAnswer })
  karim = new Visitor(app)
  karim.cookies.take((await t.member()).cookies)
  // A sequence is not rolled back, so that it tells one attempt from the next.
  await sql`create sequence essais_du_journal`.execute(t.db)
  await sql`create function echoue_d_abord() returns trigger language plpgsql as $$ begin
    if nextval('essais_du_journal') <= tg_argv[0]::integer then
      raise exception 'essai' using errcode = '40P01';
    end if;
    return new;
  end $$`.execute(t.db)
})
afterAll(async () => {
  await app.close()
  await t.close()
})

/** Has the first attempts of the next change end in a deadlock, where their line of the journal is written: after all else. */
async function deadlocks(times: number): Promise<void> {
  await sql`drop trigger if exists echoue_d_abord on journal`.execute(t.db)
  await sql`alter sequence essais_du_journal restart`.execute(t.db)
  await sql
    .raw(
      `create trigger echoue_d_abord after insert on journal for each row execute function echoue_d_abord(${times})`,
    )
    .execute(t.db)
}

const plan = (content: Buffer) => ({ part: 'plan_pdf', name: 'plan.pdf', content })
const journal = async () =>
  (await sql<{ n: number }>`select count(*)::integer as n from journal`.execute(t.db)).rows[0]?.n ?? 0
const planOf = async (id: number) =>
  (await t.db.selectFrom('residences').select('plan_id').where('id', '=', id).executeTakeFirstOrThrow())
    .plan_id

// spec: RE-54
it.each([
  ['no deadlock', 0, 200],
  ['one deadlock', 1, 200],
  ['two deadlocks', 2, 200],
  ['a deadlock each time', 3, 409],
])('%s: what was left for after the change is done once, or not at all', async (_what, times, status) => {
  await deadlocks(0)
  const nom = `Les Pins ${times}`
  const id = idOf(await karim.form('/api/residences', { nom, adresse: 'Oran' }, plan(pdf('un'))))
  const former = await planOf(id)
  const lines = await journal()
  const stored = (await filesOf(t)).length
  removed.length = 0
  await deadlocks(times)
  const answer = await karim.form(
    `/api/residences/${id}?_method=PUT`,
    { nom, adresse: 'Alger' },
    plan(pdf('deux')),
  )
  expect(answer.statusCode).toBe(status)
  const done = status === 200
  expect(removed).toEqual(done ? [former] : [])
  expect((await planOf(id)) === former).toBe(!done)
  expect(await journal()).toBe(lines + (done ? 1 : 0))
  expect(await filesOf(t)).toHaveLength(stored)
  const served = await karim.send({ method: 'GET', url: `${BASE}/api/residences/${id}/plan` })
  expect(served.rawPayload.equals(pdf(done ? 'deux' : 'un'))).toBe(true)
})

// spec: RE-54
it('a change that meets a deadlock once answers one key with one effect', async () => {
  await deadlocks(1)
  const body = { nomComplet: 'Amel Haddad', tel: '0555 00 00 01', email: 'amel@exemple.dz', adresse: 'Oran' }
  const key = { 'idempotency-key': 'amel' }
  const first = await karim.post('/api/clients', body, key)
  expect(first.statusCode).toBe(201)
  expect((await karim.post('/api/clients', body, key)).json).toEqual(first.json)
  expect(await t.db.selectFrom('clients').select('nom_complet').execute()).toEqual([
    { nom_complet: 'Amel Haddad' },
  ])
})
