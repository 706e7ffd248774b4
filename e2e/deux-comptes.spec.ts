import { account, expect, expectAccessible, openScreen, signIn, test, withServer } from './diyar.ts'
import { dialog } from './screen.ts'

withServer()

const nadia = {
  name: 'Nadia Cherif',
  email: 'nadia@diyar.dz',
  password: 'Motdepasse2!',
  password_confirmation: 'Motdepasse2!',
}
const TOLD = 'Vous êtes maintenant connecté comme Nadia Cherif. Rechargez la page.'

// spec: RF-40
test(
  'a tab that was drawn for another account saves nothing, says so and keeps what is typed',
  { tag: ['@acces', '@jour'] },
  async ({ page }) => {
    const api = await openScreen(page, '/clients', 'Gestion des Clients')
    await api.create('/api/members', { ...nadia, role: 'direction' })

    await page.getByRole('button', { name: 'Ajouter un client', exact: true }).first().click()
    const nom = dialog(page).getByRole('textbox', { name: 'Nom complet' })
    await nom.fill('Amina Haddad')
    await dialog(page).getByRole('textbox', { name: 'Téléphone' }).fill('0555 12 34 56')
    await dialog(page).getByRole('textbox', { name: 'Email' }).fill('amina@exemple.dz')

    // The second tab signs in as somebody else, by hand.
    const second = await page.context().newPage()
    await second.goto('/clients')
    await second.getByRole('button', { name: account.name }).click()
    await second.getByRole('menuitem', { name: 'Déconnexion' }).click()
    await second.locator('input[name="email"]').fill(nadia.email)
    await second.locator('input[name="password"]').fill(nadia.password)
    await second.getByRole('button', { name: 'Se connecter', exact: true }).click()
    await expect(second.getByRole('button', { name: nadia.name })).toBeVisible()

    await page.bringToFront()
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    const notice = page.getByRole('status').filter({ hasText: TOLD })
    await expect(notice).toBeVisible()
    await expect(nom).toHaveValue('Amina Haddad')
    await dialog(page).getByRole('button', { name: 'Ajouter', exact: true }).click()
    await expect(dialog(page).getByRole('alert')).toContainText(TOLD)
    await expect(nom).toHaveValue('Amina Haddad')
    await expectAccessible(page)
    const nadias = await signIn(second, nadia)
    expect(await nadias.get('/api/clients')).toMatchObject({ total: 0 })

    // Read anew it is her tab; what he typed waits for him.
    await notice.getByRole('button', { name: 'Recharger' }).click()
    await expect(page.getByRole('button', { name: nadia.name })).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
    await page.getByRole('button', { name: nadia.name }).click()
    await page.getByRole('menuitem', { name: 'Déconnexion' }).click()
    await page.locator('input[name="email"]').fill(account.email)
    await page.locator('input[name="password"]').fill(account.password)
    await page.getByRole('button', { name: 'Se connecter', exact: true }).click()
    await expect(nom).toHaveValue('Amina Haddad')
    await dialog(page).getByRole('button', { name: 'Ajouter', exact: true }).click()
    await expect(page.getByRole('article', { name: 'Amina Haddad' })).toBeVisible()

    // Nadia's tab is told in its turn when it moves on, and no more once she is back.
    await second.bringToFront()
    await second.getByRole('link', { name: 'Residences', exact: true }).first().click()
    await expect(
      second.getByText('Vous êtes maintenant connecté comme Karim Benali. Rechargez la page.'),
    ).toBeVisible()
    await expect(second).toHaveURL('/dashboard')
    await signIn(second, nadia)
    await second.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(second.getByText(/Vous êtes maintenant connecté/)).toHaveCount(0)
  },
)
