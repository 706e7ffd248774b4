import { expect, test } from 'vitest'
import { civiliteEndpoints } from '#features/clients/civilite.contract.ts'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import { aCivilite, aClient, aFiche, NO_ASSETS } from '#features/clients/clients.objects.ts'
import { fichesEndpoints, piecesEndpoints, type Fiche } from '#features/clients/fiches.contract.ts'
import { sale } from '#features/paiements/paiements.objects.ts'
import { answer, type Answer } from '#test/harness/screens/answers.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { main, page } from '#test/harness/screens/screen.ts'

const nadia = aClient({ nomComplet: 'Nadia Bencheikh', tel: '0661 00 00 00', adresse: '12, rue Didouche' })
const panel = (name: string) => page.getByRole('region', { name, exact: true })
/** The figures at the head, by their labels. */
const sommes = () =>
  main
    .getByCss('dl[aria-label="Ventes en cours"] > div')
    .elements()
    .map((one) => one.textContent.replace(/\s/g, ' '))

const LOT = {
  id: 12,
  numLot: 'A-2',
  typeLogement: 'F3',
  surfaceHabitable: 80_50,
  surfaceUtile: 12_00,
  etage: { bloc: { nomloc: 'Bloc B', residence: { nom: 'Les Jardins' } } },
  ...sale(4_000_000_00, 4_000_000_00),
}
const owes = {
  ...NO_ASSETS,
  appartements: [LOT],
  totaux: {
    biens: 1,
    montant: 4_000_000_00,
    totalPaye: 0,
    resteAPayer: 4_000_000_00,
    en_retard: 0,
    sans_echeancier: 1,
  },
}

const VENTE: Fiche['ventes'][number] = {
  id: 5,
  dossier: '2026-D-0005',
  bien: 'Appartement A-2',
  lieu: 'Bloc B',
  residence: 'Les Jardins',
  part: 100_00,
  avec: null,
  terminee: false,
  etat: 'ouverte',
  montant: 4_000_000_00,
  totalPaye: 1_000_00,
  resteAPayer: 3_999_000_00,
  pourcentagePaiement: 0.03,
}
const open = (ventes: Fiche['ventes'], ...answers: Answer[]) =>
  renderScreen('/clients/1', {
    answers: [
      answer(fichesEndpoints.read, aFiche({ ...nadia, ventes })),
      answer(civiliteEndpoints.read, aCivilite()),
      answer(clientsEndpoints.assets, NO_ASSETS),
      answer(piecesEndpoints.list, { data: [], types: [], manquantes: [] }),
      ...answers,
    ],
  })

// spec: EC-35
test('who may not see identities finds the biens and how to reach him, and no more', async () => {
  const server = await renderScreen('/clients/1', {
    role: 'caisse',
    answers: [answer(clientsEndpoints.read, nadia), answer(clientsEndpoints.assets, owes)],
  })
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Nadia Bencheikh')
  await expect.element(panel('Coordonnées')).toHaveTextContent('0661 00 00 00')
  await expect.element(panel('Biens').getByRole('link', { name: 'Appartement A-2' })).toBeVisible()
  const top = (name: string) => panel(name).element().getBoundingClientRect().top
  expect(top('Biens')).toBeLessThan(top('Coordonnées'))
  for (const name of ['Identité', 'Ventes', 'Données personnelles', 'Pièces', 'Page du client'])
    await expect.element(panel(name)).not.toBeInTheDocument()
  expect(sommes()).toEqual([
    'Prix4 000 000,00 DA',
    'Payé0,00 DA',
    'Reste à payer4 000 000,00 DA',
    'En retard—sans échéancier',
  ])
  await expect.element(page.getByRole('link', { name: 'Ajouter un paiement' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Vendre un bien' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Modifier le client' })).not.toBeInTheDocument()
  expect(server.calls.map(({ path }) => path)).not.toContain('/api/clients/1/dossier')
})

// spec: RE-11
test('a sale that has ended is no part of a price: what was paid is said, without a bar', async () => {
  const line = panel('Ventes').getByRole('listitem')
  await open([VENTE])
  await expect.element(line).toHaveTextContent('En cours')
  await expect.element(line.getByRole('progressbar')).toBeVisible()
  await open([{ ...VENTE, terminee: true, etat: 'retrait' }])
  await expect.element(line).toHaveTextContent(/Retrait.*Payé : 1 000,00/)
  await expect.element(line.getByRole('progressbar')).not.toBeInTheDocument()
})

// spec: EC-35
test('the head sums up the open dossiers in his name, and leads to a payment and to a sale of his', async () => {
  const totaux = {
    biens: 3,
    montant: 7_500_000_50,
    totalPaye: 1_200_000_25,
    resteAPayer: 6_300_000_25,
    en_retard: 299_999_75,
    sans_echeancier: 2,
  }
  await open([VENTE], answer(clientsEndpoints.assets, { ...owes, totaux }))
  await expect.element(page.getByRole('link', { name: 'Ajouter un paiement' })).toBeVisible()
  expect(sommes()).toEqual([
    'Prix7 500 000,50 DA',
    'Payé1 200 000,25 DA',
    'Reste à payer6 300 000,25 DA',
    'En retard299 999,75 DA2 sans échéancier',
  ])
  const hrefs = ['Vendre un bien', 'Ajouter un paiement'].map((name) =>
    page.getByRole('link', { name }).element().getAttribute('href'),
  )
  expect(hrefs).toEqual(['/ventes?vendre=1', '/paiements?ajouter=1'])
})

// spec: EC-35
test.each([
  ['nothing', [], 'Aucune vente en cours.'],
  [
    'the sale of somebody else',
    [{ ...VENTE, part: 10_00, avec: { id: 2, nomComplet: 'Amel Belkacem' } }],
    'Aucune vente en cours à son nom.',
  ],
])('of who has %s the head says so, and offers no payment', async (_what, ventes, said) => {
  await open(ventes)
  await expect.element(page.getByText(said, { exact: true })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Vendre un bien' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Ajouter un paiement' })).not.toBeInTheDocument()
})
