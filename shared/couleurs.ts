/** Colours that papers are written in. */

const FORME = /^#[0-9a-f]{6}$/i

/** Is it « #rrggbb »? */
export const isCouleur = (valeur: string): boolean => FORME.test(valeur)

/** Text is read on white from this contrast on (WCAG 2.2, 1.4.3). */
const LISIBLE = 4.5

/** What a channel of sRGB (0 to 255) gives of light. */
function lumiere(canal: number): number {
  const part = canal / 255
  return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

/** The contrast of a colour « #rrggbb » with white, from 1 to 21 (WCAG 2.2). */
export function contrasteAvecBlanc(couleur: string): number {
  const canal = (rang: number) => lumiere(Number.parseInt(couleur.slice(1 + 2 * rang, 3 + 2 * rang), 16))
  return 1.05 / (0.2126 * canal(0) + 0.7152 * canal(1) + 0.0722 * canal(2) + 0.05)
}

/** Can a heading of this colour be read on paper? */
export const isLisible = (couleur: string): boolean => contrasteAvecBlanc(couleur) >= LISIBLE
