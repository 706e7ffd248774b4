import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cleanTexte,
  isole,
  isoleLieux,
  readGenre,
  motsOf,
  normaliser,
  foldTelephone,
  telephoneIn,
  filterByRecherche,
  sansIsolation,
} from '#shared/texte.ts'

const CLIENTS = [
  { nom: 'Amrouche Rachid', tel: '0798 99 75 78' },
  { nom: 'Rachid Ben Amrouche', tel: '+213 555 12 34 56' },
  { nom: 'محمد الأمين بن عبد الله', tel: '00213 (0) 661-44.55.66' },
  { nom: 'Société 100% Béton', tel: '021 23 45 67 / 0770 11 22 33' },
]
const found = (recherche: string) =>
  filterByRecherche(CLIENTS, recherche, ({ nom, tel }) => [nom, tel, null]).map(({ nom }) => nom)

describe('what a search finds', () => {
  it('has each of its words, in any order', () => {
    expect(found('rachid amrouche')).toEqual(['Amrouche Rachid', 'Rachid Ben Amrouche'])
    expect(found('  AMROUCHE   ben ')).toEqual(['Rachid Ben Amrouche'])
    expect(found('rachid 99')).toEqual(['Amrouche Rachid'])
    expect(found('عبد محمد')).toEqual(['محمد الأمين بن عبد الله'])
    expect(found('amrouche karim')).toEqual([])
    expect(found('  ')).toHaveLength(4)
  })

  it('has the shortest words at the beginning of one', () => {
    const find = (recherche: string, ...rows: string[]) => filterByRecherche(rows, recherche, (row) => [row])
    expect(find('bloc c', 'Bloc A', 'Bloc C', 'C (bloc)')).toEqual(['Bloc C', 'C (bloc)'])
    expect(find('bloc b', 'Bloc A', 'Bloc B', 'Blocs')).toEqual(['Bloc B'])
    expect(find('s bloc', 'Blocs', 'Bloc S')).toEqual(['Bloc S'])
    expect(find('2 tour', 'Tour 12', 'Tour 2', 'Tour A-2')).toEqual(['Tour 2', 'Tour A-2'])
    expect(find('f3 302', '302 (F3)', '302 (F33)', '302 (AF3)')).toEqual(['302 (F3)', '302 (F33)'])
    expect(find('c', 'Bloc A')).toEqual(['Bloc A'])
  })

  it('is a superset of what contains it as it is typed', () => {
    const letters = fc.constantFrom(...'abé %_3 ')
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: letters, maxLength: 12 }), { maxLength: 6 }),
        fc.string({ unit: letters, maxLength: 5 }),
        (textes, recherche) => {
          const whole = textes.filter((texte) => normaliser(texte).includes(normaliser(recherche)))
          const now = filterByRecherche(textes, recherche, (texte) => [texte])
          expect(whole.filter((texte) => !now.includes(texte))).toEqual([])
        },
      ),
    )
  })

  it('takes % and _ for letters', () => {
    expect(found('100% béton')).toEqual(['Société 100% Béton'])
    expect(found('_')).toEqual([])
  })

  it('has the phone, however either of them is written', () => {
    for (const typed of [
      '0798997578',
      '0798 99 75',
      '+213798997578',
      '00213 798 99 75 78',
      '213798997578',
      '7578',
    ])
      expect([typed, found(typed)]).toEqual([typed, ['Amrouche Rachid']])
    expect(found('0555123456')).toEqual(['Rachid Ben Amrouche'])
    expect(found('0661 445566')).toEqual(['محمد الأمين بن عبد الله'])
    expect(found('+213 (0) 770 112233')).toEqual(['Société 100% Béton'])
    expect(found('0770 11 22 33 021')).toEqual(['Société 100% Béton'])
    expect(found('4567 0770')).toEqual([])
  })

  it('understands what a number is the number of, unless something is called so', () => {
    const lots = ['302 (F3)', '1302 (F2)', '12 (F4)']
    const find = (rows: string[], recherche: string) => filterByRecherche(rows, recherche, (row) => [row])
    expect(find(lots, 'lot 302')).toEqual(['302 (F3)', '1302 (F2)'])
    expect(find(lots, 'Appartement n° 12')).toEqual(['12 (F4)'])
    expect(find(['Bloc A', 'Bloc C'], 'bloc c')).toEqual(['Bloc C'])
    expect(find(['A', 'C'], 'bloc c')).toEqual(['C'])
    expect(find(lots, 'lot')).toEqual([])
  })
})

describe('a search', () => {
  it('is cut into folded words, each once', () => {
    expect(motsOf(' Ben  BENALI élodie ben ')).toEqual(['ben', 'benali', 'elodie'])
    expect(motsOf('\u00A0')).toEqual([])
  })

  it('names a kind by its first word', () => {
    expect(readGenre('Reçu N° 2026-000123')).toEqual({ genre: 'recu', reste: '2026-000123' })
    expect(readGenre('recu 2026-000123')).toEqual({ genre: 'recu', reste: '2026-000123' })
    expect(readGenre('Local B2')).toEqual({ genre: 'local', reste: 'b2' })
    expect(readGenre('appartement n°12')).toEqual({ genre: 'lot', reste: '12' })
    expect(readGenre('place 12')).toEqual({ genre: 'place', reste: '12' })
    expect(readGenre('bons ciment')).toEqual({ genre: 'bon', reste: 'ciment' })
    for (const plain of ['lot', 'lotfi', 'lotfi 12', 'bonnet rouge', 'Place', ''])
      expect(readGenre(plain)).toEqual({ genre: null, reste: normaliser(plain) })
  })

  it('is a phone when it is a number of enough digits', () => {
    expect(telephoneIn('0798 99')).toBe('079899')
    expect(telephoneIn('+213 798')).toBe('0798')
    for (const other of ['302', '12 3', 'lot 3020', '0798 x', '+213', '%', ''])
      expect([other, telephoneIn(other)]).toEqual([other, null])
    expect(telephoneIn('1004', 6)).toBeNull()
    expect(foldTelephone('213 21 23 45 67')).toBe('021234567')
    expect(foldTelephone('2130')).toBe('2130')
  })
})

// spec: RE-35, EC-25
describe('a text of several parts', () => {
  it('keeps an Arabic name and the figures after it apart, each in its own direction', () => {
    expect(isole('خديجة بن علي', '0661 70 63 67')).toBe(
      '\u2068خديجة بن علي\u2069 · \u20660661 70 63 67\u2069',
    )
    expect(isole('302 (F3)', 'إقامة الياسمين')).toBe('\u2068302 (F3)\u2069 · \u2068إقامة الياسمين\u2069')
    expect(isole('خديجة')).toBe('\u2068خديجة\u2069')
  })
  it('is as it is where nothing turns it, without what is empty', () => {
    expect(isole('Karim Benali', '0661 70 63 67')).toBe('Karim Benali · 0661 70 63 67')
    expect(isole('Karim Benali', '', null, undefined)).toBe('Karim Benali')
  })
  it('keeps each place of a text in its own direction', () => {
    expect(isoleLieux('عمارة ب, 12e étage', null, 'إقامة الياسمين')).toBe(
      '\u2068عمارة ب\u2069, 12e étage, \u2068إقامة الياسمين\u2069',
    )
    expect(isoleLieux('Bloc B, 12e étage', '', 'El Yasmine')).toBe('Bloc B, 12e étage, El Yasmine')
  })
  it('is compared and sent without the signs', () => {
    expect(sansIsolation(isole('خديجة', '0661 70 63 67'))).toBe('خديجة · 0661 70 63 67')
    expect(cleanTexte(isole('خديجة', '0661'))).toBe('خديجة · 0661')
  })
})
