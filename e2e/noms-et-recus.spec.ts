import type { Locator } from '@playwright/test'
import { aujourdhui } from '../shared/dates.ts'
import {
  type Api,
  expect,
  expectAccessible,
  openScreen,
  signIn,
  test,
  withServer,
  type Page,
} from './diyar.ts'
import { createClient, createLieu, pay, sellAppartement, sellLocal, sellPlace } from './portefeuille.ts'
import { dialog } from './screen.ts'

withServer()

/** A lot paid eight times, the first time by a cheque, which stands on the second page. */
async function furnish(api: Api) {
  const client = await createClient(api, 'Samia Larbi')
  const lieu = await createLieu(api, 'El Yasmine')
  const lot = await sellAppartement(api, lieu, client, 'R-302', 10_000_000)
  const cheque = await api.create('/api/paiements', {
    client_id: client,
    appartement_id: lot,
    date_paiement: '2026-01-01',
    versement: 1_000_000,
    mode: 'cheque',
    banque: 'BNA',
    reference: '0012345',
    date_cheque: '2026-01-01',
  })
  for (let day = 2; day <= 8; day++) await pay(api, client, { appartement_id: lot }, day, `2026-02-0${day}`)
  const { recu } = (await api.get(`/api/paiements/${cheque}`)) as { recu: string }
  const { vente_id } = (await api.get(`/api/appartements/${lot}`)) as { vente_id: number }
  return { client, lieu, lot, cheque, recu, vente_id }
}

// spec: EC-24
test('the number of a receipt leads to its payment, marked on whatever page of its bien it stands', async ({
  page,
}) => {
  test.slow()
  const api = await signIn(page)
  const { client, lot, cheque, recu, vente_id } = await furnish(api)
  // A day that begins meanwhile has taken nothing yet.
  const jour = aujourdhui()
  const marked = page.locator('tr[aria-current]')
  const leads = async (from: Locator) => {
    await from.getByRole('link', { name: recu, exact: true }).first().press('Enter')
    await expect(page).toHaveURL(
      new RegExp(`/clients/${client}/paiements/${lot}\\?(?=.*paiement=${cheque})(?=.*page=2)`),
    )
    await expect(marked).toContainText(`Reçu ${recu}`)
    await expect(marked).toHaveCount(1)
    await expect(marked).toBeInViewport()
  }
  const main = page.getByRole('main')
  for (const address of [
    '/cheques',
    `/ventes/${vente_id}?partie=paiements`,
    '/rapports',
    `/rapports?rapport=caisse&jour=${jour}`,
  ]) {
    await page.goto(address)
    await leads(main)
    if (await dialog(page).count()) await page.keyboard.press('Escape')
  }
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`/paiements?vue=versements&du=2026-01-01&au=2026-01-01`)
    // On a phone the other columns of a row are read unfolded.
    if (width < 700) await main.getByRole('button', { name: /^Samia Larbi/ }).press('Enter')
    await leads(main)
  }
  // The pager leads away from it, and nothing leads back.
  await page.getByRole('button', { name: 'Précédent' }).click()
  await expect(page.getByText('8 février 2026')).toBeVisible()
  await expect(page).not.toHaveURL(/page=/)
  await expect(marked).toHaveCount(0)
  await expectAccessible(page)
})

const palette = (page: Page) => page.getByRole('combobox', { name: /^Client, téléphone, lot/ })
async function find(page: Page, text: string, first: RegExp): Promise<void> {
  await page.keyboard.press('Control+k')
  await palette(page).fill(text)
  await expect(dialog(page).getByRole('option').first()).toHaveText(first)
}

// spec: EC-24
test('what the palette finds opens as its name does: a client his file, a sold bien its dossier', async ({
  page,
}) => {
  const api = await openScreen(page, '/clients', 'Gestion des Clients')
  const client = await createClient(api, 'Yacine Brahimi')
  const lieu = await createLieu(api, 'Les Pins')
  const lot = await sellAppartement(api, lieu, client, 'P-1', 2_000_000)
  const local = await sellLocal(api, lieu, client, 'P-L1', 3_000_000)
  const place = await sellPlace(api, lieu, client, 71, 500_000)
  await pay(api, client, { appartement_id: lot }, 500_000, aujourdhui())
  const venteOf = async (path: string) => ((await api.get(path)) as { vente_id: number }).vente_id
  await find(page, 'yacine', /^Yacine Brahimi.*3 biens · reste 5\s000\s000,00\sDA/)
  // → and Tab offer the payment, Entrée alone the file.
  await expect(dialog(page).getByText('Tab : nouveau paiement')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/clients/${client}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Yacine Brahimi')
  for (const [text, first, vente] of [
    ['lot p-1', /^Appartement P-1.*Vendu$/, await venteOf(`/api/appartements/${lot}`)],
    ['local p-l1', /^Local P-L1.*Vendu$/, await venteOf(`/api/locaux/${local}`)],
    ['place 71', /^Place 71.*Vendu$/, await venteOf(`/api/places-parking/${place}`)],
  ] as const) {
    await find(page, text, first)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/ventes/${vente}`)
  }
  // So do those that were opened last.
  await page.goto(`/appartement?details=${lot}`)
  await expect(dialog(page)).toContainText('P-1')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  const recents = dialog(page).getByRole('group', { name: 'Récents' }).getByRole('option')
  await expect(recents.first()).toHaveText(/^Appartement P-1/)
  await recents.first().click()
  await expect(page).toHaveURL(`/ventes/${await venteOf(`/api/appartements/${lot}`)}`)
  await page.keyboard.press('Control+k')
  await recents.filter({ hasText: /^Yacine Brahimi/ }).click()
  await expect(page).toHaveURL(`/clients/${client}`)
})
