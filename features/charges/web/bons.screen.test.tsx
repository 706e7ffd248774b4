import { expect, test } from 'vitest'
import { chargesEndpoints as calls } from '#features/charges/charges.contract.ts'
import { aBon, aCategorie, aLigne } from '#features/charges/charges.objects.ts'
import { answer, held, lost, raw, refuse, type Answer } from '#test/harness/screens/answers.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  alert,
  button,
  card,
  dialog,
  dialogNamed,
  field,
  fill,
  key,
  page,
  press,
  said,
  save,
  type,
} from '#test/harness/screens/screen.ts'

const INCOMPLETE = 'Veuillez remplir tous les champs de la ligne correctement.'

const ciment = aLigne({ id: 1, designation: 'Ciment', prix_unitaire: 100_00 })
const sable = aLigne({ id: 2, designation: 'Sable', prix_unitaire: 100_00 })
const peinture = aBon({ id: 5, reference: 'PEI-1', lignes: [ciment, sable] })

/** The screen of charges with one category of these vouchers, read anew after each change. */
const holding = (...bons: (typeof peinture)[]): Answer =>
  answer(calls.categories, onePage([aCategorie({ id: 3, nom: 'Peinture', bons })], { parPage: 5 }))

// spec: CHG-23, CHG-24, CHG-39, CHG-40, CHG-41, CHG-42, CHG-43, CHG-44, CHG-45, CHG-46, CHG-73, CHG-30, CHG-37, LIM-12
test('a voucher is added with the lines collected before saving', async () => {
  const server = await renderScreen('/charges', { answers: [holding(peinture)] })
  await button('Ajouter un bon à Peinture').click()
  await expect.element(dialogNamed("Ajouter un bon d'achat")).toBeVisible()
  const [designation, prix, quantite] = [field('Désignation'), field('Prix unitaire'), field('Quantité')]
  await expect.element(prix).toHaveValue('0\u00a0DA')
  await expect.element(quantite).toHaveValue('1')
  await expect.element(prix).toHaveAttribute('step', '0.01')
  await expect.element(quantite).toHaveAttribute('min', '1')
  const collected = dialog.getByRole('list', { name: 'Lignes du bon' }).getByRole('listitem')
  await designation.fill('Gasoil')
  await press('Ajouter la ligne', dialog)
  await said(INCOMPLETE)
  expect(collected.elements()).toHaveLength(0)
  await fill({ 'Prix unitaire': '12,5', Quantité: '0' })
  await press('Ajouter la ligne', dialog)
  await said(INCOMPLETE)
  await quantite.fill('4')
  await press('Ajouter la ligne', dialog)
  await expect.element(collected).toHaveTextContent(/Gasoil · 4 × 12,50\sDA50,00\sDA/)
  await expect.element(designation).toHaveValue('')
  await fill({ Désignation: 'Huile', 'Prix unitaire': '1000' })
  await key('Enter')
  await expect.poll(() => collected.elements()).toHaveLength(2)
  await press('Retirer la ligne Gasoil', dialog)
  await expect.element(collected).toHaveTextContent('Huile')
  await fill({ Désignation: 'Filtre', 'Date du bon': '' })
  await save()
  await said('La référence est obligatoire.')
  await said('La date du bon est obligatoire.')
  await fill({ Référence: 'CARB-2', 'Date du bon': '06/03/2025' })
  await save()
  await said(INCOMPLETE)
  expect(server.changes()).toEqual([])
  // The line still being typed goes along once it is complete.
  await prix.fill('20')
  const lignes = [
    aLigne({ id: 8, designation: 'Huile', prix_unitaire: 1000_00 }),
    aLigne({ id: 9, designation: 'Filtre', prix_unitaire: 20_00 }),
  ]
  const added = aBon({ id: 6, reference: 'CARB-2', date_bon: '2025-03-06', lignes })
  const answers = held(
    answer(calls.createBon, {
      ...added,
      reglements: [],
      page: 1,
      message: "Bon d'achat et ses lignes ajoutés avec succès !",
    }),
  )
  server.give(answers, holding(added, peinture))
  await dialog.getByRole('button', { name: 'Enregistrer', exact: true }).dblClick()
  await expect.element(dialog.getByRole('button', { name: 'Enregistrement...' })).toBeDisabled()
  answers.release()
  await said("Bon d'achat et ses lignes ajoutés avec succès !")
  expect(server.changes().map(({ path, body }) => [path, body])).toEqual([
    [
      '/api/bons',
      {
        reference: 'CARB-2',
        date_bon: '2025-03-06',
        categorie_bon_id: 3,
        lignes: [
          { designation: 'Huile', prix_unitaire: 1000, quantite: 1 },
          { designation: 'Filtre', prix_unitaire: 20, quantite: 1 },
        ],
      },
    ],
  ])
  for (const text of ['06/03/2025', '1 020,00 DA', 'Huile', 'Filtre'])
    await expect.element(card('CARB-2')).toHaveTextContent(text)
})

// spec: CHG-25, CHG-47, CHG-48, CHG-74, CHG-78, LIM-12, ERR-90
test('a line is refused at its fields, reckoned while it is typed, and tells every sentence of the server', async () => {
  const server = await renderScreen('/charges', { answers: [holding(peinture)] })
  await button('Ajouter une ligne à PEI-1').click()
  await expect.element(dialogNamed('Ajouter une ligne')).toBeVisible()
  const [prix, total] = [field('Prix unitaire'), dialog.getByRole('status')]
  await expect.element(prix).toHaveAttribute('step', '0.01')
  await expect.element(prix).toHaveAttribute('min', '0')
  await prix.fill('-1')
  await expect.element(prix).toHaveValue('')
  await fill({ Quantité: '0' })
  await save()
  await said('La désignation est obligatoire.')
  await said('Le prix unitaire est obligatoire.')
  await said('La quantité doit être un nombre entier, 1 au moins.')
  expect(server.changes()).toEqual([])
  // A dot as the decimal mark, in one piece as a paste brings it, then typed.
  await fill({ Désignation: 'Enduit', 'Prix unitaire': '1,234.5', Quantité: '2' })
  await expect.element(total).toHaveTextContent(/^2 469,00 DA$/)
  await prix.fill('')
  await type('12.5')
  await fill({ Quantité: '3' })
  await expect.element(total).toHaveTextContent(/^37,50 DA$/)
  const errors = { designation: ['Premier défaut.'], quantite: ['Second défaut.'] }
  server.give(refuse(calls.createLigne, 422, { message: 'Premier défaut.', errors }))
  await save()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(/^Premier défaut\. Second défaut\.$/)
  const enduit = aLigne({ id: 9, designation: 'Enduit', prix_unitaire: 12_50, quantite: 3 })
  server.give(answer(calls.createLigne, { ...enduit, page: 1, message: 'Ligne ajoutée avec succès !' }))
  await save()
  await said('Ligne ajoutée avec succès !')
  const sent = ['/api/bons/5/lignes', { designation: 'Enduit', prix_unitaire: 12.5, quantite: 3 }]
  expect(server.changes().map(({ path, body }) => [path, body])).toEqual([sent, sent])
})

// spec: CHG-27, CHG-28, CHG-49, CHG-50, CHG-79, CHG-80
test('a line is edited and deleted', async () => {
  const enduit = aLigne({ id: 9, designation: 'Enduit', prix_unitaire: 12_50, quantite: 3 })
  const server = await renderScreen('/charges', { answers: [holding(aBon({ id: 5, lignes: [enduit] }))] })
  await button('Modifier la ligne Enduit').click()
  await expect.element(field('Quantité')).toHaveValue('3')
  await fill({ Quantité: '2' })
  const deux = aLigne({ ...enduit, quantite: 2, montant: 25_00 })
  server.give(
    answer(calls.updateLigne, { ...deux, message: 'Ligne modifiée avec succès !' }),
    holding(aBon({ id: 5, lignes: [deux] })),
  )
  await save()
  await said('Ligne modifiée avec succès !')
  await expect.element(page.getByRole('row', { name: /Enduit/ })).toHaveTextContent('25,00 DA')
  await button('Supprimer la ligne Enduit').click()
  await expect
    .element(dialogNamed('Supprimer la ligne'))
    .toHaveTextContent('Êtes-vous sûr de vouloir supprimer la ligne Enduit ? Cette action est définitive.')
  server.give(answer(calls.deleteLigne, { message: 'Ligne supprimée avec succès !' }))
  await press('Supprimer', dialog)
  await said('Ligne supprimée avec succès !')
  expect(server.sent()).toEqual([
    ['PUT', '/api/bons/5/lignes/9', { designation: 'Enduit', prix_unitaire: 12.5, quantite: 2, version: 1 }],
    ['DELETE', '/api/bons/5/lignes/9', undefined],
  ])
})

// spec: SHELL-06, CHG-81
test('a voucher changed meanwhile is read again and keeps what was typed; one that is deleted says how many lines go with it', async () => {
  const server = await renderScreen('/charges', { answers: [holding(peinture)] })
  await button('Modifier le bon PEI-1').click()
  await expect.element(field('Date du bon')).toHaveValue('05/03/2025')
  await fill({ Référence: 'PEI-2' })
  // Somebody changes the day meanwhile: reloading keeps the reference typed here and takes the day set there.
  server.give(
    refuse(calls.updateBon, 409, { message: 'Ce bon a été modifié.' }),
    answer(calls.bon, { ...peinture, date_bon: '2025-04-06', version: 2, reglements: [] }),
  )
  await save()
  await press('Recharger', dialog)
  await expect.element(field('Date du bon')).toHaveValue('06/04/2025')
  await expect.element(field('Référence')).toHaveValue('PEI-2')
  const changed = { ...peinture, reference: 'PEI-2', date_bon: '2025-04-06', version: 3, reglements: [] }
  server.give(
    answer(calls.updateBon, { ...changed, message: "Bon d'achat modifié avec succès !" }),
    holding(changed),
  )
  await save()
  await said("Bon d'achat modifié avec succès !")
  await button('Supprimer le bon PEI-2').click()
  const confirm = dialogNamed('Supprimer le bon')
  await expect
    .element(confirm)
    .toHaveTextContent('Êtes-vous sûr de vouloir supprimer le bon PEI-2 ? Cette action est définitive.')
  await expect.element(confirm).toHaveTextContent('Il contient 2 lignes')
  server.give(answer(calls.deleteBon, { message: "Bon d'achat supprimé avec succès !" }))
  await press('Supprimer', confirm)
  await said("Bon d'achat supprimé avec succès !")
  expect(server.sent()).toEqual([
    ['PUT', '/api/bons/5', { reference: 'PEI-2', date_bon: '2025-03-05', version: 1 }],
    ['PUT', '/api/bons/5', { reference: 'PEI-2', date_bon: '2025-04-06', version: 2 }],
    ['DELETE', '/api/bons/5', undefined],
  ])
})

const PRINTS = ['Imprimer tous les bons', 'Imprimer la catégorie Peinture', 'Imprimer le bon PEI-1']

// spec: CHG-69, CHG-70, CHG-71, CHG-83, ERR-91, ERR-93, ERR-94, ERR-95
test('a print or a deletion that fails is told at the top', async () => {
  const server = await renderScreen('/charges', { answers: [holding(peinture)] })
  // Lower than the page, whose top is out of sight.
  await page.viewport(1280, 300)
  const [tous, categorie, bon] = PRINTS as [string, string, string]
  const panne = { error: 'Panne X' }
  for (const [name, failure, sentence] of [
    [tous, refuse(calls.print, 500, panne), 'Panne X'],
    [tous, refuse(calls.print, 500, { message: 'Panne Y' }), 'Panne Y'],
    [tous, raw(calls.print, undefined, 500), 'Erreur serveur lors de la génération du PDF.'],
    [tous, lost(calls.print), 'Erreur lors de la génération du PDF.'],
    [bon, refuse(calls.print, 404), 'Erreur lors de la génération du PDF.'],
    [categorie, refuse(calls.print, 500), 'Erreur lors de la génération du PDF.'],
  ] as const) {
    server.give(failure)
    await expect.element(button(name)).toBeVisible()
    window.scrollTo(0, 100)
    button(name)
      .element()
      .dispatchEvent(new MouseEvent('click', { bubbles: true }))
    await expect.element(alert).toHaveTextContent(new RegExp(`^${sentence}$`))
    await expect.poll(() => window.scrollY).toBe(0)
    await press('Fermer le message')
  }
  window.scrollTo(0, 100)
  button('Supprimer le bon PEI-1')
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }))
  server.give(refuse(calls.deleteBon, 500))
  await press('Supprimer', dialog)
  await expect.element(alert).toHaveTextContent(/^Erreur lors de l'action\.$/)
  await expect.poll(() => window.scrollY).toBe(0)
})

// spec: CHG-02, CHG-21
test('a paper that takes its time keeps the focus, and may be given up', async () => {
  const server = await renderScreen('/charges', {
    answers: [holding(peinture), held(refuse(calls.print, 500))],
  })
  for (const name of PRINTS) {
    const print = button(name)
    await expect.element(print).toBeVisible()
    print.element().focus()
    await key('Enter')
    await expect.element(print).toBeDisabled()
    await expect.element(print).toHaveFocus()
    await button('Annuler').click()
    await expect.element(print).toBeEnabled()
  }
  expect(
    server.calls.filter(({ path }) => path === '/api/generate-pdf').map(({ query }) => `${query}`),
  ).toEqual(['', 'categorie_id=3', 'bon_id=5'])
})
