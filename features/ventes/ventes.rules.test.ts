import { describe, expect, it } from 'vitest'
import { numeroSuivant, prixAuMetreCarre, progression } from '#features/ventes/ventes.rules.ts'

describe('the number after a number', () => {
  it.each([
    ['1', '2'],
    ['A-09', 'A-10'],
    ['A-99', 'A-100'],
    ['Lot 3 bis', 'Lot 4 bis'],
    ['B2-007', 'B2-008'],
    ['Angle', ''],
    ['', ''],
  ])('%s → %s', (numero, suivant) => expect(numeroSuivant(numero)).toBe(suivant))

  it('skips those already taken, case aside', () => {
    expect(numeroSuivant('A-1', ['a-2', 'A-3', 'A-5'])).toBe('A-4')
    expect(numeroSuivant('1er étage')).toBe('2e étage')
    expect(numeroSuivant('1er étage', ['2E étage'])).toBe('3e étage')
    expect(numeroSuivant('1ère tranche')).toBe('2e tranche')
    expect(numeroSuivant('Bloc 1 Erable')).toBe('Bloc 2 Erable')
    expect(numeroSuivant('A1ERT')).toBe('A2ERT')
  })
})

describe('the price per m²', () => {
  it('is rounded to the centime, and none without an area', () => {
    expect(prixAuMetreCarre(100_000_000, 8050)).toBe(1_242_236)
    expect(prixAuMetreCarre(9_999_999_999_999, 1)).toBe(999_999_999_999_900)
    expect(prixAuMetreCarre(100, 0)).toBeNull()
  })
})

describe('where a sale stands', () => {
  it.each([
    [30_000, 10_000, { resteAPayer: 20_000, pourcentagePaiement: 33.33 }],
    [30_000, 20_000, { resteAPayer: 10_000, pourcentagePaiement: 66.67 }],
    [0, 0, { resteAPayer: 0, pourcentagePaiement: 0 }],
    [100, 100, { resteAPayer: 0, pourcentagePaiement: 100 }],
    [100, 150, { resteAPayer: 0, pourcentagePaiement: 100 }],
  ])('%i at %i paid', (prix, paye, attendu) => expect(progression(prix, paye)).toEqual(attendu))
})
