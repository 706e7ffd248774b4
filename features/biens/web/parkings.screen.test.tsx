import { expect, test } from 'vitest'
import { aParking } from '#features/biens/biens.objects.ts'
import { parkingsEndpoints as calls } from '#features/biens/parkings.contract.ts'
import { residencesEndpoints } from '#features/structure/residences.contract.ts'
import { answer, held, refuse } from '#test/harness/screens/answers.ts'
import { expectGoneAfter, freeze, stepUntilVisible } from '#test/harness/screens/clock.ts'
import { onePage, pageAsked } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  alert,
  button,
  card,
  cards,
  choose,
  dialog,
  dialogNamed,
  expectCount,
  field,
  fill,
  main,
  page,
  press,
  said,
  save,
} from '#test/harness/screens/screen.ts'

const jardins = { id: 4, nom: 'Les Jardins' }
const RESIDENCES = answer(residencesEndpoints.all, [jardins])
const holding = (...parkings: ReturnType<typeof aParking>[]) => answer(calls.list, onePage(parkings))

// spec: SHELL-06, PRK-01, PRK-02, PRK-08, PRK-09, PRK-11, PRK-12, PRK-16, PRK-21, PRK-22, PRK-23, PRK-24, PRK-26, PRK-34, ERR-58, ERR-59, ERR-60, ERR-61
test('a parking is added, edited and deleted', async () => {
  const server = await renderScreen('/parking', { answers: [RESIDENCES, holding()] })
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Gestion des Parkings')
  await said('Aucun parking trouvé')
  await button('Ajouter un parking').click()
  const form = dialogNamed('Ajouter un parking')
  await expect.element(field('Nombre de places')).toHaveValue('1')
  await fill({ 'Nombre de places': '0' })
  await save()
  await said('Le nom du parking est obligatoire.')
  await said('Veuillez sélectionner une résidence.')
  await said('Le nombre de places doit être un nombre entier, 1 au moins.')
  expect(server.changes()).toEqual([])
  await fill({ 'Nom du parking': 'Parking Nord', 'Nombre de places': '4' })
  await choose('Résidence', 'Les Jardins', dialog)
  server.give(refuse(calls.create, 500))
  await save()
  await expect
    .element(form.getByRole('alert'))
    .toHaveTextContent(/^Erreur lors de la création\. Vérifiez que tous les champs sont valides\.$/)
  const nord = aParking({ id: 7, residence_id: 4, residence: jardins, nb_places: 4 })
  const created = held(answer(calls.create, { ...nord, message: 'Parking ajouté avec succès !' }))
  server.give(created, holding(nord))
  await form.getByRole('button', { name: 'Enregistrer', exact: true }).dblClick()
  await expect.element(form.getByRole('button', { name: 'Enregistrement...' })).toBeDisabled()
  created.release()
  await said('Parking ajouté avec succès !')
  await expectCount(cards, 1)
  await expect.element(card('Parking Nord')).toHaveTextContent('Les Jardins')

  await button('Modifier Parking Nord').click()
  const edit = dialogNamed('Modifier le parking')
  await fill({ 'Nom du parking': 'Parking Sud' })
  const failure = held(refuse(calls.update, 500))
  server.give(failure)
  await save()
  await expect.element(edit.getByRole('button', { name: 'Mise à jour...' })).toBeDisabled()
  failure.release()
  await expect
    .element(edit.getByRole('alert'))
    .toHaveTextContent(/^Erreur lors de la mise à jour\. Vérifiez que tous les champs sont valides\.$/)
  const sud = { ...nord, parking_nom: 'Parking Sud', version: 2 }
  server.give(answer(calls.update, { ...sud, message: 'Parking modifié avec succès !' }), holding(sud))
  await save()
  await said('Parking modifié avec succès !')
  await expect.element(card('Parking Sud')).toHaveTextContent('4 places')

  await button('Supprimer Parking Sud').click()
  const confirm = dialogNamed('Supprimer le parking')
  await expect
    .element(confirm)
    .toHaveTextContent('Êtes-vous sûr de vouloir supprimer le Parking Sud ? Cette action est définitive.')
  const refusal = held(refuse(calls.remove, 500))
  server.give(refusal)
  await press('Supprimer', confirm)
  await expect.element(confirm.getByRole('button', { name: 'Suppression...' })).toBeDisabled()
  refusal.release()
  await expect
    .element(confirm.getByRole('alert'))
    .toHaveTextContent(
      /^Erreur lors de la suppression du parking\. Vérifiez qu'il ne contient pas de places occupées\.$/,
    )
  server.give(answer(calls.remove, { message: 'Parking supprimé avec succès !' }), holding())
  await press('Supprimer', confirm)
  await said('Aucun parking trouvé')
  const added = { parking_nom: 'Parking Nord', residence_id: 4, nb_places: 4 }
  const renamed = { ...added, parking_nom: 'Parking Sud', version: 1 }
  expect(server.sent()).toEqual([
    ['POST', '/api/parkings', added],
    ['POST', '/api/parkings', added],
    ['PUT', '/api/parkings/7', renamed],
    ['PUT', '/api/parkings/7', renamed],
    ['DELETE', '/api/parkings/7', undefined],
    ['DELETE', '/api/parkings/7', undefined],
  ])
  await renderScreen('/parking', { answers: [refuse(residencesEndpoints.all, 500), holding()] })
  await said('Erreur lors du chargement des résidences.')
})

// spec: PRK-03, PRK-04, PRK-05, PRK-06, PRK-14, PRK-15, PRK-16, ERR-57
test('parkings are shown six by six, three a row, and searched by the server', async () => {
  const all = [1, 2, 3, 4, 5, 6, 7].map((id) => aParking({ id, parking_nom: `Sous-sol ${id}` }))
  const answers = [
    answer(calls.list, (call) => {
      const text = (call.query.get('search') ?? '').toLowerCase()
      return pageAsked(
        all.filter(({ parking_nom }) => parking_nom.toLowerCase().includes(text)),
        call,
      )
    }),
  ]
  let server = await renderScreen('/parking', { answers })
  await said('Page 1 sur 2')
  await expectCount(cards, 6)
  const tops = cards.elements().map((one) => one.getBoundingClientRect().top)
  expect(tops[2]).toBe(tops[0])
  expect(tops[3]).toBeGreaterThan(tops[0] ?? 0)
  await expect.element(button('Page précédente')).toBeDisabled()
  await button('Page suivante').click()
  await said('Page 2 sur 2')
  await expect.element(button('Page suivante')).toBeDisabled()
  await expect.element(card('Sous-sol 7')).toBeVisible()
  await button('Page précédente').click()
  await said('Page 1 sur 2')
  await expect.element(card('Sous-sol 1')).toBeVisible()
  await button('Page suivante').click()
  await expect.element(card('Sous-sol 7')).toBeVisible()

  const search = page.getByPlaceholder('Rechercher par nom...')
  const last = () => server.asked('/api/parkings').at(-1)
  await search.fill('sol 3')
  await expect.poll(last).toBe('page=1&per_page=6&search=sol+3')
  await expectCount(cards, 1)
  await expect.element(card('Sous-sol 3')).toBeVisible()
  server = await renderScreen(window.location.pathname + window.location.search, { answers })
  await expect.element(search).toHaveValue('sol 3')
  await press('Réinitialiser')
  await expectCount(cards, 6)
  await expect.element(search).toHaveValue('')
  await expect.poll(last).toBe('page=1&per_page=6')
  await search.fill('sous-sol')
  await expect.poll(() => window.location.search).toContain('recherche=sous-sol')
  await button('Page suivante').click()
  await said('Page 2 sur 2')
  await search.fill('')
  await said('Page 1 sur 2')
  await search.fill('zzz')
  await said('Aucun parking trouvé')
  await renderScreen('/parking', { answers: [refuse(calls.list, 500)] })
  await said('Erreur lors du chargement des parkings.')
})

// spec: PRK-10, PRK-13, PRK-17, PRK-18, PRK-19, PRK-33
test('the statistics of a parking tell its occupation, in the colour of its band', async () => {
  const server = await renderScreen('/parking', { answers: [holding(aParking())] })
  const stats = dialogNamed('Occupation de Parking Nord')
  const lines = async (rate: string, total: number, occupied: number, free: number) => {
    for (const line of [
      `Taux d'occupation : ${rate}`,
      `Total des places : ${total}`,
      `Places occupées : ${occupied}`,
      `Places disponibles : ${free}`,
    ])
      await expect.element(stats).toHaveTextContent(line)
  }
  for (const [rate, told, band, total, occupied] of [
    [25, '25 %', 'green', 4, 1],
    [49.99, '49,99 %', 'green', 9999, 4999],
    [50, '50 %', 'yellow', 2, 1],
    [79.99, '79,99 %', 'yellow', 9999, 7998],
    [80, '80 %', 'red', 5, 4],
  ] as const) {
    server.give(
      answer(calls.occupation, {
        occupation_rate: rate,
        total_places: total,
        occupied_places: occupied,
        available_places: total - occupied,
      }),
    )
    await button('Détails Parking Nord').click()
    await lines(told, total, occupied, total - occupied)
    const bar = stats.getByRole('progressbar').element()
    expect(bar.closest('[data-tone]')?.getAttribute('data-tone')).toBe(band)
    await stats.getByRole('button', { name: 'Fermer' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
  }
  server.give(refuse(calls.occupation, 500))
  await button('Détails Parking Nord').click()
  await expect.element(stats).toHaveTextContent('Les chiffres ne sont pas connus pour le moment.')
  await lines('0 %', 0, 0, 0)
})

// spec: LIM-11
test('an error goes after five seconds: of loading, where « Réessayer » stays, and of deleting', async () => {
  const failure = held(refuse(calls.list, 500))
  const server = await renderScreen('/parking', { answers: [failure] })
  await expect.element(main.getByRole('searchbox')).toBeVisible()
  freeze()
  failure.release()
  await expectGoneAfter(alert.filter({ hasText: 'Erreur lors du chargement des parkings.' }), 5000)
  server.give(holding(aParking()), refuse(calls.remove, 500))
  await press('Réessayer')
  await stepUntilVisible(card('Parking Nord'))
  await button('Supprimer Parking Nord').click()
  const confirm = dialogNamed('Supprimer le parking')
  await stepUntilVisible(confirm)
  await press('Supprimer', confirm)
  await expectGoneAfter(confirm.getByRole('alert'), 5000)
  await expect.element(confirm).toBeVisible()
})
