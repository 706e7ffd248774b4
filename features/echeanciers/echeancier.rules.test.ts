import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  applyModele,
  applyToRest,
  exigibleLe,
  redistribute,
  type LigneCouverte,
  type LigneDeModele,
} from '#features/echeanciers/echeancier.rules.ts'
import { CENT_POUR_CENT, quotesParts } from '#shared/argent.ts'

const ligne = (pourcent: number, rest: Partial<LigneDeModele> = {}): LigneDeModele => ({
  libelle: `${pourcent} %`,
  pourcent: pourcent * 100,
  declencheur: 'contrat',
  stade_id: null,
  nombre: 1,
  pas_mois: 1,
  ...rest,
})
const VSP = [20, 15, 35, 25, 5].map((pourcent) => ligne(pourcent))
const mensualites = (nombre: number, pourcent = 100) =>
  ligne(pourcent, { libelle: 'Mensualité', declencheur: 'date', nombre })
const montants = (lignes: readonly { montant: number }[]) => lignes.map(({ montant }) => montant / 100)

/** Returns the lines with the amounts they have received when so much is paid, in their order. */
function cover(lignes: readonly Omit<LigneCouverte, 'couvert'>[], paye: number): LigneCouverte[] {
  let left = paye
  return lignes.map((une) => {
    const couvert = Math.min(une.montant, left)
    left -= couvert
    return { ...une, couvert }
  })
}
/** The first example: 12 500 000,00 of which 4 000 000,00 are paid. */
const entame = () => cover(applyModele(1_250_000_000, VSP), 400_000_000)

// spec: VE-09
describe('an échéancier of a modèle', () => {
  it('adds up to the price: each line is cut, the last takes the rest', () => {
    expect(montants(applyModele(1_250_000_000, VSP))).toEqual([
      2_500_000, 1_875_000, 4_375_000, 3_125_000, 625_000,
    ])
    expect(montants(applyModele(1_000_000_001, VSP))).toEqual([
      2_000_000, 1_500_000, 3_500_000, 2_500_000, 500_000.01,
    ])
  })

  it('divides a line in equal parts, on days counted from the first', () => {
    const lignes = applyModele(100_000_000, [mensualites(3)], { premier_jour: '2026-01-31' })
    expect(montants(lignes)).toEqual([333_333.33, 333_333.33, 333_333.34])
    const four = applyModele(100_000_000, [mensualites(4)], { premier_jour: '2026-01-31' })
    expect(four.map(({ date_prevue }) => date_prevue)).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
    ])
    const mixte = applyModele(999_999_999, [ligne(30), mensualites(12, 70)], { premier_jour: '2026-01-01' })
    expect(montants(mixte)).toEqual([
      2_999_999.99,
      ...Array.from({ length: 11 }, () => 583_333.33),
      583_333.37,
    ])
  })

  it('is cut to thousands when asked, and leaves out a line that comes to nothing', () => {
    const ronds = applyModele(1_250_000_000, [mensualites(24)], {
      premier_jour: '2026-01-01',
      arrondi: 100_000,
    })
    expect(montants(ronds)).toEqual([...Array.from({ length: 23 }, () => 520_000), 540_000])
    expect(applyModele(3, VSP).map(({ libelle, montant }) => [libelle, montant])).toEqual([
      ['35 %', 1],
      ['5 %', 2],
    ])
    expect(applyModele(0, VSP)).toEqual([])
  })

  it('adds up for any price and any division', () => {
    const divisions = fc
      .array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 19 })
      .filter((parts) => parts.reduce((sum, part) => sum + part, 0) < 10_000)
      .map((parts) => [...parts, 10_000 - parts.reduce((sum, part) => sum + part, 0)])
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9_999_999_999_999 }),
        divisions,
        fc.integer({ min: 1, max: 120 }),
        fc.constantFrom(1, 100, 10_000, 100_000),
        (prix, parts, nombre, arrondi) => {
          const modele = parts.map((pourcent, rang) => ({
            ...ligne(0),
            pourcent,
            ...(rang === 0 && { declencheur: 'date' as const, nombre }),
          }))
          const lignes = applyModele(prix, modele, { premier_jour: '2026-01-31', arrondi })
          expect(lignes.reduce((sum, { montant }) => sum + montant, 0)).toBe(prix)
          expect(lignes.every(({ montant }) => montant > 0)).toBe(true)
          // spec: PA-07
          const quotes = quotesParts(
            lignes.map(({ montant }) => montant),
            prix,
          )
          expect(quotes.reduce((sum, part) => sum + part, 0)).toBe(CENT_POUR_CENT)
          for (const [rang, { montant }] of lignes.entries())
            expect(Math.abs((quotes[rang] ?? 0) - (montant * CENT_POUR_CENT) / prix)).toBeLessThan(1.000_001)
        },
      ),
      { numRuns: 1000 },
    )
  })
})

// spec: VE-16
describe('a price that changes', () => {
  it('up or down moves what is open, in its proportions', () => {
    expect(montants(redistribute(entame(), 1_300_000_000, 400_000_000))).toEqual([
      2_500_000, 1_897_058.82, 4_632_352.94, 3_308_823.52, 661_764.72,
    ])
    expect(montants(redistribute(entame(), 900_000_000, 400_000_000))).toEqual([
      2_500_000, 1_720_588.23, 2_573_529.41, 1_838_235.29, 367_647.07,
    ])
  })

  it('down to what is paid leaves what is covered; to nothing, no line', () => {
    expect(montants(redistribute(entame(), 400_000_000, 400_000_000))).toEqual([2_500_000, 1_500_000])
    expect(redistribute(cover(applyModele(100, VSP), 0), 0, 0)).toEqual([])
  })

  it('up when all is covered makes the last line larger', () => {
    const paye = cover(applyModele(1_250_000_000, VSP), 1_250_000_000)
    const lignes = redistribute(paye, 1_260_000_000, 1_250_000_000)
    expect(lignes.at(-1)).toMatchObject({ montant: 72_500_000, couvert: 62_500_000 })
  })
})

const RIEN_NE_PASSE = { contrat_le: null, livraison_le: null, stades: [], aujourdhui: '2026-01-01' }

describe('a modèle for the rest', () => {
  it('keeps what is covered and divides what remains', () => {
    const reste = applyToRest(1_250_000_000, 400_000_000, entame(), [mensualites(12)], RIEN_NE_PASSE, {
      premier_jour: '2026-05-01',
    })
    expect(montants(reste)).toEqual([
      2_500_000,
      1_500_000,
      ...Array.from({ length: 11 }, () => 708_333.33),
      708_333.37,
    ])
  })

  it('begins with what is paid where there was no line', () => {
    const [first, second] = applyToRest(1_250_000_000, 400_000_000, [], [ligne(100)], RIEN_NE_PASSE)
    expect([first?.libelle, first?.montant, first?.declencheur, second?.montant]).toEqual([
      'Déjà versé',
      400_000_000,
      'reservation',
      850_000_000,
    ])
  })

  // spec: RE-02, EC-05
  it('leaves out what has passed and adds up to the price, for any price, payment, step and modèle', () => {
    const declencheurs = ['reservation', 'contrat', 'stade', 'livraison', 'date'] as const
    const modeles = fc.array(
      fc.record({
        part: fc.integer({ min: 1, max: 5_000 }),
        declencheur: fc.constantFrom(...declencheurs),
        stade: fc.integer({ min: 1, max: 3 }),
        nombre: fc.integer({ min: 1, max: 24 }),
        pas_mois: fc.integer({ min: 1, max: 12 }),
      }),
      { minLength: 1, maxLength: 20 },
    )
    const aujourdhui = '2026-11-23'
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9_999_999_999_999 }),
        fc.integer({ min: 0, max: 99 }),
        modeles,
        fc.subarray([1, 2, 3]),
        fc.record({ contrat: fc.boolean(), livraison: fc.boolean() }),
        fc.constantFrom('2020-01-31', '2026-06-30', '2026-11-23', '2027-01-31'),
        fc.constantFrom(1, 100, 10_000, 100_000),
        (prix, centieme, lignes, stades, { contrat, livraison }, premier_jour, arrondi) => {
          const modele = lignes.map(({ part, stade, declencheur, ...rest }, rang) => ({
            ...ligne(0, rest),
            libelle: `${rang} ${declencheur}`,
            pourcent: part,
            declencheur,
            stade_id: declencheur === 'stade' ? stade : null,
          }))
          const evenements = {
            contrat_le: contrat ? '2026-02-01' : null,
            livraison_le: livraison ? '2026-10-01' : null,
            stades,
            aujourdhui,
          }
          const paye = Number((BigInt(prix) * BigInt(centieme)) / 100n)
          const made = applyToRest(prix, paye, [], modele, evenements, { premier_jour, arrondi })
          expect(made.reduce((sum, { montant }) => sum + montant, 0)).toBe(prix)
          expect(made.every(({ montant }) => montant > 0)).toBe(true)
          const passed = made
            .slice(paye > 0 ? 1 : 0)
            .filter(
              ({ declencheur, stade_id, date_prevue }) =>
                declencheur === 'reservation' ||
                (declencheur === 'contrat' && contrat) ||
                (declencheur === 'livraison' && livraison) ||
                (contrat && stade_id !== null && stades.includes(stade_id)) ||
                (date_prevue !== null && date_prevue < aujourdhui),
            )
          expect(passed).toEqual([])
        },
      ),
      { numRuns: 1000 },
    )
  })
})

// spec: RE-01, CO-01
describe('a line on a stade', () => {
  const jours = { reservation_le: '2026-10-31', contrat_le: null, livraison_le: null }
  const due = (contrat_le: string | null, atteint_le: string | null, reservation_le = '2026-10-31') =>
    exigibleLe(
      { declencheur: 'stade', date_prevue: null },
      { ...jours, reservation_le, contrat_le },
      atteint_le,
    )

  it('is due on the later of its day and the contract, and without one of them not at all', () => {
    expect(due('2026-11-23', '2026-09-09')).toBe('2026-11-23')
    expect(due(null, '2026-09-09')).toBeNull()
    expect(due('2026-09-01', '2026-09-09', '2026-08-20')).toBe('2026-09-09')
    expect(due('2026-11-23', null)).toBeNull()
    expect(due(null, null)).toBeNull()
  })
})
