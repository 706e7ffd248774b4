import { expect, test } from 'vitest'
import { appartementsEndpoints } from '#features/biens/appartements.contract.ts'
import { aSoldAppartement, aSoldLocal, aSoldPlace } from '#features/biens/biens.objects.ts'
import { locauxEndpoints } from '#features/biens/locaux.contract.ts'
import { placesEndpoints } from '#features/biens/parkings.contract.ts'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import { aClient } from '#features/clients/clients.objects.ts'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { aPaiement, aSolde, payeursPage } from '#features/paiements/paiements.objects.ts'
import { payeursEndpoints } from '#features/rapports/recap.contract.ts'
import { promoteurEndpoints } from '#features/promoteur/promoteur.contract.ts'
import { aujourdhui } from '#shared/dates.ts'
import { answer, held, refuse, type Answer, type Call } from '#test/harness/screens/answers.ts'
import { halt } from '#test/harness/screens/clock.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  dialog,
  insert,
  field,
  key,
  options,
  page,
  press,
  textsOf,
  type,
  valueOf,
} from '#test/harness/screens/screen.ts'

const PRIX = 1_000_00
const idOf = ({ path }: Call) => Number(/\d+/.exec(path)?.[0])

const NOMS = ['Zohra Seule', 'Nadir Boualem', 'Amrouche Rachid', 'Samia Deux Places', 'Kamel Soldé']
const CLIENTS = [...NOMS, 'Farid Sans Bien', 'Hocine Homonyme'].map((nomComplet, at) =>
  aClient({ id: at + 1, nomComplet }),
)
const clientOf = (nom: string) => CLIENTS.find(({ nomComplet }) => nomComplet === nom) ?? aClient()

interface Lieu {
  residence?: string
  bloc?: string
  etage?: string
}
let serial = 0
const blocIn = ({ residence = 'Résidence El Yasmine', bloc = 'Bloc B' }: Lieu) => ({
  id: 1,
  nomloc: bloc,
  residence_id: 1,
  residence: { id: 1, nom: residence },
})
function lot(nom: string, numLot: string, paye = 0, lieu: Lieu = {}) {
  const bloc = blocIn(lieu)
  return aSoldAppartement(clientOf(nom), {
    id: ++serial,
    numLot,
    montant: PRIX,
    resteAPayer: PRIX - paye * 100,
    bloc,
    etage: { id: 1, designation: lieu.etage ?? '2e étage', bloc_id: 1, bloc },
  })
}
const local = (nom: string, num: string, montant: number, lieu: Lieu = {}) =>
  aSoldLocal(clientOf(nom), { id: ++serial, num, montant: Math.round(montant * 100), bloc: blocIn(lieu) })
function place(nom: string, numero_place: number, { residence = 'Résidence El Yasmine' }: Lieu = {}) {
  const parking = {
    id: 1,
    parking_nom: 'Parking Nord',
    residence_id: 1,
    residence: { id: 1, nom: residence },
  }
  return aSoldPlace(clientOf(nom), { id: ++serial, numero_place, montant: 500_00, parking })
}

/** The same numbers, bloc and parking in two residences. */
const KHALDOUN = { residence: 'Résidence Ibn Khaldoun' }
const LOTS = [
  lot('Zohra Seule', '301', 300),
  lot('Nadir Boualem', '311', 1000),
  lot('Amrouche Rachid', '302', 1000),
  lot('Amrouche Rachid', '302', 250, KHALDOUN),
  lot('Amrouche Rachid', '304'),
  lot('Samia Deux Places', '321', 1000),
  lot('Kamel Soldé', '331', 1000),
  lot('Hocine Homonyme', '1', 0, { etage: 'RDC' }),
  lot('Hocine Homonyme', '1', 0, { etage: '1er étage' }),
  lot('Hocine Homonyme', '1', 0, { etage: '1er étage' }),
]
const PLACES = [
  place('Amrouche Rachid', 41),
  place('Amrouche Rachid', 41, KHALDOUN),
  place('Samia Deux Places', 7),
  place('Samia Deux Places', 8),
]
const LOCAUX = [
  local('Nadir Boualem', 'L-1', 800),
  local('Amrouche Rachid', 'L-7', 9_999_999_999.99),
  local('Amrouche Rachid', 'L-7', 9_999_999_999.99, KHALDOUN),
]
const LISTS = ['Appartement', 'Place de parking', 'Local'] as const

const ofClient = <T extends { client_id: number | null }>(biens: readonly T[]) => {
  return (call: Call) => biens.filter(({ client_id }) => client_id === idOf(call))
}
const lots = answer(appartementsEndpoints.ofClient, ofClient(LOTS))
const locaux = answer(locauxEndpoints.ofClient, ofClient(LOCAUX))
const found = answer(clientsEndpoints.list, ({ query }) => {
  const search = (query.get('search') ?? '').toLowerCase()
  return onePage(CLIENTS.filter(({ nomComplet }) => nomComplet.toLowerCase().includes(search)))
})
const ANSWERS = [
  answer(payeursEndpoints.list, payeursPage([])),
  answer(promoteurEndpoints.list, []),
  found,
  answer(clientsEndpoints.read, (call) => CLIENTS.find(({ id }) => id === idOf(call)) ?? aClient()),
  lots,
  locaux,
  answer(placesEndpoints.ofClient, (call) => ({ places: ofClient(PLACES)(call) })),
  answer(paiementsEndpoints.listAppartement, (call) => {
    const paid = LOTS.find(({ id }) => id === idOf(call))
    return paid && paid.resteAPayer < PRIX ? [aPaiement({ versement: PRIX - paid.resteAPayer })] : []
  }),
  answer(paiementsEndpoints.listPlace, []),
  answer(paiementsEndpoints.listLocal, []),
  ...[paiementsEndpoints.soldeAppartement, paiementsEndpoints.soldePlace, paiementsEndpoints.soldeLocal].map(
    (solde) => answer(solde, aSolde()),
  ),
]
/** The biens of one client, kept until they are released. */
function heldFor(nom: string): Answer & { release(): void } {
  const path = `/api/clients/${clientOf(nom).id}/appartements`
  return held({ ...lots, endpoint: { ...lots.endpoint, path } })
}

/** A line and, beside it, what is left. */
const texts = () => textsOf(options).map((text) => text.replace(/(?<! )(reste|soldé)/, ' $1'))
const reste = (value: string) => expect.poll(() => valueOf(field('Reste à payer'))).toBe(value)
async function nothingChosen() {
  for (const kind of LISTS) await expect.element(field(kind)).toHaveValue('')
}

async function openForm() {
  const server = await renderScreen('/paiements', { answers: ANSWERS })
  await press('Ajouter un paiement')
  await expect.element(field('Client')).toHaveFocus()
  return server
}

/** A client by the keyboard alone: his name, which the first line takes up, Enter. */
async function pick(nom: string): Promise<void> {
  field('Client').element().focus()
  await key('Control+a')
  await type(nom)
  await expect.poll(texts).toEqual([`${nom} · 0555 12 34 56`, `Nouveau client « ${nom} »`])
  await key('Enter')
  await expect.element(field('Client')).toHaveValue(`${nom} · 0555 12 34 56`)
}

// spec: PAY-29, PAY-32, PAY-45
test('the only bien is chosen with its client; what is typed next is the amount', async () => {
  const server = await openForm()
  await pick('Zohra Seule')
  await expect.element(field('Appartement')).toHaveValue('301 (F3) · Bloc B, Résidence El Yasmine')
  await expect.element(field('Montant')).toHaveFocus()
  for (const other of ['Place de parking', 'Local']) await expect.element(field(other)).toBeDisabled()
  await reste('700,00 DA')
  await type('120,5')
  server.give(
    answer(paiementsEndpoints.create, {
      ...aPaiement({ versement: 120_50 }),
      message: 'Paiement ajouté avec succès !',
      avertissements: [],
    }),
  )
  await key('Enter')
  await expect.element(dialog).not.toBeInTheDocument()
  const body = {
    client_id: 1,
    appartement_id: 1,
    place_parking_id: null,
    local_id: null,
    date_paiement: aujourdhui(),
    versement: 120.5,
    details: '',
  }
  expect(server.changes()).toMatchObject([{ method: 'POST', path: '/api/paiements', body }])
})

test('of several biens the only one with something left is chosen, whatever its kind', async () => {
  await openForm()
  await pick('Nadir Boualem')
  await expect.element(field('Local')).toHaveDisplayValue(/^L-1/)
  await expect.element(field('Montant')).toHaveFocus()
  await expect.element(field('Appartement')).toBeDisabled()

  // Another client, in a form that is half filled: the amount is there to be typed over.
  await type('77')
  await pick('Zohra Seule')
  await expect.element(field('Montant')).toHaveFocus()
  await type('5')
  await expect.poll(() => valueOf(field('Montant'))).toBe('5 DA')
  await expect.element(field('Local')).toHaveValue('')
})

// spec: PAY-29, PAY-30
test('several: the first list with something left opens, no two lines are alike, what is paid comes last', async () => {
  await openForm()
  await pick('Amrouche Rachid')
  await expect.element(field('Appartement')).toHaveFocus()
  await expect
    .poll(texts)
    .toEqual([
      '302 (F3) · Bloc B, Résidence Ibn Khaldoun reste 750,00 DA',
      '304 (F3) · Bloc B, Résidence El Yasmine reste 1 000,00 DA',
      '302 (F3) · Bloc B, Résidence El Yasmine soldé',
    ])
  await nothingChosen()

  await type('yasmine 302')
  await expect.poll(() => texts().length).toBe(1)
  await key('Control+a')
  await type('khaldoun')
  await expect.poll(texts).toEqual(['302 (F3) · Bloc B, Résidence Ibn Khaldoun reste 750,00 DA'])
  await key('Enter')
  await expect.element(field('Appartement')).toHaveValue('302 (F3) · Bloc B, Résidence Ibn Khaldoun')
  // The way goes on to the amount.
  await expect.element(field('Montant')).toHaveFocus()
  await reste('750,00 DA')
})

test.each([
  [
    'Place de parking',
    [
      'N° 41, Parking Nord · Résidence El Yasmine reste 500,00 DA',
      'N° 41, Parking Nord · Résidence Ibn Khaldoun reste 500,00 DA',
    ],
  ],
  [
    'Local',
    [
      'L-7 · Bloc B, Résidence El Yasmine reste 9 999 999 999,99 DA',
      'L-7 · Bloc B, Résidence Ibn Khaldoun reste 9 999 999 999,99 DA',
    ],
  ],
] as const)('the lines of %s tell two residences apart', async (kind, lines) => {
  await openForm()
  await pick('Amrouche Rachid')
  await expect.element(field('Appartement')).toHaveFocus()
  await key('Escape')
  await field(kind).click()
  await expect.poll(() => texts().toSorted()).toEqual(lines)
})

test('a list without anything left is passed over; a paid bien can still be chosen', async () => {
  await openForm()
  await pick('Samia Deux Places')
  await expect.element(field('Place de parking')).toHaveFocus()
  await expect
    .poll(texts)
    .toEqual([
      'N° 7, Parking Nord · Résidence El Yasmine reste 500,00 DA',
      'N° 8, Parking Nord · Résidence El Yasmine reste 500,00 DA',
    ])
  await field('Appartement').click()
  await page.getByRole('option', { name: /^321 \(F3\) · Bloc B, Résidence El Yasmine/ }).click()
  await reste('0,00 DA')
  await field('Montant').fill('1')
  await expect.element(dialog.getByText(/Le versement dépasse le reste à payer/)).toBeVisible()
})

test('nothing left, or nothing at all: it is said, and nothing is chosen', async () => {
  await openForm()
  for (const [nom, text] of [
    ['Kamel Soldé', "Tous les biens de ce client sont soldés : il n'a plus rien à payer."],
    ['Farid Sans Bien', "Aucun bien n'est attribué à ce client : il n'a rien à payer."],
  ] as const) {
    await pick(nom)
    await expect.element(dialog.getByRole('status').getByText(text)).toBeVisible()
    await nothingChosen()
    await expect.element(field('Client')).toHaveFocus()
  }
  await pick('Zohra Seule')
  await expect.element(field('Montant')).toHaveFocus()
  await expect.element(dialog.getByText(/rien à payer/)).not.toBeInTheDocument()
})

test('biens that come late take no focus from who is typing', async () => {
  const server = await openForm()
  const biens = heldFor('Zohra Seule')
  server.give(biens)
  await pick('Zohra Seule')
  await field('Détails').click()
  await type('Chèque n° 1')
  biens.release()
  await expect.element(field('Appartement')).toHaveDisplayValue(/^301/)
  await expect.element(field('Détails')).toHaveFocus()
  await type('2')
  await expect.element(field('Détails')).toHaveValue('Chèque n° 12')
})

test('biens that come late take no focus from a text that comes without keys', async () => {
  const server = await openForm()
  const biens = heldFor('Zohra Seule')
  server.give(biens)
  await pick('Zohra Seule')
  field('Détails').element().focus()
  await insert('Remis en ')
  biens.release()
  await expect.element(field('Appartement')).toHaveDisplayValue(/^301/)
  await insert('main propre')
  await expect.element(field('Détails')).toHaveValue('Remis en main propre')
})

test('biens that come when another client has been chosen are not taken for his', async () => {
  const server = await openForm()
  const biens = heldFor('Amrouche Rachid')
  server.give(biens)
  await pick('Amrouche Rachid')
  await expect.poll(() => server.calls.some(({ path }) => path === biens.endpoint.path)).toBe(true)
  await pick('Nadir Boualem')
  await expect.element(field('Local')).toHaveDisplayValue(/^L-1/)
  await expect.element(field('Montant')).toHaveFocus()
  biens.release()
  // The remainder is asked for again: biens that came late have been dealt with by then.
  await reste('800,00 DA')
  await type('9')
  await expect.poll(() => valueOf(field('Montant'))).toBe('9 DA')
  await expect.element(field('Local')).toHaveDisplayValue(/^L-1/)
  await expect.element(field('Appartement')).toHaveValue('')
  await expect.element(options).not.toBeInTheDocument()
})

test('who is on his way to the lists by Tab is led on to the amount when the bien comes', async () => {
  const server = await openForm()
  const biens = heldFor('Zohra Seule')
  server.give(biens)
  await pick('Zohra Seule')
  await key('Tab')
  await expect.element(field('Appartement')).toHaveFocus()
  biens.release()
  await expect.element(field('Montant')).toHaveFocus()
  await expect.element(field('Appartement')).toHaveDisplayValue(/^301/)
})

test('a bien taken by Enter leads to the amount before the next key', async () => {
  await openForm()
  await pick('Amrouche Rachid')
  await expect.element(field('Appartement')).toHaveFocus()
  await type('304')
  await expect.poll(() => texts().length).toBe(1)
  // The work that the screen puts off to the next moment does not come any more.
  halt()
  await key('Enter')
  await type('1250')
  await expect.element(field('Appartement')).toHaveDisplayValue(/^304/)
  await expect.poll(() => valueOf(field('Montant'))).toBe('1 250 DA')
})

test('a list that fails chooses nothing; read again, it does', async () => {
  const server = await openForm()
  server.give(refuse(locauxEndpoints.ofClient, 500))
  await pick('Zohra Seule')
  await expect.element(dialog.getByText('Erreur lors du chargement des locaux.')).toBeVisible()
  await expect.element(field('Appartement')).toBeEnabled()
  await nothingChosen()
  await expect.element(dialog.getByText(/rien à payer/)).not.toBeInTheDocument()
  server.give(locaux)
  await press('Réessayer', dialog)
  await expect.element(field('Appartement')).toHaveDisplayValue(/^301/)
  await expect.element(field('Montant')).toHaveFocus()
})

test('where the client is known already, his bien is too', async () => {
  await renderScreen(`/paiements?ajouter=${clientOf('Nadir Boualem').id}`, { answers: ANSWERS })
  await expect.element(field('Local')).toHaveDisplayValue(/^L-1/)
  await expect.element(field('Montant')).toHaveFocus()
  await renderScreen(`/paiements?ajouter=${clientOf('Amrouche Rachid').id}`, { answers: ANSWERS })
  await expect.element(field('Appartement')).toHaveFocus()
  await expect.poll(() => texts().length).toBe(3)
})

test('lots that bear the same name in blocs of the same name are told apart all the same', async () => {
  await openForm()
  await pick('Hocine Homonyme')
  const where = 'Bloc B, Résidence El Yasmine'
  const [, one, other] = LOTS.filter(({ numLot }) => numLot === '1')
  await expect
    .poll(texts)
    .toEqual([
      `1 (F3) · RDC, ${where} reste 1 000,00 DA`,
      `1 (F3) · 1er étage, ${where} (fiche ${one?.id}) reste 1 000,00 DA`,
      `1 (F3) · 1er étage, ${where} (fiche ${other?.id}) reste 1 000,00 DA`,
    ])
})
