import { aujourdhui, addJours, formatJourCourt } from '../shared/dates.ts'
import { expect, signIn, test, withServer, type Api, type Page } from './diyar.ts'
import { createClient, createLieu, createLot, pay } from './portefeuille.ts'
import { dialog } from './screen.ts'

withServer()

const DEMANDE = addJours(aujourdhui(), -20)

/** A sale of which a first cheque was rejected, then ceded. */
async function cede(api: Api) {
  const [samia, yacine] = [await createClient(api, 'Samia Larbi'), await createClient(api, 'Yacine Brahimi')]
  const { etage, residence } = await createLieu(api, 'Les Oliviers')
  const lot = await createLot(api, etage, 'U-1', 'F3', samia, { montant: 12_250_000 })
  const cheque = await api.create('/api/paiements', {
    client_id: samia,
    appartement_id: lot,
    date_paiement: '2026-02-15',
    versement: 2_450_000,
    mode: 'cheque',
    banque: 'BNA',
    reference: '7654321',
    date_cheque: '2026-02-15',
  })
  await api.post('/api/cheques/encaisser', { ids: [cheque], encaisse_le: '2026-02-20' })
  await api.post(`/api/cheques/${cheque}/rejeter`, { rejete_le: '2026-03-01', motif: 'Opposition' })
  await pay(api, samia, { appartement_id: lot }, 1_000_000, '2026-03-15')
  const { vente_id: vente, dossier } = (await api.get(`/api/appartements/${lot}`)) as {
    vente_id: number
    dossier: string
  }
  await api.post(`/api/ventes/${vente}/transfert-client`, { client_id: yacine, motif: 'Cession familiale' })
  return { samia, yacine, residence, lot, vente, dossier }
}

const ventesDe = (page: Page) => page.getByRole('region', { name: 'Ventes' })
const lignes = (page: Page) => ventesDe(page).getByRole('listitem')

// spec: EC-33, EC-35
test('a ceded sale, then given up, then taken back, is told alike on its dossier, in the lists and in the files of both', async ({
  page,
}) => {
  test.slow()
  const api = await signIn(page)
  const { samia, yacine, lot, vente, dossier } = await cede(api)
  // The former holder keeps his payments in his file, and cannot be erased from it.
  await page.goto(`/clients/${samia}`)
  await expect(lignes(page)).toHaveText([
    new RegExp(`Appartement U-1.*Cédé.*Dossier ${dossier}.*Payé : 1\\s000\\s000,00\\sDA`),
  ])
  await expect(
    page.getByText('Des ventes le concernent : ses données ne peuvent pas être effacées.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Effacer ses données' })).toHaveCount(0)
  await page.goto(`/clients/${yacine}`)
  await expect(lignes(page)).toHaveText([/En cours.*Reste à payer : 11\s250\s000,00\sDA/])
  await page.goto(`/ventes/${vente}?partie=paiements`)
  const paid = page.getByRole('region', { name: 'Paiements', exact: true }).getByRole('row')
  await expect(paid).toHaveCount(3)
  for (const row of [paid.nth(1), paid.nth(2)])
    await expect(row.getByRole('link', { name: 'Samia Larbi' })).toHaveAttribute('href', `/clients/${samia}`)

  await api.post(`/api/ventes/${vente}/desistement`, {
    demande_le: DEMANDE,
    origine: 'client',
    motif: 'Prêt refusé',
    retenue: 200_000,
  })
  const le = `Désistement le ${formatJourCourt(DEMANDE)}`
  await page.goto(`/ventes/${vente}`)
  await expect(page.getByRole('list', { name: 'Étapes' })).toContainText(le)
  await page.goto('/ventes?onglet=clos')
  await expect(page.getByRole('row').filter({ hasText: dossier })).toContainText(le)
  await expect(page.getByRole('row').filter({ hasText: dossier })).toContainText(/800\s000,00/)
  await page.goto(`/clients?biens=${yacine}`)
  await expect(dialog(page)).toContainText(le)
  await page.goto(`/clients/${yacine}`)
  await expect(lignes(page)).toHaveText([
    /Désistement.*Payé : 1\s000\s000,00\sDA.*Reste à rembourser : 800\s000,00\sDA/,
  ])
  await expect(lignes(page).getByText('Désistement')).toHaveAttribute('data-tone', 'gray')
  await page.goto(`/clients/${samia}`)
  await expect(lignes(page)).toHaveText([/Cédé.*Payé : 1\s000\s000,00\sDA$/])

  await api.delete(`/api/ventes/${vente}/desistement`)
  await page.goto(`/ventes/${vente}`)
  await expect(page.getByRole('list', { name: 'Étapes' })).not.toContainText('Désistement')
  const state = page.getByRole('region', { name: 'Où en est la vente' })
  await expect(state).toContainText(/Payé\s*1\s000\s000,00\sDA\s*Reste à payer\s*11\s250\s000,00\sDA/)
  await page.goto(`/clients/${yacine}`)
  await expect(lignes(page)).toHaveText([/En cours.*Reste à payer : 11\s250\s000,00\sDA/])
  await page.goto(`/appartement?details=${lot}`)
  await expect(dialog(page)).toContainText(/Client\s:\sYacine Brahimi.*Reste à payer\s:\s11\s250\s000,00\sDA/)
  await page.goto('/ventes?onglet=clos')
  await expect(page.getByText('Aucun dossier clos.')).toBeVisible()
})
