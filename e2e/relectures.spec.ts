import { aujourdhui } from '../shared/dates.ts'
import { atRest, expect, signIn, test, withServer, type Api, type Page } from './diyar.ts'
import { createClient, createEtage, createLot } from './portefeuille.ts'
import { alert, CALLS, dialog, SCREENS } from './screen.ts'
import { createTour } from './tour.ts'

withServer()

interface Lu {
  api: Api
  residence: number
  bloc: number
  client: number
  lot: number
  vente: number
}
let made: Omit<Lu, 'api'> | undefined

/** Something on every screen: a sold lot with a schedule, a payment, a cheque, an option, a voucher. */
async function furnish(page: Page): Promise<Lu> {
  const api = await signIn(page)
  if (made) return { api, ...made }
  const { residence, blocs } = await createTour(api)
  const client = await createClient(api, 'Nadia Lounis')
  const { etage } = await createEtage(api, 'Les Ormes')
  const lot = await createLot(api, etage, 'O-1', 'F3', client)
  const { vente_id: vente } = (await api.get(`/api/appartements/${lot}`)) as { vente_id: number }
  const payer = { client_id: client, appartement_id: lot, date_paiement: aujourdhui(), details: '' }
  await api.post('/api/paiements', { ...payer, versement: 1000 })
  await api.post('/api/paiements', {
    ...payer,
    versement: 2000,
    mode: 'cheque',
    banque: 'BNA',
    reference: '77',
  })
  await api.put(`/api/ventes/${vente}/echeancier`, {
    lignes: [{ libelle: 'Tout', montant: 1_000_000, declencheur: 'date', date_prevue: '2026-01-05' }],
  })
  made = { residence, bloc: blocs[0] ?? 0, client, lot, vente }
  return { api, ...made }
}

/** Every reading fails from here on; who is signed in, and changes, aside. */
async function failReadings(page: Page, told = 500): Promise<() => Promise<void>> {
  const calls = (url: URL) =>
    url.pathname.startsWith('/backend/public/api/') && !url.pathname.endsWith('/user')
  await page.route(calls, (route) =>
    route.request().method() === 'GET' ? route.fulfill({ status: told, json: {} }) : route.fallback(),
  )
  return () => page.unroute(calls)
}

/** As when one comes back to the tab: what is shown is read again. */
const readAgain = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))

/** What stands there, part by part: titles, cards, rows, tiles, fields. */
const PARTS = `main h1, main h2, main h3, main article, main tr, main dt, main figure, main input,
  [role=dialog] h2, [role=dialog] dt, [role=dialog] tr, [role=dialog] li, [role=dialog] input`
const parts = (page: Page) => page.locator(PARTS).count()

/** Screens that show nothing of the server, or read it once. */
const CALME = ['/importer', '/plan-de-vente/generer', '/nouveau']

// spec: RE-41
test('no screen and no dialog loses what it shows when it is read again in vain', async ({ page }) => {
  const { residence, bloc, client, lot, vente } = await furnish(page)
  const addresses = [
    ...SCREENS,
    `/ventes/${vente}`,
    `/clients/${client}`,
    `/clients/${client}/paiements`,
    `/clients/${client}/paiements/${lot}`,
    `/plan-de-vente?residence=${residence}`,
    ...['promoteur', 'stades', 'modeles', 'sauvegardes', 'sante', 'comptes'].map(
      (section) => `/parametres?section=${section}`,
    ),
    `/residence?rapport=${residence}`,
    `/bloc?rapport=${bloc}`,
    `/appartement?rapport=${lot}`,
    `/appartement?details=${lot}`,
    `/clients?biens=${client}`,
  ]
  const lost: string[] = []
  for (const address of addresses) {
    await page.goto(address)
    await expect(page.getByRole('main')).toBeVisible()
    await atRest(page)
    const before = await parts(page)
    const release = await failReadings(page)
    await readAgain(page)
    await atRest(page)
    // The failure is told, on all that read something.
    if (!CALME.some((start) => address.startsWith(start)))
      await expect(
        alert(page)
          .or(page.getByRole('button', { name: 'Réessayer' }))
          .first(),
      ).toBeVisible()
    const after = await parts(page)
    if (after < before) lost.push(`${address}: ${before} → ${after}`)
    await release()
  }
  expect(lost).toEqual([])
})

// spec: RE-41
test('an open form keeps what was typed, and a message its place, whatever fails meanwhile', async ({
  page,
}) => {
  const { client, vente } = await furnish(page)
  for (const [address, heading] of [
    [`/ventes/${vente}`, /^Dossier \d/],
    [`/clients/${client}`, 'Nadia Lounis'],
  ] as const) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
  }
  await page.getByRole('button', { name: 'Modifier le client' }).click()
  const nom = dialog(page).getByRole('textbox', { name: 'Nom complet' })
  await nom.fill('Nadia Lounis Amrane')
  const release = await failReadings(page)
  await readAgain(page)
  await expect(alert(page).first()).toBeVisible()
  await expect(nom).toHaveValue('Nadia Lounis Amrane')
  // Saved meanwhile: told, though nothing can be read after it.
  await dialog(page).getByRole('button', { name: 'Sauvegarder' }).click()
  await expect(page.getByText('Client modifié avec succès !')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Nadia Lounis' }).first()).toBeVisible()
  await release()
  await page.getByRole('button', { name: 'Réessayer' }).first().click()
  await expect(page.getByRole('heading', { name: 'Nadia Lounis Amrane' }).first()).toBeVisible()
  // The panels beside it have a failure each: read again, they are whole.
  await readAgain(page)
  await expect(page.getByRole('button', { name: 'Réessayer' })).toHaveCount(0)

  await page.goto(`/ventes/${vente}`)
  await page.getByRole('button', { name: 'Ajouter un paiement' }).click()
  const montant = dialog(page).getByRole('textbox', { name: 'Montant' })
  await montant.fill('12345')
  await page.route(`${CALLS}/api/ventes/${vente}`, (route) => route.fulfill({ status: 500, json: {} }))
  await readAgain(page)
  await expect(
    page.getByRole('alert').filter({ hasText: 'Erreur lors du chargement du dossier.' }),
  ).toBeVisible()
  await expect(montant).toHaveValue(/^12.?345/)
})

/** The keys with which a call is made: the first answer is lost on its way back, the second is refused, the rest pass. */
async function keysOf(page: Page, call: string): Promise<string[]> {
  const keys: string[] = []
  await page.route(`${CALLS}${call}`, async (route) => {
    const request = route.request()
    if (request.method() !== 'POST') return route.fallback()
    keys.push(request.headers()['idempotency-key'] ?? '')
    if (keys.length === 1) return route.abort()
    if (keys.length === 2) return route.fulfill({ status: 409, json: { message: 'Pas maintenant.' } })
    return route.fallback()
  })
  return keys
}

// spec: RE-44
test('what is asked for again after a lost answer is the same request, after an answer another', async ({
  page,
}) => {
  await signIn(page)
  for (const [section, call, button] of [
    ['sauvegardes', '/api/sauvegardes', 'Sauvegarder maintenant'],
    ['sante', '/api/sante/verification', 'Vérifier maintenant'],
  ] as const) {
    const keys = await keysOf(page, call)
    await page.goto(`/parametres?section=${section}`)
    const act = page.getByRole('button', { name: button })
    await act.click()
    await expect(alert(page)).toBeVisible()
    // Read again in vain meanwhile: the key is not forgotten with what is shown.
    const release = await failReadings(page)
    await readAgain(page)
    await expect(page.getByRole('button', { name: 'Réessayer' }).first()).toBeVisible()
    await release()
    await readAgain(page)
    await act.click()
    await expect(page.getByText('Pas maintenant.')).toBeVisible()
    await act.click()
    await expect.poll(() => keys.length).toBe(3)
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[1], section).toBe(keys[0])
    expect(keys[2], section).not.toBe(keys[1])
    await atRest(page)
  }

  const keys = await keysOf(page, '/api/imports')
  await page.goto('/importer')
  const field = page.locator('input[type=file]')
  const verifier = page.getByRole('button', { name: 'Vérifier' })
  const classeur = (name: string) => ({
    name,
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from('PK'),
  })
  await field.setInputFiles(classeur('un.xlsx'))
  await verifier.click()
  await expect(alert(page)).toBeVisible()
  await verifier.click()
  await expect(page.getByText('Pas maintenant.')).toBeVisible()
  await verifier.click()
  await expect.poll(() => keys.length).toBe(3)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[1])
  // Another workbook is another request, whatever became of the one before.
  await page.route(`${CALLS}/api/imports`, (route) =>
    route.request().method() === 'POST'
      ? (keys.push(route.request().headers()['idempotency-key'] ?? ''), route.abort())
      : route.fallback(),
  )
  await field.setInputFiles(classeur('deux.xlsx'))
  await verifier.click()
  await expect.poll(() => keys.length).toBe(4)
  await field.setInputFiles(classeur('trois.xlsx'))
  await verifier.click()
  await expect.poll(() => keys.length).toBe(5)
  expect(new Set(keys.slice(2)).size).toBe(3)
})
