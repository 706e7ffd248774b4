import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildBon, buildCategorie, buildLigne } from '#test/harness/builders.ts'
import { writingBetween } from '#test/harness/statements.ts'

let t: TestApp
let karim: Visitor
let categorie: number
let bon: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.db.deleteFrom('categories_bons').execute()
  categorie = (await buildCategorie(t.db)).id
  bon = (await buildBon(t.db, { categorie_bon_id: categorie })).id
  await buildLigne(t.db, bon, { prix_unitaire: 100, quantite: 1 })
})

interface Page<T> {
  data: T[]
  total: number
}
interface BonLu {
  total_montant: number
  lignes: Page<{ montant: number }>
}
interface CategorieLue {
  total_montant: number
  bons: Page<BonLu>
}

/** Somebody adds a line of 1 DA to the voucher, and a voucher with such a line. */
async function write(): Promise<void> {
  await buildLigne(t.db, bon, { prix_unitaire: 100, quantite: 1 })
  const other = await buildBon(t.db, { categorie_bon_id: categorie })
  await buildLigne(t.db, other.id, { prix_unitaire: 100, quantite: 1 })
}
const readWhile = async <T>(path: string) =>
  (await writingBetween(/"(?:categories_bons|bons|lignes)"/, write, () => karim.get(path))).json as T

/** The count of lines and the total of a voucher, which agree when they are of one instant. */
const seen = ({ total_montant, lignes }: BonLu) => ({
  lignes: lignes.data.length,
  total:
    lignes.total <= 5 ? toCentimes(lignes.data.map(({ montant }) => montant)) : toCentimes([total_montant]),
})
const wanted = ({ total_montant, lignes }: BonLu) => ({
  lignes: Math.min(lignes.total, 5),
  total: toCentimes([total_montant]),
})
const toCentimes = (amounts: number[]) => Math.round(100 * amounts.reduce((sum, one) => sum + one, 0))

function expectBons({ data, total }: Page<BonLu>): void {
  expect(data.length).toBe(Math.min(total, 5))
  expect(data.map(seen)).toEqual(data.map(wanted))
}

// spec: RE-24
it('a page of vouchers, its total and its lines are of one instant', async () => {
  const page = await readWhile<Page<BonLu>>(`/api/bons?categorie_bon_id=${categorie}`)
  expect(page.data).toHaveLength(Math.min(page.total, 5))
  expect(page.data.map(seen)).toEqual(page.data.map(wanted))
  const alone = await readWhile<BonLu>(`/api/bons/${bon}`)
  expect(seen(alone)).toEqual(wanted(alone))
})

// spec: RE-24
it('a category, its total and its vouchers are of one instant, in the page and alone', async () => {
  const check = ({ total_montant, bons }: CategorieLue) => {
    expectBons(bons)
    expect(bons.data.reduce((sum, one) => sum + one.total_montant, 0)).toBeCloseTo(total_montant)
  }
  check(await readWhile<CategorieLue>(`/api/categories/${categorie}`))
  await t.db.deleteFrom('bons').where('id', '<>', bon).execute()
  const { data } = await readWhile<Page<CategorieLue>>('/api/categories')
  for (const one of data) check(one)
  expect(data).toHaveLength(1)
})

// spec: RE-24
it('a page of lines and their number are of one instant', async () => {
  const { data, total } = await readWhile<Page<{ montant: number }>>(`/api/bons/${bon}/lignes`)
  expect(data).toHaveLength(total)
})
