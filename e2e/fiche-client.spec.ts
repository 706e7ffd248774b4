import {
  atRest,
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
import { createLieu, pay, sellAppartement, sellPlace, type Lieu } from './portefeuille.ts'
import { CALLS, choose, dialog, plain, tile } from './screen.ts'

withServer()

const LONG = "Société civile immobilière des copropriétaires réunis d'Aïn Témouchent ".padEnd(255, 'x')
const ARABE = 'محمد الأمين بن عبد الله'
const person = (nomComplet: string, tel: string) => ({
  nomComplet,
  tel,
  email: 'client@exemple.dz',
  adresse: '12, rue Didouche Mourad, Oran',
})

const open = (page: Page, id: number, nom: string) => openScreen(page, `/clients/${id}`, nom)
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const field = (page: Page, label: string) =>
  dialog(page).getByLabel(new RegExp(`^${label.replace(/[()]/g, '\\$&')}( \\*)?$`))
const somme = (page: Page, label: string) => tile(page.getByRole('main'), label)
const warned = (page: Page) => dialog(page).getByRole('status').filter({ hasText: 'a déjà ce numéro' })

let lieu: Lieu
async function createBuyer(api: Api, nom: string, lot: string): Promise<number> {
  lieu ??= await createLieu(api, 'Les Jardins')
  const client = await api.create('/api/clients', person(nom, '0661 00 00 00'))
  await sellAppartement(api, lieu, client, lot, 4_000_000)
  return client
}

// spec: EC-35
test("a client's file is reached from his details and his sale, and his identity is filled in", async ({
  page,
}) => {
  const api = await signIn(page)
  const id = await createBuyer(api, 'Samira Haddad', 'A-1')
  await openScreen(page, '/clients', 'Gestion des Clients')
  await page.getByRole('button', { name: 'Détails de Samira Haddad' }).click()
  await dialog(page).getByRole('link', { name: 'Ouvrir la fiche' }).click()
  await expect(page).toHaveURL(new RegExp(`/clients/${id}$`))
  await expect(page).toHaveTitle(/Fiche client/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fiche client Samira Haddad')
  await expect(panel(page, 'Coordonnées')).toContainText('12, rue Didouche Mourad, Oran')

  await panel(page, 'Ventes').getByRole('link', { name: 'Appartement A-1' }).click()
  await page.getByRole('link', { name: 'Samira Haddad' }).first().click()
  await expect(page).toHaveURL(new RegExp(`/clients/${id}$`))

  const shown = panel(page, 'Identité')
  await expect(shown).toHaveText(/^Identité\s*11 informations à compléter$/)
  await shown.getByRole('button', { name: '11 informations à compléter' }).click()
  await field(page, 'Nom en arabe').fill('سميرة حداد')
  await field(page, 'Né(e) le').fill('14/03/1984')
  await field(page, 'Lieu de naissance').fill('Oran')
  await choose(dialog(page), 'Situation familiale', 'Marié(e)')
  await field(page, 'NIN').fill('12/34')
  await choose(dialog(page), "Pièce d'identité", 'Carte de séjour')
  await field(page, 'Délivrée par').fill("Daïra d'Oran")
  await dialog(page).getByRole('button', { name: 'Enregistrer' }).click()
  await expect(dialog(page).getByText("Ce numéro n'est pas valable.")).toBeVisible()
  await field(page, 'NIN').fill('109 841 234')
  await dialog(page).getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('Dossier modifié avec succès !')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  const arabic = page.locator('main header, main').getByText('سميرة حداد').first()
  await expect(arabic).toHaveAttribute('dir', 'rtl')
  for (const fact of ['14/03/1984', 'Marié(e)', '109 841 234', 'Carte de séjour', "Daïra d'Oran"])
    await expect(shown).toContainText(fact)
  for (const label of ['Né(e) le', 'Lieu de naissance', 'Délivrée par'])
    await expect(shown.getByText(label, { exact: false })).toHaveCount(1)
  // What is missing has no line of its own.
  await expect(shown).not.toContainText(/Profession|Délivrée le|Non spécifié/)
  await expect(shown.getByRole('button', { name: '4 informations à compléter' })).toBeVisible()

  await page.getByRole('button', { name: 'Modifier le client' }).click()
  await field(page, 'Nom complet').fill('Samira Haddad-Kaci')
  await dialog(page).getByRole('button', { name: 'Sauvegarder' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Samira Haddad-Kaci')
})

// spec: AD-24
test('a phone typed in three spellings warns once, and saving still works', async ({ page }) => {
  const api = await signIn(page)
  await api.post('/api/clients', person('Élodie Benaïssa', '0550 12 34 56'))
  await openScreen(page, '/clients', 'Gestion des Clients')
  await page.getByRole('button', { name: 'Ajouter un client' }).first().click()
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/clients/doublons')) asked.push(request.url())
  })
  await field(page, 'Nom complet').fill('Élodie Benaïssa, sa sœur')
  await field(page, 'Email').fill('soeur@exemple.dz')
  for (const spelling of ['0550123456', '+213 550-12-34-56', '(0)550.12.34.56']) {
    await field(page, 'Téléphone').fill(spelling)
    await field(page, 'Téléphone').blur()
    await expect(warned(page)).toHaveText(
      /^Un client a déjà ce numéro : Élodie Benaïssa \(téléphone\)\. Ouvrir sa fiche$/,
    )
  }
  expect(asked).toHaveLength(1)
  await expectAccessible(page)
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    warned(page)
      .getByRole('link', { name: /^Ouvrir sa fiche/ })
      .click(),
  ])
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Fiche client Élodie Benaïssa')
  await tab.close()
  await dialog(page).getByRole('button', { name: 'Ajouter', exact: true }).click()
  await expect(page.getByText('Client ajouté avec succès !')).toBeVisible()
})

test("a look-up that fails says nothing; a record's own numbers are not asked about", async ({ page }) => {
  const api = await signIn(page)
  const id = await api.create('/api/clients', person('Yacine Ouali', '0770 55 44 33'))
  await api.post('/api/clients', person('Lila Ouali', '0770 55 44 33'))
  await open(page, id, 'Yacine Ouali')
  await page.getByRole('button', { name: 'Modifier le client' }).click()
  await field(page, 'Téléphone').focus()
  await field(page, 'Téléphone').blur()
  await atRest(page)
  await expect(warned(page)).toHaveCount(0)
  await page.route(`${CALLS}/api/clients/doublons*`, (route) => route.fulfill({ status: 500, json: {} }))
  await field(page, 'Téléphone').fill('0661 00 00 00')
  const answered = page.waitForResponse('**/doublons*')
  await field(page, 'Téléphone').blur()
  await answered
  await atRest(page)
  await expect(dialog(page).getByRole('alert')).toHaveCount(0)
  await expect(warned(page)).toHaveCount(0)
  await dialog(page).getByRole('button', { name: 'Sauvegarder' }).click()
  await expect(page.getByText('Client modifié avec succès !')).toBeVisible()
})

// spec: EC-35
test('who may not see identities finds the biens and how to reach him, and no more', async ({ page }) => {
  const api = await signIn(page)
  const id = await createBuyer(api, 'Nadia Bencheikh', 'A-2')
  await api.put(`/api/clients/${id}/dossier`, { nin: '998 877', nom_ar: 'نادية' })
  const caisse = { email: 'caisse@diyar.dz', password: 'Motdepasse1!' }
  await api.post('/api/members', {
    name: 'Amina Saïdi',
    ...caisse,
    password_confirmation: caisse.password,
    role: 'caisse',
  })
  await api.post('/logout')
  await signIn(page, caisse)
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url())
  })
  await page.goto(`/clients/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Nadia Bencheikh')
  await expect(panel(page, 'Coordonnées')).toContainText('0661 00 00 00')
  await expect(panel(page, 'Biens').getByRole('link', { name: 'Appartement A-2' })).toBeVisible()
  const [biens, coordonnees] = await Promise.all(
    ['Biens', 'Coordonnées'].map((name) => panel(page, name).boundingBox()),
  )
  expect(biens?.y).toBeLessThan(coordonnees?.y ?? 0)
  await atRest(page)
  for (const name of ['Identité', 'Ventes', 'Données personnelles', 'Pièces', 'Page du client'])
    await expect(panel(page, name)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Modifier le client' })).toHaveCount(0)
  await expect(page.getByText('998 877')).toHaveCount(0)
  await expect(somme(page, 'Prix')).toHaveText(/^4\s000\s000,00\sDA$/)
  await expect(somme(page, 'En retard')).toHaveText(/^0,00\sDA$/)
  await expect(page.getByRole('link', { name: 'Ajouter un paiement' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Vendre un bien' })).toHaveCount(0)
  expect(refused).toEqual([])
  await expectAccessible(page)
})

test('what is kept of a client is given to him as a PDF; he is erased once his name is recopied', async ({
  page,
}) => {
  const api = await signIn(page)
  const buyer = await createBuyer(api, 'Karima Zerrouki', 'A-3')
  await open(page, buyer, 'Karima Zerrouki')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    panel(page, 'Données personnelles').getByRole('button', { name: 'Exporter' }).click(),
  ])
  expect(file.suggestedFilename()).toBe(`donnees-personnelles_client_${buyer}.pdf`)
  await expect(panel(page, 'Données personnelles').getByRole('button', { name: 'Effacer' })).toHaveCount(0)

  const id = await api.create('/api/clients', person('Fatiha Lahlou', '0555 99 88 77'))
  await open(page, id, 'Fatiha Lahlou')
  await expect(panel(page, 'Ventes')).toContainText("Aucune vente pour l'instant.")
  await page.getByRole('button', { name: 'Effacer ses données' }).click()
  await expect(dialog(page)).toContainText('Les lignes du journal garderont la date et l')
  await expectAccessible(page)
  const confirm = dialog(page).getByLabel('Recopiez Fatiha Lahlou pour confirmer.')
  await confirm.fill('Fatiha')
  await dialog(page).getByRole('button', { name: 'Effacer', exact: true }).click()
  await expect(dialog(page)).toContainText('Recopiez le nom du client pour confirmer.')
  await confirm.fill('Fatiha Lahlou')
  await dialog(page).getByRole('button', { name: 'Effacer', exact: true }).click()
  await expect(page.getByText('Données effacées avec succès !')).toBeVisible()
  await page.getByRole('link', { name: 'Tous les clients' }).click()
  await expect(page.getByRole('heading', { name: 'Gestion des Clients' })).toBeVisible()
  await page.goto(`/clients/${id}`)
  await expect(page.getByText("Ce client n'existe pas ou a été supprimé.")).toBeVisible()
})

// spec: RE-11
test('a sale that has ended is no part of a price: what was paid is said, without a bar', async ({
  page,
}) => {
  const api = await signIn(page)
  const buyer = await createBuyer(api, 'Mourad Ziani', 'A-9')
  const { ventes } = (await api.get(`/api/clients/${buyer}/dossier`)) as { ventes: { id: number }[] }
  const { bien } = (await api.get(`/api/ventes/${ventes[0]?.id}`)) as { bien: { id: number } }
  await pay(api, buyer, { appartement_id: bien.id }, 1000)
  const line = panel(page, 'Ventes').getByRole('listitem')
  await page.goto(`/clients/${buyer}`)
  await expect(line.getByRole('progressbar')).toHaveCount(1)
  await api.put(`/api/appartements/${bien.id}/retirer-client`)
  await page.reload()
  await expect(line).toContainText(/Retrait.*Payé : 1\s000,00/s)
  await expect(line.getByRole('progressbar')).toHaveCount(0)
  await expectAccessible(page)
})

// spec: EC-35
test('the head sums up the open dossiers in his name, and leads to a payment and to a sale of his', async ({
  page,
}) => {
  const api = await signIn(page)
  const buyer = await createBuyer(api, 'Farid Belkacem', 'A-20')
  const lot = await sellAppartement(api, lieu, buyer, 'A-21', 3_000_000)
  await sellPlace(api, lieu, buyer, 41, 500_000.5)
  const rendu = await sellAppartement(api, lieu, buyer, 'A-22', 9_000_000)
  await api.put(`/api/appartements/${rendu}/retirer-client`)
  await pay(api, buyer, { appartement_id: lot }, 1_200_000.25)
  const { vente_id } = (await api.get(`/api/appartements/${lot}`)) as { vente_id: number }
  await api.put(`/api/ventes/${vente_id}/echeancier`, {
    lignes: [
      { libelle: 'Acompte', montant: 1_500_000, declencheur: 'date', date_prevue: '2026-02-01' },
      { libelle: 'Solde', montant: 1_500_000, declencheur: 'date', date_prevue: '2031-02-01' },
    ],
  })
  // One more that he shares: it is counted at its holder's.
  const autre = await createBuyer(api, 'Amel Belkacem', 'A-23')
  const { ventes } = (await api.get(`/api/clients/${autre}/dossier`)) as { ventes: { id: number }[] }
  await api.put(`/api/ventes/${ventes[0]?.id}/co-acquereurs`, {
    acquereurs: [{ client_id: buyer, part: 10 }],
  })

  await open(page, buyer, 'Farid Belkacem')
  await expect(somme(page, 'Prix')).toHaveText(/^7\s500\s000,50\sDA$/)
  await expect(somme(page, 'Payé')).toHaveText(/^1\s200\s000,25\sDA$/)
  await expect(somme(page, 'Reste à payer')).toHaveText(/^6\s300\s000,25\sDA$/)
  await expect(somme(page, 'En retard')).toHaveText(/^299\s999,75\sDA$/)
  await expect(page.getByRole('link', { name: 'Vendre un bien' })).toHaveAttribute(
    'href',
    `/ventes?vendre=${buyer}`,
  )
  await page.getByRole('link', { name: 'Ajouter un paiement' }).click()
  await expect(dialog(page).getByRole('combobox', { name: /^Client/ })).toHaveValue(/Farid Belkacem/)

  const sans = await api.create('/api/clients', person('Sofia Amrane', '0555 44 33 22'))
  await open(page, sans, 'Sofia Amrane')
  await expect(page.getByText('Aucune vente en cours.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ajouter un paiement' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Vendre un bien' })).toBeVisible()
  // He only shares a sale: nothing is said to be owed by him, nor that he buys nothing.
  await api.put(`/api/ventes/${ventes[0]?.id}/co-acquereurs`, { acquereurs: [{ client_id: sans, part: 10 }] })
  await page.reload()
  await expect(page.getByText('Aucune vente en cours à son nom.')).toBeVisible()
  await expectAccessible(page)
})

// spec: AD-39
test('long and Arabic names, a phone, the dark, large type: nothing leaves the screen', async ({ page }) => {
  const api = await signIn(page)
  const long = await createBuyer(api, LONG, 'A-4')
  const other = await api.create('/api/clients', person(ARABE, '0555 11 22 33'))
  await api.put(`/api/clients/${long}/dossier`, {
    nom_ar: `${ARABE} `.repeat(10).trim(),
    profession: 'Ingénieure en chef des ponts et chaussées '.repeat(5).trim(),
    nin: '1'.repeat(30),
  })
  for (const dark of [false, true]) {
    await preferDark(page, dark)
    for (const [width, height] of [
      [1280, 800],
      [390, 844],
      [640, 400],
    ] as const) {
      await page.setViewportSize({ width, height })
      for (const id of [long, other]) {
        await page.goto(`/clients/${id}`)
        await expect(panel(page, 'Identité')).toBeVisible()
        await atRest(page)
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
        await expectAccessible(page)
      }
      await panel(page, 'Identité')
        .getByRole('button', { name: /à compléter$/ })
        .click()
      await expect(field(page, 'Civilité')).toBeFocused()
      await expectAccessible(page)
      await page.keyboard.press('Tab')
      await expect(field(page, 'Nom en arabe')).toBeFocused()
      await dialog(page).getByRole('button', { name: 'Annuler' }).click()
    }
  }
  expect(plain(await panel(page, 'Coordonnées').textContent())).toContain('0555 11 22 33')
})
