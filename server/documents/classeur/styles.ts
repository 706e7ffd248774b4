import type { CellStyle } from 'hucre'
import { BOLD, FONT, HEADING } from '#server/documents/xlsx.ts'

const ROUGE = { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'F8CECC' } } as const
const AMBRE = { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'FFE8A3' } } as const
const EN_HAUT = { vertical: 'top' } as const

const ENTETE = {
  font: HEADING,
  border: { bottom: { style: 'medium', color: FONT.color } },
  alignment: { horizontal: 'left', vertical: 'center', wrapText: true },
} as const satisfies CellStyle

/** Display of a cell by the kind of its value. A text stays text whatever it begins with, and runs in its own direction. */
const FORMATS = {
  general: { alignment: EN_HAUT },
  texte: { numFmt: '@', alignment: { ...EN_HAUT, readingOrder: 'context' } },
  montant: { numFmt: '#,##0.00', alignment: EN_HAUT },
  jour: { numFmt: 'dd/mm/yyyy', alignment: EN_HAUT },
  lignes: { alignment: { ...EN_HAUT, wrapText: true, readingOrder: 'context' } },
} as const satisfies Record<string, CellStyle>
export type Format = keyof typeof FORMATS

const FORMATS_DE_LISTE = {
  surface: { numFmt: '#,##0.00', alignment: EN_HAUT },
  pourcent: { numFmt: '0.00%', alignment: EN_HAUT },
  entier: { numFmt: '#,##0', alignment: EN_HAUT },
} as const satisfies Record<string, CellStyle>
export type FormatDeListe = keyof typeof FORMATS_DE_LISTE

const TOTAL = { font: BOLD, border: { top: { style: 'thin' }, bottom: { style: 'double' } } } as const

/** Every style of a cell; a workbook holds each once, and its lines name it by rank. */
export const STYLES = {
  ...FORMATS,
  ...FORMATS_DE_LISTE,
  totalTexte: { ...FORMATS.texte, ...TOTAL },
  totalJour: { ...FORMATS.jour, ...TOTAL },
  totalMontant: { ...FORMATS.montant, ...TOTAL },
  totalSurface: { ...FORMATS_DE_LISTE.surface, ...TOTAL },
  totalPourcent: { ...FORMATS_DE_LISTE.pourcent, ...TOTAL },
  totalEntier: { ...FORMATS_DE_LISTE.entier, ...TOTAL },
  totalNombre: { ...FORMATS_DE_LISTE.entier, ...TOTAL, alignment: { ...EN_HAUT, horizontal: 'left' } },
  generalRouge: { ...FORMATS.general, fill: ROUGE },
  texteRouge: { ...FORMATS.texte, fill: ROUGE },
  montantRouge: { ...FORMATS.montant, fill: ROUGE },
  jourRouge: { ...FORMATS.jour, fill: ROUGE },
  generalAmbre: { ...FORMATS.general, fill: AMBRE },
  texteAmbre: { ...FORMATS.texte, fill: AMBRE },
  montantAmbre: { ...FORMATS.montant, fill: AMBRE },
  jourAmbre: { ...FORMATS.jour, fill: AMBRE },
  entete: ENTETE,
  enteteDroite: { ...ENTETE, alignment: { ...ENTETE.alignment, horizontal: 'right' } },
  enteteRouge: { ...ENTETE, fill: ROUGE },
  enteteAmbre: { ...ENTETE, fill: AMBRE },
  titre: { font: { ...HEADING, size: 16 } },
  sousTitre: { font: BOLD, alignment: EN_HAUT },
} as const satisfies Record<string, CellStyle>
export type Style = keyof typeof STYLES
export const RANGS = Object.fromEntries(Object.keys(STYLES).map((style, rang) => [style, rang])) as Record<
  Style,
  number
>
