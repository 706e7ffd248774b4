import { readXlsx } from 'hucre/xlsx'
import { communesErreurs } from '#shared/erreurs.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { listePdf, LIGNES_LISTE_MAX, type Liste } from '#server/documents/liste.ts'
import { toClasseur } from '#server/documents/liste.classeur.ts'
import { readParts } from '#server/documents/classeur-ecrit.mjs'
import { stopPdf } from '#server/documents/pdf.ts'
import type { XlsxValue } from '#server/documents/xlsx.ts'
import { unPromoteur } from '#test/harness/papiers.ts'
import { drawnOutside, readPdf, textsOf } from '#test/harness/pdf.ts'

afterAll(stopPdf)

const listeXlsx = async (written: Liste) => (await toClasseur(written)).render()

const liste = (champs: Partial<Liste> = {}): Liste => ({
  fichier: 'versements',
  titre: 'Versements',
  criteres: ['Mars 2026', 'Toutes les résidences'],
  promoteur: unPromoteur,
  etabliLe: '2026-03-12',
  colonnes: [
    { title: 'Date', kind: 'jour', width: 12, mm: 20 },
    { title: 'Client', kind: 'texte', width: 34, mm: 60 },
    { title: 'État', kind: 'texte', width: 12, mm: 30 },
    { title: 'Versement', kind: 'montant', width: 20, mm: 34, total: 'somme' },
    { title: 'Observation', kind: 'texte', width: 40, mm: 60 },
  ],
  lignes: [
    ['2026-03-01', 'Amine Belkacem', 'Compté', 1_000_050, null],
    ['2026-03-02', 'محمد الأمين', 'Rejeté', 9_999_999_999_999, '=1+1'],
    ['2026-03-03', 'Amine Belkacem', 'Compté', 25, null],
  ],
  totaux: 'Total des versements comptés',
  comptees: { column: 2, words: ['Compté', 'Rectifié'] },
  vide: 'Aucun versement.',
  ...champs,
})

const rowsOf = (nombre: number): XlsxValue[][] =>
  Array.from({ length: nombre }, (_, rang) => [
    '2026-03-01',
    rang % 50 === 0 ? 'Abdelkader Benyoucef Ould Cheikh Abderrahmane '.repeat(3) : `Client ${rang + 1}`,
    rang % 10 === 0 ? 'Rejeté' : 'Compté',
    10_001,
    null,
  ])

// spec: RF-73
it.each([3, 320])(
  '28 px part a column of figures from the words beside it, in the head and in the rows: %i rows',
  async (nombre) => {
    const bytes = await listePdf(
      liste({ lignes: rowsOf(nombre).map((row) => row.with(4, 'Sans provision')) }),
    )
    const items = await textsOf(bytes)
    const [montant, observation] = [
      items.find(({ str }) => str.startsWith('Versement (DA')),
      items.find(({ str }) => str === 'Observation'),
    ]
    expect((observation?.x ?? 0) - ((montant?.x ?? 0) + (montant?.width ?? 0))).toBeGreaterThanOrEqual(20.9)
    const [somme, mot] = [
      items.find(({ str }) => /^100,01$/.test(str)),
      items.find(({ str }) => str.startsWith('Sans')),
    ]
    expect((mot?.x ?? 0) - ((somme?.x ?? 0) + (somme?.width ?? 0))).toBeGreaterThanOrEqual(20.9)
    expect(await drawnOutside(bytes)).toEqual([])
  },
)

describe('a list as a workbook', () => {
  it('adds only the rows that count, by a formula that follows the filter', async () => {
    const { sheets } = await readXlsx(await listeXlsx(liste()))
    const [sheet] = sheets
    expect(sheet?.rows[1]).toEqual([
      new Date('2026-03-01T00:00:00Z'),
      'Amine Belkacem',
      'Compté',
      10_000.5,
      null,
    ])
    expect(sheet?.rows[2]?.at(-1)).toBe('=1+1')
    expect(sheet?.cells?.get('4,3')).toMatchObject({
      formula: 'SUMPRODUCT(SUBTOTAL(109,OFFSET(D2,ROW(D2:D4)-2,0)),(C2:C4="Compté")+(C2:C4="Rectifié"))',
      formulaResult: 10_000.75,
    })
    expect(sheet?.rows[4]?.[0]).toEqual('Total des versements comptés')
    expect(sheet?.autoFilter?.range).toBe('A1:E4')
  })

  // spec: RE-62
  it('ends with its totals; what was filtered and what it comes to stand on a sheet of their own, as numbers', async () => {
    const chiffres = [{ libelle: 'Virement', nombre: 1, unite: 'versement', montant: 25 }]
    const { sheets } = await readXlsx(await listeXlsx(liste({ chiffres, groupes: ['État'] })))
    expect(sheets.map(({ name }) => name)).toEqual(['Versements', 'Synthèse'])
    expect(sheets[0]?.rows).toHaveLength(5)
    expect(sheets[0]?.rows[4]?.[3]).toBe(10_000.75)
    const cells = (sheets[1]?.rows ?? []).map((row) => row.map((cell) => cell ?? null).slice(0, 3))
    const padded = cells.map((row) => [...row, null, null, null].slice(0, 3))
    expect(padded).toEqual([
      ['Critères', null, null],
      ['Mars 2026', null, null],
      ['Toutes les résidences', null, null],
      [null, null, null],
      ['Rubrique', 'Nombre', 'Montant'],
      ['Total des versements comptés', 2, 10_000.75],
      ['Virement', 1, 0.25],
      ['État : Compté', 2, 10_000.75],
      ['État : Rejeté', 1, 99_999_999_999.99],
    ])
  })

  // spec: RE-72
  it('has the number 0 as its total where it has no row', async () => {
    const { sheets } = await readXlsx(await listeXlsx(liste({ lignes: [] })))
    expect(sheets[0]?.rows[1]).toEqual(['Total des versements comptés', null, null, 0, null])
    expect([...(sheets[0]?.cells?.values() ?? [])].filter(({ formula }) => formula)).toEqual([])
  })

  // spec: RE-61
  it('has more rows than are ever in memory', async () => {
    const lots = 210
    let given = 0
    const lignes: Liste['lignes'] = async (take) => {
      for (; given < lots * 1000; given += 1000) await take(rowsOf(1000))
    }
    const before = process.memoryUsage().heapUsed
    const bytes = await listeXlsx(liste({ lignes }))
    expect((process.memoryUsage().heapUsed - before) / 1e6).toBeLessThan(150)
    const parts = [...readParts(bytes)]
    const sheet = parts.find(({ name }) => name === 'xl/worksheets/sheet1.xml')?.bytes ?? Buffer.alloc(0)
    expect(sheet.includes(`<row r="${lots * 1000 + 1}"`)).toBe(true)
    expect(sheet.subarray(-4000).toString()).toContain(`<row r="${lots * 1000 + 2}"`)
    expect(sheet.subarray(-4000).toString()).toContain(`<v>${(lots * 900 * 10_001) / 100}</v>`)
  }, 60_000)
})

describe('a list on paper', () => {
  it('says the same, what does not count in brackets', async () => {
    const { text, title } = await readPdf(await listePdf(liste({ signatures: ['Le caissier'] })))
    expect(title).toBe('Versements Mars 2026 · Toutes les résidences')
    for (const said of ['01/03/2026', '10 000,50', '(99 999 999 999,99)', '=1+1', 'Le caissier'])
      expect(text).toContain(said)
    expect(text).toContain('Total des versements comptés 10 000,75')
  })

  it('says so when it is empty', async () => {
    const { text } = await readPdf(await listePdf(liste({ lignes: [] })))
    expect(text).toContain('Aucun versement.')
    expect(text).toContain('Total des versements comptés 0,00')
  })

  it('a long one has every row and its titles on every page, and leaves nothing beside the paper', async () => {
    const bytes = await listePdf(liste({ lignes: rowsOf(601) }))
    const { pages, text } = await readPdf(bytes)
    expect(text.match(/10 001|100,01/g)).toHaveLength(601)
    expect(text.match(/\(100,01\)/g)).toHaveLength(61)
    expect(text).toContain('Total des versements comptés 54 005,40')
    expect(pages.every((page) => page.includes('Versement (DA)'))).toBe(true)
    expect(await drawnOutside(bytes)).toEqual([])
  })

  it('refuses what would be too long, and says where it fits', async () => {
    const made = listePdf(liste({ lignes: rowsOf(LIGNES_LISTE_MAX + 1) }))
    const params = {
      lignes: LIGNES_LISTE_MAX + 1,
      maximum: LIGNES_LISTE_MAX,
      conseil: 'Exportez plutôt en Excel.',
    }
    await expect(made).rejects.toThrow(communesErreurs.documentTropLong.message(params))
  })
})
