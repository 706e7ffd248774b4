import { aujourdhui } from '../shared/dates.ts'
import { expect, expectAccessible, preferDark, signIn, test, withServer, type Page } from './diyar.ts'
import { createLieu, createLot, pay, sellAppartement, sellLocal, sellPlace } from './portefeuille.ts'
import { card, dialog } from './screen.ts'

withServer()

const palette = (page: Page) => page.getByRole('combobox', { name: /^Client, téléphone, lot/ })
const option = (page: Page, name: RegExp) => dialog(page).getByRole('option', { name })
const RESTE = /reste 25\s515\s000,25\sDA/

let rachid = 0
let lot = 0

/** Rachid has four biens, of two residences, one of them paid; a fifth he has given back. Hichem has one. */
test.beforeEach(async ({ page }) => {
  const api = await signIn(page)
  if (rachid) return
  const ibn = await createLieu(api, 'Ibn Khaldoun')
  const yasmine = await createLieu(api, 'El Yasmine')
  const person = (nomComplet: string) =>
    api.create('/api/clients', { nomComplet, tel: '0798 99 75 78', email: 'client@exemple.dz' })
  rachid = await person('Amrouche Rachid')
  lot = await sellAppartement(api, ibn, rachid, '302', 20_000_000)
  await sellAppartement(api, yasmine, rachid, '302', 12_019_000.25)
  await sellPlace(api, ibn, rachid, 12, 280_000)
  const local = await sellLocal(api, yasmine, rachid, 'B2', 900_000)
  await pay(api, rachid, { appartement_id: lot }, 6_784_000)
  await pay(api, rachid, { local_id: local }, 900_000)
  const given = await sellAppartement(api, yasmine, rachid, '909', 5_000_000)
  await api.put(`/api/appartements/${given}/retirer-client`)
  const hichem = await person('Amrouche Hichem')
  await sellAppartement(api, yasmine, hichem, '401', 1_000)
  await createLot(api, yasmine.etage, '402', 'F3')
})

test('the total follows a payment, and stands on the card of whoever has several biens', async ({ page }) => {
  await page.goto('/paiements')
  await expect(card(page, 'Amrouche Rachid').getByText(RESTE)).toHaveText(/^4 biens · reste/)
  await expect(card(page, 'Amrouche Hichem')).toBeVisible()
  await expect(card(page, 'Amrouche Hichem').getByText(/^1 bien/)).toHaveCount(0)
  // Also where a search leaves one of them.
  await page.getByPlaceholder('Nom du client ou numéro de bien...').fill('place 12')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(card(page, 'Amrouche Rachid').getByText(RESTE)).toBeVisible()

  await page.goto(`/clients?biens=${rachid}`)
  const biens = page.getByRole('dialog', { name: 'Biens de Amrouche Rachid' })
  await biens.getByRole('button', { name: 'Ajouter un paiement : Place 12' }).click()
  await page.getByRole('dialog', { name: 'Ajouter un paiement' }).getByLabel('Montant').fill('80000')
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(biens.getByText(/^4 biens · payé/)).toHaveText(
    /payé 7\s764\s000,00\sDA · reste 25\s435\s000,25\sDA$/,
  )
  const api = await signIn(page)
  // The form closes once all is read again, and neither key does anything while it stands.
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await palette(page).fill('rachid')
  await expect(option(page, /^Amrouche Rachid/)).toHaveText(/reste 25\s435\s000,25\sDA$/)
  const { data } = (await api.get('/api/recap-paiements?search=rachid')) as { data: { totaux: unknown }[] }
  expect(data[0]?.totaux).toEqual({
    biens: 4,
    montant: 33_199_000.25,
    totalPaye: 7_764_000,
    resteAPayer: 25_435_000.25,
  })
})

test('Tab or → on a client offers a new payment of his; ← comes back', async ({ page }) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Tableau de Bord Immobilier' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await palette(page).fill('rachid')
  const line = option(page, /^Amrouche Rachid/)
  const offre = option(page, /^Nouveau paiement de Amrouche Rachid$/)
  await expect(offre).toBeVisible()
  await expect(line).toHaveAttribute('aria-selected', 'true')
  for (const [there, back] of [
    ['Tab', 'Shift+Tab'],
    ['ArrowRight', 'ArrowLeft'],
  ] as const) {
    await page.keyboard.press(there)
    await expect(offre).toHaveAttribute('aria-selected', 'true')
    await expect(palette(page)).toBeFocused()
    await page.keyboard.press(back)
    await expect(line).toHaveAttribute('aria-selected', 'true')
  }
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const adding = page.getByRole('dialog', { name: 'Ajouter un paiement' })
  await expect(adding.getByRole('combobox', { name: 'Client' })).toHaveValue(
    'Amrouche Rachid · 0798 99 75 78',
  )
  await expect(page).toHaveURL(/\/paiements$/)
  await adding.getByRole('combobox', { name: 'Place de parking' }).click()
  await page.getByRole('option', { name: /12/ }).click()
  await adding.getByLabel('Montant').fill('1000')
  await page.keyboard.press('Enter')
  const annee = aujourdhui().slice(0, 4)
  await expect(page.getByText(new RegExp(`Reçu N° ${annee}-\\d{6}`))).toContainText(
    /1\s000,00\sDA, Amrouche Rachid/,
  )
})

for (const dark of [false, true])
  test(`palette and biens are accessible, ${dark ? 'dark' : 'light'}`, async ({ page }) => {
    await preferDark(page, dark)
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'Tableau de Bord Immobilier' })).toBeVisible()
    await page.keyboard.press('Control+k')
    await palette(page).fill('amrouche')
    await expect(option(page, /^Amrouche Rachid/)).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    await expect(option(page, /^Nouveau paiement de Amrouche Rachid/)).toHaveAttribute(
      'aria-selected',
      'true',
    )
    await expectAccessible(page)
    await page.goto(`/clients?biens=${rachid}`)
    await expect(dialog(page).getByText(/^4 biens · payé/)).toBeVisible()
    await expectAccessible(page)
  })
