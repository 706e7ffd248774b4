import * as z from 'zod/mini'
import { auPlus, ligneFacultative, obligatoire, prepare, texte } from '#shared/champs.ts'

/** Latin letters, accented or not, except those that look like another (ı, ſ, ŀ: decision 50). */
const LETTRES_EMAIL = String.raw`A-Za-z\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u0130\u0134-\u0137\u0139-\u013E\u0141-\u0148\u014A-\u017E`
const SIGNES_EMAIL = `${LETTRES_EMAIL}0-9!#$%&'*+/=?^_\`{|}~`
const FORME_EMAIL = new RegExp(`^[${SIGNES_EMAIL}.-]+@[${SIGNES_EMAIL}.-]+\\.[${SIGNES_EMAIL}-]{2,}$`)

const EMAIL_MAX = 255
/** A required e-mail address, at most 255 characters. Invisible signs are refused, not removed, so that two accounts never look alike. */
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
const TELEPHONE = /^(?=\D*\d)[\d\s+\-()/.]*$/
const TELEPHONE_INVALIDE = "Le numéro de téléphone n'est pas valide."

/** A required phone number, at most 50 characters: digits, spaces and + - ( ) / . (Q89). */
export function telephone(requis = 'Le téléphone est obligatoire.') {
  return texte(requis, 50).check(z.regex(TELEPHONE, TELEPHONE_INVALIDE))
}

/** An optional phone number: absent → undefined (unchanged), null or blank → null (cleared), else checked as {@link telephone}. */
export function telephoneFacultatif() {
  return ligneFacultative(50).check(
    z.refine((valeur) => valeur == null || TELEPHONE.test(valeur), TELEPHONE_INVALIDE),
  )
}
