import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BASE } from '#shared/endpoint.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { everyRow } from '#test/harness/tables.ts'
import { makeChange, mutatingCalls, sendChange } from '#test/scenes/changes.ts'
import type { Change } from '#test/scenes/scene.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())

const MARK = 987_654_321
/** Columns, derived values and rights that no body may set, each with a value found again wherever it were kept. */
const FORBIDDEN = {
  id: MARK,
  membre_id: MARK,
  vente_id: MARK,
  recu_numero: MARK,
  statut: 'activé',
  actif: true,
  role: 'marque-admin',
  is_admin: true,
  total_paye: MARK,
  solde: MARK,
  estDispo: true,
  plan_pdf: '/etc/marque',
  plan_id: '/etc/marque',
  mot_de_passe: 'marque-secret',
  created_at: '1999-12-31T00:00:00Z',
  cree_le: '1999-12-31T00:00:00Z',
}

describe('a body with more than it should have', () => {
  const calls = () => mutatingCalls(t.app).filter((call) => !/logout|login/.test(call))
  const send = ({ method, path }: { method: string; path: string }, payload: string) =>
    karim.send({
      method: method === 'PUT' ? 'PUT' : 'POST',
      url: BASE + path,
      headers: {
        'x-xsrf-token': karim.cookies.token,
        'content-type': 'application/json',
      },
      payload,
    })

  it('is accepted for what it may say; nothing else of it is kept, by any call', async () => {
    const tried: string[] = []
    for (const call of calls()) {
      const change = await makeChange(call, t.db, karim)
      // A logo is all that its call takes.
      if (!change.body || change.file?.part === 'logo') continue
      // Whose till is closed is a field of that call.
      const own = call === 'POST /api/clotures' ? { membre_id: undefined } : {}
      const all = { ...FORBIDDEN, ...own, ...change.body }
      // A piece comes in a form alone.
      const answer =
        change.file?.part === 'fichier'
          ? await sendChange(karim, { ...change, body: all })
          : await send(change, JSON.stringify(all))
      expect([call, answer.statusCode < 300, answer.body]).toEqual([call, true, answer.body])
      expect([call, answer.body.includes(String(MARK)), /(?<!re)marque/.test(answer.body)]).toEqual([
        call,
        false,
        false,
      ])
      tried.push(call)
    }
    const bodied = t.app.contracts.filter(
      // A workbook comes in a form alone.
      ({ body, path, accept }) => body && path !== '/login' && accept !== 'classeur',
    )
    expect(tried.toSorted()).toEqual(bodied.map(({ method, path }) => `${method} ${path}`).toSorted())
    const kept = await everyRow(t.db)
    expect(kept.match(/987654321|marque|1999-12-31/)).toBeNull()
  })

  it('does not make the account that it asks for an active one', async () => {
    await t.visitor().post('/register', {
      ...FORBIDDEN,
      name: 'Rusé',
      email: 'ruse@diyar.dz',
      password: 'Motdepasse1!',
      password_confirmation: 'Motdepasse1!',
    })
    const { actif } = await t.db
      .selectFrom('membres')
      .select('actif')
      .where('email', '=', 'ruse@diyar.dz')
      .executeTakeFirstOrThrow()
    expect(actif).toBe(false)
  })

  it.each(['{"__proto__":{"pollue":1}}', '{"constructor":{"prototype":{"pollue":1}}}'])(
    '%s is refused as unreadable and reaches no prototype',
    async (payload) => {
      const bodied: { call: string; change: Change }[] = []
      for (const call of calls()) {
        const change = await makeChange(call, t.db, karim)
        if (change.body) bodied.push({ call, change })
      }
      const before = await everyRow(t.db)
      for (const { call, change } of bodied)
        expect([call, (await send(change, payload)).statusCode]).toEqual([call, 400])
      expect(await everyRow(t.db)).toBe(before)
      expect('pollue' in {}).toBe(false)
    },
  )
})
