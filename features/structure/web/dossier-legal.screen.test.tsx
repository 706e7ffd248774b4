import { expect, test } from 'vitest'
import {
  dossierLegalEndpoints as calls,
  type DossierLegal,
} from '#features/structure/dossier-legal.contract.ts'
import { residencesEndpoints } from '#features/structure/residences.contract.ts'
import { aResidence, anOccupation } from '#features/structure/structure.objects.ts'
import { addJours, aujourdhui, formatJourCourt } from '#shared/dates.ts'
import { answer, refuse } from '#test/harness/screens/answers.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  alert,
  card,
  dialogNamed,
  expectCount,
  key,
  page,
  press,
  said,
  save,
  type,
} from '#test/harness/screens/screen.ts'

const aBlocLegal = (given: Partial<DossierLegal['blocs'][number]>): DossierLegal['blocs'][number] => ({
  id: 1,
  nomloc: 'Bloc A',
  nom_ar: null,
  garantie_numero: null,
  garantie_police: null,
  garantie_le: null,
  garantie_au: null,
  livraison_prevue_le: null,
  garantie: 'absente',
  etages: [],
  ...given,
})
const etage = { id: 21, designation: '1er étage', niveau: 1, designation_ar: null }
const aDossierLegal = (given: Partial<DossierLegal> = {}): DossierLegal => ({
  id: 1,
  nom: 'Les Pins',
  nom_ar: null,
  adresse_ar: null,
  permis_numero: null,
  permis_le: null,
  permis_autorite: null,
  terrain_acte: null,
  terrain_le: null,
  version: 1,
  blocs: [aBlocLegal({ etages: [etage] }), aBlocLegal({ id: 2, nomloc: 'Bloc Z' })],
  parkings: [{ id: 5, parking_nom: 'Sous-sol', nom_ar: null }],
  ...given,
})
const saved = (given: Partial<DossierLegal> = {}) =>
  answer(calls.update, { ...aDossierLegal(given), message: 'Dossier légal enregistré avec succès !' })
const ANSWERS = [
  answer(residencesEndpoints.list, onePage([aResidence()], { parPage: 3 })),
  answer(calls.read, aDossierLegal()),
]
const legal = dialogNamed('Dossier légal - Les Pins')
const garantie = legal.getByRole('group', { name: 'Garantie de Bloc Z' })
const input = (label: string, inside: Pick<ReturnType<typeof dialogNamed>, 'getByRole'> = legal) =>
  inside.getByRole('textbox', { name: label, exact: true })

// spec: PA-40
test('the legal file of a residence is opened from its card, filled in by keyboard, and told in colours', async () => {
  const server = await renderScreen('/residence', { answers: ANSWERS })
  const more = card('Les Pins').getByRole('button', { name: 'Autres actions : Les Pins' })
  await expect.element(more).toBeVisible()
  more.element().focus()
  await key('Enter')
  await expect.element(page.getByRole('menuitem', { name: 'Dossier légal de Les Pins' })).toHaveFocus()
  await key('Enter')
  await expect.element(input('Nom de la résidence')).toHaveFocus()
  await type('الصنوبر')
  await key('Tab')
  await expect.element(input('Adresse')).toHaveFocus()
  await input('Bloc Z').fill('العمارة ي')
  await input('Sous-sol').fill('الموقف')
  const permis = legal.getByRole('region', { name: 'Permis', exact: true })
  await input('Numéro', permis).fill('PC 45/2021')
  await input('Délivré le', permis).fill('15/03/2021')
  await input('Par', permis).fill("APC d'Alger")
  await input('Acte').fill('Acte n° 112')
  await input("Date de l'acte").fill('04/11/2019')

  await expect.element(garantie).toHaveTextContent('absente')
  await input('Numéro', garantie).fill('G-118')
  const refusal = (champ: string, message: string) =>
    refuse(calls.update, 422, { message, errors: { [`blocs.1.${champ}`]: [message] } })
  server.give(refusal('garantie_le', 'La date de la garantie est obligatoire.'))
  await save()
  await expect.element(garantie).toHaveTextContent('La date de la garantie est obligatoire.')
  await expect.element(input('Du', garantie)).toHaveFocus()
  await input('Du', garantie).fill('01/02/2024')
  await input("Jusqu'au", garantie).fill('31/01/2024')
  const reversed = 'La fin de la garantie ne peut pas précéder son début (01/02/2024).'
  server.give(refusal('garantie_au', reversed))
  await save()
  await expect.element(garantie).toHaveTextContent(reversed)
  for (const [day, state] of [
    ['31/01/2024', 'expirée'],
    [formatJourCourt(addJours(aujourdhui(), 60)), 'expire dans 60 jours'],
    [formatJourCourt(addJours(aujourdhui(), 61)), 'en cours'],
  ] as const) {
    await input("Jusqu'au", garantie).fill(day)
    await expect.element(garantie).toHaveTextContent(state)
  }
  server.give(saved())
  await save()
  await said('Dossier légal enregistré avec succès !')
  await expect.element(legal).not.toBeInTheDocument()
  expect(
    server
      .changes()
      .slice(2)
      .map(({ path, body }) => [path, body]),
  ).toMatchObject([
    [
      '/api/residences/1/dossier-legal',
      {
        nom_ar: 'الصنوبر',
        permis_numero: 'PC 45/2021',
        permis_le: '2021-03-15',
        permis_autorite: "APC d'Alger",
        terrain_acte: 'Acte n° 112',
        terrain_le: '2019-11-04',
        version: 1,
        blocs: [
          { id: 1 },
          {
            id: 2,
            nom_ar: 'العمارة ي',
            garantie_numero: 'G-118',
            garantie_le: '2024-02-01',
            garantie_au: addJours(aujourdhui(), 61),
          },
        ],
        parkings: [{ id: 5, nom_ar: 'الموقف' }],
      },
    ],
  ])
})

// spec: PA-40
test('somebody else saves meanwhile: « Recharger » keeps what was typed, and takes what the other has saved', async () => {
  const stale = 'Cette fiche a été modifiée entre-temps. Rechargez-la.'
  const server = await renderScreen('/residence', {
    answers: [...ANSWERS, refuse(calls.update, 409, { message: stale })],
  })
  await press(/^Autres actions/, card('Les Pins'))
  await page.getByRole('menuitem', { name: 'Dossier légal de Les Pins' }).click()
  await input('Police', garantie).fill('P 33')
  await press('1 étage de Bloc A', legal)
  await input('Bloc A, 1er étage').fill('الطابق الأول')
  const autre = aBlocLegal({ nom_ar: 'العمارة أ', etages: [etage] })
  server.give(
    answer(
      calls.read,
      aDossierLegal({ version: 2, blocs: [autre, aBlocLegal({ id: 2, nomloc: 'Bloc Z' })] }),
    ),
  )
  await save()
  await expect.element(alert).toHaveTextContent(stale)
  await press('Recharger', legal)
  await expect.element(alert).not.toBeInTheDocument()
  server.give(saved())
  await save()
  await expect.element(legal).not.toBeInTheDocument()
  expect(server.changes().at(-1)?.body).toMatchObject({
    version: 2,
    blocs: [
      { nom_ar: 'العمارة أ', etages: [{ id: 21, designation_ar: 'الطابق الأول' }] },
      { garantie_police: 'P 33' },
    ],
  })
})

// spec: PA-40
test('the legal file is opened from the report too, which says that it is saved', async () => {
  const stats = { ...anOccupation(), blocCount: 2, etageCount: 1 }
  const report = { id: 1, nom: 'Les Pins', adresse: 'Alger', stats, blocs: [], clients: [] }
  const server = await renderScreen('/residence?rapport=1', {
    answers: [...ANSWERS, saved(), answer(residencesEndpoints.report, report)],
  })
  const rapport = dialogNamed('Rapport détaillé - Les Pins')
  await press('Dossier légal', rapport)
  await input('Acte').fill('Acte n° 113')
  await press('Enregistrer', legal)
  await expect.element(legal).not.toBeInTheDocument()
  await expect.element(rapport).toHaveTextContent('Dossier légal enregistré avec succès !')
  expect(server.changes().map(({ body }) => body)).toMatchObject([{ terrain_acte: 'Acte n° 113' }])
})

// spec: PA-40
test('who may not change the legal file reads it', async () => {
  const expire = { garantie_numero: 'G-9', garantie_le: '2024-01-01', garantie_au: aujourdhui() }
  const bloc = aBlocLegal({ ...expire, garantie: 'en_cours' })
  await renderScreen('/residence', {
    role: 'lecture',
    answers: [
      ...ANSWERS,
      answer(calls.read, aDossierLegal({ nom_ar: 'الأرز', permis_numero: 'PC 1', blocs: [bloc] })),
    ],
  })
  await press('Dossier légal de Les Pins', card('Les Pins'))
  await expect.element(legal).toHaveTextContent("expire aujourd'hui")
  await expect.element(legal).toHaveTextContent('الأرز')
  await expect.element(legal).toHaveTextContent('PC 1')
  await expectCount(legal.getByRole('textbox'), 0)
  await key('Escape')
  await expect.element(legal).not.toBeInTheDocument()
})
