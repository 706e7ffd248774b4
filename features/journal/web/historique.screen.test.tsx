import { expect, test } from 'vitest'
import { appartementsEndpoints } from '#features/biens/appartements.contract.ts'
import { anAppartement } from '#features/biens/biens.objects.ts'
import { aClientResume } from '#features/clients/clients.objects.ts'
import { journalEndpoints } from '#features/journal/journal.contract.ts'
import { aLigneDuJournal } from '#features/journal/journal.objects.ts'
import { membresEndpoints } from '#features/membres/membres.contract.ts'
import { aMembre } from '#features/membres/membres.objects.ts'
import { dossiersEndpoints } from '#features/ventes/dossiers.contract.ts'
import { aDossier } from '#features/ventes/ventes.objects.ts'
import { expectAccessible } from '#test/harness/screens/accessible.ts'
import { answer } from '#test/harness/screens/answers.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { dialog, key, page, press, textsOf } from '#test/harness/screens/screen.ts'

const vente = (id: number, nom: string) =>
  aLigneDuJournal({
    id,
    action: 'ajouter',
    action_libelle: 'Vente',
    objet: 'vente',
    objet_libelle: 'Dossier',
    objet_id: id,
    titre: `Dossier ${id}`,
    lien: `/ventes/${id}`,
    changements: [{ champ: 'Client', avant: null, apres: nom }],
  })
/** A sale that left no payment, a new price, and the sale of today. */
const LIGNES = [vente(3, 'Amina Saïdi'), aLigneDuJournal({ id: 2 }), vente(1, 'Amrouche Rachid')]

const LOT = anAppartement({ numLot: 'A-12' })
const DOSSIER = aDossier({ dossier: '2026-D-0003', client: aClientResume({ nomComplet: 'Amina Saïdi' }) })
const ANSWERS = [
  answer(journalEndpoints.list, { data: LIGNES, suivant: null, membres: null }),
  answer(appartementsEndpoints.list, onePage([LOT])),
  answer(appartementsEndpoints.read, LOT),
  answer(dossiersEndpoints.read, DOSSIER),
  answer(membresEndpoints.list, { ...onePage([aMembre({ id: 1, name: 'Karim Benali' })]), demandes: 0 }),
]
const asked = (server: Awaited<ReturnType<typeof renderScreen>>) =>
  server.calls
    .filter(({ path }) => path === '/api/journal')
    .map(({ query }) => [query.get('objet'), query.get('objet_id')])

// spec: AD-12, AD-39
test('« Historique » of a lot shows its prices and its sales, above its details', async () => {
  const server = await renderScreen('/appartement?details=1', { answers: ANSWERS, others: 500 })
  await press(/^Historique$/, dialog)
  const history = page.getByRole('dialog', { name: /^Historique : .*A-12/ })
  const rows = history.getByRole('row')
  await expect.element(rows).toHaveLength(4)
  expect(textsOf(rows).slice(1)).toEqual([
    expect.stringContaining('Amina Saïdi'),
    expect.stringMatching(/1 250 000,00 DA.*1 300 000,50 DA/),
    expect.stringContaining('Amrouche Rachid'),
  ])
  expect(asked(server)).toEqual([['appartement', '1']])
  await expectAccessible(history.element())
  await key('Escape')
  await expect.element(history).not.toBeInTheDocument()
  await expect.element(dialog).toBeVisible()
})

// spec: AD-39
test('a dossier has its own, under « Plus d’actions »', async () => {
  const server = await renderScreen('/ventes/1', { answers: ANSWERS, others: 500 })
  await press("Plus d'actions")
  await page.getByRole('menuitem', { name: 'Journal de ce dossier' }).click()
  const history = page.getByRole('dialog', { name: /^Historique : Dossier/ })
  await expect.element(history).toHaveTextContent('Amina Saïdi')
  expect(asked(server)).toEqual([['vente', '1']])
})

// spec: AD-39
test('a member has his own, in the list of members', async () => {
  const server = await renderScreen('/users', { answers: ANSWERS })
  await press('Historique de Karim Benali')
  await expect.element(page.getByRole('dialog', { name: 'Historique : Karim Benali' })).toBeVisible()
  expect(asked(server)).toEqual([['membre', '1']])
})

// spec: AD-39
test('who may not read the journal is offered none', async () => {
  await renderScreen('/appartement?details=1', { role: 'caisse', answers: ANSWERS, others: 500 })
  await expect.element(dialog).toHaveTextContent('A-12')
  await expect
    .element(dialog.getByRole('button', { name: 'Historique', exact: true }))
    .not.toBeInTheDocument()
})
