import { formatNombre, formatPourcent } from '#shared/argent.ts'
import { formatJourCourt, type Jour } from '#shared/dates.ts'
import { FORMATS, type Format } from '#shared/exports.ts'
import type { Db } from '#server/database/db.ts'
import { contentDisposition } from '#server/documents/download.ts'
import { runExport } from '#server/documents/exports.ts'
import {
  checkLongueur,
  createVuePapier,
  printCentimes,
  printTexte,
  type PromoteurImprime,
} from '#server/documents/papier.ts'
import { renderPdf, type PdfOptions } from '#server/documents/pdf.ts'
import {
  isCounted,
  renderXlsx,
  type Counted,
  type XlsxColumn,
  type XlsxOptions,
  type XlsxValue,
} from '#server/documents/xlsx.ts'
import type { FileAnswer, FileContext } from '#server/http/route.ts'

/** A column of a list, in the workbook and on paper; `mm` is its share of the paper's width. */
export interface ColonneDeListe extends XlsxColumn {
  mm: number
}

/** A whole list as it is exported: the table of its screen, every row of it, once as a workbook and once as a paper. */
export interface Liste {
  /** Name of the file without its extension: "registre_recus_2026". */
  fichier: string
  /** Title of the paper, and of the sheet where that has none of its own: at most 31 characters. */
  titre: string
  feuille?: string
  /** What the rows are, under the title: the period and the filters. Parts that someone typed went through `printTexte`. */
  reference: string
  promoteur: PromoteurImprime | null
  etabliLe: Jour
  colonnes: readonly ColonneDeListe[]
  /** One value per column, in its unit (xlsx.ts). */
  lignes: readonly (readonly XlsxValue[])[]
  /** Label of the last row. */
  totaux: string
  /** Which rows are in the totals; the amounts of the others stand in brackets on paper. */
  comptees?: Counted
  /** Figures under the table: what they are called, and what they say. */
  chiffres?: readonly (readonly [libelle: string, valeur: string])[]
  /** Boxes at the end, for a signature each. */
  signatures?: readonly string[]
  /** What stands in the place of rows where there are none. */
  vide: string
}

export const LIGNES_LISTE_MAX = 12_000
/** Above, a row is a paragraph of its own and the file has no structure tags: both cost too much. */
const LIGNES_BALISEES = 300
/** Between the margins of a lying A4. */
const LARGEUR_MM = 271
/** On either side of a column, and the width of the widest letters of the paper. */
const AIR = { marge: 1.5, lettre: 2.4 }
/** The same of a list with more columns than these, which is set smaller. */
const AIR_DENSE = { marge: 0.9, lettre: 1.9 }
const COLONNES_LARGES = 12

/**
 * Answers the export of a list in the format that was asked for, all its rows read at one instant.
 * AppErrors: `documentTropLong` (422) for a paper above 12,000 rows, which a workbook holds; `documentsOccupes` (503).
 * @param readListe refuses a paper that would be too long by `checkTotal`, as soon as it has counted its rows
 */
export function sendExport(
  { format }: { format: Format },
  { read, signal, files }: Pick<FileContext, 'read' | 'signal' | 'files'>,
  readListe: (db: Db, checkTotal: (lignes: number) => void) => Promise<Liste>,
): Promise<FileAnswer> {
  const checkTotal = (lignes: number) => {
    if (format === 'pdf') checkLignes(lignes)
  }
  return runExport(async () => {
    const liste = await read((db) => readListe(db, checkTotal))
    const content = await (format === 'pdf'
      ? listePdf(liste, { signal, files })
      : listeXlsx(liste, { signal }))
    return {
      content,
      type: FORMATS[format],
      disposition: contentDisposition(`${liste.fichier}.${format}`),
    }
  }, signal)
}

/** The list as a workbook, any length; what its rows are and its figures stand under the totals. Errors: those of renderXlsx. */
export function listeXlsx(liste: Liste, options?: XlsxOptions): Promise<Buffer> {
  const { titre, feuille = titre, reference, colonnes, lignes, totaux, comptees, chiffres = [] } = liste
  const note = [reference, ...chiffres.map((chiffre) => chiffre.join('\u00A0: '))].join(' · ')
  return renderXlsx(
    {
      sheet: feuille,
      columns: colonnes,
      rows: lignes,
      totals: totaux,
      counted: comptees,
      note: note.replace(/[\u2068\u2069\u200B]/g, ''),
    },
    options,
  )
}

/** The list as a PDF. AppError `documentTropLong` (422) above 12,000 rows, and those of renderPdf. */
export async function listePdf(liste: Liste, options?: PdfOptions): Promise<Buffer> {
  checkLignes(liste.lignes.length)
  return renderPdf('server/documents/liste.typ', vueListe(liste), {
    logo: liste.promoteur?.logo,
    tagged: liste.lignes.length <= LIGNES_BALISEES,
    ...options,
  })
}

const checkLignes = (lignes: number) => checkLongueur(lignes, LIGNES_LISTE_MAX, 'Exportez plutôt en Excel.')

const CHIFFRES = new Set(['montant', 'surface', 'pourcent', 'entier'])

/** Its display strings. */
function vueListe(liste: Liste) {
  const { promoteur, titre, reference, etabliLe, colonnes, lignes, comptees } = liste
  const sur = colonnes.reduce((total, { mm }) => total + mm, 0)
  const largeurs = colonnes.map(({ mm }) => (mm * LARGEUR_MM) / sur)
  const dense = colonnes.length > COLONNES_LARGES
  const { marge, lettre } = dense ? AIR_DENSE : AIR
  const lettres = largeurs.map((mm) => Math.floor((mm - 2 * marge) / lettre))
  return {
    dense,
    marge,
    papier: createVuePapier(promoteur, titre, reference, etabliLe),
    longue: lignes.length > LIGNES_BALISEES,
    colonnes: colonnes.map(({ title, kind }, at) => ({
      titre: kind === 'montant' ? `${title} (DA)` : title,
      mm: largeurs[at],
      droite: CHIFFRES.has(kind),
    })),
    lignes: lignes.map((ligne) => {
      const comptee = isCounted(ligne, comptees)
      return colonnes.map((colonne, at) => {
        const valeur = printValue(colonne, ligne[at] ?? null, lettres[at] ?? 1)
        return colonne.kind === 'montant' && !comptee && valeur !== '' ? `(${valeur})` : valeur
      })
    }),
    totaux: vueTotaux(liste),
    chiffres: liste.chiffres ?? [],
    signatures: liste.signatures ?? [],
    vide: liste.vide,
  }
}

/** The cells of the last row: its label goes up to the first column that is added. */
function vueTotaux({ colonnes, lignes, comptees, totaux }: Liste) {
  const retenues = lignes.filter((ligne) => isCounted(ligne, comptees))
  const somme = (at: number) => retenues.reduce((total, ligne) => total + Number(ligne[at] ?? 0), 0)
  const sommes = colonnes.map((colonne, at) =>
    colonne.total === 'somme' ? printValue(colonne, somme(at), 1) : '',
  )
  const premiere = sommes.findIndex((texte) => texte !== '')
  const sous = premiere < 0 ? colonnes.length : premiere
  return { libelle: totaux, sous, sommes: sommes.slice(sous) }
}

function printValue({ kind }: XlsxColumn, valeur: XlsxValue, lettres: number): string {
  if (valeur === null) return ''
  if (kind === 'texte') return printTexte(String(valeur), lettres)
  if (kind === 'jour') return formatJourCourt(String(valeur))
  if (kind === 'entier') return formatNombre(Number(valeur))
  return kind === 'pourcent' ? formatPourcent(Number(valeur)) : printCentimes(Number(valeur))
}
