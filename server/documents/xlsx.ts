import { setImmediate } from 'node:timers/promises'
import type { CellStyle, WriteOptions, WriteSheet } from 'hucre'
import { toDecimal } from '#shared/argent.ts'
import { isJour } from '#shared/dates.ts'
import { documentsPool, type Pool } from '#server/documents/documents-pool.ts'

/**
 * What a column holds and so what its values are: montant in centimes, surface in hundredths of m², pourcent 33.33 for 33,33 %,
 * jour 'YYYY-MM-DD', entier an integer, texte anything, which stays text whatever it begins with.
 */
type ColumnKind = 'texte' | 'montant' | 'surface' | 'pourcent' | 'jour' | 'entier'

export interface XlsxColumn {
  title: string
  kind: ColumnKind
  /** In characters. */
  width: number
  /** What the last row says of this column: the sum of its numbers, or how many cells are filled. */
  total?: 'somme' | 'nombre'
}

export type XlsxValue = string | number | null

export interface XlsxTable {
  /** Sheet name and title of the file; at most 31 characters. */
  sheet: string
  columns: readonly XlsxColumn[]
  /** One value per column, in the column's unit. */
  rows: readonly (readonly XlsxValue[])[]
  /** Label of the totals row, in the first column without a total; no label, no totals row. */
  totals?: string
  /** Only the rows whose text in this column is one of these words are in the totals; without it all are. */
  counted?: Counted | undefined
  /** A sentence under everything else, outside the filter: what the rows are. */
  note?: string
}

export interface Counted {
  column: number
  words: readonly string[]
}

/** Is a row in the totals of its table? */
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
 * Makes an .xlsx workbook of one sheet: numbers are numbers, days are dates, the header is frozen, the filter on, and the totals
 * are formulas that follow the filter, with their result cached. Excel shows amounts in the French format of the reader's machine.
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
    properties: { title: sheet, creator: 'Diyar' },
    defaultFont: FONT,
    sheets: [
      {
        name: sheet,
        rows,
        cells,
        columns: columns.map(({ kind, width }) => ({ width, style: columnStyle(kind) })),
        freezePane: { rows: 1 },
        autoFilter: { range: `A1:${last}${Math.max(lastData, 2)}` },
        pageSetup: {
          paperSize: 'a4',
          orientation: 'landscape',
          fitToPage: true,
          fitToWidth: 1,
          fitToHeight: 0,
          printTitlesRow: '$1:$1',
        },
        headerFooter: { oddFooter: '&L&A&RPage &P / &N' },
      },
    ],
  }
}

function toCell({ kind, title }: XlsxColumn, value: XlsxValue) {
  if (value === null || value === '') return null
  if (kind === 'texte') return cellText(String(value))
  if (kind === 'jour') {
    if (typeof value !== 'string' || !isJour(value)) throw new RangeError(`${title}: not a day: ${value}`)
    return new Date(`${value}T00:00:00Z`)
  }
  return toNumber(kind, title, value)
}

function toNumber(kind: ColumnKind, title: string, value: XlsxValue): number {
  const fits = kind === 'pourcent' ? Number.isFinite(value) : Number.isSafeInteger(value)
  if (typeof value !== 'number' || !fits) throw new RangeError(`${title}: not a number: ${value}`)
  if (kind === 'entier') return value
  return kind === 'pourcent' ? Math.round(value * 100) / 10_000 : toDecimal(value)
}

/**
 * A string as Excel can hold it: no control characters, at most 32,767 characters, and a literal `_x0041_`, which Excel would
 * read as the letter A, with its underscore escaped.
 */
export function cellText(value: string): string {
  const clean = value.normalize('NFC').replace(/(?![\n\r\t])\p{Cc}|\p{Cs}|[\uFFFE\uFFFF]/gu, '')
  const cut = clean.length > CELL_MAX ? `${clean.slice(0, CELL_MAX - 2).replace(/\p{Cs}/gu, '')}…` : clean
  return cut.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
}

/** SUBTOTAL counts what the filter shows: 109 sums, 103 counts. */
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
    const last = Math.max(lastData, 2)
    const result =
      column.total === 'nombre' ? rows.filter((row) => (row[at] ?? '') !== '').length : sum(column, at, rows)
    const shown =
      column.total === 'nombre'
        ? { ...style, numFmt: '#,##0', alignment: { horizontal: 'left' as const } }
        : style
    const code = column.total === 'nombre' ? 103 : 109
    cells.set(key, {
      value: null,
      formula: counted
        ? subtotalOf(code, letter(at), last, counted)
        : `SUBTOTAL(${code},${letter(at)}2:${letter(at)}${last})`,
      formulaResult: result,
      style: shown,
    })
  }
}

/** SUBTOTAL takes no condition: each row has one of its own, which is multiplied by whether its words are there. */
function subtotalOf(code: number, at: string, last: number, { column, words }: Counted): string {
  const where = `${letter(column)}2:${letter(column)}${last}`
  const among = words.map((word) => `(${where}="${word}")`).join('+')
  return `SUMPRODUCT(SUBTOTAL(${code},OFFSET(${at}2,ROW(${at}2:${at}${last})-2,0)),${among})`
}

/** Added as integers, so that the cached result is exact. */
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

/** 0 → A, 25 → Z, 26 → AA. */
export const letter = (index: number): string =>
  (index < 26 ? '' : letter(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))
