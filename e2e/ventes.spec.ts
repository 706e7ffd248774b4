import { account, expect, expectAccessible, signIn, test, withServer, type Api, type Page } from './diyar.ts'
import { createClient, createLieu, createLot } from './portefeuille.ts'
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
    ['Client Lié', new RegExp(`/clients/${buyer}$`)],
    ['Appartement N-7', /\/ventes\/\d+$/],
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

const SALE = { montant: 12_500_000 }
const suiteOf = (page: Page, client: string) =>
  page.getByRole('status').filter({ hasText: new RegExp(`Dossier \\d{4}-D-\\d{4} ouvert pour ${client}\\.`) })
const bodyOf = (page: Page, path: RegExp) =>
  page
    .waitForRequest((request) => request.method() !== 'GET' && path.test(request.url()))
    .then((request) => request.postDataJSON() as object)

// spec: EC-12
test('the assign dialog sends as before on a choice and Entrée, with date, price and échéancier below', async ({
  page,
}) => {
  const api = await signIn(page)
  const lieu = await createLieu(api)
  await createClient(api, 'Yacine Brahimi')
  await createLot(api, lieu.etage, 'V-1', 'F3', undefined, SALE)
  await createLot(api, lieu.etage, 'V-2', 'F3', undefined, SALE)
  await page.goto(`/appartement?residence=${lieu.residence}`)
  await card(page, 'Appartement V-1').getByRole('button', { name: 'Assigner un client' }).click()
  const form = dialog(page, 'Assigner un client - Appartement V-1')
  await expect(form.getByRole('combobox', { name: 'Client' })).toBeFocused()
  await expect(form).toContainText(
    /État.*Disponible.*Montant.*12\s500\s000,00\sDA.*Client.*Date de réservation/s,
  )
  await expect(form.getByLabel('Prix convenu')).toHaveValue(/^12\s500\s000\sDA$/)
  await expect(form.getByRole('checkbox', { name: 'Échéancier' })).toBeChecked()
  await expect(form.getByRole('combobox', { name: 'Modèle' })).toHaveValue(/^Vente sur plans.*par défaut$/)
  await expect(form).toContainText(/5 échéances\. Première : Signature du contrat, 2\s500\s000,00\sDA/)
  await expectAccessible(page)
  const sent = bodyOf(page, /assigner-client$/)
  await page.keyboard.type('Yacine')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  expect(Object.keys(await sent).toSorted()).toEqual(['client_id', 'modele_id', 'version'])
  await expect(suiteOf(page, 'Yacine Brahimi')).toBeVisible()

  await card(page, 'Appartement V-2').getByRole('button', { name: 'Assigner un client' }).click()
  const second = dialog(page, 'Assigner un client - Appartement V-2')
  await choose(second, 'Client', /^Yacine/)
  await second.getByLabel('Prix convenu').fill('12250000')
  await expect(second).toContainText(/−250\s000,00\sDA par rapport au prix actuel \(−2\s%\)/)
  await second.getByLabel('Date de réservation').fill('01/02/2099')
  await button(page, 'Assigner').click()
  await expect(second).toContainText('La date ne peut pas être dans le futur.')
  await second.getByLabel('Date de réservation').fill('10/01/2026')
  await second.getByRole('checkbox', { name: 'Échéancier' }).uncheck()
  await expect(second).toContainText("Cette vente n'aura pas d'échéance : elle ne sera jamais en retard.")
  const changed = bodyOf(page, /assigner-client$/)
  await button(page, 'Assigner').click()
  expect(await changed).toMatchObject({ reservation_le: '2026-01-10', prix: 12_250_000, version: 1 })
  await expect(card(page, 'Appartement V-2')).toContainText(/12\s250\s000,00/)

  await api.create('/api/places-parking', {
    parking_id: lieu.parking,
    numero_place: 7,
    type_place: 'Box',
    montant: 500_000,
  })
  await page.goto(`/parking?places=${lieu.parking}`)
  await dialog(page).getByRole('button', { name: 'Attribuer' }).click()
  const place = dialog(page, 'Attribuer la place 7')
  const modele = place.getByRole('combobox', { name: 'Modèle' })
  await expect(modele).not.toHaveValue(/Vente sur plans/)
  await modele.click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await expect(page.getByRole('option', { name: /Vente sur plans/ })).toHaveCount(0)
})

async function writeClauses(api: Api): Promise<void> {
  const { data } = (await api.get('/api/parametres')) as {
    data: { documents: { valeur: { textes: object } } }
  }
  const { valeur } = data.documents
  const clauses = '# Objet\n\nLe promoteur réserve ce bien au client.'
  const textes = { ...valeur.textes, contrat_reservation: { fr: clauses, ar: clauses } }
  await api.put('/api/parametres/documents', { valeur: { ...valeur, textes } })
}

// spec: EC-13
test('after a sale its dossier is offered, its contract, and the échéancier it lacks', async ({ page }) => {
  const api = await signIn(page)
  const lieu = await createLieu(api)
  const samia = await createClient(api, 'Samia Larbi')
  await createLot(api, lieu.etage, 'S-1', 'F3', undefined, SALE)
  await writeClauses(api)
  // A contract asks for the day of birth of its buyer.
  await api.put(`/api/clients/${samia}/dossier`, { naissance_le: '1990-05-01', version: 1 })
  await page.goto(`/appartement?residence=${lieu.residence}`)
  await card(page, 'Appartement S-1').getByRole('button', { name: 'Assigner un client' }).click()
  await choose(dialog(page), 'Client', /^Samia/)
  await dialog(page).getByRole('checkbox', { name: 'Échéancier' }).uncheck()
  await button(page, 'Assigner').click()
  const suite = suiteOf(page, 'Samia Larbi')
  await expect(suite).toContainText('Sans échéancier.')
  const open = suite.getByRole('link', { name: 'Ouvrir' })
  await expect(open).toBeFocused()
  await expectAccessible(page)
  await suite.getByRole('button', { name: 'Contrat de réservation' }).click()
  await expect(dialog(page, /^Contrat de réservation/)).toBeVisible()
  await button(page, 'Annuler').click()
  await suite.getByRole('button', { name: "Générer l'échéancier" }).click()
  await button(page, 'Générer').click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(suite).not.toContainText('Sans échéancier.')
  const [, numero] = /Dossier (\S+) ouvert/.exec((await suite.textContent()) ?? '') ?? []
  await open.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`Dossier ${numero}`)
})

// spec: EC-14
test(
  '« Vendre un bien » sells by the keyboard alone what can be sold, to whoever may sell',
  { tag: ['@ventes', '@jour'] },
  async ({ page, browser }) => {
    const api = await signIn(page)
    const lieu = await createLieu(api, 'Résidence El Yasmine')
    const samir = await createClient(api, 'Samir Djelloul')
    const [, bloque] = [
      await createLot(api, lieu.etage, 'K-1', 'F3', undefined, SALE),
      await createLot(api, lieu.etage, 'K-2', 'F3'),
      await createLot(api, lieu.etage, 'K-3', 'F3', samir),
    ]
    await api.put(`/api/biens/${bloque}/blocage`, { motif: 'Témoin' })
    await page.goto('/ventes')
    await page.getByRole('button', { name: 'Vendre un bien' }).press('Enter')
    await expect(page).toHaveURL(/\/ventes\?vendre=oui$/)
    const form = dialog(page, 'Vendre un bien')
    const bien = form.getByRole('combobox', { name: 'Bien' })
    await expect(bien).toBeFocused()
    await page.keyboard.type('K-')
    await expect(page.getByRole('option')).toHaveText([
      /Appartement K-1 · Bloc B.*Résidence El Yasmine.*92,5\sm².*12\s500\s000,00\sDA · Disponible/,
    ])
    await page.keyboard.type('2')
    await expect(page.getByRole('listbox').or(form)).toContainText(['Aucun bien à vendre ne correspond.'])
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Enter')
    await expect(form).toContainText('5 échéances.')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Samir')
    // Enter before the clients are there takes the one who is found, but a second one by then sends nothing.
    await expect(page.getByRole('option')).toHaveText([/^Samir Djelloul/, /^Nouveau client «/])
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect(suiteOf(page, 'Samir Djelloul').getByRole('link', { name: 'Ouvrir' })).toBeFocused()
    await expect(page).toHaveURL(/\/ventes$/)

    await page.goto(`/ventes?vendre=${samir}`)
    await expect(form.getByRole('combobox', { name: 'Client' })).toHaveValue(/Samir Djelloul/)
    await expect(form.getByRole('button', { name: 'Vendre', exact: true })).toBeDisabled()
    await expectAccessible(page)

    for (const role of ['caisse', 'comptable', 'lecture']) {
      const on = await browser.newPage()
      const email = `${role}@diyar.dz`
      await api.post('/api/members', { ...account, name: `Nadia ${role}`, email, role })
      await signIn(on, { email, password: account.password })
      await on.goto('/ventes?vendre=oui')
      await expect(on.getByRole('heading', { level: 1 })).toHaveText('Dossiers de vente')
      await expect(on.getByRole('button', { name: 'Vendre un bien' })).toHaveCount(0)
      await expect(dialog(on)).toHaveCount(0)
      await on.close()
    }
  },
)
