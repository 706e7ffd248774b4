import { afterAll, beforeAll, expect, it } from 'vitest'
import { startCounted, type CountedApp } from '#test/harness/cost.ts'

const GROWING = [
  'biens',
  'appartements',
  'locaux',
  'places_parking',
  'etages',
  'blocs',
  'ventes',
  'options',
  'clients',
]

let counted: CountedApp
beforeAll(async () => {
  counted = await startCounted(4_000, GROWING)
}, 120_000)
afterAll(() => counted.close())

// spec: PO-15
it('the plan of a residence costs its 200 lots, not the 4,000 of the portfolio', async () => {
  const { blocks, whole, last } = await counted.costOf(() => counted.karim.get('/api/plan-de-vente/3'))
  expect(last.statusCode).toBe(200)
  expect(
    (last.json as { totaux: { nombre: number }[] }).totaux.reduce((sum, { nombre }) => sum + nombre, 0),
  ).toBe(200)
  // Blocs, étages and clients are few: to read them whole may be the shorter way.
  expect(whole.filter((table) => !['blocs', 'etages', 'clients', 'options'].includes(table))).toEqual([])
  expect(blocks < 3_000 ? 'few' : blocks).toBe('few')
})
