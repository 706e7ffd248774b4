import { expect, test } from 'vitest'
import { accesEndpoints } from '#features/acces/acces.contract.ts'
import { appartementsEndpoints } from '#features/biens/appartements.contract.ts'
import {
  aLocal,
  anAppartement,
  aParking,
  aPlace,
  aSoldAppartement,
  aSoldLocal,
  aSoldPlace,
} from '#features/biens/biens.objects.ts'
import { locauxEndpoints } from '#features/biens/locaux.contract.ts'
import { parkingsEndpoints } from '#features/biens/parkings.contract.ts'
import { chargesEndpoints } from '#features/charges/charges.contract.ts'
import { aBon, aCategorie } from '#features/charges/charges.objects.ts'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import { aClient, aClientResume } from '#features/clients/clients.objects.ts'
import { membresEndpoints } from '#features/membres/membres.contract.ts'
import { aMembre } from '#features/membres/membres.objects.ts'
import { aPayeur, payeursPage } from '#features/paiements/paiements.objects.ts'
import { payeursEndpoints } from '#features/rapports/recap.contract.ts'
import { promoteurEndpoints } from '#features/promoteur/promoteur.contract.ts'
import { aPromoteur } from '#features/promoteur/promoteur.objects.ts'
import { blocsEndpoints } from '#features/structure/blocs.contract.ts'
import { etagesEndpoints } from '#features/structure/etages.contract.ts'
import { residencesEndpoints } from '#features/structure/residences.contract.ts'
import { aBloc, anEtage, aResidence } from '#features/structure/structure.objects.ts'
import { tableauDeBordEndpoints } from '#features/tableau-de-bord/tableau-de-bord.contract.ts'
import { answer, raw } from '#test/harness/screens/answers.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { atRest, membre, renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { card, dialog, main, page, press } from '#test/harness/screens/screen.ts'
import { specified } from '#test/harness/screens/specified.ts'

const AMINA = aClientResume({ nomComplet: 'Amina Haddad' })
const PLACES = [aSoldPlace(AMINA, { id: 1, numero_place: 1 }), aPlace({ id: 2, numero_place: 2 })]

const ANSWERS = [
  answer(accesEndpoints.user, { ...membre(), compte: 'direction', suite: null }),
  raw(tableauDeBordEndpoints.read, { stats: [{ title: 'Total Résidences', value: 3 }] }),
  answer(residencesEndpoints.list, onePage([aResidence({ nom: 'Les Jardins' })])),
  answer(blocsEndpoints.list, onePage([aBloc({ nomloc: 'Bloc B' })])),
  answer(etagesEndpoints.list, onePage([anEtage({ designation: '2e étage' })])),
  answer(
    appartementsEndpoints.list,
    onePage([aSoldAppartement(AMINA, { numLot: 'A-1' }), anAppartement({ id: 2, numLot: 'A-2' })]),
  ),
  answer(locauxEndpoints.list, onePage([aSoldLocal(AMINA), aLocal({ id: 2, num: 'L-2' })])),
  answer(parkingsEndpoints.list, onePage([aParking({ places_count: 2 })])),
  answer(parkingsEndpoints.detail, { ...aParking({ places_count: 2 }), places: PLACES }),
  answer(clientsEndpoints.list, onePage([aClient(AMINA)])),
  answer(payeursEndpoints.list, payeursPage([aPayeur(AMINA)])),
  answer(promoteurEndpoints.list, [aPromoteur({ nom: 'Promotion El Bahdja' })]),
  answer(membresEndpoints.list, { ...onePage([aMembre({ name: 'Karim Benali' })]), demandes: 0 }),
  answer(chargesEndpoints.categories, onePage([aCategorie({ nom: 'Gros œuvre', bons: [aBon()] })])),
].map(specified)

// spec: RF-65
test.each([
  ['/dashboard', 'Tableau de Bord Immobilier', 'Total Résidences'],
  ['/residence', 'Nos Résidences', 'Les Jardins'],
  ['/bloc', 'Gestion des Blocs', 'Bloc B'],
  ['/etage', 'Gestion des Étages', '2e étage'],
  ['/appartement', 'Gestion des Appartements', 'A-1'],
  ['/locaux', 'Gestion des Locaux', 'L-1'],
  ['/parking', 'Gestion des Parkings', 'Parking Nord'],
  ['/clients', 'Gestion des Clients', 'Amina Haddad'],
  ['/paiements', 'Paiements par Bien', 'Amina Haddad'],
  ['/promoteur', 'Promoteur Immobilier', 'Promotion El Bahdja'],
  ['/recap', 'Récapitulatif des paiements', 'Amina Haddad'],
  ['/users', 'Liste des Membres', 'Karim Benali'],
  ['/charges', 'Gestion des Charges', 'Gros œuvre'],
])('%s is drawn from the specified fields alone', async (address, heading, shown) => {
  await renderScreen(address, { answers: ANSWERS })
  await expect.element(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
  await atRest()
  await expect.element(main).toHaveTextContent(shown)
  await expect.element(main.getByRole('alert')).not.toBeInTheDocument()
  expect(main.element().textContent).not.toMatch(/undefined|NaN|null|\[object/)
})

/** Returns the acts that a card offers, also under « ⋯ ». */
async function acts(name: string): Promise<string> {
  const one = card(name)
  await expect.element(one).toBeVisible()
  const buttons = one.getByRole('button').or(one.getByRole('link')).elements()
  const named = buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent)
  const more = one.getByRole('button', { name: /^Autres actions/ })
  if (more.elements().length === 0) return named.join('\n')
  await more.click()
  const under = page.getByRole('menuitem')
  await expect.element(under.first()).toBeVisible()
  const others = under.elements().map(({ textContent }) => textContent)
  // Pressed again it closes; Escape would close the panel around it too.
  await more.click()
  await expect.element(under).not.toBeInTheDocument()
  return [...named, ...others].join('\n')
}

// spec: RF-65
test.each([
  ['/appartement', 'Appartement A-1', 'Appartement A-2'],
  ['/locaux', 'Local L-1', 'Local L-2'],
])(
  '%s: whether a lot is free follows from the specified fields for every act',
  async (address, sold, free) => {
    await renderScreen(address, { answers: ANSWERS })
    const ofSold = await acts(sold)
    expect(ofSold).toMatch(/Retirer le client/)
    expect(ofSold).not.toMatch(/Assigner|Poser une option|Bloquer|dossier null/)
    const ofFree = await acts(free)
    expect(ofFree).toMatch(/Assigner un client/)
    expect(ofFree).not.toMatch(/Retirer le client|Nouveau paiement/)
  },
)

// spec: RF-65
test('whether a place is free follows from the specified fields for every act', async () => {
  await renderScreen('/parking', { answers: ANSWERS })
  await press('Places Parking Nord')
  const ofSold = await acts('Place 1')
  expect(ofSold).toMatch(/Libérer la place 1/)
  expect(ofSold).not.toMatch(/Attribuer|Poser une option|Bloquer|dossier null/)
  const ofFree = await acts('Place 2')
  expect(ofFree).toMatch(/Attribuer la place 2/)
  expect(ofFree).not.toMatch(/Libérer|Nouveau paiement/)
  await expect.element(dialog.getByRole('article', { name: 'Place 1' })).toHaveTextContent('Amina Haddad')
})
