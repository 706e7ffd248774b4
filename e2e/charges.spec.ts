import { expect, expectAccessible, signIn, test, withServer, type Api, type Page } from './diyar.ts'
import { expectGoneAfter, freeze } from './screen.ts'

withServer()

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const categorie = (page: Page, nom: string) => page.getByRole('region', { name: nom, exact: true })
const bon = (page: Page, reference: string) => page.getByRole('article', { name: reference, exact: true })
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const save = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Enregistrer', exact: true })
const said = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible()

interface Seed {
  nom: string
  bons?: { reference: string; date_bon?: string; lignes?: number }[]
}

/** Categories with vouchers of `lignes` lines: 1 500 DA once, then twice, three times… */
async function seed(api: Api, ...categories: Seed[]): Promise<void> {
  for (const { nom, bons = [] } of categories) {
    const categorie_bon_id = await api.create('/api/categories', { nom })
    for (const { reference, date_bon = '2025-03-05', lignes = 0 } of bons) {
      const all = Array.from({ length: lignes }, (_, n) => ({
        designation: `${reference} ligne ${n + 1}`,
        prix_unitaire: 1500,
        quantite: n + 1,
      }))
      await api.post('/api/bons', { reference, date_bon, categorie_bon_id, lignes: all })
    }
  }
}

async function clear(api: Api): Promise<void> {
  const all = async () =>
    ((await api.get('/api/categories?per_page=1000')) as { data: { id: number }[] }).data
  for (const { id } of await all()) await api.delete(`/api/categories/${id}`)
}

/** Opens the screen with nothing but these categories. */
async function open(page: Page, ...categories: Seed[]): Promise<Api> {
  const api = await signIn(page)
  await clear(api)
  await seed(api, ...categories)
  await page.goto('/charges')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gestion des Charges')
  return api
}

// spec: SHELL-06, CHG-01, CHG-03, CHG-04, CHG-16, CHG-17, CHG-18, CHG-20, CHG-22, CHG-38, CHG-75, CHG-76, CHG-77, CHG-21, CHG-26, CHG-82, ERR-91, ERR-92
test('a category is added, renamed and deleted', async ({ page }) => {
  const api = await signIn(page)
  await clear(api)
  let release = () => {}
  const until = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/categories*', async (route) => {
    await until
    await route.continue()
  })
  await page.clock.install()
  await page.goto('/charges')
  await said(page, 'Chargement des informations...')
  release()
  await said(page, 'Aucune catégorie enregistrée')
  await said(page, 'Ajoutez une catégorie pour commencer')
  await expect(button(page, 'Ajouter une catégorie')).toHaveCount(2)
  const scheme = (now: string) =>
    expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', now)
  await button(page, 'Passer en mode clair').click()
  await scheme('light')
  await button(page, 'Passer en mode sombre').click()
  await scheme('dark')
  await expectAccessible(page)
  await page.unrouteAll()

  await button(page, 'Ajouter une catégorie').last().click()
  const form = dialog(page, 'Ajouter une catégorie')
  let sent = 0
  page.on('request', (request) => (sent += request.method() === 'POST' ? 1 : 0))
  await save(page).click()
  await expect(form.getByText('Le nom de la catégorie est obligatoire.')).toBeVisible()
  expect(sent).toBe(0)
  await form.getByLabel('Nom').fill('Matériaux')
  await page.route('**/api/categories', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  )
  await save(page).click()
  await expect(form.getByRole('alert')).toHaveText("Erreur lors de l'action.")
  await page.unrouteAll()
  await freeze(page)
  await save(page).click()
  await expectGoneAfter(page, page.getByText('Catégorie ajoutée avec succès !'), 5000)
  await page.clock.resume()
  await expect(categorie(page, 'Matériaux')).toContainText("Aucun bon d'achat pour cette catégorie.")

  await button(page, 'Modifier la catégorie Matériaux').click()
  await expect(dialog(page, 'Modifier la catégorie').getByLabel('Nom')).toHaveValue('Matériaux')
  await page.getByLabel('Nom').fill('Gros œuvre')
  await save(page).click()
  await said(page, 'Catégorie modifiée avec succès !')
  await button(page, 'Supprimer la catégorie Gros œuvre').click()
  const confirm = dialog(page, 'Supprimer la catégorie')
  await expect(confirm).toContainText(
    'Êtes-vous sûr de vouloir supprimer la catégorie Gros œuvre ? Cette action est définitive.',
  )
  await confirm.getByRole('button', { name: 'Supprimer' }).click()
  await said(page, 'Catégorie supprimée avec succès !')
  await said(page, 'Aucune catégorie enregistrée')

  await page.route('**/api/categories*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await said(page, 'Erreur lors du chargement des catégories.')
})

// spec: CHG-05, CHG-06, CHG-07, CHG-08, CHG-09, CHG-10, CHG-19, CHG-33, CHG-34, CHG-72
test('categories, vouchers and lines show what they hold and what it comes to', async ({ page }) => {
  await open(page, {
    nom: 'Matériaux',
    bons: [
      { reference: 'BC-1', lignes: 2 },
      { reference: 'Vide', date_bon: '2025-01-02' },
    ],
  })
  const card = categorie(page, 'Matériaux')
  await expect(card).toContainText('Total 4 500,00 DA')
  for (const name of [
    'Imprimer la catégorie Matériaux',
    'Ajouter un bon à Matériaux',
    'Modifier la catégorie Matériaux',
    'Supprimer la catégorie Matériaux',
  ])
    await expect(card.getByRole('button', { name })).toBeVisible()
  const voucher = bon(page, 'BC-1')
  await expect(voucher).toContainText('05/03/2025')
  await expect(voucher).toContainText('4 500,00 DA')
  for (const name of [
    'Imprimer le bon BC-1',
    'Ajouter une ligne à BC-1',
    'Modifier le bon BC-1',
    'Supprimer le bon BC-1',
  ])
    await expect(voucher.getByRole('button', { name })).toBeVisible()
  await expect(voucher.getByRole('columnheader')).toHaveText([
    'Désignation',
    'Prix unitaire',
    'Quantité',
    'Montant',
    'Actions',
  ])
  const row = voucher.getByRole('row', { name: /BC-1 ligne 2/ })
  await expect(row.getByRole('cell').nth(1)).toHaveText('1 500,00 DA')
  await expect(row.getByRole('cell').nth(3)).toHaveText('3 000,00 DA')
  for (const name of ['Modifier la ligne BC-1 ligne 2', 'Supprimer la ligne BC-1 ligne 2'])
    await expect(row.getByRole('button', { name })).toBeVisible()
  await expect(bon(page, 'Vide')).toContainText('Aucune ligne pour ce bon.')
  await expectAccessible(page)

  await button(page, 'Ajouter une ligne à BC-1').click()
  const form = dialog(page, 'Ajouter une ligne')
  await form.getByLabel('Désignation').fill('Sable')
  await form.getByLabel('Prix unitaire').fill('12,5')
  await form.getByLabel('Quantité').fill('3')
  await expect(form.getByRole('status')).toHaveText(/^37,50\sDA$/)
  await save(page).click()
  await said(page, 'Ligne ajoutée avec succès !')
  await expect(voucher).toContainText('4 537,50 DA')
  await expect(card).toContainText('Total 4 537,50 DA')
})

// spec: CHG-11, CHG-12, CHG-13, CHG-14, CHG-15, LIM-15
test('three paginations keep their place when something is saved', async ({ page }) => {
  const many = Array.from({ length: 6 }, (_, n) => ({
    reference: `B${n + 1}`,
    date_bon: `2025-01-0${n + 1}`,
    lignes: n === 0 ? 6 : 0,
  }))
  const others = [2, 3, 4, 5, 6].map((n) => ({ nom: `Catégorie ${n}` }))
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (request.method() === 'GET' && /\/api\/(categories|bons)/.test(pathname)) asked.push(search)
  })
  await open(page, { nom: 'Première', bons: many }, ...others)
  const pager = (name: string) => page.getByRole('navigation', { name, exact: true })
  const turn = (name: string, to: 'Page suivante' | 'Page précédente') =>
    pager(name).getByRole('button', { name: to })
  const [categories, bons, lignes] = [
    'Pages des catégories',
    'Pages des bons de Première',
    'Pages des lignes de B1',
  ]
  for (const [name, opened] of [
    [categories, () => expect(categorie(page, 'Première')).toBeVisible()],
    [bons, () => expect(bon(page, 'B1')).toBeVisible()],
    [lignes, () => expect(page.getByText('B1 ligne 6')).toBeVisible()],
  ] as const) {
    await expect(pager(name)).toContainText('Page 1 sur 2')
    await expect(turn(name, 'Page précédente')).toBeDisabled()
    await turn(name, 'Page suivante').click()
    await opened()
    await turn(name, 'Page précédente').click()
    await expect(pager(name)).toContainText('Page 1 sur 2')
    await turn(name, 'Page suivante').click()
    await opened()
    await expect(pager(name)).toContainText('Page 2 sur 2')
    await expect(turn(name, 'Page suivante')).toBeDisabled()
  }
  await button(page, 'Modifier la ligne B1 ligne 6').click()
  await page.getByRole('dialog').getByLabel('Désignation').fill('Dernière')
  await save(page).click()
  await said(page, 'Ligne modifiée avec succès !')
  await expect(page.getByText('Dernière')).toBeVisible()
  for (const name of [categories, bons, lignes]) await expect(pager(name)).toContainText('Page 2 sur 2')
  await page.reload()
  await expect(page.getByText('Dernière')).toBeVisible()
  await button(page, 'Supprimer la ligne Dernière').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click()
  await expect(pager(lignes)).toContainText('Page 1 sur 1')
  await expect(page.getByText('B1 ligne 5')).toBeVisible()
  await page.goBack()
  expect(asked.length).toBeGreaterThan(0)
  for (const search of asked)
    for (const key of new URLSearchParams(search).keys())
      expect(['page', 'categorie_bon_id', 'per_page']).toContain(key)
  expect(asked.filter((search) => search.includes('per_page'))).toEqual([])
})
