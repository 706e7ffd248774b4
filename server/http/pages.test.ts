import { sql } from 'kysely'
import * as z from 'zod/mini'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildImport } from '#features/imports/server/imports.scenes.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBloc,
  buildBon,
  buildCategorie,
  buildClient,
  buildEcheancier,
  buildEtage,
  buildLigne,
  buildLocal,
  buildOption,
  buildParking,
  buildPlace,
  buildResidence,
  buildCompteBancaire,
  payByCheque,
  sell,
} from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  await buildTies()
})
afterAll(() => t.close())

const ROWS = 40
const ids: Record<string, number> = {}

/** Forty of each kind that their list cannot tell apart by what it sorts on: only the identifier differs. */
async function buildTies() {
  const { id: vendeur } = await buildClient(t.db, { nom_complet: 'Karim Benali' })
  ids['appartement'] = await buildAppartement(t.db)
  const vente = await sell(t.db, ids['appartement'], vendeur)
  const { id: categorie } = await buildCategorie(t.db)
  const { id: bon } = await buildBon(t.db, { categorie_bon_id: categorie })
  ids['bon'] = bon
  const { id: compte_id } = await buildCompteBancaire(t.db)
  for (let n = 0; n < ROWS; n++) {
    const { id: client } = await buildClient(t.db, { nom_complet: 'Karim Benali' })
    const { id: residence_id } = await buildResidence(t.db)
    const { id: bloc_id } = await buildBloc(t.db, { nomloc: 'Bloc A', residence_id })
    const { id: etage_id } = await buildEtage(t.db, { designation: '1er étage', bloc_id })
    const { id: parking_id } = await buildParking(t.db, { parking_nom: 'Parking Nord', residence_id })
    const dossier = await sell(
      t.db,
      await buildAppartement(t.db, { num_lot: 'A1', etage_id, prix: 100 }),
      client,
    )
    await buildEcheancier(t.db, dossier, [[100, '2026-01-10']])
    await buildOption(t.db, await buildLocal(t.db, { num: 'L1', bloc_id }))
    await buildPlace(t.db, { numero_place: 1, parking_id })
    await buildCategorie(t.db)
    await buildBon(t.db, { categorie_bon_id: categorie, date_bon: '2026-01-15' })
    await buildLigne(t.db, bon, { designation: 'Ciment' })
    await buildImport(t.db)
    await payByCheque(t.db, vente, 100)
    const { id: remise_id } = await t.db
      .insertInto('remises')
      .values({ annee: 2026, numero: n + 1, compte_id, jour: '2026-01-20' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await payByCheque(t.db, vente, 100, { remise_id })
    await t.db
      .insertInto('membres')
      .values({ name: 'Samir', email: `s${n}@diyar.dz`, mot_de_passe: '-', actif: false })
      .execute()
  }
  await t.db.insertInto('numeros').values({ serie: 'remise', annee: 2026, dernier: ROWS }).execute()
  // A row that is written again moves: without a tie-break, whatever reads them in their places would read them in another order.
  for (const table of ['bons', 'clients', 'membres', 'paiements', 'parkings'])
    await sql`update ${sql.table(table)} set version = version where id % 3 = 0`.execute(t.db)
}

interface Page {
  data: ({ id: number } | { recu: string } | { client: { id: number } })[]
  total: number
  prev_page_url: string | null
  next_page_url: string | null
}

/** A receipt has its number, a client with his biens is the client. */
const numberOf = (row: Page['data'][number]): number => {
  if ('id' in row) return row.id
  return 'recu' in row ? Number(row.recu.replace('-', '')) : row.client.id
}

const pageOf = (link: string | null) => link && Number(new URL(link, 'http://x').searchParams.get('page'))

/** From page to page by the links of each answer, which must be the one envelope of every list. */
async function walk(path: string, parPage: number): Promise<{ total: number; seen: number[] }> {
  const seen: number[] = []
  for (let page = 1, at = `${path}?per_page=${parPage}`; ; page++) {
    const answer = await karim.get(at)
    expect([path, answer.statusCode]).toEqual([path, 200])
    const { data, total, prev_page_url, next_page_url } = answer.json as Page
    const last_page = Math.ceil(total / parPage)
    const facts = { current_page: page, last_page, per_page: parPage, total }
    expect([path, answer.json]).toMatchObject([path, { ...facts, meta: facts }])
    const links = [pageOf(prev_page_url), pageOf(next_page_url)]
    expect([path, page, links]).toEqual([
      path,
      page,
      [page === 1 ? null : page - 1, page === last_page ? null : page + 1],
    ])
    seen.push(...data.map(numberOf))
    if (next_page_url === null) return { total, seen }
    at = next_page_url.replace('/backend/public', '')
  }
}

/** Number of changes between rising and falling numbers along a walk; in random order there is one at about every other row. */
function turnsOf(seen: number[]): number {
  const rising = seen.slice(1).map((id, at) => id > (seen[at] ?? 0))
  return rising.slice(1).filter((up, at) => up !== rising[at]).length
}

/** Lists whose order is told by names that differ here, because the forty residences have one each. */
const BY_NAMES = new Set(['/api/biens/a-vendre'])

/** Every call that answers by pages, under an identifier that has many rows. */
function pagedPaths(): string[] {
  return (
    t.app.contracts
      .filter(({ method, query }) => method === 'GET' && query && 'per_page' in fieldsOf(query))
      .map(({ path }) =>
        path
          .replace(
            /(\/(appartement|place-parking|local))\/\{id\}$/,
            (_, before: string) => `${before}/${ids['appartement'] ?? 0}`,
          )
          .replace(/\{\w+\}/, String(ids['bon'])),
      )
      // A message of an import has a place and no number: features/imports proves its pages. The journal is read by cursor. Lines of reports
      // and of fournisseurs have no number either: features/rapports and features/charges prove theirs.
      .filter(
        (path) => !/place-parking\/|local\/|\/messages$|\/journal$|\/rapports\/|\/fournisseurs$/.test(path),
      )
  )
}
const fieldsOf = (schema: z.ZodMiniType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {}

// spec: API-11, API-12
it('walking the pages of a list shows each row exactly once, also when nothing but its number tells it from others', async () => {
  const paths = pagedPaths()
  expect(paths.length).toBeGreaterThanOrEqual(10)
  const sizes: [string, number][] = []
  for (const path of paths)
    for (const parPage of [3, 7, 11]) {
      const { total, seen } = await walk(path, parPage)
      expect([path, parPage, seen.length, new Set(seen).size]).toEqual([path, parPage, total, total])
      expect([path, parPage, BY_NAMES.has(path) || turnsOf(seen) < 3]).toEqual([path, parPage, true])
      sizes.push([path, total])
    }
  expect(sizes.filter(([, total]) => total < ROWS)).toEqual([])
})
