import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp, type Visitor } from '#test/app.ts'
import { makeChange, mutatingCalls, sendChange } from '#test/changes.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())

const lines = () => t.db.selectFrom('journal').selectAll().orderBy('id').execute()

it('every call that changes the business leaves a line that says who, what and which', async () => {
  const calls = mutatingCalls(t.app).filter((call) => !/login|logout/.test(call))
  expect(calls.length).toBeGreaterThan(45)
  for (const call of calls) {
    const change = await makeChange(call, t.db, karim)
    const before = (await lines()).length
    const answer = await sendChange(karim, change)
    expect([call, answer.statusCode < 300, answer.body]).toEqual([call, true, answer.body])
    const left = (await lines()).slice(before)
    expect([call, left.length > 0]).toEqual([call, true])
    for (const { membre_nom, action, objet, objet_id, avant, apres } of left) {
      // His profile is one of the changes.
      expect([call, membre_nom]).toEqual([
        call,
        expect.stringMatching(call.includes('register') ? /^Amina Saïdi$/ : /^Karim( Benali)?$/),
      ])
      expect([call, action === '', objet === '', Number(objet_id) > 0]).toEqual([call, false, false, true])
      expect([call, avant ?? apres]).not.toEqual([call, null])
    }
    expect([call, /motdepasse1|argon2/i.test(JSON.stringify(left))]).toEqual([call, false])
  }
})

it('no line is changed or taken away, not even by the owner of the database', async () => {
  const before = await lines()
  expect(before.length).toBeGreaterThan(0)
  for (const statement of [
    "update journal set membre_nom = 'Personne'",
    'delete from journal',
    'truncate journal',
  ])
    await expect(sql.raw(statement).execute(t.db)).rejects.toThrow('the journal is append-only')
  expect(await lines()).toEqual(before)
})

it('the name of whoever did it outlives the account', async () => {
  const amina = await t.member('amina.part@diyar.dz')
  const { json } = await amina.post('/api/categories', { nom: 'Terrassement' })
  const { id } = await t.db
    .selectFrom('membres')
    .select('id')
    .where('email', '=', 'amina.part@diyar.dz')
    .executeTakeFirstOrThrow()
  expect((await karim.delete(`/api/members/${id}`)).statusCode).toBeLessThan(300)
  const line = (await lines()).findLast(({ objet }) => objet === 'categorie')
  expect(line).toMatchObject({
    membre_id: id,
    membre_nom: 'Karim Benali',
    objet_id: (json as { id: number }).id,
  })
})
