import { formatMontant, formatNombre, formatPourcent, formatSurface } from '#shared/argent.ts'
import { formatInstant, formatJourLong, isJour } from '#shared/dates.ts'

/** Puts a stored value into words; null where it is empty. */
type Describe = (valeur: unknown) => string | null

/** Description of the values that a field may hold. */
interface Kind {
  describe: Describe
}

const isVide = (valeur: unknown): boolean => valeur === null || valeur === undefined || valeur === ''
const unlessVide =
  (describe: (valeur: unknown) => string): Describe =>
  (valeur) =>
    isVide(valeur) ? null : describe(valeur)

/** A text or a number as it is; any other value becomes « … », so that no object is printed. */
const texte: Kind = {
  describe: unlessVide((valeur) =>
    typeof valeur === 'string' || typeof valeur === 'number' ? String(valeur) : '…',
  ),
}

/** The kinds of fields, each with what is done with its values. */
export const KINDS = {
  texte,
  telephone: texte,
  /** Integer centimes: « 1 250 000,00 DA ». */
  montant: { describe: unlessVide((valeur) => formatMontant(Number(valeur))) },
  /** Integer hundredths of m²: « 80 m² ». */
  surface: { describe: unlessVide((valeur) => formatSurface(Number(valeur))) },
  /** Integer hundredths of a percent: « 33,33 % ». */
  pourcent: { describe: unlessVide((valeur) => formatPourcent(Number(valeur) / 100)) },
  entier: { describe: unlessVide((valeur) => formatNombre(Number(valeur))) },
  /** A civil day, « 21 novembre 2025 », or an instant, « 21/11/2025 à 14:05 ». */
  jour: {
    describe: unlessVide((valeur) => {
      const lu = String(valeur)
      if (isJour(lu)) return formatJourLong(lu)
      const instant = new Date(lu)
      return Number.isNaN(instant.getTime()) ? lu : formatInstant(instant)
    }),
  },
  ouiOuNon: { describe: unlessVide((valeur) => (valeur === true ? 'Oui' : 'Non')) },
  /** A file, by its name in the store; false for none. */
  fichier: { describe: unlessVide((valeur) => (valeur === false ? 'Aucun' : 'Joint')) },
  /** The id of a record that has no other name: « N° 12 ». */
  numero: { describe: unlessVide((valeur) => `N° ${String(valeur)}`) },
  /** How many there are, as a number or as the list itself. */
  compte: {
    describe: unlessVide((valeur) => formatNombre(Array.isArray(valeur) ? valeur.length : Number(valeur))),
  },
} as const satisfies Record<string, Kind>

/** The keys of an object; an empty object for any other value. */
export const readObjet = (valeur: unknown): Readonly<Record<string, unknown>> =>
  typeof valeur === 'object' && valeur !== null && !Array.isArray(valeur)
    ? (valeur as Record<string, unknown>)
    : {}

/** The word of a code; an unknown code stays as it is. */
export const describeMot = (mots: Readonly<Record<string, string>>): Describe =>
  unlessVide((valeur) =>
    Object.hasOwn(mots, String(valeur)) ? (mots[String(valeur)] ?? '') : String(valeur),
  )

/** The name of an inner record: the first of these keys that has a value. A bare text or number is already a name. */
export const describeNom = (...cles: readonly string[]): Describe =>
  unlessVide((valeur) => {
    if (typeof valeur === 'string' || typeof valeur === 'number') return String(valeur)
    const lu = readObjet(valeur)
    const nom = cles.map((cle) => lu[cle]).find((one) => !isVide(one))
    return KINDS.texte.describe(nom) ?? '…'
  })

/** A name, with the one in Arabic where there is one: « Remise des clés (تسليم المفاتيح) ». */
export const withNomArabe = (nom: unknown, enArabe: unknown): string =>
  isVide(enArabe)
    ? `${KINDS.texte.describe(nom)}`
    : `${KINDS.texte.describe(nom)} (${KINDS.texte.describe(enArabe)})`

/** « Standard, obligatoire »: what is empty is left out. */
export const joinParts = (...parts: readonly (string | null | undefined | false)[]): string =>
  parts.filter(Boolean).join(', ')
