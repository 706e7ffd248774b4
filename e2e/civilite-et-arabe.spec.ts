import type { Locator } from '@playwright/test'
import { isole } from '../shared/texte.ts'
import { expect, openScreen, preferDark, signIn, test, withServer, type Page } from './diyar.ts'
import { expectEverywhere } from './partout.ts'
import { createLieu, createLot } from './portefeuille.ts'
import { actOn, alert, card, choose, dialog } from './screen.ts'

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

const ARABE = 'خديجة بن علي'

/** Where the signs of a text are drawn, from left to right on the screen. */
const drawnIn = (element: Element) => {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const signs: { sign: string; left: number }[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    for (const [at, sign] of [...(node.nodeValue ?? '')].entries()) {
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      const { left, width } = range.getBoundingClientRect()
      if (width > 0) signs.push({ sign, left })
    }
  return signs
    .toSorted((one, other) => one.left - other.left)
    .map(({ sign }) => sign)
    .join('')
}
/** Right to left the name, then the digits from left to right. */
const seenAs = (tel: string) => new RegExp(`^${[...ARABE].toReversed().join('')}\\s*·\\s*${tel}$`)

// spec: EC-25
for (const dark of [false, true])
  test(`an Arabic name and its phone read in their order in every picker, ${dark ? 'dark' : 'light'}`, async ({
    page,
  }) => {
    const api = await signIn(page)
    const lieu = await createLieu(api)
    await preferDark(page, dark)
    const [numero, tel] = dark ? ['N-1', '0661 70 63 67'] : ['J-1', '0770 12 34 56']
    const khadidja = await api.create('/api/clients', { nomComplet: ARABE, tel, email: 'k@exemple.dz' })
    const lot = await createLot(api, lieu.etage, numero, 'F3')
    const said = isole(ARABE, tel)
    const check = async (picker: Locator) => {
      await picker.click()
      await picker.fill(tel.replaceAll(' ', ''))
      const option = page.getByRole('option', { name: tel }).first()
      await expect(option).toBeVisible()
      expect(await option.evaluate(drawnIn)).toMatch(seenAs(tel))
      await option.click()
      await expect(picker).toHaveValue(said)
    }
    const list = `/appartement?residence=${lieu.residence}`
    await page.goto(list)
    await check(page.getByRole('combobox', { name: 'Client' }))
    await page.goto(list)
    await actOn(card(page, `Appartement ${numero}`), /^Poser une option/)
    await check(dialog(page).getByRole('combobox', { name: 'Client' }))
    await page.goto(list)
    await actOn(card(page, `Appartement ${numero}`), /^Assigner un client/)
    const assign = dialog(page).getByRole('combobox', { name: 'Client' })
    await check(assign)
    const sent = page.waitForRequest(/assigner-client/)
    await dialog(page).getByRole('button', { name: 'Assigner', exact: true }).click()
    expect((await sent).postData()).not.toMatch(/[\u2066-\u2069]/)
    await expect(card(page, `Appartement ${numero}`)).toContainText('Vendu')
    expect((await api.get(`/api/appartements/${lot}`)) as object).toMatchObject({
      client: { id: khadidja, nomComplet: ARABE, tel },
    })
    await page.goto('/paiements')
    await page.getByRole('button', { name: 'Ajouter un paiement' }).click()
    await check(dialog(page).getByRole('combobox', { name: 'Client' }))
    await page.goto(`/clients?biens=${khadidja}`)
    await expect(dialog(page)).toHaveAccessibleName(`Biens de ${ARABE}`)
    await expect(dialog(page).getByRole('heading', { level: 2 }).first().locator('bdi')).toHaveText(ARABE)
  })
