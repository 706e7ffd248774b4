import { expect, openScreen, signIn, test, withServer, type Page } from './diyar.ts'
import { createClient, createLieu, createLot } from './portefeuille.ts'
import { CALLS, dialog } from './screen.ts'

withServer()

const calendar = (page: Page) => page.getByRole('region', { name: 'Calendrier' })

/** Every form with a day. */
async function openForms(page: Page): Promise<Record<string, () => Promise<void>>> {
  const api = await signIn(page)
  const { etage } = await createLieu(api)
  const client = await createClient(api, 'Karim Mansouri')
  await createLot(api, etage, 'A-12', 'F3', client)
  const categorie = await api.create('/api/categories', { nom: 'Ciment' })
  const lignes = [{ designation: 'Sac', prix_unitaire: 800, quantite: 10 }]
  await api.create('/api/bons', {
    categorie_bon_id: categorie,
    reference: 'BA-1',
    date_bon: '2026-11-01',
    lignes,
  })
  const open = (address: string, button: string | RegExp) => async () => {
    await page.goto(address)
    await page.getByRole('button', { name: button }).first().click()
    await expect(dialog(page)).toBeVisible()
  }
  return {
    bon: open('/charges', 'Ajouter un bon à Ciment'),
    'bon à modifier': open('/charges', 'Modifier le bon BA-1'),
    paiement: open('/paiements', 'Ajouter un paiement'),
  }
}

const dateField = (page: Page) => dialog(page).getByRole('textbox', { name: /^Date/ })

for (const [width, height] of [
  [1280, 900],
  [1280, 800],
  [390, 844],
] as const)
  test(`the calendar leaves the actions of the dialog free, at ${width} × ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    for (const [name, open] of Object.entries(await openForms(page))) {
      await open()
      await dateField(page).click()
      await expect(calendar(page), name).toBeVisible()
      await calendar(page).evaluate((one) =>
        Promise.all(one.getAnimations({ subtree: true }).map((a) => a.finished)),
      )
      const buttons = dialog(page).locator('[data-actions] button, form > :last-child button')
      await expect(buttons).not.toHaveCount(0)
      for (const button of await buttons.all()) {
        // What a click in its middle would meet.
        const free = await button.evaluate((one) => {
          const { x, y, width: w, height: h } = one.getBoundingClientRect()
          return one.contains(document.elementFromPoint(x + w / 2, y + h / 2))
        })
        expect(free, `${name}: ${await button.textContent()}`).toBe(true)
      }
      const box = await calendar(page).boundingBox()
      expect(
        box && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height,
      ).toBe(true)
      await dateField(page).fill('21/11/2026')
      await expect(calendar(page)).toHaveCount(0)
      await expect(dateField(page)).toHaveValue('21/11/2026')
    }
  })

test('the calendar is gone once the day is there, typed or picked', async ({ page }) => {
  const { bon } = await openForms(page)
  await bon?.()
  await dateField(page).click()
  await expect(calendar(page)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('3/2/20')
  await expect(calendar(page)).toHaveCount(0)
  await page.keyboard.type('27')
  await expect(dateField(page)).toHaveValue('3/2/2027')
  await dateField(page).click()
  await calendar(page)
    .getByRole('button', { name: /^5 février 2027/i })
    .click()
  await expect(calendar(page)).toHaveCount(0)
  await expect(dateField(page)).toHaveValue('05/02/2027')
})

test('Escape closes the calendar first, then the dialog where Escape closes it', async ({ page }) => {
  const { bon } = await openForms(page)
  await bon?.()
  await dialog(page).getByRole('textbox', { name: 'Référence' }).fill('BA-77')
  await dateField(page).click()
  await expect(calendar(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(calendar(page)).toHaveCount(0)
  await expect(dialog(page).getByRole('textbox', { name: 'Référence' })).toHaveValue('BA-77')
  await expect(dateField(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
})

test('a change that is answered without a sentence says that of its call', async ({ page }) => {
  await openScreen(page, '/clients', 'Gestion des Clients')
  await page.route(`${CALLS}/api/clients`, async (route) => {
    const answer = await route.fetch()
    const { message: _message, ...rest } = (await answer.json()) as Record<string, unknown>
    await route.fulfill({ response: answer, json: rest })
  })
  await page.getByRole('button', { name: 'Ajouter un client' }).first().click()
  await dialog(page).getByRole('textbox', { name: 'Nom complet' }).fill('Sans Mot')
  await dialog(page).getByRole('textbox', { name: 'Téléphone' }).fill('0555 12 34 56')
  await dialog(page).getByRole('textbox', { name: 'Email' }).fill('sans@mot.dz')
  await dialog(page).getByRole('button', { name: 'Ajouter', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Client ajouté avec succès !' })).toBeVisible()
  await page.goto('/promoteur')
  await page.route(`${CALLS}/api/promoteurs*`, async (route) => {
    if (route.request().method() === 'GET') return route.fallback()
    const answer = await route.fetch()
    const { message: _message, ...rest } = (await answer.json()) as Record<string, unknown>
    return route.fulfill({ response: answer, json: { ...rest, message: ' ' } })
  })
  await page.getByRole('button', { name: 'Ajouter un promoteur' }).first().click()
  await dialog(page).getByRole('textbox', { name: 'Nom' }).fill('Promotion Atlas')
  await dialog(page).getByRole('textbox', { name: 'Email' }).fill('contact@atlas.dz')
  await dialog(page).getByRole('textbox', { name: 'Téléphone' }).fill('021 00 00 00')
  await dialog(page).getByRole('textbox', { name: 'Adresse' }).fill('Alger')
  await dialog(page).getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(page.getByText('Promoteur ajouté avec succès!')).toBeVisible()
})

test('a refused plan keeps the form from being sent until it is replaced or taken away', async ({ page }) => {
  const api = await openScreen(page, '/residence', 'Nos Résidences')
  const sent: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && sent.push(new URL(request.url()).pathname))
  const png = { name: 'plan.png', mimeType: 'image/png', buffer: Buffer.from('PNG') }
  const fill = async (nom: string) => {
    await page.getByRole('button', { name: 'Ajouter une résidence' }).first().click()
    await dialog(page).getByRole('textbox', { name: 'Nom' }).fill(nom)
    await dialog(page).getByRole('textbox', { name: 'Adresse' }).fill('Alger')
    await dialog(page).locator('input[type=file]').setInputFiles(png)
    await expect(dialog(page).getByText('plan.png')).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Enregistrer', exact: true }).click()
    await expect(dialog(page).locator('[aria-invalid="true"]')).toBeFocused()
    await expect(dialog(page).getByText(/PDF/).first()).toBeVisible()
    expect(sent).toEqual([])
    expect(JSON.stringify(await api.get('/api/residences'))).not.toContain(nom)
  }
  await fill('Plan Retiré')
  await dialog(page).getByRole('button', { name: 'Retirer le fichier' }).click()
  await dialog(page).getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(page.getByRole('article', { name: 'Plan Retiré' })).toBeVisible()
  expect(sent).toHaveLength(1)
  sent.length = 0
  await fill('Plan Remplacé')
  const pdf = { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF') }
  await dialog(page).locator('input[type=file]').setInputFiles(pdf)
  await dialog(page).getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect.poll(() => sent.length).toBe(1)
})
