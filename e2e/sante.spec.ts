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
  // spec: EC-43
  await expect(section(page).getByText('Espace utilisé')).toBeVisible()
  await expect(section(page).getByRole('meter', { name: 'Espace utilisé' })).toHaveAttribute(
    'aria-valuetext',
    / sur .* libres$/,
  )
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

// spec: EC-44
test('red is kept for what is late or refused; contrast themes still draw bars, switches and chosen tabs', async ({
  page,
}) => {
  await signIn(page, DEMO)
  for (const dark of [false, true]) {
    await preferDark(page, dark)
    for (const address of ['/residence', '/etage', '/bloc']) {
      await page.goto(address)
      const bars = page.getByRole('article').locator('[data-tone]:has([role="progressbar"])')
      await expect(bars.first()).toBeVisible()
      const tones = await bars.evaluateAll((all) => all.map((bar) => bar.getAttribute('data-tone')))
      // The specification paints the blocs in bands; the figure beside such a bar is no alarm.
      const others = address === '/bloc' ? ['green', 'yellow', 'red'] : ['blue', 'green']
      expect(tones.filter((tone) => !others.includes(tone ?? ''))).toEqual([])
      if (address === '/bloc') {
        const inks = await bars.evaluateAll((all) => [
          getComputedStyle(document.body).color,
          ...all.map((bar) => bar.lastElementChild && getComputedStyle(bar.lastElementChild).color),
        ])
        expect(new Set(inks).size).toBe(1)
      }
    }
  }
  await page.route('**/api/residences?*', async (route) => {
    const real = (await (await route.fetch()).json()) as { data: object[] }
    await route.fulfill({ json: { ...real, data: real.data.map((one) => ({ ...one, est_saturee: true })) } })
  })
  await page.goto('/residence')
  await expect(page.getByText('Saturée').first()).toHaveAttribute('data-tone', 'blue')

  await page.emulateMedia({ forcedColors: 'active' })
  const drawn = await page
    .getByRole('progressbar')
    .first()
    .evaluate((track) => {
      const fill = track.firstElementChild
      return {
        edge: getComputedStyle(track).borderTopWidth,
        ground: getComputedStyle(document.body).backgroundColor,
        fill: fill && getComputedStyle(fill).backgroundColor,
      }
    })
  expect(drawn.edge).toBe('1px')
  expect(drawn.fill).not.toBe(drawn.ground)
  await expect(page.getByRole('navigation').first().locator('a[aria-current="page"]')).toHaveCSS(
    'outline-style',
    'solid',
  )
  await page.goto('/plan-de-vente')
  await expect(page.locator('.mantine-Switch-track')).toHaveCSS('border-top-style', 'solid')
  await page.goto('/echeances')
  await expect(page.getByRole('tab', { selected: true })).toHaveCSS('outline-style', 'solid')
})
