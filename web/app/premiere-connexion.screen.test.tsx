import { expect, test } from 'vitest'
import { accesEndpoints } from '#features/acces/acces.contract.ts'
import { profilEndpoints } from '#features/acces/profil.contract.ts'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import { aClient } from '#features/clients/clients.objects.ts'
import { expectWholeAndAccessible } from '#test/harness/screens/accessible.ts'
import { answer, refuse, type Answer } from '#test/harness/screens/answers.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { membre, renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { alert, dialog, field, fill, key, menu, page, press, type } from '#test/harness/screens/screen.ts'
import { readUserAgain } from '#web/app/guard.ts'

const KARIM = membre()
const user = (suite: 'mot_de_passe' | null): Answer =>
  answer(accesEndpoints.user, { ...KARIM, compte: 'direction', suite })
const heading = page.getByRole('heading', { level: 1 })
const CHOISIR = 'Choisissez votre mot de passe'
const input = (name: string) => page.getByCss(`input[name="${name}"]`)
const at = () => location.pathname + location.search
const SAISIE = {
  actuel: 'K7PM-2XQF-9TLA',
  password: 'Un secret à moi',
  password_confirmation: 'Un secret à moi',
}
const fillIn = async (values: Record<string, string>) => {
  for (const [name, value] of Object.entries(values)) await input(name).fill(value)
}
const clients = answer(clientsEndpoints.list, onePage([aClient()]))
const changed = answer(profilEndpoints.changePassword, { message: 'Mot de passe modifié avec succès !' })

// spec: IN-34
test.each(['/dashboard', '/', '/clients?page=2', '/profile', '/parametres', '/premiere-connexion'])(
  'with a provisional password %s leads to the choice of another, and shows nothing else',
  async (path) => {
    const server = await renderScreen(path, { answers: [user('mot_de_passe')] })
    await expect.element(heading).toHaveTextContent(CHOISIR)
    expect(at()).toBe('/premiere-connexion')
    expect(document.title).toBe(`Diyar - ${CHOISIR}`)
    await expect.element(menu).not.toBeInTheDocument()
    expect(page.getByRole('link').elements()).toEqual([])
    expect(new Set(server.calls.map((call) => call.path))).toEqual(new Set(['/api/user']))
  },
)

// spec: IN-34
test('the choice by keyboard: what lacks or is refused is told at its field, what is typed stays, then the dashboard', async () => {
  const server = await renderScreen('/premiere-connexion', { answers: [user('mot_de_passe')], others: 503 })
  await expect.element(heading).toHaveTextContent(CHOISIR)
  await press('Enregistrer')
  await expect.element(input('actuel')).toHaveFocus()
  await expect
    .element(input('password_confirmation'))
    .toHaveAccessibleDescription('Veuillez confirmer le mot de passe.')
  expect(server.changes()).toEqual([])
  await type(SAISIE.actuel)
  await input('password').click()
  await type(SAISIE.password)
  await input('password_confirmation').click()
  await type('autre')
  await expect
    .element(input('password_confirmation'))
    .toHaveAccessibleDescription('Les mots de passe ne correspondent pas')
  await fillIn(SAISIE)
  const wrong = "Ce n'est pas le mot de passe actuel."
  server.give(refuse(profilEndpoints.changePassword, 422, { message: wrong, errors: { actuel: [wrong] } }))
  await key('Enter')
  await expect.element(alert).toHaveTextContent(wrong)
  await expect.element(input('actuel')).toHaveAccessibleDescription(wrong)
  await expect.element(input('actuel')).toHaveFocus()
  for (const [name, value] of Object.entries(SAISIE)) await expect.element(input(name)).toHaveValue(value)
  const same = 'Choisissez un autre mot de passe.'
  server.give(refuse(profilEndpoints.changePassword, 422, { message: same, errors: { password: [same] } }))
  await key('Enter')
  await expect.element(alert).toHaveTextContent(same)
  await expect.element(input('password')).toHaveFocus()
  server.give(refuse(profilEndpoints.changePassword, 500))
  await key('Enter')
  await expect.element(alert).toHaveTextContent("Le mot de passe n'a pas été modifié. Réessayez.")
  server.give(changed, user(null))
  await key('Enter')
  await expect.poll(at).toBe('/dashboard')
  await expect.element(page.getByText('Mot de passe modifié avec succès !')).toBeVisible()
  expect(server.changes().map(({ path, body }) => [path, body])).toEqual(
    Array.from({ length: 4 }, () => ['/api/profile/mot-de-passe', SAISIE]),
  )
})

// spec: IN-34
test('a refused call of an open screen leads there; what was typed on it comes back once the password is chosen', async () => {
  const server = await renderScreen('/clients?recherche=x', { answers: [clients], others: 503 })
  await press('Ajouter un client')
  await fill({ 'Nom complet': 'Une Seule Fois', Téléphone: '0555 12 34 56', Email: 'client@exemple.dz' })
  server.give(
    user('mot_de_passe'),
    refuse(clientsEndpoints.create, 403, { message: "Choisissez d'abord votre mot de passe." }),
  )
  await dialog.getByRole('button', { name: 'Ajouter', exact: true }).click()
  await expect.element(heading).toHaveTextContent(CHOISIR)
  await fillIn(SAISIE)
  server.give(changed, user(null), clients)
  await press('Enregistrer')
  await expect.poll(at).toBe('/clients?recherche=x')
  await expect.element(field('Nom complet')).toHaveValue('Une Seule Fois')
})

// spec: IN-34
test('what another tab chose opens this one as soon as it asks again; « Déconnexion » alone leads away before', async () => {
  const server = await renderScreen('/premiere-connexion', { answers: [user('mot_de_passe')], others: 503 })
  server.give(refuse(accesEndpoints.logout, 500))
  await press('Déconnexion')
  await expect.element(alert).toHaveTextContent('Erreur lors de la déconnexion.')
  server.give(user(null))
  readUserAgain()
  await expect.poll(at).toBe('/dashboard')

  const again = await renderScreen('/premiere-connexion', { answers: [user('mot_de_passe')] })
  again.give(answer(accesEndpoints.logout, { message: 'Déconnecté.' }))
  await press('Déconnexion')
  await expect.element(page.getByRole('button', { name: 'Se connecter' })).toBeVisible()
  expect(at()).toBe('/login')
})

// spec: IN-34
test('nobody else is kept there: an own password leads to the dashboard, no session to the sign-in', async () => {
  await renderScreen('/premiere-connexion', { answers: [user(null)], others: 503 })
  await expect.poll(at).toBe('/dashboard')
  await renderScreen('/premiere-connexion', { answers: [refuse(accesEndpoints.user, 401)] })
  await expect.poll(at).toBe('/login')
})

// spec: IN-34
test.each([true, false])(
  'dark %s: whole and accessible on a desk, a phone and at twice the size, with a long name',
  async (dark) => {
    const name = 'Abderrahmane Ben Abdelkader El-Hachemi de la Résidence des Orangers'
    await expectWholeAndAccessible(async () => {
      await renderScreen('/premiere-connexion', {
        dark,
        answers: [
          answer(accesEndpoints.user, { ...KARIM, name, compte: 'direction', suite: 'mot_de_passe' }),
        ],
      })
      await expect.element(heading).toHaveTextContent(CHOISIR)
      await press('Enregistrer')
      await expect.element(page.getByText('Veuillez confirmer le mot de passe.')).toBeVisible()
    })
  },
)
