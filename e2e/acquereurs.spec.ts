import { expect, expectAccessible, openScreen, signIn, test, withServer, type Page } from './diyar.ts'
import { createClient, createLieu, sellAppartement } from './portefeuille.ts'
import { dialog } from './screen.ts'

withServer()

const ARABE = 'محمد الأمين بن عبد الله'
const panel = (page: Page) => page.getByRole('region', { name: 'Acquéreurs', exact: true })
const names = (page: Page) => panel(page).getByRole('listitem')
const client = (page: Page, rang: number) => dialog(page).getByRole('combobox', { name: `Client ${rang}` })
const part = (page: Page, rang: number) => dialog(page).getByLabel(`Part du client ${rang}, en %`)
/** The first line, with the share that the co-buyers leave to the holder. */
const holder = (page: Page) => dialog(page).getByRole('status').filter({ hasText: 'Karim Haddad' })

let vente = 0
let amel = 0
let arabe = 0

/** The co-buyers with their parts, as saved before the screen is opened again. */
async function saved(page: Page, ...parts: [client_id: number, part: number][]): Promise<void> {
  const api = await signIn(page)
  const acquereurs = parts.map(([client_id, share]) => ({ client_id, part: share }))
  await api.put(`/api/ventes/${vente}/co-acquereurs`, { acquereurs })
  await openScreen(page, `/ventes/${vente}`, 'Dossier')
}

test.beforeEach(async ({ page }) => {
  const api = await signIn(page)
  if (vente === 0) {
    const lieu = await createLieu(api, 'Les Jardins')
    amel = await createClient(api, 'Amel Zerrouki')
    arabe = await createClient(api, ARABE)
    const bien = await sellAppartement(api, lieu, await createClient(api, 'Karim Haddad'), 'A-1', 1_000_000)
    vente = ((await api.get(`/api/appartements/${bien}`)) as { vente_id: number }).vente_id
  }
  await openScreen(page, `/ventes/${vente}`, 'Dossier')
})

// spec: AD-28, AD-39, EC-34
test(
  'co-buyers are chosen by the keyboard, each with his part; what is left is said as it is typed',
  { tag: ['@ventes', '@jour'] },
  async ({ page }) => {
    await expect(names(page)).toHaveText(['Karim Haddad'])
    await panel(page).getByRole('button', { name: 'Modifier les acquéreurs' }).focus()
    await page.keyboard.press('Enter')
    await expect(dialog(page, 'Modifier les acquéreurs')).toBeVisible()
    await expect(holder(page)).toHaveText(/^Karim Haddad · 100\s%$/)
    await expect(client(page, 1)).toHaveCount(0)
    await expect(dialog(page).getByRole('button', { name: 'Ajouter un co-acquéreur' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(client(page, 1)).toBeFocused()
    await page.keyboard.type('Zerrouki')
    await expect(page.getByRole('option', { name: /Amel Zerrouki/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await part(page, 1).fill('33,33')
    await expect(holder(page)).toHaveText(/^Karim Haddad · 66,67\s%$/)
    await dialog(page).getByRole('button', { name: 'Ajouter un co-acquéreur' }).click()
    await expect(client(page, 2)).toBeFocused()
    await page.keyboard.type('محمد')
    await expect(page.getByRole('option', { name: new RegExp(ARABE) })).toBeVisible()
    await page.keyboard.press('Enter')
    await part(page, 2).fill('66,67')
    await expect(holder(page)).toHaveText(/^Karim Haddad · 0\s%$/)
    await dialog(page).getByRole('button', { name: 'Enregistrer' }).click()
    await expect(dialog(page)).toContainText('La somme des parts doit rester inférieure à 100 %.')
    await dialog(page).getByRole('button', { name: 'Parts égales' }).click()
    await expect(holder(page)).toHaveText(/^Karim Haddad · 33,34\s%$/)
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Enregistrer' }).click()
    await expect(page.getByText('Acquéreurs enregistrés avec succès !')).toBeVisible()
    await expect(names(page)).toHaveText([
      /^Karim Haddad33,34\s%$/,
      /^Amel Zerrouki33,33\s%$/,
      new RegExp(`^${ARABE}33,33\\s%$`),
    ])
    await expectAccessible(page)
    await expect(panel(page).getByRole('link', { name: 'Amel Zerrouki' })).toHaveAttribute(
      'href',
      `/clients/${amel}`,
    )
  },
)

// spec: AD-28
test('who edits what somebody else has changed is told, and goes on with what he typed', async ({ page }) => {
  await saved(page, [amel, 30], [arabe, 30])
  await panel(page).getByRole('button', { name: 'Modifier les acquéreurs' }).click()
  await dialog(page).getByRole('button', { name: 'Retirer le client 2' }).click()
  await part(page, 1).fill('25')
  const api = await signIn(page)
  await api.put(`/api/ventes/${vente}/co-acquereurs`, { acquereurs: [{ client_id: amel, part: 10 }] })
  await dialog(page).getByRole('button', { name: 'Enregistrer' }).click()
  await expect(dialog(page)).toContainText('Cette fiche a été modifiée entre-temps. Rechargez-la.')
  await dialog(page).getByRole('button', { name: 'Recharger' }).click()
  await expect(part(page, 1)).toHaveValue(/^25/)
  await dialog(page).getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('Acquéreurs enregistrés avec succès !')).toBeVisible()
  await expect(names(page)).toHaveText([/^Karim Haddad75\s%$/, /^Amel Zerrouki25\s%$/])
})
