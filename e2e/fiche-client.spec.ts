import {
  atRest,
  expect,
  expectAccessible,
  expectReadable,
  moveTo,
  openScreen,
  signIn,
  test,
  withServer,
  type Api,
  type Page,
} from './diyar.ts'
import { createLieu, sellAppartement, type Lieu } from './portefeuille.ts'
import { choose, dialog, plain } from './screen.ts'

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
  // A missing field has no line of its own.
  await expect(shown).not.toContainText(/Profession|Délivrée le|Non spécifié/)
  await expect(shown.getByRole('button', { name: '4 informations à compléter' })).toBeVisible()

  await page.getByRole('button', { name: 'Modifier le client' }).click()
  await field(page, 'Nom complet').fill('Samira Haddad-Kaci')
  await dialog(page).getByRole('button', { name: 'Sauvegarder' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Samira Haddad-Kaci')
})

test(
  'what is kept of a client is given to him as a PDF; he is erased once his name is recopied',
  { tag: ['@clients', '@jour'] },
  async ({ page }) => {
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
  },
)

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
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
    [640, 400],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const id of [long, other]) {
      await moveTo(page, `/clients/${id}`)
      await expect(panel(page, 'Identité')).toBeVisible()
      await atRest(page)
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      await expectReadable(page)
    }
    await panel(page, 'Identité')
      .getByRole('button', { name: /à compléter$/ })
      .click()
    await expect(field(page, 'Civilité')).toBeFocused()
    await expectReadable(page)
    await page.keyboard.press('Tab')
    await expect(field(page, 'Nom en arabe')).toBeFocused()
    await dialog(page).getByRole('button', { name: 'Annuler' }).click()
  }
  expect(plain(await panel(page, 'Coordonnées').textContent())).toContain('0555 11 22 33')
})
