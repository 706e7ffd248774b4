import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Bordereau } from '#features/cheques/server/remises.service.ts'
import { bordereauPdf } from '#features/papiers/server/papers/bordereau.ts'
import { formatJourCourt } from '#shared/dates.ts'
import { numeroRecu } from '#shared/numero.ts'
import { stopPdf } from '#server/documents/pdf.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildClient,
  buildCompteBancaire,
  payByCheque,
  sell,
} from '#test/harness/builders.ts'
import { unClient, unPromoteur } from '#test/harness/papiers.ts'
import { drawnOutside, drawnOver, readPdf } from '#test/harness/pdf.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(async () => {
  await stopPdf()
  await t.close()
})

const unBordereau = (champs: Partial<Bordereau> = {}): Bordereau => ({
  promoteur: unPromoteur,
  etabliLe: '2026-11-22',
  numero: '2026-0004',
  jour: '2026-03-12',
  compte: { id: 1, banque: 'BNA', agence: 'Alger Centre', numero: '001 00600 0300 000 123 45' },
  lignes: [
    {
      tireur: 'Élodie Benaïssa',
      banque: 'CPA',
      reference: '0012345',
      date_cheque: '2026-03-02',
      recu: '2026-000101',
      versement: 120_000_000,
    },
    {
      tireur: unClient.nom,
      banque: null,
      reference: null,
      date_cheque: null,
      recu: '2026-000102',
      versement: 85_000_050,
    },
    {
      tireur: 'CNEP-Banque',
      banque: 'CNEP-Banque',
      reference: '77',
      date_cheque: null,
      recu: '2026-000103',
      versement: 49,
    },
  ],
  ...champs,
})

// spec: EN-24
describe('the bordereau of a remise', () => {
  it('says which cheques went to which account, how many, and their sum in words', async () => {
    const { pages, text, title } = await readPdf(await bordereauPdf(unBordereau()))
    expect(pages).toHaveLength(1)
    expect(title).toBe('Bordereau de remise de chèques N°\u00A02026-0004')
    for (const expected of [
      'N° 2026-0004',
      'Banque BNA',
      'Agence Alger Centre',
      'Compte 001 00600 0300 000 123 45',
      '12 mars 2026',
      'Titulaire du compte : SARL El Bahia Promotion Immobilière',
      'N° Tireur Banque N° de chèque Reçu Date du chèque Montant (DA)',
      '1 Élodie Benaïssa CPA 0012345 2026-000101 02/03/2026 1 200 000,00',
      '3 CNEP-Banque CNEP-Banque 77 2026-000103 0,49',
      'Total : 3 chèques 2 050 000,99',
      'Arrêté le présent bordereau à la somme de : deux millions cinquante mille dinars algériens et quatre-vingt-dix-neuf centimes.',
      'Le déposant',
      'La banque, cachet et date',
    ])
      expect(text).toContain(expected)
    for (const word of unClient.nom.split(' ')) expect(text).toContain(word)
  })

  it('of a hundred cheques names its columns on every page, and keeps its sum beside the signatures', async () => {
    const lignes = Array.from({ length: 100 }, (_, n) => ({
      tireur: n % 2 === 0 ? unClient.nom : 'Fatima-Zohra Bensmaïl née Aït Ouarab-Cherif El Kolli',
      banque: 'Société Générale Algérie',
      reference: '9'.repeat(n === 50 ? 100 : 7),
      date_cheque: '2026-03-02',
      recu: '2026-000101',
      versement: 9_999_999_999_999,
    }))
    const bytes = await bordereauPdf(unBordereau({ lignes }))
    const { pages } = await readPdf(bytes)
    expect(pages.length).toBeGreaterThan(1)
    for (const page of pages.slice(0, -1)) expect(page).toContain('N° Tireur Banque N° de chèque')
    expect(pages.at(-1)).toContain('Total : 100 chèques 9 999 999 999 999,00')
    expect(pages.at(-1)).toContain('La banque, cachet et date')
    expect(await drawnOutside(bytes)).toEqual([])
  })

  it('of a few cheques with the longest texts goes on over the pages, nothing of it over anything else', async () => {
    const lignes = Array.from({ length: 12 }, (_, n) => ({
      tireur: n % 2 ? 'W'.repeat(255) : 'Société de promotion immobilière '.repeat(7),
      banque: n % 3 ? 'M'.repeat(100) : 'Banque de développement local '.repeat(3),
      reference: 'W'.repeat(100),
      date_cheque: '2026-03-02',
      recu: '2026-000101',
      versement: 100 + n,
    }))
    const compte = { id: 1, banque: 'W'.repeat(100), agence: 'M'.repeat(100), numero: '9'.repeat(50) }
    const bytes = await bordereauPdf(unBordereau({ compte, lignes }))
    const { pages, text } = await readPdf(bytes)
    expect(pages.length).toBeGreaterThan(2)
    for (let n = 0; n < lignes.length; n++) expect(text).toContain(` 1,${String(n).padStart(2, '0')}`)
    expect(text).toContain('Total : 12 chèques 12,66')
    expect([await drawnOutside(bytes), await drawnOver(bytes)]).toEqual([[], []])
  })

  it('bears what is typed as it is', async () => {
    const tireur = '#read("/etc/passwd") *gras* $x$ @note'
    const compte = { id: 1, banque: '#panic("non")', agence: null, numero: '_1_' }
    const { text } = await readPdf(
      await bordereauPdf(
        unBordereau({
          compte,
          lignes: [
            {
              tireur,
              banque: '<b>',
              reference: '=1+1',
              date_cheque: null,
              recu: '2026-000101',
              versement: 100,
            },
          ],
        }),
      ),
    )
    for (const typed of [tireur, '#panic("non")', '_1_', '<b>', '=1+1']) expect(text).toContain(typed)
    expect(text).not.toContain('Agence')
    expect(text).toContain('Total : 1 chèque 1,00')
  })

  it('equals the remise, by receipt; its payer drew a cheque, or else the client', async () => {
    const client = await buildClient(t.db, { nom_complet: 'Karim Haddad' })
    const vente = await sell(t.db, await buildAppartement(t.db, { prix: 1_000_000_000 }), client.id)
    const { id: compte_id } = await buildCompteBancaire(t.db)
    const ids = [
      await payByCheque(t.db, vente, 12_345, { reference: '111' }),
      await payByCheque(t.db, vente, 55, {
        reference: '222',
        payeur_type: 'banque',
        payeur: 'Banque El Bahia',
      }),
    ]
    const remise = await karim.post('/api/remises', { compte_id, jour: '2026-03-10', ids: ids.toReversed() })
    const { id, numero } = remise.json as { id: number; numero: string }
    const paper = await karim.get(`/api/remises/${id}/bordereau`)
    expect(paper.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="remise_${numero}.pdf"`,
    })
    const { text } = await readPdf(paper.rawPayload)
    const [un, deux] = await t.db
      .selectFrom('paiements')
      .select(['recu_annee', 'recu_numero', 'date_cheque'])
      .orderBy('recu_numero')
      .execute()
    const suite = (lu: typeof un) =>
      [lu && numeroRecu(lu.recu_annee, lu.recu_numero), lu?.date_cheque && formatJourCourt(lu.date_cheque)]
        .filter(Boolean)
        .join(' ')
    expect(text).toContain(
      `1 Karim Haddad BNA 111 ${suite(un)} 123,45 2 Banque El Bahia BNA 222 ${suite(deux)} 0,55 Total : 2 chèques 124,00`,
    )
    expect((await karim.get('/api/remises/987654/bordereau')).statusCode).toBe(404)
    expect((await t.visitor().get(`/api/remises/${id}/bordereau`)).statusCode).toBe(401)
  })
})
