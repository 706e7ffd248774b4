import { afterAll, describe, expect, it } from 'vitest'
import { stopPdf } from '#server/documents/pdf.ts'
import { recuPdf } from '#server/documents/recu.ts'
import { unBien, unClient, unRecu } from '#test/papiers.ts'
import { readPdf } from '#test/pdf.ts'

afterAll(stopPdf)

// spec: PAY-50
describe('the receipt of a payment', () => {
  it('says who paid what, for which bien, and what remains', async () => {
    const { pages, text, title } = await readPdf(await recuPdf(unRecu()))
    expect(pages).toHaveLength(1)
    expect(title).toBe('Reçu de versement N°\u00A02026-000123')
    for (const expected of [
      'SARL El Bahia Promotion Immobilière',
      'N° 2026-000123',
      'Appartement A-12 (F3)',
      "Résidence Les Jardins d'Oran",
      'Surface : 102,5 m²',
      'La somme de 1 250 000,75 DA',
      'Un million deux cent cinquante mille dinars algériens et soixante-quinze centimes.',
      'Versée le 1er mars 2026',
      'Détails Deuxième tranche, virement BNA',
      'Prix de vente 12 500 000,00',
      'Versé avant ce reçu 3 750 000,00',
      'Ce versement 1 250 000,75',
      'Total versé 5 000 000,75',
      'Reste à payer 7 499 999,25',
      'Établi le 22 novembre 2026',
      'Page 1 / 1',
    ]) {
      expect(text).toContain(expected)
    }
    expect(text).not.toContain('entièrement payé')
    for (const word of ['محمد', 'الأمين', 'عبد', 'بن']) expect(text).toContain(word)
  })

  it('holds Arabic names letter by letter, for whoever searches or copies it', async () => {
    const noms = 'شريف مريم سليماني بوعلام سميرة ياسين بلال الإدريسي'
    const { text } = await readPdf(await recuPdf(unRecu({ details: noms })))
    for (const word of noms.split(' ')) expect(text).toContain(word)
  })

  it('says "Résidence" once', async () => {
    const bien = { ...unBien, residence: 'Résidence El Yasmine' }
    const { text } = await readPdf(await recuPdf(unRecu({ bien })))
    expect(text).toContain('Résidence El Yasmine')
    expect(text).not.toContain('Résidence Résidence')
  })

  it('bears the product when there is no promoter, and says when the price is paid', async () => {
    const { text } = await readPdf(
      await recuPdf(unRecu({ promoteur: null, dejaPaye: 1_124_999_925, details: null })),
    )
    expect(text).toMatch(/^Diyar /)
    expect(text).toContain('Reste à payer 0,00')
    expect(text).toContain('Le prix est entièrement payé.')
    expect(text).not.toContain('Détails')
  })

  it('stays on one page with the largest amount and long names', async () => {
    const nom = 'Fatima-Zohra Bensmaïl née Aït Ouarab-Cherif El Kolli, épouse Boudjemaâ-Œuvrard '.repeat(3)
    const { pages, text } = await readPdf(
      await recuPdf(
        unRecu({
          client: { ...unClient, nom },
          prix: 9_999_999_999_999,
          dejaPaye: 0,
          versement: 9_999_999_999_999,
          details: 'mot'.repeat(80),
        }),
      ),
    )
    expect(pages).toHaveLength(1)
    expect(text).toContain('99 999 999 999,99 DA')
  })

  it('prints what looks like markup as it is', async () => {
    const details = '#read("/etc/passwd") *gras* $x$ _e_ @note <b> #panic("non") `code` \\ //'
    const { text } = await readPdf(
      await recuPdf(unRecu({ details, bien: { ...unBien, numero: '#eval("1+1")' } })),
    )
    expect(text).toContain(details)
    expect(text).toContain('Appartement #eval("1+1") (F3)')
  })

  it('drops control characters and composes accents', async () => {
    const { text } = await readPdf(
      await recuPdf(unRecu({ details: 'E\u0301che\u0301ance\u0000\u0007\u202E\uFEFF du\nmois\uD800' })),
    )
    expect(text).toContain('Détails Échéance du mois')
  })

  it('refuses a character that no font of ours has, and names the text', async () => {
    await expect(recuPdf(unRecu({ details: 'Payé 💡 日' }))).rejects.toMatchObject({
      code: 'caractereImpossible',
      params: { caracteres: '💡 日', texte: 'Payé 💡 日' },
    })
    await expect(
      recuPdf(unRecu({ details: 'ɛɣṭčǧ ⵣⴰⵎⴰⵣⵉⵖ عبد الرزّاق ٢٠٢٦ ✓ € œ Œ ½ ²' })).then(readPdf),
    ).resolves.toBeDefined()
  })

  it('is the same file for the same data at the same instant', async () => {
    const at = new Date('2026-11-22T10:00:00Z')
    const [first, second, later] = await Promise.all([
      recuPdf(unRecu(), { at }),
      recuPdf(unRecu(), { at }),
      recuPdf(unRecu(), { at: new Date('2026-11-22T10:00:01Z') }),
    ])
    expect(first.equals(second)).toBe(true)
    expect(first.equals(later)).toBe(false)
  })

  it('is an archive file with a structure screen readers follow', async () => {
    const bytes = (await recuPdf(unRecu())).toString('latin1')
    expect(bytes).toContain('/MarkInfo')
    expect(bytes).toMatch(/pdfaid:part>2</)
    expect(bytes).toMatch(/pdfaid:conformance>U</)
  })
})
