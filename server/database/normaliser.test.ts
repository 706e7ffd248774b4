import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cleanNumero, hasMots, hasNoms, normaliser, foldTelephone } from '#shared/texte.ts'
import { containsMots, containsNoms } from '#server/database/lists.ts'
import { freshDatabase } from '#test/harness/database.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

it('folds a text in the database exactly as in the browser', async () => {
  const letters = fc.constantFrom(..."aAzZ09 éÈçÇœŒïÎøñÑß-'’\u00A0\u202F\tأإآاةهىيعَُِّـمحمدİıSs")
  const samples = fc.sample(fc.string({ unit: letters, maxLength: 30 }), 500)
  const { rows } = await sql<{ texte: string; plie: string }>`
    select texte, normaliser(texte) as plie from unnest(${samples}::text[]) as texte`.execute(database.db)
  expect(rows).toHaveLength(500)
  for (const { texte, plie } of rows) expect([texte, normaliser(texte)]).toEqual([texte, plie])
})

/** Spellings and their fold (RF-20). What stands on the right of a line is what a member types on a French keyboard. */
// prettier-ignore
const ECRITURES: readonly (readonly [texte: string, plie: string])[] = [
  // Apostrophes: typewriter, phone and Word, opened, modifier letter, turned comma, reversed, accents used as one, full width.
  ["N'Aït", "n'ait"], ['N\u2019Aït', "n'ait"], ['N\u2018Aït', "n'ait"], ['N\u02BCAït', "n'ait"], ['N\u02BBAït', "n'ait"],
  ['N\u201BAït', "n'ait"], ['N\u00B4Aït', "n'ait"], ['N\u0060Aït', "n'ait"], ['N\uFF07Aït', "n'ait"], ['Cité d\u2019Hydra', "cite d'hydra"],
  // Quotes.
  ['Tour \u00ABA\u00BB', 'tour "a"'], ['Tour \u201CA\u201D', 'tour "a"'], ['Tour \u201EA\u201F', 'tour "a"'], ['Tour \uFF02A\uFF02', 'tour "a"'],
  ['Tour \u2039A\u203A', "tour 'a'"], ['Tour \u201AA\u2019', "tour 'a'"],
  // Hyphens and dashes.
  ['Abd-el-Kader', 'abd-el-kader'], ['Abd\u2010el\u2010Kader', 'abd-el-kader'], ['Abd\u2011el\u2011Kader', 'abd-el-kader'],
  ['Lot 1\u20132', 'lot 1-2'], ['Lot 1\u20142', 'lot 1-2'], ['Lot 1\u20122', 'lot 1-2'], ['Lot 1\u20152', 'lot 1-2'], ['Lot 1\uFE632', 'lot 1-2'],
  ['Lot 1\uFF0D2', 'lot 1-2'],
  // Blanks.
  ['Ben\u00A0Ali', 'ben ali'], ['Ben\u202FAli', 'ben ali'], ['Ben\u2003Ali', 'ben ali'], ['Ben\u2009\u2009Ali', 'ben ali'],
  ['Ben\u3000Ali', 'ben ali'], ['\u2007Ben\u2028Ali\u205F', 'ben ali'], ['Ben\tAli', 'ben ali'],
  // Letters written together.
  ['C\u0153ur', 'coeur'], ['C\u0152UR', 'coeur'], ['Lætitia', 'laetitia'], ['\u00C6gir', 'aegir'], ['Stra\u00DFe', 'strasse'], ['STRA\u1E9EE', 'strasse'],
  ['E\uFB03cace', 'efficace'],
  // Arabic: forms of presentation, a ligature of lam and alif, a word in one sign, a joiner without a look.
  ['\uFEE3\uFEA4\uFEE4\uFEAA', 'محمد'], ['\uFEFB', 'لا'], ['ﷲ', 'الله'], ['\uFE8D\uFEA3\uFEE4\uFEAA', 'احمد'], ['\uFE83\uFEA3\uFEE4\uFEAA', 'احمد'],
  ['عبد\u200Cالله', 'عبدالله'], ['فاطمة الزهراء', 'فاطمه الزهراء'],
  // Prime and minus are no apostrophe and no hyphen; digits stay as they are.
  ['12\u2032', '12\u2032'], ['12\u2033', '12\u2033'], ['\u22125', '\u22125'], ['٠٥٥٠', '٠٥٥٠'], ['n° 12', 'n° 12'], ['45 m²', '45 m²'],
]

// spec: RF-20
it('folds every spelling of a name to one, in the database as in the browser', async () => {
  const { rows } = await sql<{ plie: string }>`
    select normaliser(texte) as plie from unnest(${ECRITURES.map(([texte]) => texte)}::text[]) with ordinality as t (texte, n)
    order by n`.execute(database.db)
  const plies = ECRITURES.map(([texte], n) => ({ texte, ici: normaliser(texte), base: rows[n]?.plie }))
  expect(plies).toEqual(ECRITURES.map(([texte, plie]) => ({ texte, ici: plie, base: plie })))
})

// spec: RF-20
it('knows every quote, dash and blank of Unicode, and folds each of its signs in the database as in the browser', async () => {
  const signes = [...Array(0x11000).keys()]
    .filter((code) => code > 0 && (code < 0xd800 || code > 0xdfff))
    .map((code) => String.fromCodePoint(code))
  const textes = signes.map((signe) => `a${signe}b`)
  const { rows } = await sql<{ plie: string; petit: string; parts: string }>`
    select normaliser(texte) as plie, lower(texte) as petit, normalize(texte, nfd) as parts
    from unnest(${textes}::text[]) with ordinality as t (texte, n) order by n`.execute(database.db)
  // Letters that Unicode took in after the browser or the database did are left out.
  const compares = signes.filter((_, n) => {
    const [texte, row] = [textes[n], rows[n]]
    return texte?.toLowerCase() === row?.petit && texte?.normalize('NFD') === row?.parts
  })
  for (const [classe, plie] of [
    [/\p{Quotation_Mark}/u, /^a['"]b$/],
    [/\p{Pd}/u, /^a-b$/],
    [/\p{White_Space}/u, /^a b$/],
  ] as const)
    expect(textes.filter((texte) => classe.test(texte) && !plie.test(normaliser(texte)))).toEqual([])
  const plies = new Map(rows.map(({ plie }, n) => [signes[n], plie]))
  const autres = compares.filter((signe) => normaliser(`a${signe}b`) !== plies.get(signe))
  expect(autres).toEqual([])
})

it('finds Benaïssa, BENAISSA and أحمد / احمد alike', () => {
  expect(normaliser(' BenaÏssa   Élodie ')).toBe('benaissa elodie')
  expect(normaliser('أَحْمَد')).toBe(normaliser('احمد'))
})

it('folds a phone in the database exactly as in the browser', async () => {
  const parts = fc.constantFrom(
    '+213',
    '00213',
    '213',
    '0',
    '798',
    '99 75 78',
    '555.12',
    '(0)',
    '/',
    ' / ',
    '-',
    '+',
    '٣',
    'x',
  )
  const samples = fc.sample(fc.array(parts, { maxLength: 9 }), 500).map((picked) => picked.join(''))
  const { rows } = await sql<{ texte: string; plie: string }>`
    select texte, plier_telephone(texte) as plie from unnest(${samples}::text[]) as texte`.execute(
    database.db,
  )
  expect(rows).toHaveLength(500)
  for (const { texte, plie } of rows) expect([texte, foldTelephone(texte)]).toEqual([texte, plie])
})

it('finds in the database the words that it finds in the browser', async () => {
  const { db } = database
  const letters = fc.constantFrom(..."abé %_\\'’-(3 ")
  const words = fc.oneof(
    fc.string({ unit: letters, maxLength: 14 }),
    fc
      .array(fc.constantFrom('bloc', 'blocs', 'b', 'a', 'tour', '12', '2', '-', '(', '#'), { maxLength: 4 })
      .map((mots) => mots.join(' ')),
    fc
      .array(fc.constantFrom('abd', 'el', 'kader', 'عبد', 'ذا', 'ben', 'n', "'", ' ', '-', '[', '.', '*'), {
        maxLength: 8,
      })
      .map((mots) => mots.join('')),
  )
  const [pairs] = fc.sample(fc.array(fc.tuple(words, words), { minLength: 300, maxLength: 300 }), 1)
  for (const [texte, recherche] of pairs ?? []) {
    const { rows } = await sql<{ mots: boolean; noms: boolean }>`
      select ${containsMots('t.recherche', recherche)} as mots, ${containsNoms('t.recherche', recherche)} as noms
      from (select plie as recherche, serrer(plie) as serre from normaliser(${texte}::text) plie) t`.execute(
      db,
    )
    expect([texte, recherche, rows[0]]).toEqual([
      texte,
      recherche,
      { mots: hasMots([texte], recherche), noms: hasNoms([texte], recherche) },
    ])
  }
})

/** A name, the searches that find it, and those that do not (RF-21). */
const SERRES: readonly (readonly [nom: string, oui: readonly string[], non: readonly string[]])[] = [
  [
    'Abd El Kader Benali',
    ['Abdelkader', 'abdelkad', 'elkader', 'BENALI abdelkader', 'Abd-El-Kader', 'benalí'],
    ['belkader', 'abdelkaderx'],
  ],
  [
    'Abdelkader Ben Ali',
    ['Abd El Kader', 'abd el', 'abd el k', 'abd-el-kader', 'Benali', 'benali abd el kader'],
    ['el ali', 'el kader', 'kaderbena'],
  ],
  ['El Hadj Abdelkader', ['abd el kader el hadj', 'elhadj', 'abdelkader elhadj'], ['hadjel']],
  ['عبد الرحمن بن علي', ['عبدالرحمن', 'عبدالرحمن علي', 'بنعلي'], ['الرحمنعبد']],
  ['عبدالرحمن', ['عبد الرحمن'], []],
  ["N'Ait Mohand", ['Nait', "n'ait", 'N’Aït'], []],
  ['Ali Nacer', [], ['lina', 'alina nacera']],
  ['Bloc A', ['bloc a', 'bloca'], ['bloc b']],
  ['Tour 12', ['tour 1', 'tour12', 'tour ١٢', 'tour١٢'], ['tour 2', '2 tour', 'tour ٢']],
  ['Tour 123', ['tour ١٢٣'], ['tour ١٢٤']],
]

// spec: RF-21
it('finds a name with or without its blanks, either way round, in the database as in the browser', async () => {
  const cas = SERRES.flatMap(([nom, oui, non]) => [
    ...oui.map((cherche) => ({ nom, cherche, trouve: true })),
    ...non.map((cherche) => ({ nom, cherche, trouve: false })),
  ])
  for (const { nom, cherche, trouve } of cas) {
    const { rows } = await sql<{ base: boolean }>`
      select ${containsNoms('t.recherche', cherche)} as base from (select plie as recherche, serrer(plie) as serre from normaliser(${nom}::text) plie) t`.execute(
      database.db,
    )
    expect({ nom, cherche, ici: hasNoms([nom], cherche), base: rows[0]?.base }).toEqual({
      nom,
      cherche,
      ici: trouve,
      base: trouve,
    })
  }
})

it('asks about a hundred words as it asks about ten, each so often: not each with each', () => {
  const statement = (courts: number, longs: number) => {
    const signes = [...Array(courts).keys()].map((n) => String.fromCodePoint(0x4e00 + n))
    const mots = [...Array(longs).keys()].map((n) => `mot${n}`)
    return containsMots('t.recherche', [...signes, ...mots].join(' ')).compile(database.db).parameters.length
  }
  expect(statement(60, 40) - statement(6, 4)).toBeLessThan(300)
})

// spec: RF-91
it('cleans a number of a lot in the database exactly as in the browser', async () => {
  const lettres = fc.constantFrom(
    ...'A1b é-',
    '\u00A0',
    '\u2003',
    '\u3000',
    '\u2800',
    '\u2028',
    '\uFE0E',
    '\uFE0F',
    '\u200B',
    '\u200D',
    '\u200E',
    '\u00AD',
    '\u2066',
    '\uFEFF',
    '\u3164',
    '\u{E0100}',
    '\u{E0041}',
    '\u0301',
    '\uFFFA',
    '文',
    '①',
  )
  const numeros = fc.sample(fc.string({ unit: lettres, maxLength: 12 }), 500)
  const { rows } = await sql<{ net: string }>`
    select epurer_numero(numero) as net from unnest(${numeros}::text[]) with ordinality as t (numero, n) order by n`.execute(
    database.db,
  )
  expect(rows.map(({ net }, n) => [numeros[n], net])).toEqual(
    numeros.map((numero) => [numero, cleanNumero(numero)]),
  )
  for (const numero of ['A 1', 'A\u00A01', 'A\u20031', ' A  1 ', 'A\u200B 1', 'A 1\uFE0E'])
    expect(cleanNumero(numero)).toBe('A 1')
})
