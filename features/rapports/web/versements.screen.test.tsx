import { expect, test } from 'vitest'
import { aClientResume } from '#features/clients/clients.objects.ts'
import { chequesEndpoints } from '#features/cheques/cheques.contract.ts'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { aCheque, aPaiement, payeursPage, SoldLot } from '#features/paiements/paiements.objects.ts'
import { payeursEndpoints } from '#features/rapports/recap.contract.ts'
import { versementsEndpoints } from '#features/rapports/versements.contract.ts'
import type { LigneDeVersements } from '#features/paiements/paiement.schema.ts'
import { rechercheEndpoints } from '#features/recherche/recherche.contract.ts'
import { aTrouvaille } from '#features/recherche/recherche.objects.ts'
import { answer, raw, refuse, type Answer } from '#test/harness/screens/answers.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  actOn,
  alert,
  choose,
  dialog,
  expectCount,
  key,
  main,
  options,
  page,
  plain,
  press,
  rows,
  said,
  savedFiles,
  textsOf,
} from '#test/harness/screens/screen.ts'

const panel = page.getByRole('region', { name: 'Filtres de paiement' })
const search = page.getByPlaceholder('Client, bien, reçu ou référence...')
const address = () => location.pathname + location.search
/** The screen opens in November. */
const now = '2026-11-15T09:00:00Z'
const others = 500

const BADIS = aClientResume({ id: 2, nomComplet: 'Badis Cherif' })
const versement = (given: Partial<LigneDeVersements>): LigneDeVersements => ({
  ...aPaiement({ date_paiement: '2026-11-01' }),
  residence: { id: 1, nom: 'Les Jardins' },
  ...given,
})
/** Ali paid a cheque and a virement this month, one virement years ago; a cheque of Badis was rejected. */
const CHEQUE = versement({
  ...aCheque({ id: 31, recu: '2026-000031', reference: '0012345', versement: 1_000_000_00 }),
  date_paiement: '2026-11-01',
})
const PAID = [
  CHEQUE,
  versement({
    id: 32,
    recu: '2026-000032',
    versement: 2_000_000_00,
    mode: 'virement',
    banque: 'CPA',
    reference: '4471',
  }),
  versement({
    id: 33,
    recu: '2020-000001',
    versement: 500_000_00,
    mode: 'virement',
    date_paiement: '2020-01-15',
  }),
  versement({
    ...aCheque({ id: 34, recu: '2026-000034', reference: '0099999', banque: 'BDL', versement: 750_000_00 }),
    client_id: 2,
    client: BADIS,
    date_paiement: '2026-11-01',
    etat: 'rejete',
    rejete_le: '2026-11-01',
    motif_rejet: 'Opposition',
  }),
]

/** The payments that a call asks for, and what they come to. */
const versements = (paid: readonly LigneDeVersements[] = PAID): Answer =>
  answer(versementsEndpoints.list, ({ query }) => {
    const [du = '', mode = '', text = ''] = ['du', 'mode', 'recherche'].map(
      (name) => query.get(name) ?? undefined,
    )
    const found = paid.filter(
      (one) =>
        one.date_paiement >= du &&
        (mode === '' || one.mode === mode) &&
        `${one.client.nomComplet} ${one.reference} ${one.recu}`.includes(text),
    )
    const sum = (all: LigneDeVersements[]) => all.reduce((total, one) => total + one.versement, 0)
    const counted = found.filter(({ etat }) => etat !== 'rejete')
    const rejete = sum(found.filter(({ etat }) => etat === 'rejete'))
    return { ...onePage(found), totals: { nombre: counted.length, montant: sum(counted), rejete } }
  })

const openVersements = async (query = '', ...answers: Answer[]) => {
  const server = await renderScreen(`/paiements${query}`, {
    answers: [
      answer(payeursEndpoints.list, payeursPage([])),
      versements(),
      ...new SoldLot([CHEQUE]).answers,
      ...answers,
    ],
    others,
    now,
  })
  await page.getByText('Versements', { exact: true }).click()
  await expect.element(search).toBeVisible()
  return server
}

// spec: RE-05, RF-03
test('every payment of this month, what it comes to, and what can be done with each', async () => {
  const files = [versementsEndpoints.export, paiementsEndpoints.printSingle].map((call) => raw(call, {}))
  const server = await openVersements('', ...files)
  await expectCount(rows, 3)
  expect(textsOf(page.getByRole('columnheader'))).toEqual([
    'Date',
    'Client',
    'Bien',
    'Mode',
    'Montant',
    'État',
    'Actions',
  ])
  const sum = main.getByCss('p').filter({ hasText: /versement/ })
  expect(textsOf(sum)).toEqual(['2 versements, 3 000 000,00 DArejetés, non comptés : 750 000,00 DA'])
  // The month stands in sight while its fields are folded: the sum is never taken for that of all months.
  const puces = page.getByRole('list', { name: 'Filtres en place' }).getByRole('button')
  expect(textsOf(puces)).toEqual([expect.stringMatching(/^novembre 2026/i)])
  const cheque = rows.filter({ hasText: CHEQUE.recu })
  await expect.element(cheque).toHaveTextContent('0012345 · BNA')
  await press(`Détails du paiement ${CHEQUE.recu}`, cheque)
  await expect.element(dialog).toHaveTextContent('Ali Benali')
  await key('Escape')
  const saved = savedFiles()
  await press(`Imprimer le reçu ${CHEQUE.recu}`, cheque)
  await expect.poll(() => saved).toEqual(['paiement_31.pdf'])
  await press('Excel')
  await expect.poll(() => saved).toHaveLength(2)
  await press('PDF')
  await expect.poll(() => saved.slice(1)).toEqual(['paiements.xlsx', 'paiements.pdf'])
  const period = 'du=2026-11-01&au=2026-11-30'
  expect(server.asked('/api/paiements/export')).toEqual(
    ['xlsx', 'pdf'].map((format) => `${period}&format=${format}`),
  )
  await panel.getByRole('textbox', { name: 'Du' }).fill('01/01/2020')
  await key('Tab')
  await expectCount(rows, 4)
  await search.fill('0099999')
  await expectCount(rows, 1)
  await expect.element(rows).toHaveTextContent('Rejeté')
  await press('Réinitialiser')
  await expectCount(rows, 3)
  await actOn(cheque, /^Ouvrir les paiements du bien/)
  await expect.poll(address).toBe('/clients/1/paiements/12?paiement=31')
})

test('without the chip of its month, the list has every month, also after a reload and with one day emptied', async () => {
  const server = await openVersements()
  const puces = page.getByRole('list', { name: 'Filtres en place' }).getByRole('button')
  await expectCount(puces, 1)
  await puces.click()
  await expectCount(rows, 4)
  await expectCount(puces, 0)
  expect(server.asked('/api/paiements').at(-1)).not.toMatch(/du=|au=/)
  const again = await renderScreen(address(), {
    answers: [answer(payeursEndpoints.list, payeursPage([])), versements()],
    again: true,
    now,
  })
  await expectCount(rows, 4)
  await expectCount(puces, 0)
  expect(again.asked('/api/paiements').join()).not.toMatch(/du=|au=/)
  await press('Réinitialiser')
  await expectCount(rows, 3)
  await press('Effacer « Du »', panel)
  await expect.poll(() => again.asked('/api/paiements').at(-1)).toMatch(/au=2026-11-30/)
  expect(again.asked('/api/paiements').at(-1)).not.toMatch(/du=/)
})

test('nothing for these filters, and a failure, are told', async () => {
  const server = await openVersements('?mode=autre')
  await said('Aucun versement pour ces critères.')
  await said('Changez la période ou les filtres.')
  server.give(refuse(versementsEndpoints.list, 500))
  await choose('Mode', 'Chèque', panel)
  await expect.element(alert).toHaveTextContent('Erreur lors du chargement des versements.')
})

test('Ctrl+K finds a payment by the number of its cheque, and leads to it', async () => {
  const found = aTrouvaille({
    genre: 'paiement',
    id: 31,
    titre: `Reçu ${CHEQUE.recu}`,
    lieu: 'Chèque BNA 0012345, 1 000 000,00 DA',
    client: { id: 1, nomComplet: 'Ali Benali' },
    paiement: { bien: { type: 'appartement', id: 12 }, page: 1 },
  })
  const find = answer(rechercheEndpoints.search, { data: [found] })
  const server = await renderScreen('/clients', {
    answers: [find, ...new SoldLot([CHEQUE]).answers],
    others,
  })
  await said('Gestion des Clients')
  await key('Control+k')
  await page.getByRole('combobox', { name: /^Client, téléphone, lot/ }).fill('0012345')
  await expect.poll(() => textsOf(options)).toHaveLength(1)
  expect(plain(options.element().textContent)).toContain(
    `Reçu ${CHEQUE.recu}Chèque BNA 0012345, 1 000 000,00 DA`,
  )
  expect(server.asked('/api/recherche').at(-1)).toContain('q=0012345')
  await key('Enter')
  await expect.poll(address).toBe('/clients/1/paiements/12?paiement=31')
  await expect.element(rows.filter({ hasText: CHEQUE.recu })).toBeVisible()
})

// spec: EC-24
test('a payment bears the name of its holder of that day, which opens his own file', async () => {
  const ceded = versement({
    ...CHEQUE,
    client: aClientResume({ id: 2, nomComplet: 'Lila Hamdi' }),
    client_id: 2,
    detenteur: { id: 9, nomComplet: 'Sofiane Kaci' },
  })
  const compte = { nombre: 1, montant: CHEQUE.versement }
  const aucun = { nombre: 0, montant: 0 }
  const cheques = answer(chequesEndpoints.listCheques, {
    ...onePage([ceded]),
    totals: compte,
    etats: { recu: compte, remis: aucun, rejete: { ...aucun, total: 0 } },
  })
  const answers = [versements([ceded]), cheques]
  await renderScreen('/paiements?vue=versements', { answers, others, now })
  const holder = rows.getByRole('link', { name: 'Sofiane Kaci' })
  await expect
    .element(rows.getByRole('link', { name: 'Appartement A-12' }))
    .toHaveAttribute('href', '/ventes/5')
  await expect.element(rows).not.toHaveTextContent('Lila Hamdi')
  holder.element().focus()
  await key('Enter')
  await expect.poll(address).toBe('/clients/9')
  await page.viewport(390, 844)
  await renderScreen('/paiements?vue=versements', { answers, others, now })
  const row = page.getByRole('list', { name: 'Versements' }).getByRole('listitem')
  await row.getByRole('button', { name: /^Sofiane Kaci/ }).click()
  await expect
    .element(row.getByRole('link', { name: 'Sofiane Kaci' }).first())
    .toHaveAttribute('href', '/clients/9')
  await page.viewport(1280, 800)
  await renderScreen('/cheques', { answers, others })
  await holder.click()
  await expect.poll(address).toBe('/clients/9')
})
