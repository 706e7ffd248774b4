/** How a list names a residence, a bloc and a lot (`entree.md` D.3): exactly first, then forgiven when one candidate alone is left. */
import { toChiffres } from '#shared/chiffres.ts'
import { MOTS, type ChampDesMots } from '#features/imports/server/reprise/mots.ts'
import type { TypeBien } from '#shared/biens.ts'
import { normaliser } from '#shared/texte.ts'

/** A lot, a local or a place as Diyar or the workbook holds it. Surfaces in hundredths of m². */
export interface LotConnu {
  type: TypeBien
  residence: string
  /** The bloc, or the parking of a place. */
  lieu: string
  etage: string | null
  niveau: number | null
  numero: string
  typeLogement: string | null
  surfaces: readonly number[]
}
export interface LieuConnu {
  residence: string
  parking: boolean
  nom: string
}

/** « N° » in words. */
const NUMERO = ['no', 'num', 'numero', 'رقم']
const singles = (mots: readonly string[]): ReadonlySet<string> =>
  new Set(mots.flatMap((mot) => mot.split(/[ ,]+/)).filter((mot) => mot !== '' && !NUMERO.includes(mot)))
/** The single words by which titles name a field, and others that stand in cells alone. */
const wordsFor = (nomme: ChampDesMots, ...autres: readonly string[]): ReadonlySet<string> =>
  singles([
    ...MOTS.flatMap(({ champ, surs = '', proposes = '' }) => (champ === nomme ? [surs, proposes] : [])),
    ...autres,
  ])

const DE_PLACE = wordsFor('place', 'pl')
const DE_LOCAL = wordsFor('local')
const DE_LOT = wordsFor('appartement')
const DE_LIEU = wordsFor('lieu', 'bt')
/** The words that mean a bloc and nothing else, as « parking » does not. */
const DE_BLOC = singles([...MOTS.flatMap(({ champ, surs = '' }) => (champ === 'lieu' ? surs : [])), 'bt'])
const DE_RESIDENCE = wordsFor('residence')
const GENRES_DITS: readonly (readonly [TypeBien, ReadonlySet<string>])[] = [
  ['place_parking', DE_PLACE],
  ['local', DE_LOCAL],
  ['appartement', DE_LOT],
]
/** Words before a number, one or several: « Lots 13 et 14 », « N° 13-14 ». */
const DEVANT: ReadonlySet<string> = new Set([...DE_LOT, ...DE_LOCAL, ...DE_PLACE, ...NUMERO])
/** Words that fall on both sides of a comparison. */
const TOMBENT: ReadonlySet<string> = new Set([...DE_RESIDENCE, ...DE_LIEU, ...DEVANT, 'etage'])

/** Words that stand joined to a number, « Lot12 », « Bloc2 », and bloc to a letter: « BLOCA ». */
const JOINTS = new RegExp(
  `(?<![\\p{L}\\p{N}_])(?:(?:${['appt', 'apt', 'app', 'lot', 'logt', 'log', 'local', 'no', ...DE_BLOC].join('|')})(?=\\d)|bloc(?=[a-rt-z](?![\\p{L}\\p{N}])))`,
  'gu',
)

/** The words of a name, folded, without signs: « N°12 » is no, 12. */
const wordsOf = (texte: string): string[] =>
  normaliser(toChiffres(texte))
    .replace(/\bn(?:um|umero|o)? ?[°º] ?/g, ' no ')
    .replace(JOINTS, '$& ')
    .split(/[\s\-_/.,:;*'"()]+/)
    .filter((mot) => mot !== '')

/** A name for comparison: what says its kind falls, blanks and hyphens too; the whole name where nothing else is left. */
export function foldNom(texte: string): string {
  return without(TOMBENT, wordsOf(texte)).join('')
}

function without(tombent: ReadonlySet<string>, mots: readonly string[]): readonly string[] {
  const restent = mots.filter((mot) => !tombent.has(mot))
  return restent.length > 0 ? restent : mots
}

/** True for a text that begins with a word of bloc or parking: « BLOC A », « Bât. 2 ». */
export const isLieuDit = (texte: string): boolean => DE_LIEU.has(wordsOf(texte)[0] ?? '')

/** Signs between a word of bloc and its name that part them: « Immeuble - El Bahdja ». */
const SEPARE = /\s\p{Pd}|\p{Pd}\s|[^\s\p{L}\p{M}\p{N}\p{Pd}._°º]/u
/** The bloc that the name of a sheet tells: « El Bahdja - Bât. B » → « Bât. B », « BLOC A », « Bloc2 »; null where it tells none. */
export function blocOf(feuille: string): string | null {
  const dits = [...feuille.matchAll(/n ?[°º]|[\p{L}\p{M}\p{N}]+/giu)]
    .map(({ 0: dit, index }) => ({ mots: wordsOf(dit), index, fin: index + dit.length }))
    .filter(({ mots }) => mots.some((mot) => !NUMERO.includes(mot)))
  for (const [at, { mots, index, fin }] of dits.entries()) {
    const [premier = '', joint] = mots
    if (!DE_BLOC.has(premier)) continue
    if (joint !== undefined) return feuille.slice(index, fin)
    const suivant = dits[at + 1]
    if (suivant && !SEPARE.test(feuille.slice(fin, suivant.index))) return feuille.slice(index, suivant.fin)
  }
  return null
}

const nomDeResidence = (texte: string): string => {
  const mots = normaliser(toChiffres(texte)).match(/[\p{L}\p{N}]+/gu) ?? []
  return ` ${without(DE_RESIDENCE, mots).join(' ')} `
}

/** Returns the residence that the name of a sheet names, alone or among other words; undefined when it names none or several. */
export function residenceIn<T>(
  feuille: string,
  residences: readonly T[],
  nomDe: (un: T) => string,
): T | undefined {
  const plie = normaliser(feuille)
  const sien = nomDeResidence(feuille)
  const noms = residences.map((un) => ({ un, exact: normaliser(nomDe(un)), nom: nomDeResidence(nomDe(un)) }))
  const nommees = [
    noms.filter(({ exact }) => exact === plie),
    noms.filter(({ nom }) => nom === sien),
    noms.filter(({ nom }) => nom.trim() !== '' && sien.includes(nom)),
  ].find((unes) => unes.length > 0)
  return nommees?.length === 1 ? nommees[0]?.un : undefined
}

/** Outcome of looking a name up: one record, several that it may be, or none. */
export type Trouve<T> = { un: T; exact: boolean } | { plusieurs: readonly T[] } | null

/** Finds the one candidate that bears a name. */
export function findNom<T>(ecrit: string, candidats: readonly T[], nomDe: (un: T) => string): Trouve<T> {
  const plie = normaliser(ecrit)
  const exacts = candidats.filter((un) => normaliser(nomDe(un)) === plie)
  const [exact] = exacts
  if (exact !== undefined) return exacts.length === 1 ? { un: exact, exact: true } : { plusieurs: exacts }
  const sien = foldNom(ecrit)
  const pardonnes = candidats.filter((un) => foldNom(nomDe(un)) === sien)
  const [seul] = pardonnes
  if (seul === undefined) return null
  return pardonnes.length === 1 ? { un: seul, exact: false } : { plusieurs: pardonnes }
}

const sansZeros = (numero: string): string => numero.replace(/^0+(?=\d)/, '')

/** The readings of a number in a bloc: whole, and without the bloc's last word before it; of a place its digits too. */
function lecturesDe(numero: string, { lieu, type }: Pick<LotConnu, 'lieu' | 'type'>): Set<string> {
  const mots = wordsOf(numero).filter((mot) => !TOMBENT.has(mot))
  const entier = mots.join('')
  const lectures = new Set([sansZeros(entier)])
  const dernier = wordsOf(lieu).at(-1) ?? ''
  const [premier, ...suite] = mots
  if (premier === dernier && suite.length > 0) lectures.add(sansZeros(suite.join('')))
  if (/^\p{L}+$/u.test(dernier) && entier.startsWith(dernier) && /^\d/.test(entier.slice(dernier.length)))
    lectures.add(sansZeros(entier.slice(dernier.length)))
  const chiffres = type === 'place_parking' ? /^\D*(\d+)$/.exec(entier)?.[1] : undefined
  if (chiffres !== undefined) lectures.add(sansZeros(chiffres))
  lectures.delete('')
  return lectures
}

/** Readings of a lot's own number, kept because lists name lots by the thousand. */
const CONNUES = new WeakMap<LotConnu, { plie: string; lectures: ReadonlySet<string> }>()
function numeroDe(lot: LotConnu): { plie: string; lectures: ReadonlySet<string> } {
  const connu = CONNUES.get(lot)
  if (connu) return connu
  const lu = { plie: normaliser(lot.numero), lectures: lecturesDe(lot.numero, lot) }
  CONNUES.set(lot, lu)
  return lu
}

/** Tells whether a lot bears the written number, in a bloc whose last word may stand before it. */
function matcher(ecrit: string): (lot: LotConnu) => boolean {
  const parLieu = new Map<string, ReadonlySet<string>>()
  return (lot) => {
    const cle = `${lot.type} ${lot.lieu}`
    const siennes = parLieu.get(cle) ?? lecturesDe(ecrit, lot)
    parLieu.set(cle, siennes)
    const { lectures } = numeroDe(lot)
    for (const lecture of siennes) if (lectures.has(lecture)) return true
    return false
  }
}

/** Finds the lot of a number among candidates; the étage that the line says tells equal numbers apart. */
export function findLot(ecrit: string, lots: readonly LotConnu[], niveau: number | null): Trouve<LotConnu> {
  const plie = normaliser(ecrit)
  const exacts = lots.filter((lot) => numeroDe(lot).plie === plie)
  return choose(exacts, exacts.length > 0 ? [] : lots.filter(matcher(ecrit)), niveau)
}

function choose(
  exacts: readonly LotConnu[],
  pardonnes: readonly LotConnu[],
  niveau: number | null,
): Trouve<LotConnu> {
  for (const [parmi, exact] of [
    [exacts, true],
    [pardonnes, false],
  ] as const) {
    const auNiveau =
      parmi.length > 1 ? parmi.filter((lot) => niveau !== null && lot.niveau === niveau) : parmi
    const [un] = auNiveau
    if (un !== undefined && auNiveau.length === 1) return { un, exact }
    if (parmi.length > 1) return { plusieurs: parmi }
  }
  return null
}

/** Reads an étage: RDC, R+1, 1, 1er, « 2ème étage », -1, SS1 → 0, 1, 1, 1, 2, −1, −1; null for anything else. */
export function readNiveau(texte: string): number | null {
  const plie = normaliser(toChiffres(texte))
    .replace(/\b(?:etage|niveau|niv)\b/g, ' ')
    .replace(/[.\s]+/g, '')
    .replace(/\u2212/g, '-')
  if (/^(?:rdc|rezdechaussee|rez-de-chaussee)$/.test(plie)) return 0
  const sousSol = /^(?:ss|sous-?sol)-?(\d*)$/.exec(plie)
  if (sousSol) return sousSol[1] === '' ? -1 : -Number(sousSol[1])
  const lu = /^(?:r\+)?(-?\d{1,2})(?:er|ere|e|eme|nd|nde)?$/.exec(plie)
  return lu ? Number(lu[1]) : null
}
/** True for a text that names an étage by more than a bare number. */
export const isEtageDit = (texte: string): boolean =>
  readNiveau(texte) !== null && /[\p{L}+]/u.test(texte) && !/^\s*\d+\s*e?\s*$/i.test(texte)

/** Reading of a cell that names a bien: its kind where a word tells it, and its words. */
interface BienDit {
  type: TypeBien | null
  mots: readonly string[]
  niveau: number | null
}

/** Cuts « Bloc B N° 12 », « A/R+1/103 », « Parking P7 », « Appartement N° 12 (RESERVATION) » into words; parentheses fall. */
export function cutBien(texte: string): BienDit {
  const dits = texte.replace(/\([^)]*\)?/g, ' ').split(/[\s/,;]+|\s-\s|(?<=[^\s+/])-(?=\S)/)
  let niveau: number | null = null
  let type: TypeBien | null = null
  const mots: string[] = []
  for (const dit of dits) {
    if (isEtageDit(dit)) {
      niveau = readNiveau(dit)
      continue
    }
    for (const mot of wordsOf(dit)) {
      type ??= GENRES_DITS.find(([, leurs]) => leurs.has(mot))?.[0] ?? null
      if (!TOMBENT.has(mot)) mots.push(mot)
    }
  }
  return { type, mots, niveau }
}

/** Finds the bien that one cell names: its first words may name the bloc or the parking, one more the étage, the last ones the number. */
export function findBien(texte: string, lots: readonly LotConnu[]): Trouve<LotConnu> {
  const { type, mots, niveau } = cutBien(texte)
  const trouves = new Set<LotConnu>()
  const numeros = mots.map((_, at) => matcher(mots.slice(at).join(' ')))
  for (const lot of lots) {
    if (type !== null && lot.type !== type) continue
    const lieu = foldNom(lot.lieu)
    for (const [at, isNumero] of numeros.entries()) {
      const avant = mots.slice(0, at)
      const etage = avant.length > 0 ? readNiveau(avant.at(-1) ?? '') : null
      const dansLeLieu = at === 0 || avant.join('') === lieu
      const aLEtage = etage !== null && etage === lot.niveau && avant.slice(0, -1).join('') === lieu
      if ((dansLeLieu || aLEtage) && isNumero(lot)) trouves.add(lot)
    }
  }
  return choose([], [...trouves], niveau)
}

const isDevant = (mot: string): boolean =>
  wordsOf(mot.replace(/(?<=\p{L}{3})s$/iu, '')).every((un) => DEVANT.has(un))

/** True for a cell that names two biens: « 13 et 14 », « 13-14 ». The caller has found no lot of that very number. */
export const areTwoBiens = (texte: string): boolean => {
  const [devant = '', ...suite] = texte
    .replace(/\([^)]*\)?/g, ' ')
    .trim()
    .split(/\s+/)
  const dits = /\d/.test(devant) || !isDevant(devant) ? [devant, ...suite] : suite
  const parts = dits.join(' ').split(/\s+et\s+|\s*[&+;,/-]\s*/i)
  return parts.length > 1 && parts.every((part) => /^\p{L}{0,3} ?\d+ ?\p{L}?$/u.test(part.trim()))
}
