import { expect, test } from 'vitest'
import { chargesEndpoints as calls } from '#features/charges/charges.contract.ts'
import { aBon, aBonEntier, aCategorie, aLigne, aReglement } from '#features/charges/charges.objects.ts'
import { reglementsEndpoints } from '#features/charges/reglements.contract.ts'
import { aCompteBancaire, comptes } from '#features/comptes/comptes.objects.ts'
import { chargesRapportEndpoints } from '#features/rapports/charges.contract.ts'
import { residencesEndpoints } from '#features/structure/residences.contract.ts'
import { aujourdhui } from '#shared/dates.ts'
import { answer, refuse } from '#test/harness/screens/answers.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  button,
  card,
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
  textsOf,
} from '#test/harness/screens/screen.ts'

const lignes = [
  aLigne({ id: 1, designation: 'Ciment', prix_unitaire: 1250_50, quantite: 3 }),
  aLigne({ id: 2, designation: 'Acier', prix_unitaire: 20_000_00 }),
]
const BAHIA = { id: 4, nom: 'El Bahia' }
const nommes = { fournisseur: 'Sarl Béton', residence: BAHIA }
const tab = (name: string) => main.getByRole('tab', { name, exact: true })
const categories = (...bons: ReturnType<typeof aBon>[]) =>
  answer(calls.categories, onePage([aCategorie({ id: 3, nom: 'Gros œuvre', bons })], { parPage: 5 }))

// spec: CO-28, CHG-01
test('a bon says whom it is owed to, where, and how far it is paid; what is left is said once', async () => {
  const bons = [
    aBon({ id: 1, reference: 'A', ...nommes, lignes }),
    aBon({ id: 2, reference: 'B', fournisseur: 'Eurl Acier', lignes, regle: 10_000_00 }),
    aBon({ id: 3, reference: 'C', lignes, regle: 23_751_50 }),
    aBon({ id: 4, reference: 'D' }),
  ]
  await renderScreen('/charges', { answers: [categories(...bons)] })
  await expect.element(tab('Catégories')).toHaveAttribute('aria-selected', 'true')
  await expect
    .element(card('A'))
    .toHaveTextContent(/05\/03\/2025 · Sarl Béton · El Bahia23 751,50 DANon réglé/)
  await expect
    .element(card('B'))
    .toHaveTextContent(/05\/03\/2025 · Eurl Acier23 751,50 DAReste 13 751,50 DARéglé en partie/)
  await expect.element(card('C')).toHaveTextContent(/05\/03\/202523 751,50 DARéglé/)
  await expect.element(card('D')).toHaveTextContent(/05\/03\/20250,00 DA/)
  expect(card('D').element().textContent).not.toContain('églé')
})

// spec: CO-28
test('a bon is paid by « Régler tout le reste » from our account, and a règlement is deleted', async () => {
  const bon = { id: 5, reference: 'BC-5', lignes }
  const part = aReglement({ id: 7, reference: 'VIR 7', details: 'Acompte' })
  const server = await renderScreen('/charges', {
    answers: [categories(aBon(bon)), refuse(calls.bon, 500), comptes([aCompteBancaire()])],
  })
  await button('Règlements de BC-5').click()
  await expect
    .element(dialogNamed('Règlements de BC-5'))
    .toHaveTextContent('Erreur lors du chargement des règlements.')
  server.give(answer(calls.bon, aBonEntier(bon)))
  await press('Réessayer', dialog)
  await said('Aucun règlement pour ce bon.')
  await expect
    .element(dialog)
    .toHaveTextContent(/Total du bon23 751,50 DARéglé0,00 DAReste à régler23 751,50 DA/)

  await press('Ajouter un règlement', dialog)
  const form = dialogNamed('Ajouter un règlement')
  await press('Enregistrer', form)
  await said('Veuillez choisir le mode de règlement.')
  await choose('Mode de règlement', 'Chèque')
  await expect.element(field('Sur notre compte')).toHaveValue('BNA, 001 00600 1')
  await expect.element(field('Banque')).not.toBeInTheDocument()
  await press('Régler tout le reste', form)
  await expect.element(field('Montant')).toHaveValue('23\u202F751,50\u00A0DA')
  await fill({ 'Numéro du chèque': '0012345' })
  server.give(
    refuse(reglementsEndpoints.createReglement, 422, {
      message: 'Le règlement dépasse le reste à régler (13 751,50 DA).',
      errors: { montant: ['Le règlement dépasse le reste à régler (13 751,50 DA).'] },
    }),
  )
  await press('Enregistrer', form)
  await said('Le règlement dépasse le reste à régler (13 751,50 DA).')
  const paid = aBonEntier({
    ...bon,
    reglements: [part, aReglement({ id: 8, montant: 13_751_50, mode: 'cheque' })],
  })
  server.give(
    answer(reglementsEndpoints.createReglement, { ...paid, message: 'Règlement ajouté avec succès !' }),
    answer(calls.bon, paid),
  )
  await press('Enregistrer', form)
  await said('Règlement ajouté avec succès !')
  await expect.element(form).not.toBeInTheDocument()
  expect(server.changes().at(-1)).toMatchObject({
    path: '/api/bons/5/reglements',
    body: {
      date_reglement: aujourdhui(),
      montant: 23_751.5,
      mode: 'cheque',
      compte_id: 1,
      banque: null,
      reference: '0012345',
      details: '',
    },
  })
  // Nothing is left to pay, so nothing more is offered.
  await expect.element(dialog).toHaveTextContent(/Reste à régler0,00 DA/)
  await expect.element(dialog).toHaveTextContent('VIR 7 · BNA 001 00600 · Acompte')
  await expect.element(dialog.getByRole('button', { name: 'Ajouter un règlement' })).not.toBeInTheDocument()

  await press(/^Supprimer le règlement de 10 000,00 DA/, dialog)
  const question = dialogNamed('Supprimer le règlement')
  await expect
    .element(question)
    .toHaveTextContent(
      'Êtes-vous sûr de vouloir supprimer le règlement de 10 000,00 DA ? Cette action est définitive.',
    )
  server.give(
    answer(reglementsEndpoints.deleteReglement, { message: 'Règlement supprimé avec succès !' }),
    answer(calls.bon, aBonEntier({ ...bon, reglements: [part] })),
  )
  await press('Supprimer', question)
  await said('Règlement supprimé avec succès !')
  expect(server.changes().at(-1)?.path).toBe('/api/bons/5/reglements/7')
})

// spec: CO-29
test('both dialogs of a bon take fournisseur and residence; a bon without them is sent as specified', async () => {
  const plain = aBon({ id: 5, reference: 'BC-5' })
  const server = await renderScreen('/charges', {
    answers: [categories(plain), answer(residencesEndpoints.all, [BAHIA])],
  })
  await button('Modifier le bon BC-5').click()
  const labels = [...dialog.element().querySelectorAll('label')].map(({ textContent }) => textContent)
  expect(labels).toEqual(['Référence *', 'Date du bon *', 'Fournisseur', 'Résidence'])
  server.give(
    answer(reglementsEndpoints.fournisseurs, {
      ...onePage([{ nom: 'Sarl Béton', bons: 1, total: 0, regle: 0, reste: 0 }]),
      totals: { bons: 1, total: 0, regle: 0, reste: 0 },
    }),
  )
  await field('Fournisseur').click()
  await page.getByRole('option', { name: 'Sarl Béton' }).click()
  await choose('Résidence', 'El Bahia')
  const named = aBonEntier({ id: 5, reference: 'BC-5', ...nommes })
  server.give(
    answer(calls.updateBon, { ...named, message: "Bon d'achat modifié avec succès !" }),
    categories(named),
  )
  await save()
  await said("Bon d'achat modifié avec succès !")
  await button('Modifier le bon BC-5').click()
  await fill({ Fournisseur: '' })
  await save()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(server.changes().map(({ body }) => body)).toEqual([
    { reference: 'BC-5', date_bon: '2025-03-05', fournisseur: 'Sarl Béton', residence_id: 4, version: 1 },
    { reference: 'BC-5', date_bon: '2025-03-05', fournisseur: null, residence_id: 4, version: 1 },
  ])
})

// spec: CO-29
test('all bons are narrowed by fournisseur, residence, state and days', async () => {
  const server = await renderScreen('/charges?onglet=bons', {
    answers: [
      answer(calls.bons, onePage([aBon({ id: 5, reference: 'BC-5', ...nommes, lignes })], { parPage: 20 })),
      answer(residencesEndpoints.all, [BAHIA]),
    ],
  })
  await expect.element(card('BC-5')).toBeVisible()
  server.give(answer(calls.bons, onePage<ReturnType<typeof aBon>>([], { parPage: 20 })))
  await choose('État', 'Réglé en partie')
  await said('Aucun bon pour ces critères.')
  await renderScreen('/charges?onglet=bons&fournisseur=Sarl+Béton&residence=4&etat=partiel&du=2025-01-01', {
    answers: [
      answer(calls.bons, (call) => {
        expect(Object.fromEntries(call.query)).toMatchObject({
          fournisseur: 'Sarl Béton',
          residence_id: '4',
          etat: 'partiel',
          du: '2025-01-01',
        })
        return onePage([aBon({ id: 5, reference: 'BC-5' })], { parPage: 20 })
      }),
      answer(residencesEndpoints.all, [BAHIA]),
    ],
  })
  await expect.element(card('BC-5')).toBeVisible()
})

// spec: CO-29
test('what each fournisseur is owed leads to his bons; a period is a line a category and a figure a residence', async () => {
  const totals = { bons: 3, total: 47_503_00, regle: 10_000_00, reste: 37_503_00 }
  const AUCUN = { bons: 0, total: 0, regle: 0, reste: 0 }
  const owed = [
    { ...totals, nom: 'Sarl Béton', bons: 2 },
    { ...AUCUN, nom: null, bons: 1 },
  ]
  await renderScreen('/charges?onglet=fournisseurs', {
    answers: [
      answer(reglementsEndpoints.fournisseurs, ({ query }) =>
        query.get('solde') === '1'
          ? { ...onePage<(typeof owed)[number]>([]), totals: AUCUN }
          : { ...onePage(owed), totals },
      ),
      answer(calls.bons, onePage([aBon({ id: 5, reference: 'BC-5', ...nommes })], { parPage: 20 })),
      answer(chargesRapportEndpoints.charges, {
        du: '2025-01',
        au: '2025-12',
        bornes: { premier: '2025-01', dernier: '2025-03' },
        residences: [BAHIA, { id: null, nom: 'Sans résidence' }],
        categories: [{ id: 3, nom: 'Gros œuvre', montants: [20_000_00, 3_751_50], total: 23_751_50 }],
        totals: { montants: [20_000_00, 3_751_50], total: 23_751_50 },
        regle: 10_000_00,
      }),
    ],
  })
  const table = main.getByRole('table', { name: 'Fournisseurs' })
  await expectCount(table.getByRole('row'), 3)
  expect(textsOf(table.getByRole('row'))[2]).toContain('Non précisé1 bon')
  await main.getByRole('checkbox', { name: "Seulement ceux à qui l'on doit" }).click()
  await said('Aucun fournisseur pour ces critères.')
  await main.getByRole('checkbox', { name: "Seulement ceux à qui l'on doit" }).click()
  await table.getByRole('link', { name: 'Sarl Béton' }).click()
  await expect.element(card('BC-5')).toBeVisible()
  await expect.element(tab('Bons')).toHaveAttribute('aria-selected', 'true')
  await tab('Par période').click()
  const periode = main.getByRole('table', { name: 'Charges par catégorie et résidence' })
  await expectCount(periode.getByRole('row'), 3)
  expect(textsOf(periode.getByRole('row'))).toEqual([
    'CatégorieEl BahiaSans résidenceTotal',
    'Gros œuvre20 000,003 751,5023 751,50',
    'Total20 000,003 751,5023 751,50',
  ])
})
