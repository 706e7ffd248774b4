import {
  account,
  Api,
  expect,
  expectAccessible,
  openScreen,
  preferDark,
  signIn,
  test,
  withServer,
  type Page,
} from './diyar.ts'
import { createLieu, createLot, pay, sellAppartement } from './portefeuille.ts'
import { card, dialog } from './screen.ts'

withServer()

const palette = (page: Page) => page.getByRole('combobox', { name: /^Client, téléphone, lot/ })
const options = (page: Page) => dialog(page).getByRole('option')
const named = (page: Page, name: RegExp) => options(page).filter({ hasText: name })

let rachid = 0
let lot = 0
/** The second payment and its receipt's number, whatever year it is. */
let second = 0
let recu = ''

/** Rachid has paid eight times for his lot; two vouchers of a category with five newer ones. */
test.beforeEach(async ({ page }) => {
  const api = await signIn(page)
  if (rachid) return
  const lieu = await createLieu(api, 'El Yasmine')
  const person = (nomComplet: string, tel: string) =>
    api.create('/api/clients', { nomComplet, tel, email: 'client@exemple.dz' })
  rachid = await person('Amrouche Rachid', '0798 99 75 78')
  await person('Amrouche Hichem', '+213 (0) 555-12-34-56')
  await person('محمد الأمين بن عبد الله', '0661 44 55 66')
  lot = await sellAppartement(api, lieu, rachid, '302', 1_000_000)
  await createLot(api, lieu.etage, '303', 'F3')
  for (let day = 1; day <= 8; day++) {
    const id = await pay(api, rachid, { appartement_id: lot }, day, `2026-01-0${day}`)
    if (day === 2) second = id
  }
  recu = ((await api.get(`/api/paiements/${second}`)) as { recu: string }).recu
  const categorie_bon_id = await api.create('/api/categories', { nom: 'Gros œuvre' })
  for (let day = 1; day <= 7; day++) {
    const [reference, designation] = day === 1 ? ['FA-2207', 'Ciment CPJ 42,5'] : [`FA-${day}`, 'Sable']
    const lignes = [{ designation, prix_unitaire: 850, quantite: 20 }]
    await api.create('/api/bons', { categorie_bon_id, reference, date_bon: `2026-02-0${day}`, lignes })
  }
})

async function look(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await palette(page).fill(text)
}

test('everything is found as one says it: words in any order, phones in any spelling, « lot 302 »', async ({
  page,
}) => {
  await openScreen(page, '/clients', 'Gestion des Clients')
  await page.keyboard.press('Control+k')
  for (const [typed, found] of [
    ['rachid amrouche', /^Amrouche Rachid/],
    ['0798997578', /^Amrouche Rachid/],
    ['+213 555 12 34 56', /^Amrouche Hichem/],
    ['الأمين محمد', /^محمد الأمين بن عبد الله/],
    ['lot 302', /^Appartement 302/],
    ['bloc b', /^Bloc B/],
    [recu, new RegExp(`^Reçu N° ${recu}`)],
    ['reçu 2', new RegExp(`^Reçu N° ${recu}`)],
    ['ciment', /^FA-2207/],
  ] as const) {
    await palette(page).fill(typed)
    await expect(options(page).first()).toHaveText(found)
  }
  await palette(page).fill('amrouche lotfi')
  await expect(dialog(page).getByText('Rien ne correspond à « amrouche lotfi ».')).toBeVisible()
})

test('who types faster than the database answers gets what he typed, not what still stands there', async ({
  page,
}) => {
  let answer = () => {}
  await page.route(/recherche\?q=amrouche\+(rachid|r)$/, async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    await route.continue()
  })
  for (const { keys, address } of [
    { keys: ['Enter'], address: `/clients?biens=${rachid}` },
    { keys: ['Tab', 'Enter'], address: '/paiements' },
  ]) {
    await openScreen(page, '/clients', 'Gestion des Clients')
    await look(page, 'amrouche')
    await expect(options(page).first()).toHaveText(/^Amrouche Hichem/)
    const asked = page.waitForRequest(/q=amrouche\+rachid$/)
    await palette(page).press('End')
    await page.keyboard.type(' rachid')
    for (const key of keys) await page.keyboard.press(key)
    await asked
    await expect(options(page).first()).toHaveText(/^Amrouche Hichem/)
    await expect(dialog(page)).toHaveAccessibleName('Rechercher partout')
    answer()
    await expect(page).toHaveURL(address)
    if (address === '/paiements') {
      await expect(dialog(page).getByRole('combobox', { name: 'Client' })).toHaveValue(/^Amrouche Rachid/)
      await dialog(page).getByRole('button', { name: 'Annuler' }).click()
    }
  }

  // Changed in between, or chosen by the arrows: what was pressed before holds no longer.
  await openScreen(page, '/clients', 'Gestion des Clients')
  await look(page, 'amrouche')
  await expect(options(page).first()).toHaveText(/^Amrouche Hichem/)
  await palette(page).press('End')
  await page.keyboard.type(' r')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await expect(options(page)).toHaveCount(2)
  await expect(dialog(page)).toHaveAccessibleName('Rechercher partout')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a receipt leads to its row among the payments, on whatever page, marked and in sight', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 500 })
  await openScreen(page, '/clients', 'Gestion des Clients')
  await look(page, 'reçu 2')
  await expect(options(page).first()).toHaveText(new RegExp(`^Reçu N° ${recu}`))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/clients/${rachid}/paiements/${lot}\\?page=2&paiement=${second}$`))
  const row = page.getByRole('row', { name: /2 janvier 2026/ })
  await expect(row).toHaveAttribute('aria-current', 'true')
  await expect(row).toBeInViewport()
  await expect(page.locator('tr[aria-current]')).toHaveCount(1)

  // From the very screen it is on.
  await look(page, 'reçu 8')
  await expect(options(page).first()).toHaveText(/000008/)
  await page.keyboard.press('Enter')
  const newest = page.getByRole('row', { name: /8 janvier 2026/ })
  await expect(newest).toHaveAttribute('aria-current', 'true')
  await expect(newest).toBeInViewport()
})

test('a voucher leads to its place among the charges, a bloc to its étages', async ({ page }) => {
  await openScreen(page, '/clients', 'Gestion des Clients')
  await look(page, 'ciment 42')
  await expect(options(page).first()).toHaveText(/^FA-2207/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/charges\?/)
  await expect(card(page, 'FA-2207')).toBeInViewport()
  await expect(card(page, 'FA-2207')).toHaveAttribute('aria-current', 'true')

  await look(page, 'bloc b')
  await expect(options(page).first()).toHaveText(/^Bloc B/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Gestion des Étages' })).toBeVisible()
  await expect(card(page, '2e étage')).toBeVisible()
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

test('« Ajouter un paiement » is found as an action, and opens the form wherever one is', async ({
  page,
}) => {
  await openScreen(page, '/clients', 'Gestion des Clients')
  await look(page, 'nouveau pai')
  await expect(named(page, /Ajouter un paiement/)).toHaveText(/Action$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Ajouter un paiement' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Client' })).toBeFocused()
  await expect(page).toHaveURL(/\/paiements$/)
  // It was asked once: a closed form stays closed.
  await page.getByRole('button', { name: 'Annuler' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await page.reload()
  await expect(card(page, 'Amrouche Rachid')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
})

const topOf = async (page: Page) => (await dialog(page).boundingBox())?.y ?? Number.NaN
const group = (page: Page, name: string) => dialog(page).getByRole('group', { name }).getByRole('option')

// spec: EC-27
test('the palette keeps its place, offers the acts of the rôle and what was opened last, which Déconnexion forgets', async ({
  page,
}) => {
  const api = new Api(page.context().request)
  const gone = await api.create('/api/clients', { nomComplet: 'Parti', tel: '0555', email: 'p@exemple.dz' })
  const { data } = (await api.get('/api/ventes')) as { data: { id: number; dossier: string }[] }
  const [vente] = data
  const { data: residences } = (await api.get('/api/residences')) as { data: { id: number }[] }
  for (const address of [
    `/clients/${gone}`,
    `/appartement?details=${lot}`,
    `/clients/${rachid}`,
    `/bloc?residence=${residences[0]?.id}`,
    `/ventes/${vente?.id}`,
    `/appartement?details=${lot}`,
  ]) {
    await page.goto(address)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
  }
  await api.delete(`/api/clients/${gone}`)
  for (const [width, height, dark] of [
    [1280, 800, true],
    [390, 844, false],
  ] as const) {
    await page.setViewportSize({ width, height })
    await preferDark(page, dark)
    await openScreen(page, '/dashboard', 'Tableau de Bord Immobilier')
    await page.keyboard.press('Control+k')
    await expect(group(page, 'Actions')).toHaveText([
      /^Ajouter un paiement/,
      /^Vendre un bien/,
      /^Ajouter un client/,
      /^Poser une option/,
    ])
    const recents = [
      /^Appartement 302.*Vendu$/,
      new RegExp(`^Dossier ${vente?.dossier}.*Amrouche Rachid$`),
      /^El Yasmine/,
      /^Amrouche Rachid/,
    ]
    // The last of them is opened below, so that it comes first on the second turn.
    await expect(group(page, 'Récents')).toHaveText(
      width === 1280 ? recents : [...recents.slice(3), ...recents.slice(0, 3)],
    )
    // What is gone is told once, then leaves.
    await expect(dialog(page).getByText("n'existe plus")).toHaveCount(width === 1280 ? 1 : 0)
    await expectAccessible(page)
    const top = await topOf(page)
    expect(Math.abs(top - (width === 390 ? 0 : 0.12 * height))).toBeLessThanOrEqual(2)
    for (const typed of ['amrouche', 'zzzz', 'bloc b', 'rien de tel']) {
      await palette(page).fill(typed)
      if (/z|rien/.test(typed)) await expect(dialog(page).getByText(/^Rien ne correspond/)).toBeVisible()
      else await expect(group(page, 'Résultats').first()).toBeVisible()
      expect(Math.abs((await topOf(page)) - top)).toBeLessThanOrEqual(2)
    }
    await palette(page).fill('lot 303')
    await expect(group(page, 'Résultats').first()).toHaveText(/^Appartement 303.*DA.*Disponible$/)
    await expectAccessible(page)
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(width)
    // ↑ from the first line goes round to the last one of the last group.
    await palette(page).fill('')
    await palette(page).press('ArrowUp')
    await expect(group(page, 'Récents').last()).toHaveAttribute('aria-selected', 'true')
    await palette(page).press('Enter')
    await expect(page).toHaveURL(
      width === 1280 ? `/clients/${rachid}` : `/bloc?residence=${residences[0]?.id}`,
    )
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const [name, address] of [
    [/^Vendre un bien/, '/ventes?vendre=oui'],
    [/^Poser une option/, '/appartement?etat=libre'],
    [/^Ajouter un client/, '/clients?ajouter=oui'],
  ] as const) {
    await openScreen(page, '/dashboard', 'Tableau de Bord Immobilier')
    await page.keyboard.press('Control+k')
    await group(page, 'Actions').filter({ hasText: name }).click()
    await expect(page).toHaveURL(address)
  }
  await expect(page.getByRole('dialog', { name: 'Ajouter un client' })).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Annuler' }).click()
  await expect(page).toHaveURL('/clients')

  // A search that fails says so inside, and leaves acts and recents.
  await page.route(/recherche\?q=/, (route) => route.fulfill({ status: 500, json: {} }))
  await look(page, 'amrouche')
  await expect(dialog(page).getByRole('alert')).toContainText('Erreur lors de la recherche.')
  await expect(group(page, 'Actions')).toHaveCount(4)
  await expect(group(page, 'Récents')).toHaveCount(4)
  await page.unroute(/recherche\?q=/)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: `Compte de ${account.name}` }).click()
  await page.getByRole('menuitem', { name: 'Déconnexion' }).click()
  await expect(page).toHaveURL('/login')
  await openScreen(page, '/dashboard', 'Tableau de Bord Immobilier')
  await page.keyboard.press('Control+k')
  await expect(group(page, 'Actions')).toHaveCount(4)
  await expect(group(page, 'Récents')).toHaveCount(0)

  const who = { name: 'Caissier', email: 'caisse@diyar.dz', password: 'Motdepasse3!', role: 'caisse' }
  await api.post('/api/members', { ...who, password_confirmation: who.password })
  await signIn(page, who)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Tableau de Bord Immobilier' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(group(page, 'Actions')).toHaveText([/^Ajouter un paiement/])
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
