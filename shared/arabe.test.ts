import { expect, it } from 'vitest'
import {
  blocArabe,
  chiffresArabes,
  compteArabe,
  listeArabe,
  miseEnDemeureArabe,
  niveauArabe,
  parkingArabe,
  residenceArabe,
} from '#shared/arabe.ts'

const nu = (texte: string) => texte.replace(/[\u2066-\u2069]/g, '')

// spec: PA-11
it('counts days behind digits by the last two of them: D.8', () => {
  const dits: Record<number, string> = {
    1: 'يوم واحد',
    2: 'يومين',
    3: '3 أيام',
    10: '10 أيام',
    11: '11 يوما',
    15: '15 يوما',
    99: '99 يوما',
    100: '100 يوم',
    101: '101 يوم',
    103: '103 أيام',
    111: '111 يوما',
    365: '365 يوما',
  }
  for (const [nombre, dit] of Object.entries(dits)) expect(nu(compteArabe(Number(nombre), 'jour'))).toBe(dit)
})

it('counts every noun in its forms', () => {
  const formes = {
    exemplaire: ['نسخة واحدة', 'نسختين', '3 نسخ', '11 نسخة', '100 نسخة', '102 نسخة'],
    cheque: ['صك واحد', 'صكين', '3 صكوك', '11 صكا', '100 صك', '102 صك'],
    echeance: ['قسط واحد', 'قسطين', '3 أقساط', '11 قسطا', '100 قسط', '102 قسط'],
    cle: ['مفتاح واحد', 'مفتاحين', '3 مفاتيح', '11 مفتاحا', '100 مفتاح', '102 مفتاح'],
  } as const
  for (const nom of ['exemplaire', 'cheque', 'echeance', 'cle'] as const)
    expect([1, 2, 3, 11, 100, 102].map((nombre) => nu(compteArabe(nombre, nom)))).toEqual(formes[nom])
})

// spec: PA-24
it('keeps the groups of a number in their order', () => {
  expect(chiffresArabes('041 33 21\u00A045')).toBe('\u2066041\u202F33\u202F21\u202F45\u2069')
  expect(chiffresArabes('')).toBe('')
})

// spec: PA-26
it('names the floors from -2 to 40', () => {
  const dits: Record<string, string> = {
    '-2': 'الطابق تحت الأرضي الثاني',
    '-1': 'الطابق تحت الأرضي الأول',
    0: 'الطابق الأرضي',
    1: 'الطابق الأول',
    2: 'الطابق الثاني',
    3: 'الطابق الثالث',
    4: 'الطابق الرابع',
    5: 'الطابق الخامس',
    6: 'الطابق السادس',
    7: 'الطابق السابع',
    8: 'الطابق الثامن',
    9: 'الطابق التاسع',
    10: 'الطابق العاشر',
    11: 'الطابق الحادي عشر',
    12: 'الطابق الثاني عشر',
    13: 'الطابق الثالث عشر',
    18: 'الطابق الثامن عشر',
    19: 'الطابق التاسع عشر',
    20: 'الطابق العشرون',
    21: 'الطابق الحادي والعشرون',
    22: 'الطابق الثاني والعشرون',
    29: 'الطابق التاسع والعشرون',
    30: 'الطابق الثلاثون',
    31: 'الطابق الحادي والثلاثون',
    39: 'الطابق التاسع والثلاثون',
    40: 'الطابق 40',
  }
  for (const [niveau, dit] of Object.entries(dits)) expect(nu(niveauArabe(Number(niveau)))).toBe(dit)
})

// spec: PA-26
it('names the ranks of a mise en demeure', () => {
  expect([1, 2, 9, 10, 11, 12].map((rang) => nu(miseEnDemeureArabe(rang)))).toEqual([
    'الإعذار الأول',
    'الإعذار الثاني',
    'الإعذار التاسع',
    'الإعذار العاشر',
    'الإعذار رقم 11',
    'الإعذار رقم 12',
  ])
})

// spec: PA-25
it('names places once, with and without an Arabic name', () => {
  const tel = (texte: string) => texte
  expect(residenceArabe('الياسمين', tel)).toBe('إقامة الياسمين')
  expect(residenceArabe('إقامة الياسمين', tel)).toBe('إقامة الياسمين')
  expect(residenceArabe('الإقامة الكبرى', tel)).toBe('الإقامة الكبرى')
  expect(residenceArabe('Résidence Les Jardins', tel)).toBe('إقامة Les Jardins')
  expect(residenceArabe('Les Jardins', tel)).toBe('إقامة Les Jardins')
  const blocs = ['A', 'Bloc A', 'Bâtiment A', 'Bât. A', 'Bât.A', 'Bât A', 'Bloc: A', 'Bloc-A', 'Batiment A']
  for (const nom of blocs) expect(blocArabe(null, nom, tel)).toBe('العمارة A')
  expect(blocArabe(null, 'Bloc', tel)).toBe('العمارة Bloc')
  expect(blocArabe(null, 'Batna', tel)).toBe('العمارة Batna')
  for (const nom of ['العمارة أ', 'عمارة أ']) expect(blocArabe(null, nom, tel)).toBe(nom)
  expect(blocArabe('العمارة ب', 'Bloc B', tel)).toBe('العمارة ب')
  for (const nom of ['Parking 1', 'Parking-1', 'Parking : 1', '1'])
    expect(parkingArabe(null, nom, tel)).toBe('حظيرة السيارات 1')
  for (const nom of ['حظيرة السيارات 1', 'الحظيرة الشمالية', 'موقف 1'])
    expect(parkingArabe(null, nom, tel)).toBe(nom)
  expect(parkingArabe('الموقف الشمالي', 'Parking Nord', tel)).toBe('الموقف الشمالي')
})

it('joins names by a waw that touches an Arabic one', () => {
  expect(listeArabe(['سمير', 'نور'])).toBe('سمير ونور')
  expect(listeArabe(['\u2068سمير\u2069', '\u2068نور\u2069', '\u2068Karim\u2069'])).toBe(
    '\u2068سمير\u2069 و\u2068نور\u2069 و\u202F\u2068Karim\u2069',
  )
})
