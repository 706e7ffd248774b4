import { account, expect, expectAccessible, signIn, test, withServer, type Page } from './diyar.ts'
import { createClient, createLieu, createLot, type Lieu } from './portefeuille.ts'
import { CALLS, card } from './screen.ts'

withServer()

let lieu: Lieu
let ready = false
let lots = 0
const top = (page: Page) => page.getByRole('dialog', { name: 'Ajouter un client' })
const client = (page: Page) => page.getByRole('dialog').getByRole('combobox', { name: 'Client' })
const line = (page: Page, name: string) => page.getByRole('option', { name: `Ajouter «\u00A0${name}\u00A0»` })

test.beforeEach(async ({ page }) => {
  const api = await signIn(page)
  if (ready) return
  ready = true
  lieu = await createLieu(api, 'Les Jardins')
  await createClient(api, 'Ali Benali')
})

/** The dialog that sells a lot of its own. */
async function assign(page: Page) {
  const api = await signIn(page)
  const numLot = `N-${++lots}`
  const id = await createLot(api, lieu.etage, numLot, 'F3')
  await page.goto('/appartement')
  await card(page, `Appartement ${numLot}`)
    .getByRole('button', { name: `Assigner un client à l'appartement ${numLot}` })
    .click()
  await expect(client(page)).toBeFocused()
  return {
    api,
    buyer: async () =>
      ((await api.get(`/api/appartements/${id}`)) as { client: { nomComplet: string } | null }).client
        ?.nomComplet,
  }
}

test('a lot is sold to somebody new without leaving the dialog nor the keyboard', async ({ page }) => {
  const { buyer } = await assign(page)
  await page.keyboard.type('Nouveau Venu')
  await expect(line(page, 'Nouveau Venu')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(top(page).getByLabel('Nom complet')).toHaveValue('Nouveau Venu')
  await expect(top(page).getByLabel('Téléphone')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type('0555 99 88 77')
  await page.keyboard.press('Tab')
  await page.keyboard.type('nouveau@exemple.dz')
  await page.keyboard.press('Enter')
  await expect(top(page)).toHaveCount(0)
  await expect(client(page)).toHaveValue('Nouveau Venu · 0555 99 88 77')
  await expect(client(page)).toBeFocused()
  expect(await buyer()).toBeUndefined()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await buyer()).toBe('Nouveau Venu')
})

test('among those found the line comes last; a phone fills the phone; a filter adds nobody', async ({
  page,
}) => {
  await assign(page)
  await page.keyboard.type('ali')
  await expect(page.getByRole('option')).toHaveText([
    'Ali Benali · 0555 12 34 56',
    'Ajouter «\u00A0ali\u00A0»',
  ])
  // Leaving with Tab takes nothing where the line that opens a form is highlighted.
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Tab')
  await expect(client(page)).toHaveValue('')
  await expect(top(page)).toHaveCount(0)
  await client(page).fill('0770 11 22 33')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(top(page).getByLabel('Téléphone')).toHaveValue('0770 11 22 33')
  await expect(top(page).getByLabel('Nom complet')).toBeFocused()
  await top(page).getByRole('button', { name: 'Annuler' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Annuler' }).click()
  await page.getByRole('combobox', { name: 'Client' }).fill('personne')
  await expect(page.getByText('Aucun résultat').filter({ visible: true })).toBeVisible()
  await expect(page.getByRole('option')).toHaveCount(0)
})

test('refused, given up, or left with Escape: nothing of either form is lost, nothing is sent twice', async ({
  page,
}) => {
  const api = await signIn(page)
  let refused = true
  const refusal = { message: 'Déjà là.', errors: { email: ['Déjà là.'] } }
  await page.route(`${CALLS}/api/clients`, (route) =>
    refused && route.request().method() === 'POST'
      ? route.fulfill({ status: 422, json: refusal })
      : route.fallback(),
  )
  await page.goto(`/locaux?residence=${lieu.residence}&bloc=${lieu.bloc}`)
  await page.getByRole('button', { name: 'Ajouter un local' }).first().click()
  const form = page.getByRole('dialog', { name: 'Ajouter un local' })
  await form.getByLabel('Numéro').fill('M-1')
  await form.getByLabel('Surface (m²)').fill('45')
  await form.getByLabel('Montant').fill('900000')
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname))

  await client(page).fill('Nouvelle Venue')
  await line(page, 'Nouvelle Venue').click()
  await expect(top(page).getByLabel('Téléphone')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(top(page)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(top(page).getByText('Le téléphone est obligatoire.')).toBeVisible()
  // Neither Enter nor Ctrl + Enter in the form on top sends the one below.
  await page.keyboard.press('ControlOrMeta+Enter')
  expect(sent).toEqual([])
  await top(page).getByRole('button', { name: 'Annuler' }).click()
  await expect(client(page)).toBeFocused()
  await expect(client(page)).toHaveValue('')
  await expect(form.getByLabel('Numéro')).toHaveValue('M-1')

  await page.keyboard.type('Nouvelle Venue')
  await page.keyboard.press('Enter')
  await expect(top(page).getByLabel('Téléphone')).toBeFocused()
  await page.keyboard.type('0555 99 88 66')
  await page.keyboard.press('Tab')
  await page.keyboard.type('venue@exemple.dz')
  await page.keyboard.press('Enter')
  await expect(top(page).getByLabel('Email')).toHaveAccessibleDescription('Déjà là.')
  refused = false
  await page.keyboard.press('Enter')
  await expect(client(page)).toHaveValue('Nouvelle Venue · 0555 99 88 66')
  for (const [label, value] of [
    ['Numéro', 'M-1'],
    ['Surface (m²)', /^45\sm²$/],
    ['Montant', /^900\s000\sDA$/],
  ] as const)
    await expect(form.getByLabel(label)).toHaveValue(value)
  await form.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(page.getByText('Local ajouté avec succès !')).toBeVisible()
  expect(sent.map((path) => path.split('/').at(-1))).toEqual(['clients', 'clients', 'locaux'])
  const { data } = (await api.get('/api/locaux')) as {
    data: { num: string; client: { nomComplet: string } | null }[]
  }
  expect(data.find(({ num }) => num === 'M-1')?.client?.nomComplet).toBe('Nouvelle Venue')
})

test('both forms outlive the end of the session', async ({ page }) => {
  const { buyer } = await assign(page)
  await page.keyboard.type('Revenu Demain')
  await page.keyboard.press('Enter')
  await expect(top(page).getByLabel('Téléphone')).toBeFocused()
  await page.keyboard.type('0555 77 66 55')
  await page.keyboard.press('Tab')
  await page.keyboard.type('demain@exemple.dz')
  await page.context().clearCookies()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
  await page.locator('input[name="email"]').fill(account.email)
  await page.locator('input[name="password"]').fill(account.password)
  await page.getByRole('button', { name: 'Se connecter' }).click()
  await expect(top(page).getByLabel('Nom complet')).toHaveValue('Revenu Demain')
  await expect(top(page).getByLabel('Téléphone')).toHaveValue('0555 77 66 55')
  await expect(top(page).getByText('Votre saisie a été conservée.')).toBeVisible()
  await top(page).getByRole('button', { name: 'Ajouter', exact: true }).click()
  await expect(client(page)).toHaveValue('Revenu Demain · 0555 77 66 55')
  await page.getByRole('dialog').getByRole('button', { name: 'Assigner', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await buyer()).toBe('Revenu Demain')
})

test('a payment dialog and a place offer the same', async ({ page }) => {
  await page.goto('/paiements')
  await page.getByRole('button', { name: 'Ajouter un paiement' }).first().click()
  await client(page).fill("Quelqu'un")
  await expect(line(page, "Quelqu'un")).toBeVisible()
})
