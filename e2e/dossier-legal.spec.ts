import { addJours, aujourdhui, formatJourCourt } from '../shared/dates.ts'
import {
  account,
  expect,
  expectAccessible,
  openScreen,
  preferDark,
  signIn,
  test,
  withServer,
  type Page,
} from './diyar.ts'
import { createEtage } from './portefeuille.ts'
import { alert, card, choose, dialog } from './screen.ts'

withServer()

const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true })
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()
const garantie = (page: Page, bloc: string) =>
  dialog(page).getByRole('group', { name: `Garantie de ${bloc}` })
const WIDTHS = [
  [1280, 800],
  [390, 844],
  [640, 400],
] as const

/** Light and dark, on a desk, on a phone and at 200 %: nothing is cut, axe finds nothing. */
async function expectEverywhere(page: Page, open: () => Promise<void>): Promise<void> {
  for (const dark of [false, true]) {
    await preferDark(page, dark)
    for (const [width, height] of WIDTHS) {
      await page.setViewportSize({ width, height })
      await open()
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      const wide = `[...document.querySelectorAll('[role="dialog"]')].filter((d) => d.scrollWidth > d.clientWidth).length`
      expect(await page.evaluate(wide)).toBe(0)
      await expectAccessible(page)
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}

// spec: PA-40
test('the legal file of a residence is opened from its card, filled in by keyboard, and told in colours', async ({
  page,
}) => {
  const api = await signIn(page)
  const { residence, bloc } = await createEtage(api, 'Les Pins')
  await api.create('/api/parkings', { parking_nom: 'Sous-sol', residence_id: residence, nb_places: 4 })
  await api.create('/api/blocs', { nomloc: 'Bloc Z', description: 'Neuf', residence_id: residence })
  await openScreen(page, '/residence', 'Nos Résidences')
  await card(page, 'Les Pins').getByRole('button', { name: 'Dossier légal de Les Pins' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Dossier légal - Les Pins' })).toBeVisible()
  await expect(field(page, 'Nom de la résidence')).toBeFocused()
  await page.keyboard.type('الصنوبر')
  await page.keyboard.press('Tab')
  await expect(field(page, 'Adresse')).toBeFocused()
  await field(page, 'Bloc Z').fill('العمارة ي')
  await field(page, 'Sous-sol').fill('الموقف')
  const permis = dialog(page).getByRole('region', { name: 'Permis de construire' })
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
  await card(page, 'Les Pins').getByRole('button', { name: 'Dossier légal de Les Pins' }).click()
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
    await card(page, 'Les Pins').getByRole('button', { name: 'Dossier légal de Les Pins' }).click()
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

// spec: PA-40
test('a client has a civility; a company shows who acts for it instead of birth and paper', async ({
  page,
}) => {
  const api = await signIn(page)
  const id = await api.create('/api/clients', {
    nomComplet: 'Bâti Sud',
    tel: '0661 00 00 00',
    email: 'bati@exemple.dz',
  })
  await openScreen(page, `/clients/${id}`, 'Fiche client')
  const open = () => page.getByRole('button', { name: "Compléter l'identité" }).click()
  const shown = page.getByRole('region', { name: 'Identité' })
  await expect(shown).toContainText(/Civilité\s:\s*Non précisée/)
  await open()
  await expect(field(page, 'Civilité')).toHaveValue('Non précisée')
  await choose(dialog(page), 'Civilité', 'Société')
  await expect(field(page, 'Né(e) le')).toHaveCount(0)
  await expect(field(page, "Pièce d'identité")).toHaveCount(0)
  await field(page, 'RC').fill('31/00-0123456 B 20')
  await field(page, 'Représentant').fill('Ali Saadi')
  await field(page, 'Qualité').fill('gérant')
  await field(page, 'Représentant, en arabe').fill('علي سعدي')
  await field(page, 'Nom en arabe').fill('باتي سود')
  await press(page, 'Enregistrer')
  await expect(page.getByText('Dossier modifié avec succès !')).toBeVisible()
  for (const said of ['Société', '31/00-0123456 B 20', 'Ali Saadi', 'gérant', 'علي سعدي'])
    await expect(shown).toContainText(said)
  await expect(shown).not.toContainText('Né(e) le')
  expect(await api.get(`/api/clients/${id}/civilite`)).toMatchObject({ genre: 'societe', version: 3 })

  // Only the civility changes.
  await open()
  await choose(dialog(page), 'Civilité', 'Madame')
  await expect(field(page, 'Né(e) le')).toBeVisible()
  await field(page, 'Lieu de naissance, en arabe').fill('وهران')
  await press(page, 'Enregistrer')
  await expect(page.getByText('Civilité enregistrée avec succès !')).toBeVisible()
  await expect(shown).toContainText(/Civilité\s:\s*Madame/)
  await open()
  await choose(dialog(page), 'Civilité', 'Non précisée')
  await api.put(`/api/clients/${id}/civilite`, { adresse_ar: 'وهران' })
  await press(page, 'Enregistrer')
  await expect(alert(page)).toContainText('Cette fiche a été modifiée entre-temps. Rechargez-la.')
  await press(page, 'Recharger')
  await expect(field(page, 'Adresse en arabe')).toHaveValue('وهران')
  await expect(field(page, 'Civilité')).toHaveValue('Non précisée')
  await press(page, 'Enregistrer')
  await expect(shown).toContainText(/Civilité\s:\s*Non précisée/)
  await api.put(`/api/clients/${id}/civilite`, { genre: 'societe' })
  await expectEverywhere(page, async () => {
    await page.goto(`/clients/${id}`)
    await open()
    await expect(field(page, 'RC')).toBeVisible()
  })
})

// spec: PA-33, PA-40
test('the settings of the papers, of the promoter, of stades and modèles have their Arabic', async ({
  page,
}) => {
  const api = await signIn(page)
  await api.post('/api/promoteurs', {
    nom: 'SARL Bâtir',
    email: 'contact@batir.dz',
    telephone: '021 55 66 77',
    adresse: 'Alger',
  })
  await page.goto('/parametres?section=documents')
  const documents = page.getByRole('form', { name: 'Documents' })
  await documents.getByLabel('Ville en arabe (« حرر بـ »)').fill('وهران')
  for (const label of [
    'Marquer DUPLICATA à partir de la deuxième impression',
    "Exiger une garantie en cours pour l'attestation de réservation",
    'Ligne de paraphes au bas des pages du contrat',
  ]) {
    await expect(documents.getByLabel(label)).toBeChecked()
    await documents.getByLabel(label).focus()
    await page.keyboard.press('Space')
  }
  await expect(documents).toContainText('À décocher pour des biens vendus achevés.')
  await documents.getByLabel('Exemplaires du contrat et du procès-verbal').fill('10')
  await documents.getByLabel('Exemplaires du contrat et du procès-verbal').blur()
  await expect(documents.getByText("Cette valeur n'est pas valide.")).toBeVisible()
  await documents.getByLabel('Exemplaires du contrat et du procès-verbal').fill('3')
  await documents.getByLabel('Mention sous les clauses du contrat', { exact: true }).fill('')
  await documents.getByRole('button', { name: 'Contrat de réservation' }).click()
  const francais = page.getByRole('group', { name: 'Contrat de réservation, texte français' })
  await francais.getByRole('button', { name: "Partir d'un modèle" }).click()
  await expect(francais.getByRole('textbox')).toHaveValue(/^# Objet\n\n\{promoteur\} réserve \{a_client\}/)
  await expect(francais.getByRole('button', { name: "Partir d'un modèle" })).toHaveCount(0)
  await expect(documents.getByRole('button', { name: /^Attestation de réservation/ })).toBeVisible()
  await expect(documents.getByRole('button', { name: /^Attestation d'avancement/ })).toBeVisible()
  await documents.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('Paramètres enregistrés avec succès !')).toBeVisible()
  const { data } = (await api.get('/api/parametres')) as { data: { documents: { valeur: object } } }
  expect(data.documents.valeur).toMatchObject({
    ville_ar: 'وهران',
    duplicata: false,
    garantie_requise: false,
    paraphes: false,
    exemplaires: 3,
    mention_contrat: { fr: '' },
  })
  await expectEverywhere(page, async () => {
    await page.goto('/parametres?section=documents')
    await documents.getByRole('button', { name: 'Contrat de réservation' }).click()
    await expect(francais).toBeVisible()
  })

  await page.goto('/parametres')
  const identite = page.getByRole('form', { name: 'Identité légale' })
  await identite.getByLabel('Représentant', { exact: true }).fill('Ali Saadi')
  await identite.getByLabel('Qualité, en arabe').fill('مسير')
  await identite.getByLabel('Adresse en arabe').fill('الجزائر')
  await identite.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('Promoteur modifié avec succès!')).toBeVisible()
  await expectEverywhere(page, async () => {
    await page.goto('/parametres')
    await expect(identite.getByLabel('Représentant', { exact: true })).toHaveValue('Ali Saadi')
  })

  await page.goto('/parametres?section=stades')
  await page.getByRole('button', { name: 'Modifier Fondations achevées' }).click()
  await expect(field(page, 'Nom en arabe')).toHaveValue('انتهاء الأساسات')
  await field(page, 'Nom en arabe').fill('الأساسات')
  await press(page, 'Enregistrer')
  await expect(page.getByText('Stade modifié avec succès !')).toBeVisible()
  await page.goto('/parametres?section=modeles')
  await page
    .getByRole('button', { name: /^Modifier / })
    .first()
    .click()
  await expect(page.getByLabel('Libellé en arabe').first()).toHaveValue('توقيع العقد')
  await page.getByLabel('Libellé en arabe').first().fill('إمضاء العقد')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('Paramètres enregistrés avec succès !')).toBeVisible()
  await expectEverywhere(page, async () => {
    await page.goto('/parametres?section=modeles')
    await page
      .getByRole('button', { name: /^Modifier / })
      .first()
      .click()
    await expect(page.getByLabel('Libellé en arabe').first()).toHaveValue('إمضاء العقد')
  })
})
