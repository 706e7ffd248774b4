import { formatMontant, formatNombre, formatPourcent, formatSurface } from '#shared/argent.ts'
import { formatInstant, formatJourLong, isJour } from '#shared/dates.ts'

/** Turns a value of the journal into words; null where it is empty. */
type Dire = (valeur: unknown) => string | null

/** A field of the journal: one value, a list whose items count one by one, or the fields of an inner record. */
export type Champ =
  | { libelle: string; describe: Dire; remplace?: string | undefined }
  | { libelle: string; chaque: Dire }
  | { champs: Champs }
/** The fields of a kind of record. Null hides a field: an id, a version, or a value derived from others. */
export type Champs = Readonly<Record<string, Champ | null>>

/** Keys that the history never shows: they identify a record, not describe it. */
export const MUETS = { id: null, version: null } as const satisfies Champs
export const MUETS_ET_CODE = { ...MUETS, code: null } as const satisfies Champs

/** A field with one text. @param remplace the text for a new value that reads like the old one, as a file in place of a file */
export const dit = (libelle: string, describe: Dire = texte, remplace?: string): Champ => ({
  libelle,
  describe: describe,
  remplace,
})
/** A list whose items are numbered: « Échéance 2 ». */
export const chacun = (libelle: string, chaque: Dire): Champ => ({ libelle, chaque })
/** An inner record whose fields show among the outer ones. */
export const dans = (champs: Champs): Champ => ({ champs })

/** The keys of a journal object; an empty object for any other value. */
export const readObjet = (valeur: unknown): Readonly<Record<string, unknown>> =>
  typeof valeur === 'object' && valeur !== null && !Array.isArray(valeur)
    ? (valeur as Record<string, unknown>)
    : {}

const isVide = (valeur: unknown): boolean => valeur === null || valeur === undefined || valeur === ''
const unlessVide =
  (sorte: (valeur: unknown) => string): Dire =>
  (valeur) =>
    isVide(valeur) ? null : sorte(valeur)

/** A text or a number as it is; any other value becomes « … », so that no object is printed. */
export const texte = unlessVide((valeur) =>
  typeof valeur === 'string' || typeof valeur === 'number' ? String(valeur) : '…',
)
/** A name, with the one in Arabic where there is one: « Remise des clés (تسليم المفاتيح) ». */
export const avecNomArabe = (nom: unknown, enArabe: unknown): string =>
  isVide(enArabe) ? `${texte(nom)}` : `${texte(nom)} (${texte(enArabe)})`
/** Integer centimes: « 1 250 000,00 DA ». */
export const montant = unlessVide((valeur) => formatMontant(Number(valeur)))
/** Integer hundredths of m²: « 80 m² ». */
export const surface = unlessVide((valeur) => formatSurface(Number(valeur)))
/** Integer hundredths of a percent: « 33,33 % ». */
export const pourcent = unlessVide((valeur) => formatPourcent(Number(valeur) / 100))
export const entier = unlessVide((valeur) => formatNombre(Number(valeur)))
/** A civil day, « 21 novembre 2025 », or an instant, « 21/11/2025 à 14:05 ». */
export const jour = unlessVide((valeur) => {
  const lu = String(valeur)
  if (isJour(lu)) return formatJourLong(lu)
  const instant = new Date(lu)
  return Number.isNaN(instant.getTime()) ? lu : formatInstant(instant)
})
export const ouiOuNon = unlessVide((valeur) => (valeur === true ? 'Oui' : 'Non'))
export const joint = unlessVide((valeur) => (valeur === false ? 'Aucun' : 'Joint'))
/** A secret: the journal says only that it was changed. */
export const change: Dire = (valeur) => (valeur === true ? 'Changé' : null)
/** « N° 12 », for a record without any other name. */
export const numero = unlessVide((valeur) => `N° ${String(valeur)}`)

/** The word of a code; an unknown code stays as it is. */
export const mot = (mots: Readonly<Record<string, string>>): Dire =>
  unlessVide((valeur) =>
    Object.hasOwn(mots, String(valeur)) ? (mots[String(valeur)] ?? '') : String(valeur),
  )

/** The name of an inner record: the first of these keys that has a value. A bare text or number is already a name. */
export const nomme = (...cles: readonly string[]): Dire =>
  unlessVide((valeur) => {
    if (typeof valeur === 'string' || typeof valeur === 'number') return String(valeur)
    const lu = readObjet(valeur)
    const nom = cles.map((cle) => lu[cle]).find((one) => !isVide(one))
    return texte(nom) ?? '…'
  })

export const joinParts = (...parts: readonly (string | null | undefined | false)[]): string =>
  parts.filter(Boolean).join(', ')

export const liste = (chaque: Dire = texte): Dire =>
  unlessVide((valeur) => {
    const lus = (Array.isArray(valeur) ? valeur : [valeur]).map(chaque)
    return joinParts(...lus)
  })

export const compte = unlessVide((valeur) =>
  formatNombre(Array.isArray(valeur) ? valeur.length : Number(valeur)),
)
