const AUTRE_CHIFFRE = /(?![0-9])\p{Nd}/gu
const CHIFFRE = /\p{Nd}/u

/** Writes the digits of every script as 0 to 9 (٠٥٥٠ → 0550) and leaves everything else. */
export const toChiffres = (texte: string): string => texte.replace(AUTRE_CHIFFRE, valeurDe)

/** Unicode keeps the ten digits of a script side by side, so that a digit is worth the number of digits before it. */
function valeurDe(chiffre: string): string {
  const point = chiffre.codePointAt(0) ?? 0
  let avant = 0
  while (CHIFFRE.test(String.fromCodePoint(point - avant - 1))) avant++
  return String(avant % 10)
}

/** The spellings that a search stands for: as typed, since names keep their digits, and with digits 0 to 9, as numbers are kept. */
export const ecrituresDe = (recherche: string): string[] => [...new Set([recherche, toChiffres(recherche)])]
