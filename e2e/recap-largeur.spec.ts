import { expect, moveTo, openScreen, test, withServer, type Page } from './diyar.ts'
import { createClient, createEtage, createLot } from './portefeuille.ts'

withServer()

const MAX = 99_999_999_999.99
/** Eighty letters, in words as names have them. */
const longName = (debut: string) =>
  `${debut} Abdelmoumène Bensalah-Boukhalfa, épouse Aït Ouarab née Kheddache de Tizi Ouzou`.slice(0, 80)

/** Returns the words of boxes that are narrower than their text: cells and fields, whose text is their value or their placeholder. */
const cut = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const told = []
    for (const cell of document.querySelectorAll('main th, main td'))
      if (cell.scrollWidth > cell.clientWidth + 1) told.push(cell.textContent)
    for (const field of document.querySelectorAll('main search input')) {
      const shown = field.value || field.placeholder
      const style = getComputedStyle(field)
      const measure = document.createElement('span')
      measure.style.cssText = 'position:absolute;white-space:pre;font:' + style.font
      measure.textContent = shown
      document.body.append(measure)
      const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
      if (measure.offsetWidth > room) told.push(shown + ': ' + measure.offsetWidth + ' > ' + room)
      measure.remove()
    }
    return told
  })()`)

/** Numbers of lots and figures that stand on more than one line. */
const broken = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const told = []
    for (const box of document.querySelectorAll('main tbody th a, main tbody td[data-genre=figure] > div')) {
      const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const range = document.createRange()
        range.selectNodeContents(texts.currentNode)
        if (range.getClientRects().length > 1) told.push(texts.currentNode.data)
      }
    }
    return told.filter((text) => !text.startsWith('Pourquoi'))
  })()`)

/** How much wider than its box something is, and the least width of the table. */
const LEAST = `(() => {
  const table = document.querySelector('main table')
  const wide = [document.documentElement, table.parentElement].map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  table.style.width = 'min-content'
  const least = table.offsetWidth
  table.style.width = ''
  return [Math.max(...wide), least]
})()`

// spec: RE-42, EC-20
test('the récapitulatif shows every number on one line and cuts nothing, at 1280 and at 1366', async ({
  page,
}) => {
  const api = await openScreen(page, '/dashboard', 'Tableau de Bord Immobilier')
  const { etage } = await createEtage(api, longName('Résidence'), { bloc: longName('Bloc') })
  const client = await createClient(api, 'Aït Ahmed Nassim')
  const long = await createClient(api, longName('Succession'))
  for (const numLot of ['006', '403', 'A-1024', 'LOT 17 B'])
    await createLot(api, etage, numLot, 'F3', client, { montant: 33_120_000 })
  await createLot(api, etage, 'A-1203-bis', 'F6', long, { montant: MAX, surfaceUtile: 1234.56 })
  await createLot(api, etage, 'G-3', 'F6', long, { montant: MAX })
  const { data } = (await api.get('/api/appartements?search=A-1203-bis')) as {
    data: { id: number; numLot: string }[]
  }
  const grand = data.find(({ numLot }) => numLot === 'A-1203-bis')?.id ?? 0
  await api.post('/api/paiements', {
    client_id: long,
    appartement_id: grand,
    versement: 88_888_888_888.88,
    date_paiement: '2026-01-05',
    details: '',
  })
  for (const [width, most] of [
    [1280, 943],
    [1366, 1029],
  ] as const)
    for (const tri of ['', '?tri=reste']) {
      const where = `${width} ${tri}`
      await page.setViewportSize({ width, height: 800 })
      await moveTo(page, `/recap${tri}`)
      await expect(page.getByRole('rowheader')).toHaveCount(6)
      await page.evaluate('document.fonts.ready.then(() => undefined)')
      expect(await broken(page), where).toEqual([])
      expect(await cut(page), where).toEqual([])
      const [sideways, least] = await page.evaluate<number[]>(LEAST)
      expect(sideways, where).toBe(0)
      // There is room for the scroll bar of the page as well.
      expect(least, where).toBeLessThanOrEqual(most)
    }
})

// spec: EC-21
test('rows of the récapitulatif are 42 px at most, and its head stays under the header', async ({ page }) => {
  const api = await openScreen(page, '/dashboard', 'Tableau de Bord Immobilier')
  const { etage } = await createEtage(api, 'Résidence El Yasmine', { bloc: 'Bloc Nord' })
  for (let n = 0; n < 20; n++)
    await createLot(api, etage, `N-${n}`, 'F3', await createClient(api, `Amrouche Rachid ${n}`), {
      montant: 33_120_000,
    })
  await page.setViewportSize({ width: 1280, height: 400 })
  await page.goto('/recap?recherche=Amrouche')
  const rows = page.locator('main tbody tr')
  await expect(rows).toHaveCount(6)
  await page.evaluate('document.fonts.ready.then(() => undefined)')
  const heights = await rows.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
  expect(Math.max(...heights)).toBeLessThanOrEqual(42)
  await page.mouse.move(700, 300)
  await page.mouse.wheel(0, 260)
  await expect.poll(() => page.evaluate<boolean>('scrollY > 200')).toBe(true)
  await expect
    .poll(() =>
      page
        .locator('main thead th')
        .first()
        .evaluate((one) => one.getBoundingClientRect().top),
    )
    .toBe(56)
})
