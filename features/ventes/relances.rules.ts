import { CLIENT_SANS_TELEPHONE } from '#shared/coordonnees.ts'
import { isole } from '#shared/texte.ts'
import { CANAUX } from '#features/ventes/dossier.codes.ts'
import { numerosDe } from '#shared/telephone.ts'

export type Canal = (typeof CANAUX)[number]
export const NOMS_DES_CANAUX: Record<Canal, string> = {
  lettre: 'Lettre',
  email: 'E-mail',
  whatsapp: 'WhatsApp',
  telephone: 'Téléphone',
}

const CHIFFRES_MIN = 8
const CHIFFRES_MAX = 15
/** From this length on, a number that begins with the country code contains it. */
const CHIFFRES_ENTIER = 11

/**
 * Why WhatsApp cannot reach the phone of a client; null when it can, or while the country code is not known.
 * @param numero what {@link numeroWhatsApp} reads of the phone
 */
export function phraseDuNumero(tel: string, indicatifConnu: boolean, numero: string | null): string | null {
  if (tel === '') return CLIENT_SANS_TELEPHONE
  return indicatifConnu && numero === null ? 'Numéro illisible pour WhatsApp.' : null
}

/**
 * WhatsApp number of the first phone of a text: « 0555 12 34 56 » → 213555123456; null when none can be read.
 * @param indicatif country code for a number that has none
 */
export function numeroWhatsApp(tel: string, indicatif: string): string | null {
  const [premier = ''] = numerosDe(tel)
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

/** Message of a relance in Arabic, with the words that the settings have in French. */
export const RELANCE_ARABE =
  'السلام عليكم {client}، ما لم يكن هناك خطأ من جانبنا، يبقى {montant} واجب الدفع إلى غاية {jour} عن {bien}، الملف {dossier}. نرجو منكم تسوية هذا المبلغ أو الاتصال بنا. {promoteur}'

/** A message with each word between braces that has a value replaced; any other word stays as typed. */
export function remplirMessage(texte: string, valeurs: Readonly<Record<string, string>>): string {
  // One pass replaces all words, since a client may be called « {montant} ».
  return texte
    .replace(/\{(\w+)\}/g, (tout, mot: string) => {
      const valeur = Object.hasOwn(valeurs, mot) ? valeurs[mot] : undefined
      return valeur === undefined ? tout : isole(valeur)
    })
    .trim()
}

/** Message of a relance with the words that its text may name. */
export const messageDeRelance = (
  texte: string,
  valeurs: Readonly<Record<'client' | 'montant' | 'bien' | 'dossier' | 'jour' | 'promoteur', string>>,
): string => remplirMessage(texte, valeurs)

/** Address that opens WhatsApp with a message, and one that opens the mail program. */
export const adresseWhatsApp = (numero: string, message: string): string =>
  `https://wa.me/${numero}?text=${encodeURIComponent(message)}`
export const adresseEmail = (email: string, sujet: string, message: string): string =>
  `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}?subject=${encodeURIComponent(sujet)}&body=${encodeURIComponent(message.replaceAll('\n', '\r\n'))}`
