import { afterAll, beforeAll, expect, it } from 'vitest'
import { startCounted, type CountedApp } from '#test/harness/cost.ts'

const GROWING = ['biens', 'appartements', 'locaux', 'places_parking', 'ventes', 'options']

let counted: CountedApp
beforeAll(async () => {
  counted = await startCounted(4_000, GROWING)
}, 120_000)
afterAll(() => counted.close())

// spec: PO-15
it('the preview of a revision costs the 200 lots of its residence, not the 4,000 of the portfolio', async () => {
  const { blocks, whole, last } = await counted.costOf(() =>
    counted.karim.post('/api/revisions-de-prix', {
      residence_id: 3,
      sorte: 'pourcent',
      valeur: 3,
      essai: true,
    }),
  )
  expect(last.statusCode).toBe(200)
  // One in four is not sold.
  expect((last.json as { data: { nombre: number } }).data.nombre).toBe(50)
  // Few are held: to read the options whole may be the shorter way.
  expect(whole.filter((table) => table !== 'options')).toEqual([])
  expect(blocks < 3_000 ? 'few' : blocks).toBe('few')
})
