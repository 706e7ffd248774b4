import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { peut, ROLES, type Access, type Role } from '#shared/droits.ts'
import { BASE } from '#shared/endpoint.ts'
import { spellings } from '#test/harness/calls.ts'
import { startApp, type Answer, type TestApp, type Visitor } from '#test/harness/app.ts'
import { idOf } from '#test/harness/builders.ts'
import { matrice, printMatrice } from '#test/harness/matrice.ts'
import { signedIn } from '#test/harness/sessions.ts'
import { fingerprints } from '#test/harness/tables.ts'
import { makeChange, mutatingCalls, sendChange } from '#test/scenes/changes.ts'

let t: TestApp
const staff = new Map<Role, { id: number; visitor: Visitor }>()
beforeAll(async () => {
  t = await startApp()
  await t.member()
  for (const role of ROLES) {
    // Each member has a password, because some calls ask for it once more.
    const visitor = await t.member(`${role}@diyar.dz`, role)
    staff.set(role, { id: idOf(await visitor.get('/api/user')), visitor })
  }
})
afterAll(() => t.close())

const memberOf = (role: Role) => {
  const found = staff.get(role)
  if (!found) throw new Error(`nobody is ${role}`)
  return found
}
/** The calls that ask for a session of a member, with the rôles that may make each. */
const guarded = () =>
  t.app.contracts.flatMap((call) => {
    const allowed = matrice.get(call.access)
    return allowed ? [{ call, allowed }] : []
  })
const REFUS = { message: 'Votre rôle ne permet pas cette action.' }
const isRefused = ({ statusCode, json }: Answer) =>
  statusCode === 403 && JSON.stringify(json) === JSON.stringify(REFUS)

/** Pairs of rôle and droit in which two tables differ. */
const differences = (may: (role: Role, access: Access) => boolean) =>
  [...matrice].flatMap(([access, held]) =>
    ROLES.filter((role) => may(role, access) !== held.includes(role)).map((role) => `${access} ${role}`),
  )

// spec: AD-02
describe('the table of rôles', () => {
  it('is what the product goes by', () => {
    expect(differences(peut)).toEqual([])
    expect(matrice.get('membre')).toEqual(ROLES)
    const spoken = new Set(t.app.contracts.map(({ access }) => access))
    spoken.delete('public')
    spoken.delete('lien')
    expect([...spoken].filter((access) => !matrice.has(access))).toEqual([])
  })

  it('tells of any droit that is given or taken away', () => {
    for (const [droit] of matrice)
      for (const one of ROLES) {
        const otherwise = (role: Role, access: Access) =>
          peut(role, access) !== (role === one && access === droit)
        expect(differences(otherwise)).toEqual([`${droit} ${one}`])
      }
  })
})

// spec: AD-01, IN-36
describe('each rôle', () => {
  it('is refused exactly the calls it may not make, under every spelling, and changes nothing by them', async () => {
    const counted = new Map<Access, number>()
    const before = await fingerprints(t.db)
    for (const { call, allowed } of guarded()) {
      const urls = spellings(call).flatMap((spelling) => {
        const [method = '', path = ''] = spelling.split(' ')
        const url = `${BASE}${path.replaceAll('{}', '999999')}`
        return method === call.method
          ? [[method, url]]
          : [
              [method, url],
              [method, `${url}?_method=${call.method}`],
            ]
      })
      counted.set(call.access, (counted.get(call.access) ?? 0) + urls.length)
      for (const [method, url] of urls)
        for (const role of ROLES) {
          // A change is sent without its token: a member who may make it is refused for that alone, and nothing is done.
          const answer = await memberOf(role).visitor.send({ method: method as 'GET', url: url ?? '' })
          const told = `${role}: ${method} ${url}: ${answer.statusCode} ${answer.body.slice(0, 100)}`
          expect([told, isRefused(answer)]).toEqual([told, !allowed.includes(role)])
          const asked = allowed.includes(role) ? (method === 'GET' ? answer.statusCode : 419) : 403
          expect([told, answer.statusCode]).toEqual([told, asked])
          expect([told, answer.statusCode < 500]).toEqual([told, true])
        }
    }
    expect(await fingerprints(t.db)).toEqual(before)
    const total = [...counted.values()].reduce((sum, n) => sum + n, 0)
    process.stdout.write(
      `\n${printMatrice((droit) => `${counted.get(droit) ?? 0} calls`)}\n${total} calls and spellings, ${total * ROLES.length} answers\n\n`,
    )
  })

  /** Only its author takes a relance back. */
  const ITS_AUTHORS = 'DELETE /api/relances/{id}'

  /** Every change as a scene has it, sent by each rôle that may make it, or by each that may not. */
  async function* sent(may: boolean) {
    for (const { call, allowed } of guarded().filter(({ call: { method } }) => method !== 'GET'))
      for (const role of ROLES.filter((one) => allowed.includes(one) === may)) {
        const name = `${call.method} ${call.path}`
        // Each call has a session of its own, since some calls sign out.
        const visitor = await signedIn(t.app, t.db, memberOf(role).id)
        const own = call.access === 'membre' || (may && name === ITS_AUTHORS)
        // Some calls end all sessions of a member.
        const maker = own ? visitor : await signedIn(t.app, t.db, memberOf('direction').id)
        const change = await makeChange(name, t.db, maker)
        const before = may ? null : await fingerprints(t.db)
        const answer = await sendChange(visitor, change)
        yield { told: `${role}: ${name}: ${answer.statusCode} ${answer.body.slice(0, 200)}`, answer, before }
      }
  }
  it('is refused a change that is right in all else, and nothing is written, no line of the journal either', async () => {
    for await (const { told, answer, before } of sent(false)) {
      expect([told, isRefused(answer)]).toEqual([told, true])
      expect([told, await fingerprints(t.db)]).toEqual([told, before])
    }
  })

  it('makes every change that it may', async () => {
    for await (const { told, answer } of sent(true))
      expect([told, answer.statusCode < 300]).toEqual([told, true])
  })

  it('has the same calls as the scenes try', () => {
    const tried = guarded().map(({ call }) => `${call.method} ${call.path}`)
    const open = mutatingCalls(t.app).filter((call) => !tried.includes(call))
    const without = t.app.contracts.filter(({ access }) => access === 'public' || access === 'lien')
    expect(open).toEqual(
      without.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`),
    )
  })
})
