import { expect, expectAccessible, signIn, test, withServer } from './diyar.ts'
import { createClient, createLieu, sellAppartement } from './portefeuille.ts'

withServer()

// spec: PA-40
test('a receipt is printed in the language that is chosen, by mouse and by keyboard', async ({ page }) => {
  const api = await signIn(page)
  const lieu = await createLieu(api, 'Les Jardins')
  const ali = await createClient(api, 'Ali Benali')
  const lot = await sellAppartement(api, lieu, ali, 'A-12', 1000)
  await api.post('/api/paiements', {
    client_id: ali,
    appartement_id: lot,
    date_paiement: '2026-01-15',
    versement: 100,
    mode: 'especes',
  })
  await page.goto(`/clients/${ali}/paiements/${lot}`)
  const langue = page.getByRole('button', { name: /^Langue du reçu \d{4}-\d{6}$/ })
  await langue.click()
  await expectAccessible(page)
  const arabe = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'العربية' }).click()
  expect((await arabe).suggestedFilename()).toMatch(/^paiement_\d+_ar\.pdf$/)
  await expect(langue).toBeEnabled()
  await langue.press('Enter')
  const francais = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Français' }).press('Enter')
  expect((await francais).suggestedFilename()).toMatch(/^paiement_\d+\.pdf$/)
  await page.getByRole('button', { name: 'Langue du relevé' }).click()
  const releve = page.waitForEvent('download')
  const langues = page.getByRole('menu', { name: 'Langue du relevé' })
  await langues.getByRole('menuitem', { name: 'العربية' }).click()
  expect((await releve).suggestedFilename()).toBe(`paiements_appartement_${lot}_ar.pdf`)
})
