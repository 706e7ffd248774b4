/** The signs that papers can print. The server prints ▯ for any other sign; the forms warn of it beforehand. */
import { IMPRIMABLES } from '#shared/imprimables.ts'

/** ▯, printed in place of a sign that no font of the papers has. */
export const SIGNE_INCONNU = '\u25AF'

const CLASSE = IMPRIMABLES.replace(/[\da-f]+/g, String.raw`\u{$&}`).replaceAll(' ', '')
/** A visible sign that no font has. Blanks, controls and invisible signs are left out of papers silently. */
const INCONNU = new RegExp(`[^${CLASSE}\\s\\p{Cc}\\p{Cs}\\p{DI}]`, 'u')
/** A sign as a reader counts: a flag, an emoji with all its joined parts, a letter with its accents. */
const SIGNE =
  /\p{RI}{2}|\p{ExtPict}[\p{M}\p{EMod}]*(?:\u200D\p{ExtPict}[\p{M}\p{EMod}]*)*|\P{M}\p{M}*|\p{M}+/gsu

/** The text with ▯ for each sign that cannot be printed; a letter keeps its printable accents. */
export function replaceInconnus(texte: string): string {
  if (!INCONNU.test(texte)) return texte
  return texte.replace(SIGNE, (signe) => {
    if (!INCONNU.test(signe)) return signe
    const [base = '', ...suite] = signe
    if (INCONNU.test(base)) return SIGNE_INCONNU
    return base + suite.filter((accent) => !INCONNU.test(accent)).join('') + SIGNE_INCONNU
  })
}

/** The signs of a text that papers cannot print, each once, in their order. */
export function findInconnus(texte: string): string[] {
  if (!INCONNU.test(texte)) return []
  return [...new Set((texte.normalize('NFC').match(SIGNE) ?? []).filter((signe) => INCONNU.test(signe)))]
}
