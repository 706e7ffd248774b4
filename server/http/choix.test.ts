import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildBloc, buildClient, buildEtage, buildResidence } from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor
const ROWS = 12
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  for (let n = 1; n <= ROWS; n++) {
    const rank = String(n).padStart(2, '0')
    await buildClient(t.db, { nom_complet: `Élodie ${rank}`, tel: `0555 00 00 ${rank}` })
    const { id: residence_id } = await buildResidence(t.db, { nom: `Résidence ${rank}` })
    const { id: bloc_id } = await buildBloc(t.db, { nomloc: `Bloc ${n % 2 ? 'Nord' : 'Sud'}`, residence_id })
    await buildEtage(t.db, { designation: `Étage ${rank}`, bloc_id })
  }
})
afterAll(() => t.close())

type Row = Record<string, unknown>
const rowsOf = (json: unknown) => (Array.isArray(json) ? json : (json as { data: Row[] }).data) as Row[]
async function ask(path: string, prefer?: string) {
  const answer = await karim.get(path, prefer === undefined ? {} : { prefer })
  expect([path, answer.statusCode]).toEqual([path, 200])
  return rowsOf(answer.json)
}

/** A list of choices, a text that names some of its rows, and how many. */
const LISTS: [path: string, search: string, found: number][] = [
  ['/api/all-clients', 'elodie 1', 3],
  ['/api/all-clients', '00 00 07', 1],
  ['/api/clients', '02 ELODIE', 1],
  ['/api/all-clients', '12 elodie 0555', 1],
  ['/api/clients', '+213 555 0000 12', 1],
  ['/api/clients', '0555 00 00 12', 1],
  ['/api/residence/all', 'residence 1', 3],
  ['/api/all-blocs', 'nord', 6],
  ['/api/all-blocs', 'résidence 04', 1],
  ['/api/all-etages', 'etage 1', 3],
  ['/api/all-etages', 'sud', 6],
]

describe('a list of choices', () => {
  // spec: PAY-43, PAY-54
  it.each([...new Set(LISTS.map(([path]) => path))])('%s: is whole when nothing is asked', async (path) => {
    expect(await ask(path)).toHaveLength(ROWS)
    expect(await ask(`${path}?search=&per_page=&limit=`)).toHaveLength(ROWS)
    expect(await ask(path, 'respond-async')).toHaveLength(ROWS)
  })

  it.each(LISTS)('%s finds what contains « %s »', async (path, search, found) => {
    expect(await ask(`${path}?search=${encodeURIComponent(search)}`)).toHaveLength(found)
    expect(await ask(`${path}?search=${encodeURIComponent('100 %_introuvable')}`)).toEqual([])
  })

  it.each([...new Set(LISTS.map(([path]) => path))])(
    '%s gives its first rows when so many are enough',
    async (path) => {
      const whole = await ask(path)
      const size = path === '/api/clients' ? 'per_page' : 'limit'
      // A page of clients also says what each owes.
      expect(await ask(`${path}?${size}=5`)).toMatchObject(whole.slice(0, 5))
      expect(await ask(path, 'maxpagesize=5')).toMatchObject(whole.slice(0, 5))
      expect(await ask(path, 'respond-async, maxpagesize=5; wait=1')).toMatchObject(whole.slice(0, 5))
      expect(await ask(`${path}?${size}=3`, 'maxpagesize=5')).toMatchObject(whole.slice(0, 3))
      expect(await ask(path, 'maxpagesize=99999')).toEqual(whole)
    },
  )

  it('of étages is limited to a residence', async () => {
    const [{ id } = {}] = await ask('/api/residence/all?search=07')
    const etages = await ask(`/api/all-etages?residence_id=${String(id)}`)
    expect(etages).toMatchObject([{ designation: 'Étage 07' }])
  })

  it('of clients counts what it found, and its links keep the search', async () => {
    const { json } = await karim.get('/api/clients?search=élodie&per_page=5&page=2')
    expect(json).toMatchObject({ total: ROWS, last_page: 3, current_page: 2 })
    expect(json).toMatchObject({
      next_page_url: `/backend/public/api/clients?search=${encodeURIComponent('élodie')}&per_page=5&page=3`,
    })
  })
})
