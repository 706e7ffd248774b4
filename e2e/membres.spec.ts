import { account, expect, expectReadable, signIn, test, withServer, type Api, type Page } from './diyar.ts'
import { aujourdhui, formatJourCourt } from '#shared/dates.ts'
import { dialog } from './screen.ts'

withServer()

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

test('members are accessible, dialogs too, in the dark and in the light, and fit a phone', async ({
  page,
}) => {
  const api = await open(page)
  await api.post('/api/members', person("N'Aït l'Hadj ".repeat(19).trim(), `${'x'.repeat(240)}@diyar.dz`))
  await page.setViewportSize({ width: 390, height: 800 })
  await page.reload()
  await expect(page.getByRole('article')).toHaveCount(3)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectReadable(page)
  await page.getByRole('button', { name: 'Ajouter un membre' }).click()
  await password(page).fill(PASSWORD)
  await confirmation(page).fill('autre chose')
  await expect(dialog(page).getByRole('alert')).toBeVisible()
  await expectReadable(page)
  await button(page, 'Annuler').click()
  await page.getByRole('button', { name: 'Désactiver Amina Haddad' }).press('Enter')
  await expect(button(page, 'Confirmer')).toBeVisible()
  await expectReadable(page)
})
