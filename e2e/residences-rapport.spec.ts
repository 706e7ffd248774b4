import {
  expect,
  expectAccessible,
  openScreen,
  preferDark,
  signIn,
  test,
  withServer,
  type Api,
  type Page,
} from './diyar.ts'
import { createClient, createEtage, createLot, pay } from './portefeuille.ts'
import { alert, card, dialog, tile } from './screen.ts'

withServer()

const open = (page: Page, address = '/residence') => openScreen(page, address, 'Nos Résidences')

/** A residence with two types of lots, one of each sold, a local, a place, and payments on each. */
async function buildSold(api: Api, nom: string) {
  const built = await createEtage(api, nom)
  const client = await createClient(api, `Acheteur de ${nom}`)
  const lot = await createLot(api, built.etage, 'A-1', 'F3', client)
  await createLot(api, built.etage, 'A-2', 'F3')
  await createLot(api, built.etage, 'A-3', 'F4', client)
  await api.post('/api/paiements', {
    client_id: client,
    appartement_id: lot,
    date_paiement: '2026-01-15',
    versement: 250000.5,
  })
  const local = await api.create('/api/locaux', {
    num: 'L-1',
    surface: 40,
    bloc_id: built.bloc,
    montant: 5000,
    client_id: client,
  })
  await api.post('/api/paiements', {
    client_id: client,
    local_id: local,
    date_paiement: '2026-01-15',
    versement: 1500,
  })
  const parking = await api.create('/api/parkings', {
    parking_nom: `Parking de ${nom}`,
    residence_id: built.residence,
    nb_places: 4,
  })
  const place = await api.create('/api/places-parking', {
    numero_place: 1,
    type_place: 'Box',
    montant: 900,
    parking_id: parking,
  })
  await api.post(`/api/places-parking/${place}/attribuer`, { client_id: client })
  await api.post('/api/paiements', {
    client_id: client,
    place_parking_id: place,
    date_paiement: '2026-01-15',
    versement: 300,
  })
  return { ...built, client, lot }
}

// spec: RES-12, RES-14, RES-15, RES-16, RES-21, RES-27, RES-28, RES-29, RES-22, RES-30..RES-35, RES-57
test('occupancy, payment totals and the detailed report agree with what was sold, and lead on', async ({
  page,
}) => {
  const api = await open(page)
  const { residence, bloc, etage, client, lot } = await buildSold(api, 'Vendue')
  await page.reload()
  const shown = card(page, 'Vendue')
  await expect(shown).toContainText(/Disponible.*Blocs\s:\s*1.*Appartements\s:\s*3.*66,67\s% occupé/s)
  await shown.getByRole('button', { name: 'Total des paiements' }).click()
  await expect(dialog(page)).toContainText(
    /Appartements\s:\s*250\s000,50\sDA.*Places de parking\s:\s*300,00\sDA.*Locaux\s:\s*1\s500,00\sDA.*Total\s:\s*251\s800,50\sDA/s,
  )
  await page.keyboard.press('Escape')

  await shown.getByRole('button', { name: 'Rapport' }).click()
  await expect(dialog(page)).toHaveAccessibleName('Rapport détaillé - Vendue')
  const report = dialog(page)
  for (const [label, value] of [
    ['Blocs', '1'],
    ['Étages', '1'],
    ['Appartements', '3'],
    ['Occupés', '2'],
    ['Disponibles', '1'],
  ] as const)
    await expect(tile(report, label)).toHaveText(value)
  await expect(tile(report, 'Occupation')).toHaveText(/^66,67\s%$/)
  await expect(report).toContainText(/F3\s*2 \(1 vendu\).*F4\s*1 \(1 vendu\)/s)
  await expect(report).toContainText(/Bloc de Vendue.*1 étage, 3 appartements/s)
  await expect(report.getByRole('listitem').filter({ hasText: 'Acheteur de Vendue' }).first()).toContainText(
    /0555 12 34 56.*client@exemple\.dz.*Appartement A-1 · F3.*Bloc de Vendue, Étage de Vendue/s,
  )

  // Once among the blocs, once beside each buyer.
  const links = report.getByRole('link', { name: 'Bloc de Vendue' })
  await expect(links).not.toHaveCount(0)
  for (const link of await links.all())
    await expect(link).toHaveAttribute('href', `/etage?residence=${residence}&bloc=${bloc}`)
  await expect(report.getByRole('link', { name: 'Étage de Vendue' }).first()).toHaveAttribute(
    'href',
    `/appartement?residence=${residence}&bloc=${bloc}&etage=${etage}`,
  )
  await expect(report.getByRole('link', { name: 'Acheteur de Vendue' }).first()).toHaveAttribute(
    'href',
    `/clients/${client}`,
  )
  await report.getByRole('link', { name: 'Appartement A-1' }).click()
  const { vente_id } = (await api.get(`/api/appartements/${lot}`)) as { vente_id: number }
  await expect(page).toHaveURL(new RegExp(`/ventes/${vente_id}$`))
  await page.goBack()
  await expect(dialog(page)).toHaveAccessibleName('Rapport détaillé - Vendue')

  await createLot(api, etage, 'A-4', 'F2', client)
  await api.put(`/api/appartements/${lot + 1}/assigner-client`, { client_id: client })
  await page.goto('/residence')
  await expect(shown).toContainText(/Saturée.*100\s% occupé/s)
  await shown.getByRole('button', { name: 'Supprimer' }).click()
  // spec: EC-43 (B15: what is in the way is told first; the button asks the server all the same)
  await expect(dialog(page)).toContainText("Elle contient 1 bloc et 1 parking : supprimez-les d'abord.")
  await expect(dialog(page).getByRole('link', { name: 'Voir les blocs' })).toHaveAttribute(
    'href',
    /\/bloc\?residence=\d+$/,
  )
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectAccessible(page)
  }
  await expect(dialog(page).getByRole('button', { name: 'Supprimer' })).toHaveAttribute(
    'data-variant',
    'outline',
  )
  await dialog(page).getByRole('button', { name: 'Supprimer' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(alert(page)).toContainText(
    'Impossible de supprimer cette résidence : elle contient 1 bloc et 1 parking.',
  )
})

// spec: EC-43
test('what is attached to a client is told before the deletion, which is asked all the same', async ({
  page,
}) => {
  const api = await signIn(page)
  const client = await createClient(api, 'Amel Attachée')
  const { etage } = await createEtage(api, 'Les Attaches')
  const lot = await createLot(api, etage, 'AT-1', 'F3', client)
  await pay(api, client, { appartement_id: lot }, 1000, '2026-01-05')
  await page.goto('/clients?recherche=Amel')
  await card(page, 'Amel Attachée').getByRole('button', { name: 'Supprimer' }).click()
  await expect(dialog(page)).toContainText('Il a 1 bien et 1 paiement : il ne peut pas être supprimé.')
  await expect(dialog(page)).toContainText(
    'Êtes-vous sûr de vouloir supprimer le client Amel Attachée ? Cette action est définitive.',
  )
  await dialog(page).getByRole('button', { name: 'Supprimer' }).click()
  await expect(page.getByRole('alert')).toContainText('Impossible de supprimer ce client')
  await card(page, 'Amel Attachée').getByRole('button', { name: 'Supprimer' }).click()
  await dialog(page).getByRole('link', { name: 'Ouvrir la fiche' }).click()
  await expect(page).toHaveURL(new RegExp(`/clients/${client}$`))
  await expect(dialog(page)).toHaveCount(0)
})

test('a report prints alone, whole, on white, under the head of the promoter', async ({ page }) => {
  const api = await signIn(page)
  const promoteur = { nom: 'SARL Les Bâtisseurs', email: 'contact@batisseurs.dz', telephone: '021 12 34 56' }
  await api.post('/api/promoteurs', { ...promoteur, adresse: 'Rue Didouche Mourad, Alger' })
  const { etage } = await buildSold(api, 'Imprimée')
  const client = await createClient(api, 'Nombreux')
  for (let n = 0; n < 40; n++) await createLot(api, etage, `N-${n}`, 'F3', client)
  await preferDark(page, true)
  await open(page)
  await page.evaluate(
    `globalThis.print = () => {
      dispatchEvent(new Event('beforeprint'))
      globalThis.printed = document.documentElement.dataset.mantineColorScheme
      dispatchEvent(new Event('afterprint'))
    }`,
  )
  await card(page, 'Imprimée').getByRole('button', { name: 'Rapport' }).click()
  await dialog(page).getByRole('button', { name: 'Imprimer' }).click()
  await expect(page.getByText(promoteur.nom)).toBeHidden()
  expect(await page.evaluate('globalThis.printed')).toBe('light')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'Nos Résidences', includeHidden: true })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Imprimer' })).toBeHidden()
  for (const head of [
    /^SARL Les Bâtisseurs$/,
    /^Rue Didouche Mourad, Alger$/,
    /^021 12 34 56 · contact@/,
    /Imprimé le \d/,
  ])
    await expect(page.getByText(head).last()).toBeVisible()
  await expect(page.getByText('Rapport détaillé - Imprimée').filter({ visible: true })).toHaveCount(1)
  const pages = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
  expect(pages).toBeGreaterThan(1)
})
