import {
  account,
  expect,
  expectAccessible,
  preferDark,
  signIn,
  test,
  withServer,
  type Api,
  type Page,
} from './diyar.ts'
import { aujourdhui, formatJourCourt } from '#shared/dates.ts'
import { dialog } from './screen.ts'

withServer()

const CALLS = '**/backend/public/api/members'
const PASSWORD = 'Motdepasse1!'
const person = (name: string, email: string) => ({
  name,
  email,
  password: PASSWORD,
  password_confirmation: PASSWORD,
})
const card = (page: Page, name: string) => page.getByRole('article', { name })
const field = (page: Page, label: string) => dialog(page).getByLabel(label)
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name })
const password = (page: Page) => dialog(page).locator('input[type="password"]').nth(0)
const confirmation = (page: Page) => dialog(page).locator('input[type="password"]').nth(1)

interface Members {
  data: { id: number; email: string }[]
}

/** One member beside the administrator, the screen open. */
async function open(page: Page): Promise<Api> {
  const api = await signIn(page)
  const { data } = (await api.get('/api/members?per_page=1000')) as Members
  for (const { id, email } of data) if (email !== account.email) await api.delete(`/api/members/${id}`)
  await api.post('/api/members', person('Amina Haddad', 'amina@diyar.dz'))
  await page.goto('/users')
  await expect(page.getByRole('heading', { name: 'Liste des Membres' })).toBeVisible()
  // The list has been read: whoever counts the calls from here on does not count that one.
  await expect(card(page, 'Amina Haddad')).toBeVisible()
  return api
}

/** The reads and changes of members, "GET", "POST", as they leave. */
function watch(page: Page): string[] {
  const calls: string[] = []
  page.on(
    'request',
    (request) =>
      request.url().includes('/api/members') &&
      calls.push(`${request.method()} ${new URL(request.url()).search}`.trim()),
  )
  return calls
}

// spec: MEM-01, MEM-10, MEM-11, MEM-14..MEM-17, MEM-24..MEM-27, MEM-30..MEM-34, MEM-42, MEM-47, MEM-48, MEM-50, SHELL-25, SHELL-67, SHELL-73
test('a member is added, changed and deleted; the list reloads each time', async ({ page }) => {
  await open(page)
  const calls = watch(page)
  await expect(card(page, 'Amina Haddad')).toContainText(/amina@diyar\.dz.*Activé/s)

  await page.getByRole('button', { name: 'Ajouter un membre' }).click()
  await expect(dialog(page)).toHaveAccessibleName('Ajouter un membre')
  for (const label of ['Nom', 'Email', 'Mot de passe', 'Confirmer le mot de passe'])
    await expect(field(page, label).first()).toBeVisible()
  await button(page, 'Annuler').click()
  await expect(dialog(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Ajouter un membre' }).click()
  await field(page, 'Nom').fill('نور الدين شريف')
  await field(page, 'Email').fill('nour@diyar.dz')
  await password(page).fill(PASSWORD)
  await confirmation(page).fill(PASSWORD)
  await button(page, 'Ajouter').click()
  await expect(page.getByText('Membre ajouté avec succès !')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await expect(card(page, 'نور الدين شريف')).toContainText('nour@diyar.dz')
  // spec: EC-39
  await expect(page.getByText('نور الدين شريف : Lecture.')).toBeVisible()
  await expect(card(page, 'نور الدين شريف')).toContainText(/Rôle\s*:\s*Lecture/)
  expect(calls).toEqual(['POST', 'GET ?page=1&per_page=6'])

  calls.length = 0
  await page.getByRole('button', { name: 'Modifier Amina Haddad' }).click()
  await expect(dialog(page)).toHaveAccessibleName('Modifier le membre')
  await expect(field(page, 'Nouveau mot de passe (facultatif)')).toHaveValue('')
  await expect(confirmation(page)).toHaveValue('')
  await expect(field(page, 'Email')).toHaveValue('amina@diyar.dz')
  await expect(field(page, 'Nom')).toHaveValue('Amina Haddad')
  await field(page, 'Nom').fill('')
  await field(page, 'Email').fill('')
  await button(page, 'Sauvegarder').click()
  await expect(dialog(page).getByText('Le nom est obligatoire.')).toBeVisible()
  await expect(dialog(page).getByText("L'adresse email est obligatoire.")).toBeVisible()
  expect(calls).toEqual([])
  await field(page, 'Nom').fill('Amina B.')
  await field(page, 'Email').fill('amina@diyar.dz')
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await button(page, 'Sauvegarder').click()
  expect(Object.keys((await sent).postDataJSON() as object)).toEqual(
    expect.arrayContaining(['id', 'name', 'email', 'password', 'password_confirmation']),
  )
  await expect(page.getByText('Membre modifié avec succès !')).toBeVisible()
  await expect(card(page, 'Amina B.')).toBeVisible()
  expect(calls).toEqual(['PUT', 'GET ?page=1&per_page=6'])

  calls.length = 0
  await page.getByRole('button', { name: 'Supprimer Amina B.' }).click()
  await expect(dialog(page)).toContainText(
    'Êtes-vous sûr de vouloir supprimer le membre Amina B. ? Cette action est définitive.',
  )
  await button(page, 'Annuler').click()
  expect(calls).toEqual([])
  await page.getByRole('button', { name: 'Supprimer Amina B.' }).click()
  await button(page, 'Supprimer').click()
  await expect(page.getByText('Membre supprimé avec succès !')).toBeVisible()
  await expect(card(page, 'Amina B.')).toHaveCount(0)
  expect(calls).toEqual(['DELETE', 'GET ?page=1&per_page=6'])
})

// spec: MEM-12, MEM-28, MEM-29, MEM-34, MEM-39, MEM-40, MEM-41, MEM-42
test('a status changes only once confirmed, both ways, and stays after a reload', async ({ page }) => {
  await open(page)
  const calls = watch(page)
  const amina = card(page, 'Amina Haddad')
  const colour = () => amina.locator('[data-tone]').first().getAttribute('data-tone')
  expect(await colour()).toBe('green')
  await page.getByRole('button', { name: 'Désactiver Amina Haddad' }).click()
  await expect(dialog(page)).toContainText('Êtes-vous sûr de vouloir désactiver le membre Amina Haddad ?')
  await button(page, 'Annuler').click()
  expect(calls).toEqual([])
  await page.getByRole('button', { name: 'Désactiver Amina Haddad' }).click()
  const before = aujourdhui()
  await button(page, 'Confirmer').click()
  await expect(page.getByText('Statut du membre modifié avec succès !')).toBeVisible()
  const days = [before, aujourdhui()].map(formatJourCourt).join('|')
  await expect(amina).toContainText('Désactivé')
  expect(await colour()).toBe('red')
  expect(calls).toEqual(['POST', 'GET ?page=1&per_page=6'])
  await page.reload()
  await expect(amina).toContainText('Désactivé')
  // spec: EC-38
  await expect(amina.locator('[data-tone]')).toHaveText(['Désactivé', 'Accès retiré'])
  await expect(amina).toContainText(new RegExp(`depuis le (${days})`))
  await page.getByRole('button', { name: 'Activer Amina Haddad' }).click()
  await expect(dialog(page)).toContainText('Êtes-vous sûr de vouloir activer le membre Amina Haddad ?')
  await button(page, 'Confirmer').click()
  await expect(amina.getByText('Activé', { exact: true })).toBeVisible()
})

test('the last active member cannot shut himself out, and is told why', async ({ page }) => {
  const api = await open(page)
  const { data } = (await api.get('/api/members')) as Members
  await api.post(`/api/members/${data.find(({ email }) => email === 'amina@diyar.dz')?.id}/disable`)
  await page.reload()
  await page.getByRole('button', { name: `Désactiver ${account.name}` }).click()
  await expect(dialog(page)).toContainText("C'est votre propre compte : votre session prendra fin.")
  await button(page, 'Confirmer').click()
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'Impossible : au moins un membre actif est requis.',
  )
  await button(page, 'Annuler').click()
  await expect(card(page, account.name)).toContainText('Activé')
})

// spec: MEM-43..MEM-46, MEM-49
test('wrong fields are said at their place; differing passwords also as a banner, and nothing leaves', async ({
  page,
}) => {
  await open(page)
  const calls = watch(page)
  await page.getByRole('button', { name: 'Ajouter un membre' }).click()
  await button(page, 'Ajouter').click()
  for (const text of [
    'Le nom est obligatoire.',
    "L'adresse email est obligatoire.",
    'Le mot de passe est obligatoire.',
    'Veuillez confirmer le mot de passe.',
  ])
    await expect(dialog(page).getByText(text)).toBeVisible()
  await expect(field(page, 'Nom')).toBeFocused()
  await expect(field(page, 'Email')).toHaveAttribute('type', 'email')
  await field(page, 'Nom').fill('Lila')
  await field(page, 'Email').fill('abc')
  await password(page).fill(PASSWORD)
  await confirmation(page).fill(PASSWORD)
  await button(page, 'Ajouter').click()
  await expect(dialog(page).getByText("L'adresse email n'est pas valide.")).toBeVisible()
  await field(page, 'Email').fill('lila@diyar.dz')
  await confirmation(page).fill('autre chose')
  await expect(dialog(page).getByText('Les mots de passe ne correspondent pas.')).toHaveCount(2)
  await expect(dialog(page).getByRole('alert')).toHaveText('Les mots de passe ne correspondent pas.')
  await expect(confirmation(page)).toHaveAccessibleDescription('Les mots de passe ne correspondent pas.')
  await expect(button(page, 'Ajouter')).toBeDisabled()
  await confirmation(page).press('Enter')
  await button(page, 'Annuler').click()
  await page.getByRole('button', { name: 'Modifier Amina Haddad' }).click()
  await password(page).fill('Nouveau secret 2')
  await button(page, 'Sauvegarder').click()
  await expect(dialog(page).getByText('Les mots de passe ne correspondent pas.')).toBeVisible()
  await confirmation(page).fill('pas pareil')
  await expect(button(page, 'Sauvegarder')).toBeDisabled()
  expect(calls).toEqual([])
})

// spec: MEM-35..MEM-38, ERR-04..ERR-07, SHELL-68, SHELL-69, SHELL-70, SHELL-71
test('each change shows that it runs, and a failure says so in its own words', async ({ page }) => {
  await open(page)
  let requests = 0
  let release = () => {}
  let held = Promise.resolve()
  await page.route(`${CALLS}**`, async (route) => {
    if (route.request().method() === 'GET') return route.fallback()
    requests++
    await held
    return route.fulfill({ status: 500, json: {} })
  })
  const fails = async (start: string, submit: string, busy: string, sentence: string) => {
    held = new Promise((resolve) => (release = resolve))
    requests = 0
    await page.getByRole('button', { name: start }).click()
    if (submit === 'Ajouter') {
      await field(page, 'Nom').fill('Lila')
      await field(page, 'Email').fill('lila@diyar.dz')
      await password(page).fill(PASSWORD)
      await confirmation(page).fill(PASSWORD)
    }
    await button(page, submit).dblclick()
    await expect(button(page, busy)).toBeDisabled()
    await expect(button(page, 'Annuler')).toBeDisabled()
    release()
    await expect(dialog(page).getByRole('alert')).toHaveText(sentence)
    expect(requests).toBe(1)
    if (submit === 'Ajouter') await expect(field(page, 'Email')).toHaveValue('lila@diyar.dz')
    await button(page, 'Annuler').click()
  }
  await fails('Ajouter un membre', 'Ajouter', 'Enregistrement...', "Erreur lors de l'ajout du membre.")
  await fails('Modifier Amina Haddad', 'Sauvegarder', 'Mise à jour...', 'Erreur lors de la modification.')
  await fails('Supprimer Amina Haddad', 'Supprimer', 'Suppression...', 'Erreur lors de la suppression.')
  await fails(
    'Désactiver Amina Haddad',
    'Confirmer',
    'Traitement...',
    'Erreur lors de la modification du statut.',
  )
})

test('two people editing one member: the later is told, reloads and saves without typing again', async ({
  page,
}) => {
  const api = await open(page)
  const { data } = (await api.get('/api/members')) as Members
  const id = data.find(({ email }) => email === 'amina@diyar.dz')?.id
  await page.getByRole('button', { name: 'Modifier Amina Haddad' }).click()
  await field(page, 'Nom').fill('Ma saisie')
  await api.put(`/api/members/${id}`, { name: 'Amina Haddad', email: 'amina.h@diyar.dz' })
  await button(page, 'Sauvegarder').click()
  await expect(dialog(page).getByRole('alert')).toContainText(
    'Cette fiche a été modifiée entre-temps. Rechargez-la.',
  )
  await button(page, 'Recharger').click()
  await expect(dialog(page).getByRole('alert')).toHaveCount(0)
  await expect(field(page, 'Nom')).toHaveValue('Ma saisie')
  await button(page, 'Sauvegarder').click()
  await expect(card(page, 'Ma saisie')).toContainText('amina.h@diyar.dz')
})

// spec: MEM-02..MEM-09, MEM-18..MEM-20, MEM-22, MEM-50
test('the search filters the loaded page after 300 ms and never reaches the server', async ({ page }) => {
  const api = await open(page)
  for (let n = 1; n <= 6; n++) await api.post('/api/members', person(`Zohra ${n}`, `z${n}@diyar.dz`))
  await api.post('/api/members', person('Aïcha Ferhat', 'unique@ailleurs.dz'))
  await page.clock.install({ time: new Date('2026-11-21T10:00:00') })
  await page.goto('/users?page=2')
  await expect(page.getByText(/^Page 2 sur 2$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Page suivante' })).toBeDisabled()
  const calls = watch(page)
  await page.clock.pauseAt(new Date('2026-11-21T12:00:00'))
  const search = page.getByRole('searchbox', { name: 'Rechercher par nom ou email...' })
  await expect(search).toHaveAttribute('placeholder', 'Rechercher par nom ou email...')
  const spinner = page.getByRole('status', { name: 'Recherche en cours' })
  for (const text of ['AICHA', 'ferhat', 'unique@AILLEURS']) {
    await search.fill(text)
    await expect(spinner).toBeVisible()
    await page.clock.runFor(299)
    await expect(spinner).toBeVisible()
    await page.clock.runFor(1)
    await expect(spinner).toHaveCount(0)
    // Page 1 arrives: the query library tells its screens in a timer of its own.
    await expect(async () => {
      await page.clock.runFor(10)
      await expect(page.getByRole('article')).toHaveCount(1, { timeout: 500 })
    }).toPass()
    await expect(card(page, 'Aïcha Ferhat')).toBeVisible()
    await expect(page.getByText(/^Page 1 sur 2$/)).toBeVisible()
  }
  await search.fill('zzz')
  await page.clock.runFor(300)
  await expect(page.getByText('Aucun membre trouvé avec ces critères.')).toBeVisible()
  await expect(page.getByText('La recherche porte sur la page affichée')).toBeVisible()
  await page.clock.resume()
  await page.getByRole('button', { name: 'Réinitialiser' }).click()
  await expect(page.getByRole('article')).toHaveCount(6)
  await expect(search).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Page précédente' })).toBeDisabled()
  await page.getByRole('button', { name: 'Page suivante' }).click()
  await expect(page.getByText(/^Page 2 sur 2$/)).toBeVisible()
  await page.goBack()
  await expect(page.getByText(/^Page 1 sur 2$/)).toBeVisible()
  expect(calls.length).toBeGreaterThan(0)
  expect(calls.filter((call) => !/^GET \?page=[12]&per_page=6$/.test(call))).toEqual([])
})

// spec: MEM-13, MEM-21, MEM-23, ERR-01, ERR-02, ERR-03
test('loading, failing, malformed and empty lists say so; rows without a name, an e-mail or a status are left out', async ({
  page,
}) => {
  await open(page)
  let answer: { status?: number; json: unknown } = { json: { data: [], current_page: 1, last_page: 1 } }
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(`${CALLS}?*`, async (route) => {
    await held
    return route.fulfill(answer)
  })
  await page.reload()
  await expect(page.getByText('Chargement des membres...')).toBeVisible()
  release()
  await expect(page.getByText('Aucun membre disponible.')).toBeVisible()

  const good = { id: 1, name: 'Bonne Ligne', email: 'b@diyar.dz', statut: 'activé', version: 1 }
  const rows = [
    good,
    { ...good, id: 2, email: undefined, name: 'Sans Email' },
    { ...good, id: 3, name: 7 },
    { ...good, id: undefined, name: 'Sans Id' },
    { ...good, id: 5, name: 'Sans Statut', statut: null },
    { ...good, id: 6, name: 'Autre', statut: 'suspendu' },
  ]
  for (const json of [{ data: rows, last_page: 1 }, { data: { data: rows, last_page: 1 } }, rows]) {
    answer = { json }
    await page.reload()
    await expect(page.getByRole('article')).toHaveCount(2)
    await expect(card(page, 'Bonne Ligne')).toContainText('Activé')
    await expect(card(page, 'Autre')).toContainText('Désactivé')
  }
  for (const [given, sentence] of [
    [{ json: { data: {} } }, "La réponse de l'API ne contient pas un tableau de membres valide."],
    [{ status: 500, json: {} }, 'Erreur lors du chargement des membres.'],
    [
      { status: 503, json: { message: 'Service momentanément indisponible.' } },
      'Service momentanément indisponible.',
    ],
  ] as const) {
    answer = given
    await page.reload()
    await expect(page.getByRole('alert')).toContainText(sentence)
    await expect(page.getByRole('article')).toHaveCount(0)
  }
  answer = { json: { data: [good], last_page: 1 } }
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(card(page, 'Bonne Ligne')).toBeVisible()
})

for (const dark of [true, false])
  test(`members are accessible, dialogs too, ${dark ? 'dark' : 'light'}, and fit a phone`, async ({
    page,
  }) => {
    await preferDark(page, dark)
    const api = await open(page)
    await api.post('/api/members', person("N'Aït l'Hadj ".repeat(19).trim(), `${'x'.repeat(240)}@diyar.dz`))
    await page.setViewportSize({ width: 390, height: 800 })
    await page.reload()
    await expect(page.getByRole('article')).toHaveCount(3)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Ajouter un membre' }).click()
    await password(page).fill(PASSWORD)
    await confirmation(page).fill('autre chose')
    await expect(dialog(page).getByRole('alert')).toBeVisible()
    await expectAccessible(page)
    await button(page, 'Annuler').click()
    await page.getByRole('button', { name: 'Désactiver Amina Haddad' }).press('Enter')
    await expect(button(page, 'Confirmer')).toBeVisible()
    await expectAccessible(page)
  })
