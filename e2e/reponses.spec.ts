import { expect, signIn, test, withServer, type Page } from './diyar.ts'
import { createClient, createLieu, sellLocal, type Lieu } from './portefeuille.ts'
import { CALLS, card, dialog } from './screen.ts'

withServer()

/** A screen, the call its list comes from, and what it says when that answer holds no list. */
const LISTS: [address: string, call: string, heading: string, failure: string][] = [
  ['/residence', 'residences?*', 'Nos Résidences', 'Erreur lors du chargement des résidences.'],
  ['/bloc', 'blocs?*', 'Gestion des Blocs', 'Erreur lors du chargement des blocs.'],
  ['/etage', 'etages?*', 'Gestion des Étages', 'Erreur lors du chargement des étages.'],
  [
    '/appartement',
    'appartements?*',
    'Gestion des Appartements',
    'Erreur lors du chargement des appartements.',
  ],
  ['/locaux', 'locaux?*', 'Gestion des Locaux', 'Erreur lors du chargement des locaux.'],
  ['/parking', 'parkings?*', 'Gestion des Parkings', 'Erreur lors du chargement des parkings.'],
  ['/clients', 'clients?*', 'Gestion des Clients', 'Erreur chargement clients.'],
  [
    '/paiements',
    'recap-paiements?*',
    'Paiements par Bien',
    "La réponse de l'API ne contient pas un tableau de données valide.",
  ],
  [
    '/recap',
    'recap-paiements?*',
    'Récapitulatif des paiements',
    "La réponse de l'API ne contient pas un tableau de données valide.",
  ],
  ['/promoteur', 'promoteurs', 'Promoteur Immobilier', 'Erreur lors du chargement du promoteur.'],
  [
    '/users',
    'members?*',
    'Liste des Membres',
    "La réponse de l'API ne contient pas un tableau de membres valide.",
  ],
  ['/charges', 'categories?*', 'Gestion des Charges', 'Erreur lors du chargement des catégories.'],
  ['/dashboard', 'dashboard', 'Tableau de Bord Immobilier', 'Erreur lors du chargement des statistiques.'],
]
const answer = (page: Page, call: string, json: unknown) =>
  page.route(`${CALLS}/api/${call}`, (route) => route.fulfill({ json }))

/** The screen is there, menu and title, and in its panel what it makes of the answer. */
async function expectPanel(page: Page, heading: string, content: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Menu principal' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(content)
}

// spec: ERR-03, ERR-24, ERR-29, ERR-67
for (const [address, call, heading, failure] of LISTS)
  test(`${address}: an answer without a list is told in the panel`, async ({ page }) => {
    await signIn(page)
    for (const json of [{}, null, { data: null }, { data: {} }, 'texte', 7]) {
      await answer(page, call, json)
      await page.goto(address)
      await expectPanel(page, heading, failure)
    }
  })

/** A row of which only the id is there, and what its card says instead of the rest. */
const BARE: [address: string, call: string, heading: string, content: string | RegExp][] = [
  ['/residence', 'residences?*', 'Nos Résidences', /Non spécifié.*Non spécifiée.*Disponible/s],
  ['/bloc', 'blocs?*', 'Gestion des Blocs', /Non spécifié.*Sans résidence.*Disponible/s],
  ['/etage', 'etages?*', 'Gestion des Étages', /Non spécifié.*Sans résidence.*0\.00% occupé/s],
  ['/appartement', 'appartements?*', 'Gestion des Appartements', /Disponible.*Sans résidence.*Non spécifié/s],
  ['/locaux', 'locaux?*', 'Gestion des Locaux', /Non spécifié.*Surface\s:\s*Non spécifiée.*Sans résidence/s],
  ['/parking', 'parkings?*', 'Gestion des Parkings', 'Sans résidence'],
  ['/clients', 'clients?*', 'Gestion des Clients', /Téléphone\s:\s*N\/A.*Adresse\s:\s*Non spécifiée/s],
  ['/paiements', 'recap-paiements?*', 'Paiements par Bien', 'Non spécifié'],
  ['/recap', 'recap-paiements?*', 'Récapitulatif des paiements', 'Nombre de biens'],
  ['/promoteur', 'promoteurs', 'Promoteur Immobilier', /Email\s:\s*N\/A.*Téléphone\s:\s*N\/A/s],
  ['/users', 'members?*', 'Liste des Membres', 'Aucun membre disponible.'],
  ['/charges', 'categories?*', 'Gestion des Charges', "Aucun bon d'achat pour cette catégorie."],
]

// spec: MEM-13, LIM-17, LIM-18, LIM-19
for (const [address, call, heading, content] of BARE)
  test(`${address}: rows that are none are left out, what a row lacks has its word`, async ({ page }) => {
    await signIn(page)
    for (const json of [{ data: [null, 7, 'texte', {}, { id: 900 }] }, [{ id: 900 }]]) {
      await answer(page, call, json)
      await page.goto(address)
      await expectPanel(page, heading, content)
      expect(await page.getByRole('main').textContent()).not.toMatch(/NaN|undefined|null/)
    }
    await answer(page, call, { data: [null, {}] })
    await page.reload()
    await expectPanel(page, heading, /Auc|Aucune donnée/)
  })

const bloc = { id: 1, nomloc: 'Bloc des pages', description: 'R+1', residence_id: 1 }

// spec: API-11, API-12
test('the last page is said by last_page, by meta.last_page, or is the quotient', async ({ page }) => {
  await signIn(page)
  const data = [bloc]
  for (const [json, last] of [
    [{ data, current_page: 1, last_page: 4, meta: { last_page: 9 }, total: 99 }, 4],
    [{ data, current_page: 1, meta: { last_page: 5 }, total: 99 }, 5],
    [{ data, current_page: 1, total: 40, per_page: 10 }, 4],
    [{ data, current_page: 1, total: 40 }, 7],
    [{ data, current_page: 1, last_page: null, total: 0 }, 1],
    [{ data: { data, current_page: 1, last_page: 3 } }, 3],
    [{ data }, 1],
    [data, 1],
  ] as const) {
    await answer(page, 'blocs?*', json)
    await page.goto('/bloc')
    await expect(card(page, 'Bloc des pages')).toBeVisible()
    await expect(page.getByText(`Page 1 sur ${last}`, { exact: true })).toBeVisible()
  }
  // D1 §7: the clients say their total and nothing else.
  const someone = { id: 1, nomComplet: 'Ali', tel: '05', email: 'a@b.dz' }
  await answer(page, 'clients?*', { data: [someone], current_page: 1, total: 31 })
  await page.goto('/clients')
  await expect(page.getByText('Page 1 sur 4', { exact: true })).toBeVisible()
})

// spec: PRO-17
test('the promoter may come wrapped in data', async ({ page }) => {
  await signIn(page)
  const sarl = {
    id: 3,
    nom: 'SARL Bâtir',
    email: 'a@batir.dz',
    telephone: '021',
    adresse: 'Alger',
    version: 1,
  }
  for (const json of [[sarl], { data: [sarl] }, { data: sarl }, sarl]) {
    await answer(page, 'promoteurs', json)
    await page.goto('/promoteur')
    await expect(card(page, 'SARL Bâtir')).toBeVisible()
  }
})

// spec: RES-35, BLOC-26
test('in a report a bloc and an étage may be plain names', async ({ page }) => {
  const api = await signIn(page)
  const { residence } = await createLieu(api, 'Rapport')
  const someone = { id: 5, nomComplet: 'Lina Saïdi', email: null, tel: null }
  const report = {
    nom: 'Rapport',
    stats: {
      blocCount: 1,
      etageCount: 1,
      appartementCount: 1,
      occupiedCount: 1,
      availableCount: 0,
      tauxOccupation: 100,
    },
    blocs: [{ id: 1, nomloc: 'Bloc Nord' }],
    clients: [
      {
        ...someone,
        appartement: { numLot: 'N-1', typeLogement: 'F3', bloc: 'Bloc Nord', etage: '3e étage' },
      },
    ],
  }
  await answer(page, `residences/${residence}/report`, report)
  await page.goto(`/residence?rapport=${residence}`)
  await expect(dialog(page)).toContainText(/Lina Saïdi.*N\/A.*Appartement N-1.*F3.*Bloc Nord, 3e étage/s)
})

let lieu: Lieu
let buyer: number
let local: number

test.describe('a local', () => {
  test.beforeAll(async ({ browser, baseURL }) => {
    const page = await browser.newPage({ baseURL: String(baseURL) })
    const api = await signIn(page)
    lieu = await createLieu(api, 'Incomplète')
    buyer = await createClient(api, 'Sans Téléphone')
    local = await sellLocal(api, lieu, buyer, 'L-7', 1_000_000)
    await page.close()
  })

  // spec: LIM-17, LIM-18, LIM-19, LIM-20, LIM-21
  test('of which little is known has its payments, with the words of what is missing', async ({ page }) => {
    const api = await signIn(page)
    const whole = (await api.get(`/api/locaux/${local}`)) as { bloc: object }
    for (const [lacking, words] of [
      [{ bloc: null }, [/Bloc\s:\s*Non spécifié/, /Résidence\s:\s*Sans résidence/]],
      [{ bloc: { ...whole.bloc, residence: null } }, [/Bloc\s:\s*Bloc B/, /Résidence\s:\s*Sans résidence/]],
      [{ montant: null, resteAPayer: null }, [/Montant\s:\s*Non spécifié/]],
      [{ surface: null, num: null }, [/Numéro\s:\s*Non spécifié/, /Surface \(m²\)\s:\s*Non spécifiée/]],
      [{ description: null, client: null }, [/Aucune description/, /Aucun client/]],
    ] as const) {
      await answer(page, `locaux/${local}`, { ...whole, ...lacking })
      await page.goto(`/clients/${buyer}/paiements/0/0/${local}`)
      for (const word of words)
        await expect(page.getByRole('region', { name: 'Détails du bien' })).toContainText(word)
      await expect(page.getByText('Aucun paiement trouvé pour ce bien.')).toBeVisible()
      await expect(page.getByRole('alert')).toHaveCount(0)
    }
  })

  // spec: LIM-17, LIM-18, LIM-19, LIM-20
  test('has a report, whatever its client and its bloc lack', async ({ page }) => {
    const api = await signIn(page)
    const whole = (await api.get(`/api/locaux/${local}/report`)) as {
      stats: { client: object }
      bloc: object
    }
    const { stats } = whole
    for (const [lacking, word] of [
      [{ stats: { ...stats, client: { ...stats.client, tel: null, email: null } } }, /Sans Téléphone\s*N\/A/],
      [{ bloc: null }, /Sans résidence.*Non spécifié/s],
      [{ stats: { ...stats, montant: null, surface: null } }, /Non spécifiée.*Non spécifié/s],
    ] as const) {
      await answer(page, `locaux/${local}/report`, { ...whole, ...lacking })
      await page.goto(`/locaux?rapport=${local}`)
      await expect(dialog(page).getByText('Surface et prix')).toBeVisible()
      await expect(dialog(page)).toContainText(word)
    }
  })
})

// spec: LIM-17, LIM-18
test('an appartement and a place of which little is known have their payments too', async ({ page }) => {
  await signIn(page)
  await answer(page, 'appartements/900', { id: 900, numLot: 'A-9' })
  await answer(page, 'place-parking/900', { id: 900, numero_place: 4 })
  await answer(page, 'paiements/**', [])
  await page.goto('/clients/1/paiements/900')
  const panel = page.getByRole('region', { name: 'Détails du bien' })
  await expect(panel).toContainText(
    /N° Lot\s:\s*A-9.*Surface totale\s:\s*Non spécifiée.*Résidence\s:\s*Sans résidence/s,
  )
  await page.goto('/clients/1/paiements/0/900')
  await expect(panel).toContainText(
    /Numéro\s:\s*4.*Superficie\s:\s*Non spécifiée.*Montant\s:\s*Non spécifié/s,
  )
})
