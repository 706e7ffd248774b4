import { expect, openScreen, signIn, test, withServer, type Page } from './diyar.ts'
import { createClient, createEtage, createLot } from './portefeuille.ts'
import { card, choose, dialog } from './screen.ts'

withServer()

const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
const action = (page: Page, numLot: string, name: string) =>
  card(page, `Appartement ${numLot}`).getByRole('button', { name })
const banner = (page: Page, text: string) => page.getByText(text, { exact: true })

// spec: APT-13, APT-16, APT-20, APT-21, APT-28, APT-30, APT-34, APT-35, APT-39..APT-42, APT-55, APT-75, APT-77
test(
  'a lot is sold and paid, its balance explained, and its client taken away, whose payments stay',
  { tag: ['@biens', '@jour'] },
  async ({ page }) => {
    const api = await signIn(page)
    const place = await createEtage(api, 'Ventes')
    const buyer = await createClient(api, 'Amina Haddad')
    const id = await createLot(api, place.etage, 'V-1', 'F3')
    await openScreen(page, `/appartement?residence=${place.residence}`, 'Gestion des Appartements')
    await expect(action(page, 'V-1', 'Retirer le client')).toHaveCount(0)
    await action(page, 'V-1', 'Assigner un client').click()
    await button(page, 'Assigner').click()
    await expect(dialog(page).getByText('Veuillez sélectionner un client.')).toBeVisible()
    await choose(dialog(page), 'Client', 'Amina Haddad · 0555 12 34 56')
    await button(page, 'Assigner').click()
    await expect(banner(page, 'Client assigné avec succès !')).toBeVisible()
    const shown = card(page, 'Appartement V-1')
    await expect(shown).toContainText(
      /Vendu.*Amina Haddad.*1\s000\s000,00\sDA.*Reste à payer.*1\s000\s000,00\sDA/s,
    )
    await expect(action(page, 'V-1', 'Assigner un client')).toHaveCount(0)
    for (const versement of [240_000, 260_000, 400_000])
      await api.post('/api/paiements', {
        client_id: buyer,
        appartement_id: id,
        date_paiement: '2026-01-15',
        versement,
      })
    await page.reload()
    await expect(shown.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '90')
    await expect(shown).toContainText(/100\s000,00\sDA/)
    await shown.getByRole('button', { name: /Pourquoi ce solde/ }).click()
    await expect(dialog(page)).toContainText('Prix')
    await dialog(page).getByRole('button', { name: 'Fermer' }).click()
    await action(page, 'V-1', 'Retirer le client').click()
    await expect(dialog(page)).toHaveAccessibleName('Retirer le client')
    await expect(dialog(page)).toContainText(
      /retirer le client Amina Haddad de l'appartement V-1 \?.*garde 3 versements pour 900\s000,00\sDA/s,
    )
    await button(page, 'Annuler').click()
    await expect(shown).toContainText('Vendu')
    await action(page, 'V-1', 'Retirer le client').click()
    await button(page, 'Retirer le client').click()
    await expect(banner(page, 'Client retiré avec succès !')).toBeVisible()
    await expect(shown).toContainText('Disponible')
    await expect(shown).not.toContainText('Amina Haddad')
  },
)
