import { expect, test } from 'vitest'
import { payeursEndpoints, type Payeur, recapEndpoints } from '#features/rapports/recap.contract.ts'
import { PORTFOLIO, theRecap } from '#features/rapports/recap.objects.ts'
import { held, raw, refuse, type Answer } from '#test/harness/screens/answers.ts'
import { freeze, pass, thaw } from '#test/harness/screens/clock.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  alert,
  button,
  choose,
  expectCount,
  expectOptions,
  key,
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

const open = async (all: readonly Payeur[], query = '', ...answers: Answer[]) => {
  const server = await renderScreen(`/recap${query}`, { answers: [...theRecap(all), ...answers] })
  await said('Récapitulatif des paiements')
  return server
}

// spec: RCP-16, RCP-18
test('nothing sold yet is said', async () => {
  await open([])
  await expect.element(page.getByText('Aucune donnée disponible')).toBeVisible()
  await said('Veuillez vérifier vos critères de recherche ou réessayer plus tard.')
})

// spec: RCP-01, RCP-02, RCP-08, RCP-09, RCP-11, RCP-12, RCP-13, RCP-14, RCP-15, RCP-22, RCP-23, RCP-24, RCP-25, LIM-13
test('nine columns, bars in their colours, totals over all pages', async () => {
  const server = await open(PORTFOLIO)
  await expectCount(rows, 9)
  expect(new URLSearchParams(server.asked('/api/recap-paiements')[0]).get('per_page')).toBe('6')
  await expect.element(field).toBeVisible()
  expect(textsOf(page.getByRole('columnheader'))).toEqual([
    'N° Lot',
    'Acquéreur',
    'Résidence',
    'Code',
    'Surface (m²)',
    'Montant',
    'Règlement',
    'Reste à payer',
    'Progression',
  ])
  const cells = textsOf(rows.first().getByRole('cell'))
  expect([textsOf(lots)[0], ...cells.slice(0, 6)]).toEqual([
    'A-1',
    'Ali Benali',
    'Les Jardins',
    'Bloc B',
    '92,7',
    '1 000,00 DA',
    '900,00 DA',
  ])
  expect(cells[6]).toContain('100,00 DA')
  expect(cells[7]).toContain('90 %')
  const tones = page
    .getByRole('progressbar')
    .elements()
    .map((bar) => bar.parentElement?.getAttribute('data-tone'))
  expect(tones.slice(0, 4)).toEqual(['green', 'blue', 'yellow', 'red'])
  const sums = 'Nombre de biens11Montant global4 003,50 DATotal payé1 890,00 DATotal restant2 113,50 DA'
  expect(textsOf(totals)).toEqual([sums])
  await said('Page 1 / 2')
  await expect.element(button('Page précédente')).toBeDisabled()
  await press('Page suivante')
  await said('Page 2 / 2')
  await expectCount(rows, 2)
  expect(textsOf(totals)).toEqual([sums])
  await press('Page précédente')
  await said('Page 1 / 2')
  await expectCount(rows, 9)
})

// spec: RCP-03, RCP-04, RCP-17, RCP-32, LIM-16
test('the search waits 500 ms; the residence limits; both stand in the address and are reset', async () => {
  const server = await open(PORTFOLIO, '', raw(recapEndpoints.export, {}))
  await expectCount(rows, 9)
  const asked = () => server.asked('/api/recap-paiements').slice(1)
  const busy = page.getByRole('status', { name: 'Recherche en cours' })
  freeze()
  await field.fill('l-7')
  await expect.element(busy).toBeVisible()
  await pass(499)
  expect([busy.elements().length, asked()]).toEqual([1, []])
  await pass(1)
  await expect
    .poll(async () => {
      await pass(20)
      return textsOf(lots)
    })
    .toEqual(['L-7'])
  expect(asked()).toHaveLength(1)
  thaw()
  await expect.element(busy).not.toBeInTheDocument()
  expect(address()).toBe('/recap?recherche=l-7')
  await press('Réinitialiser')
  await expectCount(rows, 9)
  const residence = page.getByRole('combobox', { name: 'Résidence' })
  await expectOptions(residence, ['Toutes les résidences', 'El Bahia', 'Les Jardins'])
  await choose('Résidence', 'Les Jardins')
  await expectCount(rows, 4)
  expect(asked().at(-1)).toContain('residence=1')

  await open(PORTFOLIO, location.search)
  await expectCount(rows, 4)
  await field.fill('zzz')
  await expect.element(page.getByText('Aucune donnée disponible')).toBeVisible()
  await said('Aucun résultat trouvé pour ces critères.')
  await press('Réinitialiser')
  await expectCount(rows, 9)
  await expect.element(field).toHaveValue('')
  await expect.element(residence).toHaveValue('Toutes les résidences')
  expect(address()).toBe('/recap')
})

// spec: RCP-05, RCP-06, RCP-27, RCP-28
test('a document made before the search is applied is the one that was asked for', async () => {
  const server = await open(PORTFOLIO, '?residence=1', raw(recapEndpoints.export, {}))
  await expectCount(rows, 4)
  const saved = savedFiles()
  freeze()
  await field.fill('l-7')
  await press('Excel')
  await expect.poll(() => saved).toEqual(['recap-paiements.xlsx'])
  thaw()
  expect(server.asked('/api/recap-paiements/export')).toEqual(['search=l-7&residence=1'])
})

// spec: RCP-30, ERR-69, ERR-70
test('a document that cannot be made says so, in the words of the server where it has some', async () => {
  const server = await open(
    PORTFOLIO,
    '',
    refuse(recapEndpoints.export, 500),
    refuse(recapEndpoints.exportPdf, 500),
  )
  await press('Excel')
  await said("Erreur lors de l'exportation du fichier Excel. Veuillez réessayer.")
  await press('PDF')
  await said("Erreur lors de l'exportation du fichier PDF. Veuillez réessayer.")
  for (const [name, call] of [
    ['Excel', recapEndpoints.export],
    ['PDF', recapEndpoints.exportPdf],
  ] as const) {
    server.give(refuse(call, 422, { message: `${name} : ce document est trop long.` }))
    await press(name)
    await expect.element(page.getByText(`${name} : ce document est trop long.`)).toBeVisible()
  }
})

test('an export that takes long says so and can be given up', async () => {
  const slow = held(raw(recapEndpoints.export, {}))
  await open(PORTFOLIO, '', slow)
  const saved = savedFiles()
  button('Excel').element().focus()
  await key('Enter')
  await expect.element(page.getByRole('progressbar', { name: 'Préparation du fichier Excel…' })).toBeVisible()
  await expect.element(button('Excel')).toBeDisabled()
  await expect.element(button('Excel')).toHaveFocus()
  await expect.element(button('PDF')).toBeDisabled()
  await press('Annuler')
  await expect.element(button('PDF')).toBeEnabled()
  slow.release()
  await expect.element(alert).not.toBeInTheDocument()
  expect(saved).toEqual([])
})

// spec: ERR-67, ERR-68, RCP-22..RCP-25
test('an answer that is no list, or no answer, is said; totals that miss are summed from the rows, each in its band', async () => {
  const server = await renderScreen('/recap', { answers: [raw(payeursEndpoints.list, { data: {} })] })
  await said("La réponse de l'API ne contient pas un tableau de données valide.")
  server.give(refuse(payeursEndpoints.list, 500))
  await press('Réessayer')
  await said('Erreur lors du chargement des données. Veuillez réessayer.')
  const bien = {
    id: 1,
    type: 'local',
    nlot: 'L-1',
    residence: 'R',
    code: 'C',
    surface: null,
    montant: 0.3,
    reglement: 0.1,
    resteAPayer: 0.2,
    pourcentagePaiement: 89.99,
  }
  const others = [49.99, 24.99].map((pourcentagePaiement, at) => ({
    ...bien,
    id: at + 2,
    pourcentagePaiement,
  }))
  const client = { id: 1, nomComplet: 'Ali', tel: '', email: '' }
  const data = [{ id: 1, client, biens: [bien, ...others] }]
  server.give(raw(payeursEndpoints.list, { data, current_page: 1, last_page: 1 }))
  await press('Réessayer')
  await said('Total restant')
  expect(textsOf(totals)).toEqual([
    'Nombre de biens3Montant global0,90 DATotal payé0,30 DATotal restant0,60 DA',
  ])
  const tones = page.getByCss('tbody [data-tone]').elements()
  expect(tones.map((bar) => bar.getAttribute('data-tone'))).toEqual(['blue', 'yellow', 'red'])
})
