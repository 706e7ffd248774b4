import { aujourdhui } from '../shared/dates.ts'
import { expect, signIn, test, withServer, type Api, type Page } from './diyar.ts'
import { createClient, createEtage, createLot } from './portefeuille.ts'
import { alert, CALLS, dialog } from './screen.ts'
import { createTour } from './tour.ts'

withServer()

interface Lu {
  api: Api
  residence: number
  bloc: number
  client: number
  lot: number
  vente: number
}
let made: Omit<Lu, 'api'> | undefined

/** Something on every screen: a sold lot with a schedule, a payment, a cheque, an option, a voucher. */
async function furnish(page: Page): Promise<Lu> {
  const api = await signIn(page)
  if (made) return { api, ...made }
  const { residence, blocs } = await createTour(api)
  const client = await createClient(api, 'Nadia Lounis')
  const { etage } = await createEtage(api, 'Les Ormes')
  const lot = await createLot(api, etage, 'O-1', 'F3', client)
  const { vente_id: vente } = (await api.get(`/api/appartements/${lot}`)) as { vente_id: number }
  const payer = { client_id: client, appartement_id: lot, date_paiement: aujourdhui(), details: '' }
  await api.post('/api/paiements', { ...payer, versement: 1000 })
  await api.post('/api/paiements', {
    ...payer,
    versement: 2000,
    mode: 'cheque',
    banque: 'BNA',
    reference: '77',
  })
  await api.put(`/api/ventes/${vente}/echeancier`, {
    lignes: [{ libelle: 'Tout', montant: 1_000_000, declencheur: 'date', date_prevue: '2026-01-05' }],
  })
  made = { residence, bloc: blocs[0] ?? 0, client, lot, vente }
  return { api, ...made }
}

/** Every reading fails from here on; who is signed in, and changes, aside. */
async function failReadings(page: Page, told = 500): Promise<() => Promise<void>> {
  const calls = (url: URL) =>
    url.pathname.startsWith('/backend/public/api/') && !url.pathname.endsWith('/user')
  await page.route(calls, (route) =>
    route.request().method() === 'GET' ? route.fulfill({ status: told, json: {} }) : route.fallback(),
  )
  return () => page.unroute(calls)
}

/** Acts as somebody who comes back to the tab: the page reads again the data it shows. */
const readAgain = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))

// spec: RE-41
test('an open form keeps what was typed, and a message its place, whatever fails meanwhile', async ({
  page,
}) => {
  const { client, vente } = await furnish(page)
  for (const [address, heading] of [
    [`/ventes/${vente}`, /^Dossier \d/],
    [`/clients/${client}`, 'Nadia Lounis'],
  ] as const) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
  }
  await page.getByRole('button', { name: 'Modifier le client' }).click()
  const nom = dialog(page).getByRole('textbox', { name: 'Nom complet' })
  await nom.fill('Nadia Lounis Amrane')
  const release = await failReadings(page)
  await readAgain(page)
  await expect(alert(page).first()).toBeVisible()
  await expect(nom).toHaveValue('Nadia Lounis Amrane')
  // Saved meanwhile: told, though nothing can be read after it.
  await dialog(page).getByRole('button', { name: 'Sauvegarder' }).click()
  await expect(page.getByText('Client modifié avec succès !')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Nadia Lounis' }).first()).toBeVisible()
  await release()
  await page.getByRole('button', { name: 'Réessayer' }).first().click()
  await expect(page.getByRole('heading', { name: 'Nadia Lounis Amrane' }).first()).toBeVisible()
  // The panels beside it have a failure each: read again, they are whole.
  await readAgain(page)
  await expect(page.getByRole('button', { name: 'Réessayer' })).toHaveCount(0)

  await page.goto(`/ventes/${vente}`)
  await page.getByRole('button', { name: 'Ajouter un paiement' }).click()
  const montant = dialog(page).getByRole('textbox', { name: 'Montant' })
  await montant.fill('12345')
  await page.route(`${CALLS}/api/ventes/${vente}`, (route) => route.fulfill({ status: 500, json: {} }))
  await readAgain(page)
  await expect(
    page.getByRole('alert').filter({ hasText: 'Erreur lors du chargement du dossier.' }),
  ).toBeVisible()
  await expect(montant).toHaveValue(/^12.?345/)
})
