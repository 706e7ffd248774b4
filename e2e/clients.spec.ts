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
import { CALLS, dialog } from './screen.ts'

withServer()

const someone = {
  nomComplet: 'Élodie Benaïssa',
  tel: '+213 555 12 34 56',
  email: 'elodie@exemple.dz',
  adresse: '12, rue Didouche Mourad',
}

const open = (page: Page) => openScreen(page, '/clients', 'Gestion des Clients')

const card = (page: Page, name: string) => page.getByRole('article', { name })
const palette = (page: Page) => page.getByRole('combobox', { name: /^Client, téléphone, lot/ })

// spec: SHELL-06, CLI-01, CLI-28, CLI-31, CLI-08..CLI-13, CLI-25, CLI-26, CLI-27, SHELL-21, SHELL-66, SHELL-67, SHELL-73
test('a client is added, read, changed and deleted from the screen', async ({ page }) => {
  await open(page)
  await expect(page.getByText('Aucun client disponible.')).toBeVisible()
  await page.getByRole('button', { name: 'Ajouter un client' }).first().click()
  await dialog(page).getByLabel('Nom complet').fill('محمد الأمين بن عبد الله')
  await dialog(page).getByLabel('Téléphone').fill('0555 12 34 56')
  await dialog(page).getByLabel('Email').fill('amine@exemple.dz')
  await dialog(page).getByRole('button', { name: 'Ajouter', exact: true }).click()
  await expect(page.getByText('Client ajouté avec succès !')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)

  const shown = card(page, 'محمد الأمين بن عبد الله')
  await expect(shown).toContainText('amine@exemple.dz')
  await expect(shown).toContainText(/Téléphone\s:\s*0555 12 34 56/)
  await expect(shown).toContainText(/Adresse\s:\s*Non spécifiée/)
  await expect(shown.getByRole('link', { name: '0555 12 34 56' })).toHaveAttribute('href', 'tel:0555123456')
  await expect(shown.getByRole('link', { name: 'amine@exemple.dz' })).toHaveAttribute(
    'href',
    'mailto:amine@exemple.dz',
  )

  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await shown.getByRole('button', { name: 'Détails' }).click()
  await expect(dialog(page)).toHaveAccessibleName('Détails du client')
  // One at a time: the keys that opened the search do not while something else is open.
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)

  await shown.getByRole('button', { name: 'Modifier' }).click()
  await expect(dialog(page)).toHaveAccessibleName('Modifier le client')
  await dialog(page).getByLabel('Adresse').fill('2, place des Martyrs, Blida')
  await dialog(page).getByRole('button', { name: 'Sauvegarder' }).click()
  await expect(page.getByText('Client modifié avec succès !')).toBeVisible()
  await expect(shown).toContainText('2, place des Martyrs, Blida')

  await shown.getByRole('button', { name: 'Supprimer' }).click()
  await expect(dialog(page)).toContainText(
    'Êtes-vous sûr de vouloir supprimer le client محمد الأمين بن عبد الله ? Cette action est définitive.',
  )
  await page.mouse.click(5, 5)
  await expect(dialog(page)).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Annuler' }).click()
  await expect(shown).toBeVisible()
  await shown.getByRole('button', { name: 'Supprimer' }).click()
  await dialog(page).getByRole('button', { name: 'Supprimer' }).click()
  await expect(page.getByText('Client supprimé avec succès !')).toBeVisible()
  await expect(shown).toHaveCount(0)
})

// spec: CLI-34, CLI-35, CLI-36
test('each missing or wrong field says so at its place, nothing is sent and nothing typed is lost', async ({
  page,
}) => {
  await open(page)
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await page.getByRole('button', { name: 'Ajouter un client' }).first().click()
  await dialog(page).getByLabel('Email').fill('abc')
  await dialog(page).getByRole('button', { name: 'Ajouter', exact: true }).click()
  await expect(dialog(page).getByText('Le nom complet est obligatoire.')).toBeVisible()
  await expect(dialog(page).getByText('Le téléphone est obligatoire.')).toBeVisible()
  await expect(dialog(page).getByText("L'adresse email n'est pas valide.")).toBeVisible()
  await expect(dialog(page).getByLabel('Nom complet')).toBeFocused()
  await expect(dialog(page).getByLabel('Email')).toHaveValue('abc')
  await expect(dialog(page).getByLabel('Email')).toHaveAttribute('type', 'email')
  expect(sent).toEqual([])
})

// spec: SHELL-68, SHELL-69, SHELL-70, SHELL-71, ERR-12
test('a double click sends one request; a failure keeps what was typed and shows the server or the fallback sentence', async ({
  page,
}) => {
  await open(page)
  let answers = 0
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(`${CALLS}/api/clients`, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    answers++
    await held
    return answers === 1
      ? route.fulfill({ status: 500, json: {} })
      : route.fulfill({ status: 422, json: { message: 'Refusé par le serveur.' } })
  })
  await page.getByRole('button', { name: 'Ajouter un client' }).first().click()
  await dialog(page).getByLabel('Nom complet').fill(someone.nomComplet)
  await dialog(page).getByLabel('Téléphone').fill(someone.tel)
  await dialog(page).getByLabel('Email').fill(someone.email)
  await dialog(page).getByRole('button', { name: 'Ajouter', exact: true }).dblclick()
  await expect(dialog(page).getByRole('button', { name: 'Enregistrement...' })).toBeDisabled()
  release()
  await expect(dialog(page).getByRole('alert')).toContainText("Erreur lors de l'ajout du client.")
  expect(answers).toBe(1)
  await expect(dialog(page).getByLabel('Nom complet')).toHaveValue(someone.nomComplet)
  await dialog(page).getByRole('button', { name: 'Ajouter', exact: true }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('Refusé par le serveur.')
})

// spec: RE-31
test('each number that a field holds is a link of its own', async ({ page }) => {
  const api = await open(page)
  const tel = '0550 12 34 56 / 0661 98 76 54'
  const id = await api.create('/api/clients', { ...someone, nomComplet: 'À deux numéros', tel })
  await openScreen(page, `/clients?search=${encodeURIComponent('À deux numéros')}`, 'Gestion des Clients')
  const links = card(page, 'À deux numéros').locator('a[href^="tel:"]')
  await expect(links).toHaveText(['0550 12 34 56', '0661 98 76 54'])
  await expect(links.nth(1)).toHaveAttribute('href', 'tel:0661987654')
  await api.delete(`/api/clients/${id}`)
})

test('two people editing one client: the later is told, reloads and saves without typing again', async ({
  page,
}) => {
  const api = await open(page)
  const id = await api.create('/api/clients', { ...someone, nomComplet: 'À deux' })
  await page.reload()
  await card(page, 'À deux').getByRole('button', { name: 'Modifier' }).click()
  await dialog(page).getByLabel('Adresse').fill('Ma saisie')
  await api.put(`/api/clients/${id}`, { ...someone, nomComplet: 'À deux', tel: '0666 00 00 00' })
  await dialog(page).getByRole('button', { name: 'Sauvegarder' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText(
    'Cette fiche a été modifiée entre-temps. Rechargez-la.',
  )
  await dialog(page).getByRole('button', { name: 'Recharger' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveCount(0)
  await expect(dialog(page).getByLabel('Adresse')).toHaveValue('Ma saisie')
  await expect(dialog(page).getByLabel('Téléphone')).toHaveValue('0666 00 00 00')
  await dialog(page).getByRole('button', { name: 'Sauvegarder' }).click()
  await expect(page.getByText('Client modifié avec succès !')).toBeVisible()
  expect(await api.get(`/api/clients/${id}`)).toMatchObject({ adresse: 'Ma saisie', tel: '0666 00 00 00' })
})

// spec: CLI-02..CLI-07, CLI-29, CLI-30, CLI-38, CLI-40
test('the search filters the loaded page after 500 ms, without asking the server, and reset brings the page back', async ({
  page,
}) => {
  const api = await open(page)
  for (let n = 1; n <= 12; n++)
    await api.create('/api/clients', {
      ...someone,
      nomComplet: `Zohra ${String(n).padStart(2, '0')}`,
      email: `z${n}@exemple.dz`,
      adresse: `Cité ${n}`,
    })
  await api.create('/api/clients', {
    ...someone,
    nomComplet: 'Aïcha Ferhat',
    email: 'unique@ailleurs.dz',
    adresse: 'Tlemcen',
  })
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/api/clients') && asked.push(request.url()))
  await page.clock.install()
  await page.reload()
  await expect(page.getByRole('article')).toHaveCount(10)
  await page.clock.pauseAt(new Date('2100-01-01'))
  await expect(page.getByText(/^Page 1 sur 2$/)).toBeVisible()
  expect(asked.at(-1)).toContain('page=1&per_page=10')
  const search = page.getByRole('searchbox', { name: 'Rechercher par nom, email ou adresse...' })
  const before = asked.length
  for (const text of ['aicha', 'FERHAT', 'unique@', 'tlemCEN']) {
    await search.fill(text)
    await expect(page.getByRole('status', { name: 'Recherche en cours' })).toBeVisible()
    await page.clock.runFor(499)
    await expect(page.getByRole('status', { name: 'Recherche en cours' })).toBeVisible()
    await page.clock.runFor(2)
    await expect(page.getByRole('status', { name: 'Recherche en cours' })).toHaveCount(0)
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(card(page, 'Aïcha Ferhat')).toBeVisible()
  }
  await search.fill('zzz')
  await page.clock.runFor(501)
  await expect(page.getByText('Aucun client trouvé avec ces critères.')).toBeVisible()
  await expect(page.getByText("d'autres pages existent")).toBeVisible()
  await page.getByRole('button', { name: 'Réinitialiser' }).click()
  await expect(page.getByRole('article')).toHaveCount(10)
  expect(asked.length).toBe(before)
  expect(asked.some((url) => /search|recherche/.test(url))).toBe(false)
  await page.getByRole('button', { name: 'Page suivante' }).click()
  await expect(page.getByText(/^Page 2 sur 2$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Page suivante' })).toBeDisabled()
})

// spec: CLI-14..CLI-24, CLI-33
test("a client's biens show where they are and where their payment stands, and lead to it", async ({
  page,
}) => {
  const api = await open(page)
  const buyer = await api.create('/api/clients', { ...someone, nomComplet: 'Acheteur Heureux' })
  await api.create('/api/clients', { ...someone, nomComplet: 'Acheteur Sans Bien' })
  const residence = await api.create('/api/residences', { nom: 'Résidence des Biens', adresse: 'Alger' })
  const bloc = await api.create('/api/blocs', {
    nomloc: 'Bloc Z',
    description: 'R+1',
    residence_id: residence,
  })
  const etage = await api.create('/api/etages', {
    designation: 'RDC',
    niveau: 0,
    logement_par_palier: 2,
    bloc_id: bloc,
    residence_id: residence,
  })
  const lot = await api.create('/api/appartements', {
    numLot: 'Z-12',
    typeLogement: 'F3',
    surfaceHabitable: 80.5,
    surfaceUtile: 12,
    montant: 1000000,
    etage_id: etage,
    client_id: buyer,
  })
  await api.post('/api/paiements', {
    client_id: buyer,
    appartement_id: lot,
    date_paiement: '2026-01-15',
    versement: 250000,
  })
  await page.goto('/clients')
  await card(page, 'Acheteur Sans Bien').getByRole('button', { name: 'Biens de' }).click()
  await expect(dialog(page)).toHaveAccessibleName('Biens de Acheteur Sans Bien')
  for (const text of ['Aucun appartement trouvé.', 'Aucune place de parking trouvée.', 'Aucun local trouvé.'])
    await expect(dialog(page).getByText(text)).toBeVisible()
  for (const name of ['Appartements', 'Places de parking', 'Locaux'])
    await expect(dialog(page).getByRole('heading', { name })).toBeVisible()
  await page.keyboard.press('Escape')

  let send = () => {}
  const held = new Promise<void>((resolve) => (send = resolve))
  await page.route(`${CALLS}/api/clients/*/assets`, async (route) => {
    await held
    const real = await route.fetch()
    const body = (await real.json()) as { places: object[]; locaux: object[] }
    const sold = { montant: 100, totalPaye: 0, resteAPayer: 100, pourcentagePaiement: 0 }
    body.places.push({
      id: 1,
      numero_place: 7,
      type_place: '',
      parking: { parking_nom: 'Sous-sol' },
      ...sold,
    })
    body.locaux.push({ id: 2, num: 'L-3', surface: 45.5, bloc: { nomloc: 'Bloc L' }, ...sold })
    await route.fulfill({ json: body })
  })
  await card(page, 'Acheteur Heureux').getByRole('button', { name: 'Biens de' }).click()
  await expect(dialog(page).getByText('Chargement des biens...')).toBeVisible()
  send()
  const bien = dialog(page).getByRole('listitem')
  await expect(bien.nth(0)).toContainText(
    /Appartement Z-12.*F3.*80,5\sm².*12\sm².*Bloc Z.*1\s000\s000,00\sDA.*250\s000,00\sDA.*750\s000,00\sDA.*25\s%/s,
  )
  await expect(bien.nth(1)).toContainText(/Place 7.*Sous-sol.*Standard/s)
  await expect(bien.nth(2)).toContainText(/Local L-3.*Bloc L.*45,5\sm²/s)
  await dialog(page).getByRole('link', { name: 'Appartement Z-12' }).click()
  await expect(page).toHaveURL(/\/ventes\/\d+$/)
})

// spec: CLI-32, ERR-11
test('loading, failing and empty say so, and "Réessayer" asks again', async ({ page }) => {
  await signIn(page)
  let answer: 'hold' | 'fail' | 'empty' = 'hold'
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(`${CALLS}/api/clients?*`, async (route) => {
    if (answer === 'hold') await held
    if (answer === 'fail') return route.fulfill({ status: 500, json: {} })
    return answer === 'empty'
      ? route.fulfill({ json: { data: [], current_page: 1, last_page: 1, total: 0 } })
      : route.fallback()
  })
  await page.goto('/clients')
  await expect(page.getByText('Chargement des clients...')).toBeVisible()
  answer = 'fail'
  release()
  await expect(page.getByRole('alert')).toContainText('Erreur chargement clients.')
  answer = 'empty'
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(page.getByText('Aucun client disponible.')).toBeVisible()
})

// spec: ERR-13, ERR-14, ERR-15
test('without a word of the server, each failure says its own sentence in a red banner', async ({ page }) => {
  const api = await open(page)
  await api.create('/api/clients', { ...someone, nomComplet: 'Jamais Enregistré' })
  await page.reload()
  const shown = card(page, 'Jamais Enregistré')
  await page.route(`${CALLS}/api/clients/*/assets`, (route) => route.fulfill({ status: 500, json: {} }))
  await shown.getByRole('button', { name: 'Biens de' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('Erreur chargement biens.')
  await dialog(page).getByRole('button', { name: 'Fermer' }).click()

  await page.route(`${CALLS}/api/clients/*`, (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 500, json: {} }),
  )
  await shown.getByRole('button', { name: 'Modifier' }).click()
  await dialog(page).getByRole('button', { name: 'Sauvegarder' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('Erreur lors de la mise à jour.')
  await dialog(page).getByRole('button', { name: 'Annuler' }).click()

  await shown.getByRole('button', { name: 'Supprimer' }).click()
  await dialog(page).getByRole('button', { name: 'Supprimer' }).click()
  await expect(page.getByRole('alert')).toContainText('Erreur suppression client.')
  await expect(shown).toBeVisible()
})

test('is accessible, dark and light, with its dialogs', async ({ page }) => {
  for (const dark of [true, false]) {
    await preferDark(page, dark)
    const api = await open(page)
    await api.create('/api/clients', { ...someone, nomComplet: `Accessible ${dark}` })
    await page.reload()
    await expect(card(page, `Accessible ${dark}`)).toBeVisible()
    await expectAccessible(page)
    for (const name of ['Biens de', 'Détails', 'Modifier', 'Supprimer']) {
      await card(page, `Accessible ${dark}`).getByRole('button', { name }).click()
      await expect(dialog(page)).toBeVisible()
      await expectAccessible(page)
      await dialog(page).getByRole('button', { name: 'Fermer' }).click()
      await expect(dialog(page)).toHaveCount(0)
    }
    await page.keyboard.press('Control+k')
    await palette(page).fill('accessible')
    await expect(page.getByRole('option').first()).toBeVisible()
    await expectAccessible(page)
  }
})

test('the global search finds a client from any screen by keyboard alone', async ({ page }) => {
  const api = await open(page)
  await api.create('/api/clients', { ...someone, nomComplet: 'Ouarda Trouvée' })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Tableau de Bord Immobilier' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await palette(page).fill('TROUVEE ouvarda')
  await expect(page.getByText('Rien ne correspond')).toBeVisible()
  await palette(page).fill('TROUVEE oua')
  await expect(page.getByRole('option', { name: /Ouarda Trouvée/ })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fiche client Ouarda Trouvée')
  await page.keyboard.press('Control+k')
  await palette(page).fill('recap')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/recap$/)
})
