/** Arabic that papers print: counted nouns behind digits, floors, ranks, lists, names of places. Without vowel signs. */
import { FORMES, FORMES_ARABES, TYPES_DE_BIEN } from '#shared/biens.ts'

/** A left-to-right stretch of digits inside Arabic (U+2066…U+2069); narrow blanks keep its groups in order when it is copied. */
export const chiffresArabes = (texte: string): string =>
  texte === '' ? '' : `\u2066${texte.replace(/\s/g, '\u202F')}\u2069`

/** Forms of a noun: for 1, for 2, after 3–10, after 11–99, after whole hundreds and 101, 102. */
const NOMS = {
  jour: ['يوم واحد', 'يومين', 'أيام', 'يوما', 'يوم'],
  exemplaire: ['نسخة واحدة', 'نسختين', 'نسخ', 'نسخة', 'نسخة'],
  cheque: ['صك واحد', 'صكين', 'صكوك', 'صكا', 'صك'],
  echeance: ['قسط واحد', 'قسطين', 'أقساط', 'قسطا', 'قسط'],
  cle: ['مفتاح واحد', 'مفتاحين', 'مفاتيح', 'مفتاحا', 'مفتاح'],
} as const satisfies Record<string, readonly [string, string, string, string, string]>

/** A count with its noun: « يوم واحد », « يومين », « 15 يوما ». The last two digits choose the form. @param nombre positive integer */
export function compteArabe(nombre: number, nom: keyof typeof NOMS): string {
  const [un, deux, pluriel, accusatif, singulier] = NOMS[nom]
  if (nombre === 1) return un
  if (nombre === 2) return deux
  const reste = nombre % 100
  const forme = reste >= 3 && reste <= 10 ? pluriel : reste >= 11 ? accusatif : singulier
  return `${chiffresArabes(String(nombre))} ${forme}`
}

const RANGS = [
  'الأول',
  'الثاني',
  'الثالث',
  'الرابع',
  'الخامس',
  'السادس',
  'السابع',
  'الثامن',
  'التاسع',
  'العاشر',
]
const DIZAINES = ['', '', 'العشرون', 'الثلاثون']

/** « الأول » to « التاسع والثلاثون »; null from 40 on. @param nombre integer from 1 on */
function rangArabe(nombre: number): string | null {
  if (nombre <= 10) return RANGS[nombre - 1] ?? null
  const dizaine = DIZAINES[Math.floor(nombre / 10)]
  if (dizaine === undefined) return null
  // « first » has another form inside a compound: « الحادي عشر ».
  const unite = nombre % 10 === 1 ? 'الحادي' : RANGS[(nombre % 10) - 1]
  if (nombre < 20) return `${unite} عشر`
  return unite === undefined ? dizaine : `${unite} و${dizaine}`
}

/** Name of a floor: « الطابق الأرضي » for 0, « الطابق تحت الأرضي الأول » for -1, « الطابق 40 » above the ranks in words. */
export function niveauArabe(niveau: number): string {
  if (niveau === 0) return 'الطابق الأرضي'
  const nom = niveau < 0 ? 'الطابق تحت الأرضي' : 'الطابق'
  const nombre = Math.abs(niveau)
  return `${nom} ${rangArabe(nombre) ?? chiffresArabes(String(nombre))}`
}

/** « الإعذار الأول » to « الإعذار العاشر », then « الإعذار رقم 11 ». @param rang from 1 on */
export const miseEnDemeureArabe = (rang: number): string =>
  rang <= 10 ? `الإعذار ${RANGS[rang - 1] ?? ''}` : `الإعذار رقم ${chiffresArabes(String(rang))}`

const ARABE = /^[\u2066-\u2069]?\p{sc=Arab}/u
/** Joins names by a waw that touches an Arabic name; a narrow blank stands between it and a Latin one. */
export const listeArabe = (noms: readonly string[]): string =>
  noms
    .filter(Boolean)
    .map((nom, rang) => (rang === 0 ? nom : ARABE.test(nom) ? `و${nom}` : `و\u202F${nom}`))
    .join(' ')

/** A name without its word of kind, whole when nothing is left of it. */
const sansMot = (nom: string, mot: RegExp): string => nom.replace(mot, '').trim() || nom

/** « إقامة الياسمين »; a French name loses its « Résidence ». Never « إقامة » twice. @param isolate isolates the direction of the name */
export const residenceArabe = (nom: string, isolate: (texte: string) => string): string =>
  /^(ال)?إقامة(\s|$)/.test(nom) ? isolate(nom) : `إقامة ${isolate(sansMot(nom, /^r[ée]sidence(?=\s)/i))}`

/** A place by its Arabic name, else by its word before its name, which loses the word in French and is left whole if it has it in Arabic. */
function lieuArabe(
  { mot, enArabe, enFrancais }: { mot: string; enArabe: RegExp; enFrancais: RegExp },
  nomAr: string | null,
  nom: string,
  isolate: (texte: string) => string,
): string {
  if (nomAr !== null || enArabe.test(nom)) return isolate(nomAr ?? nom)
  return `${mot} ${isolate(sansMot(nom, enFrancais))}`
}

const BLOC = {
  mot: 'العمارة',
  enArabe: /^(ال)?عمارة(\s|$)/,
  enFrancais: /^(?:bloc|b[âa]timent|b[âa]t)[\s.:-]+/i,
}
/** « العمارة A », unless the bloc has an Arabic name. @param isolate isolates the direction of the name */
export const blocArabe = (nomAr: string | null, nom: string, isolate: (texte: string) => string): string =>
  lieuArabe(BLOC, nomAr, nom, isolate)

const PARKING = {
  mot: 'حظيرة السيارات',
  enArabe: /^(ال)?(حظيرة|موقف)(\s|$)/,
  enFrancais: /^parking[\s.:-]+/i,
}
/** « حظيرة السيارات A », unless the parking has an Arabic name. @param isolate isolates the direction of the name */
export const parkingArabe = (nomAr: string | null, nom: string, isolate: (texte: string) => string): string =>
  lieuArabe(PARKING, nomAr, nom, isolate)

const isolateNom = (nom: string) => `\u2068${nom}\u2069`

/**
 * The Arabic of what a paper is about, a `libelleDuBien` or a `designationDuLieu`: the fixed words are Arabic, what the firm has typed stands
 * as it is, isolated. Any other text is isolated whole.
 */
export function libelleEnArabe(libelle: string): string {
  for (const type of TYPES_DE_BIEN) {
    const mot = `${FORMES[type].nom} `
    if (libelle.startsWith(mot)) return `${FORMES_ARABES[type].nom} ${isolateNom(libelle.slice(mot.length))}`
  }
  const [, bloc, residence] = /^(.+), r[ée]sidence[\s.:-]+(.+)$/is.exec(libelle) ?? []
  if (bloc !== undefined && residence !== undefined)
    return `${blocArabe(null, bloc, isolateNom)}، ${residenceArabe(residence, isolateNom)}`
  return libelle && isolateNom(libelle)
}
