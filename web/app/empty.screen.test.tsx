import { expect, test } from 'vitest'
import { appartementsEndpoints } from '#features/biens/appartements.contract.ts'
import { locauxEndpoints } from '#features/biens/locaux.contract.ts'
import { parkingsEndpoints } from '#features/biens/parkings.contract.ts'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import { payeursPage } from '#features/paiements/paiements.objects.ts'
import { payeursEndpoints } from '#features/rapports/recap.contract.ts'
import { blocsEndpoints } from '#features/structure/blocs.contract.ts'
import { etagesEndpoints } from '#features/structure/etages.contract.ts'
import { residencesEndpoints } from '#features/structure/residences.contract.ts'
import { answer } from '#test/harness/screens/answers.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { page, textsOf } from '#test/harness/screens/screen.ts'

const EMPTY = [
  answer(residencesEndpoints.list, onePage([])),
  answer(blocsEndpoints.list, onePage([])),
  answer(etagesEndpoints.list, onePage([])),
  answer(appartementsEndpoints.list, onePage([])),
  answer(locauxEndpoints.list, onePage([])),
  answer(parkingsEndpoints.list, onePage([])),
  answer(clientsEndpoints.list, onePage([])),
  answer(payeursEndpoints.list, payeursPage([])),
]
const ONE_RESIDENCE = answer(residencesEndpoints.all, [{ id: 7, nom: 'Les Oliviers' }])
const empty = (sentence: string) => page.getByRole('status').filter({ hasText: sentence })
const acts = (sentence: string) => textsOf(empty(sentence).getByCss('a, button'))

// spec: IN-26
test.each([
  ['/residence', 'Aucune résidence disponible.', ['Ajouter une résidence', 'Importer']],
  ['/bloc', 'Aucun bloc disponible.', ['Ajouter une résidence', 'Importer']],
  ['/etage', 'Aucun étage disponible.', ['Ajouter une résidence', 'Importer']],
  ['/appartement', 'Aucun appartement disponible.', ['Ajouter une résidence', 'Importer']],
  ['/locaux', 'Aucun local disponible.', ['Ajouter une résidence', 'Importer']],
  ['/parking', 'Aucun parking trouvé', ['Ajouter une résidence', 'Importer']],
  ['/plan-de-vente', 'Aucune résidence disponible.', ['Ajouter une résidence', 'Importer']],
  ['/clients', 'Aucun client disponible.', ['Ajouter un client', 'Importer votre liste']],
  ['/paiements', 'Aucun bien avec des paiements disponible.', ['Vendre un bien']],
  ['/recap', 'Aucune donnée disponible', ['Vendre un bien']],
] as const)(
  '%s of an empty installation says where to begin, without a pager',
  async (path, sentence, buttons) => {
    await renderScreen(path, { answers: EMPTY, others: 503 })
    await expect.element(empty(sentence)).toBeVisible()
    await expect.poll(() => acts(sentence)).toEqual(buttons)
    await expect.element(page.getByRole('navigation', { name: 'Pagination' })).not.toBeInTheDocument()
  },
)

// spec: IN-26
test('once there is a residence its lots are generated or imported; who may not is offered neither', async () => {
  const sentence = 'Aucun bloc disponible.'
  await renderScreen('/bloc', { answers: [...EMPTY, ONE_RESIDENCE], others: 503 })
  await expect.poll(() => acts(sentence)).toEqual(['Générer les lots', 'Importer', 'Ajouter un bloc'])
  await expect
    .element(page.getByRole('link', { name: 'Générer les lots' }))
    .toHaveAttribute('href', '/residence/7/generer')
  await expect
    .element(empty(sentence).getByRole('link', { name: 'Importer' }))
    .toHaveAttribute('href', '/importer')
  await renderScreen('/bloc', { answers: [...EMPTY, ONE_RESIDENCE], others: 503, role: 'caisse' })
  await expect.element(empty(sentence)).toBeVisible()
  expect(acts(sentence)).toEqual([])
})
