import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { texte, texteFacultatif, texteLong } from '#shared/champs/codecs.ts'
import { motRequete, texteRequete } from '#shared/champs/requetes.ts'
import { email, telephone, telephoneFacultatif } from '#shared/coordonnees.ts'
import { TELEPHONES_ECRITS } from '#shared/saisie.essais.ts'
import { cleanTexte } from '#shared/texte.ts'

const REQUIS = 'Le nom est obligatoire.'
/** The value it becomes, or the sentence that refuses it. */
const lire = (schema: z.ZodMiniType, valeur: unknown): unknown => {
  const lu = z.safeParse(schema, valeur)
  return lu.success ? lu.data : lu.error.issues.map(({ message }) => message).join(' ')
}

describe('a text', () => {
  it('that shows nothing is missing', () => {
    for (const rien of [
      '',
      '  \t',
      '\u200B',
      '\u2800\u2800',
      '\u3164',
      '\u115F',
      '\u00AD',
      '\uFEFF',
      '\u200D\u200C',
      '\uFE0F',
      '\u202E\u202C',
      '\u{E0041}\u{E007F}',
      ' \u2060\u00A0\u180E ',
      '\u2800\uFE0F',
    ]) {
      expect([rien, lire(texte(REQUIS), rien)]).toEqual([rien, REQUIS])
      expect([rien, lire(texteLong(REQUIS), rien)]).toEqual([rien, REQUIS])
      expect([rien, lire(texteFacultatif(), rien)]).toEqual([rien, null])
    }
  })

  it.each([
    // A paste brings direction marks around a name, zero-width blanks, a soft hyphen, a byte order mark.
    ['\u202AKarim Benali\u202C', 'Karim Benali'],
    ['Ka\u200Brim\uFEFF', 'Karim'],
    ['Bena\u00ADli', 'Benali'],
    ['\u2066محمد\u2069 الأمين\u200F', 'محمد الأمين'],
    // An override would print it backwards.
    ['Reçu \u202Efdp.exe', 'Reçu fdp.exe'],
    ['Ali\u{E0042}\u{E0043}', 'Ali'],
    ['Ali\u200D\u200CReda', 'AliReda'],
    ['Ali\uFE0F', 'Ali'],
    ['\u2800Ali\u2800', 'Ali'],
    ['e\u200B\u0301te\u0301', 'été'],
  ])('loses what nobody sees: %j', (saisi, garde) => expect(lire(texte(REQUIS), saisi)).toBe(garde))

  it.each([
    // Joiners shape Arabic, Persian and Indian words; emoji are held together by them.
    'می\u200Cخواهم',
    'سنة 1447 ه\u200D',
    'क्\u200Dष',
    'Karim 👨\u200D👩\u200D👧',
    'Nadia ❤\uFE0F',
    '1\uFE0F\u20E3 étage',
    '葛\u{E0100}城',
    'Zoé-Fatiha O’Brien N° 12 — «  »',
    'بِسْمِ اللَّهِ',
    'ⵣ ɛɣṭčǧ ﷺ',
  ])('keeps what shapes it: %j', (saisi) => expect(lire(texte(REQUIS), saisi)).toBe(saisi))

  it('comes out the same when it is sent again', () => {
    const among = (signs: string) => fc.string({ unit: fc.constantFrom(...signs), maxLength: 12 })
    const saisies = fc.oneof(
      among('aée\u0301\u0327\u200B\u202E\u2800 ب\u064Bه1क्葛가\u1112\u1161αя🏠\u{E0041}'),
      among('aéαя \u200C\u200D\u00ADبه1葛\uFE0F❤👨\u{1F3FD}'),
    )
    fc.assert(
      fc.property(saisies, (saisi) => {
        const garde = cleanTexte(saisi)
        expect(cleanTexte(garde)).toBe(garde)
        expect(garde).toBe(garde.normalize('NFC').trim())
        // Cleaning takes nothing that is visible.
        const visible = (lu: string) =>
          lu
            .normalize('NFC')
            .replace(/[\p{DI}\s\u2800]/gu, '')
            .normalize('NFC')
        expect(visible(garde)).toBe(visible(saisi.replace(/\p{DI}/gu, '')))
      }),
      { numRuns: 20_000 },
    )
  })

  it('is as long as its letters, however they are spelt', () => {
    expect(lire(texte(REQUIS), 'é'.repeat(255).normalize('NFD'))).toBe('é'.repeat(255))
    expect(lire(texte(REQUIS), `${' '.repeat(300)}${'x'.repeat(255)}${' '.repeat(300)}`)).toBe(
      'x'.repeat(255),
    )
    expect(lire(texte(REQUIS), 'x'.repeat(256))).toBe('Ce texte dépasse 255 caractères.')
    expect(lire(texteFacultatif(), ' '.repeat(10_001))).toBe('Ce texte dépasse 2000 caractères.')
  })

  it('that is looked for loses the same', () => {
    expect(lire(texteRequete, '\u202AKarim\u202C ')).toBe('Karim')
    // A search cut in the middle of a sign would be no text at all and find everything.
    expect(lire(texteRequete, `${'x'.repeat(254)}🏠`)).toBe('x'.repeat(254))
  })
})

describe('a word of a query', () => {
  const solde = motRequete('reste', 'paye')
  it.each([
    ['reste', 'reste'],
    ['paye', 'paye'],
    ['tout', undefined],
    ['RESTE', undefined],
    ['', undefined],
    [undefined, undefined],
    [['reste', 'paye'], undefined],
  ])('%j reads as %j', (saisi, lu) => expect(z.parse(solde, saisi)).toBe(lu))
})

describe('a phone number', () => {
  it.each(['0550 12 34 56', '+213 (0) 550-12.34/56', '5', '(5)', '\u202A0550 12 34 56\u202C'])('%j', (tel) =>
    expect(lire(telephone(), tel)).toBe(tel.replace(/[\u202A\u202C]/g, '')),
  )
  // spec: RF-22, RF-27
  it.each([
    ['٠٥٥٠ ١٢ ٣٤ ٥٦', '0550 12 34 56'],
    ['۰۵۵۰', '0550'],
    ['0555 12 34 56\n0661 00 00 99\r\n', '0555 12 34 56 / 0661 00 00 99'],
    ['0555\u00A012\u202F34 56', '0555 12 34 56'],
  ])('%j is kept as %j', (tel, garde) => {
    expect(lire(telephone(), tel)).toBe(garde)
    expect(lire(telephoneFacultatif(), tel)).toBe(garde)
  })
  it.each(TELEPHONES_ECRITS.map(([ecrit]) => ecrit))('%j is taken', (tel) =>
    expect(lire(telephone(), tel)).toBe(tel.replace('\n', ' / ')),
  )
  it.each(['-', '()', 'abc', '0550x', 'x0550', 'et', '0550 12 34 56 etc'])('%j is none', (tel) =>
    expect(lire(telephone(), tel)).toBe("Le numéro de téléphone n'est pas valide."),
  )
})

describe('an e-mail address', () => {
  it.each([
    'a@b.dz',
    "o'brien+x@exemple.com.dz",
    'hélène@diyar.dz',
    'x_1-2=3@xn--rsidence-b1a.dz',
    'Ça.va/œuvre@été.dz',
    '{a}|~!#$%&*?^`@b.dz',
  ])('%j', (adresse) => expect(lire(email(), ` ${adresse.normalize('NFD')}\t`)).toBe(adresse))
  it.each([
    'chef@x.dz\u200B',
    '\u200Bchef@x.dz',
    'ch\u200Def@x.dz',
    'chef@x\u00AD.dz',
    '\u202Echef@x.dz',
    // Cyrillic а, small capital and dotless letters, a Roman numeral, wide and mathematical forms, Greek.
    'k\u0430rim@x.dz',
    '\u0441\u043E\u0441\u043E@x.dz',
    'kar\u0131m@x.dz',
    'ka\u0280im@x.dz',
    'che\u2170@x.dz',
    'ｃhef@x.dz',
    '\u{1D41C}hef@x.dz',
    'chef@\u03BF.dz',
    'ﬁn@x.dz',
    'che\u017F@x.dz',
    'a\u0336b@x.dz',
    'chef@x。dz',
    'a@b',
    'a@b.c',
    'a b@c.dz',
    'a@b@c.dz',
    '<a@b.dz>',
  ])('%j is none', (adresse) => expect(lire(email(), adresse)).toBe("L'adresse email n'est pas valide."))
})
