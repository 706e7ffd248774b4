import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createApp } from '#server/http/app.ts'
import { connect } from '#server/database/pool.ts'
import { diskStore } from '#server/files/disk.ts'
import { SEARCH, SLOW_WORKS } from '#server/limits.ts'
import { startApp, Visitor, type Answer, type TestApp } from '#test/harness/app.ts'
import { buildClient } from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  await buildClient(t.db, { nom_complet: 'Amel Benali' })
  await karim.post('/api/clients', {
    nomComplet: 'Nadia Benali',
    tel: '0555 00 00 01',
    email: 'n@exemple.dz',
    adresse: 'Oran',
  })
})
afterAll(() => t.close())

const search = (visitor: Visitor, q: string, path = '/api/journal') =>
  visitor.get(`${path}?q=${encodeURIComponent(q)}`)

// spec: RE-64
describe('the words of a search', () => {
  const UN_MOT = 'Tapez au moins un mot de 3 lettres.'
  const LETTRES = 'Tapez au moins 3 lettres.'
  it.each([
    ['ab', LETTRES],
    ['a e i', UN_MOT],
    ['de la', UN_MOT],
    ['ا ب ت', UN_MOT],
    ['   a  e', UN_MOT],
  ])('« %s » are too short to be looked for: 422', async (q, sentence) => {
    for (const path of ['/api/journal', '/api/journal/export']) {
      const { statusCode, json } = await search(karim, q, path)
      expect([path, statusCode, json]).toEqual([path, 422, { message: sentence, errors: { q: [sentence] } }])
    }
  })

  it('short ones narrow a long one down', async () => {
    const found = async (q: string) => {
      const { statusCode, json } = await search(karim, q)
      return [statusCode, (json as { data: unknown[] }).data.length]
    }
    expect(await found('benali')).toEqual([200, 2])
    expect(await found('n benali')).toEqual([200, 1])
    expect(await found('z benali')).toEqual([200, 0])
  })
})

// spec: RE-64
describe('a search that takes long', () => {
  const TROP_LONGUE =
    'Cette recherche prend trop de temps. Précisez-la par un mot plus long, un membre, un objet ou une période.'

  it('ends after two seconds with a sentence; one member has his turns, two are read at once, others are served', async () => {
    const nadia = await t.member('nadia.haddad@diyar.dz')
    const samir = await t.member('samir.saidi@diyar.dz')
    // A pool of its own, to see what is taken of it; nobody reads the journal while it is locked.
    const { db, pool } = connect(t.connection)
    const app = await createApp({ db, files: diskStore(t.files) })
    const [his, hers, other] = [karim, nadia, samir].map(({ cookies }) => {
      const visitor = new Visitor(app)
      visitor.cookies.take(cookies)
      return visitor
    })
    if (!his || !hers || !other) throw new Error('nobody')
    const since = performance.now()
    const answers = await t.db.transaction().execute(async (held) => {
      await sql`lock table journal in access exclusive mode`.execute(held)
      const asked = [
        ...Array.from({ length: 12 }, () => search(his, 'benali')),
        ...Array.from({ length: 2 }, () => search(hers, 'benali')),
      ]
      let most = 0
      const watch = setInterval(() => (most = Math.max(most, pool.totalCount - pool.idleCount)), 5)
      await vi.waitUntil(() => most >= SLOW_WORKS.searches.concurrency)
      const begun = performance.now()
      for (let n = 0; n < 20; n++) expect((await other.get('/api/clients')).statusCode).toBe(200)
      expect(performance.now() - begun).toBeLessThan(SEARCH)
      const ended = await Promise.all(asked)
      clearInterval(watch)
      // Both readings, and what is let in by its session or cancels meanwhile.
      expect(most).toBeLessThanOrEqual(10 - 3)
      return ended
    })
    const said = ({ statusCode, json }: Answer) => [statusCode, json]
    const late = [422, { message: TROP_LONGUE, errors: { q: [TROP_LONGUE] } }]
    const refused = answers.slice(0, 12).filter(({ statusCode }) => statusCode === 503)
    expect(refused).toHaveLength(12 - 1 - 2)
    expect(
      answers
        .slice(0, 12)
        .filter((one) => !refused.includes(one))
        .map(said),
    ).toEqual([late, late, late])
    expect(answers.slice(12).map(said)).toEqual([late, late])
    expect(performance.now() - since).toBeLessThan(5 * SEARCH)
    // Nothing is left of them, and the next search finds.
    await vi.waitFor(() => expect(pool.totalCount - pool.idleCount).toBe(0))
    expect((await search(his, 'benali')).statusCode).toBe(200)
    await app.close()
    await db.destroy()
  })
})
