import { expect, signIn, test, withServer } from './diyar.ts'
import { createEtage } from './portefeuille.ts'
import { card, dialog } from './screen.ts'

withServer()

/** Half an hour before and after midnight in Algiers, in browsers that have another day there and then. */
const NIGHTS = [
  ['2026-11-30T22:30:00Z', 'Africa/Cairo', 'lundi 30 novembre 2026', '30/11/2026', 'novembre 2026'],
  ['2026-11-30T22:30:00Z', 'Pacific/Kiritimati', 'lundi 30 novembre 2026', '30/11/2026', 'novembre 2026'],
  ['2026-11-30T23:30:00Z', 'Europe/London', 'mardi 1er décembre 2026', '01/12/2026', 'décembre 2026'],
  ['2026-11-30T23:30:00Z', 'America/Los_Angeles', 'mardi 1er décembre 2026', '01/12/2026', 'décembre 2026'],
  ['2025-12-31T23:30:00Z', 'UTC', 'jeudi 1er janvier 2026', '01/01/2026', 'janvier 2026'],
] as const

for (const [instant, timezoneId, complete, short, month] of NIGHTS)
  test.describe(`${instant} in ${timezoneId}`, () => {
    test.use({ timezoneId })

    // spec: DASH-02, PAY-28
    test('every screen has the day it is in Algiers', async ({ page }) => {
      const api = await signIn(page)
      const here = `Minuit à ${timezoneId}`
      await createEtage(api, here)
      await api.create('/api/categories', { nom: here })
      await page.clock.setFixedTime(new Date(instant))
      await page.goto('/dashboard')
      await expect(page.getByText(complete)).toBeVisible()
      await expect(page.getByText(`© ${short.slice(-4)} Diyar`)).toBeVisible()

      await page.goto('/paiements')
      await page.getByRole('button', { name: 'Ajouter un paiement' }).click()
      const day = dialog(page).getByRole('textbox', { name: 'Date' })
      await expect(day).toHaveValue(short)
      await day.fill('')
      await day.click()
      await expect(page.getByRole('region', { name: 'Calendrier' })).toContainText(month)

      await page.goto('/charges')
      await page.getByRole('button', { name: `Ajouter un bon à ${here}` }).click()
      await expect(dialog(page).getByRole('textbox', { name: 'Date' })).toHaveValue(short)

      await page.goto('/etage')
      await card(page, `Étage de ${here}`)
        .getByRole('button', { name: /^Rapport/ })
        .click()
      const printed = complete.split(' ').slice(1).join(' ')
      await expect(dialog(page).getByText(`Imprimé le ${printed}`)).toBeAttached()
    })
  })
