import { expect, test } from 'vitest'
import { aMembre } from '#features/membres/membres.objects.ts'
import { membresEndpoints } from '#features/membres/membres.contract.ts'
import { dossiersEndpoints } from '#features/ventes/dossiers.contract.ts'
import { aDossier, aDossierLigne, answersOfDossier } from '#features/ventes/ventes.objects.ts'
import { answer } from '#test/harness/screens/answers.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  choose,
  dialog,
  field,
  page,
  press,
  rows,
  said,
  save,
  textsOf,
  expectCount,
} from '#test/harness/screens/screen.ts'

const NADIA = { id: 2, nom: 'Nadia Ferhat' }
const membres = answer(membresEndpoints.list, {
  ...onePage([
    aMembre({ id: 2, name: NADIA.nom }),
    aMembre({ id: 3, name: 'Omar Saïdi' }),
    aMembre({ id: 4, name: 'Ancien Membre', statut: 'désactivé' }),
  ]),
  demandes: 0,
})
const dossier = aDossier({ vendeur: NADIA })
const edit = async () => {
  await press("Plus d'actions")
  await page.getByRole('menuitem', { name: 'Modifier le dossier' }).click()
  await expect.element(dialog).toBeVisible()
}

// spec: CO-23
test('a dossier says who sold it, and the direction names another of the active members', async () => {
  const server = await renderScreen('/ventes/1', {
    answers: [
      ...answersOfDossier(dossier),
      membres,
      answer(dossiersEndpoints.update, { ...dossier, message: 'Dossier modifié avec succès !' }),
    ],
  })
  await said('Vendu par Nadia Ferhat')
  await edit()
  await expect.element(field('Vendu par')).toHaveValue('Nadia Ferhat')
  await choose('Vendu par', 'Omar Saïdi')
  await save()
  await said('Dossier modifié avec succès !')
  expect(server.sent().at(-1)).toEqual(['PUT', '/api/ventes/1', expect.objectContaining({ vendeur_id: 3 })])
})

// spec: CO-23
test('another rôle reads who sold, and edits the rest', async () => {
  await renderScreen('/ventes/1', { answers: answersOfDossier(dossier), role: 'commercial' })
  await said('Vendu par Nadia Ferhat')
  await edit()
  await expect.element(field('Notaire')).toBeVisible()
  expect(field('Vendu par').elements()).toHaveLength(0)
})

// spec: CO-23
test('the dossiers of one vendeur say so in a chip that takes the filter away', async () => {
  const server = await renderScreen('/ventes?vendeur=2', {
    answers: [
      answer(dossiersEndpoints.list, {
        ...onePage([aDossierLigne({ vendeur: NADIA })]),
        totals: { sans_echeancier: 0 },
      }),
    ],
  })
  await expectCount(rows, 1)
  const chips = page.getByRole('list', { name: 'Filtres en place' }).getByRole('listitem')
  await expect.poll(() => textsOf(chips)).toEqual(['Vendu par Nadia Ferhat, retirer ce filtre'])
  expect(server.asked('/api/ventes').at(-1)).toContain('vendeur_id=2')
  await press(/^Vendu par .*retirer ce filtre/)
  await expect.poll(() => location.search).not.toContain('vendeur')
})
