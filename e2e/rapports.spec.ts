import { readFile } from 'node:fs/promises'
import { aujourdhui } from '../shared/dates.ts'
import { XSS } from '../test/fuzz/hostile-texts.ts'
import {
  expect,
  expectAccessible,
  openScreen,
  preferDark,
  signIn,
  test,
  withServer,
  type Api,
  type Page,
} from './diyar.ts'
import { createClient, createLieu, sellAppartement } from './portefeuille.ts'
import { CALLS, choose, dialog, menu, PHONE_ROWS, plain } from './screen.ts'

withServer()

const REGISTRE = 'Registre des reçus'
const CAISSE = 'Journal de caisse'
const AUJOURDHUI = aujourdhui()
const ANNEE = AUJOURDHUI.slice(0, 4)
const LONG = "Société civile immobilière des copropriétaires réunis d'Aïn Témouchent ".padEnd(255, 'x')
const ARABE = 'محمد الأمين بن عبد الله'

/** The rows of the table, or those of a phone. */
const rows = (page: Page) => page.locator(`main tbody tr, main ${PHONE_ROWS}`)
const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const recu = (rang: number) => `${ANNEE}-${String(rang).padStart(6, '0')}`
const figures = async (page: Page) =>
  plain(await page.locator('main dl').first().textContent()).replace(/(\d) (?=\d{3})/g, '$1 ')

let lot = 0
let client = 0

/** Five receipts: cash, a cheque that came back, one that was deleted, one without a mode, one of the largest. */
async function fill(api: Api): Promise<void> {
  const lieu = await createLieu(api, 'Les Jardins')
  client = await createClient(api, ARABE)
  lot = await sellAppartement(api, lieu, client, 'A-12', 99_999_999_999.99)
  const of = (versement: number, rest: object = {}) => ({
    client_id: client,
    appartement_id: lot,
    date_paiement: AUJOURDHUI,
    versement,
    ...rest,
  })
  const cheque = { mode: 'cheque', banque: 'BNA', reference: '0012345' }
  await api.create('/api/paiements', of(100_000, { mode: 'especes' }))
  const back = await api.create('/api/paiements', of(50_000, cheque))
  const gone = await api.create('/api/paiements', of(10_000, { mode: 'virement', reference: XSS[0] }))
  await api.create('/api/paiements', of(1))
  await api.create('/api/paiements', of(90_000_000_000, { mode: 'virement', banque: 'CPA' }))
  await api.post(`/api/cheques/${back}/rejeter`, { rejete_le: AUJOURDHUI, motif: XSS[8] })
  await api.delete(`/api/paiements/${gone}`)
}

test.beforeEach(async ({ page }) => {
  const api = await signIn(page)
  if (lot > 0) return
  await page.goto('/rapports')
  await expect(page.getByText('Rien à montrer pour cette période.')).toBeVisible()
  await fill(api)
})

test(
  'the register has every number, its figures and its filters, which live in the address',
  { tag: ['@registres', '@jour'] },
  async ({ page }) => {
    await openScreen(page, '/dashboard', 'Tableau de Bord Immobilier')
    await menu(page).getByRole('link', { name: 'Rapports' }).click()
    await expect(page).toHaveTitle('Diyar - Rapports')
    await tab(page, REGISTRE).click()
    await expect(tab(page, REGISTRE)).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('columnheader')).toHaveText([
      'N°',
      'État',
      'Date',
      'Client',
      'Résidence',
      'Mode',
      'Référence',
      'Montant',
      'Observation',
    ])
    await expect(rows(page)).toHaveCount(5)
    expect(await figures(page)).toBe(
      'Montant des reçus valides90 000 100 001,00 DANuméros5Valides3Rejetés1Annulés1Non attribués0',
    )
    await expect(rows(page).nth(1)).toContainText(`Rejeté`)
    await expect(rows(page).nth(1)).toContainText(XSS[8] ?? '')
    await expect(rows(page).nth(2)).toContainText('Karim Benali')
    await expect(rows(page).nth(2)).toContainText(XSS[0] ?? '')
    await expect(rows(page).nth(2).locator('s')).toContainText('10')

    await choose(page, 'État', 'Annulés')
    await expect(rows(page)).toHaveCount(1)
    await expect(page).toHaveURL(/[?&]etat=annule/)
    await page.reload()
    await expect(rows(page)).toHaveCount(1)
    await choose(page, 'État', 'Non attribués')
    await expect(page.getByText('Rien à montrer pour cette période.')).toBeVisible()
    await page.goBack()
    await expect(rows(page)).toHaveCount(1)
    await page.getByRole('button', { name: 'Réinitialiser' }).click()
    await expect(rows(page)).toHaveCount(5)
    await page.getByLabel('Du N°').fill('4')
    await page.getByLabel('Au N°').fill('2')
    await expect(rows(page)).toHaveCount(3)
    await expect(page).toHaveURL(/de=4.*a=2/)
    await page.getByRole('link', { name: recu(4) }).click()
    await expect(page).toHaveURL(new RegExp(`/clients/${client}/paiements/${lot}`))
    await expect(dialog(page)).toContainText(recu(4))
    await expect(dialog(page)).toContainText('1,00')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.locator('tr[aria-current]')).toContainText('1,00')
    await page.goBack()
    await expect(page.getByLabel('Du N°')).toHaveValue('4')
    await expect(rows(page)).toHaveCount(3)
  },
)

test('the till says what was taken today, by mode, and forgets nothing', async ({ page }) => {
  await openScreen(page, '/rapports?rapport=recus', 'Rapports')
  await tab(page, REGISTRE).focus()
  await page.keyboard.press('ArrowRight')
  await expect(tab(page, CAISSE)).toBeFocused()
  await expect(page).toHaveURL(/rapport=caisse/)
  await expect(page.getByRole('columnheader')).toHaveText([
    'Heure',
    'Reçu',
    'Client',
    'Mode',
    'Référence',
    'Montant',
    'Membre',
    'État',
  ])
  await expect(rows(page)).toHaveCount(5)
  const said = await figures(page)
  for (const words of [
    'Total90 000 150 001,00 DA4 versements',
    'Virement90 000 000 000,00 DA1 versement',
    'Chèque50 000,00 DA1 versement',
    'Non précisé1,00 DA1 versement',
    'Espèces en caisse100 000,00 DA',
    'Annulés1',
  ])
    expect(said).toContain(words)
  await choose(page, 'Membre', 'Karim Benali')
  await expect(rows(page)).toHaveCount(5)
  await page.getByRole('textbox', { name: 'Jour' }).fill('12/03/2020')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Rien à montrer pour cette période.')).toBeVisible()
  await expect(page).toHaveURL(/jour=2020-03-12/)
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Jour' })).toHaveValue('12/03/2020')
  await page.getByRole('button', { name: 'Réinitialiser' }).click()
  await expect(rows(page)).toHaveCount(5)
  await page.goBack()
  await expect(page.getByText('Rien à montrer pour cette période.')).toBeVisible()
})

test(
  'both are saved as workbooks and papers, with what is filtered; a failure says so',
  { tag: ['@registres', '@jour'] },
  async ({ page }) => {
    const save = async (button: string) => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: button }).click(),
      ])
      return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
    }
    await openScreen(page, '/rapports?rapport=recus&etat=rejete', 'Rapports')
    const asked = page.waitForRequest('**/api/recus/export?*')
    const excel = await save('Excel')
    expect([excel.name, excel.bytes.subarray(0, 2).toString()]).toEqual([
      `registre_recus_${ANNEE}.xlsx`,
      'PK',
    ])
    expect(new URL((await asked).url()).searchParams.get('etat')).toBe('rejete')
    const paper = await save('PDF')
    expect([paper.name, paper.bytes.subarray(0, 4).toString()]).toEqual([
      `registre_recus_${ANNEE}.pdf`,
      '%PDF',
    ])
    await tab(page, CAISSE).click()
    await expect(tab(page, CAISSE)).toHaveAttribute('aria-selected', 'true')
    expect((await save('Excel')).name).toBe(`journal_caisse_${AUJOURDHUI}.xlsx`)
    expect((await save('PDF')).name).toBe(`journal_caisse_${AUJOURDHUI}.pdf`)
    await page.route(`${CALLS}/api/journal-caisse/export*`, (route) => route.abort())
    await page.getByRole('button', { name: 'PDF' }).click()
    await expect(page.getByText('Erreur lors de la préparation du document.')).toBeVisible()
    await page.route(`${CALLS}/api/recus?*`, (route) => route.fulfill({ status: 500, json: {} }))
    await tab(page, REGISTRE).click()
    await expect(page.getByText('Erreur lors du chargement du rapport.')).toBeVisible()
  },
)

test('Ctrl+K finds the screen and each report by its name', async ({ page }) => {
  await openScreen(page, '/clients', 'Gestion des Clients')
  for (const [words, title, address] of [
    ['rapports', 'Rapports', /\/rapports$/],
    ['registre', REGISTRE, /rapports(\?rapport=recus)?$/],
    ['journal de c', CAISSE, /rapport=caisse/],
  ] as const) {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /écran/ }).fill(words)
    await expect(page.getByRole('option', { name: title }).first()).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('heading', { name: 'Rapports' })).toBeVisible()
  }
})

const sideways = (page: Page) =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')

// spec: EN-36
test('light, dark, on a phone, at twice the size: readable, and nothing sideways', async ({ page }) => {
  const api = await signIn(page)
  const long = await createClient(api, LONG)
  const place = await createLieu(api, 'R'.repeat(255))
  const bien = await sellAppartement(api, place, long, 'L'.repeat(255), 99_999_999_999.99)
  await api.create('/api/paiements', {
    client_id: long,
    appartement_id: bien,
    date_paiement: AUJOURDHUI,
    versement: 99_999_999_999.98,
    mode: 'cheque',
    banque: XSS[7]?.slice(0, 100),
    reference: '='.padEnd(100, 'x'),
  })
  for (const rapport of ['recus', 'caisse'])
    for (const [width, height] of [
      [1280, 800],
      [640, 400],
      [360, 740],
    ] as const) {
      await page.setViewportSize({ width, height })
      await openScreen(page, `/rapports?rapport=${rapport}`, 'Rapports')
      await expect(rows(page).last()).toContainText(recu(6))
      expect([rapport, width, await sideways(page)]).toEqual([rapport, width, 0])
      await expectAccessible(page)
    }
  await expect(page.getByRole('combobox', { name: 'Rapport', exact: true })).toHaveValue(CAISSE)
  await choose(page, /^Rapport$/, REGISTRE)
  await expect(page).not.toHaveURL(/caisse/)
  await expect(rows(page)).toHaveCount(6)
  await preferDark(page, true)
  for (const rapport of ['recus', 'caisse']) {
    await openScreen(page, `/rapports?rapport=${rapport}`, 'Rapports')
    await expect(rows(page)).toHaveCount(6)
    await expectAccessible(page)
  }
  expect(await page.evaluate('window.__xss')).toBeUndefined()
})

// spec: RE-04
test('a line of the till whose mode was changed says what was counted', async ({ page }) => {
  const api = await signIn(page)
  const { data } = (await api.get('/api/journal-caisse')) as { data: { paiement_id: number }[] }
  const id = data[0]?.paiement_id ?? 0
  const taken = (await api.get(`/api/paiements/${id}`)) as object
  await api.put(`/api/paiements/${id}`, { ...taken, mode: 'virement', banque: 'CPA', reference: '4471' })
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await openScreen(page, '/rapports?rapport=caisse', 'Rapports')
    if (width < 700) await rows(page).first().getByRole('button').click()
    await expect(rows(page).first()).toContainText(/corrigé\s*était : Espèces 100\s000,00\sDA/)
    await expect(rows(page).nth(1)).not.toContainText('était')
    expect([width, await sideways(page)]).toEqual([width, 0])
    await expectAccessible(page)
  }
})

// spec: RF-61
test('content and footer share their left edge, and figures stand three a line or all on one', async ({
  page,
}) => {
  await page.goto('/rapports')
  await tab(page, CAISSE).click()
  const figure = page.locator('main dl[data-montants] > *')
  await expect(figure.first()).toBeVisible()
  const count = await figure.count()
  expect(count).toBeGreaterThanOrEqual(6)
  const inLinesOf = (most: number) =>
    Array.from({ length: Math.ceil(count / most) }, (_, line) => Math.min(most, count - line * most))
  for (const width of [800, 960, 1100, 1366, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    const tops = await figure.evaluateAll((all) =>
      all.map((one) => Math.round(one.getBoundingClientRect().top)),
    )
    const lines = [...new Set(tops)].map((top) => tops.filter((one) => one === top).length)
    expect([inLinesOf(count), inLinesOf(6), inLinesOf(3)], `${width} px wide`).toContainEqual(lines)
    const [title, footer] = await Promise.all([
      page.getByRole('heading', { level: 1 }).boundingBox(),
      page.getByRole('contentinfo').evaluate((one) => {
        const range = document.createRange()
        range.selectNodeContents(one)
        return range.getBoundingClientRect().left
      }),
    ])
    expect([width, Math.abs((title?.x ?? 0) - footer) <= 1]).toEqual([width, true])
  }
})
