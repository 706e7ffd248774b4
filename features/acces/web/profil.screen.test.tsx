import { expect, test } from 'vitest'
import { accesEndpoints } from '#features/acces/acces.contract.ts'
import { aProfil } from '#features/acces/profil.objects.ts'
import { profilEndpoints, type Profil } from '#features/acces/profil.contract.ts'
import { answer, held, raw, refuse, type Answer } from '#test/harness/screens/answers.ts'
import { membre, renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { alert, page, press } from '#test/harness/screens/screen.ts'

const { name, email, statut, role } = membre()
const karim = aProfil({ name, email, statut, role })
const profile = (given: Partial<Profil> = {}) => {
  const read = { ...karim, ...given }
  return { ...read, data: read }
}
const saved = (given: Partial<Profil>): Answer =>
  answer(profilEndpoints.update, { ...profile(given), message: 'Profil mis à jour avec succès !' })

const account = page.getByRole('region', { name: 'Mon compte' })
const field = (label: string) => page.getByRole('main').getByLabelText(label)
const save = () => press('Sauvegarder', page.getByRole('main'))

const open = (...answers: Answer[]) =>
  renderScreen('/profile', {
    answers: [
      answer(profilEndpoints.read, profile()),
      answer(profilEndpoints.connexions, { data: [] }),
      ...answers,
    ],
  })

// spec: PROF-08, PROF-10..PROF-12
test('wrong fields are said at their place and nothing is sent', async () => {
  const server = await open()
  await field('Nom').fill('')
  await field('Email').fill('abc')
  await expect.element(field('Email')).toHaveAttribute('type', 'email')
  await save()
  await expect.element(page.getByText('Le nom est obligatoire.')).toBeVisible()
  await expect.element(page.getByText("L'adresse email n'est pas valide.")).toBeVisible()
  await expect.element(field('Nom')).toHaveFocus()
  await field('Nom').fill(name)
  await field('Email').fill(email)
  const secrets = page.getByCss('main form input[type="password"]')
  await secrets.first().fill('Nouveau secret 2')
  const confirmation = secrets.nth(1)
  await confirmation.fill('autre chose')
  await expect.element(confirmation).toHaveAccessibleDescription('Les mots de passe ne correspondent pas.')
  await expect.element(alert).not.toBeInTheDocument()
  await save()
  await expect.element(alert).toHaveTextContent('Les mots de passe ne correspondent pas.')
  await expect.element(confirmation).toHaveValue('autre chose')
  expect(server.changes()).toEqual([])
})

// spec: PROF-04, PROF-07, PROF-08, ERR-09
test('loading says so; a status nobody foresaw is none; a failure keeps what is typed', async () => {
  const slow = held(raw(profilEndpoints.read, { data: { ...karim, statut: 'suspendu' } }))
  const server = await open(slow, refuse(profilEndpoints.update, 500))
  await expect.element(page.getByText('Chargement du profil...')).toBeVisible()
  slow.release()
  await expect.element(account).toHaveTextContent('Désactivé')
  await expect.element(account.getByCss('[data-tone]')).toHaveAttribute('data-tone', 'red')
  await field('Nom').fill('Saisie en cours')
  await save()
  await expect.element(alert).toHaveTextContent('Erreur lors de la mise à jour du profil.')
  await expect.element(field('Nom')).toHaveValue('Saisie en cours')
  expect(server.changes().map(({ body }) => body)).toMatchObject([{ name: 'Saisie en cours', version: 1 }])
})

// spec: ERR-08, ERR-10
test.each([
  ['the profile', profilEndpoints.read, 'Erreur lors du chargement du profil.'],
  ['the session', accesEndpoints.csrfCookie, "Erreur lors de l'initialisation de la session."],
])('%s that cannot be read is told in its own words', async (_what, endpoint, sentence) => {
  await open(refuse(endpoint, 500))
  await expect.element(alert).toHaveTextContent(sentence)
})

test('somebody else changed the account meanwhile: told, reloaded, saved without typing again', async () => {
  const server = await open(
    refuse(profilEndpoints.update, 409, { message: 'Cette fiche a été modifiée entre-temps. Rechargez-la.' }),
  )
  await field('Nom').fill('Ma saisie')
  const theirs = { email: 'autre@diyar.dz', version: 2 }
  server.give(answer(profilEndpoints.read, profile(theirs)))
  await save()
  await expect.element(alert).toHaveTextContent('Cette fiche a été modifiée entre-temps. Rechargez-la.')
  await press('Recharger')
  await expect.element(alert).not.toBeInTheDocument()
  await expect.element(field('Nom')).toHaveValue('Ma saisie')
  await expect.element(field('Email')).toHaveValue('autre@diyar.dz')
  server.give(saved({ ...theirs, name: 'Ma saisie', version: 3 }))
  await save()
  await expect.element(page.getByText('Profil mis à jour avec succès !')).toBeVisible()
  expect(server.changes().map(({ body }) => body)).toMatchObject([
    { name: 'Ma saisie', email, version: 1 },
    { name: 'Ma saisie', ...theirs },
  ])
})
