import { expect, test } from 'vitest'
import { PORTFOLIO, theRecap } from '#features/rapports/recap.objects.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  button,
  expectCount,
  key,
  page,
  press,
  rows,
  said,
  textsOf,
  type,
} from '#test/harness/screens/screen.ts'

const chips = page.getByRole('list', { name: 'Filtres en place' }).getByRole('listitem')
const SOURCE = "D'après les dates des écritures telles qu'elles sont enregistrées aujourd'hui."

const open = async (query = '') => {
  const server = await renderScreen(`/recap${query}`, { answers: theRecap(PORTFOLIO) })
  await expectCount(rows, 9)
  return server
}
const asked = (server: Awaited<ReturnType<typeof open>>) =>
  new URLSearchParams(server.asked('/api/recap-paiements').at(-1))

// spec: CO-15
test('« Situation au » asks for that day, hides the filters of payments and says what it is read from', async () => {
  const server = await open('?mode=virement')
  await expect.element(button('Filtres (1)')).toBeVisible()
  await page.getByRole('textbox', { name: 'Situation au' }).click()
  await type('31/12/2025')
  await key('Tab')
  await said(SOURCE)
  await expect.poll(() => textsOf(chips)).toEqual(['Situation au 31/12/2025, retirer ce filtre'])
  expect(location.search).toContain('situation=2025-12-31')
  expect([asked(server).get('situation'), asked(server).get('mode')]).toEqual(['2025-12-31', null])
  expect(page.getByRole('button', { name: /Filtres/ }).elements()).toHaveLength(0)
  // The payments of today do not explain the remainder of that day.
  expect(page.getByText('Pourquoi ce solde ?').elements()).toHaveLength(0)
  await press(/^Situation au .*retirer ce filtre/)
  await expect.element(button('Filtres (1)')).toBeVisible()
  await expect.poll(() => location.search).not.toContain('situation')
})

// spec: CO-15
test('a day to come is today, and its papers are of that day', async () => {
  const server = await open('?situation=2099-01-01')
  expect(asked(server).get('situation')).not.toBe('2099-01-01')
  await said(SOURCE)
})

// spec: CO-15
test('under « Du » and « Au » stands what they keep', async () => {
  await open('?du=2026-01-01')
  const portee = 'Ne garde que les biens payés entre ces jours ; les montants restent ceux de toute la vente.'
  await expect.element(page.getByText(portee)).toBeVisible()
})
