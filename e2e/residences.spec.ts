import { expect, PDF, openScreen, test, withServer, type Page } from './diyar.ts'
import {
  alert,
  CALLS,
  card,
  dialog,
  expectGoneAfter,
  freeze,
  stepUntilVisible,
  untilItsTabClosed,
} from './screen.ts'

withServer()

const pdf = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n'),
})
const file = (page: Page) => dialog(page).locator('input[type=file]')

const open = (page: Page, address = '/residence') => openScreen(page, address, 'Nos Résidences')

// spec: SHELL-06, RES-01, RES-02, RES-17, RES-18, RES-19, RES-20, RES-41, RES-54, RES-55, RES-56, RES-11, RES-13, RES-26, RES-44, RES-45, RES-46
test('a residence is added, read, changed and deleted from the screen', async ({ page }) => {
  await page.route(`${CALLS}/api/residences?*`, (route) =>
    route.fulfill({ json: { data: [], current_page: 1, last_page: 1 } }),
  )
  await open(page)
  await expect(page.getByText('Aucune résidence disponible.')).toBeVisible()
  await page.unroute(`${CALLS}/api/residences?*`)
  const lists: string[] = []
  const forms: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes('/api/residences?')) lists.push(request.url())
    if (request.method() === 'POST')
      forms.push(
        `${new URL(request.url()).pathname} ${request.headers()['content-type']?.split(';')[0]} ${/_method"\s+PUT/.test(request.postData() ?? '')} ${/plan_pdf/.test(request.postData() ?? '')}`,
      )
  })
  await page.getByRole('button', { name: 'Ajouter une résidence' }).first().click()
  await expect(dialog(page)).toHaveAccessibleName('Ajouter une résidence')
  await dialog(page).getByLabel('Nom').fill('Résidence Ibn Sina')
  await dialog(page).getByLabel('Adresse').fill('3, rue de la Liberté, Oran')
  await dialog(page).getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(page.getByText('Résidence ajoutée avec succès !')).toBeVisible()
  const shown = card(page, 'Résidence Ibn Sina')
  await expect(shown).toContainText('3, rue de la Liberté, Oran')
  await expect(shown).toContainText('Disponible')
  expect(lists).toHaveLength(1)

  await shown.getByRole('button', { name: 'Détails' }).click()
  await expect(dialog(page)).toHaveAccessibleName('Détails de la résidence')
  await expect(dialog(page)).toContainText('3, rue de la Liberté, Oran')
  await page.keyboard.press('Escape')

  await shown.getByRole('button', { name: 'Modifier' }).click()
  await expect(dialog(page).getByLabel('Nom')).toHaveValue('Résidence Ibn Sina')
  await expect(dialog(page).getByLabel('Adresse')).toHaveValue('3, rue de la Liberté, Oran')
  await dialog(page).getByLabel('Adresse').fill('5, rue de la Liberté, Oran')
  await dialog(page).getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(page.getByText('Résidence modifiée avec succès !')).toBeVisible()
  await expect(shown).toContainText('5, rue de la Liberté, Oran')

  await shown.getByRole('button', { name: 'Supprimer' }).click()
  await expect(dialog(page)).toContainText(
    'Êtes-vous sûr de vouloir supprimer la résidence Résidence Ibn Sina ? Cette action est définitive.',
  )
  await expect(dialog(page)).toContainText("Elle est vide : rien d'autre ne sera supprimé.")
  await dialog(page).getByRole('button', { name: 'Supprimer' }).click()
  await expect(page.getByText('Résidence supprimée avec succès !')).toBeVisible()
  await expect(shown).toHaveCount(0)
  expect(lists).toHaveLength(3)
  expect(forms[0]).toBe('/backend/public/api/residences multipart/form-data false false')
  expect(forms[1]).toMatch(/^\/backend\/public\/api\/residences\/\d+ multipart\/form-data true false$/)
})

// spec: RES-36, RES-37, RES-38, RES-39
test('name and address are asked for, a file that is no PDF is refused, and nothing is sent', async ({
  page,
}) => {
  await open(page)
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await page.getByRole('button', { name: 'Ajouter une résidence' }).first().click()
  await dialog(page).getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(dialog(page).getByText('Le nom est obligatoire.')).toBeVisible()
  await expect(dialog(page).getByText("L'adresse est obligatoire.")).toBeVisible()
  await expect(dialog(page).getByLabel('Nom')).toBeFocused()
  expect(await file(page).getAttribute('accept')).toContain('application/pdf')
  await file(page).setInputFiles({ name: 'plan.png', mimeType: 'image/png', buffer: Buffer.from('PNG') })
  await expect(dialog(page).getByText('Le fichier doit être un PDF.')).toBeVisible()
  expect(sent).toEqual([])
})

// spec: RES-40, ERR-18, ERR-19
test('a name already taken, or a failing server, says so and keeps what was typed', async ({ page }) => {
  const api = await open(page)
  await api.create('/api/residences', { nom: 'Déjà prise', adresse: 'Sétif' })
  await page.reload()
  await page.getByRole('button', { name: 'Ajouter une résidence' }).first().click()
  await dialog(page).getByLabel('Nom').fill('DÉJÀ PRISE')
  await dialog(page).getByLabel('Adresse').fill('Béjaïa')
  await dialog(page).getByRole('button', { name: 'Enregistrer', exact: true }).click()
  const creating = 'Erreur lors de la création. Vérifiez que le nom est unique.'
  await expect(alert(page)).toContainText(creating)
  await expect(dialog(page).getByLabel('Adresse')).toHaveValue('Béjaïa')
  await page.route(/\/api\/residences(\/\d+)?$/, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
  )
  await dialog(page).getByLabel('Nom').fill('Autre')
  await dialog(page).getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(alert(page)).toContainText(creating)
  await dialog(page).getByRole('button', { name: 'Annuler' }).click()
  await card(page, 'Déjà prise').getByRole('button', { name: 'Modifier' }).click()
  await dialog(page).getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(alert(page)).toContainText('Erreur lors de la mise à jour. Vérifiez que le nom est unique.')
})

const PLAN = `${CALLS}/api/residences/*/plan`

// spec: RES-23, RES-24, RES-46, ERR-20, LIM-07
test(
  'a plan opens in a new tab, survives an edit without a file, and a broken answer says so for 3 s',
  PDF,
  async ({ page }) => {
    await open(page)
    await page.getByRole('button', { name: 'Ajouter une résidence' }).first().click()
    await dialog(page).getByLabel('Nom').fill('Avec plan')
    await dialog(page).getByLabel('Adresse').fill('Oran')
    await file(page).setInputFiles(pdf('plan.pdf'))
    await dialog(page).getByRole('button', { name: 'Enregistrer', exact: true }).click()
    await card(page, 'Avec plan').getByRole('button', { name: 'Modifier' }).click()
    await expect(dialog(page)).toContainText('Un plan est enregistré')
    await dialog(page).getByLabel('Adresse').fill('Mostaganem')
    await dialog(page).getByRole('button', { name: 'Enregistrer', exact: true }).click()
    await expect(card(page, 'Avec plan')).toContainText('Mostaganem')

    let send = () => {}
    const held = new Promise<void>((resolve) => (send = resolve))
    await page.route(PLAN, async (route) => (await held, route.fallback()))
    const answered = page.waitForResponse(PLAN)
    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      card(page, 'Avec plan').getByRole('button', { name: 'Voir le plan' }).click(),
    ])
    await expect(tab.getByText('Ouverture du plan…')).toBeVisible()
    send()
    expect((await answered).headers()['content-type']).toBe('application/pdf')
    await expect.poll(() => tab.url()).toMatch(/^blob:/)
    await tab.close()

    await page.clock.install()
    await page.reload()
    for (const broken of [{ json: { message: '' } }, { status: 500, json: {} }]) {
      await page.route(PLAN, (route) => route.fulfill(broken))
      await expect(card(page, 'Avec plan')).toBeVisible()
      await freeze(page)
      await untilItsTabClosed(page, () =>
        card(page, 'Avec plan').getByRole('button', { name: 'Voir le plan' }).click(),
      )
      await expectGoneAfter(page, page.getByText('Erreur lors du téléchargement du plan.'), 3000)
      expect(page.context().pages()).toHaveLength(1)
      await page.clock.resume()
    }
  },
)

// spec: RES-03..RES-10, RES-25, RES-43
test('the search filters the loaded page after 500 ms, without asking the server, and reset brings the page back', async ({
  page,
}) => {
  const api = await open(page)
  for (const n of [1, 2, 3])
    await api.create('/api/residences', { nom: `Cherchée ${n}`, adresse: `Cité ${n}, Blida` })
  await api.create('/api/residences', { nom: 'Les Érables', adresse: 'Tlemcen' })
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/api/residences') && asked.push(request.url()))
  await page.clock.install()
  await page.reload()
  await expect(page.getByRole('article')).toHaveCount(3)
  await expect(page.getByText(/^Page 1 sur \d$/)).toBeVisible()
  expect(asked).toHaveLength(1)
  expect(asked[0]).toContain('page=1&per_page=3')
  await freeze(page)
  const search = page.getByRole('searchbox', { name: 'Rechercher par nom ou adresse...' })
  const spinner = page.getByRole('status', { name: 'Recherche en cours' })
  for (const text of ['erables', 'ÉRABLES', 'tlemCEN']) {
    await search.fill(text)
    await expect(spinner).toBeVisible()
    await page.clock.runFor(499)
    await expect(spinner).toBeVisible()
    await page.clock.runFor(2)
    await expect(spinner).toHaveCount(0)
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(card(page, 'Les Érables')).toBeVisible()
  }
  await search.fill('zzz')
  await page.clock.runFor(501)
  await expect(page.getByText('Aucune résidence trouvée avec ces critères.')).toBeVisible()
  await page.getByRole('button', { name: 'Réinitialiser' }).click()
  await expect(page.getByRole('article')).toHaveCount(3)
  await expect(search).toHaveValue('')
  expect(asked).toHaveLength(1)
  await page.clock.resume()
  await page.getByRole('button', { name: 'Page suivante' }).click()
  await expect(page.getByText(/^Page 2 sur \d$/)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/^Page 2 sur \d$/)).toBeVisible()
})

// spec: ERR-17, ERR-21, ERR-22, ERR-23, LIM-01, LIM-08, LIM-09
test('failures show the sentences of the catalogue for as long as it says', async ({ page }) => {
  const api = await open(page)
  await api.create('/api/residences', { nom: 'Pannes', adresse: 'Alger' })
  await page.clock.install()
  await page.route(`${CALLS}/api/residences?*`, (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await expect(alert(page)).toContainText('Erreur lors du chargement des résidences.')
  await page.unroute(`${CALLS}/api/residences?*`)
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(card(page, 'Pannes')).toBeVisible()

  await page.route(/\/api\/residences?\/\d+/, (route) =>
    route.request().method() === 'POST' ? route.fallback() : route.fulfill({ status: 500, json: {} }),
  )
  await card(page, 'Pannes').getByRole('button', { name: 'Rapport' }).click()
  await expect(alert(page)).toContainText('Erreur lors du chargement du rapport détaillé.')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)

  await freeze(page)
  await card(page, 'Pannes').getByRole('button', { name: 'Total des paiements' }).click()
  await expectGoneAfter(page, page.getByText('Erreur lors du chargement des données de paiement.'), 5000)
  await page.clock.resume()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)

  await card(page, 'Pannes').getByRole('button', { name: 'Supprimer' }).click()
  await expect(dialog(page)).toBeVisible()
  await freeze(page)
  await dialog(page).getByRole('button', { name: 'Supprimer' }).click()
  await expectGoneAfter(page, page.getByText('Erreur lors de la suppression de la résidence.'), 5000)
  await page.clock.resume()

  await card(page, 'Pannes').getByRole('button', { name: 'Modifier' }).click()
  await expect(dialog(page)).toBeVisible()
  await freeze(page)
  await dialog(page).getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await stepUntilVisible(page, page.getByText('Résidence modifiée avec succès !'))
  await expectGoneAfter(page, page.getByText('Résidence modifiée avec succès !'), 3000)
})
