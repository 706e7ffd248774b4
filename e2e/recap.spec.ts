import { readFile } from 'node:fs/promises'
import { expect, expectAccessible, preferDark, PDF, signIn, test, withServer, type Page } from './diyar.ts'
import { createClient, createLieu, pay, sellAppartement, sellLocal, sellPlace } from './portefeuille.ts'
import { CALLS } from './screen.ts'

withServer()

const rows = (page: Page) => page.locator('main tbody').getByRole('row')
const filtersOf = (url: string) => ['residence', 'search'].map((key) => new URL(url).searchParams.get(key))
let jardins: number

async function open(page: Page, query = ''): Promise<void> {
  await signIn(page)
  await page.goto(`/recap${query}`)
  await expect(page.getByRole('heading', { name: 'Récapitulatif des paiements' })).toBeVisible()
}

/** Ali has four biens in one residence, paid 90, 50, 25 and 24 percent; seven neighbours have a place each elsewhere. */
test.beforeEach(async ({ page }) => {
  if (jardins) return
  await open(page)
  const api = await signIn(page)
  const lieu = await createLieu(api, 'Les Jardins')
  const ali = await createClient(api, 'Ali Benali')
  await pay(api, ali, { appartement_id: await sellAppartement(api, lieu, ali, 'A-1', 1000) }, 900)
  await pay(api, ali, { appartement_id: await sellAppartement(api, lieu, ali, 'A-2', 1000) }, 500)
  await pay(api, ali, { local_id: await sellLocal(api, lieu, ali, 'L-7', 1000) }, 250)
  await pay(api, ali, { place_parking_id: await sellPlace(api, lieu, ali, 41, 1000) }, 240)
  const ailleurs = await createLieu(api, 'El Bahia')
  for (let n = 1; n <= 7; n++)
    await sellPlace(api, ailleurs, await createClient(api, `Voisin ${n}`), 70 + n, 0.5)
  jardins = lieu.residence
})

// spec: RCP-05, RCP-06, RCP-27, RCP-28
test(
  'Excel and PDF are saved under their names with the filters of the screen',
  { tag: ['@recap', '@jour'] },
  async ({ page }) => {
    await open(page, `?residence=${jardins}&recherche=a-2`)
    await expect(rows(page)).toHaveCount(1)
    for (const [button, name, begins] of [
      ['Excel', 'recap-paiements.xlsx', 'PK'],
      ['PDF', 'recap-paiements.pdf', '%PDF-'],
    ] as const) {
      const [download, request] = await Promise.all([
        page.waitForEvent('download'),
        page.waitForRequest(/recap-paiements\/export/),
        page.getByRole('button', { name: button, exact: true }).click(),
      ])
      expect(filtersOf(request.url())).toEqual([String(jardins), 'a-2'])
      expect(download.suggestedFilename()).toBe(name)
      expect((await readFile(await download.path())).toString('latin1', 0, begins.length)).toBe(begins)
      await expect(page.getByRole('button', { name: 'Excel' })).toBeEnabled()
    }
  },
)

// spec: RCP-07, RCP-19, RCP-29, RCP-30, RCP-31, ERR-71
test(
  'Imprimer shows the PDF in a new window and asks to print it; a blocked window is said',
  { tag: PDF },
  async ({ page, context }) => {
    await context.addInitScript(() => {
      window.print = () => window.opener?.document.body.setAttribute('data-printed', window.location.protocol)
    })
    await open(page, `?residence=${jardins}&recherche=a-2`)
    await expect(rows(page)).toHaveCount(1)
    const [popup, request] = await Promise.all([
      page.waitForEvent('popup'),
      page.waitForRequest(/recap-paiements\/print-pdf/),
      page.getByRole('button', { name: 'Imprimer' }).click(),
    ])
    expect(filtersOf(request.url())).toEqual([String(jardins), 'a-2'])
    await expect(page.locator('body')).toHaveAttribute('data-printed', 'blob:')
    expect(popup.url()).toMatch(/^blob:/)
    await popup.close()

    const generic = "Erreur lors de l'impression du fichier PDF. Veuillez réessayer."
    for (const [answer, sentence] of [
      [{ status: 422, json: { message: 'Ce document est trop long.' } }, 'Ce document est trop long.'],
      [{ status: 500, json: {} }, generic],
    ] as const) {
      await page.route(`${CALLS}/api/recap-paiements/print-pdf*`, (route) => route.fulfill(answer))
      const [failing] = await Promise.all([
        page.waitForEvent('popup'),
        page.getByRole('button', { name: 'Imprimer' }).click(),
      ])
      await expect(page.getByText(sentence)).toBeVisible()
      await expect.poll(() => failing.isClosed()).toBe(true)
    }

    await page.evaluate(() => (window.open = () => null))
    await page.getByRole('button', { name: 'Imprimer' }).click()
    await expect(page.getByText("Veuillez autoriser les pop-ups pour permettre l'impression.")).toBeVisible()
  },
)

// spec: RCP-10
test('on a phone cards say what the rows say; accessible in the dark and in the light', async ({ page }) => {
  for (const dark of [true, false]) {
    await preferDark(page, dark)
    await open(page)
    await expect(rows(page)).toHaveCount(9)
    await expectAccessible(page)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('table')).toHaveCount(0)
  const card = page.getByRole('article', { name: 'Appartement A-1' })
  for (const said of [
    'Ali Benali',
    'Résidence : Les Jardins',
    'Code : Bloc B',
    'Montant : 1 000,00 DA',
    'Règlement : 900,00 DA',
    'Reste à payer : 100,00 DA',
    '90 %',
  ])
    await expect(card).toContainText(said)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectAccessible(page)
})
