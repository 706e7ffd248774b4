import { readFile } from 'node:fs/promises'
import { readXlsx } from 'hucre/xlsx'
import { aujourdhui } from '../shared/dates.ts'
import { FORMULA_TEXTS, XSS } from '../test/fuzz/hostile-texts.ts'
import { atRest, expect, signIn, test, withServer, type Api, type Page } from './diyar.ts'
import { createClient, createLieu, sellAppartement, type Lieu } from './portefeuille.ts'
import { plain } from './screen.ts'

withServer()

const MOIS = aujourdhui().slice(0, 7)
let lieu: Lieu
let lot = 0

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
  await pay(api, ali, lot, 1_000_000, cheque)
  await pay(api, ali, lot, 2_000_000, { mode: 'virement', banque: 'CPA', reference: '4471' })
  await pay(api, ali, lot, 500_000, { mode: 'virement', date_paiement: '2020-01-15' })
  const rejected = await pay(api, badis, autre, 750_000, { ...cheque, reference: '0099999', banque: 'BDL' })
  await api.post(`/api/cheques/${rejected}/rejeter`, { rejete_le: `${MOIS}-01`, motif: 'Opposition' })
})

const unfold = (page: Page) => page.getByRole('button', { name: /^Filtres/ })
const lines = (page: Page) => page.locator('main tbody').getByRole('row')

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
