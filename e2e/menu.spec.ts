import { expect, expectAccessible, openScreen, preferDark, test, withServer } from './diyar.ts'
import { menu } from './screen.ts'

withServer()

// spec: EC-29
test('the menu is accessible with « Gestion » folded, dark and light', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await openScreen(page, '/echeances', 'Échéances')
  const gestion = menu(page).getByRole('button', { name: 'Gestion', exact: true })
  await gestion.press('Enter')
  await expect(gestion).toHaveAttribute('aria-expanded', 'false')
  for (const dark of [false, true]) {
    await preferDark(page, dark)
    await page.reload()
    await expect(gestion).toBeVisible()
    await expectAccessible(page)
  }
})
