import { expect, test } from 'vitest'
import { appartementsEndpoints } from '#features/biens/appartements.contract.ts'
import { aLocal, aParking, aPlace, soldTo } from '#features/biens/biens.objects.ts'
import { locauxEndpoints } from '#features/biens/locaux.contract.ts'
import { parkingsEndpoints } from '#features/biens/parkings.contract.ts'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { ALI, aPaiement, aSolde, owned, payeursPage, SoldLot } from '#features/paiements/paiements.objects.ts'
import { payeursEndpoints } from '#features/rapports/recap.contract.ts'
import { tableauDeBordEndpoints } from '#features/tableau-de-bord/tableau-de-bord.contract.ts'
import { answer, refuse } from '#test/harness/screens/answers.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { card, field, key, menu, page, press, type Locator } from '#test/harness/screens/screen.ts'

const named = (name: string | RegExp) => page.getByRole('dialog', { name })
const ledger = named(/^Pourquoi ce solde/)
const assets = named('Biens de Ali Benali')
const whyOf = (libelle: string) => ({ name: `Pourquoi ce solde ? ${libelle}` })

/** Opens a remainder into its lines, closes what is on top by Escape, and says what was read and whether the rest still stands. */
async function seen(inside: Locator, libelle: string) {
  await inside.getByRole('button', whyOf(libelle)).click()
  await expect.element(ledger.getByRole('row').last()).toHaveTextContent('Reste à payer')
  const last = ledger.getByRole('row').last().element().textContent
  await key('Escape')
  await expect.element(ledger).not.toBeInTheDocument()
  return [last.replace(/.*−.*?,\d\d/, ''), inside.elements().length]
}

const lot = new SoldLot([aPaiement({ versement: 80_00 })], { prix: 800_00 })
const LOCAL = aLocal({ id: 9, num: 'S-2', ...soldTo(ALI, 700_00) })
const PLACE = aPlace({ id: 7, numero_place: 44, ...soldTo(ALI, 600_00) })
const PARKING = aParking({ places_count: 1, occupied_places: 1 })
const { appartement } = lot
const sold = {
  pourcentagePaiement: 10,
  totalPayments: 80_00,
  paiements: [],
  vente_id: 5,
  dossier: '2026-0005',
  etat_bien: 'vendu' as const,
  option: null,
  historique: [],
}
const answers = [
  ...lot.answers,
  owned(() => [appartement]),
  answer(appartementsEndpoints.list, onePage([appartement])),
  answer(appartementsEndpoints.report, {
    id: appartement.id,
    numLot: appartement.numLot,
    typeLogement: 'F3',
    stats: {
      surfaceHabitable: 80_50,
      surfaceUtile: 12_20,
      superficieTotale: 92_70,
      montant: 800_00,
      montant1: null,
      montant2: null,
      client: ALI,
    },
    etage: { id: 2, designation: '2e étage' },
    bloc: { id: 1, nomloc: 'Bloc B' },
    residence: { id: 1, nom: 'Les Jardins' },
    resteAPayer: 720_00,
    ...sold,
  }),
  answer(locauxEndpoints.list, onePage([LOCAL])),
  answer(locauxEndpoints.read, LOCAL),
  answer(locauxEndpoints.report, {
    id: 9,
    num: 'S-2',
    stats: { surface: 45_00, montant: 700_00, description: null, estDispo: false, client: ALI },
    bloc: LOCAL.bloc,
    resteAPayer: 700_00,
    ...sold,
  }),
  answer(parkingsEndpoints.list, onePage([PARKING])),
  answer(parkingsEndpoints.detail, { ...PARKING, places: [PLACE] }),
  answer(paiementsEndpoints.soldeLocal, aSolde({ prix: 700_00, resteAPayer: 700_00 })),
  answer(paiementsEndpoints.soldePlace, aSolde({ prix: 600_00, resteAPayer: 600_00 })),
]

// spec: APT-25, CLI-14, DET-08, LOC-17, LOC-22, PLC-01
test.each([
  ['/clients?biens=1', 'Biens de Ali Benali', 'Appartement A-12', '720,00'],
  ['/clients?biens=1', 'Biens de Ali Benali', 'Place 44', '600,00'],
  ['/clients?biens=1', 'Biens de Ali Benali', 'Local S-2', '700,00'],
  ['/appartement?details=12', "Détails de l'appartement", 'Appartement A-12', '720,00'],
  ['/appartement?rapport=12', 'Rapport détaillé', 'Appartement A-12', '720,00'],
  ['/locaux?details=9', 'Détails du local', 'Local S-2', '700,00'],
  ['/locaux?rapport=9', 'Rapport détaillé', 'Local S-2', '700,00'],
  ['/parking?places=1', 'Places du parking Parking Nord', 'Place 44', '600,00'],
])(
  '%s: in « %s » the remainder of %s opens into its lines, and Escape closes only what is on top',
  async (address, dialog, libelle, amount) => {
    await renderScreen(address, { answers })
    expect(await seen(named(dialog), libelle)).toEqual([amount, 1])
  },
)

test.each([
  ['/appartement', 'Appartement A-12', '720,00'],
  ['/locaux', 'Local S-2', '700,00'],
])('%s: the remainder on a card opens into its lines', async (address, libelle, amount) => {
  await renderScreen(address, { answers })
  expect(await seen(card(libelle), libelle)).toEqual([amount, 1])
})

test('the remainder of a payment opens into its lines from its details', async () => {
  await renderScreen(lot.address, { answers })
  await press(/^Détails du paiement/)
  expect(await seen(named('Détails du paiement'), 'Appartement A-12')).toEqual(['720,00', 1])
})

test('a form on top is not closed by Escape, nor is what stands below it', async () => {
  const adding = named('Ajouter un paiement')
  await renderScreen('/clients?biens=1', { answers })
  await press('Ajouter un paiement : Appartement A-12')
  await expect.element(field('Montant')).toHaveFocus()
  await key('Escape')
  await expect.element(adding).toBeVisible()
  await press('Annuler', adding)
  await expect.element(adding).not.toBeInTheDocument()
  await expect.element(assets).toBeVisible()
})

test.each([
  [lot.address, 'Paiements'],
  ['/clients/1/paiements/0/0/9', 'Paiements'],
  ['/clients/1/paiements', 'Paiements'],
  ['/clients', 'Clients'],
  ['/clients?biens=1', 'Clients'],
  ['/paiements?page=1', 'Paiements'],
  ['/', 'Dashboard'],
])('at %s the menu shows %s', async (address, entry) => {
  await renderScreen(address, {
    answers: [
      ...answers,
      answer(paiementsEndpoints.listLocal, onePage([])),
      answer(payeursEndpoints.list, payeursPage([])),
      refuse(tableauDeBordEndpoints.read, 500),
    ],
  })
  const current = menu.getByCss('[aria-current="page"]')
  await expect.element(current).toHaveTextContent(entry)
  expect(current.elements()).toHaveLength(1)
})
