import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import {
  readCell,
  lireEntier,
  lireJour,
  readList,
  lireMontant,
  lirePart,
  lireSurface,
  lireTelephone,
  lireTexte,
  type Cellule,
  type CelluleLue,
  type Sorte,
} from '#features/imports/cellules.ts'
import { entier, jour, montant, pourcent, surface, texte } from '#shared/champs/codecs.ts'
import { telephone } from '#shared/coordonnees.ts'
import { isFormeDeJour } from '#shared/saisie.ts'
import { DECIMAUX_ECRITS, JOURS_ECRITS, MONTANTS_ECRITS, TELEPHONES_ECRITS } from '#shared/saisie.essais.ts'

const day = (text: string) => new Date(`${text}T00:00:00Z`)
const MONTANT = "Ce montant n'est pas valide : un nombre positif, deux décimales au plus."
const SURFACE = "Cette surface n'est pas valide : un nombre positif, deux décimales au plus."
const DATE = "Cette date n'existe pas."
const NIVEAU = 'Le niveau est un nombre entier.'
const niveau = entier('Le niveau est obligatoire.', { min: -100, max: 1000, hors: NIVEAU })

/** Returns the value that the contract makes of a cell as it was read, as `wire` would have it, or its sentence. */
const judge = (schema: z.ZodMiniType, { valeur }: CelluleLue) => {
  const { success, data, error } = z.safeDecode(schema, valeur)
  return success ? data : error.issues[0]?.message
}
const through = (read: (cellule: Cellule) => CelluleLue, schema: z.ZodMiniType) => (cellule: Cellule) =>
  judge(schema, read(cellule))

// spec: PO-21, PO-36
describe('montant, in centimes', () => {
  it.each<[Cellule, number]>([
    [1234567.89, 123456789],
    [9500000, 950000000],
    [0, 0],
    [0.1 + 0.2, 30],
    [12.3000004, 1230],
    [99_999_999_999.99, 9999999999999],
    ['1 234 567,89', 123456789],
    ['1\u202F234\u00A0567,89', 123456789],
    ['1,234,567.89', 123456789],
    ['1.234.567,89', 123456789],
    ["1'234'567", 123456700],
    ['1’234’567,5', 123456750],
    ['1234567.89', 123456789],
    ['1234567,89', 123456789],
    ['12,5', 1250],
    ['12.50', 1250],
    ['0,5', 50],
    ['1,234', 123400],
    ['1.234', 123400],
    ['1.234.567', 123456700],
    ['1 234', 123400],
    ['9 500 000 DA', 950000000],
    ['9500000,00 dzd', 950000000],
    ['9 500 000 دج', 950000000],
    ['9500000 د.ج', 950000000],
    ['١٬٢٣٤٬٥٦٧٫٨٩', 123456789],
    ['٩٥٠٠٠٠٠ دج', 950000000],
    ['۹۵۰۰۰۰۰', 950000000],
    ['\u200F 9 500 000 \u200E', 950000000],
  ])('%j → %j', (cellule, centimes) => expect(through(lireMontant, montant())(cellule)).toBe(centimes))

  it.each<Cellule>([
    '0,500',
    '1,23,456',
    '12 34',
    '-5',
    -5,
    '1E7',
    '12,345.678',
    '1 234,567',
    '1234,567',
    '1,234,567,89',
    '1٫234',
    '1,5 million',
    'DA',
    ',50',
    '5,',
    '12.345.67',
    12.345,
    1e15,
    Number.MAX_VALUE,
    100_000_000_000,
    day('2024-05-12'),
    true,
    'x'.repeat(20_000),
  ])('%j is refused by the form', (cellule) => expect(through(lireMontant, montant())(cellule)).toBe(MONTANT))
})

describe('surface, in hundredths', () => {
  it.each<[Cellule, number]>([
    [102.5, 10250],
    [85, 8500],
    ['102,5', 10250],
    ['102.50 m²', 10250],
    ['102,50m2', 10250],
    ['1 250', 125000],
    ['1 250,75', 125075],
    ['١٠٢٫٥', 10250],
  ])('%j → %j', (cellule, centiemes) => expect(through(lireSurface, surface())(cellule)).toBe(centiemes))

  it.each<Cellule>([
    '102,505',
    '102,500',
    '1.250',
    '1,250.50',
    "1'250",
    '12 34',
    -1,
    102.505,
    'F3',
    day('2024-05-12'),
    false,
  ])('%j is refused by the form', (cellule) => expect(through(lireSurface, surface())(cellule)).toBe(SURFACE))
})

describe('jour', () => {
  it.each<[Cellule, string]>([
    [day('2024-03-12'), '2024-03-12'],
    [45292, '2024-01-01'],
    [45292.75, '2024-01-01'],
    [10_000, '1927-05-18'],
    [80_000, '2119-01-11'],
    ['12/03/2024', '2024-03-12'],
    ['1/3/2024', '2024-03-01'],
    ['12-03-2024', '2024-03-12'],
    ['12.03.2024', '2024-03-12'],
    ['2024-03-12', '2024-03-12'],
    [' 12/03/24 ', '2024-03-12'],
    ['12/03/79', '2079-03-12'],
    ['12/03/80', '1980-03-12'],
    ['29/02/2024', '2024-02-29'],
    ['١٢/٠٣/٢٠٢٤', '2024-03-12'],
  ])('%j → %j', (cellule, lu) => expect(through(lireJour, jour())(cellule)).toBe(lu))

  it.each<Cellule>(['31/02/2024', '29/02/2023', '12/03/0024', '31 avril 2024'])(
    '%j does not exist',
    (cellule) => expect(through(lireJour, jour())(cellule)).toBe(DATE),
  )

  // spec: RF-33
  it.each<Cellule>(['12/31/2024', 'mars 2024', '12/03', '12/03-2024', 9_999, 80_001, -45292, 2024, true])(
    '%j is refused with the form that is read',
    (cellule) =>
      expect(lireJour(cellule)).toEqual({
        valeur: null,
        faute: "Cette date n'est pas lisible. Écrivez JJ/MM/AAAA.",
      }),
  )

  // spec: RF-22, RF-33
  it.each(JOURS_ECRITS)('« %s » is the day of the field: %j', (ecrit, attendu) => {
    expect(lireJour(ecrit).valeur).toBe(attendu ?? (isFormeDeJour(ecrit) ? ecrit : null))
  })
})

// spec: RF-04
describe('what is read as in the field', () => {
  it.each(MONTANTS_ECRITS)('the amount « %s » → %j', (ecrit, centimes) =>
    expect(through(lireMontant, montant())(ecrit)).toBe(centimes ?? MONTANT),
  )
  it.each(DECIMAUX_ECRITS)('the area or share « %s » → %j', (ecrit, centiemes) => {
    expect(through(lireSurface, surface())(ecrit)).toBe(centiemes ?? SURFACE)
    expect(through(lirePart, pourcent('requis'))(ecrit)).toBe(
      centiemes !== null && centiemes <= 10_000 ? centiemes : "Cette valeur n'est pas valide.",
    )
  })
})

describe('entier', () => {
  it.each<[Cellule, number]>([
    [12, 12],
    [-1, -1],
    [11.9999999999, 12],
    ['12', 12],
    ['1 000', 1000],
    ['-1', -1],
    ['−2', -2],
    ['٣', 3],
  ])('%j → %j', (cellule, lu) => expect(through(lireEntier, niveau)(cellule)).toBe(lu))

  it.each<Cellule>(['12,5', 12.5, 'douze', '1 2', '12.0', day('2024-03-12'), false])(
    '%j is refused by the form',
    (cellule) => expect(through(lireEntier, niveau)(cellule)).toBe(NIVEAU),
  )
})

describe('texte', () => {
  it.each<[Cellule, string]>([
    [101, '101'],
    [45292, '45292'],
    [12.5, '12,5'],
    [0.1 + 0.2, '0,3'],
    [213550123456, '213550123456'],
    [1e15, '1000000000000000'],
    [-1, '-1'],
    ['  A101 ', 'A101'],
    ['Re\u0301sidence', 'Résidence'],
    ['محمد بن علي', 'محمد بن علي'],
    ['=cmd()', '=cmd()'],
    ['_x0041_', '_x0041_'],
    ['#1', '#1'],
    ['ligne 1\r\nligne 2', 'ligne 1\r\nligne 2'],
    ['0,500', '0,500'],
  ])('%j → %j', (cellule, lu) => expect(lireTexte(cellule)).toEqual({ valeur: lu }))

  it('a date or VRAI is what Excel made of something else: the cell is told so', () => {
    const faute = 'Excel a changé cette valeur en date : mettez la cellule au format Texte et retapez-la.'
    expect(lireTexte(day('2024-05-12'))).toEqual({ valeur: null, faute })
    expect(lireTexte(true)).toEqual({ valeur: null, faute: "Cette valeur n'est pas valide." })
    expect(lireTelephone(day('2024-05-12'))).toEqual({ valeur: null, faute })
  })

  it('what is too long is left to the contract', () => {
    const long = 'é'.repeat(10_001)
    expect(judge(texte('requis'), lireTexte(long))).toBe('Ce texte dépasse 255 caractères.')
  })
})

describe('telephone', () => {
  it('gets back the zero that a number cell has lost, and says so', () => {
    const lue = lireTelephone(550123456)
    expect(lue).toEqual({
      valeur: '0550123456',
      avertissement: 'Le zéro du début a été remis : 0550123456.',
    })
    expect(judge(telephone(), lue)).toBe('0550123456')
  })

  it.each<[Cellule, string]>([
    ['550123456', '550123456'],
    ['+213 (0) 550-12.34.56', '+213 (0) 550-12.34.56'],
    [213550123456, '213550123456'],
    [21234567, '21234567'],
  ])('%j stays as it is', (cellule, lu) => expect(lireTelephone(cellule)).toEqual({ valeur: lu }))
})

// spec: RF-22, RF-27, RF-33
describe('telephone, as in the form', () => {
  it.each(TELEPHONES_ECRITS)('« %s » is taken', (ecrit) => {
    expect(judge(telephone(), lireTelephone(ecrit))).toBe(ecrit.replace('\n', ' / '))
  })
  it('digits of any script are kept as 0 to 9; what is no number is told how one is written', () => {
    expect(lireTelephone('٠٥٥٠ ١٢ ٣٤ ٥٦')).toEqual({ valeur: '0550 12 34 56' })
    for (const autre of ['0550 12 34 56 (bureau)', 'poste 12'])
      expect(lireTelephone(autre)).toEqual({
        valeur: null,
        faute: "Le numéro de téléphone n'est pas valide. Écrivez 0550 12 34 56.",
      })
    expect(judge(telephone(), lireTelephone('néant'))).toBe("Le numéro de téléphone n'est pas valide.")
    expect(judge(telephone(), lireTelephone('0'.repeat(60)))).toBe('Ce texte dépasse 50 caractères.')
  })
})

describe('liste', () => {
  const read = readList(['Plein air', 'Couvert', 'Appartement', 'Chèque'])
  it.each<[Cellule, string]>([
    ['plein air', 'Plein air'],
    ['APPARTEMENT', 'Appartement'],
    [' cheque ', 'Chèque'],
    ['Plein  Air', 'Plein air'],
    ['plein', 'plein'],
    [12, '12'],
    [true, 'VRAI'],
    [day('2024-05-12'), '12/05/2024'],
  ])('%j → %j', (cellule, lu) => expect(read(cellule)).toEqual({ valeur: lu }))
})

const SORTES: Sorte[] = ['montant', 'surface', 'jour', 'entier', 'texte', 'telephone', 'liste']

describe.each(SORTES)('in a column of kind %s', (sorte) => {
  it.each(['#REF!', '#N/A', '#VALUE!', '#DIV/0!', '#NAME?', '#NUM!', '#NULL!'])(
    'a formula in error is named: %s',
    (erreur) =>
      expect(readCell(sorte, erreur)).toEqual({
        valeur: null,
        faute: `La formule de cette cellule est en erreur (${erreur}).`,
      }),
  )

  it.each([null, '', '   ', '\u00A0\u202F', '\u200F', '\n\t'])('%j is blank', (vide) =>
    expect(readCell(sorte, vide)).toEqual({ valeur: null }),
  )
})
