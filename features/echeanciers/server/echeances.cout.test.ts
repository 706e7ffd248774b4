import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aujourdhui } from '#shared/dates.ts'
import { startCounted, type CountedApp } from '#test/harness/cost.ts'

// 3,000 dossiers with five échéances each. Clients are left out: there are a thousand, and to read them whole is the shorter way.
const APPARTEMENTS = 4_000
const GROWING = ['biens', 'appartements', 'ventes', 'paiements', 'echeances', 'relances', 'journal']
const JOUR = aujourdhui()

let counted: CountedApp
beforeAll(async () => {
  counted = await startCounted(APPARTEMENTS, GROWING)
}, 120_000)
afterAll(() => counted.close())

const get = async (path: string) => {
  const { statusCode, json } = await counted.karim.get(path)
  expect([path, statusCode]).toEqual([path, 200])
  return json as { data?: { id: number }[] }
}
/** A dossier in the middle, with its client and lot. */
async function oneDossier(): Promise<{ id: number; client_id: number; appartement_id: number }> {
  const { rows } = await sql<{ id: number; client_id: number; appartement_id: number }>`
    select id, client_id, bien_id as appartement_id from ventes where terminee_le is null and total_paye < prix order by id offset 700 limit 1`.execute(
    counted.db,
  )
  const [first] = rows
  if (!first) throw new Error('no dossier')
  return first
}

// spec: VE-37
describe('among 3,000 dossiers of five échéances', () => {
  it('the first page of dossiers, and a dossier, cost what they show', async () => {
    const { id } = await oneDossier()
    for (const [path, most] of [
      ['/api/ventes', 400],
      ['/api/ventes?tri=reste', 500],
      [`/api/ventes/${id}`, 250],
    ] as const) {
      const { blocks, whole } = await counted.costOf(() => get(path))
      expect([path, whole]).toEqual([path, []])
      expect([path, blocks < most ? 'few' : blocks]).toEqual([path, 'few'])
    }
  })

  // spec: CO-24, CO-46
  it('a search of dossiers goes by the index of the notaries, with a period or a contract to sign too', async () => {
    const found = await sql`
      update ventes set notaire = 'Étude Zeghlache-Ferroukhi' where id in (select id from ventes where terminee_le is null
        order by id offset 500 limit 10)`.execute(counted.db)
    expect(found.numAffectedRows).toBe(10n)
    await sql`update ventes set contrat_le = null where notaire like 'Étude%'`.execute(counted.db)
    await sql`vacuum analyze ventes`.execute(counted.db)
    for (const more of ['', '&sans_contrat=1', '&du=2000-01-01&au=2099-12-31']) {
      const path = `/api/ventes?search=zeghlache${more}`
      const { blocks, whole, last } = await counted.costOf(() => get(path))
      expect([path, last.data?.length, whole]).toEqual([path, 10, []])
      expect([path, blocks < 400 ? 'few' : blocks]).toEqual([path, 'few'])
    }
  })

  // spec: RF-58
  it('an order of the échéances reads no more than their own does, but for what it looks up by key', async () => {
    for (const onglet of ['retard', 'exigibles', 'exigibles&reglees=1']) {
      const path = `/api/echeances?onglet=${onglet}`
      const own = await counted.costOf(() => get(path))
      for (const tri of ['client', '-client', 'bien', '-bien', 'reste', '-reste', 'jour', '-jour']) {
        const { blocks, whole } = await counted.costOf(() => get(`${path}&tri=${tri}`))
        // The sums of a tab that holds nearly all lines read them all, in whatever order.
        expect([tri, path, whole]).toEqual([tri, path, own.whole])
        expect([tri, path, blocks < 2 * own.blocks + 600 ? 'few' : [blocks, own.blocks]]).toEqual([
          tri,
          path,
          'few',
        ])
      }
    }
  })

  it('a payment touches the lines of its own sale', async () => {
    const { client_id, appartement_id } = await oneDossier()
    const { blocks, whole, last } = await counted.costOf(() =>
      counted.karim.post('/api/paiements', {
        client_id,
        appartement_id,
        date_paiement: JOUR,
        versement: 0.01,
      }),
    )
    expect(last.statusCode).toBe(201)
    expect(whole).toEqual([])
    expect(blocks).toBeLessThan(200)
  })

  it('a table that is read whole is told (negative control)', async () => {
    const { whole } = await counted.costOf(() =>
      sql`select count(*) from echeances where libelle = ''`.execute(counted.db),
    )
    expect(whole).toEqual(['echeances'])
  })
})
