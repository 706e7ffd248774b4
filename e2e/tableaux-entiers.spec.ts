import { addJours, aujourdhui } from '../shared/dates.ts'
import {
  atRest,
  expect,
  expectAccessible,
  moveTo,
  signIn,
  test,
  withServer,
  type Api,
  type Page,
} from './diyar.ts'
import { createClient, createEtage, createLot, sellLocal } from './portefeuille.ts'
import { long, MAX } from './extremes.ts'
import { choose, PHONE_ROWS } from './screen.ts'

withServer('demo')
const DEMO = { email: 'demo@diyar.dz', password: 'Demonstration1!' }

/** The lists of `ecrans.md` §5 that are tables, by their address. */
const TABLES = [
  '/appartement',
  '/locaux',
  '/clients',
  '/paiements',
  '/paiements?vue=versements&du=2020-01-01',
  '/echeances',
  '/ventes?sans_echeancier=1',
  '/recap',
]
/** The same, where the name of a résidence, of a bank or a reason may take one line more. */
const TROIS_LIGNES = [
  '/ventes',
  '/ventes?onglet=clos',
  '/ventes?onglet=options',
  '/cheques',
  '/cheques?onglet=rejetes',
  '/rapports?rapport=recus',
]

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
  await api.post('/api/relances', { vente_ids: [vente_id], canal: 'telephone', note: long('Promet') })
  const { residence } = lieu
  dossier = vente_id
  return [
    `/appartement?residence=${residence}`,
    `/locaux?residence=${residence}`,
    '/clients?tri=-nomComplet',
    '/paiements?recherche=Succession',
    '/paiements?vue=versements&recherche=0012345678',
    '/echeances?recherche=Succession',
    '/ventes?recherche=Succession',
    '/cheques?recherche=0012345678',
    '/rapports?rapport=recus',
    '/cheques?onglet=remises',
    '/recap?recherche=Succession',
    '/recap?recherche=Succession&tri=reste',
  ]
}

/** The dossier of the longest names. */
let dossier = 0

async function openTable(page: Page, address: string): Promise<void> {
  await moveTo(page, address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('main :is(tbody tr, li button[aria-labelledby])').first()).toBeVisible()
  await atRest(page)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}

test.beforeEach(async ({ page }) => {
  await signIn(page, DEMO)
  await page.addInitScript(
    `for (const screen of ['appartements', 'locaux', 'clients', 'paiements', 'versements']) localStorage.setItem('diyar.vue.' + screen, 'tableau')`,
  )
})

/** Returns the cells that are cut or wider than their place, the page when it scrolls sideways, and the rows of two lines that are too high. */
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
    for (const address of [...TABLES, ...TROIS_LIGNES]) {
      await openTable(page, address)
      const rows = page.locator('main tbody tr')
      await expect(rows.first()).toBeVisible()
      expect([address, await faults(page)]).toEqual([address, []])
      const most = TROIS_LIGNES.includes(address) ? 58 : 42
      const high = await rows.evaluateAll(
        (all, limit) =>
          all.filter((one) => one.getBoundingClientRect().height > limit).map((one) => one.textContent),
        most,
      )
      expect([address, high]).toEqual([address, []])
      const acts = await page
        .locator('main tbody tr > td:last-child')
        .evaluateAll((all) => Math.max(0, ...all.map((one) => one.querySelectorAll('svg').length)))
      expect([address, acts <= 3]).toEqual([address, true])
      await page.mouse.move(700, 500)
      await page.mouse.wheel(0, 600)
      const head = page.locator('main thead th').first()
      const scrolls = await page.evaluate<boolean>(
        'document.documentElement.scrollHeight - innerHeight > 400',
      )
      if (scrolls) await expect.poll(() => head.evaluate((one) => one.getBoundingClientRect().top)).toBe(56)
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
      if (!/clients|rapports|residence|remises/.test(address))
        await expect(page.locator('main table')).toContainText('Succession')
      expect([address, width, await faults(page)]).toEqual([address, width, []])
    }
  }
})

/** Returns the texts that are cut in the rows of a phone, or wider than the screen. */
const cutOnPhone = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const root = document.documentElement
    const found = root.scrollWidth > root.clientWidth ? ['page ' + root.scrollWidth] : []
    for (const row of document.querySelectorAll('main ${PHONE_ROWS}'))
      for (const part of row.querySelectorAll('*')) {
        if (part.classList.contains('visuallyHidden')) continue
        const { overflowX, textOverflow } = getComputedStyle(part)
        if (textOverflow === 'ellipsis') found.push('ellipsis: ' + part.textContent)
        if (overflowX !== 'visible' && part.scrollWidth > part.clientWidth) found.push('cut: ' + part.textContent)
        if (part.getBoundingClientRect().right > row.getBoundingClientRect().right + 1) found.push('outside: ' + part.textContent)
      }
    return found
  })()`)

/** Heights of the rows of a phone with the lines of their texts: who stands above, what below. */
const rowsOnPhone = (page: Page) =>
  page.evaluate<{ height: number; lines: number; said: string }[]>(`(() => {
    const linesOf = (text) => {
      const range = document.createRange()
      range.selectNodeContents(text)
      return new Set([...range.getClientRects()].filter((one) => one.height > 10).map((one) => Math.round(one.bottom / 8))).size
    }
    return [...document.querySelectorAll('main ${PHONE_ROWS}')].map((row) => ({
      height: row.getBoundingClientRect().height,
      lines: [...row.querySelectorAll('[inert] [data-nom]')].reduce((sum, text) => sum + Math.max(1, linesOf(text)), 0),
      said: row.textContent,
    }))
  })()`)

// spec: EC-22, RF-64
test('on a phone every table is rows of 72 px at most, more where both lines wrap; pressing one unfolds its columns and acts', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const address of [...TABLES, ...TROIS_LIGNES].filter((one) => !one.startsWith('/recap'))) {
    await openTable(page, address)
    const lines = page.locator(`main ${PHONE_ROWS}`)
    await expect(lines.first().locator('button[aria-labelledby]')).toBeVisible()
    const rows = await rowsOnPhone(page)
    expect([address, rows.length > 0]).toEqual([address, true])
    const high = rows.filter(({ height, lines: count }) => height > 72 + 20 * Math.max(0, count - 3))
    expect([address, high]).toEqual([address, []])
    expect([address, await cutOnPhone(page)]).toEqual([address, []])
    await lines.first().locator('button[aria-labelledby]').press('Enter')
    await expect(lines.first().locator('dt').first()).toBeVisible()
    expect([address, await faults(page), await cutOnPhone(page)]).toEqual([address, [], []])
    await expectAccessible(page)
    // Folded again: two addresses of one screen share its rows.
    await lines.first().locator('button[aria-labelledby]').press('Enter')
  }
})

// spec: EC-22
test('twenty échéances take at most 1 800 px on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openTable(page, '/echeances?onglet=exigibles&reglees=1')
  const list = page.locator('main ul[aria-label^="Échéances"]')
  await expect(list.locator('> li')).toHaveCount(20)
  expect(await list.evaluate((one) => one.getBoundingClientRect().height)).toBeLessThanOrEqual(1800)
})

// spec: EC-22
test('a list is sorted on a phone too, by fingers and by keys, in both directions', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openTable(page, '/appartement')
  await choose(page, 'Trier par', 'Prix')
  await expect(page).toHaveURL(/tri=prix/)
  const prices = async () => {
    const shown = await page
      .locator('main ul[aria-label="Appartements"] > li [inert] > :first-child')
      .allTextContents()
    return shown.map((text) =>
      Number(/[\d\s]+,\d\d/.exec(text.replace(/^\S+/, ''))?.[0].replace(/\s/g, '').replace(',', '.')),
    )
  }
  const ordered = (way: 1 | -1) =>
    expect
      .poll(async () => {
        const all = await prices()
        return all.length === 50 && all.every((one, at) => at === 0 || way * ((all[at - 1] ?? 0) - one) <= 0)
      })
      .toBe(true)
  await ordered(1)
  const turn = page.getByRole('button', { name: 'Ordre décroissant' })
  await expect(turn).toHaveAttribute('aria-pressed', 'false')
  await turn.press('Enter')
  await expect(page).toHaveURL(/tri=-prix/)
  await expect(turn).toHaveAttribute('aria-pressed', 'true')
  await ordered(-1)
  for (const target of [turn, page.getByRole('combobox', { name: 'Trier par' })]) {
    const box = await target.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  }
  await expectAccessible(page)
  // The list has its own order again, and nothing to turn round.
  await choose(page, 'Trier par', "L'ordre de la liste")
  await expect(page).not.toHaveURL(/tri=/)
  await expect(turn).toHaveCount(0)
})

// spec: EC-21
test('dossiers of short names are rows of 40 px at most', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const address of ['/ventes?page=3', '/ventes?onglet=clos']) {
    await openTable(page, address)
    const rows = page.locator('main tbody tr').filter({ hasNotText: /Appartement.*Les Jardins|Succession/ })
    const high = await rows.evaluateAll((all) =>
      all.filter((one) => one.getBoundingClientRect().height > 40.5).map((one) => one.textContent),
    )
    expect([address, (await rows.count()) > 0, high]).toEqual([address, true, []])
  }
})

/** Words and figures of the tables in sight that stand on two lines, and targets of a finger that are too small. */
const insideTables = (page: Page, touch: boolean) =>
  page.evaluate<string[]>(
    `((touch) => {
    const root = document.documentElement
    const found = root.scrollWidth > root.clientWidth ? ['page ' + root.scrollWidth] : []
    for (const table of document.querySelectorAll('main table')) {
      if (table.offsetWidth > table.parentElement.clientWidth) found.push('table ' + table.offsetWidth)
      for (const cell of table.querySelectorAll('td')) {
        if (cell.offsetWidth === 0) continue
        if (cell.scrollWidth > cell.clientWidth) found.push('cut: ' + cell.textContent)
        const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
        while (texts.nextNode())
          for (const { index, 0: word } of texts.currentNode.data.matchAll(/[^\\s'’.@_-]+/g)) {
            const range = document.createRange()
            range.setStart(texts.currentNode, index)
            range.setEnd(texts.currentNode, index + word.length)
            if (range.getClientRects().length > 1) found.push('broken: ' + word)
          }
      }
      if (touch)
        for (const { offsetWidth, offsetHeight, ariaLabel } of table.querySelectorAll('[class*="ActionIcon-root"]'))
          if (offsetWidth > 0 && Math.min(offsetWidth, offsetHeight) < 44) found.push('small: ' + ariaLabel)
    }
    return found
  })(${touch})`,
  )

// spec: EC-20, EC-45
test('the tables inside a dossier, a file and the journal cut and break nothing either, at 1280 and on a phone', async ({
  page,
}) => {
  if (dossier === 0) await fill(await signIn(page, DEMO))
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    for (const address of [
      `/ventes/${dossier}`,
      `/ventes/${dossier}?partie=paiements`,
      '/ventes/1',
      '/ventes/1?partie=pieces',
      `/ventes/${dossier}?partie=relances`,
      '/clients/5',
      '/journal',
      '/cheques?onglet=remises',
    ]) {
      await moveTo(page, address)
      await expect(
        page.locator('main :is(tbody td, li [aria-expanded])').locator('visible=true').first(),
      ).toBeVisible()
      await atRest(page)
      await page.evaluate(() => document.fonts.ready.then(() => undefined))
      expect([address, width, await insideTables(page, width < 700)]).toEqual([address, width, []])
    }
  }
})
