/** The code on a paper: twelve letters without I, L, O and U, which are taken for others. Kept bare, shown « K7QM-4T2X-9PBD ». */

const CODE = /^[0-9A-HJKMNP-TV-Z]{12}$/
/** What a copied text has between letters: blanks, hyphens of any kind, what is invisible. */
const ENTRE = /[\s\p{Pd}\p{Cf}_.]/gu

/** A code as it is kept, out of what somebody types or scans: without case, blanks or hyphens, I and L read as 1, O as 0. Null for what is none. */
export function lireCode(saisie: string): string | null {
  if (saisie.length > 60) return null
  const lu = saisie
    .normalize('NFKC')
    .replace(ENTRE, '')
    .toUpperCase()
    .replace(/[IL]/g, '1')
    .replaceAll('O', '0')
  return CODE.test(lu) ? lu : null
}

/** « K7QM-4T2X-9PBD ». */
export const formatCode = (code: string): string => (code.match(/.{1,4}/g) ?? []).join('-')

/** Where a code is looked up, as a QR code on a paper says it. `adresse` is where clients reach this server. */
export const adresseDeVerification = (adresse: string, code: string): string =>
  `${adresse.replace(/\/+$/, '')}/verifier/${formatCode(code)}`
