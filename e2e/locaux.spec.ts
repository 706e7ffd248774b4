import { expect, openScreen, signIn, test, withServer, type Page } from './diyar.ts'
import { createClient, createEtage } from './portefeuille.ts'
import { card, dialog } from './screen.ts'

withServer()

const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
const action = (page: Page, num: string, name: string) =>
  card(page, `Local ${num}`).getByRole('button', { name })
const banner = (page: Page, text: string) => page.getByText(text, { exact: true })

// spec: LOC-45, LOC-46, LOC-68, LOC-69
test(
  'a sold local is taken back, its payments counted and deleted',
  { tag: ['@biens', '@jour'] },
  async ({ page }) => {
    const api = await signIn(page)
    const { residence, bloc } = await createEtage(api, 'Ventes')
    const buyer = await createClient(api, 'Amina Haddad')
    const id = await api.create('/api/locaux', {
      num: 'V-1',
      surface: 45.5,
      montant: 1_000_000,
      bloc_id: bloc,
    })
    await api.put(`/api/locaux/${id}/assigner-client`, { client_id: buyer })
    for (const versement of [200_000, 50_000.5])
      await api.post('/api/paiements', {
        client_id: buyer,
        local_id: id,
        date_paiement: '2026-01-15',
        versement,
      })
    await openScreen(page, `/locaux?residence=${residence}`, 'Gestion des Locaux')
    const asked: string[] = []
    page.on('request', (request) => request.method() === 'PUT' && asked.push(request.url()))
    await action(page, 'V-1', 'Retirer le client').click()
    await expect(dialog(page)).toHaveAccessibleName('Retirer le client')
    await expect(dialog(page)).toContainText(
      /retirer le client Amina Haddad du local V-1 \?.*définitive : elle supprime 2 versements pour 250\s000,50\sDA/s,
    )
    await button(page, 'Annuler').click()
    expect(asked).toEqual([])
    await action(page, 'V-1', 'Retirer le client').click()
    await button(page, 'Retirer le client').click()
    await expect(banner(page, 'Client retiré avec succès !')).toBeVisible()
    await expect(card(page, 'Local V-1')).toContainText(/Disponible.*Aucun client/s)
    expect(await api.get(`/api/paiements/local/${id}`)).toEqual([])
  },
)
