import { formatJourCourt } from '../shared/dates.ts'
import { planDeVenteOf } from '../web/paths.ts'
import { expect, PDF, signIn, test, withServer } from './diyar.ts'
import { CALLS, choose, dialog, menu, plain } from './screen.ts'
import { cell, createTour, DEMAIN, drawn, grid, openPlan } from './tour.ts'

withServer()

let tour: Awaited<ReturnType<typeof createTour>> | undefined

test.beforeEach(async ({ page }) => {
  const api = await signIn(page)
  if (tour) return
  await page.goto('/plan-de-vente')
  await expect(page.getByText('Aucune résidence disponible.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ajouter une résidence' })).toBeVisible()
  tour = await createTour(api)
})

test('each bloc is a grid: étages from top to bottom, lots by number, locaux, then places ten by ten', async ({
  page,
}) => {
  await openPlan(page)
  await expect(menu(page).locator('[aria-current="page"]')).toHaveText('Plan de vente')
  const bloc = grid(page, 'Plan du Bloc A')
  await expect(bloc.getByRole('rowheader')).toHaveText(['1er étage', 'Rez-de-chaussée', 'Locaux'])
  await expect(bloc.getByRole('row').nth(1).getByRole('gridcell')).toContainText(['A1', 'A2', 'A10'])
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Bloc A9 lots, 5 disponibles',
    'Bloc B9 lots, 5 disponibles',
    'Parking Sous-sol12 lots, 12 disponibles',
  ])
  await expect(grid(page, 'Parking Sous-sol').getByRole('rowheader')).toHaveText(['1–10', '11–12'])
  const totaux = page.getByRole('region', { name: 'Totaux' })
  await expect(totaux.getByRole('columnheader')).toHaveText(['État', 'Lots', 'Valeur'])
  expect(plain(await totaux.getByRole('row', { name: /Total/ }).textContent())).toBe(
    'Total3045 460 001,00 DA',
  )
})

// spec: PO-11, PO-12
test('a reader is told number, type, area, price and state; eyes see mark and lightness', async ({
  page,
}) => {
  await openPlan(page)
  await expect(cell(page, 'A101')).toBeVisible()
  const names = await page
    .getByRole('grid', { name: 'Plan du Bloc A' })
    .getByRole('row')
    .first()
    .getByRole('gridcell')
    .locator('.visuallyHidden')
    .allTextContents()
  expect(names.map(plain)).toEqual([
    'Appartement A101, F4, 97,75 m², 11 730 000,00 DA, disponible',
    `Appartement A102, F4, 92,5 m², 1 000 000,00 DA, option de Zoubir Kaci jusqu'au ${formatJourCourt(DEMAIN)}`,
    'Appartement A103, F4, 92,5 m², 1 000 000,00 DA, bloqué : Litige du voisin',
    'Appartement A104, F4, 92,5 m², 1 000 000,00 DA, vendu à Lila Meziane',
    'Appartement A105, F4, 92,5 m², 1 000 000,00 DA, livré, vendu à Lila Meziane',
  ])
  expect(await drawn(cell(page, 'L-A'))).toEqual(['L-A', 'D', '45 m²', '1 000 000,50 DA'])
  expect(await drawn(cell(page, 'A101'))).toEqual(['A101', 'D', 'F4', '97,75 m²', '11 730 000 DA'])
  const order = ['A101', 'A102', 'A103', 'A104', 'A105']
  for (const dark of [false, true]) {
    if (dark) await page.getByRole('button', { name: 'Passer en mode sombre' }).first().click()
    else if (await page.locator('html.dark').count())
      await page.getByRole('button', { name: 'Passer en mode clair' }).first().click()
    const seen = []
    for (const numero of order)
      seen.push(
        await cell(page, numero).evaluate((one) => {
          const lightness = (text: string) => {
            const [r = 0, g = 0, b = 0] = (text.match(/[\d.]+/g) ?? []).map(Number)
            const [x = 0, y = 0, z = 0] = [r, g, b].map((part) =>
              part <= 10 ? part / 3294 : ((part / 255 + 0.055) / 1.055) ** 2.4,
            )
            return 0.2126 * x + 0.7152 * y + 0.0722 * z
          }
          const style = getComputedStyle(one)
          // A cell with lines has two colours: both are looked at.
          const grounds = (style.backgroundImage + style.backgroundColor)
            .match(/rgb\(\d+, \d+, \d+\)/g)
            ?.map(lightness) ?? [1]
          const ink = lightness(style.color)
          const contrast = Math.min(
            ...grounds.map((ground) => (Math.max(ground, ink) + 0.05) / (Math.min(ground, ink) + 0.05)),
          )
          return {
            light: grounds.reduce((sum, ground) => sum + ground, 0) / grounds.length,
            contrast,
            words: [...one.querySelectorAll('span[aria-hidden]')].slice(0, 1).map((part) => part.textContent),
          }
        }),
      )
    expect(seen.map(({ words }) => words)).toEqual([['D'], ['O'], ['×'], ['V'], ['✓']])
    for (const { contrast } of seen) expect(contrast).toBeGreaterThanOrEqual(4.5)
    const light = seen.map((one) => one.light)
    // spec: RF-59
    // From the ground of the screen on: delivered, sold, under option, off sale, free.
    const steps = [4, 3, 1, 2, 0].map((at) => (light[at] ?? 0) * (dark ? 1 : -1))
    for (const [at, one] of steps.entries())
      if (at > 0) expect(one - (steps[at - 1] ?? 0)).toBeGreaterThan(0.01)
  }
})

// spec: PO-12
test('the keyboard goes from cell to cell and from grid to grid, opens a card and comes back', async ({
  page,
}) => {
  await openPlan(page)
  await cell(page, 'A101').focus()
  const at = (numero: string) => expect(cell(page, numero)).toBeFocused()
  for (const [key, numero] of [
    ['ArrowRight', 'A102'],
    ['End', 'A105'],
    ['ArrowDown', 'A10'],
    ['Home', 'A1'],
    ['ArrowUp', 'A101'],
    ['ArrowUp', 'A101'],
    ['Control+End', 'L-A'],
    ['ArrowDown', 'B101'],
    ['Control+End', 'L-B'],
    ['ArrowDown', '1'],
    ['ArrowDown', '11'],
    ['End', '12'],
    ['Control+Home', '1'],
    ['ArrowUp', 'L-B'],
    ['Control+Home', 'B101'],
    ['ArrowUp', 'L-A'],
    ['ArrowLeft', 'L-A'],
  ] as const) {
    await page.keyboard.press(key)
    await at(numero)
  }
  // One stop of Tab for each grid, where one was last.
  await page.keyboard.press('Tab')
  await at('B101')
  await page.keyboard.press('Shift+Tab')
  await at('L-A')
  for (const key of ['Enter', ' ']) {
    await page.keyboard.press(key)
    await expect(dialog(page, 'Local L-A')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await at('L-A')
  }
})

test('what is looked for stays, all else turns pale; all of it is in the address', async ({ page }) => {
  await openPlan(page)
  const status = page.getByRole('status').filter({ hasText: 'correspond' })
  await expect(status).toHaveCount(0)
  await page.getByRole('button', { name: 'Disponible', exact: true }).click()
  await expect(status).toHaveText('22 lots correspondent sur 30.')
  await expect(page).toHaveURL(/etat=libre/)
  await page.getByRole('button', { name: 'Filtrer (1)' }).click()
  await page.getByLabel('Prix de').fill('11000000')
  await expect(status).toHaveText('2 lots correspondent sur 30.')
  await expect(page).toHaveURL(/prix_min=11000000/)
  await page.getByRole('group', { name: 'Surface' }).getByLabel('à').fill('50')
  await expect(status).toHaveText('0 lot correspond sur 30.')
  const pale = page.getByRole('gridcell', {
    name: 'Appartement A104, F4, 92,5 m², 1 000 000,00 DA, vendu à Lila Meziane, hors filtre',
  })
  await expect(pale).toHaveCSS('opacity', '0.25')
  expect(await drawn(pale)).toEqual(['A104', 'V', 'F4', '92,5 m²'])
  await page.reload()
  await expect(status).toHaveText('0 lot correspond sur 30.')
  // spec: RF-59
  const puces = page.getByRole('list', { name: 'Filtres en place' }).getByRole('listitem')
  await expect(puces).toHaveText([
    'Disponible, ni option ni bloqué, retirer ce filtre',
    /^Prix à partir de 11\s000\s000 DA/,
    /^Surface jusqu'à 50 m²/,
  ])
  await puces.getByRole('button', { name: /^Surface/ }).click()
  await expect(status).toHaveText('2 lots correspondent sur 30.')
  await page.getByRole('button', { name: 'Filtrer (2)' }).click()
  await page.getByRole('button', { name: 'Réinitialiser' }).click()
  await expect(status).toHaveCount(0)
  await expect(page).toHaveURL(/\/plan-de-vente$/)
  await page.goto(`/plan-de-vente?etat=vendu|livre&type=F4&prix_min=2000000&prix_max=500000`)
  await expect(status).toHaveText('4 lots correspondent sur 30.')
})

test('one bloc alone, from its address or the select; cells of three sizes, remembered', async ({ page }) => {
  const { to, search } = planDeVenteOf(tour?.residence ?? 0, tour?.blocs[1])
  await openPlan(page, `${to.replace('/plan-de-vente', '')}?${new URLSearchParams(search).toString()}`)
  await expect(page.getByRole('grid')).toHaveCount(1)
  await expect(grid(page, 'Plan du Bloc B')).toBeVisible()
  await choose(page, 'Bloc', 'Parking Sous-sol')
  await expect(grid(page, 'Parking Sous-sol')).toBeVisible()
  await expect(page.getByRole('grid')).toHaveCount(1)
  const height = () => cell(page, '1').evaluate((one) => one.getBoundingClientRect().height)
  const normal = await height()
  await page.getByRole('button', { name: 'Réduire les cases' }).click()
  expect(await height()).toBeLessThan(normal)
  await expect(cell(page, '1').getByText('Box', { exact: true })).toBeHidden()
  await expect(cell(page, '1').getByText('D', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByText('Compact')).toBeVisible()
  await page.getByRole('button', { name: 'Agrandir les cases' }).click()
  await page.getByRole('button', { name: 'Agrandir les cases' }).click()
  expect(await height()).toBeGreaterThan(normal)
})

// spec: EC-42
test('legend and totals are one table; paper has the legend', async ({ page }) => {
  await openPlan(page)
  await expect(page.getByRole('list', { name: 'Légende' })).toBeHidden()
  await expect(page.getByRole('region', { name: 'Totaux' }).getByRole('rowheader')).toHaveText([
    /D?Disponible$/,
    /O?Option$/,
    /×?Bloqué$/,
    /V?Vendu$/,
    /✓?Livré$/,
    'Total',
  ])
})

test('prints legend and grids alone, each bloc on a page of its own', async ({ page }) => {
  await openPlan(page)
  await expect(page.getByRole('grid')).toHaveCount(3)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('list', { name: 'Légende' })).toBeVisible()
  await expect(grid(page, 'Plan du Bloc B')).toBeVisible()
  for (const hidden of [
    page.getByRole('search'),
    page.getByRole('region', { name: 'Totaux' }),
    page.getByRole('button', { name: 'Imprimer' }),
    page.getByText('Vue client'),
  ])
    await expect(hidden).toBeHidden()
  await expect(page.getByRole('region', { name: 'Bloc A' })).toHaveCSS('break-after', 'page')
})

test('what does not load or print says so', async ({ page }) => {
  await signIn(page)
  await page.route(`${CALLS}/api/plan-de-vente/*`, (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/plan-de-vente')
  await expect(page.getByRole('alert')).toContainText('Erreur lors du chargement du plan de vente.')
  await page.unroute(`${CALLS}/api/plan-de-vente/*`)
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(grid(page, 'Plan du Bloc A')).toBeVisible()
  await page.route(`${CALLS}/api/plan-de-vente/*/pdf*`, (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('button', { name: 'Imprimer' }).click()
  await page.getByRole('menuitem', { name: 'A3' }).click()
  await expect(page.getByRole('alert')).toContainText('Erreur lors de la génération du PDF.')
})

test('a residence without lots leads to what makes them, and Ctrl+K to the plan of one', async ({ page }) => {
  const api = await openPlan(page)
  const vide = await api.create('/api/residences', { nom: 'Zéphyr', adresse: 'Oran' })
  await page.goto(`/plan-de-vente?residence=${vide}`)
  await expect(page.getByText('Aucun lot dans cette résidence.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Générer les lots' })).toHaveAttribute(
    'href',
    `/residence/${vide}/generer`,
  )
  await page.keyboard.press('Control+k')
  await dialog(page).getByRole('combobox').fill('cèdres')
  await page.getByRole('option', { name: 'Plan de vente de Les Cèdres' }).click()
  await expect(page).toHaveURL(new RegExp(`residence=${tour?.residence}`))
  await expect(grid(page, 'Plan du Bloc A')).toBeVisible()
})

test('opens on paper, A4 or A3, in a new tab', { tag: PDF }, async ({ page }) => {
  await openPlan(page)
  const asked = page.waitForRequest(/\/pdf\?/)
  await page.getByRole('button', { name: 'Imprimer' }).click()
  const opened = page.waitForEvent('popup')
  await page.getByRole('menuitem', { name: 'A3' }).click()
  expect((await asked).url()).toContain('format=a3')
  await expect.poll(async () => (await opened).url()).toMatch(/^blob:/)
})

interface Jump {
  value: number
  hadRecentInput: boolean
  sources: { node: Element | null }[]
}

// spec: RF-59
for (const size of [
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
])
  test(`what is drawn first does not jump, ${size.width} px wide; legend, counts and cells from edge to edge`, async ({
    page,
  }) => {
    await page.setViewportSize(size)
    await page.addInitScript(() => {
      const jumps: string[] = []
      Object.assign(globalThis, { jumps, jumped: 0 })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as unknown as Jump[])
          if (!entry.hadRecentInput) {
            Object.assign(globalThis, { jumped: (Reflect.get(globalThis, 'jumped') as number) + entry.value })
            jumps.push(`${entry.value} ${entry.sources.map(({ node }) => node?.className ?? '').join(' | ')}`)
          }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await openPlan(page)
    await expect(cell(page, 'A105')).toBeAttached()
    await page.waitForLoadState('networkidle')
    const jumps = await page.evaluate<string[]>('jumps')
    expect(await page.evaluate<number>('jumped'), jumps.join('\n')).toBeLessThanOrEqual(0.02)
    const legende = page.getByRole('list', { name: 'Légende' }).getByRole('listitem')
    if (size.width === 390)
      await expect(legende).toHaveText([
        /Disponible\d+$/,
        /Option\d+$/,
        /Bloqué\d+$/,
        /Vendu\d+$/,
        /Livré\d+$/,
      ])
    else {
      const [frame, last] = await Promise.all([
        grid(page, 'Plan du Bloc A').boundingBox(),
        cell(page, 'A105').boundingBox(),
      ])
      const right = (box: typeof frame) => (box?.x ?? 0) + (box?.width ?? 0)
      expect(right(frame) - right(last)).toBeLessThanOrEqual(16)
    }
  })
