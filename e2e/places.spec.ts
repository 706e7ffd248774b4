import { expect, signIn, test, withServer, type Api, type Page } from './diyar.ts'

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

// spec: PLC-08, PLC-09, PLC-12, PLC-13, PLC-19, PLC-20, PLC-21, PLC-28, PRK-32, ERR-65, ERR-66
test('a place is sold to a client and freed again', { tag: ['@biens', '@jour'] }, async ({ page }) => {
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
