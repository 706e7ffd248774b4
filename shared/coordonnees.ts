import * as z from 'zod/mini'
import { auPlus, obligatoire, prepare, propre } from '#shared/champs/codecs.ts'
import { cleanTelephone } from '#shared/telephone.ts'

/** Latin letters, accented or not, except those that look like another (ı, ſ, ŀ: decision 50). */
const LETTRES_EMAIL = String.raw`A-Za-z\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u0130\u0134-\u0137\u0139-\u013E\u0141-\u0148\u014A-\u017E`
const SIGNES_EMAIL = `${LETTRES_EMAIL}0-9!#$%&'*+/=?^_\`{|}~`
const FORME_EMAIL = new RegExp(`^[${SIGNES_EMAIL}.-]+@[${SIGNES_EMAIL}.-]+\\.[${SIGNES_EMAIL}-]{2,}$`)

const EMAIL_MAX = 255
const EMAIL_INVALIDE = "L'adresse email n'est pas valide."
export const EMAIL_REQUIS = "L'adresse email est obligatoire."
/** A required e-mail address, at most 255 characters. Invisible signs are refused, not removed, so that two accounts never look alike. */
export function email(requis = EMAIL_REQUIS) {
  return z
    .string({ error: requis })
    .check(
      ...prepare(EMAIL_MAX),
      z.normalize('NFC'),
      obligatoire(requis),
      auPlus(EMAIL_MAX),
      z.regex(FORME_EMAIL, EMAIL_INVALIDE),
    )
}

/** An e-mail address as {@link email} reads it, or '' where there is none. */
export function emailOuVide() {
  return z.string({ error: EMAIL_REQUIS }).check(
    ...prepare(EMAIL_MAX),
    z.normalize('NFC'),
    auPlus(EMAIL_MAX),
    z.refine((valeur) => valeur === '' || FORME_EMAIL.test(valeur), EMAIL_INVALIDE),
  )
}

/** Words for a client without e-mail or without phone, and the reasons why he cannot be written to or called (`entree.md` D.9). */
export const SANS_EMAIL = 'Sans e-mail'
export const SANS_TELEPHONE = 'Sans téléphone'
export const CLIENT_SANS_EMAIL = "Ce client n'a pas d'e-mail."
export const CLIENT_SANS_TELEPHONE = "Ce client n'a pas de téléphone."

const TELEPHONE = /^(?=\D*\d)(?:[\d\s+\-()[\]/.,;&]|et|ou)*$/i
export const TELEPHONE_REQUIS = 'Le téléphone est obligatoire.'
export const TELEPHONE_INVALIDE = "Le numéro de téléphone n'est pas valide."
export const TELEPHONE_MAX = 50
/** True for a text with the signs of a phone number, as `cleanTelephone` keeps it. */
export const isTelephone = (tel: string): boolean => TELEPHONE.test(tel)

/** First checks of a phone: it is kept with digits 0 to 9, and its line ends as « / ». */
const prepareTelephone = () => [...prepare(TELEPHONE_MAX), z.overwrite(cleanTelephone)]

/** A required phone number or several, at most 50 characters: digits, spaces, + - ( ) / . and what parts two numbers (Q89). */
export function telephone(requis = TELEPHONE_REQUIS) {
  return z
    .string({ error: requis })
    .check(
      ...prepareTelephone(),
      obligatoire(requis),
      auPlus(TELEPHONE_MAX),
      propre(),
      z.regex(TELEPHONE, TELEPHONE_INVALIDE),
    )
}

/** A phone number as {@link telephone} reads it, or '' where there is none. */
export function telephoneOuVide() {
  return z.string({ error: TELEPHONE_REQUIS }).check(
    ...prepareTelephone(),
    auPlus(TELEPHONE_MAX),
    propre(),
    z.refine((valeur) => valeur === '' || TELEPHONE.test(valeur), TELEPHONE_INVALIDE),
  )
}

/** An optional phone number: absent → undefined (unchanged), null or blank → null (cleared), else checked as {@link telephone}. */
export function telephoneFacultatif() {
  return telephoneLibre().check(
    z.refine((valeur) => valeur == null || TELEPHONE.test(valeur), TELEPHONE_INVALIDE),
  )
}

/** An optional phone number that may also be in words, kept as {@link telephoneFacultatif} keeps it. */
export function telephoneLibre() {
  return z.optional(
    z.pipe(
      z.nullable(z.string().check(...prepareTelephone(), auPlus(TELEPHONE_MAX), propre())),
      z.transform((valeur) => (valeur === '' ? null : valeur)),
    ),
  )
}
