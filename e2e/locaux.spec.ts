import { expect, openScreen, signIn, test, withServer, type Api, type Page } from './diyar.ts'
import { createClient, createEtage } from './portefeuille.ts'
import { card, choose, dialog, expectGoneAfter, freeze, expectOptions } from './screen.ts'

withServer()

const open = (page: Page, address = '/locaux') => openScreen(page, address, 'Gestion des Locaux')

const field = (page: Page, name: string) => dialog(page).getByLabel(name)
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
const action = (page: Page, num: string, name: string) =>
  card(page, `Local ${num}`).getByRole('button', { name })
const banner = (page: Page, text: string) => page.getByText(text, { exact: true })

function buildLocal(api: Api, bloc: number, num: string, given: object = {}): Promise<number> {
  return api.create('/api/locaux', { num, surface: 45.5, montant: 1_000_000, bloc_id: bloc, ...given })
}

// spec: SHELL-06, LOC-01, LOC-02, LOC-14, LOC-16, LOC-18, LOC-21, LOC-41..LOC-44, LOC-47..LOC-54, LOC-59..LOC-61, LOC-66, LOC-67, LOC-70, LOC-71
test('a local is added field by field, changed and deleted; its bloc follows its residence', async ({
  page,
}) => {
  const api = await signIn(page)
  const { bloc } = await createEtage(api, 'Nord')
  await createEtage(api, 'Sud')
  await open(page)
  await expect(page.getByText('Aucun local disponible.')).toBeVisible()
  const lists: string[] = []
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes('/api/locaux?page')) lists.push(request.url())
    if (['POST', 'PUT'].includes(request.method())) sent.push(request.postDataJSON())
  })
  await page.getByRole('button', { name: 'Ajouter un local' }).first().click()
  await expect(field(page, 'Bloc')).toBeDisabled()
  await button(page, 'Enregistrer').click()
  for (const text of [
    'Veuillez sélectionner une résidence.',
    'Veuillez sélectionner un bloc.',
    'Le numéro est obligatoire.',
    'La surface est obligatoire.',
    'Le montant est obligatoire.',
  ])
    await expect(dialog(page).getByText(text)).toBeVisible()
  expect(sent).toEqual([])
  await choose(dialog(page), 'Résidence', 'Nord')
  await choose(dialog(page), 'Bloc', 'Bloc de Nord')
  await choose(dialog(page), 'Résidence', 'Sud')
  await expect(field(page, 'Bloc')).toHaveValue('')
  await expectOptions(page, dialog(page).getByRole('combobox', { name: 'Bloc' }), ['Bloc de Sud'])
  await choose(dialog(page), 'Résidence', 'Nord')
  await choose(dialog(page), 'Bloc', 'Bloc de Nord')
  await field(page, 'Numéro').fill('L-1')
  await field(page, 'Surface (m²)').fill('45,55')
  await field(page, 'Montant').fill('1250000,75')
  for (const name of ['Surface (m²)', 'Montant'])
    await expect(field(page, name)).toHaveAttribute('step', '0.01')
  await button(page, 'Enregistrer').click()
  await expect(banner(page, 'Local ajouté avec succès !')).toBeVisible()
  expect(sent[0]).toMatchObject({
    num: 'L-1',
    surface: 45.55,
    montant: 1250000.75,
    bloc_id: bloc,
    client_id: null,
    estDispo: true,
  })
  const shown = card(page, 'Local L-1')
  await expect(shown).toContainText(
    /Local L-1.*Aucune description.*Disponible.*45,55\sm².*1\s250\s000,75\sDA.*Nord.*Bloc de Nord.*Aucun client/s,
  )
  await action(page, 'L-1', 'Modifier').click()
  await expect(dialog(page)).toHaveAccessibleName('Modifier le local')
  await field(page, 'Numéro').fill('L-2')
  await field(page, 'Description').fill('Angle de rue')
  await button(page, 'Enregistrer').click()
  await expect(banner(page, 'Local modifié avec succès !')).toBeVisible()
  await expect(card(page, 'Local L-2')).toContainText('Angle de rue')
  await action(page, 'L-2', 'Supprimer').click()
  await expect(dialog(page)).toContainText(
    /vouloir supprimer le local L-2 \? Cette action est\s+définitive\./,
  )
  await button(page, 'Supprimer').click()
  await expect(banner(page, 'Local supprimé avec succès !')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
  expect(lists.length).toBeGreaterThanOrEqual(3)
})

test('several locaux are added in a row: the bloc stays, the next free number is proposed', async ({
  page,
}) => {
  const api = await signIn(page)
  const { residence, bloc } = await createEtage(api, 'Série')
  await buildLocal(api, bloc, 'S-2')
  await open(page, `/locaux?residence=${residence}&bloc=${bloc}`)
  await page.getByRole('button', { name: 'Ajouter un local' }).click()
  await field(page, 'Numéro').fill('S-1')
  await field(page, 'Surface (m²)').fill('20')
  await field(page, 'Montant').fill('500000')
  await button(page, 'Enregistrer et ajouter un autre').click()
  await expect(field(page, 'Numéro')).toHaveValue('S-3')
  await expect(field(page, 'Numéro')).toBeFocused()
  await expect(field(page, 'Surface (m²)')).toHaveValue('')
  await expect(dialog(page).getByRole('combobox', { name: 'Bloc' })).toHaveValue('Bloc de Série')
  await button(page, 'Annuler').click()
  await expect(page.getByRole('article')).toHaveCount(2)
})

// spec: LOC-15, LOC-16, LOC-19, LOC-20, LOC-36..LOC-40, LOC-45, LOC-46, LOC-68, LOC-69, LOC-72, ERR-53, LIM-03
test('a local is sold to one client and taken back, its payments counted and deleted', async ({ page }) => {
  const api = await signIn(page)
  const { residence, bloc } = await createEtage(api, 'Ventes')
  const buyer = await createClient(api, 'Amina Haddad')
  const id = await buildLocal(api, bloc, 'V-1')
  await page.clock.install()
  await open(page, `/locaux?residence=${residence}`)
  await action(page, 'V-1', 'Assigner un client').click()
  await expect(dialog(page).getByText('Veuillez sélectionner un client.')).toBeVisible()
  await expect(button(page, 'Assigner')).toBeDisabled()
  await choose(dialog(page), 'Client', 'Amina Haddad · 0555 12 34 56')
  await expect(button(page, 'Assigner')).toBeEnabled()
  await api.put(`/api/locaux/${id}/assigner-client`, { client_id: buyer })
  await button(page, 'Assigner').click()
  await expect(dialog(page).getByRole('alert')).toContainText('Ce local est déjà assigné à un client.')
  await button(page, 'Annuler').click()
  await expect(card(page, 'Local V-1')).toContainText(/Vendu.*Amina Haddad/s)
  await expect(action(page, 'V-1', 'Assigner un client')).toHaveCount(0)
  for (const versement of [200_000, 50_000.5])
    await api.post('/api/paiements', {
      client_id: buyer,
      local_id: id,
      date_paiement: '2026-01-15',
      versement,
    })
  await page.reload()
  const asked: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && asked.push(request.url()))
  await action(page, 'V-1', 'Retirer le client').click()
  await expect(dialog(page)).toHaveAccessibleName('Retirer le client')
  await expect(dialog(page)).toContainText(
    /retirer le client Amina Haddad du local V-1 \?.*définitive : elle supprime 2 versements pour 250\s000,50\sDA/s,
  )
  await button(page, 'Annuler').click()
  expect(asked).toEqual([])
  await action(page, 'V-1', 'Retirer le client').click()
  await button(page, 'Retirer le client').click()
  await expect(banner(page, 'Client retiré avec succès !')).toBeVisible()
  await expect(card(page, 'Local V-1')).toContainText(/Disponible.*Aucun client/s)
  expect(await api.get(`/api/paiements/local/${id}`)).toEqual([])
  await action(page, 'V-1', 'Assigner un client').click()
  await choose(dialog(page), 'Client', 'Amina Haddad · 0555 12 34 56')
  await freeze(page)
  await button(page, 'Assigner').click()
  await expectGoneAfter(page, banner(page, 'Client assigné avec succès !'), 3000)
  await page.clock.resume()
  await expect(card(page, 'Local V-1')).toContainText('Vendu')
})
