import { readFile } from 'node:fs/promises'
import { expect, expectAccessible, preferDark, PDF, signIn, test, withServer, type Page } from './diyar.ts'
import { createClient, createLieu, pay, sellAppartement, sellLocal, sellPlace } from './portefeuille.ts'
import { CALLS, freeze, plain } from './screen.ts'

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
  // spec: RCP-16, RCP-18
  await expect(page.getByText('Aucune donnée disponible')).toBeVisible()
  await expect(
    page.getByText('Veuillez vérifier vos critères de recherche ou réessayer plus tard.'),
  ).toBeVisible()
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

// spec: RCP-01, RCP-02, RCP-08, RCP-09, RCP-11, RCP-12, RCP-13, RCP-14, RCP-15, RCP-22, RCP-23, RCP-24, RCP-25, LIM-13
test('nine columns, bars in their colours, totals over all pages', async ({ page }) => {
  const asked = page.waitForRequest((request) => request.url().includes('/api/recap-paiements'))
  await open(page)
  expect(new URL((await asked).url()).searchParams.get('per_page')).toBe('6')
  await expect(page.getByPlaceholder('Client, N° Lot, ou Place de parking...')).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText([
    'N° Lot',
    'Acquéreur',
    'Résidence',
    'Code',
    'Surface (m²)',
    'Montant',
    'Règlement',
    'Reste à payer',
    'Progression',
  ])
  await expect(rows(page)).toHaveCount(9)
  const cells = (await rows(page).first().getByRole('cell').allTextContents()).map(plain)
  expect([await rows(page).first().getByRole('rowheader').textContent(), ...cells.slice(0, 6)]).toEqual([
    'A-1',
    'Ali Benali',
    'Les Jardins',
    'Bloc B',
    '92,7',
    '1 000,00 DA',
    '900,00 DA',
  ])
  expect(cells[6]).toContain('100,00 DA')
  expect(cells[7]).toContain('90 %')
  const colours = await page
    .getByRole('progressbar')
    .evaluateAll((bars) => bars.slice(0, 4).map((bar) => bar.parentElement?.getAttribute('data-tone')))
  expect(colours).toEqual(['green', 'blue', 'yellow', 'red'])
  const totals = async () =>
    plain(
      await page
        .getByRole('contentinfo', { name: 'Totaux de toutes les pages' })
        .or(page.locator('footer[aria-label]'))
        .first()
        .textContent(),
    )
  const expected = 'Nombre de biens11Montant global4 003,50 DATotal payé1 890,00 DATotal restant2 113,50 DA'
  expect(await totals()).toBe(expected)
  await expect(page.getByText('Page 1 / 2')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Page précédente' })).toBeDisabled()
  await page.getByRole('button', { name: 'Page suivante' }).click()
  await expect(page.getByText('Page 2 / 2')).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
  expect(await totals()).toBe(expected)
  await page.getByRole('button', { name: 'Page précédente' }).click()
  await expect(page.getByText('Page 1 / 2')).toBeVisible()
  await expect(rows(page)).toHaveCount(9)
})

// spec: RCP-03, RCP-04, RCP-16, RCP-17, RCP-32, LIM-16
test('the search waits 500 ms; the residence limits; both stand in the address and are reset', async ({
  page,
}) => {
  await page.clock.install()
  await open(page)
  await expect(rows(page)).toHaveCount(9)
  const asked: string[] = []
  page.on(
    'request',
    (request) => request.url().includes('/api/recap-paiements') && asked.push(new URL(request.url()).search),
  )
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByPlaceholder('Client, N° Lot, ou Place de parking...').fill('l-7')
  const busy = page.getByRole('status', { name: 'Recherche en cours' })
  await expect(busy).toBeVisible()
  await page.clock.runFor(499)
  await expect(busy).toBeVisible()
  expect(asked).toEqual([])
  await page.clock.runFor(1)
  await expect(busy).toHaveCount(0)
  await page.clock.resume()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('L-7')
  await page.getByRole('button', { name: 'Réinitialiser' }).click()
  await expect(rows(page)).toHaveCount(9)
  await page.getByRole('combobox', { name: 'Résidence' }).click()
  await expect(page.getByRole('option')).toHaveText(['Toutes les résidences', 'El Bahia', 'Les Jardins'])
  await page.getByRole('option', { name: 'Les Jardins' }).click()
  await expect(rows(page)).toHaveCount(4)
  expect(asked.at(-1)).toContain(`residence=${jardins}`)
  await page.reload()
  await expect(rows(page)).toHaveCount(4)
  await page.getByPlaceholder('Client, N° Lot, ou Place de parking...').fill('zzz')
  await expect(page.getByText('Aucune donnée disponible')).toBeVisible()
  await expect(page.getByText('Aucun résultat trouvé pour ces critères.')).toBeVisible()
  await page.getByRole('button', { name: 'Réinitialiser' }).click()
  await expect(rows(page)).toHaveCount(9)
  await expect(page.getByPlaceholder('Client, N° Lot, ou Place de parking...')).toHaveValue('')
  await expect(page.getByRole('combobox', { name: 'Résidence' })).toHaveValue('Toutes les résidences')
  // A document made before the search is applied is the one that was asked for.
  await freeze(page)
  await page.getByPlaceholder('Client, N° Lot, ou Place de parking...').fill('l-7')
  const [request] = await Promise.all([
    page.waitForRequest(/recap-paiements\/export/),
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Excel' }).click(),
  ])
  expect(filtersOf(request.url())).toEqual([null, 'l-7'])
})

// spec: RCP-05, RCP-06, RCP-27, RCP-28, RCP-30, ERR-69, ERR-70
test(
  'Excel and PDF are saved under their names with the filters of the screen; failures say so',
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
    await page.route(`${CALLS}/api/recap-paiements/export*`, (route) =>
      route.fulfill({ status: 500, json: {} }),
    )
    await page.getByRole('button', { name: 'Excel' }).click()
    await expect(
      page.getByText("Erreur lors de l'exportation du fichier Excel. Veuillez réessayer."),
    ).toBeVisible()
    await page.getByRole('button', { name: 'PDF', exact: true }).click()
    await expect(
      page.getByText("Erreur lors de l'exportation du fichier PDF. Veuillez réessayer."),
    ).toBeVisible()
    await page.unrouteAll()
    await page.route(`${CALLS}/api/recap-paiements/export*`, (route) =>
      route.fulfill({ status: 422, json: { message: 'Ce document est trop long.' } }),
    )
    for (const name of ['Excel', 'PDF']) {
      await page.reload()
      await page.getByRole('button', { name, exact: true }).click()
      await expect(page.getByText('Ce document est trop long.')).toBeVisible()
    }
  },
)

test('an export that takes long says so and can be given up', async ({ page }) => {
  await open(page)
  await page.route(`${CALLS}/api/recap-paiements/export*`, () => {})
  await page.getByRole('button', { name: 'Excel' }).press('Enter')
  await expect(page.getByRole('progressbar', { name: 'Préparation du fichier Excel…' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Excel' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Excel' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'PDF', exact: true })).toBeDisabled()
  const failed = page.waitForEvent('requestfailed')
  await page.getByRole('button', { name: 'Annuler' }).click()
  await failed
  await expect(page.getByRole('button', { name: 'PDF', exact: true })).toBeEnabled()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

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

// spec: ERR-67, ERR-68, RCP-22..RCP-25
test('an answer that is no list, or no answer, is said; totals that miss are summed from the rows, each in its band', async ({
  page,
}) => {
  const answer = (response: { status?: number; json: unknown }) =>
    page.route(`${CALLS}/api/recap-paiements?*`, (route) => route.fulfill(response))
  await answer({ json: { data: {} } })
  await open(page)
  await expect(
    page.getByText("La réponse de l'API ne contient pas un tableau de données valide."),
  ).toBeVisible()
  await answer({ status: 500, json: {} })
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(page.getByText('Erreur lors du chargement des données. Veuillez réessayer.')).toBeVisible()
  const bien = {
    id: 1,
    type: 'local',
    nlot: 'L-1',
    residence: 'R',
    code: 'C',
    surface: null,
    montant: 0.3,
    reglement: 0.1,
    resteAPayer: 0.2,
    pourcentagePaiement: 89.99,
  }
  await answer({
    json: {
      data: [
        {
          id: 1,
          client: { id: 1, nomComplet: 'Ali', tel: '', email: '' },
          biens: [
            bien,
            { ...bien, id: 2, pourcentagePaiement: 49.99 },
            { ...bien, id: 3, pourcentagePaiement: 24.99 },
          ],
        },
      ],
      current_page: 1,
      last_page: 1,
    },
  })
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(page.getByText('Total restant')).toBeVisible()
  expect(plain(await page.locator('footer[aria-label]').textContent())).toBe(
    'Nombre de biens3Montant global0,90 DATotal payé0,30 DATotal restant0,60 DA',
  )
  const tones = page.locator('tbody [data-tone]')
  expect(await tones.evaluateAll((bars) => bars.map((bar) => bar.getAttribute('data-tone')))).toEqual([
    'blue',
    'yellow',
    'red',
  ])
})

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
