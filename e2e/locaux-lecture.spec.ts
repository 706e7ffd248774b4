import { expect, openScreen, signIn, test, withServer, type Api, type Page } from './diyar.ts'
import { createClient, createEtage } from './portefeuille.ts'
import { CALLS, card, choose, dialog, freeze } from './screen.ts'

withServer()

const open = (page: Page, address = '/locaux') => openScreen(page, address, 'Gestion des Locaux')

const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
const action = (page: Page, num: string, name: string) =>
  card(page, `Local ${num}`).getByRole('button', { name })
const spinner = (page: Page) => page.getByRole('status', { name: 'Recherche en cours' })

function buildLocal(api: Api, bloc: number, num: string, given: object = {}): Promise<number> {
  return api.create('/api/locaux', { num, surface: 45.5, montant: 1_000_000, bloc_id: bloc, ...given })
}

// spec: LOC-03..LOC-13, LOC-57
test('search and filters hold for the loaded page, with a spinner of half a second', async ({ page }) => {
  const api = await signIn(page)
  const north = await createEtage(api, 'Filtre Nord')
  const south = await createEtage(api, 'Filtre Sud')
  const buyer = await createClient(api, 'Filtré Client')
  for (const [bloc, num, description, client_id] of [
    [north.bloc, 'Vieux', 'Dépôt', null],
    [north.bloc, 'Alpha', 'Boulangerie', null],
    [north.bloc, 'Bêta', 'Pharmacie', buyer],
    [north.bloc, 'Gamma', '', null],
    [south.bloc, 'Delta', 'Café', null],
    [south.bloc, 'Epsilon', 'Café', buyer],
    [south.bloc, 'Zêta', 'Angle', null],
  ] as const)
    await buildLocal(api, bloc, num, { description, client_id })
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/api/locaux?page') && asked.push(request.url()))
  await page.clock.install()
  await open(page)
  await expect(page.getByRole('article')).toHaveCount(6)
  await expect(page.getByText(/^Page 1 sur \d+$/)).toBeVisible()
  expect(asked[0]).toMatch(/page=1&per_page=6&with=bloc.residence%2Cclient%2Cpaiements$/)
  const names = () => page.getByRole('article').getByRole('heading').allTextContents()
  const before = asked.length
  await freeze(page)
  const search = page.getByRole('searchbox', { name: 'Rechercher par numéro ou description...' })
  for (const [text, found] of [
    ['beta', ['Local Bêta']],
    ['CAFE', ['Local Epsilon', 'Local Delta']],
  ] as const) {
    await search.fill(text)
    await expect(spinner(page)).toBeVisible()
    await page.clock.runFor(499)
    await expect(spinner(page)).toBeVisible()
    await page.clock.runFor(2)
    await expect(spinner(page)).toHaveCount(0)
    await expect.poll(names).toEqual(found)
  }
  await page.clock.resume()
  await page.getByRole('button', { name: 'Réinitialiser' }).click()
  await expect(search).toHaveValue('')
  await choose(page, 'Bloc', 'Bloc de Filtre Sud (Filtre Sud)')
  await expect.poll(names).toEqual(['Local Zêta', 'Local Epsilon', 'Local Delta'])
  await choose(page, 'Résidence', 'Filtre Nord')
  await expect.poll(names).toEqual(['Local Gamma', 'Local Bêta', 'Local Alpha'])
  await choose(page, 'État', 'Vendu')
  await expect.poll(names).toEqual(['Local Bêta'])
  await choose(page, 'État', 'Disponible')
  await expect.poll(names).toEqual(['Local Gamma', 'Local Alpha'])
  await expect(spinner(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Réinitialiser' }).click()
  for (const name of ['Résidence', 'Bloc', 'Client', 'État'])
    await expect(page.getByRole('combobox', { name })).toHaveValue(/^Tou/)
  await choose(page, 'Client', 'Filtré Client · 0555 12 34 56')
  await expect.poll(names).toEqual(['Local Epsilon', 'Local Bêta'])
  await expect(spinner(page)).toHaveCount(0)
  await page.getByRole('combobox', { name: 'État' }).click()
  await freeze(page)
  await page.getByRole('option', { name: 'Vendu' }).click()
  await expect(spinner(page)).toBeVisible()
  await page.clock.runFor(499)
  await expect(spinner(page)).toBeVisible()
  await page.clock.runFor(2)
  await expect(spinner(page)).toHaveCount(0)
  await page.clock.resume()
  expect(asked.length).toBe(before)
  await page.getByRole('button', { name: 'Filtrer toutes les pages' }).click()
  await expect.poll(() => asked.at(-1)).toContain('etat=vendu')
  await page.getByRole('button', { name: 'Réinitialiser' }).click()
  await page.getByRole('button', { name: 'Page suivante' }).click()
  await expect(card(page, 'Local Vieux')).toBeVisible()
})

// spec: SHELL-05, LOC-17, LOC-22..LOC-35, LOC-62
test('details and report tell everything, and what is missing has its word', async ({ page }) => {
  const api = await signIn(page)
  const { residence, bloc } = await createEtage(api, 'Lecture')
  const buyer = await createClient(api, 'Lecteur')
  const id = await buildLocal(api, bloc, 'D-1', { client_id: buyer, description: 'Vitrine' })
  await buildLocal(api, bloc, 'D-2')
  await api.post('/api/paiements', {
    client_id: buyer,
    local_id: id,
    date_paiement: '2026-02-03',
    versement: 250_000,
  })
  await open(page, `/locaux?residence=${residence}`)
  await action(page, 'D-1', 'Détails').click()
  await expect(dialog(page)).toContainText(
    /Numéro\s:\s*D-1.*Surface \(m²\)\s:\s*45,5\sm².*Description\s:\s*Vitrine.*Montant\s:\s*1\s000\s000,00\sDA.*Prix au m²\s:\s*21\s978,02\sDA.*Résidence\s:\s*Lecture.*Bloc\s:\s*Bloc de Lecture.*Client\s:\s*Lecteur.*État\s:\s*Vendu/s,
  )
  await page.keyboard.press('Escape')
  await action(page, 'D-2', 'Détails').click()
  await expect(dialog(page)).toContainText(
    /Description\s:\s*Aucune description.*Client\s:\s*Aucun client.*État\s:\s*Disponible/s,
  )
  await page.keyboard.press('Escape')
  await action(page, 'D-1', 'Rapport').click()
  await expect(dialog(page)).toContainText(
    /Local D-1.*Lecture.*Vitrine.*45,5\sm².*1\s000\s000,00\sDA.*Lecteur.*25\s%.*Total payé\s*250\s000,00\sDA.*Reste à payer\s*750\s000,00\sDA.*03\/02\/2026/s,
  )
  await button(page, 'Fermer').last().click()
  const bare = {
    id: 9,
    num: '',
    surface: null,
    description: null,
    montant: null,
    bloc_id: null,
    bloc: null,
    paiements: [],
    resteAPayer: 0,
    pourcentagePaiement: 0,
    version: 1,
  }
  await page.route(`${CALLS}/api/locaux?*`, (route) =>
    route.fulfill({
      json: {
        data: [
          { ...bare, client_id: null, client: null, estDispo: true },
          {
            ...bare,
            id: 10,
            num: 'N-1',
            client_id: 3,
            client: { id: 3, nomComplet: 'Sans téléphone', tel: '', email: '' },
            estDispo: false,
          },
        ],
        current_page: 1,
        last_page: 1,
      },
    }),
  )
  await page.route(`${CALLS}/api/locaux/9`, (route) =>
    route.fulfill({ json: { ...bare, client_id: null, client: null, estDispo: true } }),
  )
  await page.goto('/locaux')
  const empty = page.getByRole('article').first()
  await expect(empty).toContainText(
    /Non spécifié.*Aucune description.*Disponible.*Surface\s:\s*Non spécifiée.*Montant\s:\s*Non spécifié.*Résidence\s:\s*Sans résidence.*Bloc\s:\s*Non spécifié.*Aucun client/s,
  )
  await expect(page.getByRole('article').last()).toContainText(/Vendu.*Téléphone\s:\s*N\/A/s)
  await empty.getByRole('button', { name: 'Détails' }).click()
  await expect(dialog(page)).toContainText(
    /Numéro\s:\s*Non spécifié.*Montant\s:\s*Non spécifié.*Sans résidence/s,
  )
})
