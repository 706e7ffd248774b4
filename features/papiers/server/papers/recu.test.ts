import { Readable } from 'node:stream'
import { afterAll, describe, expect, it } from 'vitest'
import { SANS_MOYEN } from '#features/paiements/paiements.rules.ts'
import { LANGUES } from '#shared/papiers.ts'
import { unPng } from '#test/harness/images.ts'
import { documentsPool, type Pool } from '#server/documents/documents-pool.ts'
import { renderPdf, stopPdf } from '#server/documents/pdf.ts'
import { recuPdf } from '#features/papiers/server/papers/recu.ts'
import { unBien, unClient, unPromoteur, unRecu } from '#test/harness/papiers.ts'
import { drawnOutside, readPdf } from '#test/harness/pdf.ts'

const RECU = 'features/papiers/server/press/papier.typ'

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
      'Surface : 90 m² habitables · 12,5 m² utiles',
      'La somme de 1 250 000,75 DA',
      'Un million deux cent cinquante mille dinars algériens et soixante-quinze centimes.',
      'Versée le 1er mars 2026',
      'Détails Deuxième tranche, virement BNA',
      'Prix de vente 12 500 000,00',
      'Versé avant ce reçu 3 750 000,00',
      'Ce versement 1 250 000,75',
      'Total versé 5 000 000,75',
      'Reste à payer 7 499 999,25',
      'Code de vérification : K7QM-4T2X-9PBD',
      'Établi le 22 novembre 2026',
      'Page 1 / 1',
    ]) {
      expect(text).toContain(expected)
    }
    expect(text).not.toContain('entièrement payé')
    for (const word of ['محمد', 'الأمين', 'عبد', 'بن']) expect(text).toContain(word)
  })

  // spec: AD-33
  it('has a QR code beside its code, on the same page, when clients reach this server', async () => {
    const plain = await recuPdf(unRecu())
    const bytes = await recuPdf(unRecu({ adressePublique: 'https://diyar.exemple.dz' }))
    const { pages, text } = await readPdf(bytes)
    expect(pages).toHaveLength(1)
    expect(text).toContain('Code de vérification : K7QM-4T2X-9PBD')
    expect(bytes.length).toBeGreaterThan(plain.length)
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

  // spec: PA-34
  it.each(LANGUES)('stays on one page with all that it can say at once, in %s', async (langue) => {
    const nom = 'Fatima-Zohra Bensmaïl née Aït Ouarab-Cherif El Kolli, épouse Boudjemaâ-Œuvrardin'
    const phrase = 'Deuxième tranche remise au bureau, virement de la banque nationale. '
    const png = unPng(400, 390)
    const files = { read: () => Readable.from([png]) }
    const plein = (details: string) =>
      recuPdf(
        unRecu({
          langue,
          promoteur: { ...unPromoteur, logo: { id: 'plein', taille: png.length, type: 'image/png' } },
          client: { ...unClient, nom },
          suites: Array.from({ length: 5 }, (_, rang) => ({
            nature: 'client' as const,
            le: `2026-04-0${rang + 1}`,
            ancien: nom,
            nouveau: nom,
          })),
          details,
          moyen: {
            ...SANS_MOYEN,
            mode: 'cheque',
            banque: 'BNA',
            reference: '0012345',
            date_cheque: '2026-03-28',
          },
          etat: 'recu',
          sousReserve: 125_000_075,
          rectifieLe: '2026-05-05',
          original: '2026-04-01',
          fait: 'Fait à Oran, le 22/11/2026',
          adressePublique: 'https://diyar.exemple.dz',
        }),
        { files },
      )
    expect((await readPdf(await plein(phrase.repeat(5).slice(0, 300)))).pages).toHaveLength(1)
    // Longer details go on, and the account stands with the boxes.
    const { pages } = await readPdf(await plein(phrase.repeat(60)))
    expect(pages.length).toBeGreaterThan(1)
    for (const said of ['12 500 000,00', 'K7QM-4T2X-9PBD', 'Le promoteur']) {
      expect(pages.at(-1)?.replaceAll('\u202F', ' ')).toContain(said)
      expect(pages.slice(0, -1).join(' ')).not.toContain(said)
    }
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

  it.each([
    ['Karim 👍', 'Karim ▯'],
    ['李明', '▯▯'],
    ['Benali ☎', 'Benali ▯'],
    ['Nadia ❤\uFE0F', 'Nadia ▯'],
    ['Ali ﹣ Reda', 'Ali ▯ Reda'],
    ['Payé 💡 日 ☎ ☎', 'Payé ▯ ▯ ▯ ▯'],
    // Several code points that a reader takes for one sign are one.
    ['👨\u200D👩\u200D👧\u200D👦 🇩🇿 👍🏽', '▯ ▯ ▯'],
    ['1\uFE0F\u20E3 étage', '1▯ étage'],
    ['กี', '▯'],
    ['\uE000 \u{10FFFF} \u0378', '▯ ▯ ▯'],
    ['▯', '▯'],
  ])('prints %j, and says of what it does not know that it is there', async (saisi, imprime) => {
    const champs = {
      details: saisi,
      client: { ...unClient, nom: saisi, adresse: saisi },
      promoteur: { ...unPromoteur, nom: saisi },
      bien: { ...unBien, numero: saisi },
    }
    const { text, pages } = await readPdf(await recuPdf(unRecu(champs)))
    expect(text).toContain(`Détails ${imprime}`)
    expect(text).toContain(`Appartement ${imprime} (F3)`)
    expect(text.split(imprime).length - 1).toBeGreaterThanOrEqual(5)
    expect(text).toContain("Établi le 22 novembre 2026 · ▯ : un signe que l'impression ne connaît pas")
    expect(pages).toHaveLength(1)
  })

  it('says nothing of it when all is printed: Arabic, Amazigh, signs', async () => {
    const details = 'ɛɣṭčǧ ⵣⴰⵎⴰⵣⵉⵖ عبد الرزّاق ٢٠٢٦ ✓ € œ Œ ½ ² می\u200Cخواهم'
    const { text } = await readPdf(await recuPdf(unRecu({ details })))
    expect(text).toContain('ɛɣṭčǧ ⵣⴰⵎⴰⵣⵉⵖ')
    expect(text).not.toMatch(/▯|impression ne/)
  })

  it.each([
    ['two scripts that take turns', 'aب'.repeat(1_000), /a/g],
    ['signs it does not know', '👍'.repeat(1_000), /▯/g],
    ['Arabic letters', 'ب'.repeat(2_000), /ب/g],
  ])('prints a word without end: %s', async (_which, details, letter) => {
    const bytes = await recuPdf(unRecu({ details }))
    const { text } = await readPdf(bytes)
    expect(text.match(letter)?.length).toBeGreaterThanOrEqual(1_000)
    expect(text).toContain('7 499 999,25')
    expect(await drawnOutside(bytes)).toEqual([])
  })

  it('prints every sign of Unicode, and any two together, one way or another', async () => {
    const signes = Array.from({ length: 0x110000 / 16 }, (_, rang) =>
      String.fromCodePoint(rang * 16 + (rang % 16)),
    )
    const accents = ['\u0301', '\u064B', '\u093F', '\u0E33', '\u20E3', '\u200D', '\u0F71']
    const melange = signes
      .filter((_, rang) => rang % 40 === 0)
      .map((signe, rang) => `${signe}${accents[rang % 7]}`)
    for (const details of [signes.join(' '), melange.join(' '), melange.join('')]) {
      const { text } = await readPdf(await recuPdf(unRecu({ details })))
      // The receipt's own words and amounts are whole.
      for (const mot of ['Reçu de versement', '1 250 000,75 DA', '7 499 999,25', 'N° 2026-000123'])
        expect(text).toContain(mot)
    }
  })

  it('leaves out what the engine finds no glyph for, accents first, and never a figure of its own', async () => {
    const asked: string[] = []
    const pool = { ...documentsPool, run: answering(['\u0346', '⇆', '1'], ['⇆', '\u200D']) }
    function answering(...refused: string[][]): Pool['run'] {
      return async (work) => {
        asked.push(work.kind === 'pdf' ? work.data : '')
        const characters = refused.shift()
        return characters
          ? { ok: false, reason: 'character', characters }
          : { ok: true, bytes: Buffer.from('%PDF') }
      }
    }
    await renderPdf(RECU, { a: '1⇆\u0346', b: 'ه\u200D 12' }, { pool })
    expect(asked).toEqual([
      '{"a":"1⇆͆","b":"ه\u200D 12"}',
      '{"a":"1⇆▯","b":"ه\u200D 12"}',
      '{"a":"1▯▯","b":"ه 12"}',
    ])
    const stubborn = { ...documentsPool, run: answering(['1'], ['1']) }
    await expect(renderPdf(RECU, { a: '1' }, { pool: stubborn })).rejects.toThrow('papier.typ')
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

  it('is a file whose structure screen readers follow', async () => {
    const bytes = (await recuPdf(unRecu())).toString('latin1')
    expect(bytes).toContain('/MarkInfo')
    expect(bytes).toMatch(/pdfuaid:part>1</)
  })
})
