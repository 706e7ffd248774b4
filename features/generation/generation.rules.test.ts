import { describe, expect, it } from 'vitest'
import {
  hasRepere,
  writeModele,
  lettre,
  nomDeLEtage,
  motDuBloc,
  prixDuLot,
  findRepereInconnu,
  type Pas,
} from '#features/generation/generation.rules.ts'

// spec: PO-07
describe('patterns', () => {
  it.each([
    ['Bloc {A}', { A: lettre(1), n: 1 }, 'Bloc A'],
    ['Bloc {A}', { A: lettre(3), n: 3 }, 'Bloc C'],
    ['Bloc {A}', { A: lettre(27), n: 27 }, 'Bloc AA'],
    ['Tour {n:2}', { A: 'A', n: 1 }, 'Tour 01'],
    ['{bloc}{niveau}{rang:2}', { bloc: motDuBloc('Bloc B'), niveau: 4, rang: 7 }, 'B407'],
    ['{bloc}-{suite:3}', { bloc: 'B', suite: 39 }, 'B-039'],
    ['{niveau}', { niveau: -1 }, '-1'],
    ['{niveau:2}', { niveau: -1 }, '-01'],
    ['{suite:6}', { suite: 12 }, '000012'],
    ['{rang:2}', { rang: 107 }, '107'],
    ['{bloc:2}', { bloc: 'B' }, 'B'],
    ['$&{rang}$1', { rang: 3 }, '$&3$1'],
  ])('%s of %o is %s', (modele, valeurs, nom) => expect(writeModele(modele, valeurs)).toBe(nom))

  it.each([
    [1, 'A'],
    [26, 'Z'],
    [27, 'AA'],
    [52, 'AZ'],
    [702, 'ZZ'],
    [703, 'AAA'],
    [999, 'ALK'],
  ])('letter %i is %s', (rang, nom) => expect(lettre(rang)).toBe(nom))

  it.each([
    [0, 'Rez-de-chaussée'],
    [1, '1er étage'],
    [2, '2e étage'],
    [-1, '1er sous-sol'],
    [-2, '2e sous-sol'],
  ])('étage %i is %s', (niveau, nom) => expect(nomDeLEtage(niveau)).toBe(nom))

  it.each([
    ['bloc', 'Bloc {A} {n} {n:6}', null],
    ['bloc', 'Bloc {x}', '{x}'],
    ['bloc', 'Bloc {A:2}', '{A:2}'],
    ['bloc', 'Bloc {n:1}', '{n:1}'],
    ['bloc', 'Bloc {n:7}', '{n:7}'],
    ['bloc', 'Bloc {a}', '{a}'],
    ['bloc', 'Bloc {bloc}', '{bloc}'],
    ['bloc', 'Bloc {', '{'],
    ['bloc', 'Bloc }', '}'],
    ['bloc', 'Bloc {A', '{A'],
    ['bloc', 'Bloc {{A}}', '{'],
    ['bloc', 'Bloc {}', '{}'],
    ['bloc', '{constructor}', '{constructor}'],
    ['etage', '{etage} {niveau:3}', null],
    ['etage', '{rang}', '{rang}'],
    ['lot', '{bloc}{niveau}{rang:2}{suite:3}', null],
    ['lot', '{etage}', '{etage}'],
    ['local', 'L{bloc}{rang:2}', null],
    ['local', 'L{niveau}', '{niveau}'],
  ] as const)('in a pattern of a %s, %s has nothing unknown but %s', (sorte, modele, inconnu) =>
    expect(findRepereInconnu(modele, sorte)).toBe(inconnu),
  )

  it('says what a name changes with', () => {
    expect(hasRepere('L{bloc}{rang:2}', 'rang')).toBe(true)
    expect(hasRepere('L{bloc}', 'rang')).toBe(false)
  })
})

describe('prices', () => {
  const DA = 100
  const pas = (sorte: Pas['sorte'], valeur: number, des: number): Pas => ({ sorte, valeur, des })

  it.each([
    [-1, 9_500_000],
    [0, 9_500_000],
    [5, 10_000_000],
  ])('a step of 100 000,00 DA: niveau %i is %i DA', (niveau, prix) =>
    expect(prixDuLot({ montant: 9_500_000 * DA }, 9_775, niveau, pas('montant', 100_000 * DA, 0), 0)).toBe(
      prix * DA,
    ),
  )

  it.each([
    [1, 0, 11_730_000],
    [4, 0, 12_433_800],
    [4, 1_000, 12_434_000],
    [4, 10_000, 12_430_000],
    [9, 0, 13_606_800],
    [9, 10_000, 13_610_000],
  ])('120 000,00 DA / m² and 2 %% an étage: niveau %i rounded to %i is %i DA', (niveau, arrondi, prix) =>
    expect(
      prixDuLot({ prixM2: 120_000 * DA }, 8_550 + 1_225, niveau, pas('pourcent', 200, 1), arrondi * DA),
    ).toBe(prix * DA),
  )

  it('rounds once, from the exact value, a half up', () => {
    // 33,33 DA / m² × 0,15 m² = 4,9995 DA
    expect(prixDuLot({ prixM2: 3_333 }, 15, 0, null, 0)).toBe(500)
    expect(prixDuLot({ montant: 499 * DA + 99 }, 0, 0, null, 1_000 * DA)).toBe(0)
    expect(prixDuLot({ montant: 500 * DA }, 0, 0, null, 1_000 * DA)).toBe(1_000 * DA)
    // 0,01 + 50 % = 0,015
    expect(prixDuLot({ montant: 1 }, 0, 1, pas('pourcent', 5_000, 0), 0)).toBe(2)
  })

  it('is none below zero or above the largest amount, and no step raises a local', () => {
    expect(prixDuLot({ montant: 100 }, 0, 3, pas('pourcent', -5_000, 0), 0)).toBeNull()
    expect(prixDuLot({ montant: 100 }, 0, 2, pas('pourcent', -5_000, 0), 0)).toBe(0)
    expect(prixDuLot({ montant: 100 }, 0, 2, pas('montant', -51, 0), 0)).toBeNull()
    expect(prixDuLot({ montant: 9_999_999_999_999 }, 0, 0, null, 0)).toBe(9_999_999_999_999)
    expect(prixDuLot({ montant: 9_999_999_999_999 }, 0, 0, null, 1_000 * DA)).toBeNull()
    expect(
      prixDuLot({ prixM2: 9_999_999_999_999 }, 9_999_999_999_999, 1000, pas('pourcent', 10_000, -100), 0),
    ).toBeNull()
    expect(prixDuLot({ montant: 100 }, 0, null, pas('montant', 100, -100), 0)).toBe(100)
  })
})
