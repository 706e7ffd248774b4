import { expect, openScreen, signIn, test, withServer } from './diyar.ts'
import { createClient, createLieu, pay, sellAppartement } from './portefeuille.ts'
import { dialog } from './screen.ts'

withServer()

test('how biens are read comes with the first client; when it does not, it is told, and it can be asked for again', async ({
  page,
}) => {
  const api = await signIn(page)
  const zohra = await createClient(api, 'Zohra Seule')
  const lot = await sellAppartement(api, await createLieu(api, 'Résidence El Yasmine'), zohra, '301', 1000)
  await pay(api, zohra, { appartement_id: lot }, 300)
  const script = '**/assets/lecturesDesBiens-*.js'
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/lecturesDesBiens-') && asked.push(request.url()))
  const list = (label: string) => dialog(page).getByRole('combobox', { name: label })
  await openScreen(page, '/paiements', 'Paiements par Bien')
  await page.getByRole('button', { name: 'Ajouter un paiement', exact: true }).press('Enter')
  await expect(list('Client')).toBeFocused()
  expect(asked).toEqual([])
  await page.route(script, (route) => route.abort('internetdisconnected'))
  await page.keyboard.type('Zohra Seule')
  await expect(page.getByRole('option')).toHaveText([/^Zohra Seule · /, 'Nouveau client « Zohra Seule »'])
  await page.keyboard.press('Enter')
  const failures = dialog(page).getByText(/^Erreur lors du chargement des /)
  await expect(failures).toHaveCount(3)
  for (const kind of ['Appartement', 'Place de parking', 'Local']) await expect(list(kind)).toHaveValue('')
  await page.unroute(script)
  for (const left of [2, 1, 0]) {
    await dialog(page).getByRole('button', { name: 'Réessayer' }).first().press('Enter')
    await expect(failures).toHaveCount(left)
  }
  await expect(list('Client')).toHaveValue(/^Zohra Seule/)
  await expect(list('Appartement')).toHaveValue(/^301/)
  await expect(dialog(page).getByLabel('Montant')).toBeFocused()
})
