import { deflateRawSync } from 'node:zlib'
import { setImmediate } from 'node:timers/promises'
import type { CellStyle, DataValidation, WriteOptions, WriteSheet } from 'hucre'
import { daysBetween, isJour } from '#shared/dates.ts'
import { documentsPool, type FeuilleRemplie } from '#server/documents/documents-pool.ts'
import { BOLD, cellText, FONT, HEADING, letter, type XlsxOptions } from '#server/documents/xlsx.ts'

const ROUGE = { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'F8CECC' } } as const
const AMBRE = { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'FFE8A3' } } as const
const EN_HAUT = { vertical: 'top' } as const

const ENTETE = {
  font: HEADING,
  border: { bottom: { style: 'medium', color: FONT.color } },
  alignment: { horizontal: 'left', vertical: 'center', wrapText: true },
} as const satisfies CellStyle

/** How a cell is shown, by what it holds: a text stays text whatever it begins with, and is set from its own side. */
const FORMATS = {
  general: { alignment: EN_HAUT },
  texte: { numFmt: '@', alignment: { ...EN_HAUT, readingOrder: 'context' } },
  montant: { numFmt: '#,##0.00', alignment: EN_HAUT },
  jour: { numFmt: 'dd/mm/yyyy', alignment: EN_HAUT },
  /** A text that goes on in the next line where the column ends. */
  lignes: { alignment: { ...EN_HAUT, wrapText: true, readingOrder: 'context' } },
} as const satisfies Record<string, CellStyle>
export type Format = keyof typeof FORMATS

const STYLES = {
  ...FORMATS,
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
const RANGS = Object.fromEntries(Object.keys(STYLES).map((style, rang) => [style, rang])) as Record<
  Style,
  number
>

/** A day is 'YYYY-MM-DD' in a column of days, a Date (UTC midnight of its day) in any other; amounts are in dinars. */
export type Valeur = string | number | boolean | Date | null

/** A value in the style of its column, or in one of its own. */
export type CelluleEcrite = Valeur | { valeur: Valeur; style: Style }

export interface LigneEcrite {
  /** As Excel shows it, from 1. Lines come in their order; what is left out is blank. */
  ligne: number
  cellules: readonly CelluleEcrite[]
  /** Stands in the last column of the sheet, wherever that will be. */
  fin?: CelluleEcrite | undefined
  /** So many lines of text high, where not one. */
  hauteur?: number | undefined
}

/** What Excel lets be typed below a header; `dans`: the cells of another sheet are offered, if it is there, and anything else is taken too. */
export type Saisie =
  | { sorte: 'mots'; mots: readonly string[] }
  | { sorte: 'dans'; feuille: string; colonne: number }
  | { sorte: 'entier'; min: number }
  | { sorte: 'decimal'; min: number }

export interface ColonneEcrite {
  format: Format
  /** In characters. */
  largeur: number
  /** The header, in line 1; without one the first line may be that one. */
  titre?: string | undefined
  /** How the header is shown, where not as any other. */
  entete?: 'enteteRouge' | 'enteteAmbre' | undefined
  /** Says more of it where the pointer rests on the header. */
  note?: string | undefined
  saisie?: Saisie | undefined
}

interface OptionsDeFeuille {
  /** Header in sight while one scrolls, and filter on. */
  filtre?: boolean
  /** One page wide on paper. */
  paysage?: boolean
}

interface Feuille extends OptionsDeFeuille {
  nom: string
  colonnes: readonly ColonneEcrite[]
  lots: Uint8Array[]
  derniere: number
}

/** Adds lines to a sheet: packed at once, so that a workbook of any length is a few megabytes here. Gives the event loop back. */
export type AjouterLignes = (lignes: readonly LigneEcrite[]) => Promise<void>

/** Cells of other sheets that are offered under a header. */
const OFFERTES = 5_000
const LIGNES_EXCEL = 1_048_576
const LARGE = 2_000
/** Of a line of text, and the most of a row, in points. */
const HAUTEUR = 15
const HAUTEUR_MAX = 409
/** Headers stand in two lines where they are longer than their column. */
const HAUTEUR_ENTETE = { height: 2 * HAUTEUR }

/**
 * Makes an .xlsx workbook of several sheets, line by line.
 * @param intitule what the file's properties call it
 */
export function createClasseur(intitule: string) {
  const feuilles: Feuille[] = []

  /**
   * A new sheet, the last one so far; at most 31 characters.
   * @param colonnes may grow until the workbook is rendered: lines without a format of their own for a cell take what is known then
   */
  function addFeuille(
    nom: string,
    colonnes: readonly ColonneEcrite[],
    options: OptionsDeFeuille = {},
  ): AjouterLignes {
    const feuille: Feuille = { nom, colonnes, ...options, lots: [], derniere: 1 }
    feuilles.push(feuille)
    return async (lignes) => {
      const last = lignes.at(-1)
      if (!last) return
      feuille.derniere = last.ligne
      const lines = lignes.map(({ ligne, cellules, fin = null, hauteur = 1 }) => [
        hauteur > 1 ? [ligne, Math.min(hauteur * HAUTEUR, HAUTEUR_MAX)] : ligne,
        encode(fin, 'general'),
        ...cellules.map((cellule, at) => encode(cellule, colonnes[at]?.format ?? 'general')),
      ])
      feuille.lots.push(deflateRawSync(JSON.stringify(lines), { level: 1 }))
      await setImmediate()
    }
  }

  /** RangeError for a day that is none; AppError `documentsOccupes` (503) when too many documents wait; the signal's reason. */
  async function render({ signal, pool = documentsPool }: XlsxOptions = {}): Promise<Buffer> {
    const lignes = feuilles.reduce((sum, { derniere }) => sum + derniere, 0)
    const reply = await pool.run(
      { kind: 'classeur', workbook: toShell(intitule, feuilles), feuilles: feuilles.map(toRemplie) },
      { signal, large: lignes > LARGE },
    )
    if (reply.ok) return Buffer.from(reply.bytes)
    throw new Error(`classeur: ${reply.reason === 'defect' ? reply.message : reply.reason}`)
  }

  return { addFeuille, render }
}

export type Classeur = ReturnType<typeof createClasseur>

const toRemplie = ({ colonnes, lots, derniere }: Feuille): FeuilleRemplie => ({
  colonnes: colonnes.map(({ format }) => RANGS[format]),
  lots,
  derniere,
})

function encode(cellule: CelluleEcrite, format: Format) {
  const own = typeof cellule === 'object' && cellule !== null && 'valeur' in cellule
  const valeur = own ? cellule.valeur : cellule
  const style = own ? cellule.style : valeur instanceof Date && format !== 'jour' ? 'jour' : undefined
  const value = encodeValeur(valeur, own ? 'general' : format)
  return style === undefined ? value : [RANGS[style], value]
}

function encodeValeur(valeur: Valeur, format: Format): string | number | boolean | null {
  if (valeur instanceof Date) return serieDuJour(valeur.toISOString().slice(0, 10))
  if (typeof valeur !== 'string') return valeur
  if (format !== 'jour') return cellText(valeur)
  if (isJour(valeur)) return serieDuJour(valeur)
  throw new RangeError(`not a day: ${String(valeur)}`)
}

/** Excel counts days from 1900-01-01, which is 1, and believes that there was a 1900-02-29. */
function serieDuJour(jour: string): number {
  const days = daysBetween('1899-12-30', jour)
  return days > 60 ? days : days - 1
}

/** The workbook without its lines: what hucre knows to write, each header, and in line 2 every style once. */
function toShell(intitule: string, feuilles: readonly Feuille[]): WriteOptions {
  return {
    properties: { title: intitule, creator: 'Diyar' },
    defaultFont: FONT,
    sheets: feuilles.map(({ nom, colonnes, derniere, filtre, paysage }): WriteSheet => {
      const last = letter(colonnes.length - 1)
      return {
        name: nom,
        columns: colonnes.map(({ largeur }) => ({ width: largeur })),
        cells: new Map([...headers(colonnes), ...samples()]),
        ...(filtre && { rowDefs: new Map([[0, HAUTEUR_ENTETE]]) }),
        ...(filtre && {
          freezePane: { rows: 1 },
          autoFilter: { range: `A1:${last}${Math.max(derniere, 2)}` },
        }),
        dataValidations: colonnes.flatMap(({ titre, saisie }, at) =>
          toValidation(titre ?? '', saisie, letter(at), feuilles),
        ),
        ...(paysage && {
          pageSetup: {
            paperSize: 'a4',
            orientation: 'landscape',
            fitToPage: true,
            fitToWidth: 1,
            fitToHeight: 0,
            ...(filtre && { printTitlesRow: '$1:$1' }),
          },
          headerFooter: { oddFooter: '&L&A&RPage &P / &N' },
        }),
      }
    }),
  }
}

type Cells = NonNullable<WriteSheet['cells']>

const headers = (colonnes: readonly ColonneEcrite[]) =>
  colonnes.flatMap(
    ({ titre, note, format, entete }, at): (readonly [string, ReturnType<Cells['get']> & object])[] =>
      titre === undefined
        ? []
        : [
            [
              `0,${at}`,
              {
                value: cellText(titre),
                style:
                  STYLES[
                    entete ?? (format === 'montant' || format === 'general' ? 'enteteDroite' : 'entete')
                  ],
                ...(note && { comment: { author: 'Diyar', text: cellText(note) } }),
              },
            ],
          ],
  )

const samples = () => Object.values(STYLES).map((style, rang) => [`1,${rang}`, { value: 0, style }] as const)

function toValidation(
  titre: string,
  saisie: Saisie | undefined,
  colonne: string,
  feuilles: readonly Feuille[],
): DataValidation[] {
  if (!saisie) return []
  const commun = { range: `${colonne}2:${colonne}${LIGNES_EXCEL}`, allowBlank: true }
  const erreur = (errorMessage: string) => ({
    showErrorMessage: true,
    errorStyle: 'stop' as const,
    errorTitle: titre.slice(0, 31),
    errorMessage,
  })
  if (saisie.sorte === 'mots')
    return [
      {
        ...commun,
        type: 'list',
        values: [...saisie.mots],
        ...erreur(`Choisissez un de ces mots : ${saisie.mots.join(', ')}.`),
      },
    ]
  if (saisie.sorte === 'dans') {
    const at = letter(saisie.colonne)
    const there = feuilles.some(({ nom }) => nom === saisie.feuille)
    return there
      ? [{ ...commun, type: 'list', formula1: `'${saisie.feuille}'!$${at}$2:$${at}$${OFFERTES + 1}` }]
      : []
  }
  const { sorte, min } = saisie
  return [
    {
      ...commun,
      type: sorte === 'entier' ? 'whole' : 'decimal',
      operator: 'greaterThanOrEqual',
      formula1: String(min),
      ...erreur(
        sorte === 'entier'
          ? `Écrivez un nombre entier, ${min} au moins.`
          : `Écrivez un nombre, ${min} au moins, avec deux décimales au plus.`,
      ),
    },
  ]
}
