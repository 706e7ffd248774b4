import { readXlsx } from 'hucre/xlsx'
import { afterAll, describe, expect, it } from 'vitest'
import { stopPdf } from '#server/documents/pdf.ts'
import { LIGNES_RECAP_MAX, recapPdf, vueRecap } from '#features/papiers/server/papers/recap.ts'
import { pdfDe } from '#features/papiers/server/press/pdf.ts'
import type { Element } from '#features/papiers/server/words/redaction.ts'
import { recapXlsx, type ModeleRecap } from '#features/rapports/server/recap.ts'
import { desLignesRecap, unPromoteur } from '#test/harness/papiers.ts'
import { drawnOutside, readPdf } from '#test/harness/pdf.ts'

afterAll(stopPdf)

const TITRES =
  'N° Lot Acquéreur Résidence Code Surface (m²) Montant (DA) Règlement (DA) Reste à payer (DA) Progression'
/** Returns the words of a page, whatever the order in which its head and its lines are drawn. */
const words = (page: string) => page.split(' ').filter(Boolean).toSorted()

const unRecap = (lignes: number, champs: Partial<ModeleRecap> = {}): ModeleRecap => ({
  promoteur: unPromoteur,
  etabliLe: '2026-11-22',
  residence: null,
  recherche: null,
  lignes: desLignesRecap(lignes),
  ...champs,
})

// spec: RCP-28, RCP-29
describe('the recap on paper', () => {
  it('has the nine columns, the four totals and the filters', async () => {
    const recap = unRecap(3, { residence: "Les Jardins d'Oran", recherche: 'bou' })
    const { pages, text, title } = await readPdf(await recapPdf(recap))
    expect(pages).toHaveLength(1)
    expect(title).toBe("Récapitulatif des paiements Les Jardins d'Oran · Recherche « bou »")
    expect(text).toContain(TITRES)
    expect(text).toContain(
      'A-1 Acquéreur 1 Sans résidence N/A N/A 10 000 000,00 3 333 333,33 6 666 666,67 33,33 %',
    )
    expect(text).toContain("A-2 Acquéreur 2 Les Jardins d'Oran Bloc A 84,50 10 000 000,00")
    for (const label of ['Nombre de biens', 'Montant global', 'Total payé', 'Total restant'])
      expect(text).toContain(label)
    expect(text).toContain('30 000 000,00')
    expect(text).toContain('9 999 999,99')
    expect(text).toContain('20 000 000,01')
  })

  it('repeats its header on every page and counts them', async () => {
    const { pages } = await readPdf(await recapPdf(unRecap(90)))
    expect(pages.length).toBeGreaterThan(2)
    for (const [index, page] of pages.entries()) {
      expect(page).toContain('N° Lot Acquéreur Résidence')
      expect(page).toContain(`Page ${index + 1} / ${pages.length}`)
    }
  })

  it('reads the same when it is long: rows, titles on every page, totals, nothing beyond the edge', async () => {
    const noms = ['Ould Ali Yasmine Fatima Zohra Benabdallah', 'محمد الأمين', 'W'.repeat(60), 'Meziane Lila']
    const lignes = desLignesRecap(301).map((ligne, rang) => ({ ...ligne, acquereur: noms[rang % 4] ?? '' }))
    const modele = unRecap(0, { lignes })
    const { titres, blocs, ...vue } = vueRecap(modele)
    expect(titres).toBeDefined()
    const enTable = blocs.map((bloc): Element => {
      if (bloc.genre !== 'table') throw new Error(bloc.genre)
      const { longue, ...reste } = bloc
      expect(longue).toBe(true)
      return reste
    })
    const [long, table] = [await recapPdf(modele), await pdfDe({ ...vue, blocs: enTable })]
    const [read, expected] = [await readPdf(long), await readPdf(table)]
    expect(read.pages.length).toBe(expected.pages.length)
    for (const [index, page] of read.pages.entries()) {
      expect(page).toContain(TITRES)
      expect(page).toContain(`Page ${index + 1} / ${read.pages.length}`)
      expect(words(page)).toEqual(words(expected.pages[index] ?? ''))
    }
    expect(read.text).toContain('A-4 Meziane Lila')
    expect(await drawnOutside(long)).toEqual([])
  })

  it('breaks a lot number at its hyphens, never inside a word', async () => {
    const lignes = desLignesRecap(1).map((ligne) => ({
      ...ligne,
      numero: 'LC-1203-bis',
      code: 'RDC-commerces-est',
    }))
    const { text } = await readPdf(await recapPdf(unRecap(0, { lignes })))
    expect(text.replaceAll('- ', '-')).toMatch(/LC-1203-bis .* RDC-commerces-est/)
  })

  it('says when there is nothing', async () => {
    const { text } = await readPdf(await recapPdf(unRecap(0)))
    expect(text).toContain('Aucune donnée disponible')
    expect(text).toContain('Toutes les résidences')
  })

  it('offers Excel above 10,000 rows', async () => {
    await expect(recapPdf(unRecap(LIGNES_RECAP_MAX + 1))).rejects.toThrow(
      /\(10001 lignes, 10000 au plus\)\. .*Excel/,
    )
  })
})

// spec: RCP-27
describe('the recap as a workbook', () => {
  it('has the same nine columns, numbers, and formulas for totals', async () => {
    const { sheets } = await readXlsx(await recapXlsx(unRecap(3)))
    const rows = sheets[0]?.rows ?? []
    expect(rows[0]).toEqual([
      'N° Lot',
      'Acquéreur',
      'Résidence',
      'Code',
      'Surface (m²)',
      'Montant',
      'Règlement',
      'Reste à payer',
      'Progression',
    ])
    expect(rows[1]).toEqual([
      'A-1',
      'Acquéreur 1',
      'Sans résidence',
      'N/A',
      null,
      10_000_000,
      3_333_333.33,
      6_666_666.67,
      0.3333,
    ])
    expect(rows[4]).toEqual([3, 'Total', null, null, null, 30_000_000, 9_999_999.99, 20_000_000.01, null])
    expect(sheets[0]?.cells?.get('4,5')?.formula).toBe('SUBTOTAL(109,F2:F4)')
  })
})
