import { afterAll, describe, expect, it } from 'vitest'
import { bonsPdf } from '#features/papiers/server/papers/bons.ts'
import { stopPdf } from '#server/documents/pdf.ts'
import { unBon, unPromoteur } from '#test/harness/papiers.ts'
import { readPdf } from '#test/harness/pdf.ts'

afterAll(stopPdf)

const entete = { promoteur: unPromoteur, etabliLe: '2026-11-22' }

// spec: CHG-66, CHG-67, CHG-68
describe('purchase vouchers on paper', () => {
  it('prints one with its lines, its total and the sum in words', async () => {
    const categories = [{ nom: 'Gros œuvre', bons: [unBon('BA-2026/014', 2)] }]
    const { text, title } = await readPdf(await bonsPdf({ ...entete, portee: 'bon', categories }))
    expect(title).toBe("Bon d'achat N°\u00A0BA-2026/014")
    expect(text).toContain('Date 12 mars 2026')
    expect(text).toContain('Catégorie Gros œuvre')
    expect(text).toContain('Ciment, lot 1 850,50 40 34 020,00')
    expect(text).toContain('Total du bon 68 040,00')
    expect(text).toContain(
      'Arrêté le présent bon à la somme de : soixante-huit mille quarante dinars algériens.',
    )
  })

  it('prints a category with every voucher of it', async () => {
    const categories = [{ nom: 'Électricité', bons: [unBon('E-1', 1), unBon('E-2', 0)] }]
    const { text, title } = await readPdf(await bonsPdf({ ...entete, portee: 'categorie', categories }))
    expect(title).toBe("Bons d'achat Électricité")
    expect(text).toContain('Électricité 34 020,00 DA')
    expect(text).toContain('Bon E-1 12/03/2026')
    expect(text).toContain('Bon E-2 12/03/2026')
    expect(text).toContain('Aucune ligne pour ce bon.')
    expect(text).toContain('Total général 34 020,00')
  })

  it('says on every page of a long voucher which one it is', async () => {
    const categories = [{ nom: 'Gros œuvre', bons: [unBon('G-1', 60), unBon('G-2', 60)] }]
    const { pages } = await readPdf(await bonsPdf({ ...entete, portee: 'categorie', categories }))
    expect(pages[0]).toContain('Bon G-1 12/03/2026 Désignation')
    expect(pages[1]).toMatch(/· Gros œuvre Bon G-1 12\/03\/2026 Désignation/)
    expect(pages.at(-1)).toMatch(/· Gros œuvre Bon G-2 12\/03\/2026 Désignation/)
  })

  it('prints all, a table of categories at the end, headers on every page', async () => {
    const categories = [
      { nom: 'Gros œuvre', bons: [unBon('G-1', 60), unBon('G-2', 3)] },
      { nom: 'Plomberie', bons: [] },
    ]
    const { pages, text } = await readPdf(await bonsPdf({ ...entete, portee: 'tous', categories }))
    expect(pages[1]).toMatch(
      /^SARL El Bahia Promotion Immobilière Bons d'achat · Toutes les catégories Bon G-1 12\/03\/2026 Désignation Prix unitaire/,
    )
    expect(text).toContain("Aucun bon d'achat pour cette catégorie.")
    expect(text).toContain('Gros œuvre 2 2 143 260,00')
    expect(text).toContain('Plomberie 0 0,00')
    expect(text).toContain('Total général 2 143 260,00')
  })

  it('refuses what would be too long', async () => {
    const categories = [{ nom: 'Gros œuvre', bons: [unBon('G-1', 12_000)] }]
    await expect(bonsPdf({ ...entete, portee: 'tous', categories })).rejects.toThrow(
      'Ce document est trop long pour être imprimé (',
    )
  })
})
