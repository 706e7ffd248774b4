import { expect, expectAccessible, signIn, test, withServer } from './diyar.ts'
import { createLieu, pay, sellAppartement } from './portefeuille.ts'
import { account } from './diyar.ts'
import { dialog } from './screen.ts'

withServer()

// spec: AD-12, AD-39
test('« Historique » of a lot shows its prices and its sales, also one that left no payment; only to who may read the journal', async ({
  page,
}) => {
  const api = await signIn(page)
  const lieu = await createLieu(api, 'El Yasmine')
  const person = (nomComplet: string) =>
    api.create('/api/clients', { nomComplet, tel: '0550 12 34 56', email: 'client@exemple.dz' })
  const [rachid, amina] = [await person('Amrouche Rachid'), await person('Amina Saïdi')]
  const lot = await sellAppartement(api, lieu, rachid, 'A-12', 1_250_000)
  // Without a payment: nothing of this sale is left but its lines.
  await api.put(`/api/appartements/${lot}/retirer-client`, {})
  const kept = (await api.get(`/api/appartements/${lot}`)) as Record<string, unknown>
  const { numLot, typeLogement, surfaceHabitable, surfaceUtile, etage_id } = kept
  await api.put(`/api/appartements/${lot}`, {
    numLot,
    typeLogement,
    surfaceHabitable,
    surfaceUtile,
    etage_id,
    montant: 1_300_000.5,
  })
  await api.put(`/api/appartements/${lot}/assigner-client`, { client_id: amina })
  await pay(api, amina, { appartement_id: lot }, 1000, '2026-01-05')

  await page.goto(`/appartement?details=${lot}`)
  await dialog(page).getByRole('button', { name: 'Historique', exact: true }).click()
  const history = page.getByRole('dialog', { name: /^Historique : .*A-12/ })
  await expect(history).toContainText('Amrouche Rachid')
  await expect(history).toContainText('Amina Saïdi')
  await expect(history).toContainText(/1\s250\s000,00\sDA.*1\s300\s000,50\sDA/s)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(history).toHaveCount(0)
  await expect(dialog(page)).toBeVisible()

  const { vente_id } = (await api.get(`/api/appartements/${lot}`)) as { vente_id: number }
  await page.goto(`/ventes/${vente_id}`)
  await page.getByRole('button', { name: "Plus d'actions" }).click()
  await page.getByRole('menuitem', { name: 'Journal de ce dossier' }).click()
  await expect(page.getByRole('dialog', { name: /^Historique : Dossier/ })).toContainText('Amina Saïdi')
  await page.goto('/users')
  await page.getByRole('button', { name: `Historique de ${account.name}` }).click()
  await expect(page.getByRole('dialog', { name: `Historique : ${account.name}` })).toBeVisible()

  const email = 'caisse@diyar.dz'
  await api.post('/api/members', { ...account, name: 'Samir Caisse', email, role: 'caisse' })
  await signIn(page, { email, password: account.password })
  await page.goto(`/appartement?details=${lot}`)
  await expect(dialog(page)).toContainText('A-12')
  await expect(dialog(page).getByRole('button', { name: 'Historique', exact: true })).toHaveCount(0)
})
