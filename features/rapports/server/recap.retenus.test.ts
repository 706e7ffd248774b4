import { afterAll, expect, it } from 'vitest'
import { recapPdf } from '#features/papiers/server/papers/recap.ts'
import { stopPdf } from '#server/documents/pdf.ts'
import { drawnOutside, readPdf } from '#test/harness/pdf.ts'

afterAll(stopPdf)

// spec: EN-27
it.each([3, 320])(
  'the paper of %i rows has a last column of what is retained, within its margins',
  async (rows) => {
    const lignes = Array.from({ length: rows }, (_, rang) => ({
      numero: `A-${rang}`,
      acquereur: 'Abdelkader Benyoucef Ould Cheikh',
      residence: 'Résidence El Yasmine',
      code: 'Bloc B',
      surface: 18_392,
      montant: 9_999_999_999_999,
      reglement: 5_000_000_000_000,
      retenu: 100_000_001,
    }))
    const paper = await recapPdf({
      promoteur: null,
      etabliLe: '2026-03-12',
      residence: null,
      recherche: null,
      versements: ['Chèque', 'BNA'],
      lignes,
    })
    const { text } = await readPdf(paper)
    expect(text.replaceAll(/\s+/g, ' ')).toContain('Versements retenus (DA)')
    expect(text.replaceAll(/\s+/g, ' ')).toContain('Versements : Chèque, BNA')
    expect(text.split('1 000 000,01').length - 1).toBe(rows)
    expect(await drawnOutside(paper)).toEqual([])
  },
)
