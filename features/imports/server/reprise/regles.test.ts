import { describe, expect, it } from 'vitest'
import {
  areTwoBiens,
  blocOf,
  findBien,
  findLot,
  findNom,
  foldNom,
  readNiveau,
  residenceIn,
  type LotConnu,
  type Trouve,
} from '#features/imports/server/reprise/biens.rules.ts'
import {
  isBlank,
  readModeDe,
  readMontantDe,
  readStatut,
} from '#features/imports/server/reprise/cellules.rules.ts'
import {
  readAcquereur,
  readCoAcquereurs,
  readPersonne,
  readPiece,
  shareParts,
} from '#features/imports/server/reprise/personnes.rules.ts'
import { beginsTotal } from '#features/imports/server/reprise/totaux.ts'

const lot = (lieu: string, numero: string, autres: Partial<LotConnu> = {}): LotConnu => ({
  type: 'appartement',
  residence: 'Résidence El Bahdja',
  lieu,
  etage: '1er étage',
  niveau: 1,
  numero,
  typeLogement: 'F3',
  surfaces: [],
  ...autres,
})
const place = (numero: string) =>
  lot('Sous-sol', numero, { type: 'place_parking', etage: null, niveau: null })
const said = (trouve: Trouve<LotConnu>) =>
  trouve === null
    ? null
    : 'un' in trouve
      ? `${trouve.un.lieu} ${trouve.un.numero}`
      : trouve.plusieurs.map(({ numero }) => numero)

// spec: IN-05
describe('a residence, a bloc and a lot', () => {
  const lieux = ['Bloc A', 'Tour A', 'Bloc B', 'Bloc N']
  const find = (ecrit: string, parmi = lieux) => findNom(ecrit, parmi, (un) => un)

  it('are found exactly first, then by what is left of their name', () => {
    expect(find('bloc a')).toEqual({ un: 'Bloc A', exact: true })
    expect(find('B')).toEqual({ un: 'Bloc B', exact: false })
    expect(find('N')).toEqual({ un: 'Bloc N', exact: false })
    expect(find('Immeuble-B')).toEqual({ un: 'Bloc B', exact: false })
    expect(find('El Bahdja', ['Résidence El Bahdja'])).toMatchObject({ exact: false })
    expect(find('A')).toEqual({ plusieurs: ['Bloc A', 'Tour A'] })
    expect(find('Bahja', ['Résidence El Bahdja'])).toBeNull()
    expect(foldNom('Cité')).toBe('cite')
  })

  it.each([
    ['BLOC A', 'BLOC A'],
    ['El Bahdja - Bâtiment B', 'Bâtiment B'],
    ['Bât. n° 2', 'Bât. n° 2'],
    ['Immeuble Numéro 4', 'Immeuble Numéro 4'],
    ['BLOC-N', 'BLOC-N'],
    ['Bloc2 ventes', 'Bloc2'],
    ['BLOCA', 'BLOCA'],
    ['Bloc 2° tranche', 'Bloc 2'],
    ['Bt A', 'Bt A'],
    ['عمارة 3', 'عمارة 3'],
    ['Batna', null],
    ['Les Tournesols', null],
    ['Immeuble - El Bahdja', null],
    ['parking', null],
    ['Bloc', null],
    ['Blocs A et B', null],
    ['Promotion immo', null],
  ])('a sheet « %s » tells the bloc %s', (feuille, bloc) => expect(blocOf(feuille)).toBe(bloc))

  it.each([
    ['EL BAHDJA', 'Résidence El Bahdja'],
    ['Cité El-Bahdja — Bloc A', 'Résidence El Bahdja'],
    ['حي النصر', 'النصر'],
    ['El Wouroud', 'El Wouroud'],
    ['El Wouroud ventes', 'El Wouroud'],
    ['El Wouroud 2', 'El Wouroud 2'],
    ['El Bahdja | A', 'Résidence El Bahdja'],
    ['Cité', 'Cité'],
    ['Résidence', undefined],
    ['Cité des Pins', 'Cité des Pins'],
    ['Les Pins', undefined],
    ['Bloc A', undefined],
    ['El Bahdja et El Wouroud', undefined],
  ])('a sheet « %s » names the residence %s', (feuille, nom) => {
    const residences = [
      'Résidence El Bahdja',
      'El Wouroud',
      'El Wouroud 2',
      'Tour A',
      'النصر',
      'Cité',
      'Cité des Pins',
      'Projet des Pins',
    ]
    expect(residenceIn(feuille, residences, (un) => un)).toBe(nom)
  })

  it.each([
    ['A-103', 'Bloc A A103'],
    ['103', 'Bloc A A103'],
    ['a103', 'Bloc A A103'],
    ['Appt 3 bis', 'Bloc A 3 bis'],
    ['APPT12', 'Bloc A 12'],
    ['N° 12', 'Bloc A 12'],
    ['003', 'Bloc A 3'],
    ['4', null],
  ])('%s is the lot of this number: %s', (ecrit, trouve) => {
    const lots = ['A103', '3 bis', '3', '12'].map((numero) => lot('Bloc A', numero))
    expect(said(findLot(ecrit, lots, null))).toBe(trouve)
  })

  it('of equal numbers is that of the étage, and is never chosen without one', () => {
    const lots = [lot('Bloc A', '1'), lot('Bloc A', '01', { niveau: 2 })]
    expect(said(findLot('001', lots, null))).toEqual(['1', '01'])
    expect(said(findLot('001', lots, 2))).toBe('Bloc A 01')
    expect(said(findLot('3', [lot('Bloc A', 'A101'), lot('Bloc A', 'A104')], null))).toBeNull()
  })

  it.each(['P7', 'Pl. 7', 'Box 7', '7', '07', 'Place n° 7'])('%s is place 7', (ecrit) => {
    expect(said(findLot(ecrit, [place('3'), place('7')], null))).toBe('Sous-sol 7')
  })

  it.each([
    ['Bloc B N° 12', 'Bloc B 12'],
    ['A/R+1/103', 'Bloc A A103'],
    ['A-1-103', 'Bloc A A103'],
    ['Parking P7', 'Sous-sol 7'],
    ['Appartement N° 12 (RESERVATION)', 'Bloc B 12'],
    ['Bloc Z N° 12', null],
  ])('%s in one cell is %s', (ecrit, trouve) => {
    expect(said(findBien(ecrit, [lot('Bloc A', 'A103'), lot('Bloc B', '12'), place('7')]))).toBe(trouve)
  })

  it.each([
    ['RDC', 0],
    ['R+1', 1],
    ['1', 1],
    ['1er', 1],
    ['2ème étage', 2],
    ['-1', -1],
    ['SS1', -1],
    ['Bloc A', null],
  ])('the étage %s is %s', (ecrit, niveau) => expect(readNiveau(ecrit)).toBe(niveau))

  it.each([
    ['13 et 14', true],
    ['13-14', true],
    ['A103', false],
    ['3 bis', false],
  ])('%s are two: %s', (ecrit, deux) => expect(areTwoBiens(ecrit)).toBe(deux))
})

// spec: IN-12
describe('people', () => {
  it.each([
    ['Mme Ziani Lila', 'Ziani Lila', 'femme'],
    ['M. Kaci Ahmed', 'Kaci Ahmed', 'homme'],
    ['Mr Kaci  Ahmed', 'Kaci Ahmed', 'homme'],
    ['Mlle Ziani Lila', 'Ziani Lila', 'femme'],
    ['SARL Bâti Sud', 'SARL Bâti Sud', 'societe'],
    ['Mokrane Ali', 'Mokrane Ali', null],
  ])('%s is %s, %s', (texte, nom, genre) => expect(readPersonne(texte)).toEqual({ nom, genre }))

  it.each(['et', '&', '/', '+', '|', ';', '\n'])('are two with « %s » between two whole names', (signe) => {
    expect(readAcquereur(`KACI Ahmed ${signe} KACI Nora`)).toEqual({
      acquereur: { nom: 'KACI Ahmed', genre: null },
      co: { nom: 'KACI Nora', genre: null },
      douteux: false,
    })
  })

  it('are one where a side has one word, and in a company', () => {
    expect(readAcquereur('Kaci Ahmed et Nora')).toMatchObject({
      acquereur: { nom: 'Kaci Ahmed et Nora' },
      co: null,
      douteux: true,
    })
    expect(readAcquereur('SARL Kaci Ahmed et Haddad Fils')).toMatchObject({ co: null, douteux: false })
  })

  it('share equally what is not said', () => {
    const dits = readCoAcquereurs('Kaci Nora (30 %) ; Mme Kaci Lila')
    expect(dits).toEqual([
      { nom: 'Kaci Nora', genre: null, part: 3000 },
      { nom: 'Kaci Lila', genre: 'femme', part: null },
    ])
    expect(shareParts(dits ?? [])).toEqual([3000, 3500])
    expect(readCoAcquereurs('A A;B B;C C;D D')).toBeNull()
    expect(readCoAcquereurs('A A (120 %)')).toBeNull()
  })

  it('have a NIN of 18 digits, or a carte', () => {
    expect(readPiece('109 850 123 456 789 012')).toEqual({ nin: '109850123456789012' })
    expect(readPiece('123456789')).toEqual({ piece_type: 'carte', piece_numero: '123456789' })
  })
})

// spec: IN-08
it.each([
  ['espèces', 'especes', null],
  ['Esp.', 'especes', null],
  ['cash', 'especes', null],
  ['vir', 'virement', null],
  ['Versement', 'versement_bancaire', null],
  ['Autre', 'autre', null],
  ['chq', 'cheque', 'encaisse'],
  ['Chèque à encaisser', 'cheque', 'attend'],
  ['chq en attente', 'cheque', 'attend'],
  ['chèque remis', 'cheque', 'attend'],
  ['Chèque impayé', 'cheque', 'rejete'],
  ['sans provision', 'cheque', 'rejete'],
])('the mode %s is %s, %s', (mot, mode, cheque) => expect(readModeDe(mot, false)).toEqual({ mode, cheque }))
// spec: IN-08
it('a mode is not said when it is blank, a cheque beside a number of one, and no other word is one', () => {
  expect(readModeDe(null, false)).toEqual({ mode: null, cheque: null })
  expect(readModeDe('-', true)).toEqual({ mode: 'cheque', cheque: 'encaisse' })
  expect(readModeDe('troc', false)).toBeNull()
})

// spec: IN-09
it.each([
  [1180, 'millions_de_centimes', 1_180_000_000],
  ['1 180', 'millions_de_centimes', 1_180_000_000],
  ['0,000001', 'millions_de_centimes', 1],
  ['12 500,00001', 'milliers', 1_250_000_001],
  [12_500.5, 'milliers', 1_250_050_000],
  [1_250_000_000, 'centimes', 1_250_000_000],
  ['1.250.000,00', 'da', 125_000_000],
  ['12 500 000 DA', 'da', 1_250_000_000],
] as const)('the amount %s in %s is %s centimes', (cellule, unite, valeur) => {
  expect(readMontantDe(cellule, unite)).toEqual({ valeur })
})
// spec: IN-09
it('an amount is no word, no fraction of a centime, nothing negative', () => {
  const faute = "« cheque impayé » n'est pas un montant."
  for (const unite of ['da', 'milliers', 'centimes', 'millions_de_centimes'] as const)
    expect(readMontantDe('cheque impayé', unite)).toEqual({ faute })
  expect(readMontantDe(0.5, 'centimes')).toHaveProperty('faute')
  expect(readMontantDe(-5, 'milliers')).toHaveProperty('faute')
})

// spec: IN-09
it.each([
  ['TOTAL', true],
  ['Total général', true],
  ['Sous-total', true],
  ['s/total', true],
  ['Σ', true],
  ['Montant total', true],
  ['المجموع', true],
  ['Totalement', false],
  ['Kaci Ahmed', false],
])('« %s » begins a line of totals: %s', (texte, oui) => expect(beginsTotal(texte)).toBe(oui))

// spec: IN-09
it('a statut leaves a line, or makes it a sale; a dash is a blank', () => {
  expect(
    ['Libre', 'DISPONIBLE', 'bloqué', 'Option', 'Désisté', 'résilié', 'Acté', 'foo', null].map(readStatut),
  ).toEqual(['libre', 'libre', 'libre', 'laissee', 'laissee', 'laissee', 'vente', 'vente', 'vente'])
  expect(['–', '-', '/', '', '0'].map(isBlank)).toEqual([true, true, true, true, false])
})
