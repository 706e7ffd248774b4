import { describe, expect, it } from 'vitest'
import { isSature, tauxOccupation } from '#features/structure/occupation.rules.ts'

// spec: ETG-50, ETG-51
describe('occupation', () => {
  it.each([
    [0, 0, 0, false],
    [0, 3, 0, false],
    [1, 3, 33.33, false],
    [2, 3, 66.67, false],
    [1, 2, 50, false],
    [3, 3, 100, true],
    [99_999, 100_000, 99.99, false],
    [1, 100_000, 0.01, false],
  ])('%i of %i reads %f percent', (occupied, total, taux, sature) => {
    expect(tauxOccupation({ occupied, total })).toBe(taux)
    expect(isSature({ occupied, total })).toBe(sature)
  })
})
