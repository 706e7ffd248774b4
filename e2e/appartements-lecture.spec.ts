import {
  expect,
  expectAccessible,
  openScreen,
  preferDark,
  PDF,
  signIn,
  test,
  withServer,
  type Page,
} from './diyar.ts'
import { createClient, createEtage, createLot } from './portefeuille.ts'
import { alert, CALLS, card, choose, dialog, expectGoneAfter, freeze, untilItsTabClosed } from './screen.ts'

withServer()

const open = (page: Page, address = '/appartement') => openScreen(page, address, 'Gestion des Appartements')

const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
const action = (page: Page, numLot: string, name: string) =>
  card(page, `Appartement ${numLot}`).getByRole('button', { name })
const pdf = (text: string) => ({
  name: 'plan é.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.4\n${text}\n%%EOF\n`),
})

// spec: APT-03..APT-12, APT-18, APT-23, APT-24, APT-63
test('search and filters hold for the loaded page, the pager for six a page', async ({ page }) => {
  const api = await signIn(page)
  const north = await createEtage(api, 'Filtre Nord')
  const south = await createEtage(api, 'Filtre Sud')
  const buyer = await createClient(api, 'Filtré Client')
  const upper = await api.create('/api/etages', {
    designation: 'Étage du haut',
    niveau: 2,
    logement_par_palier: 4,
    bloc_id: north.bloc,
    residence_id: north.residence,
  })
  const ids = [
    await createLot(api, north.etage, 'Vieux', 'F2'),
    await createLot(api, upper, 'Alpha', 'Studio'),
    await createLot(api, north.etage, 'Bêta', 'F3', buyer),
    await createLot(api, north.etage, 'Gamma', 'F3'),
    await createLot(api, south.etage, 'Delta', 'F4'),
    await createLot(api, south.etage, 'Epsilon', 'F4', buyer),
    await createLot(api, south.etage, 'Zêta', 'Duplex'),
  ]
  expect(ids).toHaveLength(7)
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/api/appartements?') && asked.push(request.url()))
  await page.clock.install()
  await open(page)
  await expect(page.getByRole('article')).toHaveCount(6)
  await expect(page.getByText(/^Page 1 sur \d+$/)).toBeVisible()
  expect(asked[0]).toMatch(/page=1&per_page=6&with=etage.bloc.residence%2Cclient%2Cpaiements$/)
  const names = () => page.getByRole('article').getByRole('heading').allTextContents()
  const spinner = page.getByRole('status', { name: 'Recherche en cours' })
  const before = asked.length
  await freeze(page)
  const search = page.getByRole('searchbox', { name: 'Rechercher par lot ou type...' })
  for (const [text, found] of [
    ['BETA', ['Appartement Bêta']],
    ['duplex', ['Appartement Zêta']],
    ['f4', ['Appartement Epsilon', 'Appartement Delta']],
  ] as const) {
    await search.fill(text)
    await expect(spinner).toBeVisible()
    await page.clock.runFor(499)
    await expect(spinner).toBeVisible()
    await page.clock.runFor(2)
    await expect(spinner).toHaveCount(0)
    await expect.poll(names).toEqual(found)
  }
  await page.clock.resume()
  await page.getByRole('button', { name: 'Réinitialiser' }).click()
  await expect(search).toHaveValue('')
  await expect(page.getByRole('article')).toHaveCount(6)
  await choose(page, 'Résidence', 'Filtre Nord')
  await expect(page.getByRole('article')).toHaveCount(3)
  await choose(page, 'Bloc', 'Bloc de Filtre Nord')
  await choose(page, 'Étage', 'Étage de Filtre Nord')
  await expect.poll(names).toEqual(['Appartement Gamma', 'Appartement Bêta'])
  await choose(page, 'État', 'Vendu')
  await expect.poll(names).toEqual(['Appartement Bêta'])
  await choose(page, 'État', 'Disponible')
  await expect.poll(names).toEqual(['Appartement Gamma'])
  await page.getByRole('button', { name: 'Réinitialiser' }).click()
  await choose(page, 'Bloc', 'Bloc de Filtre Nord (Filtre Nord)')
  await expect.poll(names).toEqual(['Appartement Gamma', 'Appartement Bêta', 'Appartement Alpha'])
  await expect(spinner).toHaveCount(0)
  await page.getByRole('button', { name: 'Réinitialiser' }).click()
  for (const name of ['Résidence', 'Bloc', 'Étage', 'Client', 'État'])
    await expect(page.getByRole('combobox', { name })).toHaveValue(/^Tou/)
  await choose(page, 'Client', 'Filtré Client · 0555 12 34 56')
  await expect.poll(names).toEqual(['Appartement Epsilon', 'Appartement Bêta'])
  expect(asked.length).toBe(before)

  await choose(page, 'Résidence', 'Filtre Nord')
  await choose(page, 'Client', 'Tous les clients')
  await page.getByRole('button', { name: 'Filtrer toutes les pages' }).click()
  await expect(page.getByRole('article')).toHaveCount(4)
  expect(asked.at(-1)).toContain(`residence_id=${north.residence}`)
  await page.getByRole('button', { name: 'Réinitialiser' }).click()
  await page.getByRole('button', { name: 'Page suivante' }).click()
  await expect(card(page, 'Appartement Vieux')).toBeVisible()
  await page.goBack()
  await expect(card(page, 'Appartement Zêta')).toBeVisible()
})

// spec: SHELL-05, APT-19, APT-22, APT-25, APT-31, APT-32, APT-33, APT-62, APT-71, ERR-39, ERR-45
test('details and report tell everything, with the total area and the price per m²', async ({ page }) => {
  const api = await signIn(page)
  const place = await createEtage(api, 'Lecture')
  const buyer = await createClient(api, 'Lecteur')
  const id = await createLot(api, place.etage, 'D-1', 'F3', buyer)
  await api.post('/api/paiements', {
    client_id: buyer,
    appartement_id: id,
    date_paiement: '2026-02-03',
    versement: 250_000,
    details: 'Chèque',
  })
  let answer: 'hold' | 'fail' | 'real' = 'hold'
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(`${CALLS}/api/appartements/*/superficie`, async (route) => {
    if (answer === 'hold') await held
    return answer === 'fail' ? route.fulfill({ status: 500, json: {} }) : route.fallback()
  })
  await open(page, `/appartement?residence=${place.residence}`)
  await action(page, 'D-1', 'Détails').click()
  await expect(dialog(page)).toContainText(/Surface totale\s:\s*Chargement\.\.\./)
  answer = 'real'
  release()
  await expect(dialog(page)).toContainText(
    /Surface totale\s:\s*92,5\sm².*Prix au m²\s:\s*10\s810,81\sDA\s\/\sm²/s,
  )
  await expect(dialog(page)).toContainText(
    /80,5\sm².*12\sm².*1\s000\s000,00\sDA.*Lecteur.*0555 12 34 56.*client@exemple\.dz.*750\s000,00\sDA.*25\s%/s,
  )
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  answer = 'fail'
  await page.reload()
  await action(page, 'D-1', 'Détails').click()
  await expect(dialog(page)).toContainText('Impossible de calculer la superficie')
  await expect(alert(page)).toContainText('Erreur lors du calcul de la superficie.')
  await page.keyboard.press('Escape')

  await action(page, 'D-1', 'Rapport détaillé').click()
  await expect(dialog(page)).toHaveAccessibleName('Rapport détaillé')
  await expect(dialog(page)).toContainText(
    /Appartement D-1.*F3.*Lecture.*Bloc de Lecture.*Étage de Lecture.*Surface totale\s*92,5\sm².*Prix\s*1\s000\s000,00\sDA.*Prix au m²\s*10\s810,81.*Lecteur.*25\s%.*Total payé\s*250\s000,00\sDA.*Reste à payer\s*750\s000,00\sDA.*03\/02\/2026.*Chèque/s,
  )
  await expect(dialog(page).getByRole('button', { name: 'Imprimer' })).toBeEnabled()
  await button(page, 'Fermer').last().click()
  await expect(dialog(page)).toHaveCount(0)
  await page.route(`${CALLS}/api/appartements/*/report`, (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await action(page, 'D-1', 'Rapport détaillé').click()
  await expect(dialog(page).getByRole('alert')).toContainText(
    'Erreur lors du chargement du rapport détaillé.',
  )
})

// spec: APT-18, APT-50, APT-56..APT-58, APT-70, ERR-46..ERR-48, LIM-10
test(
  'a plan is sent, opened in a new tab, and each failure says its own sentence',
  PDF,
  async ({ page, context }) => {
    const api = await signIn(page)
    const place = await createEtage(api, 'Plans')
    await createLot(api, place.etage, 'P-1', 'F3')
    await open(page, `/appartement?residence=${place.residence}`)
    const voir = page.getByRole('button', { name: "Voir le plan de l'appartement P-1" })
    await expect(voir).toHaveCount(0)
    await action(page, 'P-1', 'Modifier').click()
    const input = dialog(page).locator('input[type=file]')
    await expect(input).toHaveAttribute('accept', /application\/pdf/)
    await input.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('PNG') })
    await expect(dialog(page).getByText('Le fichier doit être un PDF.')).toBeVisible()
    await input.setInputFiles(pdf('un'))
    await button(page, 'Enregistrer').click()
    await expect(voir).toBeVisible()
    const [tab] = await Promise.all([context.waitForEvent('page'), voir.click()])
    await expect.poll(() => tab.url()).toMatch(/^blob:/)
    await tab.close()
    const stub = `${CALLS}/api/appartements/*/plan`
    for (const [status, contentType, body, text] of [
      [404, 'application/json', '{"error":"Plan égaré."}', 'Plan égaré.'],
      [200, 'application/json', '{"error":"Plan illisible."}', 'Plan illisible.'],
      [200, 'application/json', '{}', 'Erreur inconnue du serveur.'],
      [
        404,
        'application/json',
        '{"error":"Aucun plan PDF disponible pour cet appartement."}',
        'Aucun plan PDF disponible pour cet appartement.',
      ],
      [404, 'application/json', '{}', 'Erreur inconnue du serveur.'],
      [200, 'text/html', '<p>non</p>', 'Type de contenu invalide reçu.'],
      [500, 'application/json', '{}', 'Erreur lors du téléchargement du plan.'],
    ] as const) {
      await page.unroute(stub)
      await page.route(stub, (route) => route.fulfill({ status, contentType, body }))
      await untilItsTabClosed(page, () => voir.click())
      await expect(alert(page)).toContainText(text)
    }
    await page.clock.install()
    await page.reload()
    await expect(voir).toBeVisible()
    await freeze(page)
    await untilItsTabClosed(page, () => voir.click())
    await expectGoneAfter(page, alert(page), 5000)
  },
)

test('a plan attached by mistake is taken away, of a lot as of a residence', async ({ page }) => {
  const api = await signIn(page)
  const { residence, etage } = await createEtage(api, 'Erreur')
  await createLot(api, etage, 'W-1', 'F3')
  for (const [screen, name] of [
    [`/appartement?residence=${residence}`, 'Appartement W-1'],
    ['/residence', 'Erreur'],
  ] as const) {
    await preferDark(page, name === 'Erreur')
    await page.goto(screen)
    const shown = card(page, name)
    const edit = () => shown.getByRole('button', { name: /^Modifier/ }).click()
    await edit()
    await expect(dialog(page)).toBeVisible()
    await expect(button(page, 'Retirer le plan')).toHaveCount(0)
    await dialog(page).locator('input[type=file]').setInputFiles(pdf('mauvais'))
    await button(page, 'Enregistrer').click()
    await expect(shown.getByRole('button', { name: /^Voir le plan/ })).toBeVisible()

    await edit()
    await button(page, 'Retirer le plan').click()
    await expect(dialog(page).getByText("Le plan enregistré sera supprimé à l'enregistrement.")).toBeVisible()
    await expectAccessible(page)
    await button(page, 'Garder le plan').click()
    await expectAccessible(page)
    await expect(dialog(page).getByText('en choisir un autre le remplace')).toBeVisible()
    await button(page, 'Retirer le plan').click()
    await button(page, 'Enregistrer').click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(shown.getByRole('button', { name: /^Voir le plan/ })).toHaveCount(0)
  }
})
