import { Secret, TOTP } from 'otpauth'
import {
  account,
  expect,
  expectAccessible,
  expectReadable,
  signIn,
  test,
  withServer,
  type Page,
} from './diyar.ts'
import { actOn, card, dialog } from './screen.ts'

withServer()

const SANA = { name: 'سناء بن عبد الله', email: 'sana@diyar.dz', password: 'Autrepasse2@' }
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const type = (page: Page, field: string, text: string) => page.locator(`input[name="${field}"]`).fill(text)
/** The code that the application shows; a code that has served is shown no more, so that the next sign-in takes the next. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

async function connect(page: Page, password: string) {
  await page.goto('/login')
  await type(page, 'email', SANA.email)
  await type(page, 'password', password)
  await button(page, 'Se connecter').click()
}

async function leave(page: Page) {
  await page.getByRole('button', { name: /^Compte de/ }).click()
  await page.getByRole('menuitem', { name: 'Déconnexion' }).click()
  await expect(button(page, 'Se connecter')).toBeVisible()
}

// spec: IN-31, IN-32, IN-33, IN-34
test(
  'a password is given for seven days and replaced, a code asked for at sign-in, lost with the phone, and taken away by the direction',
  { tag: ['@membres', '@jour'] },
  async ({ page, browser, baseURL }) => {
    const hers = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage()
    await signIn(page)
    await page.goto('/users')
    await button(page, 'Ajouter un membre').click()
    await dialog(page).getByLabel('Nom').fill(SANA.name)
    await dialog(page).getByLabel('Email').fill(SANA.email)
    await button(page, 'Proposer un mot de passe provisoire').click()
    const provisoire = await dialog(page).locator('code').innerText()
    await expect(dialog(page)).toContainText('Valable 7 jours, à changer à la première connexion.')
    await expectReadable(page)
    await dialog(page).getByRole('button', { name: 'Ajouter', exact: true }).click()
    const membre = card(page, SANA.name)
    await expect(membre).toContainText('Mot de passe provisoire')

    await connect(hers, provisoire)
    await expect(hers).toHaveURL(/premiere-connexion$/)
    await expectReadable(hers)
    // No other screen opens before the password is hers.
    await hers.goto('/clients')
    await expect(hers).toHaveURL(/premiere-connexion$/)
    await type(hers, 'actuel', provisoire)
    await type(hers, 'password', SANA.password)
    await type(hers, 'password_confirmation', SANA.password)
    await button(hers, 'Enregistrer').click()
    await expect(hers.getByRole('heading', { name: 'Tableau de Bord Immobilier' })).toBeVisible()

    await hers.goto('/profile')
    const section = hers.getByRole('region', { name: 'Code à la connexion' })
    await section.getByRole('button', { name: 'Activer' }).click()
    await dialog(hers).locator('input[type="password"]').fill(SANA.password)
    await dialog(hers).getByRole('button', { name: 'Continuer' }).click()
    await expectAccessible(hers)
    const secret = (await dialog(hers).getByLabel('Clé', { exact: true }).innerText()).replaceAll(' ', '')
    await dialog(hers).getByLabel('Code à six chiffres').fill(codeOf(secret))
    await dialog(hers).getByRole('button', { name: 'Activer' }).click()
    await expectReadable(hers)
    const secours = await dialog(hers).getByRole('listitem').allInnerTexts()
    expect(secours.length).toBe(10)
    await dialog(hers).getByRole('button', { name: 'Je les ai notés' }).click()
    await expect(section).toContainText('10 codes de secours')
    await leave(hers)

    await connect(hers, SANA.password)
    const code = hers.getByLabel('Code à six chiffres ou code de secours')
    const invalide = hers.getByRole('alert').getByText("Ce code n'est pas valide.")
    await expect(code).toBeFocused()
    await expectReadable(hers)
    await code.fill('000000')
    await button(hers, 'Se connecter').click()
    await expect(invalide).toBeVisible()
    await code.fill(codeOf(secret, 1))
    await button(hers, 'Se connecter').click()
    await expect(hers.getByRole('heading', { name: 'Tableau de Bord Immobilier' })).toBeVisible()
    await leave(hers)

    // The phone is lost: a code that she wrote down lets her in, once.
    for (const [time, said] of [
      [1, hers.getByRole('heading', { name: 'Tableau de Bord Immobilier' })],
      [2, invalide],
    ] as const) {
      await connect(hers, SANA.password)
      await code.fill(secours[0] ?? '')
      await button(hers, 'Se connecter').click()
      await expect(said).toBeVisible()
      if (time === 1) await leave(hers)
    }

    await page.reload()
    await actOn(membre, 'Retirer le code à la connexion')
    await dialog(page).locator('input[type="password"]').fill(account.password)
    await expectReadable(page)
    await dialog(page).getByRole('button', { name: 'Retirer' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await connect(hers, SANA.password)
    await expect(hers.getByRole('heading', { name: 'Tableau de Bord Immobilier' })).toBeVisible()
  },
)
