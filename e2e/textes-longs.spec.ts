import { atRest, expect, moveTo, signIn, test, withServer, type Api } from './diyar.ts'
import { outside } from './matrix/looks.ts'
import { createClient, createEtage, createLot, pay, sellPlace } from './portefeuille.ts'

withServer()

const MAX = 99_999_999_999.99
/** Returns a name as long as a name may be, in words and then in one that never ends. */
const nom = (debut: string) => `${debut} des copropriétaires réunis d'Aïn Témouchent `.padEnd(255, 'x')
let screens: string[] = []

async function fill(api: Api): Promise<string[]> {
  const lieu = await createEtage(api, nom('Résidence'), { bloc: nom('Bloc'), etage: nom('Étage') })
  const parking = await api.create('/api/parkings', {
    residence_id: lieu.residence,
    parking_nom: nom('Parking'),
    nb_places: 9,
  })
  const client = await createClient(api, nom('Société civile'))
  const lot = await createLot(api, lieu.etage, 'L'.repeat(255), 'F5', client, { montant: MAX })
  const place = await sellPlace(api, { ...lieu, parking }, client, 1, MAX)
  await pay(api, client, { appartement_id: lot }, 90_000_000_000.01)
  await pay(api, client, { place_parking_id: place }, 0.01)
  const categorie_bon_id = await api.create('/api/categories', { nom: nom('Gros œuvre') })
  await api.post('/api/bons', {
    categorie_bon_id,
    reference: 'R'.repeat(255),
    date_bon: '2026-04-01',
    lignes: [
      { designation: nom('Ciment'), prix_unitaire: MAX, quantite: 1 },
      { designation: 'Brique', prix_unitaire: 0.01, quantite: 2_000_000 },
    ],
  })
  await api.post('/api/promoteurs', {
    nom: nom('SARL'),
    email: 'contact@promotion.dz',
    telephone: '+213 23 45 67 89',
    adresse: nom('Rue'),
  })
  const detail = `/clients/${client}/paiements`
  return [
    '/parking',
    `/parking?places=${parking}`,
    '/paiements',
    `${detail}/${lot}`,
    `${detail}/0/${place}`,
    '/recap',
    '/promoteur',
    '/charges',
  ]
}

test.beforeEach(async ({ page }) => {
  if (screens.length === 0) screens = await fill(await signIn(page))
  else await signIn(page)
})

for (const width of [1280, 768, 390]) {
  test(`the longest names and amounts keep every figure in its place at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    for (const screen of screens) {
      await moveTo(page, screen)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await atRest(page)
      expect({ screen, outside: await outside(page) }).toEqual({ screen, outside: [] })
    }
  })
}

test('why a remainder of eleven digits is what it is can be read on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(screens[3] ?? '')
  await page.getByRole('button', { name: /Pourquoi ce solde/ }).click()
  await expect(page.getByRole('dialog').getByText('Prix')).toBeVisible()
  await atRest(page)
  expect(await outside(page)).toEqual([])
})
