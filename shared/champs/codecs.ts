/**
 * How the fields of forms, bodies and answers are read and written on the wire: each is one schema with its French message, the same for the
 * form in the browser and for the server. Limits come from D1–D3 §5 and decisions Q54, Q71, Q207.
 */
import * as z from 'zod/mini'
import { fromDecimal, formatNombre, readCentiemes, MONTANT_MAX, toDecimal } from '#shared/argent.ts'
import { aujourdhui, isJour, isMois } from '#shared/dates.ts'
import { toChiffres } from '#shared/chiffres.ts'
import { JOUR_INEXISTANT } from '#shared/saisie.ts'
import { cleanNumero, cleanTexte, isTextePropre } from '#shared/texte.ts'

/** Message of a refused value whose field has no sentence of its own. */
export const VALEUR_INVALIDE = "Cette valeur n'est pas valide."

z.config({ customError: () => VALEUR_INVALIDE })

export const CARACTERES_INTERDITS = 'Ce texte contient des caractères interdits.'
const tropLong = (max: number) => `Ce texte dépasse ${max} caractères.`

/** A longer text, its surrounding blanks included, is refused before any other check reads it. */
const SAISIE_MAX = 10_000
/** NFC composes at most this many signs into one letter. */
const SIGNES_PAR_LETTRE = 4

/** First checks of every text: each bounds the length before a costlier step runs. */
export const prepare = (max: number) => [
  z.maxLength(Math.max(SAISIE_MAX, 2 * max), { error: tropLong(max), abort: true }),
  z.trim(),
  z.maxLength(SIGNES_PAR_LETTRE * max, { error: tropLong(max), abort: true }),
]
export const auPlus = (max: number) => z.maxLength(max, { error: tropLong(max), abort: true })
/** Refuses control characters. */
export const propre = (lignes = false) =>
  z.refine<string>((valeur) => isTextePropre(valeur, lignes), CARACTERES_INTERDITS)
/** Refuses an empty text with the sentence `requis`; a blank text is empty once trimmed. */
export const obligatoire = (requis: string) => z.minLength(1, { error: requis, abort: true })

/** A required line of text, 1 to `max` characters: trimmed, NFC, without invisible characters; control characters are refused. */
export function texte(requis: string, max = 255, clean = cleanTexte) {
  return z
    .string({ error: requis })
    .check(...prepare(max), z.overwrite(clean), obligatoire(requis), auPlus(max), propre())
}

/** The number of a lot or a local: a text without a sign or a blank that nobody tells from another. */
export const numero = (requis: string) => texte(requis, 255, cleanNumero)

/** A required text of several lines, 1 to `max` characters. */
export const texteLong = (requis: string, max = 2000) =>
  z
    .string({ error: requis })
    .check(...prepare(max), z.overwrite(cleanTexte), obligatoire(requis), auPlus(max), propre(true))

/** A text that is always sent and may be '', at most `max` characters; of several lines only with `lignes`. */
export const texteOuVide = (max: number, { lignes = false } = {}) =>
  z.string().check(...prepare(max), z.overwrite(cleanTexte), auPlus(max), propre(lignes))

/** An optional text of at most `max` characters: absent → undefined (unchanged), null or blank → null (cleared), else trimmed (Q122). */
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

/** An optional line of at most `max` characters: absent → undefined (unchanged), null or blank → null (cleared), else trimmed. */
export function ligneFacultative(max = 255) {
  return z.optional(
    z.pipe(
      z.nullable(z.string().check(...prepare(max), z.overwrite(cleanTexte), auPlus(max), propre())),
      z.transform((valeur) => (valeur === '' ? null : valeur)),
    ),
  )
}

const enChiffres = (valeur: string | null | undefined) =>
  typeof valeur === 'string' ? toChiffres(valeur) : valeur

/** A required number that is a text (of an account, of a voucher), 1 to `max` characters, kept with digits 0 to 9. */
export const numeroObligatoire = (requis: string, max = 255) =>
  texte(requis, max).check(z.overwrite(toChiffres))

/** An optional number that is a text, read as {@link ligneFacultative}, kept with digits 0 to 9. */
export const numeroFacultatif = (max = 255) => ligneFacultative(max).check(z.overwrite(enChiffres))

/** An optional word of a list: absent → undefined (unchanged), null or '' → null (cleared). */
export function motFacultatif<T extends string>(mots: readonly T[], inconnu: string) {
  return z.optional(
    z.pipe(
      z.nullable(z.enum([...mots, ''], { error: inconnu })),
      z.transform((valeur) => mots.find((mot) => mot === valeur) ?? null),
    ),
  )
}

/** A typed number, trimmed. An overlong one becomes '?', which no number matches. */
const saisi = (valeur: string | number): string => {
  const lu = String(valeur)
  return lu.length > SAISIE_MAX ? '?' : lu.trim()
}

/** Reads hundredths from a decimal number or its digits, for amounts, areas and percents. */
function centiemes(requis: string, invalide: string, { min = 0, minMessage = invalide } = {}) {
  return z.codec(z.union([z.string(), z.number()], { error: requis }), z.number(), {
    decode(valeur, contexte): number {
      const refuse = (message: string) => {
        contexte.issues.push({ code: 'custom', message, input: valeur })
        return z.NEVER
      }
      const chiffres = saisi(valeur)
      if (chiffres === '') return refuse(requis)
      const lu = readCentiemes(chiffres)
      if (lu === null || lu > MONTANT_MAX) return refuse(invalide)
      return lu < min ? refuse(minMessage) : lu
    },
    encode: toDecimal,
  })
}

/** A percentage with at most two decimals: 0 to 100 on the wire, integer hundredths of a percent inside. */
export const pourcent = (requis: string, hors = VALEUR_INVALIDE) =>
  centiemes(requis, hors).check(z.maximum(10_000, hors))

const MONTANT_INVALIDE = "Ce montant n'est pas valide : un nombre positif, deux décimales au plus."
const SURFACE_INVALIDE = "Cette surface n'est pas valide : un nombre positif, deux décimales au plus."

/** A holder's share in percent: 0.01 to 99.99 on the wire, integer hundredths of a percent inside. `hors` is the refusal. */
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

/** An optional number-like field: absent → undefined (unchanged), null or '' → null (cleared), else `champ`. */
export function facultatif<T extends z.ZodMiniType>(champ: T) {
  const vide = z.pipe(
    z.union([z.null(), z.literal('')]),
    z.transform(() => null),
  )
  return z.optional(z.union([vide, champ]))
}

/** A required civil day that exists in the calendar. */
export function jour(requis = 'La date est obligatoire.') {
  return z.string({ error: requis }).check(
    z.refine((valeur) => isJour(valeur), {
      error: ({ input }) => (input === '' ? requis : JOUR_INEXISTANT),
    }),
  )
}

/** Message of a day after today where none may be. */
/** A required month, « 2026-03 ». */
export const mois = (inexistant = "Ce mois n'existe pas.") =>
  z.string(inexistant).check(z.refine((valeur) => isMois(valeur), inexistant))

export const JOUR_FUTUR = 'La date ne peut pas être dans le futur.'

/** A required civil day that is not after today in Algiers. */
export function jourPasse(requis = 'La date est obligatoire.') {
  return jour(requis).check(z.refine((valeur) => !isJour(valeur) || valeur <= aujourdhui(), JOUR_FUTUR))
}

/** An optional civil day, read as by `facultatif`. */
export const jourFacultatif = () => facultatif(jour(JOUR_INEXISTANT))
export const jourPasseFacultatif = () => facultatif(jourPasse(JOUR_INEXISTANT))

const ENTIER_MAX = 1_000_000

/** A required whole number in [min, max], as a number or its digits. `hors` need not name `max`: a number above it has its own message. */
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

/** A required id of another record, as a number or its digits. */
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

/** `{id}` of a path. The server answers 404 to anything but a positive integer. */
export const idParams = z.object({ id: reference('Identifiant inconnu.') })

/** `version` of the record as the member read it, optional on every edit (Q42, Q209); digits when the edit is multipart. */
export const version = z.optional(
  z.pipe(
    z.nullable(
      z.union([z.number().check(z.int()), z.string().check(z.regex(/^\d{0,9}$/, 'Version inconnue.'))]),
    ),
    z.transform((valeur) => (valeur === null || valeur === '' ? null : Number(valeur))),
  ),
)

/**
 * The `plan` of an edit when it is not a file: null or '' removes the plan (true); any other value, such as the file name of the answer, or
 * none at all leaves the plan unchanged (Q122).
 */
export const planRetire = z.optional(
  z.pipe(
    z.nullable(z.string({ error: 'Le plan doit être un fichier PDF.' })),
    z.transform((valeur) => valeur === null || valeur === ''),
  ),
)

/** Centimes or hundredths of m² inside, a decimal number on the wire (Q38). */
export const decimal = z.codec(z.number(), z.number(), { decode: fromDecimal, encode: toDecimal })
/** A phone or an e-mail in an answer: '' on the wire where there is none, null inside (`entree.md` D.9). */
export const coordonneeLue = z.codec(z.string(), z.nullable(z.string()), {
  decode: (valeur) => (valeur === '' ? null : valeur),
  encode: (valeur) => valeur ?? '',
})
/** A civil day in an answer. */
export const jourLu = z.string()
/** The answer of a call that returns a sentence only. */
export const message = z.object({ message: z.string() })
