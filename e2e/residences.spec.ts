import {
  expect,
  expectAccessible,
  preferDark,
  PDF,
  signIn,
  test,
  withServer,
  type Api,
  type Page,
} from './diyar.ts'
import { createClient, createEtage, createLot } from './portefeuille.ts'
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

async function open(page: Page, address = '/residence'): Promise<Api> {
  const api = await signIn(page)
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Nos Résidences' })).toBeVisible()
  return api
}

/** A residence with two types of lots, one of each sold, a local, a place, and payments on each. */
async function buildSold(api: Api, nom: string) {
  const built = await createEtage(api, nom)
  const client = await createClient(api, `Acheteur de ${nom}`)
  const lot = await createLot(api, built.etage, 'A-1', 'F3', client)
  await createLot(api, built.etage, 'A-2', 'F3')
  await createLot(api, built.etage, 'A-3', 'F4', client)
  await api.post('/api/paiements', {
    client_id: client,
    appartement_id: lot,
    date_paiement: '2026-01-15',
    versement: 250000.5,
  })
  const local = await api.create('/api/locaux', {
    num: 'L-1',
    surface: 40,
    bloc_id: built.bloc,
    montant: 5000,
    client_id: client,
  })
  await api.post('/api/paiements', {
    client_id: client,
    local_id: local,
    date_paiement: '2026-01-15',
    versement: 1500,
  })
  const parking = await api.create('/api/parkings', {
    parking_nom: `Parking de ${nom}`,
    residence_id: built.residence,
    nb_places: 4,
  })
  const place = await api.create('/api/places-parking', {
    numero_place: 1,
    type_place: 'Box',
    montant: 900,
    parking_id: parking,
  })
  await api.post(`/api/places-parking/${place}/attribuer`, { client_id: client })
  await api.post('/api/paiements', {
    client_id: client,
    place_parking_id: place,
    date_paiement: '2026-01-15',
    versement: 300,
  })
  return { ...built, client, lot }
}

// spec: RES-01, RES-02, RES-17, RES-18, RES-19, RES-20, RES-41, RES-54, RES-55, RES-56, RES-11, RES-13, RES-26, RES-44, RES-45
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
        `${new URL(request.url()).pathname} ${request.headers()['content-type']?.split(';')[0]} ${/_method"\s+PUT/.test(request.postData() ?? '')}`,
      )
  })
  await page.getByRole('button', { name: 'Ajouter une résidence' }).first().click()
  await expect(dialog(page)).toHaveAccessibleName('Ajouter une résidence')
  await dialog(page).getByLabel('Nom').fill('Résidence Ibn Sina')
  await dialog(page).getByLabel('Adresse').fill('3, rue de la Liberté, Oran')
  await dialog(page).getByRole('button', { name: 'Enregistrer' }).click()
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
  await dialog(page).getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('Résidence modifiée avec succès !')).toBeVisible()
  await expect(shown).toContainText('5, rue de la Liberté, Oran')

  await shown.getByRole('button', { name: 'Supprimer' }).click()
  await expect(dialog(page)).toContainText(
    'Êtes-vous sûr de vouloir supprimer la résidence Résidence Ibn Sina ? Cette action est définitive.',
  )
  await expect(dialog(page)).toContainText('Elle est vide : rien d’autre ne sera supprimé.')
  await dialog(page).getByRole('button', { name: 'Supprimer' }).click()
  await expect(page.getByText('Résidence supprimée avec succès !')).toBeVisible()
  await expect(shown).toHaveCount(0)
  expect(lists).toHaveLength(3)
  expect(forms[0]).toBe('/backend/public/api/residences multipart/form-data false')
  expect(forms[1]).toMatch(/^\/backend\/public\/api\/residences\/\d+ multipart\/form-data true$/)
})

// spec: RES-36, RES-37, RES-38, RES-39
test('name and address are asked for, a file that is no PDF is refused, and nothing is sent', async ({
  page,
}) => {
  await open(page)
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await page.getByRole('button', { name: 'Ajouter une résidence' }).first().click()
  await dialog(page).getByRole('button', { name: 'Enregistrer' }).click()
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
  await dialog(page).getByRole('button', { name: 'Enregistrer' }).click()
  const creating = 'Erreur lors de la création. Vérifiez que le nom est unique.'
  await expect(alert(page)).toContainText(creating)
  await expect(dialog(page).getByLabel('Adresse')).toHaveValue('Béjaïa')
  await page.route(/\/api\/residences(\/\d+)?$/, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
  )
  await dialog(page).getByLabel('Nom').fill('Autre')
  await dialog(page).getByRole('button', { name: 'Enregistrer' }).click()
  await expect(alert(page)).toContainText(creating)
  await dialog(page).getByRole('button', { name: 'Annuler' }).click()
  await card(page, 'Déjà prise').getByRole('button', { name: 'Modifier' }).click()
  await dialog(page).getByRole('button', { name: 'Enregistrer' }).click()
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
    await dialog(page).getByRole('button', { name: 'Enregistrer' }).click()
    await card(page, 'Avec plan').getByRole('button', { name: 'Modifier' }).click()
    await expect(dialog(page)).toContainText('Un plan est enregistré')
    await dialog(page).getByLabel('Adresse').fill('Mostaganem')
    await dialog(page).getByRole('button', { name: 'Enregistrer' }).click()
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

// spec: RES-12, RES-14, RES-15, RES-16, RES-21, RES-27, RES-28, RES-29, RES-22, RES-30..RES-35, RES-57
test('occupancy, payment totals and the detailed report agree with what was sold, and lead on', async ({
  page,
}) => {
  const api = await open(page)
  const { residence, bloc, etage, client, lot } = await buildSold(api, 'Vendue')
  await page.reload()
  const shown = card(page, 'Vendue')
  await expect(shown).toContainText(/Disponible.*Blocs\s:\s*1.*Appartements\s:\s*3.*66,67\s% occupé/s)
  await shown.getByRole('button', { name: 'Total des paiements' }).click()
  await expect(dialog(page)).toContainText(
    /Appartements\s:\s*250\s000,50\sDA.*Places de parking\s:\s*300,00\sDA.*Locaux\s:\s*1\s500,00\sDA.*Total\s:\s*251\s800,50\sDA/s,
  )
  await page.keyboard.press('Escape')

  await shown.getByRole('button', { name: 'Rapport' }).click()
  await expect(dialog(page)).toHaveAccessibleName('Rapport détaillé - Vendue')
  const report = dialog(page)
  const tile = (label: string) =>
    report
      .locator('dl > div', { has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })
      .locator('dd')
  for (const [label, value] of [
    ['Blocs', '1'],
    ['Étages', '1'],
    ['Appartements', '3'],
    ['Occupés', '2'],
    ['Disponibles', '1'],
  ] as const)
    await expect(tile(label)).toHaveText(value)
  await expect(tile('Occupation')).toHaveText(/^66,67\s%$/)
  await expect(report).toContainText(/F3\s*2 \(1 vendu\).*F4\s*1 \(1 vendu\)/s)
  await expect(report).toContainText(/Bloc de Vendue.*1 étage, 3 appartements/s)
  await expect(report.getByRole('listitem').filter({ hasText: 'Acheteur de Vendue' }).first()).toContainText(
    /0555 12 34 56.*client@exemple\.dz.*Lot A-1 · F3.*Bloc de Vendue, Étage de Vendue/s,
  )

  // Once among the blocs, once beside each buyer.
  for (const link of await report.getByRole('link', { name: 'Bloc de Vendue' }).all())
    await expect(link).toHaveAttribute('href', `/etage?residence=${residence}&bloc=${bloc}`)
  await expect(report.getByRole('link', { name: 'Étage de Vendue' }).first()).toHaveAttribute(
    'href',
    `/appartement?residence=${residence}&bloc=${bloc}&etage=${etage}`,
  )
  await expect(report.getByRole('link', { name: 'Acheteur de Vendue' }).first()).toHaveAttribute(
    'href',
    `/clients?biens=${client}`,
  )
  await report.getByRole('link', { name: 'Lot A-1' }).click()
  await expect(page).toHaveURL(new RegExp(`/clients/${client}/paiements/${lot}$`))
  await page.goBack()
  await expect(dialog(page)).toHaveAccessibleName('Rapport détaillé - Vendue')

  await createLot(api, etage, 'A-4', 'F2', client)
  await api.put(`/api/appartements/${lot + 1}/assigner-client`, { client_id: client })
  await page.goto('/residence')
  await expect(shown).toContainText(/Saturée.*100\s% occupé/s)
  await shown.getByRole('button', { name: 'Supprimer' }).click()
  await expect(dialog(page)).toContainText(
    'Elle contient 1 bloc (4 appartements, dont 4 vendus) et 1 parking',
  )
  await dialog(page).getByRole('button', { name: 'Supprimer' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(alert(page)).toContainText(
    'Impossible de supprimer cette résidence : elle contient 1 bloc et 1 parking.',
  )
})

test('a report prints alone, whole, on white, under the head of the promoter', async ({ page }) => {
  const api = await signIn(page)
  const promoteur = { nom: 'SARL Les Bâtisseurs', email: 'contact@batisseurs.dz', telephone: '021 12 34 56' }
  await api.post('/api/promoteurs', { ...promoteur, adresse: 'Rue Didouche Mourad, Alger' })
  const { etage } = await buildSold(api, 'Imprimée')
  const client = await createClient(api, 'Nombreux')
  for (let n = 0; n < 40; n++) await createLot(api, etage, `N-${n}`, 'F3', client)
  await preferDark(page, true)
  await open(page)
  await page.evaluate(
    'globalThis.print = () => { globalThis.printed = document.documentElement.dataset.mantineColorScheme }',
  )
  await card(page, 'Imprimée').getByRole('button', { name: 'Rapport' }).click()
  await dialog(page).getByRole('button', { name: 'Imprimer' }).click()
  await expect(page.getByText(promoteur.nom)).toBeHidden()
  expect(await page.evaluate('globalThis.printed')).toBe('light')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'Nos Résidences', includeHidden: true })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Imprimer' })).toBeHidden()
  for (const head of [
    /^SARL Les Bâtisseurs$/,
    /^Rue Didouche Mourad, Alger$/,
    /^021 12 34 56 · contact@/,
    /Imprimé le \d/,
  ])
    await expect(page.getByText(head).last()).toBeVisible()
  await expect(page.getByText('Rapport détaillé - Imprimée').filter({ visible: true })).toHaveCount(1)
  const pages = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
  expect(pages).toBeGreaterThan(1)
})

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
  await dialog(page).getByRole('button', { name: 'Enregistrer' }).click()
  await stepUntilVisible(page, page.getByText('Résidence modifiée avec succès !'))
  await expectGoneAfter(page, page.getByText('Résidence modifiée avec succès !'), 3000)
})

test('is accessible, dark and light, with its dialogs', async ({ page }) => {
  for (const dark of [true, false]) {
    await preferDark(page, dark)
    const api = await open(page)
    await buildSold(api, `Accessible ${dark}`)
    await page.reload()
    await expect(card(page, `Accessible ${dark}`)).toBeVisible()
    await expectAccessible(page)
    for (const name of ['Rapport', 'Détails', 'Total des paiements', 'Modifier', 'Supprimer']) {
      await card(page, `Accessible ${dark}`).getByRole('button', { name }).click()
      await expect(dialog(page).getByText(/Chargement/)).toHaveCount(0)
      await expect(dialog(page)).toBeVisible()
      await expectAccessible(page)
      await dialog(page).getByRole('button', { name: 'Fermer' }).first().click()
      await expect(dialog(page)).toHaveCount(0)
    }
  }
})
