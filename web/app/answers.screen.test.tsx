import { expect, test } from 'vitest'
import { appartementsEndpoints } from '#features/biens/appartements.contract.ts'
import { locauxEndpoints } from '#features/biens/locaux.contract.ts'
import { parkingsEndpoints } from '#features/biens/parkings.contract.ts'
import { chargesEndpoints } from '#features/charges/charges.contract.ts'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import { membresEndpoints } from '#features/membres/membres.contract.ts'
import { payeursEndpoints } from '#features/rapports/recap.contract.ts'
import { promoteurEndpoints } from '#features/promoteur/promoteur.contract.ts'
import { blocsEndpoints } from '#features/structure/blocs.contract.ts'
import { etagesEndpoints } from '#features/structure/etages.contract.ts'
import { residencesEndpoints } from '#features/structure/residences.contract.ts'
import { tableauDeBordEndpoints } from '#features/tableau-de-bord/tableau-de-bord.contract.ts'
import { answer, raw } from '#test/harness/screens/answers.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { card, main, menu, page } from '#test/harness/screens/screen.ts'

/** The recapitulation heads its papers with the promoter. */
const PROMOTEUR = answer(promoteurEndpoints.list, [])

const NO_LIST = "La réponse de l'API ne contient pas un tableau de données valide."

/**
 * A screen and its title, the call its list comes from, what it says when that answer holds no list, and what the card of a row says of
 * which only the id is there; a dashboard has no rows.
 */
const LISTS = [
  {
    address: '/residence',
    call: residencesEndpoints.list,
    title: 'Nos Résidences',
    failure: 'Erreur lors du chargement des résidences.',
    bare: /Non spécifié.*Non spécifiée.*Disponible/s,
  },
  {
    address: '/bloc',
    call: blocsEndpoints.list,
    title: 'Gestion des Blocs',
    failure: 'Erreur lors du chargement des blocs.',
    bare: /Non spécifié.*Sans résidence.*Disponible/s,
  },
  {
    address: '/etage',
    call: etagesEndpoints.list,
    title: 'Gestion des Étages',
    failure: 'Erreur lors du chargement des étages.',
    bare: /Non spécifié.*Sans résidence.*0\.00% occupé/s,
  },
  {
    address: '/appartement',
    call: appartementsEndpoints.list,
    title: 'Gestion des Appartements',
    failure: 'Erreur lors du chargement des appartements.',
    bare: /Disponible.*Sans résidence.*Non spécifié/s,
  },
  {
    address: '/locaux',
    call: locauxEndpoints.list,
    title: 'Gestion des Locaux',
    failure: 'Erreur lors du chargement des locaux.',
    bare: /Non spécifié.*Surface\s*:\s*Non spécifiée.*Sans résidence/s,
  },
  {
    address: '/parking',
    call: parkingsEndpoints.list,
    title: 'Gestion des Parkings',
    failure: 'Erreur lors du chargement des parkings.',
    bare: 'Sans résidence',
  },
  {
    address: '/clients',
    call: clientsEndpoints.list,
    title: 'Gestion des Clients',
    failure: 'Erreur chargement clients.',
    bare: /Téléphone\s*:\s*N\/A.*Adresse\s*:\s*Non spécifiée/s,
  },
  {
    address: '/paiements',
    call: payeursEndpoints.list,
    title: 'Paiements par Bien',
    failure: NO_LIST,
    bare: 'Non spécifié',
  },
  {
    address: '/recap',
    call: payeursEndpoints.list,
    title: 'Récapitulatif des paiements',
    failure: NO_LIST,
    bare: 'Nombre de biens',
  },
  {
    address: '/promoteur',
    call: promoteurEndpoints.list,
    title: 'Promoteur Immobilier',
    failure: 'Erreur lors du chargement du promoteur.',
    bare: /Email\s*:\s*N\/A.*Téléphone\s*:\s*N\/A/s,
  },
  {
    address: '/users',
    call: membresEndpoints.list,
    title: 'Liste des Membres',
    failure: "La réponse de l'API ne contient pas un tableau de membres valide.",
    bare: 'Aucun membre disponible.',
  },
  {
    address: '/charges',
    call: chargesEndpoints.categories,
    title: 'Gestion des Charges',
    failure: 'Erreur lors du chargement des catégories.',
    bare: "Aucun bon d'achat pour cette catégorie.",
  },
]
const DASHBOARD = {
  address: '/dashboard',
  call: tableauDeBordEndpoints.read,
  title: 'Tableau de Bord Immobilier',
  failure: 'Erreur lors du chargement des statistiques.',
}

const heading = (name: string) => page.getByRole('heading', { name, level: 1 })

// spec: ERR-03, ERR-24, ERR-29, ERR-67
test.each([...LISTS, DASHBOARD])(
  '$address: an answer without a list is told in the panel, below the title and beside the menu',
  async ({ address, call, title, failure }) => {
    for (const json of [{}, null, { data: null }, { data: {} }, 'texte', 7]) {
      await renderScreen(address, { answers: [PROMOTEUR, raw(call, json)] })
      await expect.element(main).toHaveTextContent(failure)
      await expect.element(heading(title)).toBeVisible()
      await expect.element(menu).toBeVisible()
    }
  },
)

// spec: MEM-13, LIM-17, LIM-18, LIM-19
test.each(LISTS)(
  '$address: rows that are none are left out, what a row lacks has its word',
  async ({ address, call, title, bare }) => {
    for (const json of [{ data: [null, 7, 'texte', {}, { id: 900 }] }, [{ id: 900 }]]) {
      await renderScreen(address, { answers: [PROMOTEUR, raw(call, json)] })
      await expect.element(heading(title)).toBeVisible()
      await expect.element(main).toHaveTextContent(bare)
      expect(main.element().textContent).not.toMatch(/NaN|undefined|null/)
    }
    await renderScreen(address, { answers: [PROMOTEUR, raw(call, { data: [null, {}] })] })
    await expect.element(main).toHaveTextContent(/Auc|Aucune donnée/)
    expect(main.getByCss('article, section[aria-labelledby], tbody tr').elements()).toEqual([])
  },
)

const bloc = { id: 1, nomloc: 'Bloc des pages', description: 'R+1', residence_id: 1 }

// spec: API-11, API-12
test.each([
  [{ data: [bloc], current_page: 1, last_page: 4, meta: { last_page: 9 }, total: 99 }, 4],
  [{ data: [bloc], current_page: 1, meta: { last_page: 5 }, total: 99 }, 5],
  [{ data: [bloc], current_page: 1, total: 40, per_page: 10 }, 4],
  [{ data: [bloc], current_page: 1, total: 40 }, 7],
  [{ data: [bloc], current_page: 1, last_page: null, total: 0 }, 1],
  [{ data: { data: [bloc], current_page: 1, last_page: 3 } }, 3],
  [{ data: [bloc] }, 1],
  [[bloc], 1],
])('the last page of %j is %i: said by last_page, by meta.last_page, or the quotient', async (json, last) => {
  await renderScreen('/bloc', { answers: [raw(blocsEndpoints.list, json)] })
  await expect.element(card('Bloc des pages')).toBeVisible()
  await expect.element(page.getByText(`Page 1 sur ${last}`, { exact: true })).toBeVisible()
})

// spec: API-11
test('the clients say their total and nothing else (D1 §7)', async () => {
  const someone = { id: 1, nomComplet: 'Ali', tel: '05', email: 'a@b.dz' }
  await renderScreen('/clients', {
    answers: [raw(clientsEndpoints.list, { data: [someone], current_page: 1, total: 31 })],
  })
  await expect.element(page.getByText('Page 1 sur 4', { exact: true })).toBeVisible()
})

const sarl = { id: 3, nom: 'SARL Bâtir', email: 'a@batir.dz', telephone: '021', adresse: 'Alger', version: 1 }

// spec: PRO-17
test.each([[[sarl]], [{ data: [sarl] }], [{ data: sarl }], [sarl]])(
  'the promoter may come wrapped: %j',
  async (json) => {
    await renderScreen('/promoteur', { answers: [raw(promoteurEndpoints.list, json)] })
    await expect.element(card('SARL Bâtir')).toBeVisible()
  },
)
