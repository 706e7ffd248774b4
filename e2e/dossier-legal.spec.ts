import { addJours, aujourdhui, formatJourCourt } from '../shared/dates.ts'
import { account, expect, openScreen, signIn, test, withServer, type Page } from './diyar.ts'
import { expectEverywhere } from './partout.ts'
import { createEtage } from './portefeuille.ts'
import { actOn, alert, card, dialog } from './screen.ts'

withServer()

const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true })
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()
const garantie = (page: Page, bloc: string) =>
  dialog(page).getByRole('group', { name: `Garantie de ${bloc}` })

// spec: PA-40
test('the legal file of a residence is opened from its card, filled in by keyboard, and told in colours', async ({
  page,
}) => {
  const api = await signIn(page)
  const { residence, bloc } = await createEtage(api, 'Les Pins')
  await api.create('/api/parkings', { parking_nom: 'Sous-sol', residence_id: residence, nb_places: 4 })
  await api.create('/api/blocs', { nomloc: 'Bloc Z', description: 'Neuf', residence_id: residence })
  await openScreen(page, '/residence', 'Nos Résidences')
  await card(page, 'Les Pins').getByRole('button', { name: 'Autres actions : Les Pins' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Dossier légal de Les Pins' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Dossier légal - Les Pins' })).toBeVisible()
  await expect(field(page, 'Nom de la résidence')).toBeFocused()
  await page.keyboard.type('الصنوبر')
  await page.keyboard.press('Tab')
  await expect(field(page, 'Adresse')).toBeFocused()
  await field(page, 'Bloc Z').fill('العمارة ي')
  await field(page, 'Sous-sol').fill('الموقف')
  const permis = dialog(page).getByRole('region', { name: 'Permis', exact: true })
  await permis.getByLabel('Numéro').fill('PC 45/2021')
  await permis.getByLabel('Délivré le').fill('15/03/2021')
  await permis.getByLabel('Par').fill("APC d'Alger")
  await field(page, 'Acte').fill('Acte n° 112')
  await field(page, "Date de l'acte").fill('04/11/2019')

  const z = garantie(page, 'Bloc Z')
  await expect(z).toContainText('absente')
  await z.getByLabel('Numéro').fill('G-118')
  await press(page, 'Enregistrer')
  await expect(z.getByText('La date de la garantie est obligatoire.')).toBeVisible()
  await expect(z.getByLabel('Du')).toBeFocused()
  await z.getByLabel('Du').fill('01/02/2024')
  await z.getByLabel("Jusqu'au").fill('31/01/2024')
  await press(page, 'Enregistrer')
  await expect(
    z.getByText('La fin de la garantie ne peut pas précéder son début (01/02/2024).'),
  ).toBeVisible()
  await expect(z).toContainText('expirée')
  await z.getByLabel("Jusqu'au").fill(formatJourCourt(addJours(aujourdhui(), 60)))
  await expect(z).toContainText('expire dans 60 jours')
  await z.getByLabel("Jusqu'au").fill(formatJourCourt(addJours(aujourdhui(), 61)))
  await expect(z).toContainText('en cours')
  await press(page, 'Enregistrer')
  await expect(page.getByText('Dossier légal enregistré avec succès !')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  expect(await api.get(`/api/residences/${residence}/dossier-legal`)).toMatchObject({
    nom_ar: 'الصنوبر',
    permis_le: '2021-03-15',
    version: 2,
    blocs: [{ id: bloc }, { nomloc: 'Bloc Z', nom_ar: 'العمارة ي', garantie: 'en_cours' }],
    parkings: [{ nom_ar: 'الموقف' }],
  })

  // Somebody else saves meanwhile: « Recharger » keeps what was typed, and takes what the other has saved.
  await actOn(card(page, 'Les Pins'), 'Dossier légal de Les Pins')
  await garantie(page, 'Bloc Z').getByLabel('Police').fill('P 33')
  await dialog(page)
    .getByRole('button', { name: /^1 étage de / })
    .click()
  await dialog(page).getByLabel(/, .*/).first().fill('الطابق الأول')
  await api.put(`/api/residences/${residence}/dossier-legal`, { blocs: [{ id: bloc, nom_ar: 'العمارة أ' }] })
  await press(page, 'Enregistrer')
  await expect(alert(page)).toContainText('Cette fiche a été modifiée entre-temps. Rechargez-la.')
  await press(page, 'Recharger')
  await expect(alert(page)).toHaveCount(0)
  await press(page, 'Enregistrer')
  await expect(dialog(page)).toHaveCount(0)
  expect(await api.get(`/api/residences/${residence}/dossier-legal`)).toMatchObject({
    blocs: [
      { nom_ar: 'العمارة أ', etages: [{ designation_ar: 'الطابق الأول' }] },
      { garantie_police: 'P 33', garantie_numero: 'G-118' },
    ],
  })

  // From the report too.
  await card(page, 'Les Pins').getByRole('button', { name: 'Rapport détaillé de Les Pins' }).click()
  await dialog(page).getByRole('button', { name: 'Dossier légal' }).click()
  const legal = page.getByRole('dialog', { name: 'Dossier légal - Les Pins' })
  await legal.getByLabel('Acte', { exact: true }).fill('Acte n° 113')
  await legal.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(legal).toHaveCount(0)
  await expect(page.getByRole('dialog', { name: 'Rapport détaillé - Les Pins' })).toContainText(
    'Dossier légal enregistré avec succès !',
  )

  await expectEverywhere(page, async () => {
    await page.goto('/residence')
    await actOn(card(page, 'Les Pins'), 'Dossier légal de Les Pins')
    await dialog(page)
      .getByRole('button', { name: /^1 étage de / })
      .click()
    await expect(garantie(page, 'Bloc Z')).toContainText('en cours')
  })
})

// spec: PA-40
test('who may not change the legal file reads it', async ({ page }) => {
  const api = await signIn(page)
  const { residence } = await createEtage(api, 'Les Cèdres')
  const lue = (await api.get(`/api/residences/${residence}/dossier-legal`)) as { blocs: { id: number }[] }
  await api.put(`/api/residences/${residence}/dossier-legal`, {
    nom_ar: 'الأرز',
    permis_numero: 'PC 1',
    blocs: lue.blocs.map(({ id }) => ({
      id,
      garantie_numero: 'G-9',
      garantie_le: '2024-01-01',
      garantie_au: aujourdhui(),
    })),
  })
  const lecture = { ...account, email: 'lecture@diyar.dz' }
  await api.post('/api/members', { ...lecture, role: 'lecture' })
  const { data } = (await api.get('/api/members')) as { data: { id: number; email: string }[] }
  const membre = data.find(({ email }) => email === lecture.email)
  await api.post(`/api/members/${membre?.id}/activate`).catch(() => null)
  await api.post('/logout')
  await signIn(page, lecture)
  await expectEverywhere(page, async () => {
    await page.goto('/residence')
    await card(page, 'Les Cèdres').getByRole('button', { name: 'Dossier légal de Les Cèdres' }).click()
    await expect(dialog(page)).toContainText("expire aujourd'hui")
  })
  await expect(dialog(page)).toContainText('الأرز')
  await expect(dialog(page).getByRole('textbox')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
})
