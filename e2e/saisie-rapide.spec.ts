import { expect, openScreen, signIn, test, withServer, type Api, type Page } from './diyar.ts'
import { createClient, createLieu, createLot, sellAppartement, type Lieu } from './portefeuille.ts'
import { CALLS, card, dialog, freeze, plain } from './screen.ts'

/** A quick hand before a slow machine or server: what it types next is typed where it means it. */
withServer()

let lieu: Lieu
let lots = 0
const clients = { seul: 0, plusieurs: 0 }

test.beforeAll(async ({ browser, baseURL }) => {
  const page = await browser.newPage({ baseURL: String(baseURL) })
  const api = await signIn(page)
  lieu = await createLieu(api, 'Les Jardins')
  clients.seul = await createClient(api, 'Zohra Seule')
  clients.plusieurs = await createClient(api, 'Amrouche Rachid')
  await sellAppartement(api, lieu, clients.seul, '301', 1000)
  for (const numLot of ['302', '304']) await sellAppartement(api, lieu, clients.plusieurs, numLot, 5000)
  await page.close()
})

const field = (page: Page, label: string) => dialog(page).getByLabel(label)
const list = (page: Page, label: string) => dialog(page).getByRole('combobox', { name: label })
const options = (page: Page) => page.getByRole('option')
const nouveau = (page: Page) => dialog(page, 'Ajouter un client')

/** Keeps what is asked for on its way until it is let go. */
async function hold(page: Page, url: string): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(url, async (route) => (await held, route.fallback()))
  return release
}

/** The dialog that sells a lot of its own, the focus in its client. */
async function assign(page: Page, api: Api): Promise<void> {
  const numLot = `R-${++lots}`
  await createLot(api, lieu.etage, numLot, 'F3')
  await page.goto('/appartement')
  await card(page, `Appartement ${numLot}`)
    .getByRole('button', { name: `Assigner un client à l'appartement ${numLot}` })
    .click()
  await expect(list(page, 'Client')).toBeFocused()
}

for (const [what, url] of [
  ['the clients are', `${CALLS}/api/all-clients*`],
  ['its list is', '**/assets/SelectList-*.js'],
] as const)
  test(`Enter before ${what} there opens the form of whom nobody knows, when that is known`, async ({
    page,
  }) => {
    const api = await signIn(page)
    const release = await hold(page, url)
    await assign(page, api)
    await page.keyboard.type('Revenu Demain')
    await page.keyboard.press('Enter')
    release()
    await expect(nouveau(page).getByLabel('Nom complet')).toHaveValue('Revenu Demain')
    await expect(nouveau(page).getByLabel('Téléphone')).toBeFocused()
  })

test('whoever has left the field by then, or typed on, is not called back by that form', async ({ page }) => {
  const api = await signIn(page)
  const release = await hold(page, `${CALLS}/api/all-clients*`)
  await assign(page, api)
  const forms: string[] = []
  page.on('request', (request) => request.url().includes('/ClientForm-') && forms.push(request.url()))
  await page.keyboard.type('Revenu')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+Tab')
  await expect(list(page, 'Client')).not.toBeFocused()
  await list(page, 'Client').focus()
  await page.keyboard.type('Revenu')
  await page.keyboard.press('Enter')
  // Without a key, as a text that is dictated.
  await page.keyboard.insertText(' Demain')
  await expect(list(page, 'Client')).toHaveValue('Revenu Demain')
  release()
  await expect(options(page)).toHaveText(['Aucun résultat', 'Ajouter «\u00A0Revenu Demain\u00A0»'])
  await expect(list(page, 'Client')).toBeFocused()
  expect(forms).toEqual([])
  await page.keyboard.press('Enter')
  await expect(nouveau(page).getByLabel('Nom complet')).toHaveValue('Revenu Demain')
  expect(forms).toHaveLength(1)
})

test('a bien taken by Enter leads to the amount before the next key', async ({ page }) => {
  await page.clock.install()
  await openScreen(page, '/paiements', 'Paiements par Bien')
  await page.getByRole('button', { name: 'Ajouter un paiement', exact: true }).press('Enter')
  await expect(list(page, 'Client')).toBeFocused()
  await page.keyboard.type('Amrouche')
  await expect(options(page).first()).toHaveText(/^Amrouche Rachid/)
  await page.keyboard.press('Enter')
  await expect(list(page, 'Appartement')).toBeFocused()
  await expect(options(page)).toHaveCount(2)
  await page.keyboard.type('304')
  await expect(options(page)).toHaveCount(1)
  // What the screen puts off to the next moment does not come any more.
  await freeze(page)
  await page.keyboard.press('Enter')
  await page.keyboard.type('1250')
  await expect(list(page, 'Appartement')).toHaveValue(/^304/)
  await expect.poll(async () => plain(await field(page, 'Montant').inputValue())).toBe('1 250 DA')
})

test('biens that come late take no focus from a text that comes without keys', async ({ page }) => {
  await openScreen(page, '/paiements', 'Paiements par Bien')
  const release = await hold(page, `${CALLS}/api/clients/${clients.seul}/appartements`)
  await page.getByRole('button', { name: 'Ajouter un paiement', exact: true }).press('Enter')
  await expect(list(page, 'Client')).toBeFocused()
  await page.keyboard.type('Zohra')
  await expect(options(page).first()).toHaveText(/^Zohra Seule/)
  await page.keyboard.press('Enter')
  await expect(list(page, 'Client')).toHaveValue(/^Zohra Seule/)
  await field(page, 'Détails').focus()
  await page.keyboard.insertText('Remis en ')
  release()
  await expect(list(page, 'Appartement')).toHaveValue(/^301/)
  await page.keyboard.insertText('main propre')
  await expect(field(page, 'Détails')).toHaveValue('Remis en main propre')
})

test('who corrects a refused number before the screen has led to it is not led to another one', async ({
  page,
}) => {
  await page.clock.install()
  const api = await signIn(page)
  await api.create('/api/categories', { nom: 'Gros œuvre' })
  await page.goto('/charges')
  await page.getByRole('button', { name: 'Ajouter un bon à Gros œuvre', exact: true }).click()
  await expect(field(page, 'Référence')).toBeFocused()
  await field(page, 'Désignation').fill('Ciment')
  await page.keyboard.press('Tab')
  await page.keyboard.type('999999999999')
  await expect(field(page, 'Prix unitaire')).toHaveAccessibleDescription(/^Ce montant n'est pas valide/)
  // No frame comes any more, as on a machine that has other work.
  await freeze(page)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Tab')
  await page.keyboard.type('0')
  await page.keyboard.press('Shift+Tab')
  await expect(field(page, 'Quantité')).toHaveAccessibleDescription(/^La quantité doit être/)
  await page.clock.runFor(100)
  await expect(field(page, 'Prix unitaire')).toBeFocused()
  await page.keyboard.type('850')
  await expect.poll(async () => plain(await field(page, 'Prix unitaire').inputValue())).toBe('850 DA')
  await expect(field(page, 'Quantité')).toHaveValue('0')
})

test('a refusal that comes late leads to its field, unless its reader writes elsewhere by then', async ({
  page,
}) => {
  await openScreen(page, '/clients', 'Gestion des Clients')
  await page.getByRole('button', { name: 'Ajouter un client' }).first().click()
  await field(page, 'Nom complet').fill('Karim Tardif')
  await field(page, 'Téléphone').fill('0555 12 34 56')
  await field(page, 'Email').fill('karim@exemple.dz')
  const json = { message: 'Déjà là.', errors: { email: ['Déjà là.'] } }
  let release = () => {}
  let sent = 0
  await page.route(`${CALLS}/api/clients`, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    const held = new Promise<void>((resolve) => (release = resolve))
    sent++
    await held
    return route.fulfill({ status: 422, json })
  })
  await field(page, 'Email').press('Enter')
  await expect.poll(() => sent).toBe(1)
  await field(page, 'Adresse').focus()
  await page.keyboard.type('12 rue ')
  release()
  await expect(field(page, 'Email')).toHaveAccessibleDescription('Déjà là.')
  await page.keyboard.type('Didouche')
  await expect(field(page, 'Adresse')).toHaveValue('12 rue Didouche')
  await page.keyboard.press('Enter')
  await expect.poll(() => sent).toBe(2)
  // A key of impatience is not a word.
  await page.keyboard.press('Enter')
  release()
  await expect(field(page, 'Email')).toBeFocused()
  expect(sent).toBe(2)
})

test('the next bank is typed in its own field, as soon as Enter has made it', async ({ page }) => {
  await page.clock.install()
  await signIn(page)
  await page.goto('/parametres?section=paiements')
  const banks = page.getByRole('textbox', { name: /^Banque \d+$/ })
  await expect(banks).toHaveCount(7)
  const last = await banks.last().inputValue()
  await banks.last().focus()
  await freeze(page)
  await page.keyboard.press('Enter')
  await page.keyboard.type('Banque du Sud')
  await expect(banks).toHaveCount(8)
  await expect(banks.nth(6)).toHaveValue(last)
  await expect(banks.nth(7)).toHaveValue('Banque du Sud')
})
