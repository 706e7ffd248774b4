import { expect, test } from 'vitest'
import { echeancierEndpoints } from '#features/echeanciers/echeances.contract.ts'
import { importsEndpoints, type FeuilleDeListe, type ImportLu } from '#features/imports/imports.contract.ts'
import { aFeuilleDeListe, anImport, answersOfImport, desLignes } from '#features/imports/imports.objects.ts'
import { parametresEndpoints } from '#features/parametres/parametres.contract.ts'
import { residencesEndpoints } from '#features/structure/residences.contract.ts'
import { aujourdhui } from '#shared/dates.ts'
import { expectAccessible, expectWholeAndAccessible } from '#test/harness/screens/accessible.ts'
import { answer, refuse } from '#test/harness/screens/answers.ts'
import { atRest, renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  attach,
  button,
  choose,
  dialog,
  expectCount,
  key,
  main,
  options,
  page,
  plain,
  press,
  rows,
  said,
  textsOf,
  type,
} from '#test/harness/screens/screen.ts'

const residences = answer(residencesEndpoints.all, [
  { id: 1, nom: 'Résidence El Bahdja' },
  { id: 2, nom: 'Résidence El Feth' },
])
const attend = (feuilles: FeuilleDeListe[], autres: Partial<ImportLu> = {}) => [
  residences,
  ...answersOfImport({ statut: 'correspondance', correspondance: { feuilles }, ...autres }),
]
const open = (answers: Parameters<typeof renderScreen>[1]) => renderScreen('/importer?import=7', answers)
const feuille = (nom: string) => main.getByRole('region', { name: nom, exact: true })

// spec: IN-35, IN-02
test('what is not sure stands first and in amber, and is said aloud; the rest is as it was understood', async () => {
  const server = await open({ answers: attend([aFeuilleDeListe()]) })
  await said('Comment lire vos feuilles')
  const colonnes = page.getByRole('table', { name: 'Colonnes de EL BAHDJA' })
  await expectCount(colonnes.getByCss('tbody tr'), 4)
  expect(textsOf(colonnes.getByCss('tbody tr td:first-child'))).toEqual([
    'N°À vérifier',
    'NOM ET PRENOM',
    'N° APPT',
    'PRIX DE VENTE',
  ])
  expect(plain(feuille('EL BAHDJA').element().textContent)).toContain('EL BAHDJA · titres ligne 4 · 8 lignes')
  await expect
    .element(feuille('EL BAHDJA').getByRole('status'))
    .toHaveTextContent('4 colonnes, 1 à vérifier.')
  await expect.element(feuille('EL BAHDJA').getByLabelText('Situation arrêtée au')).toHaveValue('31/10/2026')

  server.give(
    answer(importsEndpoints.correspondance, {
      ...anImport({ statut: 'lecture' }),
      message: 'Lecture avec ces colonnes.',
    }),
    ...answersOfImport({ statut: 'pret', correspondance: { feuilles: [aFeuilleDeListe()] } }),
  )
  await choose('« N° » est', 'Observation')
  await press('Lire ainsi')
  await said('Lecture avec ces colonnes.')
  expect(server.sent()).toEqual([
    [
      'POST',
      '/api/imports/7/correspondance',
      {
        feuilles: [
          {
            nom: 'EL BAHDJA',
            lire: true,
            residence_id: 1,
            arretee_au: '2026-10-31',
            unite: 'da',
            colonnes: [
              { lettre: 'A', champ: 'client' },
              { lettre: 'B', champ: 'appartement' },
              { lettre: 'C', champ: 'prix' },
              { lettre: 'D', champ: 'note' },
            ],
          },
        ],
      },
    ],
  ])
})

// spec: IN-35
test('a field is found by typing, by the keyboard alone; a group is no field', async () => {
  await open({ answers: attend([aFeuilleDeListe()]) })
  const choix = page.getByRole('combobox', { name: '« N° » est' })
  await choix.click()
  await expect
    .poll(() => textsOf(options).slice(0, 4))
    .toEqual(['Ne pas lire', 'Bien', 'Résidence', 'Bloc ou parking'])
  await expect.element(page.getByRole('option', { name: 'Comparer seulement' })).toBeDisabled()
  await choix.fill('')
  await type('observ')
  await expect.poll(() => textsOf(options)).toEqual(['Observation'])
  await key('ArrowDown')
  await key('Enter')
  await expect.element(choix).toHaveValue('Observation')
})

// spec: IN-35, IN-09
test('a unit that is not sure is asked in amber, a sheet is left out, and a refusal keeps all that was said', async () => {
  const server = await open({
    answers: attend([
      aFeuilleDeListe({ unite_sure: false, residence_id: null }),
      aFeuilleDeListe({ nom: 'Feuil1', entete: 1, lignes: 1 }),
    ]),
  })
  await said('Montants en (à vérifier)')
  await choose('Montants en (à vérifier)', 'millions de centimes')
  await feuille('Feuil1').getByRole('checkbox', { name: 'Lire cette feuille' }).click()
  await expect
    .element(feuille('Feuil1').getByRole('status'))
    .toHaveTextContent("La feuille Feuil1 n'est pas lue.")
  await expectCount(feuille('Feuil1').getByRole('table'), 0)
  server.give(
    refuse(importsEndpoints.correspondance, 422, { message: 'Choisissez la résidence de cette feuille.' }),
  )
  await press('Lire ainsi')
  await said('Choisissez la résidence de cette feuille.')
  await expect
    .element(feuille('EL BAHDJA').getByRole('combobox', { name: /Montants en/ }))
    .toHaveValue('millions de centimes')
  await choose(/^Résidence/, 'Résidence El Feth', feuille('EL BAHDJA'))
  server.give(
    answer(importsEndpoints.correspondance, {
      ...anImport({ statut: 'lecture' }),
      message: 'Lecture avec ces colonnes.',
    }),
  )
  await press('Lire ainsi')
  await expect.poll(() => server.changes().length).toBe(2)
  expect(server.changes()[1]?.body).toMatchObject({
    feuilles: [
      { nom: 'EL BAHDJA', lire: true, residence_id: 2, unite: 'millions_de_centimes' },
      { nom: 'Feuil1', lire: false },
    ],
  })
})

// spec: IN-35
test('the steps and the columns are whole and accessible on a desk, on a phone and at 200 %, in the light and in the dark', async () => {
  for (const dark of [true, false])
    await expectWholeAndAccessible(async () => {
      await open({ answers: attend([aFeuilleDeListe({ unite_sure: false })]), dark })
      await said('Comment lire vos feuilles')
      expect(textsOf(main.getByCss('ol > li'))).toEqual(['1 Votre classeur', '2 Vérifier', '3 Importer'])
      await expect.element(main.getByCss('[aria-current=step]')).toHaveTextContent('2 Vérifier')
    })
  await expectAccessible()
})

// spec: IN-03
test('« Revoir les colonnes » sends the same file again, and asks for it after a reload', async () => {
  const correspondance = { feuilles: [aFeuilleDeListe()] }
  const refuse2: Partial<ImportLu> = {
    statut: 'refuse',
    nombre_erreurs: 2,
    correspondance,
    feuilles: [desLignes('EL BAHDJA', 8, 0)],
  }
  const recu = answer(importsEndpoints.create, {
    ...anImport({ statut: 'lecture' }),
    message: 'Fichier reçu : vérification en cours.',
  })
  const server = await open({ answers: [residences, ...answersOfImport(refuse2), recu] })
  await press('Revoir les colonnes')
  await said('Choisissez de nouveau le classeur pour revoir ses colonnes.')
  expect(server.changes()).toEqual([])
  await attach(new File(['PK'], 'el-bahdja.xlsx'), main)
  await press('Vérifier')
  await expect.poll(() => server.changes().length).toBe(1)
  await press('Revoir les colonnes')
  await expect.poll(() => server.changes().length).toBe(2)
  expect(server.changes().map(({ body }) => body)).toMatchObject([{ revoir: 'true' }, { revoir: 'true' }])
})

// spec: IN-04
test('a workbook that cannot be read says why, and nothing else', async () => {
  const motif = "Une feuille par acquéreur n'est pas lue : mettez-les en lignes."
  const server = await open({ answers: [residences, ...answersOfImport({ statut: 'refuse', motif })] })
  await said(motif)
  await atRest()
  await expectCount(button('Télécharger le classeur annoté'), 0)
  await expectCount(button('Revoir les colonnes'), 0)
  await expectCount(main.getByRole('link', { name: 'Générer les lots' }), 0)
  await expectCount(main.getByRole('table', { name: "Messages de l'import" }), 0)
  expect(server.changes()).toEqual([])
})

// spec: IN-05
test('lots that are nowhere come first: their residence makes them', async () => {
  const motif = "7 lots ne sont pas dans Diyar : générez d'abord ceux de la résidence."
  await open({
    answers: [
      residences,
      ...answersOfImport({
        statut: 'refuse',
        motif,
        nombre_erreurs: 7,
        feuilles: [desLignes('EL BAHDJA', 8, 0)],
        correspondance: { feuilles: [aFeuilleDeListe({ residence_id: 2 })] },
      }),
    ],
  })
  await said(motif)
  await expect
    .element(main.getByRole('link', { name: 'Générer les lots' }))
    .toHaveAttribute('href', '/residence/2/generer')
})

// spec: IN-10
test('says before it writes how many payments get a number of the series « Reprise »', async () => {
  await open({
    answers: [
      residences,
      ...answersOfImport({ recus_a_numeroter: 11, feuilles: [desLignes('EL BAHDJA', 10, 18_250_000_00)] }),
    ],
  })
  await button('Importer').click()
  await expect.element(dialog).toBeVisible()
  expect(plain(dialog.element().textContent)).toContain(
    `11 paiements porteront un numéro de reprise (REP-…), hors du registre ${aujourdhui().slice(0, 4)}.`,
  )
  await expectAccessible()
})

// spec: IN-14
test('after it, the sales get their échéanciers in one act, and what has no day is said before', async () => {
  const modele = {
    id: 3,
    nom: 'Trois parts',
    par_defaut: true,
    lignes: [
      { libelle: 'Réservation', pourcent: 20_00, declencheur: 'reservation' as const, stade_id: null },
      { libelle: 'Contrat', pourcent: 80_00, declencheur: 'contrat' as const, stade_id: null },
    ],
  }
  const termine: Partial<ImportLu> = {
    statut: 'termine',
    ventes_sans_echeancier: 10,
    feuilles: [desLignes('EL BAHDJA', 10, 18_250_000_00)],
  }
  const server = await open({
    answers: [
      residences,
      ...answersOfImport(termine),
      answer(parametresEndpoints.reglages, { data: { modeles: [modele] } }),
      answer(echeancierEndpoints.countWithout, { dossiers: 10, places: 2, sans_contrat: 10 }),
      answer(echeancierEndpoints.generateAll, {
        crees: 10,
        ignores: 0,
        restants: 0,
        message: 'Échéancier généré pour 10 dossiers.',
      }),
    ],
  })
  await expect.element(main.getByRole('link', { name: 'Voir les ventes' })).toHaveAttribute('href', '/ventes')
  await press("Appliquer un modèle d'échéancier à ces 10 ventes")
  await said("10 sans date de contrat : leurs lignes « au contrat » n'ont pas de jour.")
  await said('10 dossiers sans échéancier seront concernés au plus.')
  await expectCount(dialog.getByRole('combobox', { name: /Résidence/ }), 0)
  await expectAccessible()
  server.give(...answersOfImport({ ...termine, ventes_sans_echeancier: 0 }))
  await press('Enregistrer', dialog)
  await said('Échéancier généré pour 10 dossiers.')
  expect(server.sent()).toEqual([['POST', '/api/echeanciers', { modele_id: 3, arrondi: 0.01, import_id: 7 }]])
  await expectCount(button("Appliquer un modèle d'échéancier à ces 10 ventes"), 0)
  await expectCount(rows, 2)
})
