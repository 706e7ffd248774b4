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
import { alert, CALLS, card, choose, dialog, expectGoneAfter, freeze, expectOptions, tile } from './screen.ts'

withServer()

const open = (page: Page, address = '/etage') => openScreen(page, address, 'Gestion des Étages')

const field = (page: Page, name: string) => dialog(page).getByRole('combobox', { name })
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Enregistrer', exact: true }).click()

// spec: SHELL-06, ETG-01, ETG-32..ETG-39, ETG-46, ETG-47, ETG-41, ETG-64, ETG-65, ETG-66, ETG-67, ETG-10, ETG-12..ETG-16, ETG-51
test('an étage is added, changed and deleted; its bloc follows its residence', async ({ page }) => {
  const api = await signIn(page)
  const north = await api.create('/api/residences', { nom: 'Nord', adresse: 'Alger' })
  const south = await api.create('/api/residences', { nom: 'Sud', adresse: 'Alger' })
  await api.create('/api/blocs', { nomloc: 'Bloc N', description: 'R+1', residence_id: north })
  await api.create('/api/blocs', { nomloc: 'Bloc S', description: 'R+1', residence_id: south })
  await page.route(`${CALLS}/api/etages?*`, (route) =>
    route.fulfill({ json: { data: [], current_page: 1, last_page: 1 } }),
  )
  await open(page)
  await expect(page.getByText('Aucun étage disponible.')).toBeVisible()
  await page.unroute(`${CALLS}/api/etages?*`)
  const lists: string[] = []
  const lookups: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes('/api/etages?')) lists.push(request.url())
    if (/\/api\/residence\/\d+\/blocs$/.test(request.url())) lookups.push(request.url())
  })

  await page.getByRole('button', { name: 'Ajouter un étage' }).first().click()
  for (const label of ['Résidence *', 'Bloc *', 'Désignation *', 'Niveau *', 'Logements par palier *'])
    await expect(dialog(page).getByText(label, { exact: true })).toBeVisible()
  await expect(field(page, 'Bloc')).toBeDisabled()
  await expect(field(page, 'Bloc')).toHaveAttribute('placeholder', "Sélectionnez d'abord une résidence")
  await choose(dialog(page), 'Résidence', 'Nord')
  await expectOptions(page, field(page, 'Bloc'), ['Bloc N'])
  await choose(dialog(page), 'Bloc', 'Bloc N')
  await choose(dialog(page), 'Résidence', 'Sud')
  await expect(field(page, 'Bloc')).toHaveValue('')
  await expectOptions(page, field(page, 'Bloc'), ['Bloc S'])
  expect(lookups.map((url) => url.match(/residence\/(\d+)/)?.[1])).toEqual([String(north), String(south)])
  await choose(dialog(page), 'Bloc', 'Bloc S')
  await dialog(page).getByLabel('Désignation').fill('Sous-sol')
  await dialog(page).getByLabel('Niveau').fill('-1')
  await dialog(page).getByLabel('Logements par palier').fill('4')
  await save(page)
  await expect(page.getByText('Étage ajouté avec succès !')).toBeVisible()
  const shown = card(page, 'Sous-sol')
  await expect(shown).toContainText(
    /Disponible.*Niveau\s:\s*-1.*Logements par palier\s:\s*4.*Bloc\s:\s*Bloc S.*Résidence\s:\s*Sud.*0\.00% occupé/s,
  )

  await shown.getByRole('button', { name: 'Modifier' }).click()
  await expect(field(page, 'Résidence')).toHaveValue('Sud')
  await expect(field(page, 'Bloc')).toHaveValue('Bloc S')
  await expect(dialog(page).getByLabel('Désignation')).toHaveValue('Sous-sol')
  await expect(dialog(page).getByLabel('Niveau')).toHaveValue('-1')
  await expect(dialog(page).getByLabel('Logements par palier')).toHaveValue('4')
  await choose(dialog(page), 'Résidence', 'Nord')
  await expect(field(page, 'Bloc')).toHaveValue('')
  await choose(dialog(page), 'Bloc', 'Bloc N')
  await save(page)
  await expect(page.getByText('Étage modifié avec succès !')).toBeVisible()
  await expect(shown).toContainText(/Bloc N.*Nord/s)

  await shown.getByRole('button', { name: 'Supprimer' }).click()
  await expect(dialog(page)).toContainText(
    "Êtes-vous sûr de vouloir supprimer l'étage Sous-sol du bloc Bloc N ? Cette action est définitive.",
  )
  await dialog(page).getByRole('button', { name: 'Supprimer' }).click()
  await expect(page.getByText('Étage supprimé avec succès !')).toBeVisible()
  await expect(shown).toHaveCount(0)
  expect(lists).toHaveLength(3)
})

// spec: ETG-48, ETG-49, ERR-30, ERR-31
test('each missing field says so, nothing is sent; a failing server keeps what was typed', async ({
  page,
}) => {
  const api = await open(page)
  await createEtage(api, 'Stricte')
  await page.reload()
  const sent: string[] = []
  page.on('request', (request) => /POST|PUT/.test(request.method()) && sent.push(request.url()))
  await page.getByRole('button', { name: 'Ajouter un étage' }).first().click()
  await dialog(page).getByLabel('Niveau').pressSequentially('deux')
  await expect(dialog(page).getByLabel('Niveau')).toHaveValue('')
  await save(page)
  for (const text of [
    'Veuillez sélectionner une résidence.',
    'Veuillez sélectionner un bloc.',
    'La désignation est obligatoire.',
    'Le niveau est obligatoire.',
    'Le nombre de logements par palier est obligatoire.',
  ])
    await expect(dialog(page).getByText(text)).toBeVisible()
  expect(sent).toEqual([])
  await dialog(page).getByRole('button', { name: 'Annuler' }).click()

  await page.route(/\/api\/etages(\/\d+)?$/, (route) => route.fulfill({ status: 500, json: {} }))
  await card(page, 'Étage de Stricte').getByRole('button', { name: 'Modifier' }).click()
  await dialog(page).getByLabel('Désignation').fill('Retouché')
  await save(page)
  await expect(alert(page)).toContainText('Erreur lors de la mise à jour.')
  await expect(dialog(page).getByLabel('Désignation')).toHaveValue('Retouché')
  await dialog(page).getByRole('button', { name: 'Annuler' }).click()
  await page.getByRole('button', { name: 'Ajouter un étage' }).first().click()
  await choose(dialog(page), 'Résidence', 'Stricte')
  await choose(dialog(page), 'Bloc', 'Bloc de Stricte')
  await dialog(page).getByLabel('Désignation').fill('Neuf')
  await dialog(page).getByLabel('Niveau').fill('9')
  await dialog(page).getByLabel('Logements par palier').fill('2')
  await save(page)
  await expect(alert(page)).toContainText('Erreur lors de la création. Vérifiez les champs.')
})

// spec: ETG-02..ETG-08, ETG-40, ETG-45, ETG-53
test('search and selects filter the loaded page without asking the server; a link filters every page', async ({
  page,
}) => {
  const api = await open(page)
  const first = await createEtage(api, 'Alpha')
  const second = await createEtage(api, 'Beta')
  const etage = (designation: string, built: { bloc: number; residence: number }) =>
    api.create('/api/etages', {
      designation,
      niveau: 2,
      logement_par_palier: 4,
      bloc_id: built.bloc,
      residence_id: built.residence,
    })
  for (const n of [1, 2, 3, 4]) await etage(`Plateau ${n}`, second)
  await etage('Entresol élevé', first)
  await etage('Terrasse', second)
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/api/etages') && asked.push(request.url()))
  await page.clock.install()
  await page.reload()
  await expect(page.getByRole('article')).toHaveCount(6)
  expect(asked).toHaveLength(1)
  expect(asked[0]).toContain('page=1&per_page=6')
  await freeze(page)
  const search = page.getByRole('searchbox', { name: 'Rechercher par désignation...' })
  const spinner = page.getByRole('status', { name: 'Recherche en cours' })
  await search.fill('ELEVE')
  await page.clock.runFor(499)
  await expect(spinner).toBeVisible()
  await page.clock.runFor(2)
  await expect(spinner).toHaveCount(0)
  await expect(page.getByRole('article')).toHaveCount(1)
  await search.fill('zzz')
  await page.clock.runFor(501)
  await expect(page.getByText('Aucun étage trouvé avec ces critères.')).toBeVisible()
  await page.clock.resume()
  await search.fill('')
  await expect(page.getByRole('article')).toHaveCount(6)

  const residence = page.getByRole('combobox', { name: 'Résidence' })
  const bloc = page.getByRole('combobox', { name: 'Bloc' })
  await expect(residence).toHaveValue('Toutes les résidences')
  await expect(bloc).toHaveValue('Tous les blocs')
  await choose(page, 'Bloc', 'Bloc de Alpha (Alpha)')
  await expect(page.getByRole('article')).toHaveCount(1)
  await choose(page, 'Résidence', 'Beta')
  await expect(bloc).toHaveValue('Tous les blocs')
  await expect(page.getByRole('article')).toHaveCount(5)
  await expectOptions(page, bloc, ['Tous les blocs', 'Bloc de Beta'])
  await choose(page, 'Bloc', 'Bloc de Beta')
  await search.fill('terrasse')
  await expect(page.getByRole('article')).toHaveCount(1)
  expect(asked).toHaveLength(1)
  await page.getByRole('button', { name: 'Réinitialiser' }).click()
  await expect(residence).toHaveValue('Toutes les résidences')
  await expect(bloc).toHaveValue('Tous les blocs')
  await expect(search).toHaveValue('')
  await expect(page.getByRole('article')).toHaveCount(6)

  await card(page, 'Entresol élevé').getByRole('link', { name: 'Bloc de Alpha' }).click()
  await expect(page).toHaveURL(`/etage?residence=${first.residence}&bloc=${first.bloc}`)
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(bloc).toHaveValue('Bloc de Alpha')
  await page.goBack()
  await expect(page.getByRole('article')).toHaveCount(6)
})

// spec: ETG-09, ETG-11, ETG-17..ETG-27, ETG-29, ETG-30, ETG-31, ETG-50
test('details give the capacity; the report shows each lot, its buyer and his phone', async ({ page }) => {
  const api = await open(page)
  const { residence, bloc, etage } = await createEtage(api, 'Vue')
  const client = await createClient(api, 'Samira Aït Ahmed')
  const lot = await createLot(api, etage, '101', 'F3', client)
  await createLot(api, etage, '102', 'F4')
  await createLot(api, etage, '103', 'F4')
  await api.create('/api/etages', {
    designation: 'Étage nu',
    niveau: 9,
    logement_par_palier: 2,
    bloc_id: bloc,
    residence_id: residence,
  })
  await page.reload()
  const shown = card(page, 'Étage de Vue')
  await expect(shown).toContainText(/Disponible.*33\.33% occupé/s)
  for (const name of ['Détails', 'Modifier', 'Supprimer', 'Rapport'])
    await expect(shown.getByRole('button', { name })).toBeVisible()
  await shown.getByRole('button', { name: 'Détails' }).click()
  await expect(dialog(page)).toHaveAccessibleName("Détails de l'étage")
  await expect(dialog(page)).toContainText(
    /Désignation\s:\s*Étage de Vue.*Résidence\s:\s*Vue.*Bloc\s:\s*Bloc de Vue.*Niveau\s:\s*1.*Logements par palier\s:\s*4.*Capacité de logement\s:\s*4/s,
  )
  await page.keyboard.press('Escape')

  await shown.getByRole('button', { name: 'Rapport' }).click()
  const report = dialog(page)
  await expect(report).toHaveAccessibleName('Rapport détaillé - Étage de Vue')
  await expect(tile(report, 'Appartements')).toHaveText('3')
  await expect(tile(report, 'Occupés')).toHaveText('1')
  await expect(tile(report, 'Occupation %')).toHaveText('33.33%')
  await expect(report.getByRole('progressbar', { name: "Taux d'occupation" })).toHaveAttribute(
    'aria-valuenow',
    '33.33',
  )
  await expect(report.getByText('1 occupés')).toBeVisible()
  await expect(report.getByText('2 disponibles')).toBeVisible()
  await expect(report.getByRole('listitem').filter({ hasText: 'Appartement 101' })).toContainText(
    /F3 · Bloc de Vue.*Samira Aït Ahmed.*0555 12 34 56/s,
  )
  await expect(report.getByRole('listitem').filter({ hasText: 'Appartement 102' })).toContainText(
    /F4 · Bloc de Vue.*Libre/s,
  )
  await report.getByRole('button', { name: 'Fermer' }).last().click()
  await expect(report).toHaveCount(0)

  await card(page, 'Étage nu').getByRole('button', { name: 'Rapport' }).click()
  await expect(report.getByText('Aucun appartement trouvé pour cet étage.')).toBeVisible()
  await page.keyboard.press('Escape')

  for (const other of [lot + 1, lot + 2])
    await api.put(`/api/appartements/${other}/assigner-client`, { client_id: client })
  await page.reload()
  await expect(shown).toContainText(/Saturé.*100\.00% occupé/s)
  await shown.getByRole('link', { name: 'Étage de Vue' }).click()
  await expect(page).toHaveURL(`/appartement?residence=${residence}&bloc=${bloc}&etage=${etage}`)
})

// spec: ETG-28, ETG-42, ETG-43, ETG-44, ETG-61, ETG-62, ETG-63, ERR-29, ERR-32, ERR-33, ERR-34
test('loading and failing say so in the words of the catalogue', async ({ page }) => {
  const api = await open(page)
  const { etage } = await createEtage(api, 'Panne')
  await createLot(api, etage, '1', 'F3', await createClient(api, 'Sans téléphone'))
  const logged: string[] = []
  page.on('console', (message) => message.type() === 'warning' && logged.push(message.text()))
  await page.route(/\/api\/(residence\/all|all-blocs)$/, (route) => route.fulfill({ status: 500, json: {} }))
  await page.clock.install()
  await page.reload()
  const shown = card(page, 'Étage de Panne')
  await expect(shown).toBeVisible()
  await expect
    .poll(() => logged.filter((text) => text.includes('lookup failed')).length)
    .toBeGreaterThanOrEqual(2)
  await expect(alert(page)).toHaveCount(0)

  for (const [call, action, loading, failure] of [
    ['capacite', 'Détails', 'Chargement de la capacité...', 'Impossible de calculer la capacité.'],
    ['report', 'Rapport', 'Chargement du rapport...', 'Erreur lors du chargement du rapport.'],
  ] as const) {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(`${CALLS}/api/etages/*/${call}`, async (route) => {
      await held
      await route.fulfill({ status: 500, json: {} })
    })
    await shown.getByRole('button', { name: action }).click()
    await expect(dialog(page).getByText(loading)).toBeVisible()
    release()
    await expect(alert(page)).toContainText(failure)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await page.unroute(`${CALLS}/api/etages/*/${call}`)
  }
  await page.route(`${CALLS}/api/all-clients`, (route) => route.fulfill({ json: [] }))
  await shown.getByRole('button', { name: 'Rapport' }).click()
  await expect(dialog(page).getByRole('listitem').filter({ hasText: 'Appartement 1' })).toContainText(
    /Sans téléphone.*N\/A/s,
  )
  await page.keyboard.press('Escape')

  await shown.getByRole('button', { name: 'Supprimer' }).click()
  // spec: EC-43
  await expect(dialog(page)).toContainText("Il contient 1 appartement : supprimez-le d'abord.")
  await expect(dialog(page).getByRole('link', { name: 'Voir les appartements' })).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Supprimer' }).click()
  await expect(alert(page)).toContainText(
    'Impossible de supprimer cet étage : il contient 1 appartement, dont 1 vendu.',
  )
  await expect(dialog(page)).toHaveCount(0)
  await page.route(/\/api\/etages\/\d+$/, (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
  )
  await shown.getByRole('button', { name: 'Supprimer' }).click()
  await dialog(page).getByRole('button', { name: 'Supprimer' }).click()
  await expect(alert(page)).toContainText('Erreur lors de la suppression.')
  await expect(dialog(page)).toHaveCount(0)

  await page.unroute(/\/api\/(residence\/all|all-blocs)$/)
  await shown.getByRole('button', { name: 'Modifier' }).click()
  await expect(field(page, 'Bloc')).toHaveValue('Bloc de Panne')
  await freeze(page)
  await save(page)
  await expectGoneAfter(page, page.getByText('Étage modifié avec succès !'), 3000)
  await page.clock.resume()

  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(`${CALLS}/api/etages?*`, async (route) => {
    await held
    await route.fulfill({ status: 500, json: {} })
  })
  await page.reload()
  await expect(page.getByText('Chargement des étages...')).toBeVisible()
  release()
  await expect(alert(page)).toContainText('Erreur lors du chargement des étages.')
})

test('is accessible, dark and light, with its dialogs', async ({ page }) => {
  for (const dark of [true, false]) {
    await preferDark(page, dark)
    const api = await open(page)
    const { etage } = await createEtage(api, `Accès ${dark}`)
    await createLot(api, etage, '1', 'F3', await createClient(api, 'Accessible'))
    await page.reload()
    const shown = card(page, `Étage de Accès ${dark}`)
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
