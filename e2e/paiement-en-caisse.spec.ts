import { expect, expectAccessible, signIn, test, withServer, type Api, type Page } from './diyar.ts'
import { createClient, createLieu, createLot } from './portefeuille.ts'
import { dialog, plain } from './screen.ts'

withServer()

const field = (page: Page, label: string) => dialog(page).getByLabel(label)
const list = (page: Page, label: string) => dialog(page).getByRole('combobox', { name: label })
const options = (page: Page) => page.getByRole('option')
const reste = async (page: Page) => plain(await field(page, 'Reste à payer').inputValue())
const LISTS = ['Appartement', 'Place de parking', 'Local'] as const

const clients = { un: 0, trois: 0 }

/** One who has bought a lot, and one who has bought three, at 1 000 000 DA each. */
test.beforeEach(async ({ page }) => {
  const api = await signIn(page)
  if (clients.trois) return
  const { etage } = await createLieu(api, 'Résidence El Yasmine')
  clients.un = await createClient(api, 'Yamina Unlot')
  await createLot(api, etage, '401', 'F4', clients.un)
  clients.trois = await createClient(api, 'Walid Troislots')
  for (const numLot of ['402', '403', '404']) await createLot(api, etage, numLot, 'F4', clients.trois)
})

const payments = async (api: Api, client: number) =>
  ((await api.get(`/api/clients/${client}/appartements`)) as { paiements: { versement: number }[] }[])
    .flatMap(({ paiements }) => paiements)
    .map(({ versement }) => versement)

test('with one bien or with several, from the search or from the screen, a payment takes few keys, its receipt included', async ({
  page,
}) => {
  const api = await signIn(page)
  let keys = 0
  const press = async (...pressed: string[]) => {
    for (const key of pressed) await page.keyboard.press(key)
    keys += pressed.length
  }
  const type = (text: string) => press(...text)
  await page.goto('/paiements')
  await expect(page.getByRole('article')).toHaveCount(2)
  for (const [n, nom] of ['yamina', 'walid'].entries())
    for (const fromSearch of [true, false]) {
      keys = 0
      const add = page.getByRole('button', { name: 'Ajouter un paiement', exact: true })
      if (fromSearch) {
        await press('Control+k')
        await expect(page.getByRole('combobox', { name: /^Client, téléphone, lot/ })).toBeFocused()
        await type(nom)
        await expect(dialog(page).getByRole('option', { name: /^Nouveau paiement de/ })).toBeVisible()
        await press('Tab', 'Enter')
      } else {
        await add.focus()
        await press('Enter')
        await expect(list(page, 'Client')).toBeFocused()
        await type(nom)
        await expect(options(page)).toHaveText([new RegExp(`^${nom} `, 'i'), `Nouveau client « ${nom} »`])
        await press('Enter')
      }
      if (n === 1) {
        await expect(options(page)).toHaveCount(3)
        await press('ArrowDown', 'Enter')
      }
      await expect(field(page, 'Montant')).toBeFocused()
      await type('250000')
      await expect.poll(() => reste(page)).toMatch(/^\d{3} 000,00 DA$/)
      const download = page.waitForEvent('download')
      await press('Control+Enter')
      expect((await download).suggestedFilename()).toMatch(/^paiement_\d+\.pdf$/)
      await expect(dialog(page)).toHaveCount(0)
      expect(keys).toBeLessThanOrEqual(17)
    }
  for (const client of [clients.un, clients.trois])
    expect(await payments(api, client)).toEqual([250_000, 250_000])
})

const top = async (page: Page, label: string) => (await field(page, label).boundingBox())?.y
/** How far the dialog has to be scrolled to see all of it. */
const hidden = (page: Page) =>
  dialog(page).evaluate((element) => {
    const boxes = [element, ...element.querySelectorAll('*')]
    return Math.max(
      ...boxes
        .filter((one) => getComputedStyle(one).overflowY !== 'visible')
        .map((one) => one.scrollHeight - one.clientHeight),
    )
  })

// spec: PAY-25, PAY-26, PAY-27
test('the whole form stands on the smallest screen of an office, in three rows', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto(`/paiements?ajouter=${clients.trois}`)
  await expect(options(page)).toHaveCount(3)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(field(page, 'Montant')).toBeFocused()
  await page.keyboard.type('1000001')
  await expect(dialog(page).getByText(/Le versement dépasse le reste à payer/)).toBeVisible()
  await expect.poll(() => hidden(page)).toBeLessThanOrEqual(1)
  for (const row of [LISTS, ['Date', 'Montant', 'Reste à payer']] as const)
    expect(new Set(await Promise.all(row.map((label) => top(page, label)))).size).toBe(1)
  await expect(field(page, 'Détails')).toBeInViewport({ ratio: 1 })
  await expect(dialog(page).getByRole('button', { name: 'Annuler' })).toBeInViewport({ ratio: 1 })

  // At 200 % of that screen each field can be brought clear of title and foot; on a phone they stand one under the other.
  for (const [width, height, across] of [
    [683, 384, true],
    [390, 844, false],
  ] as const) {
    await page.setViewportSize({ width, height })
    const foot = dialog(page).getByRole('button', { name: 'Annuler' }).locator('..')
    for (const label of ['Client', ...LISTS, 'Date', 'Montant', 'Reste à payer', 'Détails']) {
      await field(page, label).evaluate((one) => one.scrollIntoView({ block: 'nearest' }))
      const [box, bar] = [await field(page, label).boundingBox(), await foot.boundingBox()]
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
    }
    expect((await top(page, 'Local')) === (await top(page, 'Appartement'))).toBe(across)
    if (across) expect((await foot.boundingBox())?.height).toBeLessThan(52)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
})

/** The spaces in px between one row of the form and the next, rows being what stands side by side. */
const spaces = (page: Page) =>
  dialog(page).evaluate((box) => {
    const fields = [...box.querySelectorAll('form *')].filter((one) => {
      const { width, height } = one.getBoundingClientRect()
      const whole = one.childElementCount === 0 || one.matches('p')
      return whole && width > 0 && height > 0 && !one.closest('[data-actions]')
    })
    const spans = fields.map((one) => one.getBoundingClientRect()).toSorted((a, b) => a.top - b.top)
    const found: number[] = []
    let end = spans[0]?.bottom ?? 0
    for (const span of spans) {
      if (span.top > end) found.push(Math.round(span.top - end))
      end = Math.max(end, span.bottom)
    }
    return found
  })

// spec: EC-41
test('the form names its bien whole, draws what is left as text, has no hole, and ends in what is pressed most', async ({
  page,
}) => {
  const api = await signIn(page)
  const { etage } = await createLieu(api, 'Les Jardins de Tafourah et de la Grande Poste, deuxième tranche')
  const client = await createClient(api, 'Zineb Deuxlots')
  for (const numLot of ['501', '502']) await createLot(api, etage, numLot, 'F5', client)
  for (const [width, height] of [
    [1280, 800],
    [1366, 768],
    [640, 400],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto(`/paiements?ajouter=${client}`)
    await expect(options(page)).toHaveCount(2)
    await page.keyboard.press('Escape')
    const named = dialog(page).locator('form p', { hasText: /^Appartement / })
    await expect(named).toHaveCount(0)
    expect(Math.max(...(await spaces(page)))).toBeLessThanOrEqual(16)
    await list(page, 'Appartement').click()
    await page.getByRole('option').first().click()
    await expect(named).toHaveText(
      /^Appartement 501 \(F5\), Bloc [^,]+, Les Jardins de Tafourah et de la Grande Poste, deuxième tranche$/,
    )
    expect(await named.evaluate((line) => line.scrollWidth - line.clientWidth)).toBeLessThanOrEqual(0)
    const [line, lists] = [await named.boundingBox(), await list(page, 'Appartement').boundingBox()]
    expect(line?.y ?? 0).toBeLessThan(lists?.y ?? 0)
    await expect.poll(() => reste(page)).toMatch(/DA$/)
    expect(Math.max(...(await spaces(page)))).toBeLessThanOrEqual(16)
    await field(page, 'Montant').fill('1000')
    expect(Math.max(...(await spaces(page)))).toBeLessThanOrEqual(16)

    const left = field(page, 'Reste à payer')
    expect(await left.getAttribute('readonly')).not.toBeNull()
    const drawn = await left.evaluate((input) => {
      const { borderTopColor, backgroundColor, fontWeight } = getComputedStyle(input)
      return [borderTopColor, backgroundColor, Number(fontWeight) >= 600]
    })
    expect(drawn).toEqual(['rgba(0, 0, 0, 0)', 'rgba(0, 0, 0, 0)', true])

    const foot = dialog(page).locator('[data-actions]')
    // spec: RF-56
    await expect(foot.getByRole('button')).toHaveText(['Enregistrer', 'Annuler', 'Enregistrer et imprimer'])
    const [frame, save, cancel, print] = await Promise.all(
      [foot, ...(await foot.getByRole('button').all())].map((one) => one.boundingBox()),
    )
    const right = (box: typeof frame) => (box?.x ?? 0) + (box?.width ?? 0)
    expect((save?.x ?? 0) - (frame?.x ?? 0)).toBeLessThanOrEqual(16)
    expect(right(frame) - right(print ?? null)).toBeLessThanOrEqual(16)
    expect(cancel?.x ?? 0).toBeGreaterThan(right(save ?? null) + 16)
    expect((print?.x ?? 0) - right(cancel ?? null)).toBeLessThanOrEqual(16)
    const grounds = await Promise.all(
      ['Enregistrer', 'Enregistrer et imprimer'].map((name) =>
        foot
          .getByRole('button', { name, exact: true })
          .evaluate((button) => getComputedStyle(button).backgroundColor),
      ),
    )
    expect(grounds[0]).not.toBe(grounds[1])
    await list(page, 'Appartement').click()
    await page.getByRole('option').nth(1).click()
    await expect(named).toHaveText(/^Appartement 502 /)
    await expectAccessible(page)
  }
})
