import { expect, test } from 'vitest'
import { appartementsEndpoints } from '#features/biens/appartements.contract.ts'
import { aSoldAppartement } from '#features/biens/biens.objects.ts'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import { aClientResume } from '#features/clients/clients.objects.ts'
import { optionsEndpoints } from '#features/options/options.contract.ts'
import {
  ALI,
  aBienPaye,
  aPayeur,
  owned,
  payeursPage,
  SoldLot,
} from '#features/paiements/paiements.objects.ts'
import { payeursEndpoints } from '#features/rapports/recap.contract.ts'
import { rechercheEndpoints } from '#features/recherche/recherche.contract.ts'
import { aTrouvaille } from '#features/recherche/recherche.objects.ts'
import { dossiersEndpoints } from '#features/ventes/dossiers.contract.ts'
import { aDossier, aDossierLigne, answersOfDossier, dossiersPage } from '#features/ventes/ventes.objects.ts'
import { answer } from '#test/harness/screens/answers.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  actOn,
  card,
  choose,
  dialog,
  expectCount,
  key,
  main,
  options,
  page,
  press,
  rows,
  said,
  type,
} from '#test/harness/screens/screen.ts'

const GRAND = aDossierLigne({ id: 2, dossier: '2026-D-0002', resteAPayer: 9_000_000_00 })
const PETIT = aDossierLigne({
  id: 3,
  dossier: '2026-D-0003',
  client: aClientResume({ id: 4, nomComplet: 'Amel Aït' }),
})
const OF = { id: 5, dossier: '2026-0005' }
/** Open dossiers, the youngest first or the largest remainder; none is closed. */
const list = answer(dossiersEndpoints.list, ({ query }) => {
  if (query.get('etat') === 'closes') return dossiersPage([])
  if (query.get('search') === 'a-13') return dossiersPage([PETIT])
  return dossiersPage(query.get('tri') === 'reste' ? [GRAND, PETIT] : [PETIT, GRAND])
})
const heading = page.getByRole('heading', { level: 1 })

test('leads from the search to the dossiers, by tabs and arrows, and to one of them', async () => {
  const server = await renderScreen('/dashboard', {
    others: 500,
    answers: [
      list,
      answer(optionsEndpoints.list, onePage([])),
      ...answersOfDossier(aDossier({ id: 3, dossier: '2026-D-0003' })),
      answer(rechercheEndpoints.search, {
        data: [aTrouvaille({ genre: 'vente', id: 3, titre: 'Dossier 2026-D-0003' })],
      }),
    ],
  })
  await expect.element(heading).toBeVisible()
  await key('Control+k')
  await expect.element(dialog.getByRole('combobox')).toHaveFocus()
  await type('dossiers de vente')
  await expect.element(page.getByRole('option', { name: /^Dossiers de vente/ })).toBeVisible()
  await key('Enter')
  await expect.element(heading).toHaveTextContent('Dossiers de vente')
  await expect.element(main.getByText('2 dossiers')).toBeVisible()
  page.getByRole('tab', { name: 'En cours' }).element().focus()
  await key('ArrowRight')
  await expect.poll(() => location.search).toBe('?onglet=options')
  await said('Aucune option en cours.')
  await key('ArrowRight')
  await expect.poll(() => location.search).toBe('?onglet=clos')
  await said('Aucun dossier clos.')
  await page.getByRole('checkbox', { name: 'Reste à rembourser' }).click()
  await expect.poll(() => location.search).toContain('reste=1')
  await said('Aucun dossier trouvé avec ces critères.')
  await page.getByRole('tab', { name: 'En cours' }).click()
  await expect.element(rows.first()).toHaveTextContent(/^2026-D-0003/)
  await choose('Trier par', 'Reste à payer')
  await expect.poll(() => location.search).toContain('tri=reste')
  await expect.element(rows.first()).toHaveTextContent(/^2026-D-0002/)
  await page.getByPlaceholder('Client, dossier ou numéro de bien...').fill('a-13')
  await expectCount(rows, 1)
  await page.getByRole('link', { name: '2026-D-0003' }).click()
  await expect.element(heading).toHaveTextContent('Dossier 2026-D-0003')
  expect(location.pathname).toBe('/ventes/3')
  await key('Control+k')
  await expect.element(dialog.getByRole('combobox')).toHaveFocus()
  await type('2026-d-0003')
  await expect.element(options.filter({ hasText: 'Dossier 2026-D-0003' }).first()).toBeVisible()
  const asked = [...new Set(server.asked('/api/ventes'))].map((query) =>
    Object.fromEntries(new URLSearchParams(query)),
  )
  expect(asked).toEqual([
    expect.objectContaining({ etat: 'ouvertes', page: '1' }),
    expect.objectContaining({ etat: 'closes' }),
    expect.objectContaining({ etat: 'closes', a_rembourser: '1' }),
    expect.objectContaining({ etat: 'ouvertes', tri: 'reste' }),
    expect.objectContaining({ etat: 'ouvertes', tri: 'reste', search: 'a-13' }),
  ])
})

test('who held a bien before is led to from its payments, and the bien is a criterion that is told and taken away', async () => {
  const lot = new SoldLot()
  const clos = aDossierLigne({ id: 7, dossier: '2025-D-0007', etat: 'retrait', terminee_le: '2026-02-03' })
  const bien = { ...clos.bien, id: 12, designation: 'Appartement A-12' }
  const server = await renderScreen(lot.address, {
    answers: [
      ...lot.answers,
      answer(dossiersEndpoints.list, ({ query }) =>
        query.get('bien_id') === '12' && query.get('etat') === 'closes'
          ? dossiersPage([{ ...clos, bien }], { of: 2 })
          : dossiersPage([GRAND]),
      ),
    ],
  })
  await page.getByRole('link', { name: 'Anciens acquéreurs (2)' }).click()
  await expect.poll(() => location.pathname).toBe('/ventes')
  expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({ onglet: 'clos', bien: '12' })
  const chip = page.getByRole('list', { name: 'Filtres en place' }).getByRole('button')
  await expect.element(chip).toHaveTextContent('Appartement A-12')
  await expect.element(rows.first()).toHaveTextContent(/^2025-D-0007/)
  await page.getByRole('tab', { name: 'En cours' }).click()
  await expect.element(rows.first()).toHaveTextContent(/^2026-D-0002/)
  await expect.element(chip).toHaveTextContent('Un seul bien')
  expect(server.asked('/api/ventes').at(-1)).toContain('bien_id=12')
  await chip.click()
  await expect.element(chip).not.toBeInTheDocument()
  await expect.poll(() => server.asked('/api/ventes').at(-1)).not.toContain('bien_id')
  expect(location.search).not.toContain('bien')
})

test('a bien that nobody held before leads to no former buyers', async () => {
  const lot = new SoldLot()
  const server = await renderScreen(lot.address, { answers: [...lot.answers, list] })
  await expect.poll(() => server.asked('/api/ventes').length).toBe(1)
  await expect.element(page.getByRole('region', { name: 'Détails du bien' })).toBeVisible()
  await expect.element(page.getByText(/^Anciens acquéreurs/)).not.toBeInTheDocument()
})

const LOT = aSoldAppartement(ALI, { id: 12, numLot: 'A-12', montant: 1_000_00 })
const lot = new SoldLot()
const { etage, bloc } = lot.appartement
const REPORT = {
  id: 12,
  numLot: 'A-12',
  typeLogement: 'F3',
  stats: {
    surfaceHabitable: 80_50,
    surfaceUtile: 12_20,
    superficieTotale: 92_70,
    montant: 1_000_00,
    montant1: null,
    montant2: null,
    client: ALI,
  },
  etage,
  bloc,
  residence: { id: 1, nom: 'Les Jardins' },
  pourcentagePaiement: 0,
  totalPayments: 0,
  resteAPayer: 1_000_00,
  paiements: [],
  vente_id: OF.id,
  dossier: OF.dossier,
  etat_bien: 'vendu' as const,
  option: null,
  historique: [],
}
const AROUND = [
  ...lot.answers,
  ...answersOfDossier(aDossier(OF)),
  answer(appartementsEndpoints.list, onePage([LOT])),
  answer(appartementsEndpoints.report, REPORT),
  answer(clientsEndpoints.all, [ALI]),
  answer(payeursEndpoints.list, payeursPage([aPayeur(ALI, [aBienPaye()])])),
  owned(() => [LOT]),
]

test.each([
  ['the payments of a bien', `/clients/${ALI.id}/paiements/12`, 'Dossier 2026-0005'],
  ['the report of a lot', '/appartement?rapport=12', 'Dossier 2026-0005'],
  ['the details of a lot', '/appartement?details=12', 'Dossier 2026-0005'],
  ['the biens of a client', `/clients?biens=${ALI.id}`, 'Dossier 2026-0005'],
  ['the recap', '/recap', 'Ouvrir le dossier 2026-0005'],
  ['the payments', '/paiements', '2026-0005'],
])('a dossier is reached from %s', async (_from, address, name) => {
  await renderScreen(address, { answers: AROUND })
  await page.getByRole('link', { name, exact: true }).first().click()
  await expect.poll(() => location.pathname).toBe('/ventes/5')
  await expect.element(heading).toHaveTextContent('Dossier 2026-0005')
})

test('is offered in the place of a client who is only taken away, and the question is gone then', async () => {
  await renderScreen('/appartement', { answers: AROUND })
  await actOn(card('Appartement A-12'), /^Retirer le client/)
  await expect
    .element(dialog)
    .toHaveTextContent(
      'Pour noter un motif, une retenue et des remboursements, faites plutôt un désistement dans le dossier',
    )
  await press('dossier 2026-0005', dialog)
  await expect.poll(() => location.pathname).toBe('/ventes/5')
  await expect.element(heading).toHaveTextContent('Dossier 2026-0005')
  await expect.element(dialog).not.toBeInTheDocument()
})

test('on a phone, closed dossiers with a refund to make say that they are narrowed', async () => {
  await page.viewport(390, 844)
  const server = await renderScreen('/ventes?onglet=clos&reste=1', { answers: [list] })
  const chip = page.getByRole('list', { name: 'Filtres en place' }).getByRole('button')
  await expect.element(chip).toHaveTextContent('Reste à rembourser')
  await chip.click()
  await expect.element(chip).not.toBeInTheDocument()
  await expect.poll(() => server.asked('/api/ventes').at(-1)).not.toContain('a_rembourser')
})
