import { expect, openScreen, signIn, test, withServer, type Page } from './diyar.ts'
import { expectEverywhere } from './partout.ts'
import { alert, choose, dialog } from './screen.ts'

withServer()

const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true })
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()

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
  // An empty identity is one line, which opens the same dialog.
  const open = () =>
    shown.getByRole('button', { name: /^(?:Compléter l'identité|11 informations à compléter)$/ }).click()
  const shown = page.getByRole('region', { name: 'Identité' })
  await expect(shown).not.toContainText('Civilité')
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
  await expect(shown).not.toContainText('Civilité')
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
