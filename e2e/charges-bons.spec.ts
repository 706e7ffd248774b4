import { expect, expectAccessible, signIn, test, withServer, type Page } from './diyar.ts'

withServer()

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const save = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Enregistrer', exact: true })
const said = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible()
const top = (page: Page) => page.evaluate(() => window.scrollY)

/** A category of its own with one voucher of two lines. */
async function open(page: Page, nom: string, reference: string) {
  const api = await signIn(page)
  const categorie_bon_id = await api.create('/api/categories', { nom })
  const lignes = ['Ciment', 'Sable'].map((designation) => ({ designation, prix_unitaire: 100, quantite: 1 }))
  const id = await api.create('/api/bons', { reference, date_bon: '2025-03-05', categorie_bon_id, lignes })
  await page.goto('/charges')
  await expect(page.getByRole('region', { name: nom })).toBeVisible()
  return { api, id }
}

// spec: CHG-23, CHG-24, CHG-39, CHG-40, CHG-41, CHG-42, CHG-43, CHG-44, CHG-45, CHG-46, CHG-73, CHG-30, CHG-37, LIM-12
test('a voucher is added with the lines collected before saving', async ({ page }) => {
  await open(page, 'Carburant', 'CARB-1')
  await button(page, 'Ajouter un bon à Carburant').click()
  const form = dialog(page, "Ajouter un bon d'achat")
  const [designation, prix, quantite] = [
    form.getByLabel('Désignation'),
    form.getByLabel('Prix unitaire'),
    form.getByLabel('Quantité'),
  ]
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.postData() ?? ''))
  await expect(prix).toHaveValue(/^0\sDA$/)
  await expect(quantite).toHaveValue('1')
  await expect(prix).toHaveAttribute('step', '0.01')
  await expect(quantite).toHaveAttribute('min', '1')
  const collected = form.getByRole('list', { name: 'Lignes du bon' }).getByRole('listitem')
  const add = form.getByRole('button', { name: 'Ajouter la ligne' })
  await designation.fill('Gasoil')
  await add.click()
  await expect(form.getByText('Veuillez remplir tous les champs de la ligne correctement.')).toBeVisible()
  await expect(collected).toHaveCount(0)
  await prix.fill('12,5')
  await quantite.fill('0')
  await add.click()
  await expect(form.getByText('Veuillez remplir tous les champs de la ligne correctement.')).toBeVisible()
  await quantite.fill('4')
  await add.click()
  await expect(collected).toHaveText(/Gasoil · 4 × 12,50\sDA50,00\sDA/)
  await expect(designation).toHaveValue('')
  await designation.fill('Huile')
  await prix.fill('1000')
  await prix.press('Enter')
  await expect(collected).toHaveCount(2)
  await form.getByRole('button', { name: 'Retirer la ligne Gasoil' }).click()
  await expect(collected).toHaveText(/Huile/)
  await designation.fill('Filtre')
  await form.getByLabel('Date du bon').fill('')
  await save(page).click()
  await expect(form.getByText('La référence est obligatoire.')).toBeVisible()
  await expect(form.getByText('La date du bon est obligatoire.')).toBeVisible()
  await form.getByLabel('Référence').fill('CARB-2')
  await form.getByLabel('Date du bon').fill('06/03/2025')
  await save(page).click()
  await expect(form.getByText('Veuillez remplir tous les champs de la ligne correctement.')).toBeVisible()
  expect(posts).toEqual([])
  // The line still being typed goes along once it is complete.
  await prix.fill('20')
  let release = () => {}
  const until = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/bons', async (route) => {
    await until
    await route.continue()
  })
  await save(page).dblclick()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Enregistrement...' })).toBeDisabled()
  release()
  await said(page, "Bon d'achat et ses lignes ajoutés avec succès !")
  expect(posts).toHaveLength(1)
  expect(JSON.parse(posts[0] ?? '')).toMatchObject({
    reference: 'CARB-2',
    date_bon: '2025-03-06',
    lignes: [{ designation: 'Huile' }, { designation: 'Filtre' }],
  })
  const voucher = page.getByRole('article', { name: 'CARB-2' })
  for (const text of ['06/03/2025', '1 020,00 DA', 'Huile', 'Filtre'])
    await expect(voucher).toContainText(text)
})

// spec: SHELL-06, CHG-25, CHG-27, CHG-28, CHG-47, CHG-48, CHG-49, CHG-50, CHG-74, CHG-78, CHG-79, CHG-80, CHG-81, ERR-90, LIM-12
test('vouchers and lines are edited and deleted', async ({ page }) => {
  const { api, id } = await open(page, 'Peinture', 'PEI-1')
  await button(page, 'Ajouter une ligne à PEI-1').click()
  const form = dialog(page, 'Ajouter une ligne')
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await expect(form.getByLabel('Prix unitaire')).toHaveAttribute('step', '0.01')
  await expect(form.getByLabel('Prix unitaire')).toHaveAttribute('min', '0')
  await form.getByLabel('Prix unitaire').fill('-1')
  await expect(form.getByLabel('Prix unitaire')).toHaveValue('')
  await form.getByLabel('Quantité').fill('0')
  await save(page).click()
  for (const text of [
    'La désignation est obligatoire.',
    'Le prix unitaire est obligatoire.',
    'La quantité doit être un nombre entier, 1 au moins.',
  ])
    await expect(form.getByText(text)).toBeVisible()
  expect(sent).toEqual([])
  await form.getByLabel('Désignation').fill('Enduit')
  // A dot as the decimal mark, in one piece as a paste brings it, then typed.
  await form.getByLabel('Prix unitaire').fill('1,234.5')
  await form.getByLabel('Quantité').fill('2')
  await expect(form.getByRole('status')).toHaveText(/^2\s469,00\sDA$/)
  await form.getByLabel('Prix unitaire').fill('')
  await form.getByLabel('Prix unitaire').pressSequentially('12.5')
  await form.getByLabel('Quantité').fill('3')
  await expect(form.getByRole('status')).toHaveText(/^37,50\sDA$/)
  await page.route('**/lignes', (route) =>
    route.fulfill({
      status: 422,
      json: {
        message: 'Premier défaut.',
        errors: { designation: ['Premier défaut.'], quantite: ['Second défaut.'] },
      },
    }),
  )
  await save(page).click()
  await expect(form.getByRole('alert')).toHaveText('Premier défaut. Second défaut.')
  await page.unrouteAll()
  await save(page).click()
  await said(page, 'Ligne ajoutée avec succès !')

  await button(page, 'Modifier la ligne Enduit').click()
  await expect(dialog(page, 'Modifier la ligne').getByLabel('Quantité')).toHaveValue('3')
  await page.getByRole('dialog').getByLabel('Quantité').fill('2')
  await save(page).click()
  await said(page, 'Ligne modifiée avec succès !')
  await expect(page.getByRole('row', { name: /Enduit/ })).toContainText('25,00 DA')
  await button(page, 'Supprimer la ligne Enduit').click()
  await expect(dialog(page, 'Supprimer la ligne')).toContainText(
    'Êtes-vous sûr de vouloir supprimer la ligne Enduit ? Cette action est définitive.',
  )
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click()
  await said(page, 'Ligne supprimée avec succès !')

  await button(page, 'Modifier le bon PEI-1').click()
  const edit = dialog(page, "Modifier le bon d'achat")
  await expect(edit.getByLabel('Date du bon')).toHaveValue('05/03/2025')
  await edit.getByLabel('Référence').fill('PEI-2')
  // Somebody changes the day meanwhile: reloading keeps the reference typed here and takes the day set there.
  await api.put(`/api/bons/${id}`, { reference: 'PEI-1', date_bon: '2025-04-06' })
  await save(page).click()
  await edit.getByRole('button', { name: 'Recharger' }).click()
  await expect(edit.getByLabel('Date du bon')).toHaveValue('06/04/2025')
  await expect(edit.getByLabel('Référence')).toHaveValue('PEI-2')
  await save(page).click()
  await said(page, "Bon d'achat modifié avec succès !")
  expect(await api.get(`/api/bons/${id}`)).toMatchObject({ reference: 'PEI-2', date_bon: '2025-04-06' })
  await button(page, 'Supprimer le bon PEI-2').click()
  const confirm = dialog(page, 'Supprimer le bon')
  await expect(confirm).toContainText(
    'Êtes-vous sûr de vouloir supprimer le bon PEI-2 ? Cette action est définitive.',
  )
  await expect(confirm).toContainText('Il contient 2 lignes')
  await confirm.getByRole('button', { name: 'Supprimer' }).click()
  await said(page, "Bon d'achat supprimé avec succès !")
})

// spec: CHG-29, CHG-30, CHG-31, CHG-32, CHG-35, CHG-36, CHG-37, ERR-91
test('nine dialogs open one at a time, close by Annuler, the close button and the backdrop, and show that they save', async ({
  page,
}) => {
  await open(page, 'Outils', 'OUT-1')
  const sent: string[] = []
  let release = () => {}
  let held = Promise.resolve()
  await page.route('**/backend/public/api/**', async (route) => {
    const method = route.request().method()
    if (method === 'GET') return route.fallback()
    sent.push(method)
    await held
    const refused = { status: 409, json: { message: 'Refusé par le serveur.' } }
    return route.fulfill(method === 'DELETE' ? refused : { status: 500, json: {} })
  })
  for (const [opener, title, required] of [
    ['Ajouter une catégorie', 'Ajouter une catégorie', 'Nom'],
    ['Modifier la catégorie Outils', 'Modifier la catégorie', 'Nom'],
    ['Supprimer la catégorie Outils', 'Supprimer la catégorie', null],
    ['Ajouter un bon à Outils', "Ajouter un bon d'achat", 'Référence'],
    ['Modifier le bon OUT-1', "Modifier le bon d'achat", 'Référence'],
    ['Supprimer le bon OUT-1', 'Supprimer le bon', null],
    ['Ajouter une ligne à OUT-1', 'Ajouter une ligne', 'Désignation'],
    ['Modifier la ligne Ciment', 'Modifier la ligne', 'Désignation'],
    ['Supprimer la ligne Ciment', 'Supprimer la ligne', null],
  ] as const) {
    const scope = opener.endsWith('Ciment')
      ? page.getByRole('article', { name: 'OUT-1' })
      : page.getByRole('main')
    for (const way of ['Annuler', 'Fermer', 'backdrop'] as const) {
      await scope.getByRole('button', { name: opener, exact: true }).click()
      await expect(page.getByRole('dialog')).toHaveCount(1)
      await expect(dialog(page, title)).toBeVisible()
      if (way === 'Annuler') await expectAccessible(page)
      if (way === 'backdrop') await page.mouse.click(5, 400)
      else await dialog(page, title).getByRole('button', { name: way, exact: true }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    await scope.getByRole('button', { name: opener, exact: true }).click()
    if (required) await dialog(page, title).getByLabel(required).fill('Autre')
    sent.length = 0
    held = new Promise((resolve) => (release = resolve))
    await dialog(page, title)
      .getByRole('button', { name: /^(Enregistrer|Supprimer)$/ })
      .dblclick()
    const busy = title.startsWith('Ajouter')
      ? 'Enregistrement...'
      : required
        ? 'Mise à jour...'
        : 'Suppression...'
    await expect(dialog(page, title).getByRole('button', { name: busy })).toBeDisabled()
    release()
    await expect(page.getByRole('alert')).toHaveText(
      required ? "Erreur lors de l'action." : 'Refusé par le serveur.',
    )
    expect(sent).toHaveLength(1)
    await page.getByRole('button', { name: required ? 'Annuler' : 'Fermer le message', exact: true }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
})

// spec: CHG-02, CHG-21, CHG-69, CHG-70, CHG-71, CHG-83, ERR-91, ERR-93, ERR-94, ERR-95
test('vouchers are printed under their names, and a failure is told at the top', async ({ page }) => {
  const { api, id } = await open(page, 'Béton', 'BET/1')
  for (let n = 0; n < 12; n++)
    await api.post(`/api/bons/${id}/lignes`, { designation: `Toupie ${n}`, prix_unitaire: 1, quantite: 1 })
  await page.reload()
  for (const [name, file] of [
    ['Imprimer tous les bons', 'All_PurchaseOrders.pdf'],
    ['Imprimer la catégorie Béton', 'Categorie_Béton.pdf'],
    ['Imprimer le bon BET/1', 'Bon_BET_1.pdf'],
  ] as const) {
    const arrived = page.waitForEvent('download')
    await button(page, name).click()
    expect((await arrived).suggestedFilename()).toBe(file)
  }

  const fails = async (name: string, status: number, body: string, sentence: string) => {
    await page.route('**/api/generate-pdf*', (route) =>
      status === 0 ? route.abort() : route.fulfill({ status, body, contentType: 'application/json' }),
    )
    await page.evaluate(() => window.scrollTo(0, 300))
    await button(page, name).dispatchEvent('click')
    await expect(page.getByRole('alert')).toHaveText(sentence)
    await expect.poll(() => top(page)).toBe(0)
    await page.getByRole('button', { name: 'Fermer le message' }).click()
    await page.unrouteAll()
  }
  await fails('Imprimer tous les bons', 500, '{"error":"Panne X"}', 'Panne X')
  await fails('Imprimer tous les bons', 500, '{"message":"Panne Y"}', 'Panne Y')
  await fails('Imprimer tous les bons', 500, '', 'Erreur serveur lors de la génération du PDF.')
  await fails('Imprimer tous les bons', 0, '', 'Erreur lors de la génération du PDF.')
  await fails('Imprimer le bon BET/1', 404, '', 'Erreur lors de la génération du PDF.')
  await fails('Imprimer la catégorie Béton', 500, '', 'Erreur lors de la génération du PDF.')

  await page.evaluate(() => window.scrollTo(0, 300))
  await button(page, 'Supprimer le bon BET/1').dispatchEvent('click')
  await page.route('**/api/bons/*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click()
  await expect(page.getByRole('alert')).toHaveText("Erreur lors de l'action.")
  await expect.poll(() => top(page)).toBe(0)

  let release = () => {}
  const until = new Promise<void>((resolve) => (release = resolve))
  await page.unrouteAll()
  await page.route('**/api/generate-pdf*', async (route) => {
    await until
    await route.abort()
  })
  for (const name of ['Imprimer tous les bons', 'Imprimer la catégorie Béton', 'Imprimer le bon BET/1']) {
    await button(page, name).press('Enter')
    await expect(button(page, name)).toBeDisabled()
    await expect(button(page, name)).toBeFocused()
    await page.getByRole('main').getByRole('button', { name: 'Annuler' }).click()
    await expect(button(page, name)).toBeEnabled()
  }
  release()
})
