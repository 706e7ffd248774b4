import {
  account,
  expect,
  expectAccessible,
  expectReadable,
  signIn,
  test,
  withServer,
  type Page,
} from './diyar.ts'
import { createLot } from './portefeuille.ts'
import { choose, dialog, freeze, plain, stepUntilVisible } from './screen.ts'
import { cell, createTour, grid, openPlan } from './tour.ts'

withServer()

let built = false

test.beforeEach(async ({ page }) => {
  const api = await signIn(page)
  if (!built) await createTour(api)
  built = true
})

// spec: EC-42
test('no number, type, area or price is cut, with the longest number and price', async ({ page }) => {
  const api = await signIn(page)
  const residence = await api.create('/api/residences', { nom: 'Longue', adresse: 'Alger' })
  const bloc = await api.create('/api/blocs', { residence_id: residence, nomloc: 'Bloc L', description: 'R' })
  const etage = await api.create('/api/etages', {
    residence_id: residence,
    bloc_id: bloc,
    designation: 'Rez-de-chaussée',
    niveau: 0,
    logement_par_palier: 3,
  })
  const long = 'LES-JARDINS/BLOC-NORD-APPARTEMENT-1204'
  await createLot(api, etage, long, 'F5 duplex avec terrasse', undefined, { montant: 99_999_999_999.99 })
  await createLot(api, etage, 'W'.repeat(255), 'F4')
  await createLot(api, etage, 'EY-C-01', 'F3', undefined, { montant: 11_730_000.5 })
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    for (const vue of ['', '&vue=client']) {
      await page.goto(`/plan-de-vente?residence=${residence}${vue}`)
      for (const taille of ['Normal', 'Grand', 'Compact']) {
        if (taille === 'Grand') await page.getByRole('button', { name: 'Agrandir les cases' }).click()
        if (taille === 'Compact')
          for (let step = 0; step < 2; step++)
            await page.getByRole('button', { name: 'Réduire les cases' }).click()
        await expect(page.getByText(taille, { exact: true })).toBeVisible()
        await expect(page.getByRole('gridcell')).toHaveCount(3)
        await page.evaluate(() => document.fonts.ready.then(() => undefined))
        const cut = await page.getByRole('gridcell').evaluateAll((cells) =>
          cells.flatMap((one) => {
            const frame = one.getBoundingClientRect()
            return [...one.querySelectorAll<HTMLElement>('[aria-hidden]')]
              .filter((part) => getComputedStyle(part).display !== 'none')
              .filter((part) => {
                const range = document.createRange()
                range.selectNodeContents(part)
                const drawn = range.getBoundingClientRect()
                return (
                  drawn.right > frame.right ||
                  drawn.bottom > frame.bottom ||
                  part.scrollWidth > part.clientWidth + 1
                )
              })
              .map(({ textContent }) => textContent)
          }),
        )
        expect(cut, `${taille} ${width}${vue}`).toEqual([])
        const lines = await cell(page, 'EY-C-01').evaluate((one) => {
          const range = document.createRange()
          const numero = one.querySelector('bdi')
          if (numero) range.selectNodeContents(numero)
          return new Set([...range.getClientRects()].map(({ top }) => top)).size
        })
        expect(lines, 'a number that has the room stands on one line').toBe(1)
        if (taille === 'Compact')
          await expect(cell(page, 'EY-C-01').getByText('F3', { exact: true })).toBeHidden()
      }
      await page.getByRole('button', { name: 'Agrandir les cases' }).click()
    }
  }
})

test(
  'a lot is held, put off sale and sold from its card, and paid for',
  { tag: ['@plan-de-vente', '@jour'] },
  async ({ page }) => {
    await openPlan(page)
    await cell(page, 'B1').click()
    const carte = dialog(page, 'Appartement B1')
    await expect(carte.locator('dt')).toHaveText(
      [
        'État',
        'Type',
        'Surface habitable',
        'Surface utile',
        'Surface totale',
        'Prix',
        'Prix au m²',
        'Résidence',
        'Bloc',
        'Étage',
      ].map((label) => `${label}\u00A0: `),
    )
    await carte.getByRole('button', { name: 'Bloquer' }).click()
    await dialog(page, 'Bloquer le bien').getByLabel('Motif').fill('Témoin')
    await dialog(page, 'Bloquer le bien').getByRole('button', { name: 'Bloquer' }).click()
    await expect(carte.getByText('Bien bloqué avec succès !')).toBeVisible()
    await expect(carte).toContainText('Témoin')
    await carte.getByRole('button', { name: 'Débloquer' }).click()
    await dialog(page, 'Débloquer le bien').getByRole('button', { name: 'Débloquer' }).click()
    await carte.getByRole('button', { name: 'Vendre' }).click()
    const form = dialog(page, /^Vendre/)
    await choose(form, 'Client', /^Lila Meziane/)
    await form.getByRole('button', { name: 'Vendre' }).click()
    await expect(carte.getByText('Client assigné avec succès !')).toBeVisible()
    await expect(carte.getByRole('link', { name: 'Voir les paiements' })).toBeVisible()
    await expect(carte.getByRole('button', { name: 'Vendre' })).toHaveCount(0)
    await carte.getByRole('button', { name: 'Ajouter un paiement' }).click()
    await expect(dialog(page, /paiement/i)).toBeVisible()
    await page.keyboard.press('Escape')
    await expectAccessible(page)
    await page.goto('/plan-de-vente')
    await expect(cell(page, 'B1')).toHaveAccessibleName(/vendu à Lila Meziane/)
  },
)

// spec: EC-34
test('the card of a sold lot says what is late and offers « Relancer » to who may, and neither once it is paid', async ({
  page,
}) => {
  const api = await signIn(page)
  const { data } = (await api.get('/api/appartements?per_page=1000')) as {
    data: { id: number; numLot: string; vente_id: number; client: { id: number } | null }[]
  }
  const lot = data.find(({ numLot }) => numLot === 'B104')
  await openPlan(page)
  await cell(page, 'B104').click()
  const carte = dialog(page, 'Appartement B104')
  await expect(carte.getByRole('link', { name: 'Ouvrir le dossier' })).toBeVisible()
  await expect(carte).not.toContainText('En retard')
  await expect(carte.getByRole('button', { name: 'Relancer' })).toHaveCount(0)
  const ligne = { libelle: 'Acompte', declencheur: 'date', date_prevue: '2026-01-10', montant: 250_000.5 }
  const reste = { libelle: 'Solde', declencheur: 'livraison', montant: 749_999.5 }
  await api.put(`/api/ventes/${lot?.vente_id}/echeancier`, { lignes: [ligne, reste] })
  for (const [role, may] of [
    ['lecture', false],
    ['caisse', true],
  ] as const) {
    const who = { name: `Sofia ${role}`, email: `${role}@diyar.dz`, password: account.password }
    await (await signIn(page)).post('/api/members', { ...who, role, password_confirmation: who.password })
    await signIn(page, who)
    await page.goto('/plan-de-vente')
    await cell(page, 'B104').click()
    await expect(carte).toContainText(/En retard\s:\s250\s000,50\sDA/)
    await expect(carte.getByRole('button', { name: 'Relancer' })).toHaveCount(may ? 1 : 0)
    await expectAccessible(page)
  }
  await carte.getByRole('button', { name: 'Relancer' }).click()
  const relance = dialog(page, 'Relancer Lila Meziane')
  const whatsApp = relance.getByRole('link', { name: 'WhatsApp' })
  const message = new URL((await whatsApp.getAttribute('href')) ?? '').searchParams.get('text')
  expect(plain(message)).toContain('250 000,50 DA')
  await relance.getByRole('button', { name: 'Annuler' }).click()
  await expect(relance).toHaveCount(0)
  await signIn(page)
  const appartement_id = lot?.id
  const versement = { client_id: lot?.client?.id, appartement_id, versement: 250_000.5 }
  await api.post('/api/paiements', { ...versement, date_paiement: '2026-02-01' })
  await page.goto('/plan-de-vente')
  await cell(page, 'B104').click()
  await expect(carte).toContainText(/Reste à payer\s:\s749\s999,50\sDA/)
  await expect(carte).not.toContainText('En retard')
  await expect(carte.getByRole('button', { name: 'Relancer' })).toHaveCount(0)
})

// spec: PO-13
test('what somebody else sells is seen by who comes back to the screen; of two, one is told', async ({
  page,
  browser,
}) => {
  await page.clock.install()
  await openPlan(page)
  await cell(page, 'A2').focus()
  const other = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const second = await other.newPage()
  await signIn(second, account)
  await second.goto('/plan-de-vente')
  const assign = async (on: Page) => {
    await cell(on, 'A2').click()
    await dialog(on, 'Appartement A2').getByRole('button', { name: 'Vendre' }).click()
    await choose(dialog(on, /^Vendre/), 'Client', /^Lila Meziane/)
  }
  await assign(second)
  await assign(page)
  await dialog(second, /^Vendre/)
    .getByRole('button', { name: 'Vendre' })
    .click()
  await expect(dialog(second, 'Appartement A2').getByText('Client assigné avec succès !')).toBeVisible()
  await dialog(page, /^Vendre/)
    .getByRole('button', { name: 'Vendre' })
    .click()
  await expect(dialog(page, /^Vendre/).getByRole('alert')).toContainText(
    'Cet appartement est déjà assigné à un client.',
  )
  await page.keyboard.press('Escape')
  await page.goto('/plan-de-vente')
  await cell(page, 'A10').focus()
  // The plan is also read again every minute, which does not come to an end any more.
  await freeze(page)
  await dialog(second, 'Appartement A2').getByRole('button', { name: 'Fermer', exact: true }).click()
  await cell(second, 'A10').click()
  await dialog(second, 'Appartement A10').getByRole('button', { name: 'Bloquer' }).click()
  await dialog(second, 'Bloquer le bien').getByLabel('Motif').fill('Témoin')
  await dialog(second, 'Bloquer le bien').getByRole('button', { name: 'Bloquer' }).click()
  await expect(dialog(second, 'Appartement A10').getByText('Bien bloqué avec succès !')).toBeVisible()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await stepUntilVisible(page, page.getByRole('gridcell', { name: /^Appartement A10,.*bloqué : Témoin/ }))
  await expect(cell(page, 'A10')).toBeFocused()
  await other.close()
})

// spec: PO-10
test('accessible in light, in the dark, at 200 % and on a phone', async ({ page }) => {
  await openPlan(page)
  await expect(page.getByRole('grid')).toHaveCount(3)
  await expectReadable(page)
  await cell(page, 'A104').click()
  await expect(dialog(page).getByRole('button', { name: 'Détails' })).toBeVisible()
  await expectReadable(page)
  await page.goto('/plan-de-vente?vue=client')
  await expect(page.getByRole('grid')).toHaveCount(3)
  await expectReadable(page)
  await page.setViewportSize({ width: 640, height: 400 })
  await page.goto('/plan-de-vente')
  await expect(grid(page, 'Plan du Bloc A')).toBeVisible()
  await expectAccessible(page)
})

test('on a phone one grid is shown at a time, and it alone scrolls sideways', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openPlan(page)
  await expect(grid(page, 'Plan du Bloc A')).toBeVisible()
  await expect(grid(page, 'Plan du Bloc B')).toBeHidden()
  expect(Math.round(await cell(page, 'A101').evaluate((one) => one.getBoundingClientRect().height))).toBe(72)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await cell(page, 'A105').scrollIntoViewIfNeeded()
  const title = await page.getByRole('rowheader', { name: '1er étage' }).first().boundingBox()
  expect(title?.x).toBeGreaterThanOrEqual(0)
  await choose(page, 'Bloc', 'Bloc B')
  await expect(grid(page, 'Plan du Bloc B')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Filtrer' }).click()
  await expect(page.getByLabel('Prix de')).toBeVisible()
  await expectAccessible(page)
})

test('prices are revised from what is looked for, and their history is told on the card', async ({
  page,
}) => {
  await openPlan(page, '?etat=libre&type=F4')
  await page.getByRole('button', { name: 'Réviser les prix' }).click()
  const revision = dialog(page, 'Réviser les prix - Les Cèdres')
  await revision.getByLabel('Valeur').fill('10')
  await revision.getByRole('button', { name: 'Réviser 2 prix' }).click()
  await dialog(page, 'Réviser les prix').last().getByRole('button', { name: 'Réviser 2 prix' }).click()
  await expect(page.getByText('Prix révisés avec succès !')).toBeVisible()
  await expect(cell(page, 'A101')).toHaveAccessibleName(/12.903.000,00.DA/)
  await page.getByRole('button', { name: 'Filtrer (2)' }).click()
  await page.getByRole('button', { name: 'Réinitialiser' }).click()
  await cell(page, 'A101').click()
  await dialog(page, 'Appartement A101').getByRole('button', { name: 'Historique des prix' }).click()
  const history = dialog(page, 'Historique des prix - Appartement A101')
  await expect(history.getByRole('table')).toBeVisible()
  expect(plain(await history.textContent())).toContain('12 903 000,00')
  await expectAccessible(page)
})
