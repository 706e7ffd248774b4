import { expect, signIn, test, withServer, type Page } from './diyar.ts'
import { createClient } from './portefeuille.ts'
import { card, choose, dialog } from './screen.ts'

withServer()

const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })

async function report(page: Page, address: string, of: string): Promise<void> {
  await page.goto(address)
  await card(page, of).getByRole('button', { name: 'Rapport' }).click()
  await expect(dialog(page).getByRole('button', { name: 'Imprimer' })).toBeEnabled()
}

async function add(
  page: Page,
  address: string,
  open: string,
  values: Record<string, string>,
  choices: Record<string, string> = {},
) {
  await page.goto(address)
  await page.getByRole('button', { name: open }).first().click()
  for (const [label, option] of Object.entries(choices)) await choose(dialog(page), label, option)
  for (const [label, value] of Object.entries(values)) await dialog(page).getByLabel(label).fill(value)
  await button(page, 'Enregistrer').click()
  await expect(dialog(page)).toHaveCount(0)
}

async function assign(page: Page, lot: string, client: string) {
  await card(page, lot).getByRole('button', { name: 'Assigner un client' }).click()
  await choose(dialog(page), 'Client', `${client} · 0555 12 34 56`)
  await button(page, 'Assigner').click()
  await expect(card(page, lot)).toContainText(`Vendu`)
}

test('a residence is built, sold, paid and taken back; residence, bloc, étage and lot reports agree', async ({
  page,
}) => {
  const api = await signIn(page)
  const amina = await createClient(api, 'Amina Haddad')
  await add(page, '/residence', 'Ajouter une résidence', { Nom: 'Les Oliviers', Adresse: 'Oran' })
  for (const nom of ['Bloc A', 'Bloc B'])
    await add(
      page,
      '/bloc',
      'Ajouter un bloc',
      { Nom: nom, Description: 'R+1' },
      { Résidence: 'Les Oliviers' },
    )
  for (const bloc of ['Bloc A', 'Bloc B'])
    await add(
      page,
      '/etage',
      'Ajouter un étage',
      { Désignation: `RDC ${bloc}`, Niveau: '0', 'Logements par palier': '2' },
      { Résidence: 'Les Oliviers', Bloc: bloc },
    )
  for (const [bloc, lot] of [
    ['Bloc A', 'A-1'],
    ['Bloc A', 'A-2'],
    ['Bloc B', 'B-1'],
  ] as const)
    await add(
      page,
      '/appartement',
      'Ajouter un appartement',
      {
        'Numéro de lot': lot,
        'Type de logement': 'F3',
        'Surface habitable': '80',
        'Surface utile': '20',
        'Montant total': '1000000',
      },
      { Résidence: 'Les Oliviers', Bloc: bloc, Étage: `RDC ${bloc}` },
    )
  await add(
    page,
    '/locaux',
    'Ajouter un local',
    { Numéro: 'L-1', 'Surface (m²)': '50', Montant: '2000000' },
    { Résidence: 'Les Oliviers', Bloc: 'Bloc B' },
  )

  await page.goto('/appartement')
  await assign(page, 'Appartement A-1', 'Amina Haddad')
  await page.goto('/locaux')
  await assign(page, 'Local L-1', 'Amina Haddad')
  const { data } = (await api.get('/api/appartements?per_page=1000')) as {
    data: { id: number; numLot: string }[]
  }
  const lot = data.find(({ numLot }) => numLot === 'A-1')?.id ?? 0
  const [local] = (await api.get(`/api/locaux/client/${amina}`)) as { id: number }[]
  for (const versement of [100_000, 150_000])
    await api.post('/api/paiements', {
      client_id: amina,
      appartement_id: lot,
      date_paiement: '2026-03-01',
      versement,
    })
  await api.post('/api/paiements', {
    client_id: amina,
    local_id: local?.id,
    date_paiement: '2026-03-01',
    versement: 500_000,
  })

  await report(page, '/residence', 'Les Oliviers')
  await expect(dialog(page)).toContainText(
    /Blocs\s*2.*Appartements\s*3.*Occupés\s*1.*Disponibles\s*2.*33,33\s%/s,
  )
  await expect(dialog(page)).toContainText(/Amina Haddad.*Appartement A-1/s)
  await report(page, '/bloc', 'Bloc A')
  await expect(dialog(page)).toContainText(/Appartements\s*2.*Occupés\s*1.*Amina Haddad/s)
  await report(page, '/etage', 'RDC Bloc A')
  await expect(dialog(page)).toContainText(
    /Appartements\s*2.*Occupés\s*1.*50\.00%.*Appartement A-1.*Amina Haddad.*Appartement A-2.*Libre/s,
  )
  await dialog(page).getByRole('link', { name: 'Bloc A' }).first().click()
  await expect(page).toHaveURL(/\/etage\?/)
  await page.goBack()

  await page.goto('/appartement')
  await card(page, 'Appartement A-1').getByRole('button', { name: 'Rapport' }).click()
  await expect(dialog(page)).toContainText(
    /Amina Haddad.*25\s%.*Total payé\s*250\s000,00\sDA.*Reste à payer\s*750\s000,00\sDA/s,
  )
  await button(page, 'Fermer').last().click()
  await card(page, 'Appartement A-1').getByRole('button', { name: 'Retirer le client' }).click()
  await expect(dialog(page)).toContainText(/garde 2 versements pour 250\s000,00\sDA/)
  await button(page, 'Retirer le client').click()
  await expect(card(page, 'Appartement A-1')).toContainText('Disponible')
  await card(page, 'Appartement A-1').getByRole('button', { name: 'Rapport' }).click()
  await expect(dialog(page)).toContainText(
    /Aucun client.*Anciennes ventes.*Amina Haddad.*2 versements\s:\s*250\s000,00\sDA/s,
  )
  expect(await api.get(`/api/paiements/appartement/${lot}`)).toHaveLength(2)

  await page.goto('/locaux')
  await card(page, 'Local L-1').getByRole('button', { name: 'Retirer le client' }).click()
  await expect(dialog(page)).toContainText(/supprime 1 versement pour 500\s000,00\sDA/)
  await button(page, 'Retirer le client').click()
  await expect(card(page, 'Local L-1')).toContainText('Disponible')
  expect(await api.get(`/api/paiements/local/${local?.id}`)).toEqual([])

  await report(page, '/residence', 'Les Oliviers')
  await expect(dialog(page)).toContainText(
    /Occupés\s*0.*Disponibles\s*3.*Aucun client trouvé pour cette résidence/s,
  )
})

test('each name leads where one would click, and Back comes back to the same page and filter', async ({
  page,
}) => {
  const api = await signIn(page)
  const residence = await api.create('/api/residences', { nom: 'Liens', adresse: 'Alger' })
  const bloc = await api.create('/api/blocs', {
    nomloc: 'Bloc L',
    description: 'R+1',
    residence_id: residence,
  })
  const etage = await api.create('/api/etages', {
    designation: 'Étage L',
    niveau: 1,
    logement_par_palier: 2,
    bloc_id: bloc,
  })
  const buyer = await createClient(api, 'Client Lié')
  const lots: number[] = []
  for (let n = 1; n <= 8; n++)
    lots.push(
      await api.create('/api/appartements', {
        numLot: `N-${n}`,
        typeLogement: 'F2',
        surfaceHabitable: 50,
        surfaceUtile: 5,
        montant: 1000,
        etage_id: etage,
      }),
    )
  await api.put(`/api/appartements/${lots[6]}/assigner-client`, { client_id: buyer })
  const address = `/appartement?residence=${residence}&bloc=${bloc}&etage=${etage}&page=2`
  for (const [name, url] of [
    ['Liens', new RegExp(`/bloc\\?residence=`)],
    ['Bloc L', new RegExp(`/etage\\?residence=`)],
    ['Étage L', new RegExp(`/appartement\\?residence=`)],
    ['Client Lié', new RegExp(`/clients\\?biens=`)],
    ['Appartement N-7', new RegExp(`/clients/${buyer}/paiements/${lots[6]}$`)],
  ] as const) {
    await page.goto(address)
    await expect(page.getByRole('article')).toHaveCount(2)
    await card(page, 'Appartement N-7').getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(url)
    await page.goBack()
    await expect(page.getByText('Page 2 sur 2')).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Étage' })).toHaveValue('Étage L')
  }
  await card(page, 'Appartement N-8').getByRole('link', { name: 'Appartement N-8' }).click()
  await expect(dialog(page)).toHaveAccessibleName("Détails de l'appartement")
  await expect(dialog(page)).toContainText('N-8')
})
