import { expect, it } from 'vitest'
import { readCell } from '#features/imports/cellules.ts'
import { readClasseur } from '#server/documents/classeur/lecteur.ts'
import { partsOf, zipOf, type Part } from '#test/harness/classeurs.ts'

const NOM = 'Émilie Ould-Ali — محمد'
const TITRES = ['Nom', 'Jour', 'Prix', 'Téléphone', 'Formule', 'Sans résultat']
const SORTES = ['texte', 'jour', 'montant', 'telephone', 'montant', 'montant'] as const

const shared = (...texts: string[]) =>
  texts.map((one) => `<si><t xml:space="preserve">${one}</t></si>`).join('')
const inline = (one: string) => `<c t="inlineStr"><is><t>${one}</t></is></c>`
const str = (one: string) => `<c t="str"><v>${one}</v></c>`
const titles = (cell: (title: string, rank: number) => string, attributes = '') =>
  `<row r="1"${attributes}>${TITRES.map(cell).join('')}</row>`
const of = (rank: number) => `<c t="s"><v>${rank}</v></c>`
/** Styles whose second cell format is this one. */
const format = (code: string, id = 164) =>
  `${id < 164 ? '' : `<numFmts count="1"><numFmt numFmtId="${id}" formatCode="${code}"/></numFmts>`}<cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="${id}" applyNumberFormat="1"/></cellXfs>`
const TEXTES = shared(...TITRES, NOM, '0550 12 34 56')

type Change = (contenu: string, nom: string) => string
/** A workbook of one sheet, each part of which is changed as the program writes it. */
function written(
  classeur: Omit<Parameters<typeof partsOf>[0], 'feuilles'> & { donnees: string },
  {
    change = (contenu) => contenu,
    ...zip
  }: { change?: Change } & Pick<Part, 'brut' | 'flux' | 'drapeaux'> = {},
): Buffer {
  const { donnees, ...rest } = classeur
  return zipOf(
    partsOf({ feuilles: [{ nom: 'F', donnees }], ...rest }).map(({ nom, contenu }) => ({
      nom,
      contenu: change(String(contenu), nom),
      ...zip,
    })),
  )
}
/** How the program asks Excel to reckon. */
const calcPr =
  (attributes: string): Change =>
  (contenu) =>
    contenu.replace('</sheets>', `</sheets><calcPr ${attributes}/>`)
const TO_RECKON = calcPr('calcId="124519" fullCalcOnLoad="1"')
const RECKONED = calcPr(
  'calcId="999999" calcMode="auto" calcCompleted="1" fullCalcOnLoad="0" forceFullCalc="0"',
)
/** Every element gets a prefix, as a serialiser of XML gives it that knows no default namespace. */
const prefixed: Change = (contenu, nom) =>
  nom.startsWith('xl/') && nom.endsWith('.xml')
    ? contenu.replace(/<(\/?)(?=[a-zA-Z])/g, '<$1x:').replace(' xmlns="', ' xmlns:x="')
    : contenu
const strict: Change = (contenu) =>
  contenu
    .replaceAll(
      'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
      'http://purl.oclc.org/ooxml/spreadsheetml/main',
    )
    .replaceAll(
      'http://schemas.openxmlformats.org/officeDocument/2006/',
      'http://purl.oclc.org/ooxml/officeDocument/',
    )
const absolute: Change = (contenu) => contenu.replaceAll('Target="worksheets/', 'Target="/xl/worksheets/')

/** The same line as each program writes it: texts, days, formulas and the archive are kept differently. */
const PROGRAMMES: readonly (readonly [programme: string, bytes: Buffer, sansResultat: boolean])[] = [
  [
    'LibreOffice',
    written(
      {
        textes: TEXTES,
        styles: format('dd/mm/yyyy'),
        donnees: `${titles((_, n) => `<c s="0" t="s"><v>${n}</v></c>`, ' customFormat="false" hidden="false"')}<row r="2" hidden="false" ht="15"><c r="A2" s="0" t="s"><v>6</v></c><c r="B2" s="1" t="n"><v>46095</v></c><c r="C2" s="0" t="n"><v>1234567.89</v></c><c r="D2" t="s"><v>7</v></c><c r="E2" s="0" t="n"><f aca="false">6*7</f><v>42</v></c></row>`,
      },
      { flux: true, drapeaux: 0x808 },
    ),
    false,
  ],
  [
    'WPS',
    written(
      {
        textes: TEXTES,
        styles: format('', 14),
        donnees: `${titles((_, n) => of(n), ' spans="1:6"')}<row r="2" spans="1:6">${of(6)}<c r="B2" s="1"><v>46095</v></c><c r="C2"><v>1234567.89</v></c>${of(7)}<c r="E2"><f>6*7</f><v>42</v></c><c r="F2" s="1"/></row>`,
      },
      { change: (contenu) => `\uFEFF${contenu}` },
    ),
    false,
  ],
  [
    'Google Sheets',
    written({
      textes: TEXTES,
      styles: format('d/m/yyyy'),
      donnees: `${titles((_, n) => of(n))}<row r="2">${of(6)}<c r="B2" s="1"><v>46095.0</v></c><c r="C2"><v>1234567.89</v></c>${of(7)}<c r="E2"><f t="shared" ref="E2" si="1">6*7</f><v>42.0</v></c></row><row r="3"><c r="A3" s="1"/></row>`,
    }),
    false,
  ],
  [
    'Numbers',
    written({
      textes: `${shared(...TITRES)}<si><r><rPr><b/></rPr><t>Émilie </t></r><r><t>Ould-Ali — محمد</t></r></si>${shared('0550 12 34 56')}`,
      styles: format('dd/mm/yyyy&quot; &quot;'),
      donnees: `${titles((_, n) => of(n), ' ht="20.25" customHeight="1"')}<row r="2">${of(6)}<c r="B2" s="1"><v>46095.4375</v></c><c r="C2"><v>1234567.89</v></c>${of(7)}<c r="E2"><f>6*7</f><v>42</v></c></row>`,
    }),
    false,
  ],
  [
    'openpyxl',
    written(
      {
        styles: format('yyyy-mm-dd'),
        donnees: `${titles(inline)}<row r="2">${inline(NOM)}<c r="B2" s="1" t="d"><v>2026-03-14T09:30:00</v></c><c r="C2" t="n"><v>1234567.89</v></c>${inline('0550 12 34 56')}<c r="E2" t="n"><v>42</v></c><c r="F2"><f>6*7</f><v /></c></row>`,
      },
      { change: (contenu) => TO_RECKON(absolute(contenu, ''), '') },
    ),
    true,
  ],
  [
    'pandas by XlsxWriter',
    written(
      {
        textes: TEXTES,
        styles: format('YYYY-MM-DD HH:MM:SS'),
        donnees: `${titles((_, n) => of(n), ' spans="1:6"')}<row r="2" spans="1:6">${of(6)}<c r="B2" s="1"><v>46095</v></c><c r="C2"><v>1234567.89</v></c>${of(7)}<c r="E2"><v>42</v></c><c r="F2"><f>6*7</f><v>0</v></c></row>`,
      },
      { change: TO_RECKON },
    ),
    true,
  ],
  [
    'PhpSpreadsheet',
    written(
      {
        textes: TEXTES,
        styles: format('dd/mm/yyyy'),
        donnees: `${titles((_, n) => of(n), ' spans="1:6"')}<row r="2" spans="1:6">${of(6)}<c r="B2" s="1"><v>46095</v></c><c r="C2"><v>1234567.89</v></c>${of(7)}<c r="E2"><f>6*7</f><v>42</v></c><c r="F2"><f>1-1</f><v>0</v></c></row>`,
      },
      { change: RECKONED },
    ),
    false,
  ],
  [
    'ExcelJS, streaming',
    written(
      {
        styles: format('', 14),
        donnees: `${titles(str, ' spans="1:6"')}<row r="2" spans="1:6">${str(NOM)}<c r="B2" s="1"><v>46095</v></c><c r="C2"><v>1234567.89</v></c>${str('0550 12 34 56')}<c r="E2"><f>6*7</f><v>42</v></c><c r="F2"><f>6*7</f></c></row>`,
      },
      { flux: true },
    ),
    true,
  ],
  [
    'SheetJS, dates of Algiers',
    written(
      {
        styles: format('', 14),
        donnees: `${titles(str)}<row r="2">${str(NOM)}<c r="B2" s="1" t="d"><v>2026-03-13T23:00:00.000Z</v></c><c r="C2"><v>1234567.89</v></c>${str('0550 12 34 56')}<c r="E2"><f>6*7</f><v>42</v></c><c r="F2" t="n"><f>6*7</f></c></row>`,
      },
      { brut: true },
    ),
    true,
  ],
  [
    'a hand-made zip without styles',
    written(
      {
        donnees: `${titles(inline)}<row>${inline(NOM)}${inline('14/03/2026')}<c><v>1.23456789E6</v></c>${inline('0550 12 34 56')}${inline('42')}</row>`,
      },
      { change: prefixed },
    ),
    false,
  ],
  [
    'Excel, strict, from 1904',
    written(
      {
        textes: TEXTES,
        styles: format('', 14),
        depuis1904: true,
        donnees: `${titles((_, n) => of(n))}<row r="2">${of(6)}<c r="B2" s="1"><v>44633</v></c><c r="C2"><v>1234567.89</v></c>${of(7)}<c r="E2"><f>6*7</f><v>42</v></c></row>`,
      },
      { change: strict },
    ),
    false,
  ],
]

// spec: RF-33
it.each(PROGRAMMES)(
  'what %s writes is read as every other program',
  async (_programme, bytes, sansResultat) => {
    const lines = []
    for await (const { lignes } of readClasseur(bytes)) lines.push(...lignes)
    const [head, line, ...others] = lines
    expect([head?.cellules, others]).toEqual([TITRES, []])
    const read = SORTES.map((sorte, n) => readCell(sorte, line?.cellules[n] ?? null))
    expect(read.slice(0, 5).map(({ valeur }) => valeur)).toEqual([
      NOM,
      '2026-03-14',
      '1234567.89',
      '0550 12 34 56',
      '42',
    ])
    expect(read[5]?.faute?.startsWith("Cette formule n'a pas de résultat") ?? false).toBe(sansResultat)
  },
)
