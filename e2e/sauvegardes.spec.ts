import { statSync } from 'node:fs'
import { addJours, aujourdhui } from '../shared/dates.ts'
import {
  account,
  expect,
  expectAccessible,
  preferDark,
  signIn,
  test,
  withServer,
  type Page,
} from './diyar.ts'

withServer('demo')

const DEMO = { email: 'demo@diyar.dz', password: 'Demonstration1!' }
const section = (page: Page) => page.getByRole('region', { name: 'Sauvegardes' })
const begin = (page: Page) => section(page).getByRole('button', { name: 'Sauvegarder maintenant' })
const rows = (page: Page) => section(page).getByRole('table', { name: 'Sauvegardes' }).locator('tbody tr')
/** Opens the section once no backup is under way: the night of this installation may be making its own. */
async function open(page: Page) {
  const api = await signIn(page, DEMO)
  await expect
    .poll(async () => {
      const { data, en_cours } = (await api.get('/api/sauvegardes')) as {
        data: object[]
        en_cours: object | null
      }
      return en_cours === null && data.length > 0
    })
    .toBe(true)
  await page.goto('/parametres?section=sauvegardes')
  await expect(begin(page)).toBeVisible()
  return api
}

// spec: AD-15, AD-39
test(
  'a backup is made, told and taken away by somebody who shows who he is',
  { tag: ['@sauvegardes', '@jour'] },
  async ({ page }) => {
    await open(page)
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page).first()).toContainText(/nuit-.*\.tar.*Nuit.*Oui/)
    await expect(section(page).locator('li[data-faite]')).toHaveCount(1)
    await expectAccessible(page)
    await begin(page).focus()
    await page.keyboard.press('Enter')
    await expect(section(page).getByText('Sauvegarde faite et vérifiée avec succès !')).toBeVisible()
    await expect(begin(page)).toBeFocused()
    await expect(rows(page)).toHaveCount(2)
    const made = rows(page).first()
    await expect(made).toContainText(/manuelle-.*\.tar.*à l'instant.*Manuelle.*Oui/)

    await made.getByRole('button', { name: /^Télécharger manuelle-/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Télécharger une sauvegarde' })
    await expect(dialog).toContainText(
      'Ce fichier contient toutes les données de vos clients. Confirmez avec votre mot de passe.',
    )
    await expectAccessible(page)
    const password = dialog.getByLabel(/^Mot de passe( \*)?$/)
    await expect(password).toBeFocused()
    await password.fill("Ce n'est pas lui")
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Mot de passe incorrect.').first()).toBeVisible()
    await password.fill(DEMO.password)
    const coming = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    const download = await coming
    expect(download.suggestedFilename()).toMatch(/^manuelle-.*\.tar$/)
    expect(statSync(await download.path()).size).toBeGreaterThan(10_000)
    await expect(dialog).toHaveCount(0)
  },
)

// spec: EC-43
test('how to restore is told in steps; the days before the installation are no missing backups', async ({
  page,
}) => {
  await page.route('**/api/sauvegardes', async (route) => {
    const real = (await (await route.fetch()).json()) as object
    await route.fulfill({ json: { ...real, installee_le: addJours(aujourdhui(), -2) } })
  })
  await open(page)
  await expect(section(page).locator('li[data-avant]')).toHaveCount(11)
  await expect(section(page).getByText(/: pas encore installé$/)).toHaveCount(11)
  const steps = section(page).getByText('npm run restaurer FICHIER')
  await expect(steps).toBeHidden()
  await section(page).getByRole('button', { name: 'Comment restaurer' }).click()
  await expect(steps).toBeVisible()
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await expectAccessible(page)
  }
  // Said once, under the promoter.
  await expect(page.getByRole('main').getByRole('link', { name: 'Mon Profil' })).toHaveCount(0)
  await page.goto('/parametres?section=promoteur')
  await expect(page.getByRole('main').getByRole('link', { name: 'Mon Profil' })).toBeVisible()
  await page.goto('/parametres?section=modeles')
  await expect(page.getByText('12 parts mensuelles')).toBeVisible()
})

test('while one is made, how far it is is told; one that fails is told; two days without one are, also on the dashboard', async ({
  page,
}) => {
  await open(page)
  let answer: Record<string, unknown> = {}
  await page.route('**/api/sauvegardes', async (route) => {
    const real = (await (await route.fetch()).json()) as object
    await route.fulfill({ json: { ...real, ...answer } })
  })
  answer = { en_cours: { depuis: new Date().toISOString(), octets: 400, pourcentage: 40 } }
  await page.reload()
  await expect(section(page).getByText('Sauvegarde en cours… 40 %')).toBeVisible()
  await expect(section(page).getByRole('progressbar', { name: 'Sauvegarde' })).toHaveAttribute(
    'aria-valuenow',
    '40',
  )
  await expect(begin(page)).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page)
  answer = { en_cours: { depuis: new Date().toISOString(), octets: 900, pourcentage: 90 } }
  await expect(section(page).getByText('Sauvegarde en cours… 90 %')).toBeVisible()
  answer = { echec: 'le disque est plein.', en_retard: true }
  await expect(
    section(page).getByText('La dernière sauvegarde a échoué : le disque est plein.'),
  ).toBeVisible()
  await expect(section(page).getByText('Aucune sauvegarde depuis plus de 48 heures.')).toBeVisible()
  await expect(section(page).getByText('Sauvegarde faite et vérifiée avec succès !')).toHaveCount(0)
  await expectAccessible(page)
  answer = { data: [], echec: null }
  await page.reload()
  await expect(
    section(page).getByText("Aucune sauvegarde pour l'instant. La première se fait cette nuit."),
  ).toBeVisible()

  await page.route('**/api/dashboard', async (route) => {
    const real = (await (await route.fetch()).json()) as object
    await route.fulfill({ json: { ...real, sauvegarde_en_retard: true } })
  })
  await page.goto('/dashboard')
  await expect(page.getByText('Aucune sauvegarde depuis plus de 48 heures.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Voir les sauvegardes' }).click()
  await expect(begin(page)).toBeVisible()
})

test('on a phone, in the dark, nothing is cut', async ({ page }) => {
  await preferDark(page, true)
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page)
  await expect(rows(page).first()).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectAccessible(page)
})

test('whoever does not see to them is told nothing of them', async ({ page }) => {
  const api = await signIn(page, DEMO)
  const email = 'lecture@diyar.dz'
  await api.post('/api/members', { ...account, name: 'Lina Lecture', email, role: 'lecture' })
  await signIn(page, { email, password: account.password })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Tableau de Bord Immobilier' })).toBeVisible()
  await expect(page.getByText('Aucune sauvegarde depuis')).toHaveCount(0)
})
