import { readXlsx } from 'hucre/xlsx'
import { afterAll, describe, expect, it } from 'vitest'
import { stopPdf } from '#server/documents/pdf.ts'
import { LIGNES_RECAP_MAX, recapPdf, recapXlsx, type ModeleRecap } from '#features/recap/server/recap.ts'
import { desLignesRecap, unPromoteur } from '#test/harness/papiers.ts'
import { readPdf } from '#test/harness/pdf.ts'

afterAll(stopPdf)

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
    expect(text).toContain(
      'N° Lot Acquéreur Résidence Code Surface (m²) Montant (DA) Règlement (DA) Reste à payer (DA) Progression',
    )
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

  it('says when there is nothing', async () => {
    const { text } = await readPdf(await recapPdf(unRecap(0)))
    expect(text).toContain('Aucune donnée disponible')
    expect(text).toContain('Toutes les résidences')
  })

  it('offers Excel above 5,000 rows', async () => {
    await expect(recapPdf(unRecap(LIGNES_RECAP_MAX + 1))).rejects.toMatchObject({
      code: 'documentTropLong',
      params: { lignes: 5_001, maximum: 5_000, conseil: expect.stringContaining('Excel') },
    })
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
