import {
  atRest,
  account,
  Api,
  expect,
  expectAccessible,
  openScreen,
  preferDark,
  signIn,
  test,
  withServer,
  type Page,
} from './diyar.ts'
import { fillToFind, group, look, options, palette } from './palette.ts'
import { dialog } from './screen.ts'

withServer()

let rachid = 0
let lot = 0

test.beforeEach(async ({ page }) => {
  const api = await signIn(page)
  if (!rachid) ({ rachid, lot } = await fillToFind(api))
})

const topOf = async (page: Page) => (await dialog(page).boundingBox())?.y ?? Number.NaN

test('who types faster than the database answers gets what he typed, not what still stands there', async ({
  page,
}) => {
  let answer = () => {}
  // Where a machine types slowly, what is typed so far is asked as well.
  await page.route(/recherche\?q=amrouche\+r/, async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    await route.continue()
  })
  for (const { keys, address } of [
    { keys: ['Enter'], address: `/clients/${rachid}` },
    { keys: ['Tab', 'Enter'], address: '/paiements' },
  ]) {
    await openScreen(page, '/clients', 'Gestion des Clients')
    await look(page, 'amrouche')
    await expect(options(page).first()).toHaveText(/^Amrouche Hichem/)
    const asked = page.waitForRequest(/q=amrouche\+rachid$/)
    await palette(page).press('End')
    await page.keyboard.type(' rachid')
    for (const key of keys) await page.keyboard.press(key)
    await asked
    await expect(options(page).first()).toHaveText(/^Amrouche Hichem/)
    await expect(dialog(page)).toHaveAccessibleName('Rechercher partout')
    answer()
    await expect(page).toHaveURL(address)
    if (address === '/paiements') {
      await expect(dialog(page).getByRole('combobox', { name: 'Client' })).toHaveValue(/^Amrouche Rachid/)
      await dialog(page).getByRole('button', { name: 'Annuler' }).click()
    }
  }

  // Changed in between, or chosen by the arrows: what was pressed before holds no longer.
  await openScreen(page, '/clients', 'Gestion des Clients')
  await look(page, 'amrouche')
  await expect(options(page).first()).toHaveText(/^Amrouche Hichem/)
  await palette(page).press('End')
  await page.keyboard.type(' r')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await expect(options(page)).toHaveCount(2)
  await expect(dialog(page)).toHaveAccessibleName('Rechercher partout')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

// spec: EC-27
test('the palette keeps its place, offers the acts of the rôle and what was opened last, which Déconnexion forgets', async ({
  page,
}) => {
  const api = new Api(page.context().request)
  const gone = await api.create('/api/clients', { nomComplet: 'Parti', tel: '0555', email: 'p@exemple.dz' })
  const { data } = (await api.get('/api/ventes')) as { data: { id: number; dossier: string }[] }
  const [vente] = data
  const { data: residences } = (await api.get('/api/residences')) as { data: { id: number }[] }
  for (const address of [
    `/clients/${gone}`,
    `/appartement?details=${lot}`,
    `/clients/${rachid}`,
    `/bloc?residence=${residences[0]?.id}`,
    `/ventes/${vente?.id}`,
    `/appartement?details=${lot}`,
  ]) {
    await page.goto(address)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await atRest(page)
  }
  await api.delete(`/api/clients/${gone}`)
  for (const [width, height, dark] of [
    [1280, 800, true],
    [390, 844, false],
  ] as const) {
    await page.setViewportSize({ width, height })
    await preferDark(page, dark)
    await openScreen(page, '/dashboard', 'Tableau de Bord Immobilier')
    await page.keyboard.press('Control+k')
    await expect(group(page, 'Actions')).toHaveText([
      /^Ajouter un paiement/,
      /^Vendre un bien/,
      /^Ajouter un client/,
      /^Poser une option/,
    ])
    const recents = [
      /^Appartement 302.*Vendu$/,
      new RegExp(`^Dossier ${vente?.dossier}.*Amrouche Rachid$`),
      /^El Yasmine/,
      /^Amrouche Rachid/,
    ]
    // The last of them is opened below, so that it comes first on the second turn.
    await expect(group(page, 'Récents')).toHaveText(
      width === 1280 ? recents : [...recents.slice(3), ...recents.slice(0, 3)],
    )
    await expectAccessible(page)
    // What is gone is told once, then leaves.
    await expect(dialog(page).getByText("n'existe plus")).toHaveCount(width === 1280 ? 1 : 0)
    const top = await topOf(page)
    expect(Math.abs(top - (width === 390 ? 0 : 0.12 * height))).toBeLessThanOrEqual(2)
    for (const typed of ['amrouche', 'zzzz', 'bloc b', 'rien de tel']) {
      await palette(page).fill(typed)
      if (/z|rien/.test(typed)) await expect(dialog(page).getByText(/^Rien ne correspond/)).toBeVisible()
      else await expect(group(page, 'Résultats').first()).toBeVisible()
      expect(Math.abs((await topOf(page)) - top)).toBeLessThanOrEqual(2)
    }
    await palette(page).fill('lot 303')
    await expect(group(page, 'Résultats').first()).toHaveText(/^Appartement 303.*DA.*Disponible$/)
    await expectAccessible(page)
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(width)
    // ↑ from the first line goes round to the last one of the last group.
    await palette(page).fill('')
    await palette(page).press('ArrowUp')
    await expect(group(page, 'Récents').last()).toHaveAttribute('aria-selected', 'true')
    await palette(page).press('Enter')
    await expect(page).toHaveURL(
      width === 1280 ? `/clients/${rachid}` : `/bloc?residence=${residences[0]?.id}`,
    )
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const [name, address] of [
    [/^Vendre un bien/, '/ventes?vendre=oui'],
    [/^Poser une option/, '/appartement?etat=libre'],
    [/^Ajouter un client/, '/clients?ajouter=oui'],
  ] as const) {
    await openScreen(page, '/dashboard', 'Tableau de Bord Immobilier')
    await page.keyboard.press('Control+k')
    await group(page, 'Actions').filter({ hasText: name }).click()
    await expect(page).toHaveURL(address)
  }
  await expect(page.getByRole('dialog', { name: 'Ajouter un client' })).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Annuler' }).click()
  await expect(page).toHaveURL('/clients')

  // A search that fails says so inside, and leaves acts and recents.
  await page.route(/recherche\?q=/, (route) => route.fulfill({ status: 500, json: {} }))
  await look(page, 'amrouche')
  await expect(dialog(page).getByRole('alert')).toContainText('Erreur lors de la recherche.')
  await expect(group(page, 'Actions')).toHaveCount(4)
  await expect(group(page, 'Récents')).toHaveCount(4)
  await page.unroute(/recherche\?q=/)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: `Compte de ${account.name}` }).click()
  await page.getByRole('menuitem', { name: 'Déconnexion' }).click()
  await expect(page).toHaveURL('/login')
  await openScreen(page, '/dashboard', 'Tableau de Bord Immobilier')
  await page.keyboard.press('Control+k')
  await expect(group(page, 'Actions')).toHaveCount(4)
  await atRest(page)
  await expect(group(page, 'Récents')).toHaveCount(0)

  const who = { name: 'Caissier', email: 'caisse@diyar.dz', password: 'Motdepasse3!', role: 'caisse' }
  await api.post('/api/members', { ...who, password_confirmation: who.password })
  await signIn(page, who)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Tableau de Bord Immobilier' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(group(page, 'Actions')).toHaveText([/^Ajouter un paiement/])
})
