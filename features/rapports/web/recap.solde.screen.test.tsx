import { expect, test } from 'vitest'
import { recapEndpoints } from '#features/rapports/recap.contract.ts'
import { DEBTORS, theRecap } from '#features/rapports/recap.objects.ts'
import { raw, type Answer } from '#test/harness/screens/answers.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  choose,
  expectCount,
  key,
  main,
  page,
  press,
  rows,
  said,
  savedFiles,
  textsOf,
} from '#test/harness/screens/screen.ts'

const field = page.getByPlaceholder('Client, N° Lot, ou Place de parking...')
const totals = page.getByCss('footer[aria-label="Totaux de toutes les pages"]')
const lots = page.getByCss('main tbody').getByRole('rowheader')
const address = () => location.pathname + location.search

const open = async (query = '', ...answers: Answer[]) => {
  const server = await renderScreen(`/recap${query}`, { answers: [...theRecap(DEBTORS), ...answers] })
  await said('Récapitulatif des paiements')
  return server
}

const ALL = ['A-1', 'A-2', 'A-3', '7', 'A-9']
const header = page.getByRole('columnheader', { name: 'Reste à payer' })
const sort = header.getByRole('button', { name: 'Reste à payer' })

test('who still owes something, the largest debt first: on screen, in the address and over all pages', async () => {
  await open()
  await expect.poll(() => textsOf(lots)).toEqual(ALL)
  await choose('Solde', 'Reste à payer')
  await expect.poll(() => textsOf(lots)).toEqual(['A-2', 'A-3', 'A-9'])
  expect(textsOf(totals)).toEqual([
    'Nombre de biens3Montant global4 757,00 DATotal payé3 357,00 DATotal restant1 400,00 DA',
  ])
  expect(address()).toBe('/recap?solde=reste')

  sort.element().focus()
  await key('Enter')
  await expect.poll(() => textsOf(lots)).toEqual(['A-3', 'A-2', 'A-9'])
  await expect.element(header).toHaveAttribute('aria-sort', 'descending')
  await expect.element(sort).toHaveFocus()
  // A client who owes on several biens stands where their sum puts him: it is said.
  const texts = textsOf(rows)
  expect(texts[0]).toContain('2 biens · reste 800,00 DA')
  expect(texts[2]).not.toContain('· reste')
  await open(location.search)
  await expect.poll(() => textsOf(lots)).toEqual(['A-3', 'A-2', 'A-9'])
  await expect.element(page.getByRole('combobox', { name: 'Solde' })).toHaveValue('Reste à payer')

  await sort.click()
  await expect.poll(() => textsOf(lots)).toEqual(['A-2', 'A-3', 'A-9'])
  await expect.element(header).toHaveAttribute('aria-sort', 'none')
  await press('Réinitialiser')
  await expect.poll(() => textsOf(lots)).toEqual(ALL)
  expect(address()).toBe('/recap')
})

test('Excel and PDF are of what the screen shows', async () => {
  const answers = [raw(recapEndpoints.export, {}), raw(recapEndpoints.exportPdf, {})]
  const server = await open('?solde=reste&tri=reste', ...answers)
  await expect.poll(() => textsOf(lots)).toEqual(['A-3', 'A-2', 'A-9'])
  const saved = savedFiles()
  await press('Excel')
  await expect.poll(() => saved).toEqual(['recap-paiements.xlsx'])
  await press('PDF')
  await expect.poll(() => saved).toEqual(['recap-paiements.xlsx', 'recap-paiements.pdf'])
  for (const path of ['export', 'export-pdf'])
    expect(server.asked(`/api/recap-paiements/${path}`)).toEqual(['solde=reste&tri=reste'])
})

test('what the address says otherwise is all; nobody who owes is said as nothing found', async () => {
  await open('?solde=tout&tri=nom')
  await expect.poll(() => textsOf(lots)).toEqual(ALL)
  await expect.element(page.getByRole('combobox', { name: 'Solde' })).toHaveValue('Tous')
  await field.fill('bilal')
  await expect.poll(() => textsOf(lots)).toEqual(['7'])
  await choose('Solde', 'Reste à payer')
  await said('Aucun résultat trouvé pour ces critères.')
})

test('bars have one length, and a remainder of nothing is no link of colour', async () => {
  await open()
  await expectCount(rows, 5)
  const widths = page
    .getByCss('tbody [role="progressbar"]')
    .elements()
    .map((track) => Math.round(track.getBoundingClientRect().width))
  expect(new Set(widths).size).toBe(1)
  const colour = (one: Element) => getComputedStyle(one).color
  const of = (row: number) => colour(rows.nth(row).getByRole('button').element())
  const dimmed = colour(main.getByCss('thead th').first().element())
  expect(of(0)).toBe(dimmed)
  expect(of(1)).not.toBe(dimmed)
})
