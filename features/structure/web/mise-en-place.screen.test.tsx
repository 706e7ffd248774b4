import { expect, test } from 'vitest'
import { appartementsEndpoints } from '#features/biens/appartements.contract.ts'
import { aParking, aPlace } from '#features/biens/biens.objects.ts'
import { locauxEndpoints } from '#features/biens/locaux.contract.ts'
import { parkingsEndpoints, placesEndpoints } from '#features/biens/parkings.contract.ts'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import { aClient } from '#features/clients/clients.objects.ts'
import { blocsEndpoints } from '#features/structure/blocs.contract.ts'
import { etagesEndpoints } from '#features/structure/etages.contract.ts'
import { residencesEndpoints } from '#features/structure/residences.contract.ts'
import { aBloc, anEtage, aResidence } from '#features/structure/structure.objects.ts'
import { answer, refuse, type FakeServer } from '#test/harness/screens/answers.ts'
import { expectGoneAfter, freeze } from '#test/harness/screens/clock.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { atRest, renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  button,
  dialog,
  dialogNamed,
  expectCount,
  field,
  fill,
  key,
  page,
  press,
  said,
  save,
  type,
  valueOf,
} from '#test/harness/screens/screen.ts'

const bloc = aBloc({ id: 11 })
const etage = anEtage({ id: 21, bloc_id: 11, bloc })
const parking = aParking({ places_count: 0 })
/** A residence with one bloc of one étage, and a parking. */
const LIEU = [
  answer(residencesEndpoints.all, [{ id: 1, nom: 'Les Pins' }]),
  answer(blocsEndpoints.all, [bloc]),
  answer(blocsEndpoints.ofResidence, [bloc]),
  answer(blocsEndpoints.list, onePage([bloc])),
  answer(etagesEndpoints.all, [etage]),
  answer(etagesEndpoints.ofBloc, [etage]),
  answer(etagesEndpoints.list, onePage([etage])),
  answer(residencesEndpoints.read, aResidence()),
  answer(blocsEndpoints.read, bloc),
  answer(etagesEndpoints.read, etage),
  refuse(etagesEndpoints.report, 404),
  answer(appartementsEndpoints.list, onePage([])),
  answer(locauxEndpoints.list, onePage([])),
  answer(parkingsEndpoints.list, onePage([parking])),
  answer(parkingsEndpoints.detail, { ...parking, places: [] }),
]
const add = (what: string) => page.getByRole('button', { name: what }).first().click()
/** The keys that the forms were sent with: each form its own. */
const keysOf = (server: FakeServer) => server.changes().map((call) => call.key)
const expectKeys = (server: FakeServer, count: number) => {
  const keys = keysOf(server)
  expect(keys.every((one) => one !== undefined && one !== '')).toBe(true)
  expect(new Set(keys).size).toBe(count)
}

test.each([
  ['/bloc?residence=1', 'Ajouter un bloc', 'Nom du bloc'],
  ['/etage?residence=1', 'Ajouter un étage', 'Bloc'],
  ['/etage?residence=1&bloc=11', 'Ajouter un étage', 'Désignation'],
  ['/etage', 'Ajouter un étage', 'Résidence'],
  ['/appartement?residence=1&bloc=11&etage=21', 'Ajouter un appartement', 'Numéro de lot'],
  ['/locaux?residence=1&bloc=11', 'Ajouter un local', 'Numéro'],
  ['/parking?places=1', 'Ajouter une place', 'Montant'],
  // The form of a record that is edited begins where the record says.
  ['/etage?residence=1&bloc=11', 'Modifier', 'Résidence'],
])('the form of %s, « %s », begins at the first field to fill: %s', async (address, opener, first) => {
  await renderScreen(address, { answers: LIEU })
  await add(opener)
  await expect.element(field(first)).toHaveFocus()
})

test('blocs are added one after the other, each with what the next one has in common', async () => {
  const server = await renderScreen('/bloc?residence=1', {
    answers: [...LIEU, answer(blocsEndpoints.create, { ...bloc, message: 'Bloc ajouté avec succès !' })],
  })
  await add('Ajouter un bloc')
  await expect.element(field('Nom du bloc')).toHaveFocus()
  await type('Bloc 1')
  await fill({ Description: 'R+5' })
  await key('Control+Enter')
  await expect
    .element(dialog.getByRole('status').filter({ hasText: 'Bloc Bloc 1 ajouté. Au suivant :' }))
    .toBeVisible()
  await expect.element(field('Nom du bloc')).toHaveFocus()
  await expect.element(field('Nom du bloc')).toHaveValue('Bloc 2')
  await expect.element(field('Description')).toHaveValue('R+5')
  await key('Enter')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(server.changes().map(({ body }) => body)).toEqual([
    { nomloc: 'Bloc 1', description: 'R+5', residence_id: 1 },
    { nomloc: 'Bloc 2', description: 'R+5', residence_id: 1 },
  ])
  expectKeys(server, 2)
})

test('étages are added one after the other, each on the next level', async () => {
  const server = await renderScreen('/etage?residence=1&bloc=11', {
    answers: [...LIEU, answer(etagesEndpoints.create, { ...etage, message: 'Étage ajouté avec succès !' })],
  })
  await add('Ajouter un étage')
  await expect.element(field('Désignation')).toHaveFocus()
  for (const text of ['Étage 7', '7']) {
    await type(text)
    await key('Tab')
  }
  await type('4')
  await press('Enregistrer et ajouter un autre', dialog)
  await expect.element(field('Désignation')).toHaveValue('Étage 8')
  await expect.element(field('Désignation')).toHaveFocus()
  await expect.element(field('Niveau')).toHaveValue('8')
  await expect.element(field('Logements par palier')).toHaveValue('4')
  await type('Terrasse')
  await key('Enter')
  await expect.element(dialog).not.toBeInTheDocument()
  const common = { logement_par_palier: 4, residence_id: 1, bloc_id: 11 }
  expect(server.changes().map(({ body }) => body)).toEqual([
    { designation: 'Étage 7', niveau: 7, ...common },
    { designation: 'Terrasse', niveau: 8, ...common },
  ])
  expectKeys(server, 2)
})

test('places are added one after the other, at the same price', async () => {
  const places: ReturnType<typeof aPlace>[] = []
  const server = await renderScreen('/parking?places=1', {
    answers: [
      ...LIEU,
      answer(parkingsEndpoints.detail, () => ({ ...parking, places })),
      answer(placesEndpoints.create, () => {
        const numero_place = places.length + 1
        places.push(aPlace({ id: numero_place, numero_place }))
        return { ...aPlace({ numero_place }), message: 'Place ajoutée avec succès !' }
      }),
    ],
  })
  await add('Ajouter une place')
  const form = dialogNamed('Ajouter une place')
  await expect.element(field('Montant')).toHaveFocus()
  await type('900000')
  for (const number of [1, 2]) {
    await key('Control+Enter')
    await said(`Place ${number} ajoutée. À la suivante :`)
    await expect.element(field('Numéro de place')).toHaveFocus()
    await expect.element(field('Numéro de place')).toHaveValue(String(number + 1))
    expect(valueOf(field('Montant'))).toBe('900 000 DA')
  }
  await press('Annuler', form)
  await expect.element(page.getByRole('article', { name: 'Place 2', exact: true })).toBeVisible()
  await expectCount(page.getByRole('article', { name: 'Place 3', exact: true }), 0)
  expect(server.changes().map(({ body }) => body)).toMatchObject([
    { numero_place: 1, montant: 900_000, parking_id: 1 },
    { numero_place: 2, montant: 900_000, parking_id: 1 },
  ])
  expectKeys(server, 2)
})

test('clients are added one after the other; the refusal of one keeps what was typed', async () => {
  const saved = { ...aClient(), message: 'Client ajouté avec succès !' }
  const server = await renderScreen('/clients', {
    answers: [
      answer(clientsEndpoints.list, onePage([])),
      answer(clientsEndpoints.create, saved),
      answer(clientsEndpoints.doublons, { data: [] }),
    ],
  })
  await add('Ajouter un client')
  await expect.element(field('Nom complet')).toHaveFocus()
  const typed = async (...texts: string[]) => {
    for (const text of texts) {
      await type(text)
      await key('Tab')
    }
  }
  await typed('Amina Haddad', '0555 12 34 56', 'amina@exemple.dz')
  await key('Control+Enter')
  await said('Client Amina Haddad ajouté. Au suivant :')
  await expect.element(field('Nom complet')).toHaveFocus()
  for (const label of ['Nom complet', 'Téléphone', 'Email', 'Adresse'])
    await expect.element(field(label)).toHaveValue('')
  await typed('Zohra Saadi', 'sans', 'zohra@exemple.dz')
  await key('Control+Enter')
  await expect.element(field('Téléphone')).toHaveFocus()
  await expect.element(field('Nom complet')).toHaveValue('Zohra Saadi')
  await fill({ Téléphone: '0661 22 33 44' })
  await key('Enter')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(server.changes().map(({ body }) => body)).toMatchObject([
    { nomComplet: 'Amina Haddad', tel: '0555 12 34 56', email: 'amina@exemple.dz' },
    { nomComplet: 'Zohra Saadi', tel: '0661 22 33 44', email: 'zohra@exemple.dz' },
  ])
})

test('what is offered after a bloc stays until it is closed, the sentence goes as ever', async () => {
  const nord = aBloc({ id: 12, nomloc: 'Nord' })
  await renderScreen('/bloc?residence=1', {
    answers: [...LIEU, answer(blocsEndpoints.create, { ...nord, message: 'Bloc ajouté avec succès !' })],
  })
  await add('Ajouter un bloc')
  await expect.element(field('Nom du bloc')).toHaveFocus()
  await type('Nord')
  await fill({ Description: 'R+5' })
  freeze()
  await save()
  await expectGoneAfter(page.getByText('Bloc ajouté avec succès !'), 3000)
  const offered = page.getByRole('status').filter({ hasText: "Le bloc Nord n'a pas encore d'étage." })
  await expect.element(offered.getByRole('link', { name: 'Ajouter ses étages' })).toBeVisible()
  await offered.getByRole('button', { name: 'Fermer le message' }).click()
  await expect.poll(() => offered.query()).toBeNull()
})

test('a place without anything says what it lacks, unless something else is asked for too', async () => {
  const empty = [answer(blocsEndpoints.list, onePage([])), answer(etagesEndpoints.list, onePage([]))]
  for (const [address, none, lacks, opener, first] of [
    [
      '/bloc?residence=1',
      'Aucun bloc trouvé avec ces critères.',
      "La résidence Les Pins n'a pas encore de bloc.",
      'Ajouter un bloc',
      'Nom du bloc',
    ],
    [
      '/etage?residence=1&bloc=11',
      'Aucun étage trouvé avec ces critères.',
      "Bloc A n'a pas encore d'étage.",
      'Ajouter un étage',
      'Désignation',
    ],
    [
      '/appartement?residence=1&bloc=11&etage=21',
      'Aucun appartement trouvé avec ces critères.',
      "1er étage n'a pas encore d'appartement.",
      'Ajouter un appartement',
      'Numéro de lot',
    ],
  ] as const) {
    await renderScreen(address, { answers: [...LIEU, ...empty] })
    await said(none)
    await said(lacks)
    await button(opener).last().click()
    await expect.element(field(first)).toHaveFocus()
  }
  await renderScreen('/appartement?etat=vendu&bloc=11', { answers: [...LIEU, ...empty] })
  await said('Aucun appartement trouvé avec ces critères.')
  await atRest()
  await expectCount(page.getByText("n'a pas encore"), 0)
})
