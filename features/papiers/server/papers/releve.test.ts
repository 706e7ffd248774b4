import { afterAll, describe, expect, it } from 'vitest'
import { communesErreurs } from '#shared/erreurs.ts'
import { stopPdf } from '#server/documents/pdf.ts'
import { LIGNES_RELEVE_MAX, relevePdf } from '#features/papiers/server/papers/releve.ts'
import { desPaiements, unBien, unClient, unPromoteur, uneVente } from '#test/harness/papiers.ts'
import { drawnOver, readPdf } from '#test/harness/pdf.ts'

afterAll(stopPdf)

const entete = { langue: 'fr' as const, promoteur: unPromoteur, etabliLe: '2026-11-22' }
const karim = { ...unClient, nom: 'Karim Boudiaf' }

// spec: PAY-48, PAY-49, PAY-51, PAY-52, PAY-53
describe('the statement of payments', () => {
  it('of a bien runs its balance down from the price, former client included', async () => {
    const groupes = [
      { client: karim, ventes: [uneVente(2)] },
      { client: unClient, ventes: [uneVente(1, { termineeLe: '2025-12-31' })] },
    ]
    const { pages, text, title } = await readPdf(await relevePdf({ ...entete, portee: 'bien', groupes }))
    expect(pages).toHaveLength(1)
    expect(title).toBe('Relevé des paiements Appartement A-12 (F3)')
    expect(text).toContain('Prix de vente 12 500 000,00')
    expect(text).toContain('01/01/2026 2026-000001 Tranche 1 10 000,01 12 489 999,99')
    expect(text).toContain('02/01/2026 2026-000002 Tranche 2 10 000,01 12 479 999,98')
    expect(text).toContain('Total versé (0,16 %) 20 000,02 12 479 999,98')
    expect(text).toContain('Vente terminée le 31 décembre 2025')
    expect(text.indexOf('Karim Boudiaf')).toBeLessThan(text.indexOf('Vente terminée'))
    expect(text).not.toContain('Total général')
  })

  // spec: RE-06
  it('says the paid part cut: 29,9976 % of a price is not 30', async () => {
    const groupes = [{ client: karim, ventes: [uneVente(1, { prix: 3_333_600 })] }]
    const { text } = await readPdf(await relevePdf({ ...entete, portee: 'bien', groupes }))
    expect(text).toContain('Total versé (29,99 %) 10 000,01')
  })

  it('of a client adds up his biens', async () => {
    const place = {
      ...unBien,
      type: 'place_parking' as const,
      numero: '14',
      sorte: 'Couvert',
      surface: null,
      surfaceHabitable: null,
      surfaceUtile: null,
    }
    const groupes = [{ client: karim, ventes: [uneVente(3), uneVente(0, { bien: place, prix: 90_000_000 })] }]
    const { text } = await readPdf(await relevePdf({ ...entete, portee: 'client', groupes }))
    expect(text).toContain('Place de parking 14 (Couvert)')
    expect(text).toContain('Aucun versement.')
    expect(text).toContain('Total Karim Boudiaf')
    expect(text).toContain('Nombre de biens : 2 13 400 000,00 30 000,03 13 369 999,97')
  })

  // spec: PA-35
  it('parts no total of a client from his last sale, however many lines fill the page', async () => {
    for (const nombres of [
      [3, 24],
      [3, 25],
      [3, 26],
      [9, 6, 6],
      [9, 6, 7],
    ]) {
      const groupes = [{ client: karim, ventes: nombres.map((nombre) => uneVente(nombre)) }]
      const bytes = await relevePdf({ ...entete, portee: 'client', groupes })
      const { pages } = await readPdf(bytes)
      const last = pages.findIndex((page) => page.includes('Total Karim Boudiaf'))
      expect([nombres, pages[last]]).toEqual([nombres, expect.stringMatching(/Total versé \([\d,]+ %\)/)])
      expect(await drawnOver(bytes)).toEqual([])
    }
  })

  it('of a few payments whose details are long goes on over the pages', async () => {
    const details = 'Acompte versé par le frère du client, en attendant le crédit de la banque. '.repeat(14)
    const paiements = desPaiements(12).map((paiement) => ({ ...paiement, details }))
    const groupes = [{ client: karim, ventes: [uneVente(0, { paiements })] }]
    const bytes = await relevePdf({ ...entete, portee: 'bien', groupes })
    const { pages, text } = await readPdf(bytes)
    expect(pages.length).toBeGreaterThan(2)
    for (const { recu } of paiements) expect(text).toContain(recu)
    expect(text).toContain('Total versé')
    expect(await drawnOver(bytes)).toEqual([])
  })

  it('of everyone ends with the grand total, and repeats its headers from page to page', async () => {
    const groupes = [
      { client: karim, ventes: [uneVente(60)] },
      { client: unClient, ventes: [uneVente(3)] },
    ]
    const { pages, text } = await readPdf(
      await relevePdf({ ...entete, promoteur: null, portee: 'tous', groupes }),
    )
    expect(pages.length).toBeGreaterThan(1)
    expect(pages[1]).toMatch(
      /^Diyar Relevé des paiements · Tous les clients Date Reçu n° Détails Versement \(DA\) Reste à payer \(DA\)/,
    )
    expect(pages[1]).toContain(`Page 2 / ${pages.length}`)
    expect(text).toContain('Total général, 2 clients')
    expect(text).toContain('Nombre de biens : 2 25 000 000,00 630 000,63 24 369 999,37')
  })

  it('of nobody says so', async () => {
    const { text } = await readPdf(await relevePdf({ ...entete, portee: 'tous', groupes: [] }))
    expect(text).toContain('Aucun paiement enregistré.')
  })

  it('refuses what would be too long, with a way out', async () => {
    const groupes = [
      { client: karim, ventes: [uneVente(0, { paiements: desPaiements(LIGNES_RELEVE_MAX - 2) })] },
    ]
    await expect(relevePdf({ ...entete, portee: 'tous', groupes })).rejects.toThrow(
      communesErreurs.documentTropLong.message({
        lignes: LIGNES_RELEVE_MAX + 1,
        maximum: LIGNES_RELEVE_MAX,
        conseil: 'Imprimez plutôt le relevé de chaque client.',
      }),
    )
  })
})
