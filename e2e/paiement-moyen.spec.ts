import type { Locator } from '@playwright/test'
import { expect, expectAccessible, preferDark, signIn, test, withServer, type Page } from './diyar.ts'
import { createClient, createLieu, pay, sellAppartement, type Lieu } from './portefeuille.ts'
import { actsUnderMore, dialog, plain, pressActe } from './screen.ts'

withServer()

const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true })
const combo = (page: Page, label: string) => dialog(page).getByRole('combobox', { name: label })
const row = (page: Page, text: string | RegExp): Locator =>
  page.locator('main tbody').getByRole('row').filter({ hasText: text })

let lieu: Lieu
let ali: number

test.beforeEach(async ({ page }) => {
  const api = await signIn(page)
  if (ali) return
  lieu = await createLieu(api, 'Les Jardins')
  ali = await createClient(api, 'Ali Benali')
})

/** Ali's appartement at 1 000 DA and its payments on the screen. */
async function show(page: Page, numLot: string) {
  const api = await signIn(page)
  const lot = await sellAppartement(api, lieu, ali, numLot, 1000)
  await page.goto(`/clients/${ali}/paiements/${lot}`)
  return { api, lot }
}

// spec: EN-13, EN-36
test(
  'a cheque is rejected and presented again from the list; what it was is told, in dark and on a narrow screen',
  { tag: ['@cheques', '@jour'] },
  async ({ page }) => {
    await preferDark(page, true)
    const { api, lot } = await show(page, 'M-5')
    const hostile = `<img src=x onerror=alert(1)> "${'é'.repeat(60)}"`
    await api.post('/api/paiements', {
      client_id: ali,
      appartement_id: lot,
      versement: 300,
      date_paiement: '2026-03-28',
      mode: 'cheque',
      banque: 'Banque <b>du</b> Sud',
      reference: '=1+1',
      payeur_type: 'tiers',
      payeur: hostile,
    })
    await pay(api, ali, { appartement_id: lot }, 100, '2026-03-01')
    await page.reload()
    const cheque = row(page, /300,00/)
    await expect(cheque).toContainText(`Chèque Banque <b>du</b> Sud n° =1+1 · payé par ${hostile}`)
    await expect(cheque).toContainText('À remettre')
    const narrow = async () => {
      await page.setViewportSize({ width: 360, height: 740 })
      await expectAccessible(page)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
      await page.setViewportSize({ width: 1280, height: 800 })
    }
    await narrow()

    await pressActe(cheque, /^Rejeter le chèque/)
    await expect(dialog(page, 'Rejeter le chèque')).toContainText(
      /Le reste à payer de Ali Benali augmentera de 300,00.DA\./,
    )
    await dialog(page).getByRole('button', { name: 'Rejeter' }).click()
    await expect(combo(page, 'Motif')).toHaveAccessibleDescription('Le motif du rejet est obligatoire.')
    await combo(page, 'Motif').fill('Signature =cmd|non conforme')
    await page.keyboard.press('Escape')
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Rejeter' }).click()
    await expect(page.getByText(/Chèque rejeté : le reste à payer augmente de 300,00.DA\./)).toBeVisible()
    await expect(cheque.locator('s')).toHaveText(/300,00/)
    await expect(cheque).toContainText('Rejeté')
    await expect(cheque.getByRole('button', { name: /^Supprimer/ })).toHaveCount(0)
    await expect(page.getByLabel('Détails du bien')).toContainText(/900,00/)
    await narrow()

    await page
      .getByLabel('Détails du bien')
      .getByRole('button', { name: /Pourquoi ce solde/ })
      .click()
    await expect(dialog(page)).toContainText('Chèques rejetés, qui ne comptent pas dans ce reste :')
    await expect(dialog(page).locator('li s')).toHaveText(/300,00/)
    await page.keyboard.press('Escape')
    await cheque.getByRole('button', { name: /^Détails/ }).click()
    for (const said of [hostile, '=1+1', 'Signature =cmd|non conforme', /Rejeté le \d/])
      await expect(dialog(page)).toContainText(said)
    await expectAccessible(page)
    await page.keyboard.press('Escape')

    await cheque.getByRole('button', { name: /^Modifier/ }).click()
    await expect(dialog(page)).toContainText(
      'Ce chèque est rejeté : seuls les détails, le payeur et le justificatif peuvent être corrigés.',
    )
    for (const label of ['Date *', 'Montant *', 'Banque du payeur', 'Numéro du chèque', 'Date du chèque'])
      await expect(field(page, label)).toBeDisabled()
    await expect(combo(page, 'Mode de paiement')).toBeDisabled()
    await field(page, 'Nom du payeur').fill('Omar')
    await dialog(page).getByRole('button', { name: 'Mettre à jour' }).click()
    await expect(cheque).toContainText('payé par Omar')

    await pressActe(cheque, /^Représenter le chèque/)
    await expect(dialog(page)).toContainText('Un nouveau reçu sera émis ; celui-ci reste « rejeté ».')
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Représenter' }).click()
    await expect(page.getByRole('button', { name: 'Imprimer le reçu', exact: true })).toBeFocused()
    await expect(cheque).toHaveCount(2)
    for (const one of await cheque.all())
      expect(await actsUnderMore(one)).not.toContainEqual(expect.stringMatching(/^Représenter/))
    expect(plain(await page.getByLabel('Détails du bien').textContent())).toContain('600,00')

    // The new one stands for the other: amount, mode and bien are its own.
    await cheque
      .first()
      .getByRole('button', { name: /^Modifier/ })
      .click()
    await expect(dialog(page)).toContainText(/Ce paiement représente le chèque du reçu \d{4}-\d{6} :/)
    await expect(field(page, 'Montant *')).toBeDisabled()
    await expect(field(page, 'Numéro du chèque *')).toBeEnabled()
  },
)
