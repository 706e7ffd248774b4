import { expect, openScreen, test, withServer, type Page } from './diyar.ts'
import { createClient, createEtage, createLot } from './portefeuille.ts'

withServer()

const MAX = 99_999_999_999.99

/** What is wider than its box, by its words: cells and fields, whose text is their value or what stands for it. */
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
    for (const box of document.querySelectorAll('main tbody th a, main tbody td[data-figure]')) {
      const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const range = document.createRange()
        range.selectNodeContents(texts.currentNode)
        if (range.getClientRects().length > 1) told.push(texts.currentNode.data)
      }
    }
    return told.filter((text) => !text.startsWith('Pourquoi'))
  })()`)

// spec: RE-42
test('the récapitulatif shows every number on one line and cuts nothing, at 1280 and at 1366', async ({
  page,
}) => {
  const api = await openScreen(page, '/dashboard', 'Tableau de Bord Immobilier')
  const { etage } = await createEtage(api, 'Résidence Ibn Khaldoun', { bloc: 'Parking Ibn Khaldoun' })
  const client = await createClient(api, 'Aït Ahmed Nassim')
  const long = await createClient(
    api,
    'Abdelmoumène Bensalah-Boukhalfa, épouse Aït Ouarab née Kheddache de Tizi',
  )
  for (const numLot of ['006', '403', 'A-1024', 'LOT 17 B'])
    await createLot(api, etage, numLot, 'F3', client, { montant: 33_120_000 })
  await createLot(api, etage, 'G-2', 'F6', long, { montant: MAX })
  const { data } = (await api.get('/api/appartements?search=G-2')) as {
    data: { id: number; numLot: string }[]
  }
  const grand = data.find(({ numLot }) => numLot === 'G-2')?.id ?? 0
  await api.post('/api/paiements', {
    client_id: long,
    appartement_id: grand,
    versement: 88_888_888_888.88,
    date_paiement: '2026-01-05',
    details: '',
  })
  for (const width of [1280, 1366]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/recap')
    await expect(page.getByRole('rowheader')).toHaveCount(5)
    await page.evaluate('document.fonts.ready.then(() => undefined)')
    expect(await broken(page), String(width)).toEqual([])
    expect(await cut(page), String(width)).toEqual([])
    const sideways = await page.evaluate<number>(
      `Math.max(...[document.documentElement, document.querySelector('main table').parentElement].map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))`,
    )
    expect(sideways, String(width)).toBe(0)
  }
})
