import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { readClasseur, type Cellule, type LectureOptions } from '#server/documents/classeur/lecteur.ts'
import { classeurOf, type Feuille } from '#test/harness/classeurs.ts'

const day = (text: string) => new Date(`${text}T00:00:00Z`)

async function read(bytes: Uint8Array, options?: LectureOptions) {
  const sheets: Record<string, Record<number, readonly Cellule[]>> = {}
  const lots: number[] = []
  for await (const { feuille, lignes } of readClasseur(bytes, options)) {
    lots.push(lignes.length)
    const sheet = (sheets[feuille] ??= {})
    for (const { ligne, cellules } of lignes) sheet[ligne] = cellules
  }
  return { sheets, lots }
}
const readSheet = async (donnees: string, more: Partial<Parameters<typeof classeurOf>[0]> = {}) =>
  (await read(classeurOf({ feuilles: [{ nom: 'F', donnees }], ...more }))).sheets['F']

// spec: PO-21, PO-33
describe('a cell', () => {
  it('is what it shows: texts however they are kept, numbers, VRAI, errors, cached values, formulas without one', async () => {
    const lines = await readSheet(
      `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="inlineStr"><is><t>là</t><rPh sb="0" eb="1"><t>aide</t></rPh></is></c>
       <c r="D1" t="inlineStr"><is><r><t>en </t></r><r><rPr><b/></rPr><t xml:space="preserve">deux </t></r></is></c></row>
       <row r="2"><c r="A2"><v>12.5</v></c><c r="B2" t="n"><v>1E3</v></c><c r="C2" t="b"><v>1</v></c><c r="D2" t="b"><v>0</v></c><c r="E2" t="e"><v>#REF!</v></c></row>
       <row r="3"><c r="A3" t="str"><f>A1&amp;"x"</f><v>abc</v></c><c r="B3"><f>1+1</f><v>2</v></c><c r="C3"><f>1+1</f></c><c r="D3" t="str"><f>""</f><v></v></c><c r="E3"><v>7</v></c></row>`,
      {
        textes:
          '<si><t>محمد بن علي</t><phoneticPr fontId="1"/></si><si><r><t>A</t></r><rPh sb="0" eb="1"><t>aide</t></rPh><r><t>-2</t></r></si>',
      },
    )
    expect(lines).toEqual({
      1: ['محمد بن علي', 'A-2', 'là', 'en deux '],
      2: [12.5, 1000, true, false, '#REF!'],
      3: ['abc', 2, '#SANS_RESULTAT!', null, 7],
    })
  })

  it.each([
    ['_x0041_ that was typed', '_x005F_x0041_', '_x0041_'],
    ['a sign that XML cannot hold', 'a_x000D_\nb', 'a\r\nb'],
    ['line ends of any system', 'a\r\nb\rc', 'a\nb\nc'],
    ['signs by their number', '&#233;&#x62A;&amp;&lt;&gt;&quot;&apos;', 'éت&<>"\''],
    ['plain text', '<![CDATA[<b>&amp;]]>', '<b>&amp;'],
    ['a formula', '=cmd()', '=cmd()'],
    ['a comment in the middle', 'a<!-- x -->b', 'ab'],
  ])('holds %s letter by letter', async (_what, written, text) => {
    const lines = await readSheet(
      `<row><c t="inlineStr"><is><t>${written}</t></is></c><c t="s"><v>0</v></c></row>`,
      { textes: `<si><t>${written}</t></si>` },
    )
    expect(lines).toEqual({ 1: [text, text] })
  })

  const styles = (format: string) =>
    `<numFmts><numFmt numFmtId="170" formatCode="${format}"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf/><xf numFmtId="170"/><xf numFmtId="14"/></cellXfs>`
  it.each([
    'dd/mm/yyyy',
    'd mmmm yyyy;@',
    '[$-40C]d-mmm-yy;@',
    '[$-1010401]yyyy/mm/dd',
    'dd\\/mm\\/yyyy\\ hh:mm',
    '[h]:mm',
    '&quot;le &quot;dd/mm',
  ])('in the format %s is a day, in either count of days', async (format) => {
    const donnees =
      '<row><c s="1"><v>45292.75</v></c><c s="2"><v>45292</v></c><c s="0"><v>45292</v></c><c s="1"><v>59</v></c><c s="1"><v>-1</v></c></row>'
    expect(await readSheet(donnees, { styles: styles(format) })).toEqual({
      1: [day('2024-01-01'), day('2024-01-01'), 45292, day('1900-02-28'), -1],
    })
    expect(
      await readSheet('<row><c s="1"><v>43830.99</v></c></row>', {
        styles: styles(format),
        depuis1904: true,
      }),
    ).toEqual({ 1: [day('2024-01-01')] })
  })

  it.each([
    '#,##0.00',
    'General',
    '@',
    '0.00',
    '#,##0.00\\ [$DA-fr-DZ]',
    '#,##0.00 [$د.ج.-ar-DZ]',
    '_-* #,##0.00 &quot;DZD&quot;_-;-* #,##0.00 &quot;DZD&quot;_-',
    '[Red]0',
    '#,##0 \\d\\y',
    '# ?/?',
    '0.00E+00',
  ])('in the format %s is a number', async (format) =>
    expect(await readSheet('<row><c s="1"><v>45292</v></c></row>', { styles: styles(format) })).toEqual({
      1: [45292],
    }),
  )

  it('of the strict format says its day itself', async () =>
    expect(
      await readSheet(
        '<row><c t="d"><v>2024-01-01</v></c><c t="d"><v>2024-01-01T14:05:00</v></c><c t="d"><v>2024-02-31</v></c></row>',
      ),
    ).toEqual({ 1: [day('2024-01-01'), day('2024-01-01'), '2024-02-31'] }))

  it('is cut where Excel would cut it', async () => {
    const lines = await readSheet('<row><c t="s"><v>0</v></c></row>', {
      textes: `<si><t>${'é'.repeat(50_000)}</t></si>`,
    })
    expect(lines).toEqual({ 1: ['é'.repeat(32_767)] })
  })
})

describe('a sheet', () => {
  it('gives the lines that hold something, under their number, without what is empty behind', async () => {
    const lines = await readSheet(
      `<row r="3" spans="1:3"><c r="B3"><v>1</v></c><c r="C3" s="0"/><c r="D3" t="inlineStr"><is><t>  </t></is></c></row><row r="4"/><row r="5"><c r="A5" t="s"/></row>
       <row r="1048576"><c r="XFD1048576"><v>2</v></c></row>`,
    )
    expect(lines?.[3]).toEqual([null, 1])
    expect(Object.keys(lines ?? {})).toEqual(['3', '1048576'])
    expect(lines?.[1048576]).toHaveLength(16_384)
    expect(lines?.[1048576]?.findIndex((cell) => cell !== null)).toBe(16_383)
  })

  it('counts itself the lines and cells that have no number', async () =>
    expect(
      await readSheet(
        '<row><c><v>1</v></c></row><row r="5"><c r="C5"><v>2</v></c><c><v>3</v></c></row><row><c><v>4</v></c></row>',
      ),
    ).toEqual({ 1: [1], 5: [null, null, 2, 3], 6: [4] }))

  it('may name its elements with a prefix, and have more around its lines', async () => {
    const xml = `<x:worksheet xmlns:x="m"><x:cols><x:col min='1' max="2"/></x:cols><x:sheetData><x:row r='1'><x:c r='A1' ><x:v>1</x:v></x:c></x:row></x:sheetData><x:extLst><x:ext uri="a>b"/></x:extLst></x:worksheet>`
    expect((await read(classeurOf({ feuilles: [{ nom: 'F', xml }] }))).sheets).toEqual({ F: { 1: [1] } })
  })

  it('comes in the order of the tabs, an empty one too, in lots of a thousand lines', async () => {
    const rows = (count: number) => '<row><c><v>1</v></c></row>'.repeat(count)
    const feuilles: Feuille[] = [
      { nom: 'Été', donnees: rows(2_500) },
      { nom: 'Vide' },
      { nom: 'Lots &amp; places', donnees: rows(1_000) },
    ]
    const { sheets, lots } = await read(classeurOf({ feuilles }))
    expect(Object.entries(sheets).map(([name, lines]) => [name, Object.keys(lines).length])).toEqual([
      ['Été', 2_500],
      ['Vide', 0],
      ['Lots & places', 1_000],
    ])
    expect(lots).toEqual([1_000, 1_000, 500, 0, 1_000])
  })

  it('is left out when it is not asked for: nothing of it is read', async () => {
    const feuilles: Feuille[] = [
      { nom: 'Aide', xml: 'no XML at all' },
      { nom: 'Blocs', donnees: '<row><c><v>1</v></c></row>' },
    ]
    const { sheets } = await read(classeurOf({ feuilles }), { lire: (feuille) => feuille !== 'Aide' })
    expect(sheets).toEqual({ Aide: {}, Blocs: { 1: [1] } })
  })
})

it('what our own library writes comes back cell by cell', async () => {
  const rows = [
    ['Nom', 'Prix', 'Le'],
    ['شقة رقم ١ & <b>', 9_500_000.5, day('2024-03-12')],
    ['_x005F_x0041_ =1+1', -1, null],
    [null, null, null],
    ['x'.repeat(2_000), 0.1, day('1999-12-31')],
  ]
  const sheet = { rows, columns: [{}, {}, { style: { numFmt: 'dd/mm/yyyy' } }] }
  const bytes = await writeXlsx({
    sheets: [
      { name: 'A', ...sheet },
      { name: 'B', rows: [] },
    ],
  })
  const { sheets } = await read(bytes)
  expect(sheets).toEqual({
    A: {
      1: rows[0],
      2: rows[1],
      3: ['_x0041_ =1+1', -1],
      5: rows[4],
    },
    B: {},
  })
})
