import { afterAll, beforeAll, expect, it } from 'vitest'
import { formatCentiemes, fromDecimal } from '#shared/argent.ts'
import { addJours, aujourdhui, formatJourCourt } from '#shared/dates.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildClient, buildEcheancier, idOf, pay, sell } from '#test/harness/builders.ts'
import { drawnOver, readPdf } from '#test/harness/pdf.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())

async function sold(nom_complet: string) {
  const client = (await buildClient(t.db, { nom_complet, adresse: '3, rue des Oliviers' })).id
  const bien = await buildAppartement(t.db, { num_lot: 'A-12', prix: 1_250_000_000 })
  const vente = await sell(t.db, bien, client)
  const { json } = await karim.get(`/api/ventes/${vente}`)
  return { client, bien, vente, numero: (json as { dossier: string }).dossier }
}
const paper = async (path: string) => {
  const { statusCode, headers, rawPayload, body } = await karim.get(path)
  if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${body}`)
  return {
    ...(await readPdf(rawPayload)),
    bytes: rawPayload,
    disposition: String(headers['content-disposition']),
  }
}
const fin = { demande_le: '2026-03-02', origine: 'client', motif: 'Crédit refusé par la banque' }

it('the demand is there to be signed before anything is recorded, and says what was agreed after it', async () => {
  const { vente, numero } = await sold('Samira Haddad')
  await pay(t.db, vente, 400_000_001)
  await karim.put(`/api/ventes/${vente}`, { reservation_le: '2026-01-10', contrat_le: '2026-02-12' })
  const blank = await paper(`/api/ventes/${vente}/demande-desistement`)
  expect(blank.disposition).toContain(`desistement_${numero}.pdf`)
  expect(blank.title).toBe(`Demande de désistement Dossier\u00A0${numero}`)
  expect(blank.pages).toHaveLength(1)
  for (const line of [
    'Samira Haddad',
    'Appartement A-12 (F3)',
    'Réservation 10/01/2026',
    'Contrat 12/02/2026',
    'Prix de vente (DA) 12 500 000,00',
    'Total versé (DA) 4 000 000,01',
    "Je soussigné(e) Samira Haddad demande à me désister de l'achat désigné ci-dessus.",
    'Fait à',
    'Le promoteur, cachet et signature',
  ])
    expect(blank.text).toContain(line)
  expect(blank.text).not.toContain('Demandé le')
  await karim.post(`/api/ventes/${vente}/desistement`, { ...fin, retenue_pourcent: 15 })
  const agreed = await paper(`/api/ventes/${vente}/demande-desistement`)
  for (const line of [
    'Crédit refusé par la banque',
    'Demandé le 02/03/2026',
    'Retenue (DA), 15,00 % du payé 600 000,00',
    'À rembourser (DA) 3 400 000,01',
  ])
    expect(agreed.text).toContain(line)
  // spec: RE-12
  for (const montant of [1_000_000, 1_500_000])
    await karim.post(`/api/ventes/${vente}/remboursements`, { jour: '2026-03-10', montant, mode: 'especes' })
  const refunded = await paper(`/api/ventes/${vente}/demande-desistement`)
  for (const line of [
    'À rembourser (DA) 3 400 000,01',
    'Déjà remboursé (DA) 2 500 000,00',
    'Reste à rembourser (DA) 900 000,01',
  ])
    expect(refunded.text).toContain(line)
  await karim.put(`/api/ventes/${vente}/desistement`, { ...fin, origine: 'promoteur' })
  const ended = await paper(`/api/ventes/${vente}/demande-desistement`)
  expect(ended.text).toContain('Le promoteur met fin à la vente désignée ci-dessus.')
  expect(ended.text).not.toContain('Je soussigné')
})

it('the demand of a client who was withdrawn is refused', async () => {
  const { vente, bien, numero } = await sold('Karim Boudiaf')
  await pay(t.db, vente, 100)
  await karim.put(`/api/appartements/${bien}/retirer-client`, {})
  const { statusCode, json } = await karim.get(`/api/ventes/${vente}/demande-desistement`)
  expect([statusCode, json]).toEqual([
    409,
    { message: `Le dossier ${numero} est clos depuis le ${formatJourCourt(aujourdhui())}.` },
  ])
  expect((await karim.get('/api/ventes/999999999/demande-desistement')).statusCode).toBe(404)
})

it('the receipt of a refund says what was given back before it and what is left; the statement says it too', async () => {
  const { vente, client, numero } = await sold('سميرة حداد')
  await pay(t.db, vente, 400_000_001)
  await karim.post(`/api/ventes/${vente}/desistement`, { ...fin, retenue: 600_000 })
  const refund = async (montant: number, rest: object = {}) => {
    const answer = await karim.post(`/api/ventes/${vente}/remboursements`, {
      jour: '2026-03-10',
      montant,
      mode: 'cheque',
      banque: 'BNA',
      reference: '0012345',
      ...rest,
    })
    return { id: idOf(answer), numero: (answer.json as { numero: string }).numero }
  }
  const first = await refund(2_000_000)
  const second = await refund(400_000.01, { mode: 'especes' })
  const one = await paper(`/api/remboursements/${first.id}/recu`)
  expect(one.disposition).toContain(`remboursement_${first.numero}.pdf`)
  expect(one.title).toBe(`Reçu de remboursement N°\u00A0${first.numero}`)
  expect(one.pages).toHaveLength(1)
  for (const line of [
    'Remis à',
    'Pour le désistement de',
    `Dossier ${numero}`,
    '2 000 000,00',
    'Deux millions de dinars',
    'Remboursé le 10 mars 2026',
    'Mode Chèque',
    'Banque BNA',
    'Référence 0012345',
    'Total versé 4 000 000,01',
    'Retenue 600 000,00',
    'Remboursé avant ce reçu 0,00',
    'Ce remboursement 2 000 000,00',
    'Reste à rembourser 1 400 000,01',
    'Reçu la somme ci-dessus.',
  ])
    expect(one.text).toContain(line)
  const two = await paper(`/api/remboursements/${second.id}/recu`)
  expect(two.text).toContain('Remboursé avant ce reçu 2 000 000,00')
  expect(two.text).toContain('Reste à rembourser 1 000 000,00')
  expect(two.text).not.toContain('Banque')
  const statement = await paper(`/api/paiement/print-client/${client}`)
  expect(statement.text).toContain(
    'Désistement du 02/03/2026 : retenue 600 000,00 DA, remboursé 2 400 000,01 DA, reste à rembourser 1 000 000,00 DA',
  )
  expect((await karim.get('/api/remboursements/999999999/recu')).statusCode).toBe(404)
})

// spec: RE-11
it('the statement of a client owes nothing for a sale that has ended, and neither does that of everyone: D.3', async () => {
  const { vente, client } = await sold('Nadia Benali')
  const autre = await sell(t.db, await buildAppartement(t.db, { num_lot: 'B-1', prix: 900_000_000 }), client)
  await pay(t.db, vente, 400_000_000)
  await pay(t.db, autre, 100_000_000)
  const everyone = async () => (await paper('/api/paiement/print-all')).text
  const { reste } = await recap()
  expect(await everyone()).toContain(reste)
  await karim.post(`/api/ventes/${vente}/desistement`, { ...fin, retenue: 600_000 })
  for (const montant of [1_000_000, 1_500_000])
    await karim.post(`/api/ventes/${vente}/remboursements`, { jour: '2026-03-10', montant, mode: 'especes' })
  const statement = await paper(`/api/paiement/print-client/${client}`)
  const [, ended = ''] = /Appartement A-12.*?(Désistement du.*?)Appartement B-1/.exec(statement.text) ?? []
  expect(ended).toContain('reste à rembourser 900 000,00 DA')
  const sale = statement.text.slice(
    statement.text.indexOf('Appartement A-12'),
    statement.text.indexOf('Appartement B-1'),
  )
  for (const due of ['12 500 000,00', '8 500 000,00', 'Prix de vente']) expect(sale).not.toContain(due)
  expect(statement.text).toContain('Nombre de biens : 1 9 000 000,00 1 000 000,00 8 000 000,00')
  expect(statement.text).toContain('Ventes terminées : versé 4 000 000,00 DA, à rembourser 900 000,00 DA')
  const after = await recap()
  expect(after.reste).not.toBe(reste)
  const [, total = ''] = /Total général(.*)$/.exec(await everyone()) ?? []
  expect(total).toContain(after.reste)
  expect(total).toContain('Ventes terminées : versé')
})

// spec: PA-04
it('the échéancier of a sale that has ended says its end, and neither a price nor a day as due', async () => {
  const { vente } = await sold('Nadia Benali')
  await pay(t.db, vente, 400_000_000)
  await buildEcheancier(t.db, vente, [
    [500_000_000, '2026-01-15'],
    [750_000_000, addJours(aujourdhui(), 30)],
  ])
  const echeancier = `/api/ventes/${vente}/echeancier-pdf`
  const signe = (await paper(echeancier)).text
  for (const dit of ['Prix de vente', 'Exigible', '15/01/2026', 'Total', 'Le client'])
    expect(signe).toContain(dit)
  await karim.post(`/api/ventes/${vente}/desistement`, { ...fin, retenue: 600_000 })
  const jour = formatJourCourt(aujourdhui())
  const { text, bytes } = await paper(echeancier)
  expect(await drawnOver(bytes)).toEqual([])
  for (const dit of [
    `La vente a pris fin le ${jour}, à la demande du client. Aucun prix n'est dû.`,
    'N° Échéance Montant (DA) Part',
    '1 Échéance 1 5 000 000,00 40,00 %',
    '2 Échéance 2 7 500 000,00 60,00 %',
    `Versé au ${jour} (DA) 4 000 000,00`,
    'Le promoteur, cachet et signature',
  ])
    expect(text).toContain(dit)
  for (const du of ['Prix de vente', 'Exigible', '15/01/2026', 'Reste à payer', '12 500 000', 'Le client'])
    expect(text).not.toContain(du)
  expect((await paper(`${echeancier}?langue=ar`)).disposition).toContain('_ar.pdf')
})

it.each([1, 12, 24, 60])(
  'of %i lines the table is whole, and no box to sign stands alone on its page',
  async (lignes) => {
    const { vente } = await sold('Nadia Benali')
    const part = Math.floor(1_250_000_000 / lignes)
    await buildEcheancier(
      t.db,
      vente,
      Array.from({ length: lignes }, (_, rang) => [
        rang === 0 ? 1_250_000_000 - part * (lignes - 1) : part,
        addJours(aujourdhui(), rang - 200),
      ]),
    )
    const libelle =
      'Achèvement des gros œuvres du bloc, des escaliers, des paliers et de la cage d’ascenseur '.repeat(2)
    if (lignes === 12)
      await t.db
        .updateTable('echeances')
        .set({ libelle: libelle.slice(0, 120) })
        .where('vente_id', '=', vente)
        .execute()
    for (const [path, last] of [
      [`/api/ventes/${vente}/echeancier-pdf`, 'Reste à payer (DA)'],
      [`/api/relances/lettres?ventes=${vente}`, 'Nous vous prions de régler cette somme'],
    ] as const) {
      const { pages, bytes } = await paper(path)
      expect(await drawnOver(bytes)).toEqual([])
      expect(pages.at(-1)).toContain(last)
      expect(pages.at(-1)).toContain('Le promoteur, cachet et signature')
      expect(pages.join(' ')).toContain('12 500 000,00')
    }
  },
)

/** Returns the remainder of all sales, as the recap says it. */
async function recap(): Promise<{ reste: string }> {
  const { json } = await karim.get('/api/recap-paiements')
  const { totals } = json as { totals: { total_restant: number } }
  return { reste: formatCentiemes(fromDecimal(totals.total_restant)).replace(/\s/g, ' ') }
}
