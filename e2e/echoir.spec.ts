import { addJours, aujourdhui } from '../shared/dates.ts'
import {
  expect,
  expectAccessible,
  openScreen,
  signIn,
  test,
  withServer,
  type Api,
  type Page,
} from './diyar.ts'
import { createClient, createLieu, createLot, type Lieu } from './portefeuille.ts'
import { choose, dialog, plain } from './screen.ts'

withServer()

const today = aujourdhui()
const before = (days: number) => addJours(today, -days)

interface Lu {
  id: number
  dossier: string
  bien: { bloc_id: number }
  en_retard: number
  echeances: { libelle: string; montant: number }[]
}
let lieu: Lieu | undefined
let lots = 0
/** A lot sold for 12 500 000,00 in a bloc of its own residence, its days told; its dossier. */
async function sold(api: Api, jours: object = {}): Promise<Lu> {
  lieu ??= await createLieu(api, 'Résidence El Yasmine')
  const lot = `E-${++lots}`
  await createLot(api, lieu.etage, lot, 'F4', await createClient(api, `Client ${lot}`), {
    montant: 12_500_000,
  })
  const { data } = (await api.get(`/api/ventes?search=${lot}`)) as { data: Lu[] }
  if (!data[0]) throw new Error(`no dossier of ${lot}`)
  const { id } = data[0]
  await api.put(`/api/ventes/${id}`, { reservation_le: before(330), ...jours })
  return (await api.get(`/api/ventes/${id}`)) as Lu
}
const modele = async (api: Api, nom: string) => {
  const { data } = (await api.get('/api/reglages')) as { data: { modeles: { id: number; nom: string }[] } }
  return data.modeles.find((one) => one.nom.startsWith(nom))?.id
}
const lire = async (api: Api, id: number) => (await api.get(`/api/ventes/${id}`)) as Lu
const apercu = (page: Page) => dialog(page).getByRole('region', { name: "Aperçu de l'échéancier" })
const generer = (page: Page) => dialog(page).getByRole('button', { name: 'Générer', exact: true })

// spec: RE-02, EC-03, EC-06
test('the preview names what the rest leaves out and what will be late, and the dossier then shows it', async ({
  page,
}) => {
  const api = await openScreen(page, '/dashboard', 'Tableau de Bord Immobilier')
  const { id, bien } = await sold(api, { contrat_le: before(317) })
  await api.put(`/api/blocs/${bien.bloc_id}/stades/1`, { atteint_le: before(267) })
  await api.post(`/api/ventes/${id}/echeancier`, { modele_id: await modele(api, 'Vente sur plans') })
  const { client } = (await api.get(`/api/ventes/${id}`)) as { client: { id: number } }
  const { bien: lot } = (await api.get(`/api/ventes/${id}`)) as { bien: { id: number } }
  await api.post('/api/paiements', {
    client_id: client.id,
    appartement_id: lot.id,
    date_paiement: before(200),
    versement: 4_000_000,
  })
  await page.goto(`/ventes/${id}`)
  await page.getByRole('button', { name: 'Générer' }).first().click()
  const said = async () => plain(await apercu(page).innerText())
  await expect
    .poll(said)
    .toContain(
      'Déjà passées, laissées de côté : Signature du contrat, Fondations achevées. Leur part (35 %) est répartie sur les autres.',
    )
  expect(await said()).toContain('Rien ne sera en retard.')
  for (const montant of ['2 500 000,00', '1 500 000,00', '4 576 923,07', '3 269 230,76', '653 846,17'])
    expect(await said()).toContain(montant)
  await expectAccessible(page)
  await generer(page).click()
  await expect(page.getByText('Échéancier généré avec succès !')).toBeVisible()
  const made = await lire(api, id)
  expect(made.echeances.map(({ montant }) => montant)).toEqual([
    2_500_000, 1_500_000, 4_576_923.07, 3_269_230.76, 653_846.17,
  ])
  expect(made.en_retard).toBe(0)

  // All of it has passed.
  await api.put(`/api/ventes/${id}`, {
    reservation_le: before(330),
    contrat_le: before(317),
    livraison_le: before(2),
  })
  for (const stade of [2, 3])
    await api.put(`/api/blocs/${bien.bloc_id}/stades/${stade}`, { atteint_le: before(100) })
  await page.reload()
  await page.getByRole('button', { name: 'Générer' }).first().click()
  await expect
    .poll(said)
    .toContain(
      "Toutes les lignes du modèle sont passées : le reste forme une échéance « Solde », exigible aujourd'hui.",
    )
  expect(await said()).toContain("8 500 000,00 DA seront en retard dès aujourd'hui.")
  await generer(page).click()
  await expect(page.getByText('Échéancier généré avec succès !')).toBeVisible()
  expect((await lire(api, id)).en_retard).toBe(8_500_000)
  await api.delete(`/api/blocs/${bien.bloc_id}/stades/3`)
  await api.delete(`/api/blocs/${bien.bloc_id}/stades/2`)
})

// spec: RE-01
test('a line on a stade that was reached before the sale says both days', async ({ page }) => {
  const api = await openScreen(page, '/dashboard', 'Tableau de Bord Immobilier')
  const { id, bien, dossier } = await sold(api, { reservation_le: before(23) })
  await api.put(`/api/blocs/${bien.bloc_id}/stades/1`, { atteint_le: before(267) })
  await api.post(`/api/ventes/${id}/echeancier`, { modele_id: await modele(api, 'Vente sur plans') })
  await page.goto(`/ventes/${id}`)
  await expect(page.getByRole('table', { name: 'Échéancier' })).toContainText('stade atteint le')
  await openScreen(page, `/echeances?recherche=${dossier}`, 'Échéances')
  await expect(page.locator('main tbody').getByRole('row').first()).toContainText('stade atteint le')
})

// spec: RE-19, EC-34
test('nobody is reminded of nothing: on a dossier, a line, a selection and in a dialog that is open', async ({
  page,
}) => {
  const api = await signIn(page)
  const { id, dossier } = await sold(api)
  const lignes = [
    [4_000_000, -5],
    [8_500_000, 5],
  ] as const
  await api.put(`/api/ventes/${id}/echeancier`, {
    lignes: lignes.map(([montant, days]) => ({
      libelle: `à ${days} jours`,
      montant,
      declencheur: 'date',
      date_prevue: addJours(today, days),
    })),
  })
  const relancer = page.getByRole('button', { name: /^Relancer/ })
  await openScreen(page, `/echeances?onglet=a_venir&recherche=${dossier}`, 'Échéances')
  await expect(relancer).toHaveCount(1)
  await page.goto(`/ventes/${id}`)
  await relancer.click()
  await expect(dialog(page).getByRole('link', { name: 'WhatsApp' })).toBeVisible()
  // It is paid while the dialog is open, by somebody else.
  const { client, bien } = (await api.get(`/api/ventes/${id}`)) as {
    client: { id: number }
    bien: { id: number }
  }
  await api.post('/api/paiements', {
    client_id: client.id,
    appartement_id: bien.id,
    date_paiement: today,
    versement: 4_000_000,
  })
  await page.reload()
  await expect(page.getByRole('button', { name: 'Ajouter un paiement' })).toBeVisible()
  await expect(relancer).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'WhatsApp' })).toHaveCount(0)
  await openScreen(page, `/echeances?onglet=a_venir&recherche=${dossier}`, 'Échéances')
  const row = page.locator('main tbody').getByRole('row')
  await expect(row).toHaveCount(1)
  await expect(relancer).toHaveCount(0)
  await row.getByRole('checkbox').check()
  const chosen = page.getByRole('region', { name: 'Sélection' })
  await expect(chosen).toContainText('1 dossier sélectionné')
  await expect(chosen.getByRole('button', { name: 'Noter une relance' })).toHaveCount(0)
  await expect(chosen.getByRole('button', { name: 'Lettres (PDF)' })).toHaveCount(0)
})

// spec: EC-07, RE-45
test('late sums stand under their age on En retard alone, those to come under their months on À venir', async ({
  page,
}) => {
  const api = await signIn(page)
  const { id } = await sold(api)
  await api.put(`/api/ventes/${id}/echeancier`, {
    lignes: [
      [2_000_000, -3],
      [2_000_000, 10],
      [8_500_000, 80],
    ].map(([montant, days = 0]) => ({
      libelle: `à ${days} jours`,
      montant,
      declencheur: 'date',
      date_prevue: addJours(today, days),
    })),
  })
  const ages = page.getByRole('region', { name: 'Retards par ancienneté' })
  const months = page.getByRole('region', { name: 'À encaisser par mois' })
  await openScreen(page, '/echeances', 'Échéances')
  await expect(ages).toBeVisible()
  await expect(months).toHaveCount(0)
  for (const horizon of ['30', '60', '90', 'tout']) {
    await openScreen(page, `/echeances?onglet=a_venir&horizon=${horizon}`, 'Échéances')
    await expect(months).toBeVisible()
    await expect(ages).toHaveCount(0)
    const sums = (await months.locator('dd').allInnerTexts()).map((text) =>
      Number(
        plain(text)
          .replace(/[^\d,]/g, '')
          .replace(',', '.'),
      ),
    )
    const foot = plain(await page.locator('main p').filter({ hasText: 'Reste' }).last().innerText())
    const reste = Number(/Reste ([\d ]+,\d\d)/.exec(foot)?.[1]?.replaceAll(' ', '').replace(',', '.'))
    expect([horizon, sums.reduce((sum, one) => sum + one, 0)]).toEqual([horizon, reste])
  }
  await expectAccessible(page)
  await openScreen(page, '/echeances?onglet=exigibles', 'Échéances')
  await expect(page.locator('main tbody').getByRole('row').first()).toBeVisible()
  await expect(months).toHaveCount(0)
  await expect(ages).toHaveCount(0)
})

// spec: RE-20
test('sales without échéancier are in sight on the dashboard, listed, and planned from the list', async ({
  page,
}) => {
  const api = await signIn(page)
  const first = await sold(api)
  const second = await sold(api)
  const count = ((await api.get('/api/ventes?sans_echeancier=1')) as { total: number }).total
  await openScreen(page, '/dashboard', 'Tableau de Bord Immobilier')
  const line = page.getByRole('link', { name: /Ventes sans échéancier/ })
  expect(plain(await line.textContent())).toBe(`Ventes sans échéancier${count}`)
  await line.click()
  await expect(page).toHaveURL(/\/ventes\?sans_echeancier=1$/)
  const rows = page.locator('main tbody').getByRole('row')
  await expect(rows).toHaveCount(count)
  await expect(rows.first()).toContainText(second.dossier)
  await expectAccessible(page)
  await rows
    .nth(1)
    .getByRole('button', { name: `Générer l'échéancier : ${first.dossier}` })
    .click()
  await generer(page).click()
  await expect(page.getByText('Échéancier généré avec succès !')).toBeVisible()
  await expect(rows).toHaveCount(count - 1)
  await page.getByRole('button', { name: 'Appliquer un modèle' }).click()
  await choose(dialog(page), 'Résidence', 'Résidence El Yasmine')
  await dialog(page).getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(page.getByText('Toutes les ventes en cours ont un échéancier.')).toBeVisible()
  await page.getByRole('button', { name: 'Sans échéancier : retirer ce filtre' }).click()
  await expect(page).not.toHaveURL(/sans_echeancier/)
  await expect(rows.first()).toBeVisible()
  await openScreen(page, '/dashboard', 'Tableau de Bord Immobilier')
  await expect(page.getByRole('link', { name: /Ventes sans échéancier/ })).toContainText('0')
})
