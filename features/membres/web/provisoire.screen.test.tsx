import { expect, test } from 'vitest'
import { membresEndpoints } from '#features/membres/membres.contract.ts'
import { aMembre } from '#features/membres/membres.objects.ts'
import { expectWholeAndAccessible } from '#test/harness/screens/accessible.ts'
import { answer, refuse, type Answer } from '#test/harness/screens/answers.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { membre, renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { alert, card, dialog, field, fill, key, page, press, type } from '#test/harness/screens/screen.ts'

const amina = aMembre({ second_facteur: true, provisoire_jusqu_au: '2026-12-05T09:30:00.000Z' })
const karim = aMembre({ ...membre(), second_facteur: true, version: 1 })
const sihem = aMembre({ id: 3, name: 'Sihem Ould', provisoire_jusqu_au: '2026-11-20T09:30:00.000Z' })
const NOW = '2026-11-28T10:00:00.000Z'
const secrets = dialog.getByCss('input[type="password"]')
const box = dialog.getByRole('checkbox', { name: 'À changer à la première connexion' })
const PROPOSER = 'Proposer un mot de passe provisoire'
const VALABLE = 'Valable 7 jours, à changer à la première connexion.'
const proposed = dialog.getByCss('code')
const open = (...answers: Answer[]) =>
  renderScreen('/users', {
    now: NOW,
    answers: [answer(membresEndpoints.list, { ...onePage([amina, karim, sihem]), demandes: 0 }), ...answers],
  })

// spec: IN-34
test('a proposal fills both fields and ticks; typing in its place unticks, and the box says what is sent', async () => {
  const added = aMembre({ id: 9, name: 'Lila' })
  const server = await open(
    answer(membresEndpoints.create, { ...added, message: 'Membre ajouté avec succès !' }),
    answer(membresEndpoints.update, { ...amina, message: 'Membre modifié avec succès !' }),
  )
  await press('Ajouter un membre')
  await fill({ Nom: 'Lila', Email: 'lila@diyar.dz' })
  await expect.element(box).not.toBeInTheDocument()
  await press(PROPOSER, dialog)
  await expect.element(proposed).toHaveTextContent(/^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){2}$/)
  const first = proposed.element().textContent
  for (const secret of secrets.all()) await expect.element(secret).toHaveValue(first)
  await expect.element(box).toBeChecked()
  await expect.element(dialog.getByText(VALABLE)).toBeVisible()
  await press(PROPOSER, dialog)
  await expect.element(proposed).not.toHaveTextContent(first)

  await secrets.first().click()
  await type('x')
  await expect.element(box).not.toBeChecked()
  await expect.element(proposed).not.toBeInTheDocument()
  await expect.element(dialog.getByText(VALABLE)).not.toBeInTheDocument()
  // Ticked by hand it stays so while the rest is typed.
  await box.click()
  await secrets.first().click()
  await type('y')
  await expect.element(box).toBeChecked()
  await press(PROPOSER, dialog)
  const last = proposed.element().textContent
  await press('Copier le mot de passe', dialog)
  await expect.element(dialog.getByRole('button', { name: 'Copié' })).toBeVisible()
  await press(/^Ajouter$/, dialog)
  await expect.element(dialog).not.toBeInTheDocument()

  await press('Modifier Amina Haddad')
  await secrets.first().fill('Un secret choisi')
  await secrets.nth(1).fill('Un secret choisi')
  await press('Sauvegarder', dialog)
  await expect.element(dialog).not.toBeInTheDocument()
  expect(server.changes().map(({ body }) => body)).toMatchObject([
    { name: 'Lila', password: last, password_confirmation: last, a_changer: true },
    { name: 'Amina Haddad', password: 'Un secret choisi', a_changer: false },
  ])
})

// spec: IN-34
test("one's own form proposes nothing; cards say until when a password opens and who has a code", async () => {
  await open()
  await expect.element(card('Amina Haddad')).toHaveTextContent("Mot de passe provisoire jusqu'au 05/12/2026")
  await expect.element(card('Amina Haddad')).toHaveTextContent('Code à la connexion')
  await expect.element(card('Sihem Ould')).toHaveTextContent('Mot de passe provisoire expiré le 20/11/2026')
  await expect.element(card('Sihem Ould')).not.toHaveTextContent('Code à la connexion')
  for (const name of ['Sihem Ould', 'Karim Benali'])
    await expect.element(card(name).getByRole('button', { name: /^Autres actions/ })).not.toBeInTheDocument()
  await press('Modifier Karim Benali')
  await secrets.first().fill('Un secret choisi')
  await expect.element(dialog.getByRole('button', { name: PROPOSER })).not.toBeInTheDocument()
  await expect.element(box).not.toBeInTheDocument()
})

// spec: IN-34
test('the direction takes a code away by its own password, by keyboard; a refusal is told at its field', async () => {
  const wrong = "Ce n'est pas le mot de passe actuel."
  const server = await open(
    refuse(membresEndpoints.removeCode, 422, { message: wrong, errors: { mot_de_passe: [wrong] } }),
  )
  const more = page.getByRole('button', { name: 'Autres actions : Amina Haddad' })
  await more.click()
  await expect.element(page.getByRole('menuitem', { name: 'Retirer le code à la connexion' })).toBeVisible()
  await key('ArrowDown')
  await key('Enter')
  const mot = field(/^Votre mot de passe/)
  await expect.element(mot.or(dialog.getByLabelText(/^Votre mot de passe/))).toHaveFocus()
  await key('Enter')
  await expect.element(dialog.getByText('Le mot de passe est obligatoire.')).toBeVisible()
  expect(server.changes()).toEqual([])
  await type('Motdepasse1!')
  await key('Enter')
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(wrong)
  await expect.element(secrets.first()).toHaveAccessibleDescription(wrong)
  await expect.element(secrets.first()).toHaveValue('Motdepasse1!')
  server.give(answer(membresEndpoints.removeCode, { message: 'Code à la connexion retiré.' }))
  await key('Enter')
  await expect.element(page.getByText('Code à la connexion retiré.')).toBeVisible()
  await expect.element(alert).not.toBeInTheDocument()
  expect(server.changes().map(({ path, body }) => [path, body])).toEqual(
    Array.from({ length: 2 }, () => [
      '/api/members/2/second-facteur/retirer',
      { mot_de_passe: 'Motdepasse1!' },
    ]),
  )
})

// spec: IN-34
test.each([true, false])(
  'dark %s: the form with a proposal and the card with both are whole and accessible',
  async (dark) => {
    const name = 'Abderrahmane Ben Abdelkader El-Hachemi de la Résidence des Orangers'
    await expectWholeAndAccessible(async () => {
      await renderScreen('/users', {
        dark,
        now: NOW,
        answers: [answer(membresEndpoints.list, { ...onePage([{ ...amina, name }]), demandes: 0 })],
      })
      await expect.element(card(name)).toBeVisible()
      await press(`Modifier ${name}`)
      await press(PROPOSER, dialog)
      await expect.element(box).toBeChecked()
    })
  },
)
