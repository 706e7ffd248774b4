import { afterAll, beforeAll, expect, it } from 'vitest'
import { stopPdf } from '#server/documents/pdf.ts'
import { recuPdf } from '#features/papiers/server/papers/recu.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildClient, idOf, sell } from '#test/harness/builders.ts'
import { unRecu } from '#test/harness/papiers.ts'
import { readPdf } from '#test/harness/pdf.ts'

let t: TestApp
let karim: Visitor
let client: number
let bien: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  client = (await buildClient(t.db, { nom_complet: 'Élodie Benaïssa' })).id
  bien = await buildAppartement(t.db, { num_lot: 'A-12', prix: 1_000_000_000 })
  await sell(t.db, bien, client)
})
afterAll(async () => {
  await stopPdf()
  await t.close()
})

const pay = async (versement: number, date_paiement: string, rest: object) =>
  idOf(
    await karim.post('/api/paiements', {
      client_id: client,
      appartement_id: bien,
      versement,
      date_paiement,
      ...rest,
    }),
  )
const print = async (path: string) => (await readPdf((await karim.get(path)).rawPayload)).text
const RESERVE = "Chèque reçu sous réserve d'encaissement."

// spec: EN-08
it('a cheque is received under reserve until it is cleared; rejected, its receipt is no payment and its line in no sum', async () => {
  await pay(2_000_000, '2026-01-10', { mode: 'virement', banque: 'CPA', reference: '4471' })
  const cheque = await pay(3_000_000, '2026-03-28', { mode: 'cheque', banque: 'BNA', reference: '0012345' })
  const recu = () => print(`/api/paiement/print-single/${cheque}`)
  expect(await recu()).toContain(RESERVE)

  const cleared = await karim.post('/api/cheques/encaisser', { ids: [cheque], encaisse_le: '2026-04-01' })
  expect(cleared.statusCode).toBe(200)
  const afterwards = await recu()
  expect(afterwards).not.toContain(RESERVE)
  expect(afterwards).toContain('Ce versement 3 000 000,00')
  expect(afterwards).toContain('Reste à payer 5 000 000,00')

  const rejet = { rejete_le: '2026-04-12', motif: 'Provision insuffisante.', frais_rejet: 2500 }
  expect((await karim.post(`/api/cheques/${cheque}/rejeter`, rejet)).statusCode).toBe(200)
  const rejected = await recu()
  expect(rejected).toContain('REJETÉ le 12/04/2026 : Provision insuffisante. Ce reçu ne vaut pas paiement.')
  expect(rejected).toContain('Versé avant ce reçu 2 000 000,00')
  expect(rejected).toContain('Ce versement 0,00 (rejeté)')
  expect(rejected).toContain('Total versé 2 000 000,00')
  expect(rejected).toContain('Reste à payer 8 000 000,00')
  expect(rejected).not.toContain(RESERVE)

  for (const path of [
    `/api/paiement/print-bien/appartement/${bien}`,
    `/api/paiement/print-client/${client}`,
    '/api/paiement/print-all',
  ]) {
    const text = await print(path)
    expect(text).toContain('Chèque rejeté le 12/04/2026 (3 000 000,00) 8 000 000,00')
    expect(text).toContain('Total versé (20,00 %) 2 000 000,00 8 000 000,00')
  }
})

it('a receipt bears what is typed of its means, letter by letter, on one page', async () => {
  const hostile = '#eval("1+1") $x$ *gras* <script>'
  const { text, pages } = await readPdf(
    await recuPdf(
      unRecu({
        moyen: {
          mode: 'cheque',
          banque: `Banque ${hostile}`,
          reference: '12#34',
          date_cheque: '2026-03-28',
          payeur_type: 'famille',
          payeur: `محمد ${hostile} ${'très long '.repeat(20)}`,
        },
        etat: 'rejete',
        rejet: { le: '2026-04-12', motif: `Opposition ${hostile} ${'motif '.repeat(30)}` },
      }),
    ),
  )
  expect(pages).toHaveLength(1)
  expect(text.replaceAll(/\s/g, '')).toContain(`Banque${hostile}`.replaceAll(/\s/g, ''))
  expect(text).toContain('محمد')
  expect(text).toContain('Un proche')
})
