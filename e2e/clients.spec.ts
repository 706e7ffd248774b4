import { expect, expectReadable, openScreen, test, withServer, type Page } from './diyar.ts'
import { dialog } from './screen.ts'

withServer()

const someone = {
  nomComplet: 'Élodie Benaïssa',
  tel: '+213 555 12 34 56',
  email: 'elodie@exemple.dz',
  adresse: '12, rue Didouche Mourad',
}

const open = (page: Page) => openScreen(page, '/clients', 'Gestion des Clients')

const card = (page: Page, name: string) => page.getByRole('article', { name })
const palette = (page: Page) => page.getByRole('combobox', { name: /^Client, téléphone, lot/ })

// spec: SHELL-06, CLI-01, CLI-28, CLI-31, CLI-08..CLI-13, CLI-25, CLI-26, CLI-27, SHELL-21, SHELL-66, SHELL-67, SHELL-73
test(
  'a client is added, read, changed and deleted from the screen',
  { tag: ['@clients', '@jour'] },
  async ({ page }) => {
    await open(page)
    await expect(page.getByText('Aucun client disponible.')).toBeVisible()
    await page.getByRole('button', { name: 'Ajouter un client' }).first().click()
    await dialog(page).getByLabel('Nom complet').fill('محمد الأمين بن عبد الله')
    await dialog(page).getByLabel('Téléphone').fill('0555 12 34 56')
    await dialog(page).getByLabel('Email').fill('amine@exemple.dz')
    await dialog(page).getByRole('button', { name: 'Ajouter', exact: true }).click()
    await expect(page.getByText('Client ajouté avec succès !')).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)

    const shown = card(page, 'محمد الأمين بن عبد الله')
    await expect(shown).toContainText('amine@exemple.dz')
    await expect(shown).toContainText(/Téléphone\s:\s*0555 12 34 56/)
    await expect(shown).toContainText(/Adresse\s:\s*Non spécifiée/)
    await expect(shown.getByRole('link', { name: '0555 12 34 56' })).toHaveAttribute('href', 'tel:0555123456')
    await expect(shown.getByRole('link', { name: 'amine@exemple.dz' })).toHaveAttribute(
      'href',
      'mailto:amine@exemple.dz',
    )

    await page.keyboard.press('Control+k')
    await expect(palette(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await shown.getByRole('button', { name: 'Détails' }).click()
    await expect(dialog(page)).toHaveAccessibleName('Détails du client')
    // One at a time: the keys that opened the search do not while something else is open.
    await page.keyboard.press('Control+k')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)

    await shown.getByRole('button', { name: 'Modifier' }).click()
    await expect(dialog(page)).toHaveAccessibleName('Modifier le client')
    await dialog(page).getByLabel('Adresse').fill('2, place des Martyrs, Blida')
    await dialog(page).getByRole('button', { name: 'Sauvegarder' }).click()
    await expect(page.getByText('Client modifié avec succès !')).toBeVisible()
    await expect(shown).toContainText('2, place des Martyrs, Blida')

    await shown.getByRole('button', { name: 'Supprimer' }).click()
    await expect(dialog(page)).toContainText(
      'Êtes-vous sûr de vouloir supprimer le client محمد الأمين بن عبد الله ? Cette action est définitive.',
    )
    await page.mouse.click(5, 5)
    await expect(dialog(page)).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Annuler' }).click()
    await expect(shown).toBeVisible()
    await shown.getByRole('button', { name: 'Supprimer' }).click()
    await dialog(page).getByRole('button', { name: 'Supprimer' }).click()
    await expect(page.getByText('Client supprimé avec succès !')).toBeVisible()
    await expect(shown).toHaveCount(0)
  },
)

test('is accessible, dark and light, with its dialogs', async ({ page }) => {
  const api = await open(page)
  await api.create('/api/clients', { ...someone, nomComplet: 'Accessible' })
  await page.reload()
  await expect(card(page, 'Accessible')).toBeVisible()
  await expectReadable(page)
  for (const name of ['Biens de', 'Détails', 'Modifier', 'Supprimer']) {
    await card(page, 'Accessible').getByRole('button', { name }).click()
    await expect(dialog(page)).toBeVisible()
    await expectReadable(page)
    await dialog(page).getByRole('button', { name: 'Fermer' }).click()
    await expect(dialog(page)).toHaveCount(0)
  }
  await page.keyboard.press('Control+k')
  await palette(page).fill('accessible')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectReadable(page)
})

test('the global search finds a client from any screen by keyboard alone', async ({ page }) => {
  const api = await open(page)
  await api.create('/api/clients', { ...someone, nomComplet: 'Ouarda Trouvée' })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Tableau de Bord Immobilier' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await palette(page).fill('TROUVEE ouvarda')
  await expect(page.getByText('Rien ne correspond')).toBeVisible()
  await palette(page).fill('TROUVEE oua')
  await expect(page.getByRole('option', { name: /Ouarda Trouvée/ })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fiche client Ouarda Trouvée')
  await page.keyboard.press('Control+k')
  await palette(page).fill('recap')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/recap$/)
})
