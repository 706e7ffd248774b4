import { expect, expectAccessible, signIn, test, withServer } from './diyar.ts'
import { createClient, createLieu, pay, sellAppartement } from './portefeuille.ts'
import { choose, dialog } from './screen.ts'

withServer()

// spec: PA-40, RF-26
test(
  'receipts and statements are printed in the language of the name of the client, or in the one that is chosen',
  { tag: ['@papiers', '@jour'] },
  async ({ page }) => {
    const api = await signIn(page)
    const lieu = await createLieu(api, 'Les Jardins')
    const ouvrir = async (nom: string, numero: string) => {
      const client = await createClient(api, nom)
      const lot = await sellAppartement(api, lieu, client, numero, 1000)
      await pay(api, client, { appartement_id: lot }, 100)
      await page.goto(`/clients/${client}/paiements/${lot}`)
      return lot
    }
    const langues = page.getByRole('group', { name: 'Langue du relevé et des reçus' })
    const nomDuFichier = async (button: string | RegExp) => {
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: button }).click()
      return (await download).suggestedFilename()
    }
    const lot = await ouvrir('Ali Benali', 'A-12')
    await expect(langues.getByRole('radio', { name: 'Français' })).toBeChecked()
    expect(await nomDuFichier(/^Imprimer le reçu/)).toMatch(/^paiement_\d+\.pdf$/)
    expect(await nomDuFichier('Imprimer tous les paiements')).toBe(`paiements_appartement_${lot}.pdf`)
    await langues.getByRole('radio', { name: 'Français' }).press('ArrowRight')
    await expect(langues.getByRole('radio', { name: 'العربية' })).toBeChecked()
    await expectAccessible(page)
    expect(await nomDuFichier(/^Imprimer le reçu/)).toMatch(/^paiement_\d+_ar\.pdf$/)
    expect(await nomDuFichier('Imprimer tous les paiements')).toBe(`paiements_appartement_${lot}_ar.pdf`)

    const sien = await ouvrir('ياسين مزيان', 'A-13')
    await expect(langues.getByRole('radio', { name: 'العربية' })).toBeChecked()
    expect(await nomDuFichier('Imprimer tous les paiements')).toBe(`paiements_appartement_${sien}_ar.pdf`)
    await page.getByRole('button', { name: 'Ajouter un paiement' }).click()
    await dialog(page).getByLabel('Montant *', { exact: true }).fill('50')
    await choose(dialog(page), 'Mode de paiement', 'Espèces')
    await dialog(page).getByRole('button', { name: 'Enregistrer', exact: true }).click()
    const pret = page.getByRole('group', { name: /^Langue du reçu \d{4}-\d{6}$/ })
    await expect(pret.getByRole('radio', { name: 'العربية' })).toBeChecked()
    await pret.getByText('Français').click()
    expect(await nomDuFichier(/^Imprimer le reçu$/)).toMatch(/^paiement_\d+\.pdf$/)
  },
)
