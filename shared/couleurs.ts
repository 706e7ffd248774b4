/** Colours of the headings of papers. */

const FORME = /^#[0-9a-f]{6}$/i

/** True for « #rrggbb ». */
export const isCouleur = (valeur: string): boolean => FORME.test(valeur)

/** Lowest contrast of readable text on white (WCAG 2.2, 1.4.3). */
const LISIBLE = 4.5

/** Linear light (0 to 1) of an sRGB channel (0 to 255). */
function lumiere(canal: number): number {
  const part = canal / 255
  return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

/** The contrast of a colour « #rrggbb » with white, from 1 to 21 (WCAG 2.2). */
export function contrasteAvecBlanc(couleur: string): number {
  const canal = (rang: number) => lumiere(Number.parseInt(couleur.slice(1 + 2 * rang, 3 + 2 * rang), 16))
  return 1.05 / (0.2126 * canal(0) + 0.7152 * canal(1) + 0.0722 * canal(2) + 0.05)
}

/** True when a heading of this colour is readable on white paper. */
export const isLisible = (couleur: string): boolean => contrasteAvecBlanc(couleur) >= LISIBLE
