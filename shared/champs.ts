/**
 * The fields of every form and body: one schema each, with its French message, used by the form in the browser
 * and by the server. Limits come from D1–D3 §5 and decisions Q54, Q71, Q207.
 */
import * as z from 'zod/mini'
import { fromDecimal, formatNombre, readCentiemes, MONTANT_MAX, toDecimal } from '#shared/argent.ts'
import { aujourdhui, isJour } from '#shared/dates.ts'
import { isTextePropre, cleanTexte } from '#shared/texte.ts'

/** What a refused value gets where its field has no sentence of its own. */
export const VALEUR_INVALIDE = "Cette valeur n'est pas valide."

z.config({ customError: () => VALEUR_INVALIDE })

const CARACTERES = 'Ce texte contient des caractères interdits.'
const tropLong = (max: number) => `Ce texte dépasse ${max} caractères.`

/** A text longer than this, blanks around it included, is refused before anything else looks at it. */
const SAISIE_MAX = 10_000
/** One letter may come as so many signs that are composed into it. */
const SIGNES_PAR_LETTRE = 4

/** What precedes the checks of every text: each step sees no more than the one before has let through. */
const prepare = (max: number) => [
  z.maxLength(Math.max(SAISIE_MAX, 2 * max), { error: tropLong(max), abort: true }),
  z.trim(),
  z.maxLength(SIGNES_PAR_LETTRE * max, { error: tropLong(max), abort: true }),
]
const auPlus = (max: number) => z.maxLength(max, { error: tropLong(max), abort: true })
const propre = (lignes = false) => z.refine<string>((valeur) => isTextePropre(valeur, lignes), CARACTERES)
const obligatoire = (requis: string) => z.minLength(1, { error: requis, abort: true })

/** A required line of text: trimmed, NFC, without what nobody sees; 1 to `max` characters, no control characters. */
export function texte(requis: string, max = 255) {
  return z
    .string({ error: requis })
    .check(...prepare(max), z.overwrite(cleanTexte), obligatoire(requis), auPlus(max), propre())
}

/** A required text that may have several lines, 1 to 2000 characters. */
export function texteLong(requis: string, max = 2000) {
  return z
    .string({ error: requis })
    .check(...prepare(max), z.overwrite(cleanTexte), obligatoire(requis), auPlus(max), propre(true))
}

/** A line of text that may be empty and is always sent: '' then. */
export function texteOuVide(max: number) {
  return z.string().check(...prepare(max), z.overwrite(cleanTexte), auPlus(max), propre())
}

/** An optional text: absent → undefined (left as it is), null or blank → null (cleared), else trimmed (Q122). */
export function texteFacultatif(max = 2000) {
  return z.optional(
    z.pipe(
      z.nullable(
        z
          .string({ error: 'Ce champ doit être un texte.' })
          .check(...prepare(max), z.overwrite(cleanTexte), auPlus(max), propre(true)),
      ),
      z.transform((valeur) => (valeur === '' ? null : valeur)),
    ),
  )
}

/** An optional line of text: absent → undefined (left as it is), null or blank → null (cleared), else trimmed, `max` characters at most. */
export function ligneFacultative(max = 255) {
  return z.optional(
    z.pipe(
      z.nullable(z.string().check(...prepare(max), z.overwrite(cleanTexte), auPlus(max), propre())),
      z.transform((valeur) => (valeur === '' ? null : valeur)),
    ),
  )
}

/** An optional word out of a list: absent → undefined (left as it is), null or blank → null (cleared). */
export function motFacultatif<T extends string>(mots: readonly T[], inconnu: string) {
  return z.optional(
    z.pipe(
      z.nullable(z.enum([...mots, ''], { error: inconnu })),
      z.transform((valeur) => mots.find((mot) => mot === valeur) ?? null),
    ),
  )
}

/** Latin letters, with accents or without, none of which can be taken for another (no ı, ſ, ŀ: decision 50). */
const LETTRES_EMAIL = String.raw`A-Za-z\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u0130\u0134-\u0137\u0139-\u013E\u0141-\u0148\u014A-\u017E`
/** They, digits, and what else an address may hold. */
const SIGNES_EMAIL = `${LETTRES_EMAIL}0-9!#$%&'*+/=?^_\`{|}~`
const FORME_EMAIL = new RegExp(`^[${SIGNES_EMAIL}.-]+@[${SIGNES_EMAIL}.-]+\\.[${SIGNES_EMAIL}-]{2,}$`)

/** A required e-mail address, at most 255 characters. Nothing invisible is taken away: two accounts must not look alike. */
export function email(requis = "L'adresse email est obligatoire.") {
  return z
    .string({ error: requis })
    .check(
      ...prepare(EMAIL_MAX),
      z.normalize('NFC'),
      obligatoire(requis),
      auPlus(EMAIL_MAX),
      z.regex(FORME_EMAIL, "L'adresse email n'est pas valide."),
    )
}
const EMAIL_MAX = 255

const TELEPHONE = /^(?=\D*\d)[\d\s+\-()/.]*$/
const TELEPHONE_INVALIDE = "Le numéro de téléphone n'est pas valide."

/** A required phone number: digits, spaces and + - ( ) / . (Q89). */
export function telephone(requis = 'Le téléphone est obligatoire.') {
  return texte(requis, 50).check(z.regex(TELEPHONE, TELEPHONE_INVALIDE))
}

/** An optional phone number: absent → undefined (left as it is), null or blank → null (cleared), else as a required one. */
export function telephoneFacultatif() {
  return ligneFacultative(50).check(
    z.refine((valeur) => valeur == null || TELEPHONE.test(valeur), TELEPHONE_INVALIDE),
  )
}

/** A number, a day or an id as it was typed, without the blanks around it; what is endless reads as none. */
const saisi = (valeur: string | number): string => {
  const lu = String(valeur)
  return lu.length > SAISIE_MAX ? '?' : lu.trim()
}

/** Hundredths out of a decimal number or its digits; used for amounts and areas. */
function centiemes(requis: string, invalide: string, { min = 0, minMessage = invalide } = {}) {
  return z.codec(z.union([z.string(), z.number()], { error: requis }), z.number(), {
    decode(valeur, contexte): number {
      const refuser = (message: string) => {
        contexte.issues.push({ code: 'custom', message, input: valeur })
        return z.NEVER
      }
      const chiffres = saisi(valeur)
      if (chiffres === '') return refuser(requis)
      const lu = readCentiemes(chiffres)
      if (lu === null || lu > MONTANT_MAX) return refuser(invalide)
      return lu < min ? refuser(minMessage) : lu
    },
    encode: toDecimal,
  })
}

/** A share in percent, two decimals at most: 0 to 100 on the wire, integer hundredths of a percent inside. */
export function pourcent(requis: string) {
  return centiemes(requis, VALEUR_INVALIDE).check(z.maximum(10_000, VALEUR_INVALIDE))
}

const MONTANT_INVALIDE = "Ce montant n'est pas valide : un nombre positif, deux décimales au plus."
const SURFACE_INVALIDE = "Cette surface n'est pas valide : un nombre positif, deux décimales au plus."

/** What one of several holds of something, in percent: 0.01 to 99.99 on the wire, integer hundredths of a percent inside. */
export function partDe(hors: string) {
  return centiemes(hors, hors, { min: 1 }).check(z.maximum(9_999, hors))
}

/** A required amount ≥ 0: decimal dinars on the wire, integer centimes inside. */
export const montant = (requis = 'Le montant est obligatoire.') => centiemes(requis, MONTANT_INVALIDE)

/** A required amount > 0 (Q171). */
export const montantPositif = (
  requis = 'Le montant est obligatoire.',
  zero = 'Le montant doit être supérieur à zéro.',
) => centiemes(requis, MONTANT_INVALIDE, { min: 1, minMessage: zero })

/** A required area ≥ 0: decimal m² on the wire, integer hundredths of m² inside. */
export const surface = (requis = 'La surface est obligatoire.') => centiemes(requis, SURFACE_INVALIDE)

/** An optional number-like field: absent → undefined (unchanged), null or blank → null (cleared), else `champ`. */
export function facultatif<T extends z.ZodMiniType>(champ: T) {
  const vide = z.pipe(
    z.union([z.null(), z.literal('')]),
    z.transform(() => null),
  )
  return z.optional(z.union([vide, champ]))
}

/** A required civil day that exists. */
export function jour(requis = 'La date est obligatoire.') {
  return z.string({ error: requis }).check(
    z.refine((valeur) => isJour(valeur), {
      error: ({ input }) => (input === '' ? requis : "Cette date n'existe pas."),
    }),
  )
}

/** A required civil day that is not after today, in Algiers. */
export function jourPasse(requis = 'La date est obligatoire.') {
  return jour(requis).check(
    z.refine(
      (valeur) => !isJour(valeur) || valeur <= aujourdhui(),
      'La date ne peut pas être dans le futur.',
    ),
  )
}

/** A list of short texts, each once, case aside: at most `nombre`. One refusal for the whole field. */
export function textes({ max, nombre, trop }: { max: number; nombre: number; trop: string }) {
  const ligne = texte(VALEUR_INVALIDE, max)
  return z.codec(z.array(z.unknown()), z.array(z.string()), {
    decode(valeurs, contexte): string[] {
      const lus = valeurs.length > nombre ? [] : valeurs.map((valeur) => z.safeParse(ligne, valeur))
      const faute =
        valeurs.length > nombre ? trop : lus.find(({ success }) => !success)?.error?.issues[0]?.message
      if (faute !== undefined) {
        contexte.issues.push({ code: 'custom', message: faute, input: valeurs })
        return z.NEVER
      }
      const gardes = new Map(
        lus.flatMap(({ data }) => (data === undefined ? [] : [[data.toLowerCase(), data]])),
      )
      return [...gardes.values()]
    },
    encode: (valeurs) => valeurs,
  })
}

const ENTIER_MAX = 1_000_000

/** A required whole number inside [min, max], as a number or its digits. `hors` need not name the upper bound: one above it is told so. */
export function entier(
  requis: string,
  { min, max = ENTIER_MAX, hors }: { min: number; max?: number; hors: string },
) {
  const tropGrand = `Ce nombre ne peut pas dépasser ${formatNombre(max)}.`
  return z.codec(z.union([z.string(), z.number()], { error: requis }), z.number(), {
    decode(valeur, contexte): number {
      const chiffres = saisi(valeur)
      const lu = /^-?\d{1,15}$/.test(chiffres) ? Number(chiffres) : Number.NaN
      if (lu >= min && lu <= max) return lu
      const message = chiffres === '' ? requis : lu > max ? tropGrand : hors
      contexte.issues.push({ code: 'custom', message, input: valeur })
      return z.NEVER
    },
    encode: (valeur) => valeur,
  })
}

const FORME_ID = /^[1-9]\d{0,14}$/

/** A required reference to another record, as a number or its digits. */
export function reference(requis: string) {
  return z.pipe(
    z.union([z.string(), z.number()], { error: requis }),
    z.transform((valeur, contexte): number => {
      if (FORME_ID.test(String(valeur))) return Number(valeur)
      contexte.issues.push({ code: 'custom', message: requis, input: valeur })
      return z.NEVER
    }),
  )
}

/** `{id}` of a path. Anything but a positive integer is no record: the server answers 404. */
export const idParams = z.object({ id: reference('Identifiant inconnu.') })

/** `version` of the record as it was read, optional on every edit (Q42, Q209); digits when the edit comes as multipart. */
export const version = z.optional(
  z.pipe(
    z.nullable(
      z.union([z.number().check(z.int()), z.string().check(z.regex(/^\d{0,9}$/, 'Version inconnue.'))]),
    ),
    z.transform((valeur) => (valeur === null || valeur === '' ? null : Number(valeur))),
  ),
)

/**
 * The plan of an edit, when it is no file: null or empty takes it away (true), anything else — the name that the answer
 * gave, nothing at all — leaves it (Q122).
 */
export const planRetire = z.optional(
  z.pipe(
    z.nullable(z.string({ error: 'Le plan doit être un fichier PDF.' })),
    z.transform((valeur) => valeur === null || valeur === ''),
  ),
)

/** A whole number in a query string, undefined when absent or unreadable. */
export const entierRequete = z.pipe(
  z.optional(z.unknown()),
  z.transform((valeur) =>
    typeof valeur === 'string' && /^-?\d{1,9}$/.test(valeur) ? Number(valeur) : undefined,
  ),
)

/** A civil day in a query string, undefined when absent or unreadable. */
export const jourRequete = z.pipe(
  z.optional(z.unknown()),
  z.transform((valeur) => (typeof valeur === 'string' && isJour(valeur) ? valeur : undefined)),
)

/** One of these words in a query string, undefined when absent or any other. */
export const motRequete = <T extends string>(...mots: readonly T[]) =>
  z.pipe(
    z.optional(z.unknown()),
    z.transform((valeur) => mots.find((mot) => mot === valeur)),
  )

/** The first `max` signs, whole ones only. */
const couper = (lu: string, max: number): string => lu.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')

/** A free text in a query string, '' when absent; the literal "null" and "undefined" read as absent (Q178). */
export const texteRequete = z.pipe(
  z.optional(z.unknown()),
  z.transform((valeur) => {
    const lu = typeof valeur === 'string' ? cleanTexte(couper(valeur.trim(), 255)) : ''
    return lu === 'null' || lu === 'undefined' || !isTextePropre(lu) ? '' : lu
  }),
)

// Answers. The codecs turn what the server holds into what the wire carries.

/** Centimes or hundredths of m² inside, decimal number on the wire (Q38). */
export const decimal = z.codec(z.number(), z.number(), { decode: fromDecimal, encode: toDecimal })
/** A civil day in an answer. */
export const jourLu = z.string()
/** The answer of a call that only says what it did. */
export const message = z.object({ message: z.string() })
