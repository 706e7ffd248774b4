import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildClient, buildLocal, pay, sell } from '#test/harness/builders.ts'

interface Page {
  data: { id: number; recu: string; versement: number; date_paiement: string; titulaire?: unknown }[]
  total: number
  next_page_url: string | null
}

let t: TestApp
let karim: Visitor
const list = async (query: string) => (await karim.get(`/api/paiements?${query}`)).json as Page

/** Rows of the workbook: receipt, client, amount. */
async function workbook(query: string) {
  const { rawPayload } = await karim.get(`/api/paiements/export?${query}`)
  const { sheets } = await readXlsx(rawPayload)
  const rows = sheets[0]?.rows ?? []
  return rows.slice(1, -1).map((row) => [String(row[1]), String(row[2]), Number(row[9])] as const)
}

/** Zohra's dossier passes to Amine between two payments; the first keeps her name. */
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  const zohra = (await buildClient(t.db, { nom_complet: 'Zohra Abid' })).id
  const emile = (await buildClient(t.db, { nom_complet: 'émile Zerrouki' })).id
  const amine = (await buildClient(t.db, { nom_complet: 'Amine Kaci' })).id
  const ceded = await sell(t.db, await buildAppartement(t.db, { prix: 900_000 }), zohra)
  await pay(t.db, ceded, 30_000)
  const { statusCode } = await karim.post(`/api/ventes/${ceded}/transfert-client`, {
    client_id: amine,
    motif: 'Cession entre parents',
  })
  if (statusCode !== 201) throw new Error('the dossier is not ceded')
  await pay(t.db, ceded, 50_000)
  const other = await sell(t.db, await buildLocal(t.db, { prix: 900_000 }), emile)
  for (const versement of [10_000, 40_000, 20_000]) await pay(t.db, other, versement)
  const own = await sell(t.db, await buildAppartement(t.db, { prix: 900_000 }), zohra)
  await pay(t.db, own, 60_000)
})
afterAll(() => t.close())

const PAR_CLIENT = [
  'Amine Kaci',
  ...Array.from({ length: 3 }, () => 'émile Zerrouki'),
  ...Array.from({ length: 2 }, () => 'Zohra Abid'),
]

// spec: RF-58
describe('the order of the payments', () => {
  it.each(['', 'mode=inconnu', 'etat=valide', 'recherche=zerrouki'])(
    'is the same in the list, page by page, and in its files: %s',
    async (filter) => {
      for (const tri of ['jour', '-jour', 'client', '-client', 'montant', '-montant']) {
        const { data, total } = await list(`${filter}&tri=${tri}&per_page=100`)
        const pages = await Promise.all(
          [1, 2, 3].map((page) => list(`${filter}&tri=${tri}&per_page=2&page=${page}`)),
        )
        expect([tri, pages.flatMap((page) => page.data)]).toEqual([tri, data])
        expect(data).toHaveLength(total)
        expect(pages[0]?.next_page_url).toContain(`tri=${tri}`)
        expect((await workbook(`${filter}&tri=${tri}`)).map(([recu]) => recu)).toEqual(
          data.map(({ recu }) => recu),
        )
      }
    },
  )

  it('is by the name that stands on each receipt, by amount, by day', async () => {
    const clients = async (query: string) => (await workbook(query)).map(([, client]) => client)
    const amounts = async (query: string) => (await list(query)).data.map(({ versement }) => versement)
    for (const filter of ['', '&etat=valide']) {
      expect(await clients(`tri=client${filter}`)).toEqual(PAR_CLIENT)
      expect(await clients(`tri=-client${filter}`)).toEqual(PAR_CLIENT.toReversed())
      expect(await amounts(`tri=montant${filter}`)).toEqual([100, 200, 300, 400, 500, 600])
      expect(await amounts(`tri=-montant${filter}`)).toEqual([600, 500, 400, 300, 200, 100])
    }
  })

  it('is the newest first for anything else', async () => {
    const own = (await list('')).data
    for (const tri of ['bien', '-', 'jour desc', ''])
      expect((await list(`tri=${encodeURIComponent(tri)}`)).data).toEqual(own)
    expect((await list('tri=-jour')).data).toEqual(own)
  })
})
