import { Api, expect, expectAccessible, openScreen, signIn, test, withServer } from './diyar.ts'
import { fillToFind, options, palette } from './palette.ts'
import { createLieu, createLot } from './portefeuille.ts'
import { card, dialog } from './screen.ts'

withServer()

let filled = false

test.beforeEach(async ({ page }) => {
  const api = await signIn(page)
  if (!filled) await fillToFind(api)
  filled = true
})

// spec: CLI-02, CLI-05
test('the loaded page of a list and the payments have the words in any order too', async ({ page }) => {
  await openScreen(page, '/clients', 'Gestion des Clients')
  await expect(page.getByRole('article')).toHaveCount(3)
  const sent: string[] = []
  page.on('request', (request) => request.url().includes('/api/clients') && sent.push(request.url()))
  await page.getByPlaceholder('Rechercher par nom, email ou adresse...').fill('RACHID amrouche')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(card(page, 'Amrouche Rachid')).toBeVisible()
  await page.getByPlaceholder('Rechercher par nom, email ou adresse...').fill('0555123456')
  await expect(card(page, 'Amrouche Hichem')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  expect(sent).toEqual([])

  await page.goto('/paiements')
  for (const text of ['rachid amrouche', '0798997578', 'lot 302']) {
    await page.getByPlaceholder('Nom du client ou numéro de bien...').fill('zzz')
    await expect(page.getByText('Aucun bien trouvé avec ce critère.')).toBeVisible()
    await page.getByPlaceholder('Nom du client ou numéro de bien...').fill(text)
    await expect(card(page, 'Amrouche Rachid')).toBeVisible()
  }
})

test('a picker has them too', async ({ page }) => {
  await openScreen(page, '/paiements', 'Paiements par Bien')
  await page.getByRole('button', { name: 'Ajouter un paiement' }).click()
  const client = dialog(page).getByRole('combobox', { name: 'Client' })
  for (const [typed, found] of [
    ['rachid amrouche', 'Amrouche Rachid · 0798 99 75 78'],
    ['0555123456', 'Amrouche Hichem · +213 (0) 555-12-34-56'],
  ] as const) {
    await client.fill(typed)
    await expect(page.getByRole('option')).toHaveText([found, `Ajouter « ${typed} »`])
  }
})

// spec: EC-26
test('the seven lists say that other pages exist, and search everywhere at one press', async ({ page }) => {
  const api = new Api(page.context().request)
  const names = ['Bis un', ...Array.from({ length: 11 }, (_, n) => `Zone ${n}`), 'Bis deux']
  const lieu = await createLieu(api, 'Bis zéro')
  for (const [n, name] of names.entries()) {
    await api.create('/api/clients', { nomComplet: name, tel: `055500${n}`, email: 'a@exemple.dz' })
    await api.create('/api/residences', { nom: name, adresse: 'Alger' })
    const { residence, bloc, etage } = lieu
    await api.create('/api/blocs', { residence_id: residence, nomloc: name, description: 'R+1' })
    await api.create('/api/etages', {
      residence_id: residence,
      bloc_id: bloc,
      designation: name,
      niveau: n + 20,
      logement_par_palier: 2,
    })
    await createLot(api, etage, name, 'F3')
    await api.create('/api/locaux', { bloc_id: bloc, num: name, surface: 20, montant: 1_000_000 })
    const password = 'Motdepasse2!'
    const member = { name, email: `membre${n}@diyar.dz`, password, password_confirmation: password }
    await api.post('/api/members', { ...member, role: 'lecture' })
  }
  const sent: string[] = []
  page.on('request', (request) => {
    if (/\/api\//.test(request.url()) && !/api\/recherche/.test(request.url())) sent.push(request.url())
  })
  const everywhere = page.getByRole('button', { name: 'Chercher « bis » partout' })
  const said = page.getByRole('status').filter({ hasText: "d'autres pages existent" })
  for (const [address, heading, none, kind] of [
    ['/users', 'Liste des Membres', 'Aucun membre trouvé avec ces critères.', /^Bis (un|deux).*membre/],
    ['/clients', 'Gestion des Clients', 'Aucun client trouvé avec ces critères.', /^Bis (un|deux).*0555/],
    ['/residence', 'Nos Résidences', /^Aucune résidence trouvée/, /^Bis .*Alger/],
    ['/bloc', 'Gestion des Blocs', /^Aucun bloc trouvé/, /^Bis .*Bis zéro/],
    ['/etage', 'Gestion des Étages', /^Aucun étage trouvé/, /^Bis .*Bis zéro, Bloc/],
    ['/appartement', 'Gestion des Appartements', /^Aucun appartement trouvé/, /^Appartement Bis/],
    ['/locaux', 'Gestion des Locaux', /^Aucun local trouvé/, /^Local Bis/],
  ] as const) {
    await openScreen(page, address, heading)
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(said).toHaveCount(0)
    const search = page.getByRole('main').getByRole('searchbox')
    await search.fill('zzz')
    await expect(page.getByText(none)).toBeVisible()
    await expect(said).toContainText("La recherche porte sur la page affichée ; d'autres pages existent.")
    await search.fill('bis')
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(said).toContainText("La recherche porte sur la page affichée ; d'autres pages existent.")
    await everywhere.press('Enter')
    await expect(palette(page)).toHaveValue('bis')
    await expect(options(page).first()).toHaveText(kind)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
  }
  expect(sent.filter((url) => /[?&](search|recherche|q)=/.test(url))).toEqual([])
  // Filters of the page stand in the same sentence, with their own way out.
  await page.goto('/appartement?etat=disponible&portee=page&recherche=bis')
  await expect(said).toContainText('La recherche et les filtres portent sur la page affichée')
  await expect(everywhere).toBeVisible()
  await page.getByRole('button', { name: 'Filtrer toutes les pages' }).click()
  await expect(said).toContainText('La recherche porte sur la page affichée')
  await expectAccessible(page)
  // On one page nothing is said.
  const { data } = (await api.get('/api/residences?per_page=50')) as { data: { id: number; nom: string }[] }
  const empty = data.find(({ nom }) => nom === 'Bis un')?.id ?? 0
  await page.goto(`/bloc?residence=${empty}&recherche=bis`)
  await expect(page.getByText(/^Aucun bloc trouvé/)).toBeVisible()
  await expect(said).toHaveCount(0)
})
