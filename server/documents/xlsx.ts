import { setImmediate } from 'node:timers/promises'
import type { CellStyle, WriteOptions, WriteSheet } from 'hucre'
import { toDecimal } from '#shared/argent.ts'
import { isJour } from '#shared/dates.ts'
import { documentsPool, type Pool } from '#server/documents/documents-pool.ts'

/**
 * Unit of a column: montant in centimes, surface in hundredths of m², pourcent 33.33 for 33,33 %, jour 'YYYY-MM-DD', entier an integer,
 * texte any text, which stays text whatever it begins with.
 */
export type ColumnKind = 'texte' | 'montant' | 'surface' | 'pourcent' | 'jour' | 'entier'

export interface XlsxColumn {
  title: string
  kind: ColumnKind
  /** Width in characters. */
  width: number
  /** Total of the column: sum of its numbers, or number of its filled cells. */
  total?: 'somme' | 'nombre'
}

export type XlsxValue = string | number | null

export interface XlsxTable {
  /** Author in the properties of the file; « Diyar » by default. */
  auteur?: string
  /** Name of the sheet and title of the file; at most 31 characters. */
  sheet: string
  columns: readonly XlsxColumn[]
  /** One value per column, in the column's unit. */
  rows: readonly (readonly XlsxValue[])[]
  /** Label of the totals row, in the first column without a total; undefined for no totals row. */
  totals?: string
  /** Rows in the totals: those whose text in `column` is one of `words`; all by default. */
  counted?: Counted | undefined
  /** Sentence under the table, outside the filter. */
  note?: string
}

export interface Counted {
  column: number
  words: readonly string[]
}

/** Tells whether a row counts in the totals; every row does without `counted`. */
export const isCounted = (row: readonly XlsxValue[], counted: Counted | undefined): boolean =>
  counted === undefined || counted.words.includes(String(row[counted.column]))

export interface XlsxOptions {
  signal?: AbortSignal | undefined
  pool?: Pool
}

const CELL_MAX = 32_767
const ROWS_AT_ONCE = 1_000
const LARGE = 2_000
export const FONT = { name: 'Calibri', size: 11, color: { rgb: '12263A' } }
export const BOLD = { ...FONT, bold: true }
export const HEADING = { ...BOLD, color: { rgb: '0F6E84' } }

const FORMATS: Record<ColumnKind, string | undefined> = {
  texte: '@',
  montant: '#,##0.00',
  surface: '#,##0.00',
  pourcent: '0.00%',
  jour: 'dd/mm/yyyy',
  entier: '#,##0',
}

/**
 * Makes an .xlsx workbook of one sheet; its totals are formulas that follow the filter, with cached results.
 * RangeError for a value that does not fit its column; AppError `documentsOccupes` (503) when too many documents wait.
 */
export async function renderXlsx(
  table: XlsxTable,
  { signal, pool = documentsPool }: XlsxOptions = {},
): Promise<Buffer> {
  const workbook = await toWorkbook(table, signal)
  const reply = await pool.run({ kind: 'xlsx', workbook }, { signal, large: table.rows.length > LARGE })
  if (reply.ok) return Buffer.from(reply.bytes)
  throw new Error(`xlsx: ${reply.reason === 'defect' ? reply.message : reply.reason}`)
}

async function toWorkbook(table: XlsxTable, signal: AbortSignal | undefined): Promise<WriteOptions> {
  const { sheet, columns } = table
  const rows: NonNullable<WriteSheet['rows']> = [columns.map((column) => cellText(column.title))]
  for (const [index, row] of table.rows.entries()) {
    if (index % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await setImmediate(undefined, { signal })
    rows.push(columns.map((column, at) => toCell(column, row[at] ?? null)))
  }
  const lastData = rows.length
  const cells: NonNullable<WriteSheet['cells']> = new Map(
    columns.map((column, at) => [`0,${at}`, { value: cellText(column.title), style: headerStyle(column) }]),
  )
  if (table.totals !== undefined) {
    addTotals(table, cells, lastData)
    rows.push(columns.map(() => null))
  }
  if (table.note !== undefined) {
    rows.push([], [])
    cells.set(`${rows.length - 1},0`, { value: cellText(table.note), style: { font: FONT } })
  }
  const last = letter(columns.length - 1)
  return {
    properties: { title: sheet, creator: table.auteur ?? 'Diyar' },
    defaultFont: FONT,
    sheets: [
      {
        name: sheet,
        rows,
        cells,
        columns: columns.map(({ kind, width }) => ({ width, style: columnStyle(kind) })),
        freezePane: { rows: 1 },
        autoFilter: { range: `A1:${last}${Math.max(lastData, 2)}` },
        ...landscape(true),
      },
    ],
  }
}

/** Print settings of a sheet: A4 in landscape, one page wide, its name and the page number below. `titles` repeats line 1 on each page. */
export const landscape = (titles: boolean): Pick<WriteSheet, 'pageSetup' | 'headerFooter'> => ({
  pageSetup: {
    paperSize: 'a4',
    orientation: 'landscape',
    fitToPage: true,
    fitToWidth: 1,
    fitToHeight: 0,
    ...(titles && { printTitlesRow: '$1:$1' }),
  },
  headerFooter: { oddFooter: '&L&A&RPage &P / &N' },
})

function toCell({ kind, title }: XlsxColumn, value: XlsxValue) {
  if (value === null || value === '') return null
  if (kind === 'texte') return cellText(String(value))
  if (kind === 'jour') {
    if (typeof value !== 'string' || !isJour(value)) throw new RangeError(`${title}: not a day: ${value}`)
    return new Date(`${value}T00:00:00Z`)
  }
  return toNumber(kind, title, value)
}

export function toNumber(kind: ColumnKind, title: string, value: XlsxValue): number {
  const fits = kind === 'pourcent' ? Number.isFinite(value) : Number.isSafeInteger(value)
  if (typeof value !== 'number' || !fits) throw new RangeError(`${title}: not a number: ${value}`)
  if (kind === 'entier') return value
  return kind === 'pourcent' ? Math.round(value * 100) / 10_000 : toDecimal(value)
}

/** A string that Excel holds: no control characters, 32,767 characters at most, `_x0041_` escaped, which Excel would read as A. */
export function cellText(value: string): string {
  const clean = value.normalize('NFC').replace(/(?![\n\r\t])\p{Cc}|\p{Cs}|[\uFFFE\uFFFF]/gu, '')
  const cut = clean.length > CELL_MAX ? `${clean.slice(0, CELL_MAX - 2).replace(/\p{Cs}/gu, '')}…` : clean
  return cut.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
}

/** Cells of the totals row, under the last row of data. Without rows a total is 0, because a formula would count itself. */
function addTotals(table: XlsxTable, cells: NonNullable<WriteSheet['cells']>, lastData: number): void {
  const { columns, counted } = table
  const rows = table.rows.filter((row) => isCounted(row, counted))
  const label = columns.findIndex((column) => column.total === undefined)
  for (const [at, column] of columns.entries()) {
    const style = {
      ...columnStyle(column.kind),
      font: BOLD,
      border: { top: { style: 'thin' as const }, bottom: { style: 'double' as const } },
    }
    const key = `${lastData},${at}`
    if (column.total === undefined) {
      cells.set(key, { value: at === label ? cellText(table.totals ?? '') : null, style })
      continue
    }
    const result =
      column.total === 'nombre' ? rows.filter((row) => (row[at] ?? '') !== '').length : sum(column, at, rows)
    const shown =
      column.total === 'nombre'
        ? { ...style, numFmt: '#,##0', alignment: { horizontal: 'left' as const } }
        : style
    const formula = formulaOf(column, at, lastData, counted)
    cells.set(
      key,
      formula === undefined
        ? { value: result, style: shown }
        : { value: null, formula, formulaResult: result, style: shown },
    )
  }
}

/**
 * Formula of a total; undefined without data. SUBTOTAL follows the filter (109 sums, 103 counts) but takes no condition, so with `counted`
 * each row has its own, multiplied by the test of its words. @param last last row of data in Excel
 */
export function formulaOf(
  { total }: XlsxColumn,
  index: number,
  last: number,
  counted: Counted | undefined,
): string | undefined {
  if (last < 2) return undefined
  const at = letter(index)
  const code = total === 'nombre' ? 103 : 109
  if (!counted) return `SUBTOTAL(${code},${at}2:${at}${last})`
  const where = `${letter(counted.column)}2:${letter(counted.column)}${last}`
  const among = counted.words.map((word) => `(${where}="${word}")`).join('+')
  return `SUMPRODUCT(SUBTOTAL(${code},OFFSET(${at}2,ROW(${at}2:${at}${last})-2,0)),${among})`
}

/** Adds integers, so that the cached result is exact. */
function sum(column: XlsxColumn, at: number, rows: XlsxTable['rows']): number {
  const total = rows.reduce((before, row) => before + Number(row[at] ?? 0), 0)
  return toNumber(column.kind, column.title, total)
}

const columnStyle = (kind: ColumnKind): CellStyle => ({
  numFmt: FORMATS[kind],
  alignment: { vertical: 'top', ...(kind === 'texte' && { readingOrder: 'context' as const }) },
})

const headerStyle = ({ kind }: XlsxColumn): CellStyle => ({
  font: HEADING,
  border: { bottom: { style: 'medium', color: FONT.color } },
  alignment: {
    horizontal: kind === 'texte' || kind === 'jour' ? 'left' : 'right',
    vertical: 'center',
    wrapText: true,
  },
})

/** Letters of a column: 0 is A, 25 is Z, 26 is AA. */
export const letter = (index: number): string =>
  (index < 26 ? '' : letter(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))
