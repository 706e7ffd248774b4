import { ecrituresDe, toChiffres } from '#shared/chiffres.ts'

/** Arabic presentation forms and Latin ligatures, as old programs and PDF files write letters. */
const LETTRES_ATTACHEES = /[\uFB00-\uFB06\uFB50-\uFDFF\uFE70-\uFEFC]/g
/** Accents, Arabic vowel signs, the tatweel, joiners and variation signs. */
const ACCENTS = /[\u0300-\u036F\u064B-\u065F\u0670\u0640]|[\u200C\u200D]|[\uFE00-\uFE0F]/g
/** Apostrophes and single quotes, with the two accents that are typed for one; the prime is none. */
const APOSTROPHES =
  /[`\u00B4\u02BB-\u02BD\u055A\u07F4\u07F5\u2018-\u201B\u2039\u203A\u275B\u275C\u275F\u276E\u276F\uFF07]/g
const GUILLEMETS =
  /[\u00AB\u00BB\u02EE\u201C-\u201F\u275D\u275E\u2E42\u300C-\u300F\u301D-\u301F\uFE41-\uFE44\uFF02\uFF62\uFF63]/g
/** Hyphens and dashes; the minus sign is none. */
const TIRETS =
  /[\u058A\u05BE\u1400\u1806\u2010-\u2015\u2043\u2E17\u2E1A\u2E3A\u2E3B\u2E40\u2E5D\u301C\u3030\u30A0\uFE31\uFE32\uFE58\uFE63\uFF0D\u{10D6E}\u{10EAD}]/gu
const BLANCS = /[\t\n\v\f\r \u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+/g

/**
 * Folds a text for searching and comparing: lower case, no accents, single spaces (Q43), one spelling of the Arabic letters that have several,
 * and one sign for each of apostrophe, quote, hyphen and blank, none of which is removed. Digits stay in their script. The SQL function
 * `normaliser` folds the same way.
 */
export function normaliser(texte: string): string {
  return texte
    .replace(LETTRES_ATTACHEES, (lettre) => lettre.normalize('NFKD'))
    .normalize('NFD')
    .replace(ACCENTS, '')
    .replace(/[\u0622\u0623\u0625]/g, '\u0627')
    .replace(/\u0629/g, '\u0647')
    .replace(/\u0649/g, '\u064A')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')
    .replace(APOSTROPHES, "'")
    .replace(GUILLEMETS, '"')
    .replace(TIRETS, '-')
    .replace(BLANCS, ' ')
    .replace(/^ | $/g, '')
}

/** Letters of right-to-left scripts reorder the text beside them. */
const DE_DROITE_A_GAUCHE = /[\p{sc=Arab}\p{sc=Hebr}]/u

/** True for a name in Arabic letters without a Latin one: French papers cannot say it. */
export const isNomArabe = (nom: string): boolean => /\p{sc=Arab}/u.test(nom) && !/\p{sc=Latn}/u.test(nom)

/**
 * Joins the non-empty parts of a text with « · », for an input, a title or a message, which have no elements inside:
 * « nom · 0661 70 63 67 ». When one part is written from right to left, each part stands between isolating signs and keeps its own
 * direction.
 */
export function isole(...parties: readonly (string | null | undefined)[]): string {
  const dites = parties.filter((partie): partie is string => Boolean(partie))
  if (!dites.some((partie) => DE_DROITE_A_GAUCHE.test(partie))) return dites.join(' · ')
  return dites.map((partie) => `${/\p{L}/u.test(partie) ? '\u2068' : '\u2066'}${partie}\u2069`).join(' · ')
}

/**
 * Joins places with « , », the larger ones last: « Bloc B, 12e étage, Résidence El Yasmine ». A text may name several already; each of
 * them keeps its own direction, so that an Arabic bloc does not turn the figure of its étage.
 */
export const isoleLieux = (...lieux: readonly (string | null | undefined)[]): string =>
  lieux
    .flatMap((lieu) => (lieu ? lieu.split(', ') : []))
    .map((lieu) => isole(lieu))
    .join(', ')

/** Removes the isolating signs of {@link isole}, for comparing and sending. */
export const sansIsolation = (texte: string): string => texte.replace(/[\u2066-\u2069]/g, '')

/** The folded words of a search, each once; none for a blank text. */
export function motsOf(recherche: string): string[] {
  return [...new Set(normaliser(recherche).split(' '))].filter((mot) => mot !== '')
}

/** Signs that end a word as a space does: « A-2 » has the word 2, « 302 (F3) » the word f3. */
export const SEPARATEURS = '()[]/.,;:-_\'"\u00B0\u00B7'

/** True for a word of one or two signs, which must begin a word of the text; otherwise « bloc c » would find « Bloc A ». */
export const mustBeginWord = (mot: string): boolean => /^[\p{L}\p{N}]{1,2}$/u.test(mot)

const FORME_TELEPHONE = /^(?=\D*\d)[\d\s+\-()[\]/.,;&]+$/
/** Fewer digits than this occur in too many phone numbers. */
const CHIFFRES_MIN = 4

/**
 * Folds a phone number to its national digits: « 0798 99 75 78 », « +213 (0) 798-99.75.78 » and « 00213798997578 » give « 0798997578 ».
 * Several numbers stay separated by « / ». The SQL function `plier_telephone` does the same.
 */
export function foldTelephone(texte: string): string {
  return texte
    .replace(/[^0-9+/]/g, '')
    .replace(/(^|\/)(?:(?:\+|00)213|213(?=0?[0-9]{8,9}(?:\/|$)))0?/g, (_trouve, avant: string) => `${avant}0`)
    .replaceAll('+', '')
}

/** The folded phone number of a search; null when the search is not a number of at least `chiffres` digits. */
export function telephoneIn(recherche: string, chiffres = CHIFFRES_MIN): string | null {
  const saisi = toChiffres(recherche)
  if (!FORME_TELEPHONE.test(saisi)) return null
  const plie = foldTelephone(saisi)
  return plie.replaceAll('/', '').length >= chiffres ? plie : null
}

/** Kinds of record that the first word of a search may name. */
export type GenreNomme = 'lot' | 'place' | 'local' | 'recu' | 'bon' | 'bloc'

/** Splits a search into its kind and the folded rest: « Lot 302 » → lot, « 302 »; « reçu n° 2026-000123 » → recu; « Karim » → null. */
export function readGenre(recherche: string): { genre: GenreNomme | null; reste: string } {
  const plie = normaliser(toChiffres(recherche))
  const lu = /^(lot|appartement|place|local|recu|bon|bloc)s? (?:n ?[°º] ?)?(\S.*)$/.exec(plie)
  if (!lu) return { genre: null, reste: plie }
  const [, mot = '', reste = ''] = lu
  return { genre: GENRES.find((genre) => genre === mot) ?? 'lot', reste }
}
const GENRES = ['place', 'local', 'recu', 'bon', 'bloc'] as const

/**
 * The rows that a search finds; all rows for a blank search. A row matches when its texts have every word of the search ({@link hasNoms}),
 * or hold the searched phone number in any spelling. When no row has both words of « Lot 302 », rows with 302 match.
 */
export function filterByRecherche<T>(
  lignes: readonly T[],
  recherche: string,
  textes: (ligne: T) => readonly (string | null | undefined)[],
): readonly T[] {
  if (normaliser(recherche) === '') return lignes
  const telephone = telephoneIn(recherche)
  const trouvees = lignes.filter((ligne) => {
    const lus = textes(ligne)
    if (hasNoms(lus, recherche)) return true
    return telephone !== null && lus.some((lu) => isTelephone(lu) && foldTelephone(lu).includes(telephone))
  })
  const { genre, reste } = readGenre(recherche)
  if (trouvees.length > 0 || genre === null) return trouvees
  return lignes.filter((ligne) => hasNoms(textes(ligne), reste))
}

/**
 * True when the texts have every word of a search, in any order, case and accents aside (Q43), or the search as typed. A word of one or two
 * signs must begin a word outside the matches of the longer words: « bloc b » does not match « Bloc A ».
 */
export const hasMots = (textes: readonly (string | null | undefined)[], recherche: string): boolean =>
  ecrituresDe(recherche).some((ecrite) => hasMotsOf(textes, ecrite))

function hasMotsOf(textes: readonly (string | null | undefined)[], recherche: string): boolean {
  // No word contains a space, so that joining the texts adds no word.
  const plie = normaliser(textes.join(' '))
  if (plie.includes(normaliser(recherche))) return true
  const mots = motsOf(recherche)
  const [seul] = mots
  // The search « 2 2 » is the single word 2, which may stand anywhere in the text.
  if (mots.length === 1 && seul !== undefined) return plie.includes(seul)
  const longs = mots.filter((mot) => !mustBeginWord(mot))
  if (!longs.every((mot) => plie.includes(mot))) return false
  const coupe = withoutMots(plie, longs)
  return mots.every((mot) => longs.includes(mot) || coupe.includes(` ${mot}`))
}

/** The signs that people write or leave out inside a name: « Abd El-Kader », « Abdelkader ». */
export const LIAISONS = " '-"
const LONGUEUR_SERREE_MAX = 40
const MOTS_SERRES_MAX = 6

/** How {@link hasNoms} looks for a search without what parts its words. */
interface MotsSerres {
  longs: string[]
  /** Words of one or two signs, each with what it makes together with its neighbours: « el » with « abdel » and « elkader ». */
  courts: { mot: string; groupes: string[] }[]
}

/**
 * The words of a search without {@link LIAISONS}; null where they add nothing to {@link hasMots}: for a search without a word of three signs
 * that has a letter, and for one that is no name because it has too many words or too long ones.
 */
export function readMotsSerres(recherche: string): MotsSerres | null {
  const mots = normaliser(recherche)
    .split(' ')
    .map((mot) => mot.replace(/[ '-]/g, ''))
    .filter((mot) => mot !== '')
  if (mots.length > MOTS_SERRES_MAX || mots.some((mot) => mot.length > LONGUEUR_SERREE_MAX)) return null
  const isCourt = (mot: string) => [...mot].length <= 2
  const longs = mots.filter((mot) => !isCourt(mot))
  if (!longs.some((mot) => /\p{L}/u.test(mot))) return null
  const groupesDe = (rang: number) =>
    [2, 3].flatMap((nombre) =>
      [...Array(nombre).keys()].map((avant) => mots.slice(Math.max(rang - avant, 0), rang - avant + nombre)),
    )
  const courts = mots.flatMap((mot, rang) =>
    isCourt(mot)
      ? [{ mot, groupes: groupesDe(rang).flatMap((groupe) => (groupe.length > 1 ? [groupe.join('')] : [])) }]
      : [],
  )
  return { longs, courts }
}

/** Source of a regular expression: one of the words begins a word of a folded text and goes on over {@link LIAISONS}. */
const debutSerre = (mots: readonly string[]): string =>
  `(^|[ ${SEPARATEURS.replace(/[[\]-]/g, (signe) => (signe === '-' ? '' : `\\${signe}`))}-])(${mots
    .map((mot) => [...mot].map((signe) => signe.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')).join("[ '-]*"))
    .join('|')})`

/**
 * Like {@link hasMots}, for the names of people and places: blanks, apostrophes and hyphens inside them are left out on either side, so that
 * « Abdelkader » and « Abd El-Kader » find each other. A match over a blank begins a word: « lina » does not find « Ali Nacer ».
 */
export const hasNoms = (textes: readonly (string | null | undefined)[], recherche: string): boolean =>
  ecrituresDe(recherche).some((ecrite) => hasNomsOf(textes, ecrite))

function hasNomsOf(textes: readonly (string | null | undefined)[], recherche: string): boolean {
  if (hasMotsOf(textes, recherche)) return true
  const serres = readMotsSerres(recherche)
  if (!serres) return false
  const plie = normaliser(textes.join(' '))
  const begins = (mots: readonly string[]) => new RegExp(debutSerre(mots), 'u').test(plie)
  if (!serres.longs.every((mot) => plie.includes(mot) || begins([mot]))) return false
  const coupe = withoutMots(plie, serres.longs)
  return serres.courts.every(({ mot, groupes }) => coupe.includes(` ${mot}`) || begins(groupes))
}

/** The text after a blank, a blank for each separator and « # » for each of the words. */
const withoutMots = (plie: string, mots: readonly string[]): string => {
  const laisse = mots.reduce((texte, mot) => texte.replaceAll(mot, '#'), plie)
  return ` ${[...laisse].map((lettre) => (SEPARATEURS.includes(lettre) ? ' ' : lettre)).join('')}`
}

const isTelephone = (texte: string | null | undefined): texte is string =>
  texte != null && FORME_TELEPHONE.test(texte)

/** Formats a count: "1 bloc", "3 blocs". The French plural starts at 2; 0 is singular. */
export function formatCompte(nombre: number, singulier: string, pluriel = `${singulier}s`): string {
  return `${nombre} ${nombre >= 2 ? pluriel : singulier}`
}

/** True when a text has no control characters (with `lignes`, line ends and tabs may stand) and no half surrogate pair. */
export function isTextePropre(texte: string, lignes = false): boolean {
  return !/[\p{Cc}\p{Cs}]/u.test(lignes ? texte.replace(/[\n\r\t]/g, '') : texte)
}

/** Replaces what {@link isTextePropre} refuses by U+FFFD, so that the text can be stored and shown. */
export const showTexte = (texte: string): string => texte.replace(/(?![\n\r\t])[\p{Cc}\p{Cs}]/gu, '\uFFFD')

/**
 * Invisible characters: direction marks, zero-width blanks, soft hyphens, tags, fillers. They come with pasted text and make two names look
 * like one. Joiners and variation selectors are excluded, because they may shape the character before them.
 */
const INVISIBLES = /(?!\p{Join_C}|\p{VS})\p{DI}|[\uFFF9-\uFFFB]/gu
/** A variation selector shapes a symbol, a digit or a Chinese character; after another letter it is only invisible. */
const SELECTEURS = /(?<![\p{S}\p{P}\p{N}\p{sc=Han}])\p{VS}/gu
/** A joiner has a meaning after a letter of a joining script (Arabic, Indian scripts) and inside an emoji. */
const LIANTS =
  /(?<![\p{L}\p{M}\p{ExtPict}\p{EMod}])\p{Join_C}|(?<=[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\u0300-\u036F])\p{Join_C}/gu

/**
 * Cleans a typed text for storage: NFC, trimmed, without invisible characters, so that an invisible text becomes ''. Composition takes
 * quadratic time in a run of accents: the caller must bound the length first.
 */
export function cleanTexte(texte: string): string {
  return texte
    .normalize('NFC')
    .replaceAll('\u2800', ' ')
    .replace(INVISIBLES, '')
    .replace(SELECTEURS, '')
    .replace(LIANTS, '')
    .normalize('NFC')
    .trim()
}

/**
 * Cleans the number of a lot or a local for storage: like {@link cleanTexte}, each run of blanks one ordinary blank, and no sign without a look,
 * so that two numbers that look the same are the same. The SQL function `epurer_numero` does the same.
 */
export const cleanNumero = (numero: string): string =>
  cleanTexte(numero)
    .replace(/\p{DI}/gu, '')
    .replace(/[ \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+/g, ' ')
    .normalize('NFC')
    .trim()

/** A noun before a name, with its blank; '' where the name begins with it, as « résidence » before « Résidence Ibn Sina ». */
export const nounBefore = (noun: string, name: string): string =>
  normaliser(name).startsWith(`${normaliser(noun)} `) ? '' : `${noun} `
