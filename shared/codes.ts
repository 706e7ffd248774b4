import { toChiffres } from '#shared/chiffres.ts'
import { screens } from '#shared/screens.ts'

/** The code on a paper: twelve signs without I, L, O and U, which read like others. A code is stored bare and shown « K7QM-4T2X-9PBD ». */

const CODE = /^[0-9A-HJKMNP-TV-Z]{12}$/
/** Signs that a copied code may have between its letters: blanks, hyphens of any kind, invisible signs. */
const ENTRE = /[\s\p{Pd}\p{Cf}_.]/gu

/** Reads a typed code as the bare code, null for anything else. Case, blanks and hyphens are ignored; I and L read as 1, O as 0. */
export function parseCode(saisie: string): string | null {
  if (saisie.length > 60) return null
  const lu = toChiffres(saisie)
    .normalize('NFKC')
    .replace(ENTRE, '')
    .toUpperCase()
    .replace(/[IL]/g, '1')
    .replaceAll('O', '0')
  return CODE.test(lu) ? lu : null
}

/** Formats a bare code: « K7QM-4T2X-9PBD ». */
export const formatCode = (code: string): string => (code.match(/.{1,4}/g) ?? []).join('-')

/** The address that verifies a code, printed as a QR code. `adresse` is the server's public address. */
export const adresseDeVerification = (adresse: string, code: string): string =>
  `${adresse.replace(/\/+$/, '')}${screens.verifier}/${formatCode(code)}`
