import { expect, expectAccessible, signIn, test, withServer, type Page } from './diyar.ts'
import { dialog, expectGoneAfter, freeze } from './screen.ts'

withServer()

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
/** Refuses a call, once its dialog has shown that it runs. */
const refuse = (page: Page, method: string, busy: string) =>
  page.route('**/api/promoteurs*/**', async (route) => {
    if (route.request().method() !== method) return route.continue()
    await expect(page.getByRole('dialog').getByRole('button', { name: busy })).toBeDisabled()
    await route.fulfill({ status: 500, json: {} })
  })

// spec: PRO-01, PRO-03, PRO-04, PRO-05, PRO-06, PRO-07, PRO-09, PRO-10, PRO-11, PRO-12, PRO-13, PRO-14, PRO-15, PRO-21, PRO-22, PRO-23, PRO-24, PRO-25, ERR-87, ERR-88, ERR-89
test('the promoter is added, edited and deleted', { tag: ['@promoteur', '@jour'] }, async ({ page }) => {
  await signIn(page)
  await page.clock.install()
  await page.goto('/promoteur')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Promoteur Immobilier')
  await expect(page.getByText('Aucun promoteur enregistré')).toBeVisible()
  // One in the header, one in the empty state.
  await expect(button(page, 'Ajouter un promoteur')).toHaveCount(2)
  await expectAccessible(page)

  await button(page, 'Ajouter un promoteur').first().click()
  const form = dialog(page, 'Ajouter un promoteur')
  let sent = 0
  page.on('request', (request) => (sent += request.method() === 'POST' ? 1 : 0))
  const save = form.getByRole('button', { name: 'Enregistrer', exact: true })
  await form.getByLabel('Email').fill('abc')
  await save.click()
  for (const text of [
    'Le nom est obligatoire.',
    "L'adresse email n'est pas valide.",
    'Le téléphone est obligatoire.',
    "L'adresse est obligatoire.",
  ])
    await expect(form.getByText(text)).toBeVisible()
  await form.getByLabel('Email').fill('')
  await save.click()
  await expect(form.getByText("L'adresse email est obligatoire.")).toBeVisible()
  await expect(form.getByLabel('Email')).toHaveAttribute('type', 'email')
  expect(sent).toBe(0)
  await form.getByLabel('Nom').fill('SARL Bâtir شركة')
  await form.getByLabel('Email').fill('contact@batir.dz')
  await form.getByLabel('Téléphone').fill('021 55 66 77')
  await form.getByLabel('Adresse').fill("5, rue Larbi Ben M'hidi")
  let release = () => {}
  const until = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/promoteurs', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await until
    await route.fulfill({ status: 500, json: {} })
  })
  await save.click()
  await expect(form.getByRole('button', { name: 'Enregistrement...' })).toBeDisabled()
  release()
  await expect(form.getByRole('alert')).toHaveText("Erreur lors de l'ajout du promoteur.")
  await page.unroute('**/api/promoteurs')
  await freeze(page)
  await save.click()
  await expectGoneAfter(page, page.getByText('Promoteur ajouté avec succès!', { exact: true }), 5000)
  await page.clock.resume()
  await expect(button(page, 'Ajouter un promoteur')).toHaveCount(0)
  const card = page.getByRole('article', { name: 'SARL Bâtir شركة' })
  for (const text of ['contact@batir.dz', '021 55 66 77', "5, rue Larbi Ben M'hidi"])
    await expect(card).toContainText(text)

  await card.getByRole('button', { name: 'Modifier' }).click()
  const edit = dialog(page, 'Modifier le promoteur')
  await edit.getByLabel('Téléphone').fill('021 99 99 99')
  await refuse(page, 'PUT', 'Mise à jour...')
  await edit.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(edit.getByRole('alert')).toHaveText('Erreur lors de la modification.')
  await page.unrouteAll()
  await edit.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(page.getByText('Promoteur modifié avec succès!', { exact: true })).toBeVisible()
  await expect(card).toContainText('021 99 99 99')

  await card.getByRole('button', { name: 'Supprimer' }).click()
  const confirm = dialog(page, 'Supprimer le promoteur')
  await expect(confirm).toContainText('Cette action est définitive.')
  await refuse(page, 'DELETE', 'Suppression...')
  await confirm.getByRole('button', { name: 'Supprimer' }).click()
  await expect(confirm.getByRole('alert')).toHaveText('Erreur lors de la suppression.')
  await page.unrouteAll()
  await confirm.getByRole('button', { name: 'Supprimer' }).click()
  await expect(page.getByText('Promoteur supprimé avec succès!', { exact: true })).toBeVisible()
  await expect(page.getByText('Aucun promoteur enregistré')).toBeVisible()
  await expect(button(page, 'Ajouter un promoteur')).toHaveCount(2)
  await button(page, 'Ajouter un promoteur').last().click()
  await expect(form.getByLabel('Nom')).toHaveValue('')
  await form.getByRole('button', { name: 'Annuler' }).click()
  await expect(form).toHaveCount(0)
})

// spec: PRO-02, PRO-08, ERR-86
test('the first of the list is shown, in dark or light, and a failure says so', async ({ page }) => {
  await signIn(page)
  const answer = (nom: string, id: number) => ({
    id,
    nom,
    email: 'a@b.dz',
    telephone: '021',
    adresse: 'Alger',
    version: 1,
  })
  await page.route('**/api/promoteurs', (route) =>
    route.fulfill({ json: [answer('Premier', 1), answer('Second', 2)] }),
  )
  await page.goto('/promoteur')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article', { name: 'Premier' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await button(page, 'Passer en mode clair').click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  expect(await page.evaluate(() => localStorage.getItem('darkMode'))).toBe('false')
  await page.reload()
  await expect(page.getByRole('article', { name: 'Premier' })).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Passer en mode sombre').click()
  expect(await page.evaluate(() => localStorage.getItem('darkMode'))).toBe('true')
  await page.unrouteAll()
  await page.route('**/api/promoteurs', (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await expect(page.getByText('Erreur lors du chargement du promoteur.')).toBeVisible()
})
