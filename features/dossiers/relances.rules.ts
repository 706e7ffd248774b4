import { CANAUX } from '#features/dossiers/dossier.codes.ts'

export type Canal = (typeof CANAUX)[number]
/** The means of a relance, as they are said. */
export const MOYENS: Record<Canal, string> = {
  lettre: 'Lettre',
  email: 'E-mail',
  whatsapp: 'WhatsApp',
  telephone: 'Téléphone',
}

const CHIFFRES_MIN = 8
const CHIFFRES_MAX = 15
/** With so many digits a number that begins with the country's is already a whole one. */
const CHIFFRES_ENTIER = 11

/**
 * The number WhatsApp knows a phone by, digits only: « 0555 12 34 56 » → 213555123456. Of several only the first counts.
 * Null where none can be read.
 * @param indicatif that of the country, for a number that names none
 */
export function numeroWhatsApp(tel: string, indicatif: string): string | null {
  const [premier = ''] = tel.split('/')
  const tapes = premier.replace(/\D/g, '')
  if (tapes.length < CHIFFRES_MIN) return null
  const plus = /^\D*\+/.test(premier)
  const exterieur = !plus && tapes.startsWith('00')
  const entier = plus || exterieur || (tapes.startsWith(indicatif) && tapes.length >= CHIFFRES_ENTIER)
  const chiffres = exterieur ? tapes.slice(2) : tapes
  const international = entier ? chiffres : `${indicatif}${chiffres.replace(/^0/, '')}`
  const numero = international.startsWith(`${indicatif}0`)
    ? `${indicatif}${international.slice(indicatif.length + 1)}`
    : international
  return numero.length > CHIFFRES_MAX ? null : numero
}

/** Every word a message may have between braces. */
const ACCOLADES = ['client', 'montant', 'bien', 'dossier', 'jour', 'promoteur'] as const

/** The message of a relance, each word between braces replaced; what stands between others is left as it is typed. */
export function messageDeRelance(
  texte: string,
  valeurs: Readonly<Record<(typeof ACCOLADES)[number], string>>,
): string {
  // One pass: a client may be called « {montant} ».
  return texte
    .replace(new RegExp(`\\{(${ACCOLADES.join('|')})\\}`, 'g'), (tout, mot: string) => {
      const nom = ACCOLADES.find((accolade) => accolade === mot)
      return nom ? valeurs[nom] : tout
    })
    .trim()
}
