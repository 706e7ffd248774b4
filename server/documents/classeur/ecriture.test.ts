import { readXlsx } from 'hucre/xlsx'
import { afterAll, describe, expect, it } from 'vitest'
import { readParts } from '#server/documents/classeur-ecrit.mjs'
import { createClasseur, type ColonneEcrite, type Valeur } from '#server/documents/classeur/ecriture.ts'
import { stopPdf } from '#server/documents/pdf.ts'
import { FORMULA_TEXTS, XSS } from '#test/fuzz/hostile-texts.ts'

afterAll(stopPdf)

const texte: ColonneEcrite = { format: 'texte', largeur: 20, titre: 'Texte' }
const COLONNES: readonly ColonneEcrite[] = [
  { ...texte, titre: 'Nom *', note: 'Le nom.\nObligatoire.' },
  { format: 'montant', largeur: 18, titre: 'Prix', saisie: { sorte: 'decimal', min: 0 } },
  { format: 'jour', largeur: 12, titre: 'Date' },
  { format: 'general', largeur: 8, titre: 'Numéro', saisie: { sorte: 'entier', min: 1 } },
  { ...texte, titre: 'Type', saisie: { sorte: 'mots', mots: ['Box', 'Plein Air'] } },
  { ...texte, titre: 'Résidence', saisie: { sorte: 'dans', feuille: 'Résidences', colonne: 0 } },
]

async function write(lignes: readonly (readonly Valeur[])[]) {
  const classeur = createClasseur('Essai', 'Diyar')
  const residences = classeur.addFeuille('Résidences', [texte], { filtre: true })
  const lots = classeur.addFeuille('Lots', COLONNES, { filtre: true, paysage: true })
  await residences([{ ligne: 2, cellules: ['El Yasmine'] }])
  await lots(lignes.map((cellules, at) => ({ ligne: at + 2, cellules })))
  const bytes = await classeur.render()
  const parts = new Map([...readParts(bytes)].map(({ name, bytes: part }) => [name, part.toString()]))
  const { sheets } = await readXlsx(bytes, { readStyles: true })
  return { bytes, sheets, xml: parts.get('xl/worksheets/sheet2.xml') ?? '', parts }
}

describe('a workbook of several sheets', () => {
  it('holds texts as texts, amounts as numbers, days as days, and nothing where nothing is', async () => {
    const { sheets } = await write([
      ['=1+1', 9_500_000.5, '2024-02-29', 12, 'Box', null],
      [null, 0, '1900-02-28', 0, null, 'El Yasmine'],
      [null, null, '2026-03-01', null, null, null],
    ])
    expect(sheets.map(({ name }) => name)).toEqual(['Résidences', 'Lots'])
    expect(sheets[0]?.rows).toEqual([['Texte'], ['El Yasmine']])
    expect(sheets[1]?.rows).toEqual([
      ['Nom *', 'Prix', 'Date', 'Numéro', 'Type', 'Résidence'],
      ['=1+1', 9_500_000.5, new Date('2024-02-29T00:00:00Z'), 12, 'Box', null],
      [null, 0, new Date('1900-02-28T00:00:00Z'), 0, null, 'El Yasmine'],
      [null, null, new Date('2026-03-01T00:00:00Z'), null, null, null],
    ])
  })

  // spec: PO-33
  it('gives every text back letter by letter', async () => {
    const texts = [
      ...XSS,
      ...FORMULA_TEXTS,
      '_x0041_',
      '_x005F_x0041_',
      'a_x000D_b',
      'محمد بن عيسى',
      'é́'.normalize('NFC'),
      '👩‍👩‍👧 𝒳',
      ' entouré ',
      'double  blanc',
      'ligne 1\nligne 2\n\n\tligne 4\n',
      `${'détail '.repeat(200)}\n`.repeat(3),
      'x'.repeat(32_767),
      "'apostrophe",
      ']]>',
      '&amp;&#10;',
      'TRUE',
      '1e5',
      '00123',
    ]
    const { sheets } = await write(texts.map((text) => [text]))
    expect(sheets[1]?.rows.slice(1).map(([text]) => text)).toEqual(texts)
    expect([...(sheets[1]?.cells?.values() ?? [])].filter(({ formula }) => formula)).toEqual([])
  })

  it('has each column in its format also where no line is yet, a frozen header, a filter', async () => {
    const { xml, parts } = await write([])
    const formats = [...xml.matchAll(/<col min="\d+" style="(\d+)"/g)].map(([, style]) => style)
    expect(formats).toHaveLength(COLONNES.length)
    const styles = parts.get('xl/styles.xml') ?? ''
    const cells = /<cellXfs.*?<\/cellXfs>/s.exec(styles)?.[0] ?? ''
    const ids = [...cells.matchAll(/<xf numFmtId="(\d+)"/g)].map(([, id]) => id)
    const codes = new Map(
      [...styles.matchAll(/numFmtId="(\d+)" formatCode="([^"]+)"/g)].map(([, id, code]) => [id, code]),
    )
    const codeOf = (style: string | undefined) => codes.get(ids[Number(style)]) ?? ids[Number(style)]
    expect(formats.map(codeOf)).toEqual(['@', '#,##0.00', 'dd/mm/yyyy', '0', '@', '@'])
    expect(xml).toContain('<pane ySplit="1" topLeftCell="A2" state="frozen"')
    expect(xml).toContain('<autoFilter ref="A1:F2"/>')
    expect(xml).toContain('<dimension ref="A1:F1"/>')
    expect(xml).not.toContain('<row r="2"')
    expect(parts.get('xl/comments2.xml')).toContain('Le nom.\nObligatoire.')
  })

  it('offers and asks for what is typed below a header, in French', async () => {
    const { sheets } = await write([])
    const [prix, numero, type, residence] = sheets[1]?.dataValidations ?? []
    expect(prix).toMatchObject({ type: 'decimal', operator: 'greaterThanOrEqual', formula1: '0' })
    expect(numero).toMatchObject({
      type: 'whole',
      formula1: '1',
      range: 'D2:D1048576',
      errorTitle: 'Numéro',
      errorMessage: 'Écrivez un nombre entier, 1 au moins.',
    })
    expect(type).toMatchObject({
      values: ['Box', 'Plein Air'],
      errorStyle: 'stop',
      errorMessage: 'Choisissez un de ces mots : Box, Plein Air.',
    })
    expect(residence).toMatchObject({ type: 'list', formula1: "'Résidences'!$A$2:$A$5001" })
    expect(residence?.showErrorMessage).toBeFalsy()
  })

  it('refuses a day that is none', async () => {
    await expect(write([[null, null, '2026-02-30']])).rejects.toThrow(RangeError)
  })
})
