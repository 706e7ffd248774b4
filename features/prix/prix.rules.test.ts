import { describe, expect, it } from 'vitest'
import { libelleDeRevision, pourcentageDuChangement, prixRevise } from '#features/prix/prix.rules.ts'
import { MONTANT_MAX } from '#shared/argent.ts'

const pourcent = (valeur: number, arrondi = 0) => ({ sorte: 'pourcent', valeur, arrondi }) as const
const montant = (valeur: number, arrondi = 0) => ({ sorte: 'montant', valeur, arrondi }) as const
const m2 = (valeur: number, arrondi = 0) => ({ sorte: 'm2', valeur, arrondi }) as const

describe('a revised price', () => {
  // spec: PO-16
  it.each([
    [pourcent(300), 987_654_321, 1_017_283_951],
    [pourcent(300, 100_000), 987_654_321, 1_017_300_000],
    [pourcent(300, 1_000_000), 987_654_321, 1_017_000_000],
    [pourcent(-250), 987_654_321, 962_962_963],
    [montant(0, 1_000_000), 1_017_500_000, 1_018_000_000],
    [montant(0, 1_000_000), 1_017_499_999, 1_017_000_000],
    // 10 174 999,9995 exactly: rounded to the centime first, it would go up.
    [pourcent(500, 1_000_000), 969_047_619, 1_017_000_000],
    [montant(-10_000_000), 987_654_321, 977_654_321],
  ])('by %o: %d → %d', (operation, prix, nouveau) => {
    expect(prixRevise(operation, prix, 9_275)).toBe(nouveau)
  })

  it('by m² is the value times the surface, and none without one', () => {
    expect(prixRevise(m2(15_000_000), 1, 9_775)).toBe(1_466_250_000)
    expect(prixRevise(m2(15_000_001), 1, 9_775)).toBe(1_466_250_098)
    expect(prixRevise(m2(15_000_000, 1_000_000), 1, 9_775)).toBe(1_466_000_000)
    expect(prixRevise(m2(15_000_000), 1, null)).toBeNull()
    expect(prixRevise(m2(15_000_000), 1, 0)).toBeNull()
  })

  it('is none where no field would hold it', () => {
    expect(prixRevise(montant(-2), 1, null)).toBeUndefined()
    expect(prixRevise(montant(-1), 1, null)).toBe(0)
    expect(prixRevise(montant(1), MONTANT_MAX, null)).toBeUndefined()
    expect(prixRevise(pourcent(50_000), MONTANT_MAX, null)).toBeUndefined()
    expect(prixRevise(montant(1), MONTANT_MAX - 1, null)).toBe(MONTANT_MAX)
    // Towards the multiple above it, which is too large.
    expect(prixRevise(montant(1, 1_000_000), MONTANT_MAX - 1, null)).toBeUndefined()
  })
})

describe('the share by which a price changed', () => {
  // spec: PO-16
  it.each([
    [1_000_000_000, 1_030_000_000, 3],
    [1_030_000_000, 1_025_000_000, -0.49],
    // 0,125 % of 800: half a hundredth, away from zero both ways.
    [80_000, 80_100, 0.13],
    [80_000, 79_900, -0.13],
    [100, 0, -100],
    [0, 100, null],
  ])('%d → %d is %s', (ancien, nouveau, pourcentage) => {
    expect(pourcentageDuChangement(ancien, nouveau)).toBe(pourcentage)
  })
})

describe('a revision', () => {
  // spec: PO-16
  it.each([
    [pourcent(300), '+3 %'],
    [pourcent(-250), '−2,5 %'],
    [montant(-10_000_000), '−100 000,00 DA par lot'],
    [montant(10_000_050, 100_000), '+100 000,50 DA par lot, arrondi à 1 000 DA'],
    [m2(15_000_000), '150 000,00 DA / m²'],
    [pourcent(300, 1_000_000), '+3 %, arrondi à 10 000 DA'],
  ])('%o is « %s »', (operation, libelle) => {
    expect(libelleDeRevision(operation).replace(/[\u00A0\u202F]/g, ' ')).toBe(libelle)
  })
})
