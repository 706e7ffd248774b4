import { expect, test } from 'vitest'
import { civiliteEndpoints } from '#features/clients/civilite.contract.ts'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import { aCivilite, aFiche } from '#features/clients/clients.objects.ts'
import { fichesEndpoints } from '#features/clients/fiches.contract.ts'
import { expectWholeAndAccessible } from '#test/harness/screens/accessible.ts'
import { answer, refuse } from '#test/harness/screens/answers.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { alert, choose, dialog, field, fill, page, press } from '#test/harness/screens/screen.ts'

const identity = page.getByRole('region', { name: 'Identité' })
/** An empty identity is one line, which opens the same dialog. */
const open = () => press(/^(?:Compléter l'identité|11 informations à compléter)$/, identity)
const save = () => press(/^Enregistrer$/, dialog)

async function openFile(civilite = aCivilite(), fiche = aFiche(), dark = true) {
  const server = await renderScreen('/clients/1', {
    dark,
    others: 500,
    answers: [
      answer(fichesEndpoints.read, fiche),
      answer(civiliteEndpoints.read, civilite),
      answer(clientsEndpoints.doublons, { data: [] }),
      answer(fichesEndpoints.update, { ...fiche, version: 2, message: 'Dossier modifié avec succès !' }),
      answer(civiliteEndpoints.update, {
        ...civilite,
        version: 3,
        message: 'Civilité enregistrée avec succès !',
      }),
    ],
  })
  await expect.element(identity).toBeVisible()
  return server
}

const SOCIETE = aCivilite({
  genre: 'societe',
  rc: '31/00-0123456 B 20',
  representant: 'Ali Saadi',
  representant_qualite: 'gérant',
  representant_ar: 'علي سعدي',
})

// spec: PA-40
test('a company has who acts for it instead of birth and paper, saved by two calls in a row', async () => {
  const server = await openFile()
  await expect.element(identity).not.toHaveTextContent('Civilité')
  await open()
  await expect.element(field('Civilité')).toHaveValue('Non précisée')
  await choose('Civilité', 'Société', dialog)
  for (const ofSomebody of ['Né(e) le', "Pièce d'identité"])
    await expect.element(field(ofSomebody)).not.toBeInTheDocument()
  await fill({
    RC: '31/00-0123456 B 20',
    Représentant: 'Ali Saadi',
    Qualité: 'gérant',
    'Représentant, en arabe': 'علي سعدي',
    'Nom en arabe': 'باتي سود',
  })
  server.give(answer(civiliteEndpoints.read, SOCIETE))
  await save()
  await expect.element(page.getByText('Dossier modifié avec succès !')).toBeVisible()
  expect(server.changes()).toMatchObject([
    { method: 'PUT', path: '/api/clients/1/dossier', body: { nom_ar: 'باتي سود', version: 1 } },
    {
      method: 'PUT',
      path: '/api/clients/1/civilite',
      body: {
        genre: 'societe',
        rc: '31/00-0123456 B 20',
        representant: 'Ali Saadi',
        representant_qualite: 'gérant',
        representant_ar: 'علي سعدي',
        version: 2,
      },
    },
  ])
  for (const said of ['Société', '31/00-0123456 B 20', 'Ali Saadi', 'gérant', 'علي سعدي'])
    await expect.element(identity).toHaveTextContent(said)
  await expect.element(identity).not.toHaveTextContent('Né(e) le')
})

// spec: PA-40
test('where only the civility changes, it alone is sent', async () => {
  const server = await openFile(SOCIETE)
  await open()
  await choose('Civilité', 'Madame', dialog)
  await expect.element(field('Né(e) le')).toBeVisible()
  await fill({ 'Lieu de naissance, en arabe': 'وهران' })
  server.give(answer(civiliteEndpoints.read, aCivilite({ genre: 'femme', naissance_lieu_ar: 'وهران' })))
  await save()
  await expect.element(page.getByText('Civilité enregistrée avec succès !')).toBeVisible()
  await expect.element(identity).toHaveTextContent(/Civilité\s:\s*Madame/)
  expect(server.changes()).toMatchObject([
    { path: '/api/clients/1/civilite', body: { genre: 'femme', naissance_lieu_ar: 'وهران' } },
  ])
})

// spec: PA-40
test('a file that was changed meanwhile is read again, and keeps what was chosen', async () => {
  const server = await openFile(aCivilite({ genre: 'femme' }))
  await open()
  await choose('Civilité', 'Non précisée', dialog)
  const message = 'Cette fiche a été modifiée entre-temps. Rechargez-la.'
  server.give(
    refuse(civiliteEndpoints.update, 409, { message }),
    answer(civiliteEndpoints.read, aCivilite({ genre: 'femme', adresse_ar: 'وهران', version: 4 })),
    answer(fichesEndpoints.read, aFiche({ version: 4 })),
  )
  await save()
  await expect.element(alert).toHaveTextContent(message)
  await press('Recharger', dialog)
  await expect.element(field('Adresse en arabe')).toHaveValue('وهران')
  await expect.element(field('Civilité')).toHaveValue('Non précisée')
  server.give(
    answer(civiliteEndpoints.update, { ...aCivilite(), message: 'Civilité enregistrée avec succès !' }),
    answer(civiliteEndpoints.read, aCivilite({ adresse_ar: 'وهران' })),
  )
  await save()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(server.changes().at(-1)?.body).toMatchObject({ genre: '', adresse_ar: 'وهران', version: 4 })
  await expect.element(identity).not.toHaveTextContent('Civilité')
})

// spec: PA-40
test.each([true, false])('the form of a company is whole at every width: dark %s', async (dark) => {
  await expectWholeAndAccessible(async () => {
    await openFile(SOCIETE, aFiche(), dark)
    await open()
    await expect.element(field('RC')).toBeVisible()
  })
})
