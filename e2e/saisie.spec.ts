import { expect, expectAccessible, openScreen, signIn, test, withServer } from './diyar.ts'
import { createClient, createLieu, sellAppartement } from './portefeuille.ts'
import { dialog } from './screen.ts'

withServer()

test('a sign that papers cannot print is named as it is typed, and refused by nothing', async ({ page }) => {
  await openScreen(page, '/clients', 'Gestion des Clients')
  await page.getByRole('button', { name: 'Ajouter un client' }).first().click()
  const name = dialog(page).getByLabel('Nom complet')
  const one =
    "Le signe «\u00A0👍\u00A0» ne s'imprime pas\u00A0: les documents porteront «\u00A0▯\u00A0» à sa place."
  await name.fill('Karim 👍')
  await expect(name).toHaveAccessibleDescription(one)
  await expect(dialog(page).getByText(one)).toBeVisible()
  await expectAccessible(page)
  await name.fill('Karim 👍 李明 ☎')
  await expect(name).toHaveAccessibleDescription(
    /^Plusieurs signes, dont «\s👍\s», «\s李\s», «\s明\s», ne s'impriment pas\s: les documents porteront «\s▯\s» à leur place\.$/,
  )
  await name.fill('Karim 👍 ☎')
  await expect(name).toHaveAccessibleDescription(
    /^Les signes «\s👍\s» et «\s☎\s» ne s'impriment pas\s: les documents porteront «\s▯\s» à leur place\.$/,
  )
  await name.fill('محمد Élodie ⵣ')
  await expect(name).toHaveAccessibleDescription('')
  await name.fill('Karim 👍')
  await dialog(page).getByLabel('Téléphone').fill('0555 12 34 56')
  await dialog(page).getByLabel('Email').fill('karim@exemple.dz')
  await dialog(page).getByRole('button', { name: 'Ajouter', exact: true }).click()
  await expect(page.getByText('Client ajouté avec succès !')).toBeVisible()
  await expect(page.getByRole('article', { name: 'Karim 👍' })).toBeVisible()
})

test('a payment of tomorrow or of another century is pointed out, and saved', async ({ page }) => {
  const api = await signIn(page)
  const ali = await createClient(api, 'Ali Benali')
  const lot = await sellAppartement(api, await createLieu(api, 'Les Jardins'), ali, 'S-1', 1000)
  await page.goto(`/clients/${ali}/paiements/${lot}`)
  await page.getByRole('button', { name: 'Ajouter un paiement' }).click()
  const date = dialog(page).getByLabel('Date')
  await expect(date).toHaveAccessibleDescription('')
  for (const [typed, hint] of [
    ['01/01/2999', 'Cette date est dans le futur.'],
    ['31/12/1999', "Cette date est antérieure à l'an 2000."],
    ['01/01/2000', ''],
    ['01/02/1900', "Cette date est antérieure à l'an 2000."],
  ] as const) {
    await date.fill(typed)
    await expect(date).toHaveAccessibleDescription(hint)
  }
  await dialog(page).getByLabel('Montant').fill('10')
  await dialog(page).getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(dialog(page)).toHaveCount(0)
  const payments = (await api.get(`/api/paiements/appartement/${lot}`)) as { date_paiement: string }[]
  expect(payments.map(({ date_paiement }) => date_paiement)).toEqual(['1900-02-01'])
})

test('a paste without end is refused at once, in the browser', async ({ page }) => {
  await openScreen(page, '/clients', 'Gestion des Clients')
  let sent = 0
  page.on('request', (request) => (sent += Number(request.method() === 'POST')))
  await page.getByRole('button', { name: 'Ajouter un client' }).first().click()
  await dialog(page).getByLabel('Nom complet').fill('Karim')
  await dialog(page).getByLabel('Email').fill('karim@exemple.dz')
  const tel = dialog(page).getByLabel('Téléphone')
  // The field itself keeps fifty signs of it; whatever fills forms by script is not held back by that.
  await tel.evaluate((field: HTMLInputElement) => {
    field.removeAttribute('maxlength')
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
      field,
      `${'1'.repeat(200_000)}x`,
    )
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await dialog(page).getByRole('button', { name: 'Ajouter', exact: true }).click()
  await expect(dialog(page).getByText('Ce texte dépasse 50 caractères.')).toBeVisible()
  expect(sent).toBe(0)
})

test('whoever is in a field before the dialog leads him to its first one stays there', async ({ page }) => {
  const api = await signIn(page)
  const farida = await createClient(api, 'Farida Belkacem')
  // What the screen puts off to the next moment comes late, as on a machine that has other work.
  await page.addInitScript(() => {
    const now = window.setTimeout.bind(window)
    window.setTimeout = ((handler: () => void, ms = 0) =>
      now(handler, ms === 0 ? 400 : ms)) as typeof window.setTimeout
  })
  await page.goto('/clients')
  await page
    .getByRole('article', { name: 'Farida Belkacem' })
    .getByRole('button', { name: 'Modifier' })
    .click()
  const phone = dialog(page).getByLabel('Téléphone')
  await phone.focus()
  await phone.press('ControlOrMeta+a')
  await page.keyboard.type('0777889900', { delay: 90 })
  await dialog(page).getByRole('button', { name: 'Sauvegarder', exact: true }).click()
  await expect(page.getByText('Client modifié avec succès !')).toBeVisible()
  const saved = (await api.get('/api/all-clients')) as { id: number; nomComplet: string; tel: string }[]
  expect(saved.find(({ id }) => id === farida)).toMatchObject({
    id: farida,
    nomComplet: 'Farida Belkacem',
    tel: '0777889900',
  })
})
