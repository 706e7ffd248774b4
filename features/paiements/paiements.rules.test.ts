import { describe, expect, it } from 'vitest'
import { resteApres } from '#features/paiements/paiements.rules.ts'

// spec: PAY-34
describe('what would remain', () => {
  it.each([
    [100_000, 30_000, 20_000, undefined, 50_000],
    [100_000, 100_000, 1, undefined, -1],
    [100_000, 70_000, 70_000, 40_000, 0],
    [0, 0, 0, undefined, 0],
  ])('price %i, paid %i, entered %i, old amount %s: %i', (prix, paye, versement, ancien, reste) => {
    expect(resteApres(prix, paye, versement, ancien)).toBe(reste)
  })
})
