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
import { createLieu, pay, sellAppartement, type Lieu } from './portefeuille.ts'
import { CALLS, choose, dialog, plain } from './screen.ts'

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
const warned = (page: Page) => dialog(page).getByRole('status').filter({ hasText: 'a déjà ce numéro' })

let lieu: Lieu
async function createBuyer(api: Api, nom: string, lot: string): Promise<number> {
  lieu ??= await createLieu(api, 'Les Jardins')
  const client = await api.create('/api/clients', person(nom, '0661 00 00 00'))
  await sellAppartement(api, lieu, client, lot, 4_000_000)
  return client
}

test("a client's file is reached from his details and his sale, and his identity is filled in", async ({
  page,
}) => {
  const api = await signIn(page)
  const id = await createBuyer(api, 'Samira Haddad', 'A-1')
  await openScreen(page, '/clients', 'Gestion des Clients')
  await page.getByRole('button', { name: 'Détails de Samira Haddad' }).click()
  await dialog(page).getByRole('link', { name: 'Ouvrir le dossier' }).click()
  await expect(page).toHaveURL(new RegExp(`/clients/${id}$`))
  await expect(page).toHaveTitle(/Fiche client/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fiche client Samira Haddad')
  await expect(panel(page, 'Coordonnées')).toContainText('12, rue Didouche Mourad, Oran')

  await panel(page, 'Ventes').getByRole('link', { name: 'Appartement A-1' }).click()
  await page.getByRole('link', { name: 'Samira Haddad' }).first().click()
  await expect(page).toHaveURL(new RegExp(`/clients/${id}$`))

  await page.getByRole('button', { name: "Compléter l'identité" }).click()
  await field(page, 'Nom en arabe').fill('سميرة حداد')
  await field(page, 'Né(e) le').fill('14/03/1984')
  await field(page, 'À').fill('Oran')
  await choose(dialog(page), 'Situation familiale', 'Marié(e)')
  await field(page, 'NIN').fill('12/34')
  await choose(dialog(page), "Pièce d'identité", 'Carte de séjour')
  await field(page, 'Par').fill("Daïra d'Oran")
  await dialog(page).getByRole('button', { name: 'Enregistrer' }).click()
  await expect(dialog(page).getByText("Ce numéro n'est pas valable.")).toBeVisible()
  await field(page, 'NIN').fill('109 841 234')
  await dialog(page).getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('Dossier modifié avec succès !')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  const arabic = page.locator('main header, main').getByText('سميرة حداد').first()
  await expect(arabic).toHaveAttribute('dir', 'rtl')
  const shown = panel(page, 'Identité')
  for (const fact of ['14/03/1984', 'Marié(e)', '109 841 234', 'Carte de séjour', "Daïra d'Oran"])
    await expect(shown).toContainText(fact)
  await expect(shown).toContainText(/Profession\s:\s*Non spécifié/)

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
  await expect(warned(page)).toHaveCount(0)
  await page.route(`${CALLS}/api/clients/doublons*`, (route) => route.fulfill({ status: 500, json: {} }))
  await field(page, 'Téléphone').fill('0661 00 00 00')
  const answered = page.waitForResponse('**/doublons*')
  await field(page, 'Téléphone').blur()
  await answered
  await expect(dialog(page).getByRole('alert')).toHaveCount(0)
  await expect(warned(page)).toHaveCount(0)
  await dialog(page).getByRole('button', { name: 'Sauvegarder' }).click()
  await expect(page.getByText('Client modifié avec succès !')).toBeVisible()
})

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
  for (const name of ['Identité', 'Ventes', 'Données personnelles', 'Pièces', 'Page du client'])
    await expect(panel(page, name)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Modifier le client' })).toHaveCount(0)
  await expect(page.getByText('998 877')).toHaveCount(0)
  expect(refused).toEqual([])
  await expectAccessible(page)
})

test('what is kept of a client is given to him as a PDF; he is erased once his name is recopied', async ({
  page,
}) => {
  const api = await signIn(page)
  const buyer = await createBuyer(api, 'Karima Zerrouki', 'A-3')
  await open(page, buyer, 'Karima Zerrouki')
  await expect(panel(page, 'Données personnelles').getByRole('button', { name: 'Effacer' })).toHaveCount(0)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    panel(page, 'Données personnelles').getByRole('button', { name: 'Exporter' }).click(),
  ])
  expect(file.suggestedFilename()).toBe(`donnees-personnelles_client_${buyer}.pdf`)

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
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
        await expectAccessible(page)
      }
      await page.getByRole('button', { name: "Compléter l'identité" }).click()
      await expect(field(page, 'Civilité')).toBeFocused()
      await expectAccessible(page)
      await page.keyboard.press('Tab')
      await expect(field(page, 'Nom en arabe')).toBeFocused()
      await dialog(page).getByRole('button', { name: 'Annuler' }).click()
    }
  }
  expect(plain(await panel(page, 'Coordonnées').textContent())).toContain('0555 11 22 33')
})
