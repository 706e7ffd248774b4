import {
  expect,
  expectAccessible,
  openScreen,
  preferDark,
  signIn,
  test,
  withServer,
  type Api,
  type Page,
} from './diyar.ts'
import { createClient, createLieu, createLot, type Lieu } from './portefeuille.ts'
import { card, choose, dialog, plain } from './screen.ts'

withServer()

let api: Api
let lieu: Lieu
let lots: number[]

test.beforeEach(async ({ page }) => {
  api = await signIn(page)
  lieu = await createLieu(api)
  lots = []
  for (const [lot, type, montant] of [
    ['A-1', 'F3', 9_876_543.21],
    ['A-2', 'F4', 12_000_000],
    ['A-3', 'F3', 11_000_000],
  ] as const)
    lots.push(await createLot(api, lieu.etage, lot, type, undefined, { montant }))
})

const openRevision = async (page: Page, search = '') => {
  await openScreen(page, `/plan-de-vente?residence=${lieu.residence}${search}`, 'Plan de vente')
  await page.getByRole('button', { name: 'Réviser les prix' }).click()
  return dialog(page, /^Réviser les prix/)
}
const submit = (page: Page, prix: number) =>
  dialog(page)
    .last()
    .getByRole('button', { name: `Réviser ${prix} prix` })
const confirmation = (page: Page) => page.getByRole('dialog', { name: 'Réviser les prix', exact: true })
/** The last one that was added stands first. */
const openHistory = async (page: Page) => {
  await card(page, 'Appartement A-1')
    .first()
    .getByRole('button', { name: "Détails de l'appartement A-1" })
    .click()
  await dialog(page).getByRole('button', { name: "Historique des prix : l'appartement A-1" }).click()
  return dialog(page, 'Historique des prix - Appartement A-1')
}
const sum = async (page: Page) =>
  plain(
    await dialog(page, /^Réviser les prix/)
      .getByRole('status')
      .first()
      .textContent(),
  )
const prixOf = async (id: number) =>
  ((await api.get(`/api/appartements/${id}`)) as { montant: number }).montant

// spec: PO-16
test(
  'prices are raised after a look at each of them, and remember what they were',
  { tag: ['@prix', '@jour'] },
  async ({ page }) => {
    const form = await openRevision(page)
    await expect(form.getByText('Donnez une valeur pour voir les nouveaux prix.')).toBeVisible()
    await form.getByLabel('Valeur').pressSequentially('3')
    await expect(form.getByRole('columnheader')).toHaveText([
      'Lot',
      'État',
      'Prix actuel',
      'Nouveau prix',
      'Écart',
      'Prix au m²',
    ])
    expect(await sum(page)).toBe('3 lots : 32 876 543,21 DA → 33 862 839,51 DA (+986 296,30 DA)')
    await choose(form, 'Arrondi', /^10/)
    await expect.poll(() => sum(page)).toContain('33 860 000,00 DA')
    await expect(form.getByRole('row', { name: /Appartement A-1/ })).toContainText(/10.170.000,00/)
    await expectAccessible(page)
    await form.getByLabel('Motif').fill('Révision de mars 2026')
    await submit(page, 3).click()
    const asked = confirmation(page)
    await expect(asked).toContainText('Les prix de 3 lots non vendus vont changer.')
    await asked.getByRole('button', { name: 'Annuler' }).click()
    await expect(form).toBeVisible()
    expect(await prixOf(lots[0] ?? 0)).toBe(9_876_543.21)
    await submit(page, 3).click()
    await asked.getByRole('button', { name: 'Réviser 3 prix' }).click()
    await expect(page.getByText('Prix révisés avec succès !')).toBeVisible()
    await expect(form).toBeHidden()
    expect(await prixOf(lots[0] ?? 0)).toBe(10_170_000)

    await openScreen(page, '/appartement', 'Gestion des Appartements')
    const history = await openHistory(page)
    await expect(history.getByRole('img', { name: /^De .* en 1 changement$/ })).toBeVisible()
    const rows = history.locator('tbody').getByRole('row')
    await expect(rows).toHaveCount(2)
    expect(plain(await rows.first().textContent())).toMatch(
      /^\d\d\/\d\d\/\d{4}10 170 000,00 DA\+293 456,79 DA \(\+2,97 %\)\+3 %, arrondi à 10 000 DARévision de mars 2026$/,
    )
    expect(plain(await rows.last().textContent())).toBe('Au début du suivi9 876 543,21 DA')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(history).toBeHidden()
    await expect(dialog(page)).toBeVisible()
  },
)

test('only what answers to the criteria is revised; a value that is none, or no lot, says so', async ({
  page,
}) => {
  const form = await openRevision(page)
  await choose(form, 'Type', 'F4')
  await form.getByLabel('Valeur').pressSequentially('5')
  await expect.poll(() => sum(page)).toContain('1 lot : 12 000 000,00 DA')
  await form.getByLabel('Prix de').pressSequentially('13000000')
  await expect.poll(() => sum(page)).toBe('Aucun lot non vendu ne correspond à ces critères.')
  // spec: RE-22
  await form.getByLabel('Prix de').fill('')
  await choose(form, 'Opération', 'Montant par lot')
  await choose(form, 'Arrondi', /^10/)
  await form.getByLabel('Valeur').fill('10')
  await expect.poll(() => sum(page)).toBe('Aucun prix ne change.')
  await expect(form.getByRole('button', { name: 'Réviser les prix' })).toBeDisabled()
  await choose(form, 'Arrondi', 'Ne pas arrondir')
  await choose(form, 'Opération', 'Pourcentage')
  await form.getByLabel('Prix de').fill('')
  await form.getByLabel('Valeur').fill('')
  await form.getByLabel('Valeur').pressSequentially('-95')
  await expect(form.getByText("Cette valeur n'est pas valide.")).toBeVisible()
  await choose(form, 'Opération', 'Montant par lot')
  await form.getByLabel('Valeur').pressSequentially('-20000000')
  await expect(
    form.getByText("Le nouveau prix de l'appartement A-2 serait négatif ou trop grand."),
  ).toBeVisible()
  await choose(form, 'Opération', 'Prix au m²')
  await form.getByLabel('Valeur').pressSequentially('150000')
  await expect.poll(() => sum(page)).toContain('1 lot : 12 000 000,00 DA → 13 875 000,00 DA')
})

// spec: PO-18
test('a lot that is sold meanwhile stops it: the preview is made again, and goes on without it', async ({
  page,
}) => {
  const form = await openRevision(page)
  await form.getByLabel('Valeur').pressSequentially('3')
  await expect(submit(page, 3)).toBeEnabled()
  await submit(page, 3).click()
  const client = await createClient(api, 'Élodie Benaïssa')
  await api.put(`/api/appartements/${lots[2]}/assigner-client`, { client_id: client })
  await confirmation(page).getByRole('button', { name: 'Réviser 3 prix' }).click()
  await expect(
    form.getByText("Les lots ou leurs prix ont changé depuis l'aperçu. Relancez l'aperçu."),
  ).toBeVisible()
  expect(await prixOf(lots[0] ?? 0)).toBe(9_876_543.21)
  await form.getByRole('button', { name: "Relancer l'aperçu" }).click()
  await submit(page, 2).click()
  await confirmation(page).getByRole('button', { name: 'Réviser 2 prix' }).click()
  await expect(page.getByText('Prix révisés avec succès !')).toBeVisible()
  expect(await prixOf(lots[2] ?? 0)).toBe(11_000_000)
  expect(await prixOf(lots[1] ?? 0)).toBe(12_360_000)
})

test.describe('on a phone, in the dark', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('each new price is a card, and nothing is out of sight', async ({ page }) => {
    await preferDark(page, true)
    const form = await openRevision(page)
    await form.getByLabel('Valeur').pressSequentially('3')
    await expect(submit(page, 3)).toBeEnabled()
    await expectAccessible(page)
    const width = await page.evaluate<number>('document.documentElement.scrollWidth')
    expect(width).toBeLessThanOrEqual(390)
    await page.goto('/appartement')
    const history = await openHistory(page)
    await expect(history).toContainText("Le prix n'a pas changé depuis le début du suivi.")
    await expectAccessible(page)
  })
})
