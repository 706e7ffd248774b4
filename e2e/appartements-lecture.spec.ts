import { expect, openScreen, PDF, signIn, test, withServer, type Page } from './diyar.ts'
import { createClient, createEtage, createLot } from './portefeuille.ts'
import { alert, CALLS, card, dialog, expectGoneAfter, freeze, untilItsTabClosed } from './screen.ts'

withServer()

const open = (page: Page, address = '/appartement') => openScreen(page, address, 'Gestion des Appartements')

const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
const action = (page: Page, numLot: string, name: string) =>
  card(page, `Appartement ${numLot}`).getByRole('button', { name })
const pdf = (text: string) => ({
  name: 'plan é.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.4\n${text}\n%%EOF\n`),
})

// spec: SHELL-05, APT-19, APT-22, APT-25, APT-31, APT-32, APT-33, APT-62, APT-71, ERR-39, ERR-45
test('details and report tell everything, with the total area and the price per m²', async ({ page }) => {
  const api = await signIn(page)
  const place = await createEtage(api, 'Lecture')
  const buyer = await createClient(api, 'Lecteur')
  const id = await createLot(api, place.etage, 'D-1', 'F3', buyer)
  await api.post('/api/paiements', {
    client_id: buyer,
    appartement_id: id,
    date_paiement: '2026-02-03',
    versement: 250_000,
    details: 'Chèque',
  })
  let answer: 'hold' | 'fail' | 'real' = 'hold'
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(`${CALLS}/api/appartements/*/superficie`, async (route) => {
    if (answer === 'hold') await held
    return answer === 'fail' ? route.fulfill({ status: 500, json: {} }) : route.fallback()
  })
  await open(page, `/appartement?residence=${place.residence}`)
  await action(page, 'D-1', 'Détails').click()
  await expect(dialog(page)).toContainText(/Surface totale\s:\s*Chargement\.\.\./)
  answer = 'real'
  release()
  await expect(dialog(page)).toContainText(
    /Surface totale\s:\s*92,5\sm².*Prix au m²\s:\s*10\s810,81\sDA\s\/\sm²/s,
  )
  await expect(dialog(page)).toContainText(
    /80,5\sm².*12\sm².*1\s000\s000,00\sDA.*Lecteur.*0555 12 34 56.*client@exemple\.dz.*750\s000,00\sDA.*25\s%/s,
  )
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  answer = 'fail'
  await page.reload()
  await action(page, 'D-1', 'Détails').click()
  await expect(dialog(page)).toContainText('Impossible de calculer la superficie')
  await expect(alert(page)).toContainText('Erreur lors du calcul de la superficie.')
  await page.keyboard.press('Escape')

  await action(page, 'D-1', 'Rapport détaillé').click()
  await expect(dialog(page)).toHaveAccessibleName('Rapport détaillé')
  await expect(dialog(page)).toContainText(
    /Appartement D-1.*F3.*Lecture.*Bloc de Lecture.*Étage de Lecture.*Surface totale\s*92,5\sm².*Prix\s*1\s000\s000,00\sDA.*Prix au m²\s*10\s810,81.*Lecteur.*25\s%.*Total payé\s*250\s000,00\sDA.*Reste à payer\s*750\s000,00\sDA.*03\/02\/2026.*Chèque/s,
  )
  await expect(dialog(page).getByRole('button', { name: 'Imprimer' })).toBeEnabled()
  await button(page, 'Fermer').last().click()
  await expect(dialog(page)).toHaveCount(0)
  await page.route(`${CALLS}/api/appartements/*/report`, (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await action(page, 'D-1', 'Rapport détaillé').click()
  await expect(dialog(page).getByRole('alert')).toContainText(
    'Erreur lors du chargement du rapport détaillé.',
  )
})

// spec: APT-18, APT-50, APT-56..APT-58, APT-70, ERR-46..ERR-48, LIM-10
test(
  'a plan is sent, opened in a new tab, and each failure says its own sentence',
  { tag: ['@biens', '@jour', PDF] },
  async ({ page, context }) => {
    const api = await signIn(page)
    const place = await createEtage(api, 'Plans')
    await createLot(api, place.etage, 'P-1', 'F3')
    await open(page, `/appartement?residence=${place.residence}`)
    const voir = page.getByRole('button', { name: "Voir le plan de l'appartement P-1" })
    await expect(voir).toHaveCount(0)
    await action(page, 'P-1', 'Modifier').click()
    const input = dialog(page).locator('input[type=file]')
    await expect(input).toHaveAttribute('accept', /application\/pdf/)
    await input.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('PNG') })
    await expect(dialog(page).getByText('Le fichier doit être un PDF.')).toBeVisible()
    await input.setInputFiles(pdf('un'))
    await button(page, 'Enregistrer').click()
    await expect(voir).toBeVisible()
    const [tab] = await Promise.all([context.waitForEvent('page'), voir.click()])
    await expect.poll(() => tab.url()).toMatch(/^blob:/)
    await tab.close()
    const stub = `${CALLS}/api/appartements/*/plan`
    for (const [status, contentType, body, text] of [
      [404, 'application/json', '{"error":"Plan égaré."}', 'Plan égaré.'],
      [200, 'application/json', '{"error":"Plan illisible."}', 'Plan illisible.'],
      [200, 'application/json', '{}', 'Erreur inconnue du serveur.'],
      [
        404,
        'application/json',
        '{"error":"Aucun plan PDF disponible pour cet appartement."}',
        'Aucun plan PDF disponible pour cet appartement.',
      ],
      [404, 'application/json', '{}', 'Erreur inconnue du serveur.'],
      [200, 'text/html', '<p>non</p>', 'Type de contenu invalide reçu.'],
      [500, 'application/json', '{}', 'Erreur lors du téléchargement du plan.'],
    ] as const) {
      await page.unroute(stub)
      await page.route(stub, (route) => route.fulfill({ status, contentType, body }))
      await untilItsTabClosed(page, () => voir.click())
      await expect(alert(page)).toContainText(text)
    }
    await page.clock.install()
    await page.reload()
    await expect(voir).toBeVisible()
    await freeze(page)
    await untilItsTabClosed(page, () => voir.click())
    await expectGoneAfter(page, alert(page), 5000)
  },
)
