import { expect, PDF, openScreen, test, withServer, type Page } from './diyar.ts'
import { CALLS, card, dialog, expectGoneAfter, freeze, untilItsTabClosed } from './screen.ts'

withServer()

const pdf = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n'),
})
const file = (page: Page) => dialog(page).locator('input[type=file]')

const open = (page: Page, address = '/residence') => openScreen(page, address, 'Nos Résidences')

const PLAN = `${CALLS}/api/residences/*/plan`

// spec: RES-23, RES-24, RES-46, ERR-20, LIM-07
test(
  'a plan opens in a new tab, survives an edit without a file, and a broken answer says so for 3 s',
  { tag: ['@structure', '@jour', PDF] },
  async ({ page }) => {
    await open(page)
    await page.getByRole('button', { name: 'Ajouter une résidence' }).first().click()
    await dialog(page).getByLabel('Nom').fill('Avec plan')
    await dialog(page).getByLabel('Adresse').fill('Oran')
    await file(page).setInputFiles(pdf('plan.pdf'))
    await dialog(page).getByRole('button', { name: 'Enregistrer', exact: true }).click()
    await card(page, 'Avec plan').getByRole('button', { name: 'Modifier' }).click()
    await expect(dialog(page)).toContainText('Un plan est enregistré')
    await dialog(page).getByLabel('Adresse').fill('Mostaganem')
    await dialog(page).getByRole('button', { name: 'Enregistrer', exact: true }).click()
    await expect(card(page, 'Avec plan')).toContainText('Mostaganem')

    let send = () => {}
    const held = new Promise<void>((resolve) => (send = resolve))
    await page.route(PLAN, async (route) => (await held, route.fallback()))
    const answered = page.waitForResponse(PLAN)
    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      card(page, 'Avec plan').getByRole('button', { name: 'Voir le plan' }).click(),
    ])
    await expect(tab.getByText('Ouverture du plan…')).toBeVisible()
    send()
    expect((await answered).headers()['content-type']).toBe('application/pdf')
    await expect.poll(() => tab.url()).toMatch(/^blob:/)
    await tab.close()

    await page.clock.install()
    await page.reload()
    for (const broken of [{ json: { message: '' } }, { status: 500, json: {} }]) {
      await page.route(PLAN, (route) => route.fulfill(broken))
      await expect(card(page, 'Avec plan')).toBeVisible()
      await freeze(page)
      await untilItsTabClosed(page, () =>
        card(page, 'Avec plan').getByRole('button', { name: 'Voir le plan' }).click(),
      )
      await expectGoneAfter(page, page.getByText('Erreur lors du téléchargement du plan.'), 3000)
      expect(page.context().pages()).toHaveLength(1)
      await page.clock.resume()
    }
  },
)
