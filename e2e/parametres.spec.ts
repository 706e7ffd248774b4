import { expect, expectAccessible, preferDark, signIn, test, withServer, type Page } from './diyar.ts'
import { alert, CALLS } from './screen.ts'

withServer()

const section = (page: Page) => page.getByRole('form', { name: 'Paiements' })
const banks = (page: Page) => section(page).getByRole('textbox', { name: /^Banque \d+$/ })
const save = (page: Page) => section(page).getByRole('button', { name: 'Enregistrer' })
const DEFAULTS = ['Algérie Poste (CCP)', 'BADR', 'BDL', 'BEA', 'BNA', 'CNEP-Banque', 'CPA']
const shown = (page: Page) =>
  banks(page).evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))

test('what the firm demands of payments and the banks it offers are set once, for all members', async ({
  page,
}) => {
  const api = await signIn(page)
  await page.goto('/parametres?section=paiements')
  await expect(banks(page)).toHaveCount(7)
  expect(await shown(page)).toEqual(DEFAULTS)
  await expect(save(page)).toBeDisabled()
  await expectAccessible(page)

  await section(page).getByLabel('Exiger le mode de paiement, la banque et la référence').check()
  await section(page).getByRole('button', { name: 'Retirer la banque BADR' }).click()
  await banks(page).last().focus()
  await page.keyboard.press('Enter')
  await expect(banks(page).last()).toBeFocused()
  await page.keyboard.type('Société Générale Algérie')
  await page.keyboard.press('Enter')
  await expect(banks(page)).toHaveCount(8)
  await save(page).click()
  await expect(page.getByText('Paramètres enregistrés avec succès !')).toBeVisible()
  // The line that was left empty is no bank.
  const kept = [...DEFAULTS.filter((bank) => bank !== 'BADR'), 'Société Générale Algérie']
  expect(await shown(page)).toEqual(kept)
  await expect(save(page)).toBeDisabled()
  expect(await api.get('/api/reglages')).toMatchObject({ data: { paiements: { exiger_mode: true } } })
  await page.reload()
  await expect(banks(page)).toHaveCount(7)
  expect(await shown(page)).toEqual(kept)
})

test('a change that is not saved can be taken back; a stale one, a refused one and a failing one keep what was typed', async ({
  page,
}) => {
  const api = await signIn(page)
  const { data } = (await api.get('/api/parametres')) as {
    data: { paiements: { valeur: { banques: string[] }; version: number } }
  }
  await page.goto('/parametres?section=paiements')
  const first = banks(page).first()
  const before = await first.inputValue()
  await first.fill('Banque du Sud')
  await section(page).getByRole('button', { name: 'Annuler les modifications' }).click()
  await expect(first).toHaveValue(before)
  await expect(save(page)).toBeDisabled()

  await first.fill('Banque du Sud')
  await api.put('/api/parametres/paiements', { valeur: { ...data.paiements.valeur, exiger_mode: false } })
  await save(page).click()
  await expect(alert(page)).toContainText('Cette fiche a été modifiée entre-temps. Rechargez-la.')
  await page.getByRole('button', { name: 'Recharger' }).click()
  await expect(alert(page)).toHaveCount(0)
  await expect(first).toHaveValue('Banque du Sud')
  await expect(section(page).getByRole('checkbox')).not.toBeChecked()

  await page.route(`${CALLS}/api/parametres/paiements`, (route) => route.abort())
  await save(page).click()
  await expect(alert(page)).toContainText("Erreur lors de l'enregistrement.")
  await expect(first).toHaveValue('Banque du Sud')
  const text = '50 banques au plus.'
  await page.unroute(`${CALLS}/api/parametres/paiements`)
  await page.route(`${CALLS}/api/parametres/paiements`, (route) =>
    route.fulfill({ status: 422, json: { message: text, errors: { 'valeur.banques': [text] } } }),
  )
  await save(page).click()
  await expect(section(page).getByRole('status')).toHaveText(text)
  await page.unroute(`${CALLS}/api/parametres/paiements`)
  await save(page).click()
  await expect(page.getByText('Paramètres enregistrés avec succès !')).toBeVisible()
})

test('no more than fifty banks; none at all says so; in dark and on a narrow screen too', async ({
  page,
}) => {
  const api = await signIn(page)
  const banques = Array.from({ length: 49 }, (_, rang) => `Banque numéro ${rang + 1}`)
  await api.put('/api/parametres/paiements', { valeur: { exiger_mode: false, banques } })
  await page.setViewportSize({ width: 360, height: 740 })
  await preferDark(page, true)
  await page.goto('/parametres?section=paiements')
  await page.getByRole('button', { name: 'Ajouter une banque' }).click()
  await expect(banks(page)).toHaveCount(50)
  await expect(page.getByRole('button', { name: 'Ajouter une banque' })).toBeDisabled()
  await expect(section(page).getByText('50 banques au plus.')).toBeVisible()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  await expectAccessible(page)

  await api.put('/api/parametres/paiements', { valeur: { exiger_mode: false, banques: [] } })
  await page.reload()
  await expect(section(page).getByText('Aucune banque : le champ reste libre.')).toBeVisible()
  await page.route(`${CALLS}/api/parametres`, (route) => route.abort())
  await page.reload()
  await expect(page.getByText('Erreur lors du chargement des paramètres. Veuillez réessayer.')).toBeVisible()
})
