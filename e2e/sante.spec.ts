import { expect, expectAccessible, preferDark, signIn, test, withServer, type Page } from './diyar.ts'

withServer('demo')

const DEMO = { email: 'demo@diyar.dz', password: 'Demonstration1!' }
const section = (page: Page) => page.getByRole('region', { name: 'Santé' })
const verify = (page: Page) => section(page).getByRole('button', { name: 'Vérifier maintenant' })

// spec: AD-19, AD-39
test('what carries the installation is told, and the rules are looked at on demand', async ({ page }) => {
  await signIn(page, DEMO)
  await page.goto('/parametres?section=sante')
  await expect(section(page)).toContainText(/Version\d+\.\d+\.\d+/)
  await expect(section(page)).toContainText(/PostgreSQL \d+/)
  await expect(section(page)).toContainText(/libres sur/)
  await expect(section(page).getByText("Aucun contrôle pour l'instant.")).toBeVisible()
  await expectAccessible(page)
  await verify(page).focus()
  await page.keyboard.press('Enter')
  await expect(section(page)).toContainText(
    /(\d+) règles sur \1 sont respectées, le \d{2}\/\d{2}\/\d{4} à \d{2}:\d{2} \([\d,]+ s\)\./,
  )
  await expect(verify(page)).toBeFocused()
})

test('a rule that does not hold is named with its rows; little room is told; in the dark, on a phone', async ({
  page,
}) => {
  await preferDark(page, true)
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, DEMO)
  await page.route('**/api/sante', async (route) => {
    const real = (await (await route.fetch()).json()) as { en_cours: boolean }
    const enfreintes = [{ regle: 'Il y a au plus un promoteur', lignes: 12 }]
    const verification = { faite_le: '2026-11-21T13:05:00.000Z', duree_ms: 2_140, regles: 31, enfreintes }
    const disque = { libre: 900_000_000, total: 100_000_000_000, peu: true }
    await route.fulfill({ json: { ...real, verification, disque } })
  })
  await page.goto('/parametres?section=sante')
  await expect(section(page)).toContainText(
    '30 règles sur 31 sont respectées, le 21/11/2026 à 14:05 (2,1 s).',
  )
  await expect(section(page)).toContainText(/12\slignes/)
  await expect(section(page).getByText('Il reste peu de place sur le disque.')).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.unroute('**/api/sante')
  await page.route('**/api/sante', async (route) => {
    const real = (await (await route.fetch()).json()) as object
    await route.fulfill({ json: { ...real, en_cours: true } })
  })
  await page.reload()
  await expect(section(page).getByRole('button', { name: 'Vérification en cours…' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
})
