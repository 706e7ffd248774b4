import { readFile } from 'node:fs/promises'
import { readXlsx } from 'hucre/xlsx'
import { aujourdhui } from '../shared/dates.ts'
import { FORMULA_TEXTS, XSS } from '../test/fuzz/hostile-texts.ts'
import {
  atRest,
  expect,
  expectReadable,
  moveTo,
  openScreen,
  signIn,
  test,
  withServer,
  type Api,
  type Page,
} from './diyar.ts'
import { createClient, createLieu, sellAppartement, type Lieu } from './portefeuille.ts'
import { CALLS, choose, dialog, plain } from './screen.ts'

withServer()

const MOIS = aujourdhui().slice(0, 7)
/** « novembre 2026 ». */
const NOM_DU_MOIS = new Intl.DateTimeFormat('fr', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
  new Date(`${MOIS}-01`),
)
let lieu: Lieu
let lot = 0
let recu = ''

const pay = (api: Api, client_id: number, appartement_id: number, versement: number, rest: object) =>
  api.create('/api/paiements', {
    client_id,
    appartement_id,
    versement,
    date_paiement: `${MOIS}-01`,
    ...rest,
  })

/** Ali paid a cheque and a virement this month, one virement years ago; a cheque of Badis was rejected. */
test.beforeEach(async ({ page }) => {
  const api = await signIn(page)
  if (lot) return
  lieu = await createLieu(api, 'Les Jardins')
  const ali = await createClient(api, 'Ali Benali')
  const badis = await createClient(api, 'Badis Cherif')
  lot = await sellAppartement(api, lieu, ali, 'A-1', 10_000_000)
  const autre = await sellAppartement(api, lieu, badis, 'A-2', 10_000_000)
  const cheque = { mode: 'cheque', banque: 'BNA', reference: '0012345' }
  const id = await pay(api, ali, lot, 1_000_000, cheque)
  recu = ((await api.get(`/api/paiements/${id}`)) as { recu: string }).recu
  await pay(api, ali, lot, 2_000_000, { mode: 'virement', banque: 'CPA', reference: '4471' })
  await pay(api, ali, lot, 500_000, { mode: 'virement', date_paiement: '2020-01-15' })
  const rejected = await pay(api, badis, autre, 750_000, { ...cheque, reference: '0099999', banque: 'BDL' })
  await api.post(`/api/cheques/${rejected}/rejeter`, { rejete_le: `${MOIS}-01`, motif: 'Opposition' })
})

const panel = (page: Page) => page.getByRole('region', { name: 'Filtres de paiement' })
const unfold = (page: Page) => page.getByRole('button', { name: /^Filtres/ })
const lines = (page: Page) => page.locator('main tbody').getByRole('row')
const sum = (page: Page) => page.locator('main p').filter({ hasText: /versement/ })

async function openVersements(page: Page, query = ''): Promise<void> {
  await page.goto(`/paiements${query}`)
  await page.getByText('Versements', { exact: true }).click()
  await expect(page.getByPlaceholder('Client, bien, reçu ou référence...')).toBeVisible()
}

// spec: EN-27
test('the recap keeps the biens one payment of which is meant, and says what is retained', async ({
  page,
}) => {
  await page.goto('/recap')
  await expect(lines(page)).toHaveCount(2)
  await expect(page.getByText('Versements retenus')).toHaveCount(0)
  await unfold(page).click()
  await choose(panel(page), 'Mode', 'Virement')
  await expect(lines(page)).toHaveCount(1)
  expect(plain(await lines(page).textContent())).toContain(
    '3 500 000,00 DAdont 2 versements retenus : 2 500 000,00 DA',
  )
  expect(plain(await page.locator('main footer').last().textContent())).toContain(
    'Versements retenus2 500 000,00 DA',
  )
  await panel(page)
    .getByLabel('Du')
    .fill(`01/${MOIS.slice(5)}/${MOIS.slice(0, 4)}`)
  await page.keyboard.press('Tab')
  await expect(lines(page)).toContainText('dont 1 versement retenu')
  await expect(page).toHaveURL(new RegExp(`mode=virement&du=${MOIS}-01`))
  await page.reload()
  await expect(unfold(page)).toHaveText('Filtres (2)')
  await expect(lines(page)).toContainText('dont 1 versement retenu')
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Excel' }).click()
  const [sheet] = (await readXlsx(await readFile(await (await file).path()))).sheets
  expect(sheet?.rows[1]?.at(-1)).toBe(2_000_000)
  await page.getByRole('button', { name: 'Réinitialiser' }).click()
  await expect(lines(page)).toHaveCount(2)
  await expect(unfold(page)).toHaveText('Filtres de paiement')
})

test('« Par bien » is narrowed in the same way, as cards and as a table', async ({ page }) => {
  await page.goto('/paiements?etat=rejete')
  const cards = page.getByRole('list', { name: 'Clients' }).getByRole('article')
  await expect(cards).toHaveCount(1)
  await expect(cards).toContainText('1 versement retenu (rejeté)')
  await page.getByText('Tableau', { exact: true }).click()
  await expect(lines(page)).toHaveCount(1)
  await expect(lines(page)).toContainText('1 versement retenu (rejeté)')
  await page.getByText('Cartes', { exact: true }).click()
  await choose(panel(page), 'État', 'Comptés')
  await expect(cards).toContainText('dont 3 versements retenus')
})

// spec: RE-05, RF-03
test('every payment of this month, what it comes to, and what can be done with each', async ({ page }) => {
  await openVersements(page)
  await expect(page.getByRole('columnheader')).toHaveText([
    'Date',
    'Client',
    'Bien',
    'Mode',
    'Montant',
    'État',
    'Actions',
  ])
  await expect(lines(page)).toHaveCount(3)
  expect(plain(await sum(page).textContent())).toBe(
    '2 versements, 3 000 000,00 DArejetés, non comptés : 750 000,00 DA',
  )
  // The month stands in sight while its fields are folded: the sum is never taken for that of all months.
  await expect(page.getByRole('list', { name: 'Filtres en place' }).getByRole('button')).toHaveText([
    new RegExp(`^${NOM_DU_MOIS}`, 'i'),
  ])
  const cheque = lines(page).filter({ hasText: recu })
  await expect(cheque).toContainText('0012345 · BNA')
  await cheque.getByRole('button', { name: `Détails du paiement ${recu}` }).click()
  await expect(dialog(page)).toContainText('Ali Benali')
  await page.keyboard.press('Escape')
  const paper = page.waitForEvent('download')
  await cheque.getByRole('button', { name: `Imprimer le reçu ${recu}` }).click()
  expect((await paper).suggestedFilename()).toMatch(/^paiement_\d+\.pdf$/)
  for (const [name, file] of [
    ['Excel', 'paiements.xlsx'],
    ['PDF', 'paiements.pdf'],
  ] as const) {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name, exact: true }).click()
    expect((await download).suggestedFilename()).toBe(file)
  }
  await panel(page).getByRole('textbox', { name: 'Du' }).fill('01/01/2020')
  await page.keyboard.press('Tab')
  await expect(lines(page)).toHaveCount(4)
  await page.getByPlaceholder('Client, bien, reçu ou référence...').fill('0099999')
  await expect(lines(page)).toHaveCount(1)
  await expect(lines(page)).toContainText('Rejeté')
  await page.getByRole('button', { name: 'Réinitialiser' }).click()
  await expect(lines(page)).toHaveCount(3)
  await cheque.getByRole('button', { name: `Autres actions : reçu ${recu}`, exact: true }).click()
  await page.getByRole('menuitem', { name: /^Ouvrir les paiements du bien/ }).click()
  await expect(page).toHaveURL(new RegExp(`/paiements/${lot}`))
})

test('nothing for these filters, and a failure, are told', async ({ page }) => {
  await openVersements(page, '?mode=autre')
  await expect(page.getByText('Aucun versement pour ces critères.')).toBeVisible()
  await expect(page.getByText('Changez la période ou les filtres.')).toBeVisible()
  await page.route(`${CALLS}/api/paiements?**`, (route) => route.fulfill({ status: 500, body: '{}' }))
  await choose(panel(page), 'Mode', 'Chèque')
  await expect(page.getByRole('alert')).toContainText('Erreur lors du chargement des versements.')
})

test('Ctrl+K finds a payment by the number of its cheque, and leads to it', async ({ page }) => {
  await openScreen(page, '/clients', 'Gestion des Clients')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /^Client, téléphone, lot/ }).fill('0012345')
  const found = dialog(page).getByRole('option')
  await expect(found).toHaveCount(1)
  expect(plain(await found.textContent())).toContain(`Reçu ${recu}Chèque BNA 0012345, 1 000 000,00 DA`)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Reçu ${recu}`)).toBeVisible()
})

// spec: EN-36
test('anyone can use the filters and the list of payments, in the dark and in the light', async ({
  page,
}) => {
  for (const address of [
    '/paiements?vue=versements',
    '/paiements?mode=cheque',
    '/recap?etat=rejete',
    '/paiements?vue=versements&mode=autre',
  ]) {
    await moveTo(page, address)
    await expect(panel(page).getByLabel('Mode')).toBeVisible()
    await atRest(page)
    await expectReadable(page)
  }
})

// spec: EN-36
test('the largest amount with the state of its cheque stays in its row on a phone', async ({ page }) => {
  const api = await signIn(page)
  const client = await createClient(api, 'Société Civile Immobilière des Copropriétaires Réunis')
  const bien = await sellAppartement(api, lieu, client, 'G-1', 99_999_999_999.99)
  const cheque = { mode: 'cheque', banque: 'BNA', reference: '7654321' }
  await pay(api, client, bien, 88_888_888_888.88, cheque)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/paiements?vue=versements&recherche=7654321')
  const row = page.getByRole('list', { name: 'Versements' }).getByRole('listitem')
  await expect(row).toContainText('À remettre')
  await row.getByRole('button').press('Enter')
  await expect(row).toContainText('7654321 · BNA')
  await expect(row.getByRole('button', { name: /^Imprimer le reçu .* en arabe$/ })).toBeVisible()
  const outside = await row.evaluate((box) => {
    const { right } = box.getBoundingClientRect()
    return [...box.querySelectorAll('*')].filter((part) => part.getBoundingClientRect().right > right).length
  })
  expect(outside).toBe(0)
})

// spec: EN-36
test('forty hostile texts are shown as typed and stay text in the workbook; 360 px and 200 % hold them', async ({
  page,
}) => {
  const api = await signIn(page)
  const client = await createClient(api, 'Hostile')
  const bien = await sellAppartement(api, lieu, client, 'H-1', 90_000_000)
  const texts = [...XSS, ...FORMULA_TEXTS].map((text) => text.slice(0, 100).trim()).slice(0, 40)
  for (const text of texts)
    await pay(api, client, bien, 1000, { mode: 'virement', banque: text, reference: text })
  const ran: string[] = []
  page.on('dialog', (alert) => {
    ran.push(alert.message())
    void alert.dismiss()
  })
  await page.goto('/paiements?vue=versements&recherche=Hostile')
  await expect(lines(page)).toHaveCount(20)
  const shown = (await lines(page).allTextContents()).map(plain)
  for (const text of texts.slice(20).map(plain)) {
    const seen = shown.some((line) => line.includes(`${text} · ${text}`))
    expect([text, seen]).toEqual([text, true])
  }
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Excel' }).click()
  const [sheet] = (await readXlsx(await readFile(await (await file).path()))).sheets
  const cells = (sheet?.rows ?? []).slice(1, 41).map((row) => [row[6], row[7]])
  expect(cells).toEqual(texts.toReversed().map((text) => [text, text]))
  for (const size of [
    { width: 360, height: 740 },
    { width: 640, height: 450 },
  ]) {
    await page.setViewportSize(size)
    for (const address of [
      '/paiements?vue=versements&recherche=Hostile',
      '/recap?mode=virement',
      '/paiements?mode=virement',
    ]) {
      await page.goto(address)
      await expect(unfold(page).last()).toBeVisible()
      await atRest(page)
      const [wide, sight] = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.documentElement.clientWidth,
      ])
      expect([address, size.width, wide]).toEqual([address, size.width, sight])
    }
  }
  expect(ran).toEqual([])
})

// spec: EC-24
test('a payment bears the name of its holder of that day, which opens his own file', async ({ page }) => {
  const api = await signIn(page)
  const ancien = await createClient(api, 'Sofiane Kaci')
  const nouveau = await createClient(api, 'Lila Hamdi')
  const bien = await sellAppartement(api, lieu, ancien, 'C-1', 5_000_000)
  const cheque = { mode: 'cheque', banque: 'BNA', reference: '0055501' }
  const id = await pay(api, ancien, bien, 400_000, cheque)
  const { vente_id } = (await api.get(`/api/paiements/${id}`)) as { vente_id: number }
  await api.post(`/api/ventes/${vente_id}/transfert-client`, {
    client_id: nouveau,
    motif: 'Cède à sa sœur',
  })
  const sien = new RegExp(`/clients/${ancien}$`)
  await openVersements(page)
  await page.getByPlaceholder('Client, bien, reçu ou référence...').fill('0055501')
  await expect(lines(page)).toHaveCount(1)
  await expect(lines(page).getByRole('link', { name: 'Appartement C-1' })).toHaveAttribute(
    'href',
    `/ventes/${vente_id}`,
  )
  await lines(page).getByRole('link', { name: 'Sofiane Kaci' }).press('Enter')
  await expect(page).toHaveURL(sien)
  await page.goBack()
  await page.setViewportSize({ width: 390, height: 844 })
  const row = page.getByRole('list', { name: 'Versements' }).getByRole('listitem')
  await row.getByRole('button', { name: /^Sofiane Kaci/ }).press('Enter')
  await expect(row.getByRole('link', { name: 'Sofiane Kaci' }).first()).toHaveAttribute('href', sien)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/cheques')
  await lines(page).getByRole('link', { name: 'Sofiane Kaci' }).click()
  await expect(page).toHaveURL(sien)
})
