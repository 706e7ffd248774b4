import { addJours, aujourdhui } from '../shared/dates.ts'
import { expect, expectAccessible, signIn, test, withServer, type Api, type Page } from './diyar.ts'
import { createClient, createEtage, createLot, sellLocal } from './portefeuille.ts'

withServer('demo')
const DEMO = { email: 'demo@diyar.dz', password: 'Demonstration1!' }

/** The lists of `ecrans.md` §5 that are tables, by their address. */
const TABLES = [
  '/appartement',
  '/locaux',
  '/clients',
  '/paiements',
  '/paiements?vue=versements&du=2020-01-01',
]

const MAX = 99_999_999_999.99
/** Eighty letters, in words as names have them. */
const long = (debut: string) =>
  `${debut} Abdelmoumène Bensalah-Boukhalfa, épouse Aït Ouarab née Kheddache de Tizi Ouzou`.slice(0, 80)

/** A lot and a local of the longest names and the largest amounts, sold, late, and paid by cheque. */
async function fill(api: Api): Promise<string[]> {
  const lieu = await createEtage(api, long('Résidence'), { bloc: long('Bloc'), etage: long('Étage') })
  const client = await createClient(api, long('Succession'))
  const lot = await createLot(api, lieu.etage, 'A-1203-bis', 'F5 duplex', client, { montant: MAX })
  await sellLocal(api, { ...lieu, parking: 0 }, client, 'L-1203-bis', MAX)
  const { vente_id } = (await api.get(`/api/appartements/${lot}`)) as { vente_id: number }
  await api.put(`/api/ventes/${vente_id}/echeancier`, {
    lignes: [
      {
        libelle: long('Fondations'),
        montant: MAX,
        declencheur: 'date',
        date_prevue: addJours(aujourdhui(), -40),
      },
    ],
  })
  await api.create('/api/paiements', {
    client_id: client,
    appartement_id: lot,
    date_paiement: aujourdhui(),
    versement: 88_888_888_888.88,
    mode: 'cheque',
    banque: long('Banque'),
    reference: '0012345678',
    date_cheque: aujourdhui(),
  })
  const { residence } = lieu
  return [
    `/appartement?residence=${residence}`,
    `/locaux?residence=${residence}`,
    '/clients?tri=-nomComplet',
    '/paiements?recherche=Succession',
    '/paiements?vue=versements&recherche=0012345678',
    '/echeances?recherche=Succession',
    '/ventes?recherche=Succession',
    '/cheques?recherche=0012345678',
    '/rapports',
  ]
}

async function openTable(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('main :is(tbody tr, li button[aria-labelledby])').first()).toBeVisible()
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}

test.beforeEach(async ({ page }) => {
  await signIn(page, DEMO)
  await page.addInitScript(
    `for (const screen of ['appartements', 'locaux', 'clients', 'paiements', 'versements']) localStorage.setItem('diyar.vue.' + screen, 'tableau')`,
  )
})

/** What is cut, what is wider than its place, what scrolls sideways, and the rows of two lines that are too high. */
const faults = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const root = document.documentElement
    const said = (cell) => cell.textContent.trim().slice(0, 60)
    const found = root.scrollWidth > root.clientWidth ? ['page ' + root.scrollWidth] : []
    for (const table of document.querySelectorAll('main table')) {
      const place = table.parentElement
      if (table.offsetWidth > place.clientWidth || place.scrollWidth > place.clientWidth) found.push('table ' + table.offsetWidth)
      for (const cell of table.querySelectorAll('th, td')) {
        if (cell.scrollWidth > cell.clientWidth) found.push('cut: ' + said(cell))
        for (const part of [cell, ...cell.querySelectorAll('*')])
          if (getComputedStyle(part).textOverflow === 'ellipsis') found.push('ellipsis: ' + said(cell))
      }
      // A word of a name is on one line: its box is as high as a line.
      for (const text of table.querySelectorAll('tbody a')) {
        const node = text.firstChild
        if (!node || node.nodeType !== 3) continue
        for (const { index, 0: word } of node.data.matchAll(/[^\\s'’.@/-]+/g)) {
          const range = document.createRange()
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          if (range.getClientRects().length > 1 && !node.data.includes('@')) found.push('broken: ' + word)
        }
      }
    }
    return found
  })()`)

for (const width of [1280, 1366])
  // spec: EC-20, EC-21
  test(`at ${width} px no cell is cut, no word broken and nothing scrolls sideways; rows are 42 px at most`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    for (const address of TABLES) {
      await openTable(page, address)
      const rows = page.locator('main tbody tr')
      await expect(rows.first()).toBeVisible()
      expect([address, await faults(page)]).toEqual([address, []])
      const high = await rows.evaluateAll((all) =>
        all.filter((one) => one.getBoundingClientRect().height > 42).map((one) => one.textContent),
      )
      expect([address, high]).toEqual([address, []])
      const acts = await page
        .locator('main tbody tr > td:last-child')
        .evaluateAll((all) => Math.max(0, ...all.map((one) => one.querySelectorAll('svg').length)))
      expect([address, acts <= 3]).toEqual([address, true])
      await page.mouse.move(700, 500)
      await page.mouse.wheel(0, 600)
      const head = page.locator('main thead th').first()
      const scrolled = await page.evaluate<boolean>('scrollY > 400')
      if (scrolled) await expect.poll(() => head.evaluate((one) => one.getBoundingClientRect().top)).toBe(56)
    }
  })

// spec: EC-20
test('names of eighty letters and amounts of eleven digits are whole too, in every table', async ({
  page,
}) => {
  const addresses = await fill(await signIn(page, DEMO))
  for (const width of [1280, 1366]) {
    await page.setViewportSize({ width, height: 800 })
    for (const address of addresses) {
      await openTable(page, address)
      await expect(page.locator('main tbody tr').first()).toBeVisible()
      if (!/clients|rapports|residence/.test(address))
        await expect(page.locator('main table')).toContainText('Succession')
      expect([address, width, await faults(page)]).toEqual([address, width, []])
    }
  }
})

// spec: EC-22
test('on a phone every table is rows of 72 px at most; pressing one unfolds its columns and acts', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const address of TABLES.slice(0, 4)) {
    await openTable(page, address)
    const lines = page.locator('main ul[aria-label] > li')
    await expect(lines.first().locator('button[aria-labelledby]')).toBeVisible()
    const heights = await lines.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
    expect([address, heights.length > 0, Math.max(...heights) <= 72]).toEqual([address, true, true])
    await lines.first().locator('button[aria-labelledby]').press('Enter')
    await expect(lines.first().locator('dt').first()).toBeVisible()
    expect(await faults(page)).toEqual([])
    await expectAccessible(page)
  }
})
