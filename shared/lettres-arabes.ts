import type { Centimes } from '#shared/argent.ts'

/** Largest amount said in words: 999 999 999 999,99 DA. */
const LETTRES_MAX: Centimes = 99_999_999_999_999

const UNITES = [
  '',
  'واحد',
  'اثنان',
  'ثلاثة',
  'أربعة',
  'خمسة',
  'ستة',
  'سبعة',
  'ثمانية',
  'تسعة',
  'عشرة',
  'أحد عشر',
  'اثنا عشر',
  'ثلاثة عشر',
  'أربعة عشر',
  'خمسة عشر',
  'ستة عشر',
  'سبعة عشر',
  'ثمانية عشر',
  'تسعة عشر',
]
const DIZAINES = ['', '', 'عشرون', 'ثلاثون', 'أربعون', 'خمسون', 'ستون', 'سبعون', 'ثمانون', 'تسعون']
const CENTAINES = [
  '',
  'مائة',
  'مائتان',
  'ثلاثمائة',
  'أربعمائة',
  'خمسمائة',
  'ستمائة',
  'سبعمائة',
  'ثمانمائة',
  'تسعمائة',
]

/** Forms of a counted noun, all masculine. `annexe` is the dual that has lost its ن before what it counts. */
interface Nom {
  un: string
  deux: string
  annexe: string
  pluriel: string
  accusatif: string
}

const ECHELLES: readonly (Nom & { rang: number })[] = [
  {
    rang: 1_000_000_000,
    un: 'مليار',
    deux: 'ملياران',
    annexe: 'مليارا',
    pluriel: 'ملايير',
    accusatif: 'مليارا',
  },
  {
    rang: 1_000_000,
    un: 'مليون',
    deux: 'مليونان',
    annexe: 'مليونا',
    pluriel: 'ملايين',
    accusatif: 'مليونا',
  },
  { rang: 1_000, un: 'ألف', deux: 'ألفان', annexe: 'ألفا', pluriel: 'آلاف', accusatif: 'ألفا' },
]

/** The waw is written on to the next word. */
const joindre = (parties: readonly string[]): string => parties.filter(Boolean).join(' و')

/** 1 to 99, without noun. */
const say = (nombre: number): string =>
  nombre < 20
    ? (UNITES[nombre] ?? '')
    : joindre([UNITES[nombre % 10] ?? '', DIZAINES[Math.floor(nombre / 10)] ?? ''])

/** Hundreds before a waw, or (`annexe`) before what they count. */
const centaines = (nombre: number, annexe: boolean): string =>
  annexe && nombre === 2 ? 'مائتا' : (CENTAINES[nombre] ?? '')

/**
 * 1 to 999 thousands, millions or milliards.
 * @param suivi true when the counted noun follows at once; then a dual loses its ن and 11 to 99 their accusative
 */
function sayEchelle(nombre: number, nom: Nom, suivi: boolean): string {
  const [cents, reste] = [Math.floor(nombre / 100), nombre % 100]
  if (reste === 0) return `${centaines(cents, true)} ${nom.un}`
  if (reste <= 2) {
    const seul = reste === 1 ? nom.un : suivi ? nom.annexe : nom.deux
    return joindre([cents === 0 ? '' : `${centaines(cents, true)} ${nom.un}`, seul])
  }
  const compte = reste <= 10 ? nom.pluriel : suivi ? nom.un : nom.accusatif
  return `${joindre([centaines(cents, false), say(reste)])} ${compte}`
}

/** A number of dinars, without noun. @param suivi true for a number of whole hundreds that « دينار » follows at once */
function sayNombre(nombre: number, suivi: boolean): string {
  const parties: string[] = []
  let reste = nombre
  for (const echelle of ECHELLES) {
    const groupe = Math.floor(reste / echelle.rang)
    reste %= echelle.rang
    if (groupe > 0) parties.push(sayEchelle(groupe, echelle, suivi && reste === 0))
  }
  parties.push(centaines(Math.floor(reste / 100), suivi), say(reste % 100))
  return joindre(parties)
}

function sayDinars(dinars: number): string {
  const reste = dinars % 100
  if (dinars === 0) return 'صفر دينار جزائري'
  if (dinars === 1) return 'دينار جزائري واحد'
  if (dinars === 2) return 'ديناران جزائريان'
  if (reste === 0) return `${sayNombre(dinars, true)} دينار جزائري`
  // Nothing in Arabic counts a noun by « مائة وواحد »: the hundreds are counted, and one or two dinars are added.
  if (reste <= 2) return joindre([sayDinars(dinars - reste), reste === 1 ? 'دينار واحد' : 'ديناران'])
  return `${sayNombre(dinars, false)} ${reste <= 10 ? 'دنانير جزائرية' : 'دينارا جزائريا'}`
}

function saySousUnites(centimes: number): string {
  if (centimes === 1) return 'سنتيم واحد'
  if (centimes === 2) return 'سنتيمان'
  return `${say(centimes)} ${centimes <= 10 ? 'سنتيمات' : 'سنتيما'}`
}

/**
 * Amount in Arabic words, nominative, without vowel signs: « مليونا دينار جزائري ». The words suit a bracket or what follows a colon.
 * @param centimes integer from 0 to 99 999 999 999 999; RangeError otherwise
 */
export function montantEnLettresArabes(centimes: Centimes): string {
  if (!Number.isSafeInteger(centimes) || centimes < 0 || centimes > LETTRES_MAX)
    throw new RangeError(`not an amount: ${centimes}`)
  const [dinars, reste] = [Math.floor(centimes / 100), centimes % 100]
  if (reste === 0) return sayDinars(dinars)
  return joindre([dinars === 0 ? '' : sayDinars(dinars), saySousUnites(reste)])
}
