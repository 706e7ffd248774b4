/** Which signs the papers can print, known on both sides: the server prints another in their place, the forms say so beforehand. */
import { IMPRIMABLES } from '#shared/imprimables.ts'

/** What is printed for a sign that no font of the papers has. */
export const SIGNE_INCONNU = '\u25AF'

const CLASSE = IMPRIMABLES.replace(/[\da-f]+/g, String.raw`\u{$&}`).replaceAll(' ', '')
/** A sign that shows, and that no font has. Blanks, controls and what nobody sees are left out of papers without a word. */
const INCONNU = new RegExp(`[^${CLASSE}\\s\\p{Cc}\\p{Cs}\\p{DI}]`, 'u')
/** What a reader takes for one sign: a flag, an emoji with all that is joined to it, a letter with its accents. */
const SIGNE =
  /\p{RI}{2}|\p{ExtPict}[\p{M}\p{EMod}]*(?:\u200D\p{ExtPict}[\p{M}\p{EMod}]*)*|\P{M}\p{M}*|\p{M}+/gsu

/** The text with ▯ in the place of each sign that cannot be printed; a letter keeps what can be printed of its accents. */
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
