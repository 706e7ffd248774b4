import { deflateRawSync } from 'node:zlib'
import { setImmediate } from 'node:timers/promises'
import type { DataValidation, WriteOptions, WriteSheet } from 'hucre'
import { daysBetween, isJour } from '#shared/dates.ts'
import { documentsPool, type FeuilleRemplie } from '#server/documents/documents-pool.ts'
import {
  RANGS,
  STYLES,
  type Format,
  type FormatDeListe,
  type Style,
} from '#server/documents/classeur/styles.ts'
import { cellText, FONT, landscape, letter, type XlsxOptions } from '#server/documents/xlsx.ts'

/** A value of a cell: a day is 'YYYY-MM-DD' in a column of days and a Date (UTC midnight) elsewhere; an amount is in dinars. */
export type Valeur = string | number | boolean | Date | null

/** A value in the style of its column or in its own; with a formula, `valeur` is the result. */
export type CelluleEcrite = Valeur | { valeur: Valeur; style: Style; formule?: string | undefined }

export interface LigneEcrite {
  /** Line number in Excel, from 1. Lines come in ascending order; a missing number is a blank line. */
  ligne: number
  cellules: readonly CelluleEcrite[]
  /** Cell of the last column of the sheet. */
  fin?: CelluleEcrite | undefined
  /** Height in lines of text; 1 by default. */
  hauteur?: number | undefined
}

/** Entry that Excel accepts below a header. `dans` offers the cells of a sheet, if the workbook has it, and accepts any other text. */
export type Saisie =
  | { sorte: 'mots'; mots: readonly string[] }
  | { sorte: 'dans'; feuille: string; colonne: number }
  | { sorte: 'entier'; min: number }
  | { sorte: 'decimal'; min: number }

export interface ColonneEcrite {
  format: Format
  /** Width in characters. */
  largeur: number
  /** Header in line 1; without headers the first line may be line 1. */
  titre?: string | undefined
  entete?: 'enteteRouge' | 'enteteAmbre' | undefined
  note?: string | undefined
  saisie?: Saisie | undefined
}

interface OptionsDeFeuille {
  /** The last line is a footer outside the filter. */
  pied?: boolean
  filtre?: boolean
  paysage?: boolean
}

type ColonneDeFeuille = Omit<ColonneEcrite, 'format'> & { format: Format | FormatDeListe }

interface Feuille extends OptionsDeFeuille {
  nom: string
  colonnes: readonly ColonneDeFeuille[]
  lots: Uint8Array[]
  derniere: number
}

/** Adds lines to a sheet, compressed at once, so that a workbook of any length takes a few megabytes. It gives the event loop back. */
export type AjouterLignes = (lignes: readonly LigneEcrite[]) => Promise<void>

const OFFERTES = 5_000
export const LIGNES_EXCEL = 1_048_576
const LARGE = 2_000
/** Height of a line of text, and greatest height of a row, in points. */
const HAUTEUR = 15
const HAUTEUR_MAX = 409
/** A header longer than its column takes two lines. */
const HAUTEUR_ENTETE = { height: 2 * HAUTEUR }

/** Makes an .xlsx workbook of several sheets, line by line. @param intitule title in the file's properties @param auteur its author */
export function createClasseur(intitule: string, auteur: string) {
  const feuilles: Feuille[] = []

  /** Adds a sheet, of 31 characters at most. @param colonnes may grow until `render`; a cell takes its column's format now */
  function addFeuille(
    nom: string,
    colonnes: readonly ColonneDeFeuille[],
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

  /** Returns the bytes. RangeError for an impossible day; AppError `documentsOccupes` (503); the signal's reason. */
  async function render({ signal, pool = documentsPool }: XlsxOptions = {}): Promise<Buffer> {
    const lignes = feuilles.reduce((sum, { derniere }) => sum + derniere, 0)
    const reply = await pool.run(
      { kind: 'classeur', workbook: toShell(intitule, auteur, feuilles), feuilles: feuilles.map(toRemplie) },
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

function encode(cellule: CelluleEcrite, format: Format | FormatDeListe) {
  const own = typeof cellule === 'object' && cellule !== null && 'valeur' in cellule
  const valeur = own ? cellule.valeur : cellule
  const style = own ? cellule.style : valeur instanceof Date && format !== 'jour' ? 'jour' : undefined
  const value = encodeValeur(valeur, own ? 'general' : format)
  if (own && cellule.formule !== undefined) return [RANGS[cellule.style], value, cellule.formule]
  return style === undefined ? value : [RANGS[style], value]
}

function encodeValeur(valeur: Valeur, format: Format | FormatDeListe): string | number | boolean | null {
  if (valeur instanceof Date) return serieDuJour(valeur.toISOString().slice(0, 10))
  if (typeof valeur !== 'string') return valeur
  if (format !== 'jour') return cellText(valeur)
  if (isJour(valeur)) return serieDuJour(valeur)
  throw new RangeError(`not a day: ${String(valeur)}`)
}

/** Excel counts days from 1900-01-01, which is 1, and counts a 1900-02-29. */
function serieDuJour(jour: string): number {
  const days = daysBetween('1899-12-30', jour)
  return days > 60 ? days : days - 1
}

/** The workbook without its lines: sheets, headers, and a line 2 with every style. */
function toShell(intitule: string, auteur: string, feuilles: readonly Feuille[]): WriteOptions {
  return {
    properties: { title: intitule, creator: auteur },
    defaultFont: FONT,
    sheets: feuilles.map(({ nom, colonnes, derniere, filtre, pied, paysage }): WriteSheet => {
      const last = letter(colonnes.length - 1)
      return {
        name: nom,
        columns: colonnes.map(({ largeur }) => ({ width: largeur })),
        cells: new Map([...headers(colonnes), ...samples()]),
        ...(filtre && { rowDefs: new Map([[0, HAUTEUR_ENTETE]]) }),
        ...(filtre && {
          freezePane: { rows: 1 },
          autoFilter: { range: `A1:${last}${Math.max(pied ? derniere - 1 : derniere, 2)}` },
        }),
        dataValidations: colonnes.flatMap(({ titre, saisie }, at) =>
          toValidation(titre ?? '', saisie, letter(at), feuilles),
        ),
        ...(paysage && landscape(filtre ?? false)),
      }
    }),
  }
}

type Cells = NonNullable<WriteSheet['cells']>
const A_GAUCHE: ReadonlySet<Format | FormatDeListe> = new Set(['texte', 'jour', 'lignes'])

const headers = (colonnes: readonly ColonneDeFeuille[]) =>
  colonnes.flatMap(
    ({ titre, note, format, entete }, at): (readonly [string, ReturnType<Cells['get']> & object])[] =>
      titre === undefined
        ? []
        : [
            [
              `0,${at}`,
              {
                value: cellText(titre),
                style: STYLES[entete ?? (A_GAUCHE.has(format) ? 'entete' : 'enteteDroite')],
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
