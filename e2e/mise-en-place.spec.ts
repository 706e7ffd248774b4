import { atRest, expect, expectAccessible, openScreen, test, withServer, type Page } from './diyar.ts'
import { dialog } from './screen.ts'

withServer()

const field = (page: Page, label: string) => dialog(page).getByLabel(label)
const add = (page: Page, what: string) => page.getByRole('button', { name: what }).first().click()

test(
  'from the ground up: each step leads to the next, an empty bloc is no error',
  { tag: ['@structure', '@jour'] },
  async ({ page }) => {
    await openScreen(page, '/residence', 'Nos Résidences')
    await add(page, 'Ajouter une résidence')
    await expect(field(page, 'Nom')).toBeFocused()
    await page.keyboard.type('Les Oliviers')
    await field(page, 'Adresse').fill('Oran')
    await page.keyboard.press('Enter')
    await expect(page.getByText("La résidence Les Oliviers n'a pas encore de bloc.")).toBeVisible()
    await page.getByRole('link', { name: 'Ajouter ses blocs' }).click()

    await expect(page.getByText('Aucun bloc trouvé avec ces critères.')).toBeVisible()
    await expect(page.getByText("La résidence Les Oliviers n'a pas encore de bloc.")).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('main').getByRole('button', { name: 'Ajouter un bloc' }).last().click()
    await expect(field(page, 'Nom du bloc')).toBeFocused()
    await page.keyboard.type('Bloc A')
    await field(page, 'Description').fill('R+5')
    await dialog(page).getByRole('button', { name: 'Enregistrer', exact: true }).click()
    await expect(page.getByText('Bloc ajouté avec succès !')).toBeVisible()
    await page.getByRole('link', { name: 'Ajouter ses étages' }).click()

    await expect(page.getByText('Aucun étage trouvé avec ces critères.')).toBeVisible()
    await expect(page.getByText("Bloc A n'a pas encore d'étage.")).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: 'Ajouter un étage' }).last().click()
    await expect(field(page, 'Désignation')).toBeFocused()
    await page.keyboard.type('1er étage')
    await page.keyboard.press('Tab')
    await page.keyboard.type('1')
    await page.keyboard.press('Tab')
    await page.keyboard.type('4')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Ajouter ses appartements' }).click()

    await expect(page.getByText('Aucun appartement trouvé avec ces critères.')).toBeVisible()
    await expect(page.getByText("1er étage n'a pas encore d'appartement.")).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: 'Ajouter un appartement' }).last().click()
    await expect(field(page, 'Numéro de lot')).toBeFocused()

    // Something else is asked for too: it is not for want of them.
    await page.goto('/appartement?etat=vendu&bloc=1')
    await expect(page.getByText('Aucun appartement trouvé avec ces critères.')).toBeVisible()
    await atRest(page)
    await expect(page.getByText("n'a pas encore")).toHaveCount(0)
  },
)
