import { expect, signIn, test, withServer, type Page } from './diyar.ts'
import { createClient, createLieu, sellLocal, type Lieu } from './portefeuille.ts'
import { CALLS, dialog } from './screen.ts'

withServer()

const answer = (page: Page, call: string, json: unknown) =>
  page.route(`${CALLS}/api/${call}`, (route) => route.fulfill({ json }))

// spec: RES-35, BLOC-26
test('in a report a bloc and an étage may be plain names', async ({ page }) => {
  const api = await signIn(page)
  const { residence } = await createLieu(api, 'Rapport')
  const someone = { id: 5, nomComplet: 'Lina Saïdi', email: null, tel: null }
  const report = {
    nom: 'Rapport',
    stats: {
      blocCount: 1,
      etageCount: 1,
      appartementCount: 1,
      occupiedCount: 1,
      availableCount: 0,
      tauxOccupation: 100,
    },
    blocs: [{ id: 1, nomloc: 'Bloc Nord' }],
    clients: [
      {
        ...someone,
        appartement: { numLot: 'N-1', typeLogement: 'F3', bloc: 'Bloc Nord', etage: '3e étage' },
      },
    ],
  }
  await answer(page, `residences/${residence}/report`, report)
  await page.goto(`/residence?rapport=${residence}`)
  await expect(dialog(page)).toContainText(/Lina Saïdi.*N\/A.*Appartement N-1.*F3.*Bloc Nord, 3e étage/s)
})

let lieu: Lieu
let buyer: number
let local: number

test.describe('a local', () => {
  test.beforeAll(async ({ browser, baseURL }) => {
    const page = await browser.newPage({ baseURL: String(baseURL) })
    const api = await signIn(page)
    lieu = await createLieu(api, 'Incomplète')
    buyer = await createClient(api, 'Sans Téléphone')
    local = await sellLocal(api, lieu, buyer, 'L-7', 1_000_000)
    await page.close()
  })

  // spec: LIM-17, LIM-18, LIM-19, LIM-20, LIM-21
  test('of which little is known has its payments, with the words of what is missing', async ({ page }) => {
    const api = await signIn(page)
    const whole = (await api.get(`/api/locaux/${local}`)) as { bloc: object }
    for (const [lacking, words] of [
      [{ bloc: null }, [/Bloc\s:\s*Non spécifié/, /Résidence\s:\s*Sans résidence/]],
      [{ bloc: { ...whole.bloc, residence: null } }, [/Bloc\s:\s*Bloc B/, /Résidence\s:\s*Sans résidence/]],
      [{ montant: null, resteAPayer: null }, [/Montant\s:\s*Non spécifié/]],
      [{ surface: null, num: null }, [/Numéro\s:\s*Non spécifié/, /Surface \(m²\)\s:\s*Non spécifiée/]],
      [{ description: null, client: null }, [/Aucune description/, /Aucun client/]],
    ] as const) {
      await answer(page, `locaux/${local}`, { ...whole, ...lacking })
      await page.goto(`/clients/${buyer}/paiements/0/0/${local}`)
      for (const word of words)
        await expect(page.getByRole('region', { name: 'Détails du bien' })).toContainText(word)
      await expect(page.getByText('Aucun paiement trouvé pour ce bien.')).toBeVisible()
      await expect(page.getByRole('alert')).toHaveCount(0)
    }
  })

  // spec: LIM-17, LIM-18, LIM-19, LIM-20
  test('has a report, whatever its client and its bloc lack', async ({ page }) => {
    const api = await signIn(page)
    const whole = (await api.get(`/api/locaux/${local}/report`)) as {
      stats: { client: object }
      bloc: object
    }
    const { stats } = whole
    for (const [lacking, word] of [
      [{ stats: { ...stats, client: { ...stats.client, tel: null, email: null } } }, /Sans Téléphone\s*N\/A/],
      [{ bloc: null }, /Sans résidence.*Non spécifié/s],
      [{ stats: { ...stats, montant: null, surface: null } }, /Non spécifiée.*Non spécifié/s],
    ] as const) {
      await answer(page, `locaux/${local}/report`, { ...whole, ...lacking })
      await page.goto(`/locaux?rapport=${local}`)
      await expect(dialog(page).getByText('Surface et prix')).toBeVisible()
      await expect(dialog(page)).toContainText(word)
    }
  })
})

// spec: LIM-17, LIM-18
test('an appartement and a place of which little is known have their payments too', async ({ page }) => {
  await signIn(page)
  await answer(page, 'appartements/900', { id: 900, numLot: 'A-9' })
  await answer(page, 'place-parking/900', { id: 900, numero_place: 4 })
  await answer(page, 'paiements/**', [])
  await page.goto('/clients/1/paiements/900')
  const panel = page.getByRole('region', { name: 'Détails du bien' })
  await expect(panel).toContainText(
    /N° Lot\s:\s*A-9.*Surface totale\s:\s*Non spécifiée.*Résidence\s:\s*Sans résidence/s,
  )
  await page.goto('/clients/1/paiements/0/900')
  await expect(panel).toContainText(
    /Numéro\s:\s*4.*Superficie\s:\s*Non spécifiée.*Montant\s:\s*Non spécifié/s,
  )
})
