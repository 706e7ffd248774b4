import { describe, expect, it } from 'vitest'
import { avancement } from '#features/etats/etats.rules.ts'

// spec: RF-01
describe('where a sale stands', () => {
  it.each([
    [30_000, 10_000, { resteAPayer: 20_000, pourcentagePaiement: 33.33 }],
    [30_000, 20_000, { resteAPayer: 10_000, pourcentagePaiement: 66.66 }],
    [100_000, 19_956, { resteAPayer: 80_044, pourcentagePaiement: 19.95 }],
    [100_000_000, 99_999_999, { resteAPayer: 1, pourcentagePaiement: 99.99 }],
    [9_999_999_999_999, 1, { resteAPayer: 9_999_999_999_998, pourcentagePaiement: 0 }],
    [0, 0, { resteAPayer: 0, pourcentagePaiement: 0 }],
    [100, 100, { resteAPayer: 0, pourcentagePaiement: 100 }],
    [100, 150, { resteAPayer: 0, pourcentagePaiement: 100 }],
  ])('%i at %i paid', (prix, paye, attendu) => expect(avancement(prix, paye)).toEqual(attendu))
})
