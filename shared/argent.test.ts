import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  roundFraction,
  fromDecimal,
  formatMontant,
  formatPourcent,
  formatSurface,
  readCentiemes,
  MONTANT_MAX,
  pourcentage,
  toDecimal,
} from '#shared/argent.ts'

const espace = (texte: string) => texte.replace(/[\u00A0\u202F]/g, ' ')

describe('amounts read digit by digit', () => {
  it.each([
    ['9999999999999.99', 999_999_999_999_999],
    ['12345678901234', null],
    ['0', 0],
    ['1', 100],
    ['0.01', 1],
    ['1.5', 150],
    ['1250000.75', 125_000_075],
    [19.99, 1999],
    [1.005, null],
    ['1.005', null],
    ['0.001', null],
    ['1e3', null],
    ['1,5', null],
    ['٣', null],
    ['', null],
    ['abc', null],
    ['+1', null],
    ['-1', -100],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, null],
    [1e21, null],
    ['1.', null],
    ['.5', null],
    ['-0', 0],
  ])('%s → %s', (valeur, attendu) => expect(readCentiemes(valeur)).toBe(attendu))

  it('comes back unchanged from the edge and from the screen, for any amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MONTANT_MAX }), (centimes) => {
        expect(fromDecimal(toDecimal(centimes))).toBe(centimes)
        expect(fromDecimal(JSON.parse(JSON.stringify(toDecimal(centimes))) as number)).toBe(centimes)
        expect(
          readCentiemes(
            formatMontant(centimes)
              .replace(/[\u202F\u00A0DA]/g, '')
              .replace(',', '.'),
          ),
        ).toBe(centimes)
      }),
      { numRuns: 10_000 },
    )
  })
})

describe('amounts, areas and percents written the French way', () => {
  // spec: SHELL-03, SHELL-04, SHELL-05
  it('groups by three, comma, DA', () => {
    expect(espace(formatMontant(123_456_750))).toBe('1 234 567,50 DA')
    expect(espace(formatMontant(5))).toBe('0,05 DA')
    expect(espace(formatMontant(-1_000_000))).toBe('-10 000,00 DA')
    expect(espace(formatSurface(10_250))).toBe('102,5 m²')
    expect(espace(formatSurface(8000))).toBe('80 m²')
    expect(espace(formatPourcent(33.33))).toBe('33,33 %')
    expect(espace(formatPourcent(100))).toBe('100 %')
  })

  it.each([
    [0, 0, 0],
    [5, 0, 0],
    [-1, 100, 0],
    [1, 3, 33.33],
    [2, 3, 66.67],
    [124_999, 1_000_000, 12.5],
    [12_345, 100_000, 12.35],
    [99_994, 100_000, 99.99],
    [99_999_999, 100_000_000, 99.99],
    [MONTANT_MAX - 1, MONTANT_MAX, 99.99],
    [1, MONTANT_MAX, 0.01],
    [4, 100_000, 0.01],
    [100, 100, 100],
    [150, 100, 100],
  ])('%i of %i reads %f percent: rounded half up, 100 only of all, 0 only of nothing', (part, total, lu) =>
    expect(pourcentage(part, total)).toBe(lu),
  )

  it('never says all of a part, nothing of something, nor less of more', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: MONTANT_MAX }), fc.nat(), fc.nat(), (total, a, b) => {
        const moins = Math.min(a % total, b % total)
        const plus = Math.max(a % total, b % total)
        const lu = pourcentage(moins, total)
        expect(lu).toBeLessThanOrEqual(pourcentage(plus, total))
        expect(lu).toBeLessThan(100)
        expect(lu > 0).toBe(moins > 0)
        const exact = moins > 0 ? Math.min(Math.max((moins / total) * 100, 0.01), 99.99) : 0
        expect(Math.abs(lu - exact)).toBeLessThan(0.005_001)
      }),
      { numRuns: 5000 },
    )
  })
})

// spec: PO-16
describe('a fraction of centimes, rounded once', () => {
  it.each<[string, bigint, bigint, number, bigint]>([
    ['9 876 543,21 + 3 %', 987_654_321n * 10_300n, 10_000n, 0, 1_017_283_951n],
    ['the same to 1 000 DA', 987_654_321n * 10_300n, 10_000n, 100_000, 1_017_300_000n],
    ['the same to 10 000 DA', 987_654_321n * 10_300n, 10_000n, 1_000_000, 1_017_000_000n],
    ['9 876 543,21 − 2,5 %', 987_654_321n * 9_750n, 10_000n, 0, 962_962_963n],
    ['a half goes up', 1_017_500_000n, 1n, 1_000_000, 1_018_000_000n],
    ['a centime less goes down', 1_017_499_999n, 1n, 1_000_000, 1_017_000_000n],
    ['not through the centime', 969_047_619n * 10_500n, 10_000n, 1_000_000, 1_017_000_000n],
    ['below zero a half goes up too', -5n, 10n, 0, 0n],
    ['and the rest to the nearest', -16n, 10n, 0, -2n],
  ])('%s', (_, dividende, diviseur, pas, attendu) => {
    expect(roundFraction(dividende, diviseur, pas)).toBe(attendu)
  })
})
