import { expect, PDF, signIn, test, withServer } from './diyar.ts'
import { cell, createTour, grid, openPlan } from './tour.ts'

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
