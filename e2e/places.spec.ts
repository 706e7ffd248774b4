import { expect, expectAccessible, signIn, test, withServer, type Api, type Page } from './diyar.ts'

withServer()

const panel = (page: Page) => page.getByRole('dialog', { name: /^Places du parking/ })
const place = (page: Page, numero: number) =>
  panel(page).getByRole('article', { name: `Place ${numero}`, exact: true })
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const refuse = (page: Page, url: string, method: string) =>
  page.route(url, (route) =>
    route.request().method() === method ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  )

async function openParking(page: Page, api: Api, parking_nom: string, nb_places = 20): Promise<number> {
  const residence_id = await api.create('/api/residences', {
    nom: `Résidence de ${parking_nom}`,
    adresse: 'Oran',
  })
  const id = await api.create('/api/parkings', { parking_nom, residence_id, nb_places })
  await page.goto(`/parking?recherche=${encodeURIComponent(parking_nom)}`)
  await page.getByRole('button', { name: `Places ${parking_nom}` }).click()
  await expect(panel(page)).toBeVisible()
  return id
}

// spec: SHELL-06, PRK-07, PLC-01, PLC-02, PLC-03, PLC-04, PLC-05, PLC-06, PLC-07, PLC-10, PLC-11, PLC-16, PLC-17, PLC-22, PLC-23, PLC-24, PLC-26, PLC-27, PLC-29, LIM-12, ERR-62, ERR-63, ERR-64
test('places are added with the next number, edited and deleted, on top of their panel', async ({ page }) => {
  const api = await signIn(page)
  const parking_id = await openParking(page, api, 'Tour A')
  await expect(panel(page).getByRole('heading', { name: 'Places du parking Tour A' })).toBeVisible()
  await expect(panel(page).getByText('Aucune place créée')).toBeVisible()

  await panel(page).getByRole('button', { name: 'Ajouter une place' }).click()
  const form = dialog(page, 'Ajouter une place')
  await expect(form.getByLabel('Numéro de place')).toHaveValue('1')
  await expect(form.getByRole('combobox', { name: 'Type de place' })).toHaveValue('Plein Air')
  await form.getByRole('combobox', { name: 'Type de place' }).click()
  await expect(page.getByRole('option')).toHaveText(['Plein Air', 'Box', 'Couvert'])
  await page.getByRole('option', { name: 'Couvert' }).click()
  await expect(form.getByLabel('Position')).toHaveAttribute('maxlength', '100')
  await form.getByLabel('Numéro de place').fill('0')
  let sent = 0
  page.on('request', (request) => (sent += request.method() === 'POST' ? 1 : 0))
  await form.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(form.getByText('Le numéro de la place doit être un nombre entier, 1 au moins.')).toBeVisible()
  await expect(form.getByText('Le montant est obligatoire.')).toBeVisible()
  expect(sent).toBe(0)
  await form.getByLabel('Numéro de place').fill('7')
  await form.getByLabel('Position').fill('Niveau -1')
  await expect(form.getByLabel('Montant')).toHaveAttribute('step', '0.01')
  await form.getByLabel('Montant').fill('1250000,5')
  await refuse(page, '**/api/places-parking', 'POST')
  await form.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(form.getByRole('alert')).toHaveText(
    "Erreur lors de la création de la place. Vérifiez que le numéro n'est pas déjà utilisé.",
  )
  await page.unroute('**/api/places-parking')
  await form.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(panel(page).getByText('Place ajoutée avec succès !')).toBeVisible()
  for (const text of ['Couvert', 'Niveau -1', '1 250 000,50 DA'])
    await expect(place(page, 7)).toContainText(text)

  await panel(page).getByRole('button', { name: 'Ajouter une place' }).click()
  await expect(form.getByLabel('Numéro de place')).toHaveValue('8')
  await form.getByLabel('Numéro de place').fill('7')
  await form.getByLabel('Montant').fill('1')
  await form.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(form.getByRole('alert')).toHaveText(
    "Erreur lors de la création de la place. Vérifiez que le numéro n'est pas déjà utilisé.",
  )
  await expect(form.getByLabel('Numéro de place')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(form).toBeVisible()
  await form.getByRole('button', { name: 'Annuler' }).click()
  await expect(form).toHaveCount(0)
  await expectAccessible(page)

  await place(page, 7).getByRole('button', { name: 'Modifier la place 7' }).click()
  const edit = dialog(page, 'Modifier la place 7')
  await edit.getByLabel('Position').fill('')
  await refuse(page, '**/api/places-parking/*', 'PUT')
  await edit.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(edit.getByRole('alert')).toHaveText('Erreur lors de la mise à jour.')
  await page.unroute('**/api/places-parking/*')
  await edit.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(panel(page).getByText('Place modifiée avec succès !')).toBeVisible()
  await expect(place(page, 7)).toContainText('Non spécifiée')

  await place(page, 7).getByRole('button', { name: 'Supprimer la place 7' }).click()
  const confirm = dialog(page, 'Supprimer la place')
  await expect(confirm).toContainText(
    'Êtes-vous sûr de vouloir supprimer la place 7 ? Cette action est définitive.',
  )
  await refuse(page, '**/api/places-parking/*', 'DELETE')
  await confirm.getByRole('button', { name: 'Supprimer' }).click()
  await expect(confirm.getByRole('alert')).toHaveText(
    "Erreur lors de la suppression de la place. Vérifiez qu'elle n'est pas occupée.",
  )
  await page.unroute('**/api/places-parking/*')
  await confirm.getByRole('button', { name: 'Supprimer' }).click()
  await expect(panel(page).getByText('Aucune place créée')).toBeVisible()
  expect(await api.get(`/api/parkings/${parking_id}`)).toMatchObject({ places: [] })
  await panel(page).getByRole('button', { name: 'Fermer', exact: true }).click()
  await expect(panel(page)).toHaveCount(0)
})

test('the next number is proposed after a number that was typed with a zero before it, too', async ({
  page,
}) => {
  const api = await signIn(page)
  await openParking(page, api, 'Tour zéro')
  await panel(page).getByRole('button', { name: 'Ajouter une place' }).click()
  const form = dialog(page, 'Ajouter une place')
  await form.getByLabel('Montant').fill('1')
  const numero = form.getByLabel('Numéro de place')
  await numero.fill('')
  await numero.pressSequentially('05')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(panel(page).getByText('Place ajoutée avec succès !')).toBeVisible()
  await expect(numero).toHaveValue('6')
  await form.getByRole('button', { name: 'Annuler' }).click()
  await expect(place(page, 5)).toBeVisible()
})

// spec: PLC-08, PLC-09, PLC-12, PLC-13, PLC-19, PLC-20, PLC-21, PLC-28, PRK-32, ERR-65, ERR-66
test('a place is sold to a client and freed again', async ({ page }) => {
  const api = await signIn(page)
  const client_id = await api.create('/api/clients', {
    nomComplet: 'Benaïssa Élodie Nour',
    tel: '0555 12 34 56',
    email: 'e@exemple.dz',
  })
  const parking_id = await openParking(page, api, 'Tour B', 2)
  for (const numero_place of [1, 2])
    await api.create('/api/places-parking', {
      parking_id,
      numero_place,
      type_place: 'Box',
      position: '',
      montant: 1000,
    })
  await page.reload()
  await expect(panel(page)).toBeVisible()
  await expect(panel(page).getByRole('button', { name: 'Ajouter une place' })).toBeDisabled()
  await expect(panel(page)).toContainText('La capacité est atteinte')
  await place(page, 1).getByRole('button', { name: 'Attribuer' }).click()
  const form = dialog(page, 'Attribuer la place 1')
  const submit = form.getByRole('button', { name: 'Attribuer' })
  await expect(submit).toBeDisabled()
  await form.getByRole('combobox', { name: 'Client' }).fill('elodie')
  await page.getByRole('option', { name: /Benaïssa Élodie Nour/ }).click()
  await expect(submit).toBeEnabled()
  await refuse(page, '**/attribuer', 'POST')
  await submit.click()
  await expect(form.getByRole('alert')).toHaveText("Erreur inattendue lors de l'attribution de la place.")
  await page.unroute('**/attribuer')
  await submit.click()
  await expect(panel(page).getByText('Place attribuée avec succès !')).toBeVisible()
  await expect(place(page, 1)).toContainText('Benaïssa Élodie Nour')
  await expect(place(page, 1)).toContainText(/Reste à payer\s*:\s*1\s000,00\sDA/)
  await place(page, 1).getByRole('link', { name: 'Place 1', exact: true }).click()
  await expect(page).toHaveURL(/\/ventes\/\d+$/)
  await expect(page.locator('main')).toContainText('Tour B')
  await page.goBack()
  await expect(place(page, 1).getByRole('button', { name: 'Libérer' })).toBeVisible()
  await expect(place(page, 1).getByRole('button', { name: 'Attribuer' })).toHaveCount(0)
  await expect(place(page, 2).getByRole('button', { name: 'Attribuer' })).toBeVisible()
  await expect(place(page, 2).getByRole('button', { name: 'Libérer' })).toHaveCount(0)

  await place(page, 1).getByRole('button', { name: 'Supprimer la place 1' }).click()
  const removal = dialog(page, 'Supprimer la place')
  await removal.getByRole('button', { name: 'Supprimer' }).click()
  await expect(removal.getByRole('alert')).toHaveText(
    "Erreur lors de la suppression de la place. Vérifiez qu'elle n'est pas occupée.",
  )
  await removal.getByRole('button', { name: 'Annuler' }).click()
  const here = page.url()
  await page.goto('/parking?recherche=Tour%20B')
  await page.getByRole('button', { name: 'Supprimer Tour B' }).click()
  const demolition = dialog(page, 'Supprimer le parking')
  // spec: EC-43
  await expect(demolition).toContainText("Il contient 1 place vendue : libérez-la d'abord.")
  await demolition.getByRole('button', { name: 'Supprimer' }).click()
  await expect(demolition.getByRole('alert')).toHaveText(
    "Erreur lors de la suppression du parking. Vérifiez qu'il ne contient pas de places occupées.",
  )
  await page.goto(here)

  const [{ id }] = ((await api.get(`/api/place-parking-client/${client_id}`)) as { places: [{ id: number }] })
    .places
  await api.post('/api/paiements', {
    client_id,
    place_parking_id: id,
    date_paiement: '2026-01-05',
    versement: 250,
  })
  await page.reload()
  await place(page, 1).getByRole('button', { name: 'Libérer' }).click()
  const freeing = dialog(page, 'Libérer la place')
  await expect(freeing).toContainText("Les 250,00 DA déjà payés restent dans l'historique de ce client.")
  await refuse(page, '**/liberer', 'POST')
  await freeing.getByRole('button', { name: 'Libérer' }).click()
  await expect(freeing.getByRole('alert')).toHaveText('Erreur lors de la libération de la place.')
  await page.unroute('**/liberer')
  await freeing.getByRole('button', { name: 'Libérer' }).click()
  await expect(panel(page).getByText('Place libérée avec succès !')).toBeVisible()
  await expect(place(page, 1).getByRole('button', { name: 'Attribuer' })).toBeVisible()
  await expect(place(page, 1)).not.toContainText('Benaïssa')
  await page.goBack()
  await expect(panel(page)).toHaveCount(0)
})

test('of many clients the select draws a hundred and asks for more letters; the focus returns to what opened a dialog', async ({
  page,
}) => {
  const api = await signIn(page)
  for (let n = 1; n <= 101; n++)
    await api.create('/api/clients', {
      nomComplet: `Yacine ${String(n).padStart(3, '0')}`,
      tel: '0555 12 34 56',
      email: 'y@exemple.dz',
    })
  const parking_id = await openParking(page, api, 'Tour D')
  await api.create('/api/places-parking', { parking_id, numero_place: 1, type_place: 'Box', montant: 1000 })
  await page.reload()
  const opener = place(page, 1).getByRole('button', { name: 'Attribuer la place 1' })
  await opener.click()
  const form = dialog(page, 'Attribuer la place 1')
  await form.getByRole('combobox', { name: 'Client' }).fill('yacine')
  await expect(page.getByRole('option').last()).toHaveText('Ajouter « yacine »')
  await expect(page.getByRole('option')).toHaveCount(102)
  await expect(page.getByRole('option').nth(100)).toHaveText('Précisez votre recherche…')
  await expect(page.getByRole('option').nth(100)).toBeDisabled()
  await form.getByRole('combobox', { name: 'Client' }).fill('YACINE 101')
  await expect(page.getByRole('option')).toHaveText(['Yacine 101 · 0555 12 34 56', 'Ajouter « YACINE 101 »'])
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: 'Annuler' }).click()
  await expect(form).toHaveCount(0)
  await expect(opener).toBeFocused()

  const remove = place(page, 1).getByRole('button', { name: 'Supprimer la place 1' })
  await remove.click()
  await dialog(page, 'Supprimer la place').getByRole('button', { name: 'Annuler' }).click()
  await expect(remove).toBeFocused()
  await remove.click()
  await dialog(page, 'Supprimer la place').getByRole('button', { name: 'Supprimer' }).click()
  await expect(panel(page).getByText('Aucune place créée')).toBeVisible()
  await expect(panel(page)).toBeFocused()
})

test('an edit made meanwhile by somebody else is not overwritten', async ({ page }) => {
  const api = await signIn(page)
  const parking_id = await openParking(page, api, 'Tour C')
  const created = { parking_id, numero_place: 1, type_place: 'Box', position: '', montant: 1000 }
  const id = await api.create('/api/places-parking', created)
  await page.reload()
  await place(page, 1).getByRole('button', { name: 'Modifier la place 1' }).click()
  const edit = dialog(page, 'Modifier la place 1')
  await edit.getByLabel('Position').fill('Allée C')
  await api.put(`/api/places-parking/${id}`, { ...created, montant: 2000 })
  await edit.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(edit.getByRole('alert')).toContainText('Cette fiche a été modifiée entre-temps. Rechargez-la.')
  expect(await api.get(`/api/place-parking/${id}`)).toMatchObject({ montant: 2000, position: null })
  await edit.getByRole('button', { name: 'Recharger' }).click()
  await expect(edit.getByLabel('Position')).toHaveValue('Allée C')
  await expect(edit.getByLabel('Montant')).toHaveValue(/2\s000/)
  await edit.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(panel(page).getByText('Place modifiée avec succès !')).toBeVisible()
  expect(await api.get(`/api/place-parking/${id}`)).toMatchObject({ montant: 2000, position: 'Allée C' })
})
