import { expect, expectAccessible, signIn, test, withServer, type Api, type Page } from './diyar.ts'
import { expectGoneAfter, freeze } from './screen.ts'

withServer()

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const tone = (page: Page) =>
  dialog(page, /^Occupation/)
    .getByRole('progressbar')
    .locator('..')
    .getAttribute('data-tone')

/** Refuses a call, once its dialog has shown that it runs. */
const refuse = (page: Page, method: string, busy: string) =>
  page.route('**/api/parkings/*', async (route) => {
    if (route.request().method() !== method) return route.continue()
    await expect(page.getByRole('dialog').getByRole('button', { name: busy })).toBeDisabled()
    await route.fulfill({ status: 500, json: {} })
  })

/** Keeps an answer back until the test releases it. */
function hold() {
  let release = () => {}
  const until = new Promise<void>((resolve) => (release = resolve))
  return { until, release }
}

async function residence(api: Api, nom: string): Promise<number> {
  return api.create('/api/residences', { nom, adresse: 'Alger' })
}

/** A parking with `sold` of its `places` attributed. */
async function parking(
  api: Api,
  residence_id: number,
  parking_nom: string,
  places = 0,
  sold = 0,
): Promise<number> {
  const parking_id = await api.create('/api/parkings', {
    parking_nom,
    residence_id,
    nb_places: Math.max(places, 1),
  })
  const client_id =
    sold > 0
      ? await api.create('/api/clients', {
          nomComplet: `Client de ${parking_nom}`,
          tel: '0555 11 22 33',
          email: 'c@exemple.dz',
        })
      : 0
  for (let numero_place = 1; numero_place <= places; numero_place++) {
    const id = await api.create('/api/places-parking', {
      parking_id,
      numero_place,
      type_place: 'Box',
      position: '',
      montant: 100_000,
    })
    if (numero_place <= sold) await api.post(`/api/places-parking/${id}/attribuer`, { client_id })
  }
  return parking_id
}

// spec: SHELL-06, PRK-01, PRK-02, PRK-08, PRK-09, PRK-11, PRK-12, PRK-16, PRK-21, PRK-22, PRK-23, PRK-24, PRK-26, PRK-34, ERR-58, ERR-59, ERR-60, ERR-61
test('a parking is added, edited and deleted', async ({ page }) => {
  const api = await signIn(page)
  await residence(api, 'Les Jardins')
  const lookup = page.waitForResponse('**/api/residence/all')
  await page.goto('/parking')
  expect(await (await lookup).json()).toMatchObject([{ nom: 'Les Jardins' }])
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gestion des Parkings')
  await expect(page.getByText('Aucun parking trouvé')).toBeVisible()
  await expectAccessible(page)

  await button(page, 'Ajouter un parking').click()
  const form = dialog(page, 'Ajouter un parking')
  await expect(form.getByLabel('Nombre de places')).toHaveValue('1')
  await form.getByLabel('Nombre de places').fill('0')
  let sent = 0
  page.on(
    'request',
    (request) => (sent += request.method() === 'POST' && request.url().endsWith('/api/parkings') ? 1 : 0),
  )
  await form.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(form.getByText('Le nom du parking est obligatoire.')).toBeVisible()
  await expect(form.getByText('Veuillez sélectionner une résidence.')).toBeVisible()
  await expect(form.getByText('Le nombre de places doit être un nombre entier, 1 au moins.')).toBeVisible()
  expect(sent).toBe(0)
  await form.getByLabel('Nom du parking').fill('Parking Nord')
  await form.getByRole('combobox', { name: 'Résidence' }).click()
  await page.getByRole('option', { name: 'Les Jardins' }).click()
  await form.getByLabel('Nombre de places').fill('4')
  await page.route('**/api/parkings', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  )
  await form.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(form.getByRole('alert')).toHaveText(
    'Erreur lors de la création. Vérifiez que tous les champs sont valides.',
  )
  await page.unroute('**/api/parkings')
  const held = hold()
  await page.route('**/api/parkings', async (route) => {
    if (route.request().method() === 'POST') await held.until
    await route.continue()
  })
  await form.getByRole('button', { name: 'Enregistrer', exact: true }).dblclick()
  await expect(form.getByRole('button', { name: 'Enregistrement...' })).toBeDisabled()
  held.release()
  await expect(page.getByText('Parking ajouté avec succès !')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(card(page, 'Parking Nord')).toContainText('Les Jardins')
  await page.unroute('**/api/parkings')

  await button(page, 'Modifier Parking Nord').click()
  const edit = dialog(page, 'Modifier le parking')
  await edit.getByLabel('Nom du parking').fill('Parking Sud')
  await refuse(page, 'PUT', 'Mise à jour...')
  await edit.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(edit.getByRole('alert')).toHaveText(
    'Erreur lors de la mise à jour. Vérifiez que tous les champs sont valides.',
  )
  await page.unroute('**/api/parkings/*')
  await edit.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(page.getByText('Parking modifié avec succès !')).toBeVisible()
  await expect(card(page, 'Parking Sud')).toContainText('4 places')

  await button(page, 'Supprimer Parking Sud').click()
  const confirm = dialog(page, 'Supprimer le parking')
  await expect(confirm).toContainText(
    'Êtes-vous sûr de vouloir supprimer le parking Parking Sud ? Cette action est définitive.',
  )
  await refuse(page, 'DELETE', 'Suppression...')
  await confirm.getByRole('button', { name: 'Supprimer' }).click()
  await expect(confirm.getByRole('alert')).toHaveText(
    "Erreur lors de la suppression du parking. Vérifiez qu'il ne contient pas de places occupées.",
  )
  await page.unroute('**/api/parkings/*')
  await confirm.getByRole('button', { name: 'Supprimer' }).click()
  await expect(page.getByText('Aucun parking trouvé')).toBeVisible()

  await page.route('**/api/residence/all', (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await expect(page.getByText('Erreur lors du chargement des résidences.')).toBeVisible()
})

// spec: PRK-03, PRK-04, PRK-05, PRK-06, PRK-14, PRK-15, PRK-16, ERR-57
test('parkings are shown six by six, three a row, and searched by the server', async ({ page }) => {
  const api = await signIn(page)
  const id = await residence(api, 'Les Pins')
  for (const n of [1, 2, 3, 4, 5, 6, 7]) await parking(api, id, `Sous-sol ${n}`)
  await page.goto('/parking')
  await expect(page.getByText('Page 1 sur 2')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(6)
  const tops = await page
    .getByRole('article')
    .evaluateAll((all) => all.slice(0, 4).map((one) => one.getBoundingClientRect().top))
  expect(new Set(tops).size).toBe(2)
  expect(tops[2]).toBe(tops[0])
  await expect(button(page, 'Page précédente')).toBeDisabled()
  await button(page, 'Page suivante').click()
  await expect(page.getByText('Page 2 sur 2')).toBeVisible()
  await expect(button(page, 'Page suivante')).toBeDisabled()
  await expect(card(page, 'Sous-sol 7')).toBeVisible()
  await button(page, 'Page précédente').click()
  await expect(page.getByText('Page 1 sur 2')).toBeVisible()
  await expect(card(page, 'Sous-sol 1')).toBeVisible()
  await button(page, 'Page suivante').click()
  await expect(card(page, 'Sous-sol 7')).toBeVisible()

  const search = page.getByPlaceholder('Rechercher par nom...')
  const asked = (wanted: Record<string, string | null>) =>
    page.waitForRequest((request) => {
      const url = new URL(request.url())
      return (
        url.pathname.endsWith('/api/parkings') &&
        Object.entries(wanted).every(([key, value]) => url.searchParams.get(key) === value)
      )
    })
  const found = asked({ search: 'sol 3', page: '1', per_page: '6' })
  await search.fill('sol 3')
  await found
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.reload()
  await expect(search).toHaveValue('sol 3')
  const cleared = asked({ search: null, page: '1' })
  await button(page, 'Réinitialiser').click()
  await cleared
  await expect(search).toHaveValue('')
  await expect(page.getByRole('article')).toHaveCount(6)
  await search.fill('sous-sol')
  await expect(page).toHaveURL(/recherche=sous-sol/)
  await button(page, 'Page suivante').click()
  await expect(page.getByText('Page 2 sur 2')).toBeVisible()
  const again = asked({ search: null, page: '1' })
  await search.fill('')
  await again
  await expect(page.getByText('Page 1 sur 2')).toBeVisible()
  await search.fill('zzz')
  await expect(page.getByText('Aucun parking trouvé')).toBeVisible()
  await page.route('**/api/parkings?*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/parking')
  await expect(page.getByText('Erreur lors du chargement des parkings.')).toBeVisible()
})

// spec: PRK-10, PRK-13, PRK-17, PRK-18, PRK-19, PRK-33
test('the statistics of a parking tell its occupation, in the colour of its band', async ({ page }) => {
  const api = await signIn(page)
  const id = await residence(api, 'Les Oliviers')
  await parking(api, id, 'Un quart', 4, 1)
  await parking(api, id, 'La moitié', 2, 1)
  await parking(api, id, 'Presque tout', 5, 4)
  for (const [name, band, rate, total, occupied, free] of [
    ['Un quart', 'green', '25 %', 4, 1, 3],
    ['La moitié', 'yellow', '50 %', 2, 1, 1],
    ['Presque tout', 'red', '80 %', 5, 4, 1],
  ] as const) {
    await page.goto(`/parking?recherche=${encodeURIComponent(name)}`)
    await button(page, `Détails ${name}`).click()
    const stats = dialog(page, `Occupation de ${name}`)
    await expect(stats).toContainText(`Taux d'occupation : ${rate}`)
    for (const line of [
      `Total des places : ${total}`,
      `Places occupées : ${occupied}`,
      `Places disponibles : ${free}`,
    ])
      await expect(stats).toContainText(line)
    expect(await tone(page)).toBe(band)
    await stats.getByRole('button', { name: 'Fermer' }).click()
    await expect(stats).toHaveCount(0)
  }
  for (const [occupation_rate, band] of [
    [49.99, 'green'],
    [79.99, 'yellow'],
  ] as const) {
    const json = { occupation_rate, total_places: 9999, occupied_places: 1, available_places: 1 }
    await page.route('**/occupation', (route) => route.fulfill({ json }))
    await button(page, 'Détails Presque tout').click()
    await expect(dialog(page, /^Occupation/)).toContainText('Total des places : 9999')
    await expect.poll(() => tone(page)).toBe(band)
    await dialog(page, /^Occupation/)
      .getByRole('button', { name: 'Fermer' })
      .click()
    await expect(dialog(page, /^Occupation/)).toHaveCount(0)
  }
  await page.route('**/occupation', (route) => route.fulfill({ status: 500, json: {} }))
  await button(page, 'Détails Presque tout').click()
  const stats = dialog(page, 'Occupation de Presque tout')
  await expect(stats.getByText('Les chiffres ne sont pas connus pour le moment.')).toBeVisible()
  for (const line of [
    "Taux d'occupation : 0 %",
    'Total des places : 0',
    'Places occupées : 0',
    'Places disponibles : 0',
  ])
    await expect(stats).toContainText(line)
})

// spec: LIM-11
test('an error goes after five seconds: of loading, where « Réessayer » stays, and of deleting', async ({
  page,
}) => {
  const api = await signIn(page)
  await parking(api, await residence(api, 'Les Passagers'), 'Passager')
  await page.clock.install()
  await page.goto('/parking?recherche=Passager')
  await expect(card(page, 'Passager')).toBeVisible()
  const { until, release } = hold()
  await page.route(
    '**/api/parkings?*',
    async (route) => (await until, route.fulfill({ status: 500, json: {} })),
  )
  await page.goto('/parking')
  await expect(page.getByRole('searchbox')).toBeVisible()
  await freeze(page)
  release()
  await expectGoneAfter(
    page,
    page.getByRole('alert').filter({ hasText: 'Erreur lors du chargement des parkings.' }),
    5000,
  )
  await page.clock.resume()
  await page.unroute('**/api/parkings?*')
  await button(page, 'Réessayer').click()
  await expect(page.getByRole('article').first()).toBeVisible()

  await page.goto('/parking?recherche=Passager')
  await button(page, 'Supprimer Passager').click()
  const confirm = dialog(page, 'Supprimer le parking')
  await page.route('**/api/parkings/*', (route) => route.fulfill({ status: 500, json: {} }))
  await freeze(page)
  await confirm.getByRole('button', { name: 'Supprimer' }).click()
  await expectGoneAfter(page, confirm.getByRole('alert'), 5000)
  await page.clock.resume()
  await expect(confirm).toBeVisible()
})
