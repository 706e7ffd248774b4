import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  depuisDecimal,
  formaterMontant,
  formaterPourcent,
  formaterSurface,
  lireCentiemes,
  MONTANT_MAX,
  pourcentage,
  versDecimal,
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
  ])('%s → %s', (valeur, attendu) => expect(lireCentiemes(valeur)).toBe(attendu))

  it('comes back unchanged from the edge and from the screen, for any amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MONTANT_MAX }), (centimes) => {
        expect(depuisDecimal(versDecimal(centimes))).toBe(centimes)
        expect(depuisDecimal(JSON.parse(JSON.stringify(versDecimal(centimes))) as number)).toBe(centimes)
        expect(
          lireCentiemes(
            formaterMontant(centimes)
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
    expect(espace(formaterMontant(123_456_750))).toBe('1 234 567,50 DA')
    expect(espace(formaterMontant(5))).toBe('0,05 DA')
    expect(espace(formaterMontant(-1_000_000))).toBe('-10 000,00 DA')
    expect(espace(formaterSurface(10_250))).toBe('102,5 m²')
    expect(espace(formaterSurface(8000))).toBe('80 m²')
    expect(espace(formaterPourcent(33.33))).toBe('33,33 %')
    expect(espace(formaterPourcent(100))).toBe('100 %')
  })

  it('says 100 % only when nothing remains, 0 % of nothing', () => {
    expect(pourcentage(0, 0)).toBe(0)
    expect(pourcentage(99_999_999, 100_000_000)).toBe(99.99)
    expect(pourcentage(100, 100)).toBe(100)
    expect(pourcentage(1, 3)).toBe(33.33)
  })
})
