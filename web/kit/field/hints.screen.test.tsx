import { expect, test } from 'vitest'
import { aSoldAppartement } from '#features/biens/biens.objects.ts'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import { aClient, aClientResume } from '#features/clients/clients.objects.ts'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { answersOfPayments, aPaiement } from '#features/paiements/paiements.objects.ts'
import { answer } from '#test/harness/screens/answers.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { dialog, field, fill, page, press } from '#test/harness/screens/screen.ts'

test('a sign that papers cannot print is named as it is typed, and refused by nothing', async () => {
  const server = await renderScreen('/clients', {
    answers: [
      answer(clientsEndpoints.list, onePage([])),
      answer(clientsEndpoints.doublons, { data: [] }),
      answer(clientsEndpoints.create, { ...aClient(), message: 'Client ajouté avec succès !' }),
    ],
  })
  await press('Ajouter un client')
  const name = field('Nom complet')
  const one =
    "Le signe «\u00A0👍\u00A0» ne s'imprime pas\u00A0: les documents porteront «\u00A0▯\u00A0» à sa place."
  await name.fill('Karim 👍')
  await expect.element(name).toHaveAccessibleDescription(one)
  await expect.element(dialog.getByText(one)).toBeVisible()
  for (const [typed, hint] of [
    [
      'Karim 👍 李明 ☎',
      /^Plusieurs signes, dont «\s👍\s», «\s李\s», «\s明\s», ne s'impriment pas\s: les documents porteront «\s▯\s» à leur place\.$/,
    ],
    [
      'Karim 👍 ☎',
      /^Les signes «\s👍\s» et «\s☎\s» ne s'impriment pas\s: les documents porteront «\s▯\s» à leur place\.$/,
    ],
    ['محمد Élodie ⵣ', ''],
  ] as const) {
    await name.fill(typed)
    await expect.element(name).toHaveAccessibleDescription(hint)
  }
  await fill({ 'Nom complet': 'Karim 👍', Téléphone: '0555 12 34 56', Email: 'karim@exemple.dz' })
  await press(/^Ajouter$/, dialog)
  await expect.element(page.getByText('Client ajouté avec succès !')).toBeVisible()
  expect(server.changes().map(({ body }) => body)).toMatchObject([{ nomComplet: 'Karim 👍' }])
})

test('a payment of tomorrow or of another century is pointed out, and saved', async () => {
  const lot = aSoldAppartement(aClientResume(), { montant: 1000_00 })
  const server = await renderScreen('/clients/1/paiements/1', {
    answers: [
      ...answersOfPayments(lot, []),
      answer(paiementsEndpoints.create, {
        ...aPaiement({ date_paiement: '1900-02-01', versement: 10_00 }),
        message: 'Paiement ajouté avec succès !',
        avertissements: [],
      }),
    ],
  })
  await press('Ajouter un paiement')
  const date = field('Date')
  await expect.element(date).toHaveAccessibleDescription('')
  for (const [typed, hint] of [
    ['01/01/2999', 'Cette date est dans le futur.'],
    ['31/12/1999', "Cette date est antérieure à l'an 2000."],
    ['01/01/2000', ''],
    ['01/02/1900', "Cette date est antérieure à l'an 2000."],
  ] as const) {
    await date.fill(typed)
    await expect.element(date).toHaveAccessibleDescription(hint)
  }
  await field('Montant').fill('10')
  await press(/^Enregistrer$/, dialog)
  await expect.element(dialog).not.toBeInTheDocument()
  expect(server.changes().map(({ body }) => body)).toMatchObject([
    { appartement_id: 1, date_paiement: '1900-02-01', versement: 10 },
  ])
})
