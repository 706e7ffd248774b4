import {
  expect,
  expectAccessible,
  preferDark,
  signIn,
  test,
  withServer,
  type Api,
  type Page,
} from './diyar.ts'
import { createClient, createLieu, pay, sellAppartement, sellLocal, sellPlace } from './portefeuille.ts'
import { CALLS, dialog, plain } from './screen.ts'

withServer()

const panel = (page: Page) => page.getByRole('region', { name: 'Détails du bien' })
const rows = (page: Page) => page.locator('main tbody').getByRole('row')

let ali: number
const bien = { appartement: 0, place: 0, local: 0, vide: 0 }

/** Ali owns a bien of each kind; his appartement has seven payments, one per month. */
test.beforeEach(async ({ page }) => {
  const api = await signIn(page)
  if (ali) return
  const lieu = await createLieu(api, 'Les Jardins')
  ali = await createClient(api, 'Ali Benali')
  bien.appartement = await sellAppartement(api, lieu, ali, 'A-12', 1000)
  bien.place = await sellPlace(api, lieu, ali, 41, 500)
  bien.local = await sellLocal(api, lieu, ali, 'L-7', 800)
  bien.vide = await sellAppartement(api, lieu, ali, 'A-13', 900)
  for (let month = 1; month <= 7; month++)
    await pay(api, ali, { appartement_id: bien.appartement }, 100, `2026-0${month}-01`)
  await pay(api, ali, { place_parking_id: bien.place }, 125)
  await pay(api, ali, { local_id: bien.local }, 10)
})

async function open(page: Page, path: string): Promise<Api> {
  const api = await signIn(page)
  await page.goto(`/clients/${ali}/paiements/${path}`)
  return api
}

// spec: DET-01, DET-02, DET-03, DET-04, DET-05, DET-12, DET-13, DET-14, DET-17, DET-23
test('an appartement: its panel, its payments six a page, the same after a reload', async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.url().split('/backend/public')[1] ?? ''))
  await open(page, String(bien.appartement))
  await expect(page.getByRole('heading', { name: 'Appartement A-12' })).toBeVisible()
  for (const said of [
    'A-12',
    'F3',
    /80,5\sm²/,
    /12,2\sm²/,
    /92,7\sm²/,
    /1\s000,00\sDA/,
    '2e étage',
    'Bloc B',
    'Les Jardins',
    /300,00\sDA/,
  ])
    await expect(panel(page)).toContainText(said)
  await expect(panel(page).getByRole('progressbar')).toHaveAttribute('aria-valuenow', '70')
  expect(calls).toContain(`/api/appartements/${bien.appartement}`)
  expect(calls).toContain(`/api/paiements/appartement/${bien.appartement}?page=1&per_page=6&rejetes=1`)
  await expect(page.getByRole('columnheader')).toHaveText([
    'Date',
    'Versement',
    'Détails',
    'Client',
    'Actions',
  ])
  await expect(rows(page)).toHaveCount(6)
  await expect(rows(page).first()).toContainText('1er juillet 2026')
  await expect(rows(page).first()).toContainText(/100,00\sDA/)
  await expect(rows(page).first()).toContainText('Ali Benali')
  await page.getByRole('button', { name: 'Page suivante' }).click()
  await expect(page.getByText('Page 2 / 2')).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await page.reload()
  await expect(page.getByText('Page 2 / 2')).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
})

// spec: DET-01, DET-15, DET-16, DET-23, SHELL-29, SHELL-30
test('a place and a local have their own panels, at each spelling of their address', async ({ page }) => {
  for (const path of [`0/${bien.place}`, `-/${bien.place}`, `null/${bien.place}/null`]) {
    await open(page, path)
    await expect(page.getByRole('heading', { name: 'Place 41' })).toBeVisible()
    await expect(page).toHaveTitle('Diyar - Paiements du client')
    for (const said of ['41', 'Non spécifiée', /500,00\sDA/, 'Parking Nord'])
      await expect(panel(page)).toContainText(said)
  }
  const api = await signIn(page)
  await api.put(`/api/places-parking/${bien.place}`, {
    numero_place: 41,
    type_place: 'Box',
    montant: 500,
    superficie: 12.5,
  })
  await page.reload()
  await expect(panel(page)).toContainText(/12,5\sm²/)
  await open(page, `0/0/${bien.local}`)
  await expect(page.getByRole('heading', { name: 'Local L-7' })).toBeVisible()
  for (const said of [
    'Numéro : L-7',
    'Surface (m²) : 45',
    'Description : Aucune description',
    'Montant : 800,00 DA',
    'Résidence : Les Jardins',
    'Bloc : Bloc B',
    'Client : Ali Benali',
    'État : Vendu',
  ])
    await expect(panel(page)).toContainText(said)
})

// spec: DET-10, DET-28
test('no bien, or several: said plainly, also when printing', async ({ page }) => {
  for (const path of ['', '0/0/0', '12/5']) {
    await open(page, path)
    await expect(page.getByText('Erreur : Aucun bien spécifié.')).toBeVisible()
  }
  await page.getByRole('button', { name: 'Imprimer tous les paiements' }).click()
  await expect(page.getByText("Aucun bien spécifié pour l'impression.")).toBeVisible()
})

// spec: DET-11
test('a bien without payments, an unknown bien', async ({ page }) => {
  await open(page, String(bien.vide))
  await expect(page.getByText('Aucun paiement trouvé pour ce bien.')).toBeVisible()
  await page.route(`${CALLS}/api/appartements/999999`, (route) => route.fulfill({ status: 404, json: {} }))
  await open(page, '999999')
  await expect(page.getByText('Erreur lors du chargement des données.')).toBeVisible()
})

// spec: DET-06, DET-29, PAY-46
test('a payment is corrected: same form, its old amount given back, other tabs noticed', async ({ page }) => {
  const api = await open(page, `0/${bien.place}`)
  await rows(page)
    .getByRole('button', { name: /^Modifier le paiement/ })
    .click()
  await expect(dialog(page)).toHaveAccessibleName('Modifier le paiement')
  await expect(dialog(page).getByRole('combobox', { name: 'Client' })).toHaveValue(/^Ali Benali · /)
  await expect(dialog(page).getByRole('combobox', { name: 'Place de parking' })).toHaveValue(/41/)
  await expect(dialog(page).getByRole('combobox', { name: 'Local' })).toBeDisabled()
  const reste = dialog(page).getByLabel('Reste à payer')
  await expect.poll(async () => plain(await reste.inputValue())).toBe('375,00 DA')
  await dialog(page).getByLabel('Montant').fill('500')
  await expect.poll(async () => plain(await reste.inputValue())).toBe('0,00 DA')
  await dialog(page).getByLabel('Détails').fill('Virement BNA')
  const [paiement] = (await api.get(`/api/paiements/place-parking/${bien.place}`)) as [
    { id: number; client_id: number; place_parking_id: number; date_paiement: string; versement: number },
  ]
  await api.put(`/api/paiements/${paiement.id}`, { ...paiement, versement: 130 })
  await dialog(page).getByRole('button', { name: 'Mettre à jour' }).click()
  await expect(dialog(page).getByText('Cette fiche a été modifiée entre-temps. Rechargez-la.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Recharger' }).click()
  await expect(dialog(page).getByRole('button', { name: 'Recharger' })).toHaveCount(0)
  await expect(dialog(page).getByLabel('Détails')).toHaveValue('Virement BNA')
  await dialog(page).getByRole('button', { name: 'Mettre à jour' }).click()
  await expect(page.getByText('Paiement modifié avec succès !')).toBeVisible()
  await expect(rows(page)).toContainText(/500,00\sDA/)
  await expect(rows(page)).toContainText('Virement BNA')
  await expect(panel(page)).toContainText('100 %')
})

test('each payment shows the number of its receipt under its day, in the five columns, on a phone too', async ({
  page,
}) => {
  const api = await open(page, String(bien.appartement))
  const all = (await api.get(`/api/paiements/appartement/${bien.appartement}`)) as { recu: string }[]
  const day = rows(page).first().getByRole('cell').first()
  await expect(day).toHaveText(`1er juillet 2026Reçu ${all[0]?.recu}`)
  await expect(rows(page).first().getByRole('cell')).toHaveCount(5)
  const under = day.getByText(`Reçu ${all[0]?.recu}`, { exact: true })
  for (const size of [
    { width: 1366, height: 768 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    const [date, recu] = await Promise.all([day.boundingBox(), under.boundingBox()])
    expect((recu?.x ?? 0) + (recu?.width ?? 0)).toBeLessThanOrEqual((date?.x ?? 0) + (date?.width ?? 0))
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width)
  }
  await expectAccessible(page)
})

// spec: DET-07, DET-08, PAY-47
test('a payment is read, then deleted after a question that says it is definitive', async ({ page }) => {
  await open(page, `0/0/${bien.local}`)
  await rows(page)
    .getByRole('button', { name: /^Détails du paiement/ })
    .click()
  for (const said of [
    'Date : 1er mars 2026',
    'Versement : 10,00 DA',
    'Solde : 790,00 DA',
    'Client : Ali Benali',
    'Bien : Local L-7',
  ])
    await expect(dialog(page)).toContainText(said)
  await page.keyboard.press('Escape')
  await rows(page)
    .getByRole('button', { name: /^Supprimer le paiement/ })
    .click()
  await expect(dialog(page)).toContainText('Cette action est définitive.')
  await expect(dialog(page)).toContainText(/Le numéro de reçu \d{4}-\d{6} ne resservira pas\./)
  await page.route(`${CALLS}/api/paiements/*`, async (route) => {
    // spec: PAY-59
    await expect(dialog(page).getByRole('button', { name: 'Suppression...' })).toBeDisabled()
    await route.fulfill({ status: 500, json: {} })
  })
  await dialog(page).getByRole('button', { name: 'Supprimer' }).click()
  // spec: ERR-82
  await expect(page.getByText('Erreur lors de la suppression.')).toBeVisible()
  await page.unrouteAll()
  await dialog(page).getByRole('button', { name: 'Supprimer' }).click()
  await expect(page.getByText('Paiement supprimé avec succès !')).toBeVisible()
  await expect(page.getByText('Aucun paiement trouvé pour ce bien.')).toBeVisible()
})

// spec: DET-21, DET-22
test('the list may be a plain array, or say its last page in meta', async ({ page }) => {
  const api = await signIn(page)
  const all = (await api.get(`/api/paiements/appartement/${bien.appartement}`)) as object[]
  const answer = (json: unknown) =>
    page.route(`${CALLS}/api/paiements/appartement/${bien.appartement}?*`, (route) => route.fulfill({ json }))
  await answer(all)
  await open(page, String(bien.appartement))
  await expect(rows(page)).toHaveCount(7)
  await answer({ data: all.slice(0, 2), meta: { last_page: 4 } })
  await page.reload()
  await expect(rows(page)).toHaveCount(2)
  await expect(page.getByText('Page 1 / 4')).toBeVisible()
})

// spec: DET-09, DET-26, DET-27
test('prints are saved under their names', async ({ page }) => {
  for (const [path, name] of [
    [String(bien.appartement), `paiements_appartement_${bien.appartement}.pdf`],
    [`0/${bien.place}`, `paiements_place-parking_${bien.place}.pdf`],
    [`0/0/${bien.local}`, `paiements_local_${bien.local}.pdf`],
  ] as const) {
    await open(page, path)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Imprimer tous les paiements' }).click()
    expect((await download).suggestedFilename()).toBe(name)
  }
  const api = await open(page, String(bien.appartement))
  const [newest] = (await api.get(`/api/paiements/appartement/${bien.appartement}`)) as { id: number }[]
  const download = page.waitForEvent('download')
  await rows(page)
    .first()
    .getByRole('button', { name: /^Imprimer le reçu/ })
    .click()
  expect((await download).suggestedFilename()).toBe(`paiement_${newest?.id}.pdf`)
})

// spec: ERR-73, ERR-74, ERR-81, ERR-83, ERR-85, PAY-59
test('each failing call says its own sentence', async ({ page }) => {
  const fail = (path: string) =>
    page.route(`${CALLS}${path}`, (route) => route.fulfill({ status: 500, json: {} }))
  const say = (text: string) => expect(page.getByText(text)).toBeVisible()
  await fail(`/api/paiements/appartement/${bien.appartement}?*`)
  await fail(`/api/appartements/${bien.appartement}`)
  await open(page, String(bien.appartement))
  await say('Erreur lors de la récupération des paiements.')
  await say('Erreur lors du chargement des données.')
  await page.unrouteAll()
  await page.reload()
  await fail('/api/paiement/print-bien/**')
  await page.getByRole('button', { name: 'Imprimer tous les paiements' }).click()
  await say('Erreur lors de la génération du PDF pour tous les paiements.')
  await fail('/api/paiement/print-single/*')
  await rows(page)
    .first()
    .getByRole('button', { name: /^Imprimer le reçu/ })
    .click()
  await say('Erreur lors de la génération du PDF pour le paiement.')
  await rows(page)
    .first()
    .getByRole('button', { name: /^Modifier/ })
    .click()
  await expect
    .poll(async () => plain(await dialog(page).getByLabel('Reste à payer').inputValue()))
    .toBe('300,00 DA')
  await page.route(`${CALLS}/api/paiements/*`, async (route) => {
    await expect(dialog(page).getByRole('button', { name: 'Mise à jour...' })).toBeDisabled()
    await route.fulfill({ status: 500, json: {} })
  })
  await dialog(page).getByRole('button', { name: 'Mettre à jour' }).click()
  await say('Erreur lors de la mise à jour. Vérifiez les champs.')
})

test('"Pourquoi ce solde ?" opens the remainder into its lines; the add dialog knows the client and the bien', async ({
  page,
}) => {
  await open(page, String(bien.appartement))
  await panel(page)
    .getByRole('button', { name: /Pourquoi ce solde/ })
    .click()
  await expect(dialog(page).getByRole('row')).toHaveCount(10)
  const lines = (await dialog(page).getByRole('row').allTextContents()).map((line) => plain(line))
  expect(lines[1]).toMatch(/Prix\s*1 000,00$/)
  expect(lines[2]).toMatch(/01\/01\/2026 Reçu \d{4}-\d{6}− 100,00900,00$/)
  expect(lines[9]).toMatch(/Reste à payer− 700,00300,00$/)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Ajouter un paiement' }).click()
  await expect(dialog(page).getByRole('combobox', { name: 'Client' })).toHaveValue(/^Ali Benali · /)
  await expect(dialog(page).getByRole('combobox', { name: 'Appartement' })).toHaveValue(/A-12/)
})

test('of an ended sale only the details can be corrected, and the column says who paid', async ({ page }) => {
  const api = await signIn(page)
  await api.put(`/api/appartements/${bien.appartement}/retirer-client`)
  await open(page, String(bien.appartement))
  await expect(rows(page).first()).toContainText('Ancien client')
  await expect(page.getByRole('button', { name: /^Supprimer le paiement/ })).toHaveCount(0)
  await rows(page)
    .first()
    .getByRole('button', { name: /^Modifier/ })
    .click()
  for (const field of ['Date', 'Montant']) await expect(dialog(page).getByLabel(field)).toBeDisabled()
  await dialog(page).getByLabel('Détails').fill('Remboursé')
  await dialog(page).getByRole('button', { name: 'Mettre à jour' }).click()
  await expect(rows(page).first()).toContainText('Remboursé')
})

test('the screen is accessible, in the dark and in the light, and holds on a phone', async ({ page }) => {
  for (const dark of [true, false]) {
    await preferDark(page, dark)
    await open(page, `0/${bien.place}`)
    await expect(panel(page)).toBeVisible()
    await expect(rows(page)).toHaveCount(1)
    await expectAccessible(page)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
