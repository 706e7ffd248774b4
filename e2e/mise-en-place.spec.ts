import { atRest, expect, expectAccessible, openScreen, signIn, test, withServer, type Page } from './diyar.ts'
import { createClient, createEtage, createLieu } from './portefeuille.ts'
import { card, dialog } from './screen.ts'

withServer()

const field = (page: Page, label: string) => dialog(page).getByLabel(label)
const another = (page: Page) => dialog(page).getByRole('button', { name: 'Enregistrer et ajouter un autre' })
const add = (page: Page, what: string) => page.getByRole('button', { name: what }).first().click()

test('a form whose first fields are filled begins at the first one to fill', async ({ page }) => {
  const api = await signIn(page)
  const { residence, bloc, etage, parking } = await createLieu(api, 'Les Cèdres')
  const here = `residence=${residence}&bloc=${bloc}`
  for (const [address, heading, opener, first] of [
    [`/bloc?residence=${residence}`, 'Gestion des Blocs', 'Ajouter un bloc', 'Nom du bloc'],
    [`/etage?residence=${residence}`, 'Gestion des Étages', 'Ajouter un étage', 'Bloc'],
    [`/etage?${here}`, 'Gestion des Étages', 'Ajouter un étage', 'Désignation'],
    ['/etage', 'Gestion des Étages', 'Ajouter un étage', 'Résidence'],
    [
      `/appartement?${here}&etage=${etage}`,
      'Gestion des Appartements',
      'Ajouter un appartement',
      'Numéro de lot',
    ],
    [`/locaux?${here}`, 'Gestion des Locaux', 'Ajouter un local', 'Numéro'],
    [`/parking?places=${parking}`, 'Gestion des Parkings', 'Ajouter une place', 'Montant'],
  ] as const) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: heading, includeHidden: true })).toBeAttached()
    await add(page, opener)
    await expect(field(page, first).and(page.locator('input')), address).toBeFocused()
  }
  // One that is edited begins where it says.
  await page.goto(`/etage?${here}`)
  await page.getByRole('button', { name: /^Modifier / }).click()
  await expect(field(page, 'Résidence').and(page.locator('input'))).toBeFocused()
})

test('étages, blocs and places are added one after the other, each with what the next one has in common', async ({
  page,
}) => {
  const api = await signIn(page)
  const { residence, bloc, parking } = await createLieu(api, 'Les Lilas')
  const keys: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') keys.push(request.headers()['idempotency-key'] ?? '')
  })

  await page.goto(`/bloc?residence=${residence}`)
  await add(page, 'Ajouter un bloc')
  await expect(field(page, 'Nom du bloc')).toBeFocused()
  await page.keyboard.type('Bloc 1')
  await field(page, 'Description').fill('R+5')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(
    dialog(page).getByRole('status').filter({ hasText: 'Bloc Bloc 1 ajouté. Au suivant :' }),
  ).toBeVisible()
  await expect(field(page, 'Nom du bloc')).toBeFocused()
  await expect(field(page, 'Nom du bloc')).toHaveValue('Bloc 2')
  await expect(field(page, 'Description')).toHaveValue('R+5')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(card(page, 'Bloc 1')).toBeVisible()
  await expect(card(page, 'Bloc 2')).toBeVisible()

  await page.goto(`/etage?residence=${residence}&bloc=${bloc}`)
  await add(page, 'Ajouter un étage')
  await expect(field(page, 'Désignation')).toBeFocused()
  await page.keyboard.type('Étage 7')
  await page.keyboard.press('Tab')
  await page.keyboard.type('7')
  await page.keyboard.press('Tab')
  await page.keyboard.type('4')
  await another(page).click()
  await expect(field(page, 'Désignation')).toHaveValue('Étage 8')
  await expect(field(page, 'Désignation')).toBeFocused()
  await expect(field(page, 'Niveau')).toHaveValue('8')
  await expect(field(page, 'Logements par palier')).toHaveValue('4')
  await page.keyboard.type('Terrasse')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(card(page, 'Étage 7')).toBeVisible()
  await expect(card(page, 'Terrasse')).toContainText('8')

  await page.goto(`/parking?places=${parking}`)
  await add(page, 'Ajouter une place')
  const form = page.getByRole('dialog', { name: 'Ajouter une place' })
  await expect(form.getByLabel('Montant')).toBeFocused()
  await page.keyboard.type('900000')
  for (const number of [1, 2]) {
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(form.getByText(`Place ${number} ajoutée. À la suivante :`)).toBeVisible()
    await expect(form.getByLabel('Numéro de place')).toBeFocused()
    await expect(form.getByLabel('Numéro de place')).toHaveValue(String(number + 1))
    await expect(form.getByLabel('Montant')).toHaveValue(/^900\s000\sDA$/)
  }
  await form.getByRole('button', { name: 'Annuler' }).click()
  await expect(card(page, 'Place 2')).toBeVisible()
  await expect(card(page, 'Place 3')).toHaveCount(0)
  expect(keys).toHaveLength(6)
  expect(new Set(keys).size).toBe(6)
})

test('clients are added one after the other; the refusal of one keeps what was typed', async ({ page }) => {
  const api = await openScreen(page, '/clients', 'Gestion des Clients')
  await add(page, 'Ajouter un client')
  await expect(field(page, 'Nom complet')).toBeFocused()
  const type = async (...texts: string[]) => {
    for (const text of texts) {
      await page.keyboard.type(text)
      await page.keyboard.press('Tab')
    }
  }
  await type('Amina Haddad', '0555 12 34 56', 'amina@exemple.dz')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(dialog(page).getByText('Client Amina Haddad ajouté. Au suivant :')).toBeVisible()
  await expect(field(page, 'Nom complet')).toBeFocused()
  for (const label of ['Nom complet', 'Téléphone', 'Email', 'Adresse'])
    await expect(field(page, label)).toHaveValue('')
  await type('Zohra Saadi', 'sans', 'zohra@exemple.dz')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(field(page, 'Téléphone')).toBeFocused()
  await expect(field(page, 'Nom complet')).toHaveValue('Zohra Saadi')
  await field(page, 'Téléphone').fill('0661 22 33 44')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  const { data } = (await api.get('/api/clients')) as { data: { nomComplet: string }[] }
  expect(data.map(({ nomComplet }) => nomComplet).toSorted()).toEqual(['Amina Haddad', 'Zohra Saadi'])
})

test('from the ground up: each step leads to the next, an empty bloc is no error', async ({ page }) => {
  await openScreen(page, '/residence', 'Nos Résidences')
  await add(page, 'Ajouter une résidence')
  await expect(field(page, 'Nom')).toBeFocused()
  await page.keyboard.type('Les Oliviers')
  await field(page, 'Adresse').fill('Oran')
  await page.keyboard.press('Enter')
  await expect(page.getByText("La résidence Les Oliviers n'a pas encore de bloc.")).toBeVisible()
  await page.getByRole('link', { name: 'Ajouter ses blocs' }).click()

  await expect(page.getByText('Aucun bloc trouvé avec ces critères.')).toBeVisible()
  await expect(page.getByText("La résidence Les Oliviers n'a pas encore de bloc.")).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('main').getByRole('button', { name: 'Ajouter un bloc' }).last().click()
  await expect(field(page, 'Nom du bloc')).toBeFocused()
  await page.keyboard.type('Bloc A')
  await field(page, 'Description').fill('R+5')
  await dialog(page).getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(page.getByText('Bloc ajouté avec succès !')).toBeVisible()
  await page.getByRole('link', { name: 'Ajouter ses étages' }).click()

  await expect(page.getByText('Aucun étage trouvé avec ces critères.')).toBeVisible()
  await expect(page.getByText("Bloc A n'a pas encore d'étage.")).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Ajouter un étage' }).last().click()
  await expect(field(page, 'Désignation')).toBeFocused()
  await page.keyboard.type('1er étage')
  await page.keyboard.press('Tab')
  await page.keyboard.type('1')
  await page.keyboard.press('Tab')
  await page.keyboard.type('4')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Ajouter ses appartements' }).click()

  await expect(page.getByText('Aucun appartement trouvé avec ces critères.')).toBeVisible()
  await expect(page.getByText("1er étage n'a pas encore d'appartement.")).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Ajouter un appartement' }).last().click()
  await expect(field(page, 'Numéro de lot')).toBeFocused()

  // Something else is asked for too: it is not for want of them.
  await page.goto('/appartement?etat=vendu&bloc=1')
  await expect(page.getByText('Aucun appartement trouvé avec ces critères.')).toBeVisible()
  await atRest(page)
  await expect(page.getByText("n'a pas encore")).toHaveCount(0)
})

test('what is offered after a bloc stays until it is closed, the sentence goes as ever', async ({ page }) => {
  const api = await signIn(page)
  await createClient(api, 'Ali Benali')
  const { residence } = await createEtage(api, 'Les Palmiers')
  await page.goto(`/bloc?residence=${residence}`)
  await add(page, 'Ajouter un bloc')
  await expect(field(page, 'Nom du bloc')).toBeFocused()
  await page.keyboard.type('Nord')
  await field(page, 'Description').fill('R+5')
  await dialog(page).getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(page.getByText('Bloc ajouté avec succès !')).toBeVisible()
  await expect(page.getByText('Bloc ajouté avec succès !')).toHaveCount(0)
  const offered = page.getByRole('status').filter({ hasText: "Le bloc Nord n'a pas encore d'étage." })
  await expect(offered.getByRole('link', { name: 'Ajouter ses étages' })).toBeVisible()
  await expectAccessible(page)
  await offered.getByRole('button', { name: 'Fermer le message' }).click()
  await expect(offered).toHaveCount(0)
})
