import type { Locator } from '@playwright/test'
import {
  account,
  atRest,
  expect,
  expectAccessible,
  openScreen,
  signIn,
  test,
  withServer,
  type Page,
} from './diyar.ts'
import { createClient, createLieu, createLot } from './portefeuille.ts'
import { alert, CALLS, dialog } from './screen.ts'

withServer()

const EXPIRED = 'Votre session a expiré. Reconnectez-vous pour continuer.'
const KEPT = 'Votre saisie a été conservée.'
const nadia = { name: 'Nadia Cherif', email: 'nadia@diyar.dz', password: 'Motdepasse2!' }

const button = (inside: Page | Locator, name: string) => inside.getByRole('button', { name, exact: true })
const textbox = (inside: Page | Locator, name: string) => inside.getByRole('textbox', { name })

/** The idle hour, in an instant: the browser has no session any more. Nothing is being asked for by then. */
async function expire(page: Page): Promise<void> {
  await atRest(page)
  await page.context().clearCookies()
}

async function signInByHand(page: Page, who: { email: string; password: string } = account): Promise<void> {
  await expect(page).toHaveURL('/login')
  await page.locator('input[name="email"]').fill(who.email)
  await page.locator('input[name="password"]').fill(who.password)
  await button(page, 'Se connecter').click()
}

async function fillClient(page: Page, nom: string): Promise<void> {
  await textbox(dialog(page), 'Nom complet').fill(nom)
  await textbox(dialog(page), 'Téléphone').fill('0555 12 34 56')
  await textbox(dialog(page), 'Email').fill('client@exemple.dz')
}

const kept = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }))

test(
  'a form that is sent without a session comes back as it was, on its screen with its filters',
  { tag: ['@acces', '@jour'] },
  async ({ page }) => {
    const api = await openScreen(page, '/clients?recherche=Haddad', 'Gestion des Clients')
    await button(page, 'Ajouter un client').first().click()
    await fillClient(page, 'Amina Haddad')
    await expire(page)
    await button(dialog(page), 'Ajouter').click()
    await expect(page.getByText(EXPIRED)).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
    await expectAccessible(page)
    await signInByHand(page)
    await expect(page).toHaveURL('/clients?recherche=Haddad')
    await expect(dialog(page).getByText(KEPT)).toBeVisible()
    await expect(textbox(dialog(page), 'Nom complet')).toHaveValue('Amina Haddad')
    await expect(textbox(dialog(page), 'Téléphone')).toHaveValue('0555 12 34 56')
    await expect(page.getByRole('heading', { name: 'Ajouter un client' })).toBeVisible()
    expect(await kept(page)).not.toContain('Haddad')
    await expectAccessible(page)
    await button(dialog(page), 'Ajouter').click()
    await expect(page.getByRole('article', { name: 'Amina Haddad' })).toBeVisible()
    expect(await api.get('/api/clients')).toMatchObject({ total: 1 })
    // The form was brought back once: the next one begins empty, and Back leads to the screen before.
    await button(page, 'Ajouter un client').first().click()
    await expect(textbox(dialog(page), 'Nom complet')).toHaveValue('')
    await expect(page.getByText(KEPT)).toHaveCount(0)
  },
)

test('what did reach the server before the session ended is not done a second time', async ({ page }) => {
  const api = await openScreen(page, '/clients', 'Gestion des Clients')
  const { total } = (await api.get('/api/clients')) as { total: number }
  await button(page, 'Ajouter un client').first().click()
  await fillClient(page, 'Une Seule Fois')
  await page.route(`${CALLS}/api/clients`, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await button(dialog(page), 'Ajouter').click()
  await expect(alert(page)).toBeVisible()
  await page.unroute(`${CALLS}/api/clients`)
  await expire(page)
  await button(dialog(page), 'Ajouter').click()
  await signInByHand(page)
  await expect(textbox(dialog(page), 'Nom complet')).toHaveValue('Une Seule Fois')
  await button(dialog(page), 'Ajouter').click()
  await expect(page.getByText('Client ajouté avec succès !')).toBeVisible()
  expect(await api.get('/api/clients')).toMatchObject({ total: total + 1 })
})

test('an edit keeps the version it was begun from: who changed the record meanwhile is not overwritten', async ({
  page,
}) => {
  const api = await openScreen(page, '/residence', 'Nos Résidences')
  const id = await api.create('/api/residences', { nom: 'Les Jasmins', adresse: 'Alger' })
  await page.reload()
  await button(page, 'Modifier Les Jasmins').click()
  await textbox(dialog(page), 'Adresse').fill('Oran')
  await expire(page)
  await button(dialog(page), 'Enregistrer').click()
  await expect(page.getByText(EXPIRED)).toBeVisible()
  const other = await signIn(page)
  await other.put(`/api/residences/${id}`, { nom: 'Les Jasmins I', adresse: 'Alger' })
  await expire(page)
  await signInByHand(page)
  await expect(textbox(dialog(page), 'Adresse')).toHaveValue('Oran')
  await button(dialog(page), 'Enregistrer').click()
  await button(dialog(page), 'Recharger').click()
  await expect(textbox(dialog(page), 'Nom')).toHaveValue('Les Jasmins I')
  await expect(textbox(dialog(page), 'Adresse')).toHaveValue('Oran')
  await button(dialog(page), 'Enregistrer').click()
  await expect(dialog(page)).toHaveCount(0)
  expect(await api.get(`/api/residences/${id}`)).toMatchObject({ nom: 'Les Jasmins I', adresse: 'Oran' })
})

test('a payment begun on top of a record comes back on top of it', async ({ page }) => {
  const api = await signIn(page)
  const { etage } = await createLieu(api)
  const client = await createClient(api, 'Karim Mansouri')
  const lot = await createLot(api, etage, 'A-12', 'F3', client)
  await page.goto(`/appartement?details=${lot}`)
  await dialog(page)
    .getByRole('button', { name: /^Ajouter un paiement/ })
    .click()
  const paiement = page.getByRole('dialog', { name: 'Ajouter un paiement' })
  await textbox(paiement, 'Montant').fill('250000,75')
  await textbox(paiement, 'Détails').fill('Première tranche')
  await textbox(paiement, 'Date').fill('02/11/2026')
  await expire(page)
  await button(paiement, 'Enregistrer').click()
  await signInByHand(page)
  await expect(paiement.getByText(KEPT)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(2)
  await expect(textbox(paiement, 'Montant')).toHaveValue(/^250.000,75.DA$/)
  await expect(textbox(paiement, 'Date')).toHaveValue('02/11/2026')
  await expect(textbox(paiement, 'Détails')).toHaveValue('Première tranche')
  await button(paiement, 'Enregistrer').click()
  await expect(paiement).toHaveCount(0)
  expect(await api.get(`/api/paiements/solde/appartement/${lot}`)).toMatchObject({
    lignes: [{ versement: 250_000.75, date_paiement: '2026-11-02' }],
  })
})

test(
  'what was typed is for the member who typed it: another one finds nothing',
  { tag: ['@acces', '@jour'] },
  async ({ page }) => {
    const api = await openScreen(page, '/clients?recherche=x', 'Gestion des Clients')
    const { name, email, password } = { ...nadia, email: 'autre@diyar.dz' }
    await api.post('/api/members', { name, email, password, password_confirmation: password })
    await button(page, 'Ajouter un client').first().click()
    await fillClient(page, 'Très Privé')
    await expire(page)
    await button(dialog(page), 'Ajouter').click()
    await signInByHand(page, { email, password })
    await expect(page).toHaveURL('/dashboard')
    expect(await kept(page)).not.toContain('Privé')
    await page.goto('/clients?recherche=x')
    await expect(page.getByRole('heading', { name: 'Gestion des Clients' })).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
  },
)

test('a reload, before or after the sign-in page shows, loses neither the place nor what was typed', async ({
  page,
}) => {
  await openScreen(page, '/clients?recherche=y', 'Gestion des Clients')
  await button(page, 'Ajouter un client').first().click()
  await fillClient(page, 'Malgré Tout')
  await expire(page)
  await button(dialog(page), 'Ajouter').click()
  await expect(page.getByText(EXPIRED)).toBeVisible()
  await page.reload()
  await expect(page.getByText(EXPIRED)).toBeVisible()
  await signInByHand(page)
  await expect(textbox(dialog(page), 'Nom complet')).toHaveValue('Malgré Tout')
  // Without a form: who comes back to an open tab and loads it again.
  await button(dialog(page), 'Annuler').click()
  await expire(page)
  await page.reload()
  await expect(page.getByText(EXPIRED)).toBeVisible()
  await signInByHand(page)
  await expect(page).toHaveURL('/clients?recherche=y')
  await expect(dialog(page)).toHaveCount(0)
})

test('a first visit and who signs out are told of no session; two tabs keep to themselves', async ({
  page,
}) => {
  await signIn(page)
  await page.context().clearCookies()
  await page.goto('/clients')
  await expect(button(page, 'Se connecter')).toBeVisible()
  await expect(page).toHaveURL('/login')
  await expect(page.getByText(EXPIRED)).toHaveCount(0)
  await signInByHand(page)
  await expect(page).toHaveURL('/dashboard')

  const second = await page.context().newPage()
  await second.goto('/clients')
  await button(second, 'Ajouter un client').first().click()
  await fillClient(second, 'Dans le second onglet')
  await page.getByRole('button', { name: `Compte de ${account.name}` }).click()
  await page.getByRole('menuitem', { name: 'Déconnexion' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByText(EXPIRED)).toHaveCount(0)
  await button(dialog(second), 'Ajouter').click()
  await expect(second.getByText(EXPIRED)).toBeVisible()
  await signInByHand(page)
  await expect(page).toHaveURL('/dashboard')
  await signInByHand(second)
  await expect(textbox(dialog(second), 'Nom complet')).toHaveValue('Dans le second onglet')
})

test('who goes to sign in by himself, or signs out of a session that has ended, finds the page as it always is', async ({
  page,
}) => {
  await openScreen(page, '/clients', 'Gestion des Clients')
  await button(page, 'Ajouter un client').first().click()
  await fillClient(page, 'Laissé Là')
  await expire(page)
  await button(dialog(page), 'Ajouter').click()
  await expect(page.getByText(EXPIRED)).toBeVisible()
  await page.goto('/login')
  await expect(button(page, 'Se connecter')).toBeVisible()
  await expect(page.getByText(EXPIRED)).toHaveCount(0)
  await signInByHand(page)
  await expect(page).toHaveURL('/dashboard')
  expect(await kept(page)).not.toContain('Laissé')

  await page.getByRole('button', { name: `Compte de ${account.name}` }).click()
  await expire(page)
  await page.getByRole('menuitem', { name: 'Déconnexion' }).click()
  await expect(page).toHaveURL('/login')
  await expect(button(page, 'Se connecter')).toBeVisible()
  await expect(page.getByText(EXPIRED)).toHaveCount(0)
  await signInByHand(page)
  await expect(page).toHaveURL('/dashboard')
})

test('a link may name the screen to go to after signing in, one of our own and no other', async ({
  page,
}) => {
  await signIn(page)
  await page.context().clearCookies()
  for (const [retour, expected] of [
    ['/clients?page=1&recherche=Haddad', '/clients?page=1&recherche=Haddad'],
    ['//evil.example/clients', '/dashboard'],
    ['/\\evil.example/clients', '/dashboard'],
    ['/\t/evil.example/clients', '/dashboard'],
    ['https://evil.example/clients', '/dashboard'],
    ['javascript:alert(1)', '/dashboard'],
    ['%2F%2Fevil.example', '/dashboard'],
    ['/%2F/evil.example', '/dashboard'],
    ['/x/..//evil.example', '/dashboard'],
    ['/login', '/dashboard'],
    ['evil.example', '/dashboard'],
  ] as const) {
    await page.goto(`/login?retour=${encodeURIComponent(retour)}`)
    await page.locator('input[name="email"]').fill(account.email)
    await page.locator('input[name="password"]').fill(account.password)
    await button(page, 'Se connecter').click()
    await expect(page, retour).toHaveURL(expected)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.context().clearCookies()
    await page.evaluate(() => sessionStorage.clear())
  }
})

test('every form of the product comes back', async ({ page }) => {
  const api = await signIn(page)
  const lieu = await createLieu(api, 'Les Palmiers')
  const client = await createClient(api, 'Acheteur Connu')
  await createLot(api, lieu.etage, 'P-1', 'F4')
  await createLot(api, lieu.etage, 'P-2', 'F4', client)
  await api.create('/api/categories', { nom: 'Ciment' })
  const forms: [address: string, opener: string | RegExp, label: string, typed: string][] = [
    ['/residence', 'Ajouter une résidence', 'Nom', 'Texte gardé'],
    ['/bloc', 'Ajouter un bloc', 'Nom du bloc', 'Texte gardé'],
    ['/etage', 'Ajouter un étage', 'Désignation', 'Texte gardé'],
    ['/appartement', 'Ajouter un appartement', 'Numéro de lot', 'G-1'],
    ['/locaux', 'Ajouter un local', 'Numéro', 'G-2'],
    ['/parking', 'Ajouter un parking', 'Nom du parking', 'Texte gardé'],
    [`/parking?places=${lieu.parking}`, 'Ajouter une place', 'Position', 'Niveau -1'],
    ['/clients', 'Ajouter un client', 'Nom complet', 'Texte gardé'],
    ['/paiements', 'Ajouter un paiement', 'Détails', 'Texte gardé'],
    ['/promoteur', 'Ajouter un promoteur', 'Nom', 'Texte gardé'],
    ['/users', 'Ajouter un membre', 'Nom', 'Texte gardé'],
    ['/charges', 'Ajouter une catégorie', 'Nom', 'Texte gardé'],
    ['/charges', /^Ajouter un bon/, 'Référence', 'BA-7'],
  ]
  for (const [address, opener, label, typed] of forms) {
    await page.goto(address)
    await page.getByRole('button', { name: opener }).first().click()
    const form = dialog(page).last()
    const field = form.getByRole('textbox', { name: label }).first()
    await field.fill(typed)
    const title = await form.getByRole('heading').first().textContent()
    await expire(page)
    // The member comes back to the tab: its lists are asked for anew, and that call learns of the end.
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await signInByHand(page)
    await expect(page, String(opener)).toHaveURL(address)
    await expect(form.getByText(KEPT), String(opener)).toBeVisible()
    await expect(form.getByRole('heading').first()).toHaveText(title ?? '')
    await expect(field).toHaveValue(typed)
  }
})
