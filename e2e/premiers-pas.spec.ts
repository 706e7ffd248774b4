import { expect, expectAccessible, signIn, test, withServer, type Page } from './diyar.ts'
import { createEtage } from './portefeuille.ts'
import { SCREENS } from './screen.ts'

withServer()

/** Opens a screen of the empty product: its sentence, then the first thing to do and where that leads. */
async function first(page: Page, path: string, sentence: string, hint: string, add: string, to: string) {
  await page.goto(path)
  const empty = page.getByRole('status').filter({ hasText: sentence })
  await expect(empty).toContainText(hint)
  await expectAccessible(page)
  await empty.getByRole('link', { name: add }).click()
  await expect(page).toHaveURL(new RegExp(`${to}$`))
}

// spec: SHELL-09, AUTH-21, AUTH-24, BLOC-26, ETG-41, PRK-16, APT-26
test('whoever comes first is told that his account works, and each empty screen where to begin', async ({
  page,
}) => {
  await page.goto('/signup')
  await expect(page.getByText("Le premier compte d'une installation est actif tout de suite.")).toBeVisible()
  await page.getByLabel('Nom complet').fill('Nadia Hamidi')
  await page.getByLabel('Email').fill('nadia@exemple.dz')
  for (const field of await page.locator('input[type=password]').all()) await field.fill('Motdepasse1!')
  await page.getByRole('button', { name: 'Créer un compte' }).click()
  await expect(page).toHaveURL(/\/inactive$/)
  await expect(
    page.getByText(
      'Rien à attendre : votre compte est le premier de cette installation, il est déjà activé, vous pouvez vous connecter.',
    ),
  ).toBeVisible()
  const api = await signIn(page, { email: 'nadia@exemple.dz', password: 'Motdepasse1!' })

  const begin = ['Commencez par une résidence.', 'Ajouter une résidence', '/residence'] as const
  await first(page, '/bloc', 'Aucun bloc disponible.', ...begin)
  await first(page, '/etage', 'Aucun étage disponible.', ...begin)
  await first(page, '/appartement', 'Aucun appartement disponible.', ...begin)
  await first(page, '/locaux', 'Aucun local disponible.', ...begin)
  await first(page, '/parking', 'Aucun parking trouvé', ...begin)

  const residence_id = await api.create('/api/residences', { nom: 'Les Jardins', adresse: 'Alger' })
  const bloc = ["Il faut d'abord un bloc.", 'Ajouter un bloc', '/bloc'] as const
  await first(page, '/etage', 'Aucun étage disponible.', ...bloc)
  await first(page, '/locaux', 'Aucun local disponible.', ...bloc)
  await api.create('/api/blocs', { residence_id, nomloc: 'Bloc A', description: 'R+5' })
  const etage = ["Il faut d'abord un étage.", 'Ajouter un étage', '/etage'] as const
  await first(page, '/appartement', 'Aucun appartement disponible.', ...etage)

  await createEtage(api, 'El Bahia')
  await page.goto('/appartement')
  await page.getByRole('status').getByRole('button', { name: 'Ajouter un appartement' }).click()
  await expect(page.getByRole('dialog', { name: 'Ajouter un appartement' })).toBeVisible()
})

test('at 200 % the keyboard never leads to a field behind the actions of its dialog', async ({ page }) => {
  await signIn(page, { email: 'nadia@exemple.dz', password: 'Motdepasse1!' })
  await page.setViewportSize({ width: 640, height: 400 })
  await page.goto('/paiements')
  await page.getByRole('button', { name: 'Ajouter un paiement' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ajouter un paiement' })
  await dialog.getByLabel('Montant').focus()
  await page.keyboard.press('Tab')
  await expect(dialog.getByLabel('Reste à payer')).toBeFocused()
  const actions = await dialog.getByRole('button', { name: 'Annuler' }).boundingBox()
  const details = dialog.getByLabel('Détails')
  // Mode, payer and proof stand between them: whoever goes through them sees each.
  for (let stops = 0; stops < 8; stops++) {
    await page.keyboard.press('Tab')
    const field = await dialog.locator(':focus').boundingBox()
    expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(actions?.y ?? 0)
    if ((await dialog.locator('textarea:focus').count()) > 0) break
  }
  await expect(details).toBeFocused()
})

/** Enlarged to 200 %, a screen of 1280 × 800 leaves the page 640 × 400. */
test('at 200 % no screen scrolls sideways and every header leaves room for the page', async ({ page }) => {
  await signIn(page, { email: 'nadia@exemple.dz', password: 'Motdepasse1!' })
  await page.setViewportSize({ width: 640, height: 400 })
  for (const path of SCREENS) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(/^Chargement/)).toHaveCount(0)
    const sizes = await page.evaluate<{ wide: number; header: number }>(
      `({ wide: document.documentElement.scrollWidth, header: document.querySelector('header').getBoundingClientRect().height })`,
    )
    expect(sizes.wide, path).toBeLessThanOrEqual(640)
    expect(sizes.header, path).toBeLessThanOrEqual(100)
  }
})
