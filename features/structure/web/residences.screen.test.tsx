import { expect, test } from 'vitest'
import { residencesEndpoints as calls } from '#features/structure/residences.contract.ts'
import { aResidence } from '#features/structure/structure.objects.ts'
import { answer, refuse } from '#test/harness/screens/answers.ts'
import { expectGoneAfter, freeze } from '#test/harness/screens/clock.ts'
import { onePage, pageAsked } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  alert,
  attach,
  button,
  card,
  cards,
  dialog,
  dialogNamed,
  expectCount,
  field,
  fill,
  key,
  page,
  press,
  said,
  save,
} from '#test/harness/screens/screen.ts'

const holding = (...residences: ReturnType<typeof aResidence>[]) =>
  answer(calls.list, onePage(residences, { parPage: 3 }))
const act = (residence: string, name: string) => card(residence).getByRole('button', { name }).first().click()
const ibnSina = aResidence({ id: 7, nom: 'Résidence Ibn Sina', adresse: '3, rue de la Liberté, Oran' })

// spec: SHELL-06, RES-01, RES-02, RES-17, RES-18, RES-19, RES-20, RES-41, RES-54, RES-55, RES-56, RES-11, RES-13, RES-26, RES-44, RES-45, RES-46
test('a residence is added, read, changed and deleted from the screen', async () => {
  const server = await renderScreen('/residence', { answers: [holding()] })
  await said('Aucune résidence disponible.')
  await button('Ajouter une résidence').first().click()
  await expect.element(dialogNamed('Ajouter une résidence')).toBeVisible()
  await fill({ Nom: 'Résidence Ibn Sina', Adresse: '3, rue de la Liberté, Oran' })
  server.give(
    answer(calls.create, { ...ibnSina, message: 'Résidence ajoutée avec succès !' }),
    holding(ibnSina),
  )
  await save()
  await said('Résidence ajoutée avec succès !')
  await expect.element(card(ibnSina.nom)).toHaveTextContent('3, rue de la Liberté, Oran')
  await expect.element(card(ibnSina.nom)).toHaveTextContent('Disponible')

  await act(ibnSina.nom, 'Détails')
  await expect.element(dialogNamed('Détails de la résidence')).toHaveTextContent('3, rue de la Liberté, Oran')
  await key('Escape')

  await act(ibnSina.nom, 'Modifier')
  await expect.element(field('Nom')).toHaveValue('Résidence Ibn Sina')
  await expect.element(field('Adresse')).toHaveValue('3, rue de la Liberté, Oran')
  await fill({ Adresse: '5, rue de la Liberté, Oran' })
  const changed = { ...ibnSina, adresse: '5, rue de la Liberté, Oran', version: 2 }
  server.give(
    answer(calls.update, { ...changed, message: 'Résidence modifiée avec succès !' }),
    holding(changed),
  )
  await save()
  await said('Résidence modifiée avec succès !')
  await expect.element(card(ibnSina.nom)).toHaveTextContent('5, rue de la Liberté, Oran')

  await act(ibnSina.nom, 'Supprimer')
  await expect
    .element(dialog)
    .toHaveTextContent(
      "Êtes-vous sûr de vouloir supprimer la Résidence Ibn Sina ? Cette action est définitive. Elle est vide : rien d'autre ne sera supprimé.",
    )
  server.give(answer(calls.remove, { message: 'Résidence supprimée avec succès !' }), holding())
  await press('Supprimer', dialog)
  await said('Résidence supprimée avec succès !')
  await expectCount(cards, 0)
  // Without a file none is sent; a form with a file is one even then.
  expect(server.sent()).toEqual([
    ['POST', '/api/residences', { nom: ibnSina.nom, adresse: ibnSina.adresse }],
    ['PUT', '/api/residences/7', { nom: ibnSina.nom, adresse: '5, rue de la Liberté, Oran', version: '1' }],
    ['DELETE', '/api/residences/7', undefined],
  ])
  expect(server.asked('/api/residences')).toHaveLength(4)
})

// spec: RES-36, RES-37, RES-38, RES-39
test('name and address are asked for, a file that is no PDF is refused, and nothing is sent', async () => {
  const server = await renderScreen('/residence', { answers: [holding()] })
  await button('Ajouter une résidence').first().click()
  await save()
  await said('Le nom est obligatoire.')
  await said("L'adresse est obligatoire.")
  await expect.element(field('Nom')).toHaveFocus()
  const file = dialog.getByCss('input[type=file]')
  expect(file.element().getAttribute('accept')).toContain('application/pdf')
  await attach(new File(['PNG'], 'plan.png', { type: 'image/png' }))
  await said('Le fichier doit être un PDF.')
  await fill({ Nom: 'Les Pins', Adresse: 'Alger' })
  await save()
  expect(server.changes()).toEqual([])
})

// spec: RES-40, ERR-18, ERR-19
test('a name already taken, or a failing server, says so and keeps what was typed', async () => {
  const creating = 'Erreur lors de la création. Vérifiez que le nom est unique.'
  const server = await renderScreen('/residence', {
    answers: [
      holding(aResidence({ nom: 'Déjà prise' })),
      refuse(calls.create, 422, { message: creating, errors: { nom: ['Ce nom est déjà pris.'] } }),
      refuse(calls.update, 500),
    ],
  })
  await button('Ajouter une résidence').click()
  await fill({ Nom: 'DÉJÀ PRISE', Adresse: 'Béjaïa' })
  await save()
  await expect.element(alert).toHaveTextContent(creating)
  await expect.element(field('Adresse')).toHaveValue('Béjaïa')
  server.give(refuse(calls.create, 500))
  await fill({ Nom: 'Autre' })
  await save()
  await expect.element(alert).toHaveTextContent(creating)
  await press('Annuler', dialog)
  await act('Déjà prise', 'Modifier')
  await save()
  await expect
    .element(alert)
    .toHaveTextContent('Erreur lors de la mise à jour. Vérifiez que le nom est unique.')
})

// spec: RES-25
test('the page of the list stays in the address', async () => {
  const all = [1, 2, 3, 4].map((id) => aResidence({ id, nom: `Résidence ${id}` }))
  const answers = [answer(calls.list, (call) => pageAsked(all, call, 3))]
  await renderScreen('/residence', { answers })
  await press('Page suivante')
  await said('Page 2 sur 2')
  expect(window.location.search).toBe('?page=2')
  await renderScreen(window.location.pathname + window.location.search, { answers })
  await said('Page 2 sur 2')
  await expectCount(cards, 1)
})

// spec: ERR-17, ERR-21, ERR-22, ERR-23, LIM-01, LIM-08, LIM-09
test('failures show the sentences of the catalogue for as long as it says', async () => {
  const server = await renderScreen('/residence', { answers: [refuse(calls.list, 500)] })
  await expect.element(alert).toHaveTextContent('Erreur lors du chargement des résidences.')
  server.give(
    holding(ibnSina),
    refuse(calls.report, 500),
    refuse(calls.paymentTotals, 500),
    refuse(calls.remove, 500),
  )
  await press('Réessayer')
  await act(ibnSina.nom, 'Rapport')
  await expect.element(alert).toHaveTextContent('Erreur lors du chargement du rapport détaillé.')
  await key('Escape')
  await expect.element(dialog).not.toBeInTheDocument()
  freeze()
  await act(ibnSina.nom, 'Total des paiements')
  await expectGoneAfter(page.getByText('Erreur lors du chargement des données de paiement.'), 5000)
})

// spec: ERR-23, LIM-01
test('a deletion that fails is said for five seconds, a change for three', async () => {
  await renderScreen('/residence', { answers: [holding(ibnSina), refuse(calls.remove, 500)] })
  await act(ibnSina.nom, 'Supprimer')
  await expect.element(dialog).toBeVisible()
  freeze()
  await press('Supprimer', dialog)
  await expectGoneAfter(page.getByText('Erreur lors de la suppression de la résidence.'), 5000)

  await renderScreen('/residence', {
    answers: [
      holding(ibnSina),
      answer(calls.update, { ...ibnSina, message: 'Résidence modifiée avec succès !' }),
    ],
  })
  await act(ibnSina.nom, 'Modifier')
  await expect.element(field('Nom')).toHaveValue(ibnSina.nom)
  freeze()
  await save()
  await expectGoneAfter(page.getByText('Résidence modifiée avec succès !'), 3000)
})
