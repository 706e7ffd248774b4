import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatAppareil } from '#features/acces/server/connexions.service.ts'
import { behindProxy, startApp, Visitor, type TestApp } from '#test/harness/app.ts'
import { idOf } from '#test/harness/builders.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())

const account = { email: 'karim.benali@diyar.dz', password: 'Motdepasse1!' }
async function signIn(headers: Record<string, string>, visitor = t.visitor()) {
  const { statusCode } = await visitor.post('/login', account, headers)
  if (statusCode !== 200) throw new Error(`no sign-in: ${statusCode}`)
  return visitor
}
interface Connexion {
  id: number
  appareil: string
  adresse: string
  ouverte_le: string
  vue_le: string
  actuelle: boolean
}
const connexionsOf = async (visitor: Visitor) =>
  ((await visitor.get('/api/profile/connexions')).json as { data: Connexion[] }).data
const sessions = () => t.db.selectFrom('sessions').selectAll().orderBy('id').execute()
const journal = () =>
  t.db.selectFrom('journal').selectAll().where('action', '=', 'fermer').orderBy('id').execute()

describe('the sign-ins of a member', () => {
  it('are told with browser, address and times, the one used last first', async () => {
    const [mine] = await connexionsOf(karim)
    expect(mine).toMatchObject({ appareil: 'Navigateur inconnu sur appareil inconnu', actuelle: true })
    const proxied = await behindProxy(t)
    try {
      const elsewhere = await signIn(
        { 'user-agent': FIREFOX, 'x-forwarded-for': '2001:db8::7' },
        new Visitor(proxied),
      )
      const again = await signIn(
        { 'user-agent': CHROME, 'x-forwarded-for': '::ffff:41.200.1.2' },
        new Visitor(proxied),
      )
      await t.db
        .updateTable('sessions')
        .set({ vue_le: sql`now() - interval '20 minutes'` })
        .where('id', '=', mine?.id ?? 0)
        .execute()
      const all = await connexionsOf(again)
      expect(all).toMatchObject([
        { appareil: 'Chrome sur Windows', adresse: '41.200.1.2', actuelle: true },
        { appareil: 'Firefox sur Linux', adresse: '2001:db8::7', actuelle: false },
        { id: mine?.id, adresse: '127.0.0.1', actuelle: false },
      ])
      const kept = await sessions()
      expect(all.map(({ ouverte_le }) => ouverte_le)).toEqual(
        kept.toReversed().map(({ cree_le }) => cree_le.toISOString()),
      )
      await elsewhere.post('/logout')
      await again.post('/logout')
    } finally {
      await proxied.close()
    }
  })

  it('leave out what has ended, and what is somebody else’s', async () => {
    await t.member('autre@diyar.dz')
    for (const left of [
      { vue_le: sql<Date>`now() - interval '61 minutes'` },
      { cree_le: sql<Date>`now() - interval '12 hours 1 minute'` },
    ]) {
      await signIn({})
      const [last] = (await sessions()).slice(-1)
      await t.db
        .updateTable('sessions')
        .set(left)
        .where('id', '=', last?.id ?? 0)
        .execute()
    }
    expect((await connexionsOf(karim)).map(({ actuelle }) => actuelle)).toEqual([true])
  })

  it('keep 300 characters of what a browser says of itself', async () => {
    const long = `${CHROME} ${'x'.repeat(2000)}`
    const other = await signIn({ 'user-agent': long })
    expect((await sessions()).at(-1)?.appareil).toBe(long.slice(0, 300))
    await other.post('/logout')
  })

  // spec: AD-20
  it('are closed one by one: the next call from there answers 401, and the journal says so', async () => {
    const other = await signIn({ 'user-agent': CHROME })
    const found = (await connexionsOf(karim)).find(({ actuelle }) => !actuelle)
    const closed = await karim.delete(`/api/profile/connexions/${found?.id}`)
    expect([closed.statusCode, closed.json]).toEqual([200, { message: 'Connexion fermée avec succès !' }])
    expect((await other.get('/api/user')).statusCode).toBe(401)
    expect((await karim.get('/api/user')).statusCode).toBe(200)
    expect((await karim.delete(`/api/profile/connexions/${found?.id}`)).statusCode).toBe(404)
    const me = idOf({ json: (await karim.get('/api/user')).json })
    expect(await journal()).toMatchObject([
      {
        objet: 'membre',
        objet_id: me,
        membre_nom: 'Karim Benali',
        avant: { appareil: 'Chrome sur Windows', adresse: '127.0.0.1' },
        apres: null,
      },
    ])
  })

  it('of another member, ended ones and one’s own present one are not', async () => {
    const nadia = await t.member('nadia@diyar.dz')
    const [hers] = await connexionsOf(nadia)
    const [mine] = await connexionsOf(karim)
    await signIn({})
    const [ended] = (await sessions()).slice(-1)
    await t.db
      .updateTable('sessions')
      .set({ vue_le: sql`now() - interval '61 minutes'` })
      .where('id', '=', ended?.id ?? 0)
      .execute()
    const before = [await sessions(), await journal()]
    for (const id of [hers?.id, ended?.id, 999_999, 'rien'])
      expect((await karim.delete(`/api/profile/connexions/${id}`)).statusCode).toBe(404)
    const own = await karim.delete(`/api/profile/connexions/${mine?.id}`)
    expect([own.statusCode, own.json]).toEqual([
      409,
      { message: 'Utilisez « Déconnexion » pour fermer cette connexion.' },
    ])
    expect([await sessions(), await journal()]).toEqual(before)
    expect((await nadia.get('/api/user')).statusCode).toBe(200)
  })

  it('closed twice at once are closed once', async () => {
    await signIn({})
    const found = (await connexionsOf(karim)).find(({ actuelle }) => !actuelle)
    const before = (await journal()).length
    const answers = await Promise.all(
      [1, 2, 3].map(() => karim.delete(`/api/profile/connexions/${found?.id}`)),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 404, 404])
    expect(await journal()).toHaveLength(before + 1)
  })
})

it.each([
  [CHROME, 'Chrome sur Windows'],
  [`${CHROME} Edg/131.0.0.0`, 'Edge sur Windows'],
  [`${CHROME} OPR/116.0.0.0`, 'Opera sur Windows'],
  [FIREFOX, 'Firefox sur Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15',
    'Safari sur macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari sur iOS',
  ],
  ['Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1', 'Safari sur iOS'],
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36',
    'Chrome sur Android',
  ],
  // spec: RE-38
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36 EdgA/131.0.0.0',
    'Edge sur Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 EdgiOS/131.0 Mobile/15E148 Safari/605.1.15',
    'Edge sur iOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 CriOS/131.0.0.0 Mobile/15E148 Safari/604.1',
    'Chrome sur iOS',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 FxiOS/132.0 Mobile/15E148 Safari/605.1.15',
    'Firefox sur iOS',
  ],
  ['curl/8.5.0', 'Navigateur inconnu sur appareil inconnu'],
  ['', 'Navigateur inconnu sur appareil inconnu'],
])('%s is told as %s', (agent, shown) => expect(formatAppareil(agent)).toBe(shown))
