import { formatMontant, formatNombre, formatPourcent, type Centimes } from '#shared/argent.ts'
import { formatJourCourt, type Jour } from '#shared/dates.ts'
import { FORMATS, type Format } from '#shared/exports.ts'
import { formatCompte } from '#shared/texte.ts'
import type { Db } from '#server/database/db.ts'
import { contentDisposition } from '#server/documents/download.ts'
import { eachTranche, toClasseur } from '#server/documents/liste.classeur.ts'
import {
  checkLongueur,
  createVuePapier,
  printCentimes,
  printTexte,
  type PromoteurImprime,
} from '#server/documents/papier.ts'
import { renderPdf, type PdfOptions } from '#server/documents/pdf.ts'
import { isCounted, type Counted, type XlsxColumn, type XlsxValue } from '#server/documents/xlsx.ts'
import type { FileAnswer, FileContext } from '#server/http/route.ts'

/** Column of a list; `mm` is its share of the paper's width. */
export interface ColonneDeListe extends XlsxColumn {
  mm: number
}

/** One value per column, in its unit (xlsx.ts). */
export type Rangee = readonly XlsxValue[]

export interface Chiffre {
  libelle: string
  nombre?: number
  /** Singular of the counted things: « versement ». */
  unite?: string
  montant?: Centimes
}

/** A whole list to export, as a workbook or as a paper. */
export interface Liste {
  /** File name without extension: "registre_recus_2026". */
  fichier: string
  /** Title of the paper, and of the sheet without `feuille`: at most 31 characters. */
  titre: string
  feuille?: string
  /** Line under the title: the period, each filter. Typed parts went through `printTexte`. */
  criteres: readonly string[]
  /** The tab or report of the screen, a criterion of a workbook whose sheet does not bear it. */
  onglet?: string
  promoteur: PromoteurImprime | null
  etabliLe: Jour
  colonnes: readonly ColonneDeListe[]
  /** Small letters on paper, as a list of more than 12 columns has, so that a page holds more rows. */
  dense?: boolean
  /** All rows, or a function that reads them in parts when they may exceed the memory. */
  lignes: readonly Rangee[] | ((take: (rangees: readonly Rangee[]) => Promise<void>) => Promise<void>)
  totaux: string
  /** Rows in the totals; the amounts of the others are in brackets on paper. */
  comptees?: Counted
  /** Figures under the table, on « Synthèse » in a workbook. */
  chiffres?: readonly Chiffre[]
  /** Titles of the columns whose words are counted and summed on « Synthèse ». */
  groupes?: readonly string[]
  /** More tables of the workbook, a sheet each before « Synthèse »; a paper has none. */
  annexes?: readonly TableDeClasseur[]
  signatures?: readonly string[]
  vide: string
}

/** A table of a workbook: its sheet, of 31 characters at most, its rows and the label of its totals. */
export interface TableDeClasseur {
  feuille: string
  colonnes: readonly XlsxColumn[]
  lignes: readonly Rangee[]
  totaux: string
}

export const LIGNES_LISTE_MAX = 12_000
/** Most rows of a table; above, table layout costs too much, and a row is a paragraph. */
export const LIGNES_EN_TABLE = 300
/** Width between the margins of a landscape A4. */
export const LARGEUR_MM = 271
/** Millimetres between a column of figures and one of words: 28 px, as on the screens (registre.typ). */
const APRES_CHIFFRES = 7.41
/** Millimetres at each side of a column, and of the widest letter. */
const AIR = { marge: 1.5, lettre: 2.4 }
/** {@link AIR} of a list of more than 12 columns, which is set smaller. */
const AIR_DENSE = { marge: 0.9, lettre: 1.9 }
const COLONNES_LARGES = 12

/**
 * Answers the export of a list, with all rows of one instant.
 * AppErrors: `documentTropLong` (422) for a paper above 12,000 rows; `documentsOccupes` (503).
 * @param readListe calls `checkTotal` with the number of rows before reading them, which refuses a too long paper
 */
export function sendExport(
  { format }: { format: Format },
  { read, signal, files, inTurn }: Pick<FileContext, 'read' | 'signal' | 'files' | 'inTurn'>,
  readListe: (db: Db, checkTotal: (lignes: number) => void) => Promise<Liste>,
): Promise<FileAnswer> {
  const checkTotal = (lignes: number) => {
    if (format === 'pdf') checkLignes(lignes)
  }
  return inTurn(async () => {
    const { liste, classeur } = await read(async (db) => {
      const found = await readListe(db, checkTotal)
      return format === 'pdf'
        ? { liste: await gather(found) }
        : { liste: found, classeur: await toClasseur(found) }
    })
    return {
      content: await (classeur ? classeur.render({ signal }) : listePdf(liste, { signal, files })),
      type: FORMATS[format],
      disposition: contentDisposition(`${liste.fichier}.${format}`),
    }
  })
}

type ListeEntiere = Liste & { lignes: readonly Rangee[] }

async function gather(liste: Liste): Promise<ListeEntiere> {
  if (typeof liste.lignes !== 'function') return { ...liste, lignes: liste.lignes }
  const lignes: Rangee[] = []
  await eachTranche(liste, async (rangees) => void lignes.push(...rangees))
  return { ...liste, lignes }
}

/** The list as a PDF. AppError `documentTropLong` (422) above 12,000 rows, and the errors of `renderPdf`. */
export async function listePdf(given: Liste, options?: PdfOptions): Promise<Buffer> {
  const liste = await gather(given)
  checkLignes(liste.lignes.length)
  return renderPdf('server/documents/liste.typ', vueListe(liste), {
    logo: liste.promoteur?.logo,
    ...options,
  })
}

const checkLignes = (lignes: number) => checkLongueur(lignes, LIGNES_LISTE_MAX, 'Exportez plutôt en Excel.')

const CHIFFRES = new Set(['montant', 'surface', 'pourcent', 'entier'])

function vueListe(liste: ListeEntiere) {
  const { promoteur, titre, criteres, etabliLe, colonnes, lignes, comptees } = liste
  const dense = liste.dense ?? colonnes.length > COLONNES_LARGES
  const { marge, lettre } = dense ? AIR_DENSE : AIR
  const enPlus = colonnes.map(({ kind }, at) =>
    CHIFFRES.has(colonnes[at - 1]?.kind ?? '') && !CHIFFRES.has(kind) ? APRES_CHIFFRES - 2 * marge : 0,
  )
  const sur = colonnes.reduce((total, { mm }) => total + mm, 0)
  const partage = LARGEUR_MM - enPlus.reduce((total, mm) => total + mm, 0)
  const utiles = colonnes.map(({ mm }) => (mm * partage) / sur)
  const lettres = utiles.map((mm) => Math.floor((mm - 2 * marge) / lettre))
  return {
    dense,
    marge,
    papier: createVuePapier(promoteur, titre, criteres.join(' · '), etabliLe),
    longue: lignes.length > LIGNES_EN_TABLE,
    colonnes: colonnes.map(({ title, kind }, at) => ({
      titre: kind === 'montant' ? `${title} (DA)` : title,
      mm: (utiles[at] ?? 0) + (enPlus[at] ?? 0),
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
    chiffres: (liste.chiffres ?? []).map(printChiffre),
    signatures: liste.signatures ?? [],
    vide: liste.vide,
  }
}

/** « Virement », « 12 versements, 3 000 000,00 DA ». */
function printChiffre({ libelle, nombre, unite, montant }: Chiffre): [string, string] {
  const combien =
    nombre === undefined ? '' : unite === undefined ? formatNombre(nombre) : formatCompte(nombre, unite)
  return [libelle, [combien, montant === undefined ? '' : formatMontant(montant)].filter(Boolean).join(', ')]
}

function vueTotaux({ colonnes, lignes, comptees, totaux }: ListeEntiere) {
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
