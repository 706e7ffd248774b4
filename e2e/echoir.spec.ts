import {
  expect,
  expectAccessible,
  openScreen,
  signIn,
  test,
  withServer,
  type Api,
  type Page,
} from './diyar.ts'
import { createClient, createLieu, createLot, type Lieu } from './portefeuille.ts'
import { choose, dialog, plain } from './screen.ts'

withServer()

interface Lu {
  id: number
  dossier: string
}
let lieu: Lieu | undefined
let lots = 0
/** A lot sold for 12 500 000,00 in a bloc of its own residence; its dossier. */
async function sold(api: Api): Promise<Lu> {
  lieu ??= await createLieu(api, 'Résidence El Yasmine')
  const lot = `E-${++lots}`
  await createLot(api, lieu.etage, lot, 'F4', await createClient(api, `Client ${lot}`), {
    montant: 12_500_000,
  })
  const { data } = (await api.get(`/api/ventes?search=${lot}`)) as { data: Lu[] }
  if (!data[0]) throw new Error(`no dossier of ${lot}`)
  return data[0]
}
const generer = (page: Page) => dialog(page).getByRole('button', { name: 'Générer', exact: true })

// spec: RE-20
test('sales without échéancier are in sight on the dashboard, listed, and planned from the list', async ({
  page,
}) => {
  const api = await signIn(page)
  const first = await sold(api)
  const second = await sold(api)
  const count = ((await api.get('/api/ventes?sans_echeancier=1')) as { total: number }).total
  await openScreen(page, '/dashboard', 'Tableau de Bord Immobilier')
  const line = page.getByRole('link', { name: /Ventes sans échéancier/ })
  expect(plain(await line.textContent())).toBe(`Ventes sans échéancier${count}`)
  await line.click()
  await expect(page).toHaveURL(/\/ventes\?sans_echeancier=1$/)
  const rows = page.locator('main tbody').getByRole('row')
  await expect(rows).toHaveCount(count)
  await expect(rows.first()).toContainText(second.dossier)
  await expectAccessible(page)
  await rows
    .nth(1)
    .getByRole('button', { name: `Générer l'échéancier : ${first.dossier}` })
    .click()
  await generer(page).click()
  await expect(page.getByText('Échéancier généré avec succès !')).toBeVisible()
  await expect(rows).toHaveCount(count - 1)
  await page.getByRole('button', { name: 'Appliquer un modèle' }).click()
  await choose(dialog(page), 'Résidence', 'Résidence El Yasmine')
  await dialog(page).getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(page.getByText('Toutes les ventes en cours ont un échéancier.')).toBeVisible()
  await page.getByRole('button', { name: /^Sans échéancier.*retirer ce filtre$/ }).click()
  await expect(page).not.toHaveURL(/sans_echeancier/)
  await expect(rows.first()).toBeVisible()
  await openScreen(page, '/dashboard', 'Tableau de Bord Immobilier')
  // It was all there was to do.
  await expect(line).toContainText(/0$/)
})
