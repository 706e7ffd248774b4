import { addJours, aujourdhui, formatJourCourt } from '../shared/dates.ts'
import { account, expect, openScreen, signIn, test, withServer, type Page } from './diyar.ts'
import { expectEverywhere } from './partout.ts'
import { createEtage } from './portefeuille.ts'
import { actOn, card, dialog } from './screen.ts'

withServer()

const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()
const garantie = (page: Page, bloc: string) =>
  dialog(page).getByRole('group', { name: `Garantie de ${bloc}` })

// spec: PA-40
test('the legal file of a residence is kept, and told in colours at every width, dark and light', async ({
  page,
}) => {
  const api = await signIn(page)
  const { residence, bloc } = await createEtage(api, 'Les Pins')
  await api.create('/api/parkings', { parking_nom: 'Sous-sol', residence_id: residence, nb_places: 4 })
  await api.create('/api/blocs', { nomloc: 'Bloc Z', description: 'Neuf', residence_id: residence })
  await openScreen(page, '/residence', 'Nos Résidences')
  await actOn(card(page, 'Les Pins'), 'Dossier légal de Les Pins')
  const z = garantie(page, 'Bloc Z')
  await z.getByLabel('Numéro').fill('G-118')
  await z.getByLabel('Du').fill('01/02/2024')
  await z.getByLabel("Jusqu'au").fill(formatJourCourt(addJours(aujourdhui(), 61)))
  await press(page, 'Enregistrer')
  await expect(dialog(page)).toHaveCount(0)
  expect(await api.get(`/api/residences/${residence}/dossier-legal`)).toMatchObject({
    version: 2,
    blocs: [{ id: bloc }, { nomloc: 'Bloc Z', garantie_numero: 'G-118', garantie: 'en_cours' }],
  })

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
