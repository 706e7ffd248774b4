import {
  expect,
  expectAccessible,
  openScreen,
  preferDark,
  signIn,
  test,
  withServer,
  type Page,
} from './diyar.ts'
import { createEtage, createLot } from './portefeuille.ts'
import { actOn, alert, card, choose, dialog, plain } from './screen.ts'

withServer()

const apercu = (page: Page) => page.getByRole('region', { name: 'Aperçu', exact: true })
const champ = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const creer = (page: Page, what: string) => apercu(page).getByRole('button', { name: what, exact: true })
const open = (page: Page, residence: number) =>
  openScreen(page, `/residence/${residence}/generer`, 'Générer les lots')

/** The first row of the palier, at 120 000 DA / m². */
async function fillLogement(page: Page) {
  await page.getByText('Prix au m²', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Type du logement 1', exact: true }).fill('F4')
  await page.keyboard.press('Tab')
  await champ(page, 'Surface habitable du logement 1').fill('85,5')
  await champ(page, 'Surface utile du logement 1').fill('12,25')
  await champ(page, 'Prix au m² du logement 1').fill('120000')
}

// spec: PO-01
test(
  'three blocs of ten étages of eight lots are typed once, seen, and created',
  { tag: ['@generation', '@jour'] },
  async ({ page }) => {
    await openScreen(page, '/residence', 'Nos Résidences')
    await page.getByRole('button', { name: 'Ajouter une résidence' }).first().click()
    await dialog(page).getByLabel('Nom', { exact: false }).fill('Les Palmiers')
    await dialog(page).getByLabel('Adresse', { exact: false }).fill('Alger')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Générer ses lots' }).click()
    await expect(page.getByRole('heading', { name: 'Générer les lots' })).toBeVisible()
    await expect(apercu(page)).toContainText('dès que les champs obligatoires sont remplis')

    await champ(page, 'Nombre de blocs').fill('3')
    await champ(page, 'Description').fill('Dix étages')
    await champ(page, 'Du niveau').fill('0')
    await champ(page, 'Au niveau').fill('9')
    await fillLogement(page)
    for (let n = 0; n < 7; n++) await page.getByRole('button', { name: 'Copier la ligne 1' }).click()
    await page.getByRole('radio', { name: '%' }).check({ force: true })
    await champ(page, 'Pas par étage').fill('2')
    await champ(page, 'À partir du niveau').fill('1')
    await choose(page, 'Arrondi', /^10.000 DA$/)
    await expect(apercu(page).getByText('3 blocs, 30 étages, 240 appartements')).toBeVisible()
    const grille = page.getByRole('grid', { name: 'Aperçu du Bloc B' })
    await expect(grille.getByRole('row')).toHaveCount(10)
    await expect(grille.getByRole('row').first().getByRole('rowheader')).toHaveText('9e étage')
    const cell = grille.getByRole('gridcell', { name: /^Appartement B407,/ })
    // The preview before it stands there until the one that is rounded has come.
    await expect
      .poll(async () => plain(await cell.locator('.visuallyHidden').textContent()))
      .toBe('Appartement B407, F4, 97,75 m², 12 430 000,00 DA, nouveau')
    await expectAccessible(page)

    await creer(page, 'Créer 240 lots').click()
    expect(plain(await dialog(page).textContent())).toContain(
      '3 blocs, 30 étages et 240 lots vont être créés, pour',
    )
    // Twice: it is created once.
    await dialog(page).getByRole('button', { name: 'Créer 240 lots' }).dblclick()
    await expect(page).toHaveURL(/\/plan-de-vente\?residence=\d+$/)
    await expect(page.getByText('Génération terminée avec succès !')).toBeVisible()
    await expect(page.getByRole('grid', { name: 'Plan du Bloc B' })).toBeVisible()
    await expect(page.getByRole('gridcell', { name: /^Appartement C908,/ })).toHaveCount(1)
  },
)

// spec: EC-43, IN-24, IN-29
test('a pattern is built by chips at the caret, with a live example; the description may be left empty', async ({
  page,
}) => {
  const api = await signIn(page)
  const residence = await api.create('/api/residences', { nom: 'Les Jetons', adresse: 'Oran' })
  for (const nomloc of ['Bloc A', 'Bloc B', 'Bloc C'])
    await api.create('/api/blocs', { residence_id: residence, nomloc, description: 'R+5' })
  await open(page, residence)
  await expect(champ(page, 'Premier')).toHaveValue('4 (D)')
  await expect(champ(page, 'Du niveau')).toHaveValue('0')
  for (const [name, help] of [
    ['Du niveau', '0 est le rez-de-chaussée, -1 le premier sous-sol.'],
    ['Surface utile du logement 1', "Balcons, loggias, séchoir : s'ajoute à l'habitable."],
    ['Pas par étage', 'Ajouté au prix à chaque étage.'],
  ] as const)
    await expect(champ(page, name)).toHaveAccessibleDescription(help)
  const chips = (champ_: string) => page.getByRole('group', { name: `Insérer dans « ${champ_} »` })
  await expect(chips('Nom des blocs')).toContainText('Bloc D, Bloc E…')
  await champ(page, 'Du niveau').fill('2')
  await champ(page, 'Au niveau').fill('2')
  await expect(chips('Désignation des étages')).toContainText('2e étage, 3e étage…')
  await expect(chips('Numéro des lots')).toContainText('D201, D202…')
  await expect(champ(page, 'Numéro des lots')).toHaveCount(0)
  await expect(page.getByText('Bloc D, 2e étage, 3e logement : D203.')).toBeVisible()
  await page.getByRole('button', { name: 'Écrire le modèle : Numéro des lots' }).click()
  await champ(page, 'Numéro des lots').fill('-')
  await page.keyboard.press('Home')
  await chips('Numéro des lots').getByRole('button', { name: 'Lettre' }).click()
  await expect(champ(page, 'Numéro des lots')).toBeFocused()
  await page.keyboard.press('End')
  for (const mot of ['Étage', 'Rang'])
    await chips('Numéro des lots').getByRole('button', { name: mot }).click()
  await expect(champ(page, 'Numéro des lots')).toHaveValue('{bloc}-{niveau}{rang:2}')
  await expect(chips('Numéro des lots')).toContainText('D-201, D-202…')
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await expectAccessible(page)
  }
  await fillLogement(page)
  const utile = champ(page, 'Surface utile du logement 1')
  await champ(page, 'Surface habitable du logement 1').fill('78,5')
  await utile.fill('85')
  await expect(page.getByText('Total 163,5 m². Si l')).toBeVisible()
  await page.getByRole('button', { name: 'Mettre 6,5' }).click()
  await expect(utile).toHaveValue('6,5')
  await expect(utile).toBeFocused()
  await expect(page.getByRole('button', { name: /^Mettre/ })).toHaveCount(0)
  await creer(page, 'Créer 1 lot').click()
  await dialog(page).getByRole('button', { name: 'Créer 1 lot' }).click()
  await expect(page).toHaveURL(/\/plan-de-vente/)
  const { data } = (await api.get(`/api/blocs?search=${encodeURIComponent('Bloc D')}`)) as {
    data: { nomloc: string; description: string }[]
  }
  expect(data.find(({ nomloc }) => nomloc === 'Bloc D')?.description).toBe('Bloc D')
})

test('what is there already is told before and beside its cell, and nothing is created', async ({ page }) => {
  const api = await signIn(page)
  const { residence, etage } = await createEtage(api, 'Les Roses', {
    bloc: 'Bloc A',
    etage: '1er étage',
    niveau: 1,
  })
  await createLot(api, etage, 'A101', 'F3')
  await open(page, residence)
  await page.getByText('Blocs existants', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Blocs' }).click()
  await page.getByRole('option', { name: 'Bloc A' }).click()
  await page.keyboard.press('Escape')
  await champ(page, 'Du niveau').fill('1')
  await champ(page, 'Au niveau').fill('2')
  await fillLogement(page)
  await expect(alert(page)).toHaveText('1 collision :Le lot « A101 » existe déjà : Bloc A, 1er étage.')
  await expect(page.getByRole('gridcell', { name: /^Appartement A101,.*, existe déjà$/ })).toBeVisible()
  await expect(creer(page, 'Créer 2 lots')).toBeDisabled()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Écrire le modèle : Numéro des lots' }).click()
  await champ(page, 'Numéro des lots').fill('{ban')
  await expect(page.getByText('Repère inconnu : {ban.')).toBeVisible()
  await champ(page, 'Numéro des lots').fill('{bloc}-{niveau}{rang:2}')
  await expect(creer(page, 'Créer 2 lots')).toBeEnabled()
  // Somebody else is faster: told, the form stays, and the preview says why.
  await createLot(api, etage, 'a-101', 'F3')
  await creer(page, 'Créer 2 lots').click()
  await dialog(page).getByRole('button', { name: 'Créer 2 lots' }).click()
  await expect(page.getByText("Rien n'a été créé : 1 collision.")).toBeVisible()
  await expect(page.getByText('Le lot « A-101 » existe déjà : Bloc A, 1er étage.')).toBeVisible()
  await expect(champ(page, 'Numéro des lots')).toHaveValue('{bloc}-{niveau}{rang:2}')
})

test('leaving a form that is filled in asks; ranges go on where the last one ends', async ({ page }) => {
  const api = await signIn(page)
  const residence = await api.create('/api/residences', { nom: 'Les Oliviers', adresse: 'Oran' })
  await openScreen(page, '/residence', 'Nos Résidences')
  await actOn(card(page, 'Les Oliviers'), 'Générer les lots de Les Oliviers')
  await expect(page).toHaveURL(new RegExp(`/residence/${residence}/generer$`))
  await champ(page, 'Du niveau').fill('0')
  await champ(page, 'Au niveau').fill('4')
  await fillLogement(page)
  await page.getByRole('button', { name: 'Ajouter une plage de niveaux' }).click()
  const plage = page.getByRole('group', { name: 'Plage 2' })
  await expect(plage.getByRole('textbox', { name: 'Du niveau' })).toBeFocused()
  await expect(plage.getByRole('textbox', { name: 'Du niveau' })).toHaveValue('5')
  await expect(plage.getByRole('textbox', { name: 'Prix au m² du logement 1' })).toHaveValue(/^120\s000\sDA$/)
  await plage.getByRole('textbox', { name: 'Du niveau' }).fill('3')
  await champ(page, 'Description').fill('R+5')
  await expect(plage.getByText('Cette plage recouvre la précédente.')).toBeVisible()

  await apercu(page).getByRole('button', { name: 'Annuler' }).click()
  await expect(dialog(page)).toContainText('Quitter sans créer les lots ?')
  await dialog(page).getByRole('button', { name: 'Rester' }).click()
  await expect(champ(page, 'Description')).toHaveValue('R+5')
  await page.getByRole('button', { name: 'Retirer la plage 2' }).click()
  await apercu(page).getByRole('button', { name: 'Annuler' }).click()
  await dialog(page).getByRole('button', { name: 'Quitter' }).click()
  await expect(page.getByRole('heading', { name: 'Nos Résidences' })).toBeVisible()
  // Nothing was typed: nobody asks.
  await open(page, residence)
  await page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link', { name: 'Blocs' }).click()
  await expect(page.getByRole('heading', { name: 'Gestion des Blocs' })).toBeVisible()
})

test('a parking alone is filled on a phone, from its next free number, in the dark', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await preferDark(page, true)
  const api = await signIn(page)
  const residence = await api.create('/api/residences', { nom: 'Les Cyprès', adresse: 'Blida' })
  const parking = await api.create('/api/parkings', {
    residence_id: residence,
    parking_nom: 'Sous-sol',
    nb_places: 40,
  })
  await api.create('/api/places-parking', {
    parking_id: parking,
    numero_place: 12,
    type_place: 'Box',
    montant: 1,
  })
  await api.create('/api/blocs', { residence_id: residence, nomloc: 'Bloc A', description: 'R+5' })
  await open(page, residence)
  await page.getByText('Blocs existants', { exact: true }).click()
  await page.getByRole('switch', { name: 'Créer des appartements' }).click()
  await page.getByRole('switch', { name: 'Créer des places' }).click()
  await page.getByText('Parking existant', { exact: true }).click()
  await choose(page, 'Parking', 'Sous-sol')
  await expect(champ(page, 'Premier numéro')).toHaveValue('13')
  await champ(page, 'Nombre de places').fill('40')
  await champ(page, 'Prix').fill('750000')
  await expect(
    page.getByText('Le parking « Sous-sol » est prévu pour 40 places : il en aurait 41.'),
  ).toBeVisible()
  await champ(page, 'Nombre de places').fill('25')
  await expect(creer(page, 'Créer 25 lots')).toBeEnabled()
  await expect(page.getByRole('grid', { name: 'Aperçu du Parking Sous-sol' }).getByRole('row')).toHaveCount(3)
  await expectAccessible(page)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  await creer(page, 'Créer 25 lots').click()
  await dialog(page).getByRole('button', { name: 'Créer 25 lots' }).click()
  await expect(page.getByText('Génération terminée avec succès !')).toBeVisible()
})
