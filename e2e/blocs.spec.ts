import {
  expect,
  expectAccessible,
  openScreen,
  preferDark,
  signIn,
  test,
  withServer,
  type Page,
} from './diyar.ts'
import { createClient, createEtage, createLot } from './portefeuille.ts'
import { alert, CALLS, card, choose, dialog, expectGoneAfter, freeze, tile } from './screen.ts'

withServer()

const open = (page: Page, address = '/bloc') => openScreen(page, address, 'Gestion des Blocs')

const aBloc = (given: object) => ({
  id: 1,
  nomloc: 'Bloc',
  description: 'Au fond',
  residence_id: 1,
  residence: { id: 1, nom: 'R' },
  etages_count: 1,
  locaux_count: 0,
  appartementCount: 10,
  availableCount: 5,
  occupiedCount: 5,
  tauxOccupation: 50,
  version: 1,
  ...given,
})

// spec: SHELL-06, BLOC-01, BLOC-02, BLOC-17, BLOC-18, BLOC-19, BLOC-20, BLOC-32, BLOC-44, BLOC-45, BLOC-46, BLOC-09, BLOC-13, BLOC-26
test('a bloc is added, read, changed and deleted from the screen', async ({ page }) => {
  await page.route(`${CALLS}/api/blocs?*`, (route) =>
    route.fulfill({ json: { data: [], current_page: 1, last_page: 1 } }),
  )
  const api = await signIn(page)
  await api.create('/api/residences', { nom: 'Les Oliviers', adresse: 'Alger' })
  await open(page)
  await expect(page.getByText('Aucun bloc disponible.')).toBeVisible()
  await page.unroute(`${CALLS}/api/blocs?*`)
  const lists: string[] = []
  page.on(
    'request',
    (request) =>
      request.method() === 'GET' && request.url().includes('/api/blocs?') && lists.push(request.url()),
  )
  await page.getByRole('button', { name: 'Ajouter un bloc' }).first().click()
  await dialog(page).getByLabel('Nom du bloc').fill('Bloc A')
  await dialog(page).getByLabel('Description').fill('R+5, deux ascenseurs')
  await choose(dialog(page), 'Résidence', 'Les Oliviers')
  await dialog(page).getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(page.getByText('Bloc ajouté avec succès !')).toBeVisible()
  const shown = card(page, 'Bloc A')
  await expect(shown).toContainText(/Les Oliviers.*R\+5, deux ascenseurs.*Disponible.*Étages\s:\s*0/s)
  expect(lists).toHaveLength(1)

  await shown.getByRole('button', { name: 'Détails' }).click()
  await expect(dialog(page)).toHaveAccessibleName('Détails du bloc')
  await expect(dialog(page)).toContainText('R+5, deux ascenseurs')
  await page.keyboard.press('Escape')

  await shown.getByRole('button', { name: 'Modifier' }).click()
  await expect(dialog(page).getByLabel('Nom du bloc')).toHaveValue('Bloc A')
  await expect(dialog(page).getByLabel('Description')).toHaveValue('R+5, deux ascenseurs')
  await expect(dialog(page).getByRole('combobox', { name: 'Résidence' })).toHaveValue('Les Oliviers')
  await dialog(page).getByLabel('Description').fill('R+6')
  await dialog(page).getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(page.getByText('Bloc modifié avec succès !')).toBeVisible()
  await expect(shown).toContainText('R+6')

  await shown.getByRole('button', { name: 'Supprimer' }).click()
  await expect(dialog(page)).toContainText(
    'Êtes-vous sûr de vouloir supprimer le bloc Bloc A de Les Oliviers ? Cette action est définitive.',
  )
  await dialog(page).getByRole('button', { name: 'Supprimer' }).click()
  await expect(page.getByText('Bloc supprimé avec succès !')).toBeVisible()
  await expect(shown).toHaveCount(0)
  expect(lists).toHaveLength(3)
})

// spec: BLOC-29, BLOC-30, BLOC-31, ERR-25, ERR-26
test('each missing field says so, nothing is sent; a failing server keeps what was typed', async ({
  page,
}) => {
  const api = await open(page)
  const residence = await api.create('/api/residences', { nom: 'Exigeante', adresse: 'Alger' })
  await api.create('/api/blocs', { nomloc: 'Bloc exigeant', description: 'R+1', residence_id: residence })
  await page.reload()
  const sent: string[] = []
  page.on('request', (request) => /POST|PUT/.test(request.method()) && sent.push(request.url()))
  await page.getByRole('button', { name: 'Ajouter un bloc' }).first().click()
  await dialog(page).getByRole('button', { name: 'Enregistrer', exact: true }).click()
  for (const text of [
    'Le nom du bloc est obligatoire.',
    'La description est obligatoire.',
    'Veuillez sélectionner une résidence.',
  ])
    await expect(dialog(page).getByText(text)).toBeVisible()
  expect(sent).toEqual([])
  await page.route(/\/api\/blocs(\/\d+)?$/, (route) => route.fulfill({ status: 500, json: {} }))
  await dialog(page).getByLabel('Nom du bloc').fill('Bloc B')
  await dialog(page).getByLabel('Description').fill('R+2')
  await choose(dialog(page), 'Résidence', 'Exigeante')
  await dialog(page).getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(alert(page)).toContainText(
    'Erreur lors de la création. Vérifiez que tous les champs sont valides.',
  )
  await expect(dialog(page).getByLabel('Nom du bloc')).toHaveValue('Bloc B')
  await dialog(page).getByRole('button', { name: 'Annuler' }).click()
  await card(page, 'Bloc exigeant').getByRole('button', { name: 'Modifier' }).click()
  await dialog(page).getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(alert(page)).toContainText(
    'Erreur lors de la mise à jour. Vérifiez que tous les champs sont valides.',
  )
})

// spec: BLOC-07, BLOC-10..BLOC-16
test('cards stand three a row, with their figures, badge and a bar coloured by its rate', async ({
  page,
}) => {
  const cases = [
    {
      nomloc: 'Vide',
      appartementCount: 0,
      availableCount: 0,
      occupiedCount: 0,
      tauxOccupation: 0,
      badge: 'Disponible',
      tone: 'green',
    },
    {
      nomloc: 'Sous la moitié',
      availableCount: 6,
      occupiedCount: 4,
      tauxOccupation: 49.99,
      badge: 'Disponible',
      tone: 'green',
    },
    { nomloc: 'Moitié', tauxOccupation: 50, badge: 'Disponible', tone: 'yellow' },
    {
      nomloc: 'Presque',
      availableCount: 3,
      occupiedCount: 7,
      tauxOccupation: 79.99,
      badge: 'Disponible',
      tone: 'yellow',
    },
    {
      nomloc: 'Haut',
      availableCount: 2,
      occupiedCount: 8,
      tauxOccupation: 80,
      badge: 'Disponible',
      tone: 'red',
    },
    {
      nomloc: 'Plein',
      availableCount: 0,
      occupiedCount: 10,
      tauxOccupation: 100,
      badge: 'Saturé',
      tone: 'red',
    },
  ]
  await page.route(`${CALLS}/api/blocs?*`, (route) =>
    route.fulfill({
      json: {
        data: cases.map((given, n) => aBloc({ ...given, id: n + 1, etages_count: n + 2 })),
        current_page: 1,
        last_page: 1,
      },
    }),
  )
  await open(page)
  for (const [
    n,
    { nomloc, badge, tone, tauxOccupation, appartementCount = 10, availableCount = 5, occupiedCount = 5 },
  ] of cases.entries()) {
    const shown = card(page, nomloc)
    await expect(shown).toContainText(badge)
    await expect(shown).toContainText(
      new RegExp(
        `Étages\\s:\\s*${n + 2}(?!\\d).*Appartements\\s:\\s*${appartementCount}(?!\\d).*Disponibles\\s:\\s*${availableCount}(?!\\d).*Occupés\\s:\\s*${occupiedCount}(?!\\d).*Stade\\s:\\s*Aucun${String(tauxOccupation).replace('.', ',')}\\s% occupé`,
        's',
      ),
    )
    await expect(shown.getByRole('progressbar')).toHaveAttribute('aria-valuenow', String(tauxOccupation))
    await expect(shown.locator('[data-tone]', { has: page.getByRole('progressbar') })).toHaveAttribute(
      'data-tone',
      tone,
    )
  }
  const tops = await page
    .getByRole('article')
    .evaluateAll((cards) => cards.map((one) => Math.round(one.getBoundingClientRect().top)))
  expect(new Set(tops.slice(0, 3)).size).toBe(1)
  expect(tops[3]).toBeGreaterThan(tops[0] ?? 0)
})

// spec: BLOC-03..BLOC-06, BLOC-08, BLOC-25, BLOC-33, BLOC-35
test('search and residence filter the loaded page without asking the server; a link filters every page', async ({
  page,
}) => {
  const api = await open(page)
  const first = await api.create('/api/residences', { nom: 'Première', adresse: 'Alger' })
  const second = await api.create('/api/residences', { nom: 'Seconde', adresse: 'Alger' })
  await api.create('/api/blocs', { nomloc: 'Caché', description: 'page 2', residence_id: first })
  for (const n of [1, 2, 3, 4, 5])
    await api.create('/api/blocs', { nomloc: `Numéro ${n}`, description: 'tour', residence_id: second })
  await api.create('/api/blocs', { nomloc: 'Érable', description: 'Côté jardin', residence_id: first })
  const asked: string[] = []
  page.on('request', (request) => /\/api\/blocs\b/.test(request.url()) && asked.push(request.url()))
  await page.clock.install()
  await page.reload()
  await expect(page.getByRole('article')).toHaveCount(6)
  expect(asked).toHaveLength(1)
  expect(asked[0]).toContain('page=1&per_page=6')
  await expect(page.getByRole('button', { name: 'Page précédente' })).toBeDisabled()
  await freeze(page)
  const search = page.getByRole('searchbox', { name: 'Rechercher par nom ou description...' })
  const spinner = page.getByRole('status', { name: 'Recherche en cours' })
  for (const text of ['ERABLE', 'cote JARDIN']) {
    await search.fill(text)
    await page.clock.runFor(499)
    await expect(spinner).toBeVisible()
    await page.clock.runFor(2)
    await expect(spinner).toHaveCount(0)
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(card(page, 'Érable')).toBeVisible()
  }
  await search.fill('zzz')
  await page.clock.runFor(501)
  await expect(page.getByText('Aucun bloc trouvé avec ces critères.')).toBeVisible()
  await page.clock.resume()
  await search.fill('')
  await expect(page.getByRole('article')).toHaveCount(6)
  await choose(page, 'Résidence', 'Première')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(card(page, 'Érable')).toBeVisible()
  expect(asked).toHaveLength(1)
  await page.getByRole('button', { name: 'Filtrer toutes les pages' }).click()
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(card(page, 'Caché')).toBeVisible()
  await search.fill('jardin')
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByRole('button', { name: 'Réinitialiser' }).click()
  await expect(page.getByRole('article')).toHaveCount(6)
  await expect(search).toHaveValue('')
  await expect(page.getByRole('combobox', { name: 'Résidence' })).toHaveValue('Toutes les résidences')

  await page.getByRole('button', { name: 'Page suivante' }).click()
  await expect(page.getByText(/^Page 2 sur \d$/)).toBeVisible()
  await card(page, 'Caché').getByRole('link', { name: 'Première' }).click()
  await expect(page).toHaveURL(new RegExp(`/bloc\\?residence=${first}$`))
  await expect(card(page, 'Érable')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.goBack()
  await expect(page.getByText(/^Page 2 sur \d$/)).toBeVisible()
})

// spec: BLOC-21..BLOC-24, BLOC-27, BLOC-28
test('the detailed report shows every étage, its lots and their buyers', async ({ page }) => {
  const api = await open(page)
  const { residence, bloc, etage } = await createEtage(api, 'Étudiée')
  const client = await createClient(api, 'Nadia Cherif')
  await createLot(api, etage, '11', 'F3', client)
  for (const numLot of ['12', '13', '14']) await createLot(api, etage, numLot, 'F4')
  await api.create('/api/etages', {
    designation: 'Terrasse',
    niveau: 2,
    logement_par_palier: 1,
    bloc_id: bloc,
    residence_id: residence,
  })
  await api.create('/api/blocs', { nomloc: 'Bloc nu', description: 'Vide', residence_id: residence })
  await page.reload()
  await card(page, 'Bloc de Étudiée').getByRole('button', { name: 'Rapport' }).click()
  const report = dialog(page)
  await expect(report).toHaveAccessibleName('Rapport détaillé - Bloc de Étudiée')
  for (const [label, value] of [
    ['Étages', '2'],
    ['Appartements', '4'],
    ['Occupés', '1'],
    ['Disponibles', '3'],
    ['Occupation', /^25\s%$/],
  ] as const)
    await expect(tile(report, label)).toHaveText(value)
  await expect(report).toContainText(/25\s%.*1 occupés.*3 disponibles/s)
  await expect(report.getByText('Étage de Étudiée').first()).toBeVisible()
  await expect(report.getByRole('listitem').filter({ hasText: 'Appartement 11' }).first()).toContainText(
    /F3.*Nadia Cherif/s,
  )
  await expect(report.getByRole('listitem').filter({ hasText: 'Appartement 12' })).toContainText(
    /F4.*Aucun client/s,
  )
  await expect(report.getByRole('listitem').filter({ hasText: '0555 12 34 56' })).toContainText(
    /Nadia Cherif.*client@exemple\.dz.*Appartement 11 · F3.*Étage de Étudiée/s,
  )
  // Once over its lots, once beside its buyer.
  await expect(report.getByRole('link', { name: 'Étage de Étudiée' })).toHaveCount(2)
  await report.getByRole('link', { name: 'Étage de Étudiée' }).last().click()
  await expect(page).toHaveURL(`/appartement?residence=${residence}&bloc=${bloc}&etage=${etage}`)
  // The address is there before its screen: until then the report is still the former one.
  await expect(page.getByRole('heading', { name: 'Gestion des Appartements' })).toBeVisible()
  await page.goBack()
  await expect(report).toHaveAccessibleName('Rapport détaillé - Bloc de Étudiée')
  // The button stands below what has yet to come.
  await expect(report.getByRole('link', { name: 'Étage de Étudiée' })).toHaveCount(2)
  await report.getByRole('button', { name: 'Fermer' }).last().click()
  await expect(report).toHaveCount(0)

  await card(page, 'Bloc nu').getByRole('button', { name: 'Rapport' }).click()
  // spec: EC-43 (B2: a line under the title, not a tile)
  await expect(report.getByText('Stade : Aucun')).toBeVisible()
  await expect(report.locator('dt').filter({ hasText: 'Stade' })).toHaveCount(0)
  await expect(report.getByText('Aucun étage trouvé pour ce bloc')).toBeVisible()
  await expect(report.getByText('Aucun client trouvé pour ce bloc')).toBeVisible()
  await page.keyboard.press('Escape')

  await card(page, 'Bloc de Étudiée').getByRole('button', { name: 'Supprimer' }).click()
  // spec: EC-43
  await expect(report).toContainText("Il contient 2 étages : supprimez-les d'abord.")
  await expect(report.getByRole('link', { name: 'Voir les étages' })).toBeVisible()
  await report.getByRole('button', { name: 'Supprimer' }).click()
  await expect(alert(page)).toContainText('Impossible de supprimer ce bloc : il contient 2 étages.')
})

// spec: ERR-24, ERR-27, ERR-28, LIM-02, LIM-04
test('failures show the sentences of the catalogue for as long as it says', async ({ page }) => {
  const api = await open(page)
  const residence = await api.create('/api/residences', { nom: 'En panne', adresse: 'Alger' })
  await api.create('/api/blocs', { nomloc: 'Bloc en panne', description: 'R+1', residence_id: residence })
  await page.clock.install()
  await page.route(`${CALLS}/api/blocs?*`, (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await expect(alert(page)).toContainText('Erreur lors du chargement des blocs.')
  await page.unroute(`${CALLS}/api/blocs?*`)
  await page.getByRole('button', { name: 'Réessayer' }).click()
  const shown = card(page, 'Bloc en panne')
  await page.route(/\/api\/blocs\/\d+/, (route) =>
    route.request().method() === 'PUT' ? route.fallback() : route.fulfill({ status: 500, json: {} }),
  )
  await shown.getByRole('button', { name: 'Rapport' }).click()
  await expect(alert(page)).toContainText('Erreur lors du chargement du rapport détaillé.')
  await page.keyboard.press('Escape')
  await shown.getByRole('button', { name: 'Supprimer' }).click()
  await expect(dialog(page)).toBeVisible()
  await freeze(page)
  await dialog(page).getByRole('button', { name: 'Supprimer' }).click()
  await expectGoneAfter(page, page.getByText('Erreur lors de la suppression du bloc.'), 5000)
  await page.clock.resume()
  await shown.getByRole('button', { name: 'Modifier' }).click()
  await expect(dialog(page)).toBeVisible()
  await freeze(page)
  await dialog(page).getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expectGoneAfter(page, page.getByText('Bloc modifié avec succès !'), 3000)
})

test('is accessible, dark and light, with its dialogs', async ({ page }) => {
  for (const dark of [true, false]) {
    await preferDark(page, dark)
    const api = await open(page)
    const { etage } = await createEtage(api, `Accès ${dark}`)
    await createLot(api, etage, '1', 'F3')
    await page.reload()
    const shown = card(page, `Bloc de Accès ${dark}`)
    await expect(shown).toBeVisible()
    await expectAccessible(page)
    for (const name of ['Rapport', 'Modifier']) {
      await shown.getByRole('button', { name }).click()
      await expect(dialog(page)).toBeVisible()
      await expect(dialog(page).getByText(/Chargement/)).toHaveCount(0)
      await expectAccessible(page)
      await dialog(page).getByRole('button', { name: 'Fermer' }).first().click()
      await expect(dialog(page)).toHaveCount(0)
    }
  }
})
