import { expect, openScreen, signIn, test, withServer, type Api, type Page } from './diyar.ts'
import { createClient, createEtage } from './portefeuille.ts'
import { card, dialog } from './screen.ts'

withServer()

const open = (page: Page, address = '/locaux') => openScreen(page, address, 'Gestion des Locaux')

const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
const action = (page: Page, num: string, name: string) =>
  card(page, `Local ${num}`).getByRole('button', { name })

function buildLocal(api: Api, bloc: number, num: string, given: object = {}): Promise<number> {
  return api.create('/api/locaux', { num, surface: 45.5, montant: 1_000_000, bloc_id: bloc, ...given })
}

// spec: LOC-17, LOC-22..LOC-35, LOC-62
test('details and report tell everything', async ({ page }) => {
  const api = await signIn(page)
  const { residence, bloc } = await createEtage(api, 'Lecture')
  const buyer = await createClient(api, 'Lecteur')
  const id = await buildLocal(api, bloc, 'D-1', { client_id: buyer, description: 'Vitrine' })
  await buildLocal(api, bloc, 'D-2')
  await api.post('/api/paiements', {
    client_id: buyer,
    local_id: id,
    date_paiement: '2026-02-03',
    versement: 250_000,
  })
  await open(page, `/locaux?residence=${residence}`)
  await action(page, 'D-1', 'Détails').click()
  await expect(dialog(page)).toContainText(
    /Numéro\s:\s*D-1.*Surface \(m²\)\s:\s*45,5\sm².*Description\s:\s*Vitrine.*Montant\s:\s*1\s000\s000,00\sDA.*Prix au m²\s:\s*21\s978,02\sDA.*Résidence\s:\s*Lecture.*Bloc\s:\s*Bloc de Lecture.*Client\s:\s*Lecteur.*État\s:\s*Vendu/s,
  )
  await page.keyboard.press('Escape')
  await action(page, 'D-2', 'Détails').click()
  await expect(dialog(page)).toContainText(
    /Description\s:\s*Aucune description.*Client\s:\s*Aucun client.*État\s:\s*Disponible/s,
  )
  await page.keyboard.press('Escape')
  await action(page, 'D-1', 'Rapport').click()
  await expect(dialog(page)).toContainText(
    /Local D-1.*Lecture.*Vitrine.*45,5\sm².*1\s000\s000,00\sDA.*Lecteur.*25\s%.*Total payé\s*250\s000,00\sDA.*Reste à payer\s*750\s000,00\sDA.*03\/02\/2026/s,
  )
  await button(page, 'Fermer').last().click()
})
