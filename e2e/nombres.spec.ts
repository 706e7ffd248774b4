import { expect, openScreen, signIn, test, withServer, type Page } from './diyar.ts'
import { createClient, createEtage, createLieu, createLot, pay, sellAppartement } from './portefeuille.ts'
import { card, dialog, plain } from './screen.ts'

withServer()

const field = (page: Page, label: string) => dialog(page).getByLabel(label)
const shown = (page: Page, label: string) =>
  expect.poll(async () => plain(await field(page, label).inputValue()), { message: label })

/** The field puts its caret again in a task of its own after a change; a key that comes before would be undone by it. */
const caretSettled = (page: Page) => page.evaluate(() => new Promise((done) => setTimeout(done)))

/** What is selected in the field that has the focus. */
const selected = (page: Page) =>
  page.evaluate(() => {
    const input = document.activeElement
    if (!(input instanceof HTMLInputElement)) return null
    return input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0)
  })

/** A new voucher, the focus in the designation of its first line. */
async function voucher(page: Page, nom: string) {
  const api = await signIn(page)
  await api.create('/api/categories', { nom })
  await page.goto('/charges')
  await page.getByRole('button', { name: `Ajouter un bon à ${nom}`, exact: true }).click()
  await expect(field(page, 'Référence')).toBeFocused()
  await field(page, 'Désignation').focus()
  return dialog(page).getByRole('list', { name: 'Lignes du bon' }).getByRole('listitem')
}

/** The dialog that corrects a payment of 6 360 000 DA. */
async function correction(page: Page) {
  const api = await signIn(page)
  const lieu = await createLieu(api)
  const client = await createClient(api, 'Ali Benali')
  const lot = await sellAppartement(api, lieu, client, 'N-1', 99_000_000)
  const paiement = await pay(api, client, { appartement_id: lot }, 6_360_000)
  await page.goto(`/clients/${client}/paiements/${lot}`)
  await page.getByRole('button', { name: /^Modifier le paiement/ }).click()
  await expect(field(page, 'Montant')).toBeFocused()
  return {
    versement: async () => ((await api.get(`/api/paiements/${paiement}`)) as { versement: number }).versement,
  }
}

for (const [delay, cpu] of [
  [0, 1],
  [20, 1],
  [150, 1],
  [0, 6],
  [20, 6],
] as const) {
  test(`Tab, type, the value: ${delay} ms between keys, the machine ${cpu} × slower`, async ({ page }) => {
    const lines = await voucher(page, `Fer ${delay}-${cpu}`)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpu })
    for (const [rank, designation] of ['Ciment', 'Sable'].entries()) {
      await page.keyboard.type(designation, { delay })
      await page.keyboard.press('Tab')
      await page.keyboard.type('850', { delay })
      await page.keyboard.press('Tab')
      await page.keyboard.type('20', { delay })
      await page.keyboard.press('Enter')
      await expect(lines).toHaveCount(rank + 1)
    }
    await expect(lines).toHaveText([
      /^Ciment · 20 × 850,00\sDA17\s000,00\sDA$/,
      /^Sable · 20 × 850,00\sDA17\s000,00\sDA$/,
    ])
  })

  test(`an amount to correct is typed over: ${delay} ms between keys, the machine ${cpu} × slower`, async ({
    page,
  }) => {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpu })
    const { versement } = await correction(page)
    await page.keyboard.type('3050000,5', { delay })
    await shown(page, 'Montant').toBe('3 050 000,5 DA')
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toHaveCount(0)
    expect(await versement()).toBe(3_050_000.5)
  })
}

test('the keyboard selects the whole field, a click puts the caret where it falls', async ({ page }) => {
  await correction(page)
  const amount = field(page, 'Montant')
  const before = '6 360 000 DA'
  await expect.poll(async () => plain(String(await selected(page)))).toBe(before)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect.poll(async () => plain(String(await selected(page)))).toBe(before)

  // In the middle, then at the end, where the unit stands: the digit goes before it.
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('1')
  await shown(page, 'Montant').toBe('61 360 000 DA')
  await page.keyboard.press('Backspace')
  await shown(page, 'Montant').toBe(before)
  await caretSettled(page)
  await page.keyboard.press('End')
  await page.keyboard.type('5')
  await shown(page, 'Montant').toBe('63 600 005 DA')
  await page.keyboard.press('Backspace')
  await shown(page, 'Montant').toBe(before)

  // A click, when the field has the focus and when it has not.
  for (const from of ['Montant', 'Détails']) {
    await field(page, from).focus()
    await amount.click({ position: { x: 22, y: 12 } })
    expect(await selected(page), from).toBe('')
    await amount.press('Delete')
    await expect(amount).not.toHaveValue('')
    await amount.fill('6360000')
  }
  await amount.press('ControlOrMeta+a')
  await amount.press('Delete')
  await shown(page, 'Montant').toBe('')
})

test('what is pasted replaces what is selected; comma and dot are the same', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await correction(page)
  for (const [copied, pasted] of [
    ['3 050 000,25', '3 050 000,25 DA'],
    ['3050000.75', '3 050 000,75 DA'],
    ['1,234,567.50', '1 234 567,50 DA'],
  ] as const) {
    await page.evaluate((text) => navigator.clipboard.writeText(text), copied)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ControlOrMeta+v')
    await shown(page, 'Montant').toBe(pasted)
  }
  for (const typed of ['12,5', '12.5']) {
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type(typed)
    await shown(page, 'Montant').toBe('12,5 DA')
  }
})

test('dots typed between thousands group them, at any speed; a dot before one or two digits marks decimals', async ({
  page,
}) => {
  const { versement } = await correction(page)
  const devtools = await page.context().newCDPSession(page)
  for (const [typed, amount] of [
    ['3.050.000', '3 050 000 DA'],
    ['1.234,50', '1 234,50 DA'],
    ['12.505', '12 505 DA'],
    ['999.999.99', '999 999,99 DA'],
    // No group of thousands: a digit too many is left out, as ever.
    ['1250.505', '1 250,50 DA'],
    ['0.505', '0,50 DA'],
    ['12,505', '12,50 DA'],
    ['3050000.5', '3 050 000,5 DA'],
  ] as const)
    for (const [delay, rate] of [
      [0, 1],
      [60, 1],
      [0, 6],
    ] as const) {
      await devtools.send('Emulation.setCPUThrottlingRate', { rate })
      await field(page, 'Montant').press('ControlOrMeta+a')
      await page.keyboard.type(typed, { delay })
      await shown(page, 'Montant').toBe(amount)
    }
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  // Corrected on the way: what was typed before is no longer what stands there.
  await field(page, 'Montant').press('ControlOrMeta+a')
  await page.keyboard.type('3.05')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('75')
  await shown(page, 'Montant').toBe('3,07 DA')
  await field(page, 'Montant').press('ControlOrMeta+a')
  await page.keyboard.type('3.050.000')
  await page.keyboard.press('Enter')
  await expect.poll(versement).toBe(3_050_000)
})

test('who comes back from another window goes on where he was', async ({ page }) => {
  await correction(page)
  await page.keyboard.type('305')
  // As the browser tells it: the field keeps the focus of its page while the window has lost it.
  await field(page, 'Montant').evaluate((input) => {
    input.dispatchEvent(new FocusEvent('blur'))
    input.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
    input.dispatchEvent(new FocusEvent('focus'))
    input.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  })
  await page.keyboard.type('0000')
  await shown(page, 'Montant').toBe('3 050 000 DA')
})

test('Tab selects what stands in any field of a dialog', async ({ page }) => {
  const api = await signIn(page)
  await createClient(api, 'Nadia Saïd')
  await openScreen(page, '/clients', 'Gestion des Clients')
  await page.getByRole('button', { name: 'Modifier Nadia Saïd' }).click()
  await expect(field(page, 'Nom complet')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect.poll(() => selected(page)).toBe('0555 12 34 56')
  await page.keyboard.type('0661 22 33 44')
  await page.keyboard.press('Shift+Tab')
  await expect.poll(() => selected(page)).toBe('Nadia Saïd')
  await expect(field(page, 'Téléphone')).toHaveValue('0661 22 33 44')
})

test('a number out of bounds is told as it is typed, one too small when it is left; nothing is sent', async ({
  page,
}) => {
  const api = await signIn(page)
  const { etage, residence } = await createEtage(api, 'Bornes')
  await createLot(api, etage, 'B-1', 'F3')
  await openScreen(page, `/appartement?residence=${residence}`, 'Gestion des Appartements')
  const sent: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()))
  await card(page, 'Appartement B-1').getByRole('button', { name: 'Modifier' }).click()
  await field(page, 'Montant total').focus()
  await page.keyboard.type('99999999999,99')
  const refusal = dialog(page).getByText(/^Ce montant n'est pas valide/)
  await expect(refusal).toHaveCount(0)
  // The field puts its caret in its place once more when a key is over: an arrow that comes before would be taken back.
  await page.evaluate(() => new Promise((done) => setTimeout(done)))
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('9')
  await expect(field(page, 'Montant total')).toHaveAccessibleDescription(/^Ce montant n'est pas valide/)
  await page.keyboard.press('Backspace')
  await expect(refusal).toHaveCount(0)
  await field(page, 'Surface utile').focus()
  await page.keyboard.type('999999999999999')
  await expect(field(page, 'Surface utile')).toHaveAccessibleDescription(/^Cette surface n'est pas valide/)
  await page.keyboard.press('Tab')
  await expect(field(page, 'Surface utile')).toHaveAccessibleDescription(/^Cette surface n'est pas valide/)
  await page.keyboard.press('Escape')

  await page.goto('/charges')
  const categorie_bon_id = await api.create('/api/categories', { nom: 'Bornes' })
  const lignes = [{ designation: 'Ciment', prix_unitaire: 100, quantite: 1 }]
  await api.create('/api/bons', { reference: 'BO-1', date_bon: '2025-03-05', categorie_bon_id, lignes })
  await page.reload()
  await page.getByRole('button', { name: 'Modifier la ligne Ciment' }).click()
  await field(page, 'Quantité').focus()
  await page.keyboard.type('0')
  await expect(field(page, 'Quantité')).toHaveAccessibleDescription('')
  await page.keyboard.press('Tab')
  await expect(field(page, 'Quantité')).toHaveAccessibleDescription(
    'La quantité doit être un nombre entier, 1 au moins.',
  )
  await field(page, 'Quantité').focus()
  await page.keyboard.type('2')
  await expect(field(page, 'Quantité')).toHaveAccessibleDescription('')
  // What is only missing is told when the form is sent.
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Tab')
  await expect(field(page, 'Quantité')).toHaveAccessibleDescription('')
  expect(sent).toEqual([])
})

test('the line of a new voucher tells a bad number as any other form does, and does not collect it', async ({
  page,
}) => {
  const lines = await voucher(page, 'Bornes du bon')
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
  await page.keyboard.type('Ciment')
  await page.keyboard.press('Tab')
  await page.keyboard.type('999999999999')
  await expect(field(page, 'Prix unitaire')).toHaveAccessibleDescription(/^Ce montant n'est pas valide/)
  await page.keyboard.press('Enter')
  await expect(field(page, 'Prix unitaire')).toHaveAccessibleDescription(/^Ce montant n'est pas valide/)
  await expect(lines).toHaveCount(0)
  await page.keyboard.press('Backspace')
  await expect(field(page, 'Prix unitaire')).toHaveAccessibleDescription('')
  await page.keyboard.press('Tab')
  await page.keyboard.type('0')
  await expect(field(page, 'Quantité')).toHaveAccessibleDescription('')
  await page.keyboard.press('Shift+Tab')
  await expect(field(page, 'Quantité')).toHaveAccessibleDescription(
    'La quantité doit être un nombre entier, 1 au moins.',
  )
  await page.keyboard.type('850')
  await page.keyboard.press('Tab')
  await page.keyboard.type('1000000000')
  await expect(field(page, 'Quantité')).toHaveAccessibleDescription(/^Ce nombre ne peut pas dépasser/)
  await field(page, 'Référence').fill('BB-1')
  await page.keyboard.press('Enter')
  await expect(field(page, 'Quantité')).toHaveAccessibleDescription(/^Ce nombre ne peut pas dépasser/)
  await expect(field(page, 'Quantité')).toBeFocused()
  // Each within its bounds, and what they come to is not: nothing is collected that the server would refuse.
  await page.keyboard.type('900000000')
  await expect(field(page, 'Quantité')).toHaveAccessibleDescription('')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByText('Le montant de la ligne dépasse le maximum.')).toBeVisible()
  await expect(lines).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('20')
  await expect(dialog(page).getByText('Le montant de la ligne dépasse le maximum.')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(lines).toHaveText([/^Ciment · 20 × 850,00\sDA17\s000,00\sDA$/])
  // A line nobody has begun says nothing, wherever the keyboard passes.
  for (const key of ['Tab', 'Tab', 'Tab', 'Shift+Tab']) await page.keyboard.press(key)
  await expect(dialog(page).locator('[aria-invalid=true]')).toHaveCount(0)
  expect(posts).toEqual([])
})
