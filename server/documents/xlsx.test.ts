import { readXlsx } from 'hucre/xlsx'
import { afterAll, describe, expect, it } from 'vitest'
import { stopPdf } from '#server/documents/pdf.ts'
import { renderXlsx, type XlsxColumn, type XlsxTable } from '#server/documents/xlsx.ts'

afterAll(stopPdf)

const texte: XlsxColumn = { title: 'Texte', kind: 'texte', width: 20 }
const montant: XlsxColumn = { title: 'Montant', kind: 'montant', width: 18, total: 'somme' }

const sheetOf = async (table: Omit<XlsxTable, 'sheet'>) => {
  const { sheets } = await readXlsx(await renderXlsx({ sheet: 'Feuille', ...table }))
  const [sheet] = sheets
  if (!sheet) throw new Error('no sheet')
  return sheet
}

// spec: RCP-27
describe('a workbook', () => {
  it('keeps text as text, whatever it begins with', async () => {
    const values = [
      '=1+1',
      '+213555',
      '-5+3',
      '@SUM(A1)',
      '=HYPERLINK("http://x")',
      "'apos",
      '00123',
      '2026-01-01',
      'TRUE',
      '1e5',
      'محمد',
      '<b>&"',
    ]
    const { rows, cells } = await sheetOf({ columns: [texte], rows: values.map((value) => [value]) })
    expect(rows.slice(1)).toEqual(values.map((value) => [value]))
    expect([...(cells?.values() ?? [])].filter((cell) => cell.formula)).toEqual([])
  })

  it('writes numbers as numbers and days as days, in any time zone', async () => {
    const columns: XlsxColumn[] = [
      montant,
      { title: 'Surface', kind: 'surface', width: 10 },
      { title: 'Part', kind: 'pourcent', width: 10 },
      { title: 'Jour', kind: 'jour', width: 12 },
      { title: 'Nombre', kind: 'entier', width: 8 },
    ]
    const { rows } = await sheetOf({
      columns,
      rows: [
        [9_999_999_999_999, 10_250, 33.33, '2026-03-01', 40],
        [null, null, 100, '1990-12-31', 0],
      ],
    })
    expect(rows[1]).toEqual([99_999_999_999.99, 102.5, 0.3333, new Date('2026-03-01T00:00:00Z'), 40])
    expect(rows[2]).toEqual([null, null, 1, new Date('1990-12-31T00:00:00Z'), 0])
  })

  it('ends with formulas that follow the filter, their exact result cached', async () => {
    const rows = Array.from({ length: 1_000 }, (_, rank) => [`lot ${rank}`, 1_010])
    const sheet = await sheetOf({
      columns: [{ ...texte, total: 'nombre' }, montant, texte],
      rows,
      totals: 'Total',
    })
    expect(sheet.cells?.get('1001,0')).toMatchObject({
      formula: 'SUBTOTAL(103,A2:A1001)',
      formulaResult: 1_000,
    })
    expect(sheet.cells?.get('1001,1')).toMatchObject({
      formula: 'SUBTOTAL(109,B2:B1001)',
      formulaResult: 10_100,
    })
    expect(sheet.rows[1_001]).toEqual([1_000, 10_100, 'Total'])
    expect(sheet.autoFilter?.range).toBe('A1:C1001')
    expect(sheet.freezePane).toMatchObject({ rows: 1 })
  })

  it('has a header and a filter even without rows', async () => {
    const sheet = await sheetOf({ columns: [texte, montant], rows: [], totals: 'Total' })
    expect(sheet.rows).toEqual([
      ['Texte', 'Montant'],
      ['Total', 0],
    ])
  })

  it('keeps what Excel cannot hold from breaking the file', async () => {
    const { rows } = await sheetOf({
      columns: [texte],
      rows: [['x'.repeat(40_000)], ['_x0041_'], ['a\u0000\u0008b\uD800c'], ['e\u0301'], ['une\nligne']],
    })
    expect(rows.slice(1).map(([value]) => value)).toEqual([
      `${'x'.repeat(32_765)}…`,
      '_x0041_',
      'abc',
      'é',
      'une\nligne',
    ])
  })

  it.each([
    [montant, Number.NaN],
    [montant, Number.POSITIVE_INFINITY],
    [montant, 0.5],
    [montant, '12'],
    [{ ...texte, kind: 'jour' as const }, '2026-02-30'],
    [{ ...texte, kind: 'pourcent' as const }, Number.NaN],
  ])('refuses a value that does not fit its column: %o %s', async (column, value) => {
    await expect(renderXlsx({ sheet: 'Feuille', columns: [column], rows: [[value]] })).rejects.toThrow(
      RangeError,
    )
  })

  it('leaves the event loop free for a large one, and stops when nobody waits for it', async () => {
    const rows = Array.from({ length: 20_000 }, (_, rank) => [`lot ${rank}`, rank])
    const leaving = new AbortController()
    let turns = 0
    const beat = setInterval(() => (turns += 1), 1)
    const bytes = await renderXlsx({ sheet: 'Feuille', columns: [texte, montant], rows, totals: 'Total' })
    clearInterval(beat)
    expect(turns).toBeGreaterThan(10)
    expect((await readXlsx(bytes)).sheets[0]?.rows).toHaveLength(20_002)
    const left = renderXlsx({ sheet: 'Feuille', columns: [texte, montant], rows }, { signal: leaving.signal })
    leaving.abort()
    await expect(left).rejects.toMatchObject({ name: 'AbortError' })
  })
})
