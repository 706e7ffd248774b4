import { expect, test } from 'vitest'
import { chargesEndpoints as calls } from '#features/charges/charges.contract.ts'
import { aBon, aCategorie, aLigne } from '#features/charges/charges.objects.ts'
import { answer, held, refuse } from '#test/harness/screens/answers.ts'
import { expectGoneAfter, freeze } from '#test/harness/screens/clock.ts'
import { onePage, pageAsked } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  button,
  card,
  dialog,
  dialogNamed,
  field,
  fill,
  page,
  press,
  said,
  save,
} from '#test/harness/screens/screen.ts'

const categorie = (nom: string) => page.getByRole('region', { name: nom, exact: true })
const holding = (...categories: ReturnType<typeof aCategorie>[]) =>
  answer(calls.categories, onePage(categories, { parPage: 5 }))

// spec: SHELL-06, CHG-01, CHG-03, CHG-04, CHG-21, CHG-26, ERR-92
test('without a category the screen offers one; a list that fails says so', async () => {
  const answers = held(holding())
  await renderScreen('/charges', { answers: [answers] })
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Gestion des Charges')
  await said('Chargement des informations...')
  answers.release()
  await said('Aucune catégorie enregistrée')
  await said('Ajoutez une catégorie pour commencer')
  expect(button('Ajouter une catégorie').elements()).toHaveLength(2)
  const scheme = () => document.documentElement.getAttribute('data-mantine-color-scheme')
  await button('Passer en mode clair').click()
  await expect.poll(scheme).toBe('light')
  await button('Passer en mode sombre').click()
  await expect.poll(scheme).toBe('dark')

  await renderScreen('/charges', { answers: [refuse(calls.categories, 500)] })
  await said('Erreur lors du chargement des catégories.')
})

// spec: CHG-16, CHG-17, CHG-18, CHG-20, CHG-22, CHG-38, CHG-75, CHG-76, CHG-77, CHG-82, ERR-91
test('a category is added, renamed and deleted', async () => {
  const server = await renderScreen('/charges', { answers: [holding()] })
  await button('Ajouter une catégorie').last().click()
  await expect.element(dialogNamed('Ajouter une catégorie')).toBeVisible()
  await save()
  await said('Le nom de la catégorie est obligatoire.')
  expect(server.changes()).toEqual([])
  await fill({ Nom: 'Matériaux' })
  server.give(refuse(calls.createCategorie, 500))
  await save()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(/^Erreur lors de l'action\.$/)
  const materiaux = aCategorie({ id: 3, nom: 'Matériaux' })
  server.give(
    answer(calls.createCategorie, { ...materiaux, page: 1, message: 'Catégorie ajoutée avec succès !' }),
    holding(materiaux),
  )
  await save()
  await said('Catégorie ajoutée avec succès !')
  await expect.element(categorie('Matériaux')).toHaveTextContent("Aucun bon d'achat pour cette catégorie.")

  await button('Modifier la catégorie Matériaux').click()
  await expect.element(dialogNamed('Modifier la catégorie')).toBeVisible()
  await expect.element(field('Nom')).toHaveValue('Matériaux')
  await fill({ Nom: 'Gros œuvre' })
  const renamed = { ...materiaux, nom: 'Gros œuvre', version: 2 }
  server.give(
    answer(calls.updateCategorie, { ...renamed, message: 'Catégorie modifiée avec succès !' }),
    holding(renamed),
  )
  await save()
  await said('Catégorie modifiée avec succès !')

  await button('Supprimer la catégorie Gros œuvre').click()
  await expect
    .element(dialogNamed('Supprimer la catégorie'))
    .toHaveTextContent(
      'Êtes-vous sûr de vouloir supprimer la catégorie Gros œuvre ? Cette action est définitive.',
    )
  server.give(answer(calls.deleteCategorie, { message: 'Catégorie supprimée avec succès !' }), holding())
  await press('Supprimer', dialog)
  await said('Catégorie supprimée avec succès !')
  await said('Aucune catégorie enregistrée')
  expect(server.sent()).toEqual([
    ['POST', '/api/categories', { nom: 'Matériaux' }],
    ['POST', '/api/categories', { nom: 'Matériaux' }],
    ['PUT', '/api/categories/3', { nom: 'Gros œuvre', version: 1 }],
    ['DELETE', '/api/categories/3', undefined],
  ])
})

// spec: CHG-20
test('what was done is said for five seconds', async () => {
  const materiaux = aCategorie({ id: 3, nom: 'Matériaux' })
  await renderScreen('/charges', {
    answers: [
      holding(materiaux),
      answer(calls.updateCategorie, { ...materiaux, message: 'Catégorie modifiée avec succès !' }),
    ],
  })
  await button('Modifier la catégorie Matériaux').click()
  await expect.element(field('Nom')).toHaveValue('Matériaux')
  freeze()
  await save()
  await expectGoneAfter(page.getByText('Catégorie modifiée avec succès !'), 5000)
})

// spec: CHG-05, CHG-06, CHG-07, CHG-08, CHG-09, CHG-10, CHG-19, CHG-33, CHG-34, CHG-72
test('categories, vouchers and lines show what they hold and what it comes to', async () => {
  const lignes = [1, 2].map((n) => aLigne({ id: n, designation: `BC-1 ligne ${n}`, quantite: n }))
  const [bon, vide] = [aBon({ reference: 'BC-1', lignes }), aBon({ id: 2, reference: 'Vide' })]
  const server = await renderScreen('/charges', { answers: [holding(aCategorie({ bons: [bon, vide] }))] })
  const materiaux = categorie('Matériaux')
  await expect.element(materiaux).toHaveTextContent('Total 4 500,00 DA')
  for (const name of [
    'Imprimer la catégorie Matériaux',
    'Ajouter un bon à Matériaux',
    'Modifier la catégorie Matériaux',
    'Supprimer la catégorie Matériaux',
    'Imprimer le bon BC-1',
    'Ajouter une ligne à BC-1',
    'Modifier le bon BC-1',
    'Supprimer le bon BC-1',
    'Modifier la ligne BC-1 ligne 2',
    'Supprimer la ligne BC-1 ligne 2',
  ])
    await expect.element(materiaux.getByRole('button', { name, exact: true })).toBeVisible()
  await expect.element(card('BC-1')).toHaveTextContent('05/03/2025')
  await expect.element(card('BC-1')).toHaveTextContent('4 500,00 DA')
  const headers = card('BC-1').getByRole('columnheader').elements()
  expect(headers.map(({ textContent }) => textContent)).toEqual([
    'Désignation',
    'Prix unitaire',
    'Quantité',
    'Montant',
    'Actions',
  ])
  const cells = card('BC-1')
    .getByRole('row', { name: /BC-1 ligne 2/ })
    .getByRole('cell')
  await expect.element(cells.nth(1)).toHaveTextContent(/^1 500,00 DA$/)
  await expect.element(cells.nth(3)).toHaveTextContent(/^3 000,00 DA$/)
  await press('Vide', card('Vide'))
  await expect.element(card('Vide')).toHaveTextContent('Aucune ligne pour ce bon.')

  await button('Ajouter une ligne à BC-1').click()
  await fill({ Désignation: 'Sable', 'Prix unitaire': '12,5', Quantité: '3' })
  await expect.element(dialog.getByRole('status')).toHaveTextContent(/^37,50 DA$/)
  const sable = aLigne({ id: 3, designation: 'Sable', prix_unitaire: 12_50, quantite: 3 })
  const more = aBon({ reference: 'BC-1', lignes: [...lignes, sable] })
  server.give(
    answer(calls.createLigne, { ...sable, page: 1, message: 'Ligne ajoutée avec succès !' }),
    holding(aCategorie({ bons: [more, vide] })),
  )
  await save()
  await said('Ligne ajoutée avec succès !')
  await expect.element(card('BC-1')).toHaveTextContent('4 537,50 DA')
  await expect.element(materiaux).toHaveTextContent('Total 4 537,50 DA')
})

// spec: CHG-11, CHG-12, CHG-13, CHG-14, CHG-15, LIM-15
test('three paginations keep their place when something is saved, and ask for their page alone', async () => {
  let lignes = [1, 2, 3, 4, 5, 6].map((n) => aLigne({ id: n, designation: `B1 ligne ${n}` }))
  const bons = () => [
    ...[6, 5, 4, 3, 2].map((n) => aBon({ id: n, reference: `B${n}` })),
    aBon({ id: 1, reference: 'B1', lignes }),
  ]
  const categories = () => [
    ...[6, 5, 4, 3, 2].map((n) => aCategorie({ id: n, nom: `Catégorie ${n}` })),
    aCategorie({ id: 1, nom: 'Première', bons: bons() }),
  ]
  const answers = [
    answer(calls.categories, (call) => pageAsked(categories(), call, 5)),
    answer(calls.bons, (call) => pageAsked(bons(), call, 5)),
    answer(calls.lignes, (call) => pageAsked(lignes, call, 5)),
  ]
  let server = await renderScreen('/charges', { answers })
  const pager = (name: string) => page.getByRole('navigation', { name, exact: true })
  const turn = (name: string, to: 'Page suivante' | 'Page précédente') =>
    pager(name).getByRole('button', { name: to })
  const ofCategories = 'Pages des catégories'
  const [ofBons, ofLignes] = ['Pages des bons de Première', 'Pages des lignes de B1']
  const derniere = (text: string) => page.getByText(text, { exact: true })
  for (const [name, opened] of [
    [ofCategories, categorie('Première')],
    [ofBons, card('B1')],
    [ofLignes, derniere('B1 ligne 6')],
  ] as const) {
    await expect.element(pager(name)).toHaveTextContent('Page 1 sur 2')
    await expect.element(turn(name, 'Page précédente')).toBeDisabled()
    await turn(name, 'Page suivante').click()
    await expect.element(opened).toBeVisible()
    await turn(name, 'Page précédente').click()
    await expect.element(pager(name)).toHaveTextContent('Page 1 sur 2')
    await turn(name, 'Page suivante').click()
    await expect.element(opened).toBeVisible()
    await expect.element(pager(name)).toHaveTextContent('Page 2 sur 2')
    await expect.element(turn(name, 'Page suivante')).toBeDisabled()
  }
  await button('Modifier la ligne B1 ligne 6').click()
  await fill({ Désignation: 'Dernière' })
  server.give(
    answer(calls.updateLigne, () => {
      const changed = aLigne({ id: 6, designation: 'Dernière', version: 2 })
      lignes = [...lignes.slice(0, 5), changed]
      return { ...changed, message: 'Ligne modifiée avec succès !' }
    }),
  )
  await save()
  await said('Ligne modifiée avec succès !')
  await expect.element(derniere('Dernière')).toBeVisible()
  for (const name of [ofCategories, ofBons, ofLignes])
    await expect.element(pager(name)).toHaveTextContent('Page 2 sur 2')
  const asked = server.calls.filter(({ method, path }) => method === 'GET' && /categories|bons/.test(path))
  expect(new Set(asked.flatMap(({ query }) => [...query.keys()]))).toEqual(
    new Set(['page', 'categorie_bon_id']),
  )

  // The address keeps all three.
  server = await renderScreen(window.location.pathname + window.location.search, { answers })
  await expect.element(derniere('Dernière')).toBeVisible()
  await button('Supprimer la ligne Dernière').click()
  server.give(
    answer(calls.deleteLigne, () => {
      lignes = lignes.slice(0, 5)
      return { message: 'Ligne supprimée avec succès !' }
    }),
  )
  await press('Supprimer', dialog)
  await expect.element(pager(ofLignes)).toHaveTextContent('Page 1 sur 1')
  await expect.element(derniere('B1 ligne 5')).toBeVisible()
  // Nothing is left on that page of lines; Back does not lead to it.
  window.history.back()
  await expect.element(card('B1')).toBeVisible()
})
