import type { Locator } from '@playwright/test'
import {
  account,
  atRest,
  expect,
  expectAccessible,
  expectReadable,
  signIn,
  test,
  withServer,
  type Api,
  type Page,
} from './diyar.ts'
import { aujourdhui, formatJourCourt } from '#shared/dates.ts'
import { choose, dialog } from './screen.ts'

withServer()

const PASSWORD = 'Motdepasse1!'
const card = (page: Page, name: string) => page.getByRole('article', { name })
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
const role = (page: Page) => dialog(page).getByRole('combobox', { name: 'Rôle' })

let serial = 0
async function addMember(api: Api, name: string, as: string) {
  const email = `membre${++serial}@diyar.dz`
  const id = await api.create('/api/members', {
    name,
    email,
    password: PASSWORD,
    password_confirmation: PASSWORD,
    role: as,
  })
  return { id, name, email, password: PASSWORD }
}

// spec: AD-39
test(
  'a member is added in a rôle, changed, and activated in another',
  { tag: ['@membres', '@jour'] },
  async ({ page }) => {
    const api = await signIn(page)
    await page.goto('/users')
    await page.getByRole('button', { name: 'Ajouter un membre' }).click()
    // spec: RE-37
    await expect(role(page)).toHaveValue('')
    await expect(dialog(page)).toContainText('Sans choix : Lecture. Vous pourrez le changer.')
    await expectReadable(page)
    await role(page).click()
    await expect(page.getByRole('option')).toHaveText([
      'DirectionTout, avec membres, paramètres et sauvegardes',
      'CommercialClients, ventes et documents ; ni paiements ni charges',
      'CaisseEnregistre les paiements et imprime ; ne corrige rien',
      'ComptablePaiements, corrections, charges, exports, journal',
      'LectureConsulte et exporte ; ne change rien',
    ])
    await page.getByRole('option', { name: /^Caisse/ }).click()
    await expect(
      dialog(page).getByText('Enregistre les paiements et imprime ; ne corrige rien'),
    ).toBeVisible()
    await dialog(page).getByLabel('Nom').fill('Yasmine Ziani')
    await dialog(page).getByLabel('Email').fill('yasmine@diyar.dz')
    for (const nth of [0, 1]) await dialog(page).locator('input[type="password"]').nth(nth).fill(PASSWORD)
    await button(page, 'Ajouter').click()
    await expect(card(page, 'Yasmine Ziani')).toContainText(/Rôle\s*:\s*Caisse/)

    await page.getByRole('button', { name: 'Modifier Yasmine Ziani' }).click()
    await expect(role(page)).toHaveValue('Caisse')
    await choose(dialog(page), 'Rôle', /^Comptable/)
    await button(page, 'Sauvegarder').click()
    await expect(card(page, 'Yasmine Ziani')).toContainText(/Rôle\s*:\s*Comptable/)

    const { data } = (await api.get('/api/members')) as { data: { id: number; email: string }[] }
    await api.post(`/api/members/${data.find(({ email }) => email === 'yasmine@diyar.dz')?.id}/disable`)
    await page.reload()
    await page.getByRole('button', { name: 'Activer Yasmine Ziani' }).click()
    await expect(dialog(page)).toContainText('Êtes-vous sûr de vouloir activer le membre Yasmine Ziani ?')
    await expect(role(page)).toHaveValue('Comptable')
    await expectAccessible(page)
    await choose(dialog(page), 'Rôle', /^Lecture/)
    await button(page, 'Confirmer').click()
    await expect(page.getByText('Statut du membre modifié avec succès !')).toBeVisible()
    await expect(card(page, 'Yasmine Ziani')).toContainText(/Activé.*Rôle\s*:\s*Lecture/s)
  },
)

const DEMANDE = 'nouvelle.demande@diyar.dz'

/** The parts of a member's address that go over two lines, though each would fit on one. */
const wordsBroken = (one: Locator) =>
  one.locator('bdi', { hasText: '@' }).evaluate((address) => {
    const parts = document.createTreeWalker(address, NodeFilter.SHOW_TEXT)
    const broken: (string | null)[] = []
    const range = document.createRange()
    for (let part = parts.nextNode(); part; part = parts.nextNode()) {
      range.selectNodeContents(part)
      if (range.getClientRects().length > 1) broken.push(part.textContent)
    }
    return broken
  })

// spec: RE-37, EC-38, EC-39
test('who signed up is let in with the least rôle unless one is chosen; who was shut out keeps his own, that of the direction too', async ({
  page,
}) => {
  const api = await signIn(page)
  await api.post('/register', {
    name: 'Nouvelle Demande',
    email: DEMANDE,
    password: PASSWORD,
    password_confirmation: PASSWORD,
  })
  const parti = await addMember(api, 'Ancien Directeur', 'direction')
  await api.post(`/api/members/${parti.id}/disable`)
  const actuel = async (email: string) =>
    (
      (await api.get('/api/members?per_page=100')) as {
        data: { email: string; role: string; statut: string }[]
      }
    ).data.find((one) => one.email === email)
  await page.goto('/users')
  const demande = card(page, 'Nouvelle Demande')
  await expect(demande.locator('[data-tone]')).toHaveText(['Désactivé', 'Nouvelle demande'])
  await expect(demande).toContainText(`inscrit le ${formatJourCourt(aujourdhui())}`)
  await atRest(page)
  for (const width of [1280, 1366, 390]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await wordsBroken(demande)).toEqual([])
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(card(page, 'Ancien Directeur').locator('[data-tone]')).toHaveText([
    'Désactivé',
    'Accès retiré',
  ])
  await page.getByRole('link', { name: '1 demande à valider' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expectReadable(page)
  await page.reload()
  await expect(demande).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByRole('link', { name: 'Voir tous les membres' }).click()
  await expect(card(page, 'Ancien Directeur')).toBeVisible()
  await page.getByRole('button', { name: 'Activer Nouvelle Demande' }).click()
  await expect(role(page)).toHaveValue('')
  await expect(dialog(page)).toContainText('Sans choix : Lecture.')
  await button(page, 'Confirmer').click()
  await expect(card(page, 'Nouvelle Demande')).toContainText(/Activé.*Rôle\s*:\s*Lecture/s)
  expect(await actuel(DEMANDE)).toMatchObject({ role: 'lecture', statut: 'activé' })
  await expect(page.getByText('demande à valider')).toHaveCount(0)
  const suite = page.getByRole('status').filter({ hasText: 'Nouvelle Demande : Lecture.' })
  await expectAccessible(page)
  await suite.getByRole('button', { name: 'Changer le rôle' }).click()
  await expect(dialog(page)).toHaveAccessibleName('Modifier le membre')
  await expect(role(page)).toHaveAttribute('required')
  await choose(dialog(page), 'Rôle', /^Caisse/)
  await button(page, 'Sauvegarder').click()
  await expect(demande).toContainText(/Rôle\s*:\s*Caisse/)
  await expect(suite).toHaveCount(0)

  await page.getByRole('button', { name: 'Activer Ancien Directeur' }).click()
  await expect(role(page)).toHaveValue('Direction')
  await button(page, 'Confirmer').click()
  await expect(card(page, 'Ancien Directeur')).toContainText(/Activé.*Rôle\s*:\s*Direction/s)
  expect(await actuel(parti.email)).toMatchObject({ role: 'direction', statut: 'activé' })
  await api.delete(`/api/members/${parti.id}`)
})

test('the last of the direction stays so; one of two who lowers himself lands on the dashboard', async ({
  page,
}) => {
  const api = await signIn(page)
  const other = await addMember(api, 'Lounès Direction', 'direction')
  await api.post('/logout')
  await signIn(page, other)
  const refused: string[] = []
  page.on('response', (answer) => answer.status() === 403 && refused.push(answer.url()))
  await page.goto('/users')
  await page.getByRole('button', { name: 'Modifier Lounès Direction' }).click()
  await choose(dialog(page), 'Rôle', /^Commercial/)
  await expect(
    dialog(page).getByText("C'est votre propre compte : vous perdrez l'accès à cette page."),
  ).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Sauvegarder').click()
  await expect(page.getByRole('heading', { name: 'Tableau de Bord Immobilier' })).toBeVisible()
  await expect(page.getByRole('button', { name: `Compte de ${other.name}, Commercial` })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Membres', exact: true })).toHaveCount(0)
  await atRest(page)
  expect(refused).toEqual([])

  await (await signIn(page)).delete(`/api/members/${other.id}`)
  await page.goto('/users')
  await page.getByRole('button', { name: `Modifier ${account.name}` }).click()
  await choose(dialog(page), 'Rôle', /^Lecture/)
  await button(page, 'Sauvegarder').click()
  await expect(
    dialog(page).getByText('Impossible : au moins un membre actif de la direction est requis.'),
  ).toBeVisible()
  await expect(role(page)).toHaveValue('Lecture')
})

// spec: AD-05
test('who loses a droit while his form is open is told so there, keeps what he typed, and is shown less once it is closed', async ({
  page,
  browser,
  baseURL,
}) => {
  const admin = await signIn(await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage())
  const sales = await addMember(admin, 'Nadia Vente', 'commercial')
  await signIn(page, sales)
  await page.goto('/clients')
  await page.getByRole('button', { name: 'Ajouter un client' }).first().click()
  await dialog(page).getByLabel('Nom complet').fill('محمد الأمين بن عبد الله')
  await dialog(page).getByLabel('Téléphone').fill('0555 12 34 56')
  await dialog(page).getByLabel('Email').fill('m@exemple.dz')
  await admin.put(`/api/members/${sales.id}`, { name: sales.name, email: sales.email, role: 'lecture' })
  await button(page, 'Ajouter').click()
  await expect(dialog(page).getByText('Votre rôle ne permet pas cette action.')).toBeVisible()
  await expect(dialog(page).getByLabel('Nom complet')).toHaveValue('محمد الأمين بن عبد الله')
  await expect(dialog(page).getByLabel('Téléphone')).toHaveValue('0555 12 34 56')
  await expect(dialog(page).getByLabel('Email')).toHaveValue('m@exemple.dz')
  await expect(
    page.getByRole('button', { name: `Compte de ${sales.name}, Lecture`, includeHidden: true }),
  ).toHaveCount(1)
  await button(page, 'Annuler').click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Ajouter un client' })).toHaveCount(0)

  // While he belonged to the direction he opened a screen that he has no more.
  await admin.put(`/api/members/${sales.id}`, { name: sales.name, email: sales.email, role: 'direction' })
  await page.goto('/users')
  await page.getByRole('button', { name: 'Ajouter un membre' }).click()
  await dialog(page).getByLabel('Nom').fill('Somebody')
  await dialog(page).getByLabel('Email').fill('somebody@diyar.dz')
  for (const nth of [0, 1]) await dialog(page).locator('input[type="password"]').nth(nth).fill(PASSWORD)
  await admin.put(`/api/members/${sales.id}`, { name: sales.name, email: sales.email, role: 'caisse' })
  await button(page, 'Ajouter').click()
  await expect(dialog(page).getByText('Votre rôle ne permet pas cette action.')).toBeVisible()
  await expect(dialog(page).getByLabel('Nom')).toHaveValue('Somebody')
  await button(page, 'Annuler').click()
  await expect(page.getByText("Cette page n'est pas ouverte à votre rôle.")).toBeVisible()
})

// spec: AD-20, AD-39
test('a member sees his rôle and where he is signed in, and closes what is not this browser', async ({
  page,
  browser,
  baseURL,
}) => {
  const api = await signIn(page)
  const me = await addMember(api, 'Karima Ferhat', 'caisse')
  await api.post('/logout')
  await signIn(page, me)
  const elsewhere = await browser.newContext({
    ...(baseURL && { baseURL }),
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15',
  })
  const other = await signIn(await elsewhere.newPage(), me)
  await page.goto('/profile')
  await expect(page.getByRole('region', { name: 'Mon compte' })).toContainText(/Rôle\s*:\s*Caisse/)
  await expect(page.getByRole('region', { name: 'Mes connexions' }).getByRole('listitem')).toHaveCount(2)
  await expectReadable(page)
  const connexions = page.getByRole('region', { name: 'Mes connexions' })
  await expect(connexions).toContainText('Un nouveau mot de passe ferme toutes vos autres connexions.')
  const mine = connexions.getByRole('listitem').filter({ hasText: 'Celle-ci' })
  await expect(mine).toContainText("à l'instant")
  await expect(mine.getByRole('button')).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await connexions.getByRole('button', { name: /^Fermer la connexion Safari sur macOS/ }).click()
  await expect(page.getByText('Connexion fermée avec succès !')).toBeVisible()
  await expect(connexions.getByRole('listitem')).toHaveCount(1)
  await expect(other.get('/api/user')).rejects.toThrow('401')
})
