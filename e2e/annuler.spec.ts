import { writeXlsx } from 'hucre/xlsx'
import { expect, openScreen, signIn, test, withServer } from './diyar.ts'
import { dialog } from './screen.ts'

withServer()

// spec: IN-18, IN-16
test(
  'a generation is taken back from the banner of the plan, and an import from its card',
  { tag: ['@generation', '@imports', '@jour'] },
  async ({ page }) => {
    const api = await signIn(page)
    const residence = await api.create('/api/residences', { nom: 'Les Palmiers', adresse: 'Alger' })
    await openScreen(page, `/residence/${residence}/generer`, 'Générer les lots')
    const champ = (name: string) => page.getByRole('textbox', { name, exact: true })
    await page.getByRole('switch', { name: 'Créer des appartements' }).click()
    await champ('Description').fill('R+4')
    await page.getByRole('switch', { name: 'Créer des places' }).click()
    await champ('Nom').fill('Sous-sol')
    await champ('Nombre de places').fill('12')
    await champ('Prix').fill('500000')
    const apercu = page.getByRole('region', { name: 'Aperçu', exact: true })
    await apercu.getByRole('button', { name: 'Créer 12 lots' }).click()
    await dialog(page).getByRole('button', { name: 'Créer 12 lots' }).click()
    // The screen before has such a grid, such a sentence and such a button too.
    await expect(page.getByRole('heading', { name: 'Plan de vente', level: 1 })).toBeVisible()
    await expect(page.getByRole('grid', { name: 'Parking Sous-sol' })).toBeVisible()
    await expect(page.getByText(/1 bloc, 12 places, 6.000.000,00.DA/)).toBeVisible()
    await page.getByRole('button', { name: 'Annuler cette génération' }).click()
    await expect(dialog(page)).toContainText('1 bloc, 12 places et 1 parking vont être retirés.')
    await dialog(page).getByRole('button', { name: 'Annuler la génération' }).click()
    await expect(page.getByText('Génération annulée : 14 fiches retirées.')).toBeVisible()
    await expect(page.getByRole('grid')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Annuler cette génération' })).toHaveCount(0)

    await openScreen(page, '/importer', 'Importer un portefeuille')
    const rows = [
      ['Nom *', 'Adresse *'],
      ['El Bahdja', 'Oran'],
    ]
    const buffer = Buffer.from(await writeXlsx({ sheets: [{ name: 'Résidences', rows }] }))
    const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    await page.locator('input[type=file]').setInputFiles({ name: 'el-bahdja.xlsx', mimeType, buffer })
    await page.getByRole('button', { name: 'Vérifier' }).click()
    const shown = page.getByRole('region', { name: 'Import', exact: true })
    await shown.getByRole('button', { name: 'Importer', exact: true }).click()
    await dialog(page).getByRole('button', { name: 'Importer' }).click()
    await shown.getByRole('button', { name: 'Annuler cet import' }).click({ timeout: 30_000 })
    await expect(dialog(page)).toContainText('1 fiche va être retirée.')
    await dialog(page).getByRole('button', { name: "Annuler l'import" }).click()
    await expect(page.getByText('Import défait : 1 fiche retirée.')).toBeVisible()
    await expect(shown.getByText("Import défait : ce qu'il avait écrit a été retiré.")).toBeVisible()
    await openScreen(page, '/residence', 'Nos Résidences')
    await expect(page.getByRole('article', { name: 'Les Palmiers' })).toBeVisible()
    await expect(page.getByText('El Bahdja')).toHaveCount(0)
  },
)
