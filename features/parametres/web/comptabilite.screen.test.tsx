import { expect, test } from 'vitest'
import { aCompteBancaire, comptes } from '#features/comptes/comptes.objects.ts'
import { chargesEndpoints } from '#features/charges/charges.contract.ts'
import { parametresEndpoints } from '#features/parametres/parametres.contract.ts'
import { sections } from '#features/parametres/parametres.sections.ts'
import { answer } from '#test/harness/screens/answers.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { choose, fieldOf, main, press, said } from '#test/harness/screens/screen.ts'

const A_CONFIRMER = 'À confirmer avec votre comptable.'
const stored = (nom: 'timbre' | 'tva' | 'ecritures') =>
  answer(parametresEndpoints.read, { data: { [nom]: { valeur: { ...sections[nom].defaut }, version: 0 } } })
const saves = (section: string) =>
  answer(parametresEndpoints.save, ({ body }) => ({
    section,
    valeur: Object(Object(body).valeur) as Record<string, unknown>,
    version: 1,
    message: 'Paramètres enregistrés avec succès !',
  }))
const SAVED = 'Paramètres enregistrés avec succès !'

test('the droit de timbre is switched on under its source', async () => {
  const server = await renderScreen('/parametres?section=timbre', {
    answers: [stored('timbre'), saves('timbre')],
  })
  await expect.element(main).toHaveTextContent(/LF 2025 art\. 46, circulaire 14 du 05\/03\/2025/)
  await expect.element(main).toHaveTextContent(A_CONFIRMER)
  await main.getByRole('checkbox', { name: 'Calculer le droit de timbre des versements en espèces' }).click()
  await press('Enregistrer')
  await said(SAVED)
  expect(server.changes().map(({ body }) => body)).toMatchObject([{ valeur: { percevoir: true } }])
})

test('each kind of bien has its rate of TVA, its month and the rate before; none is proposed', async () => {
  const server = await renderScreen('/parametres?section=tva', { answers: [stored('tva'), saves('tva')] })
  await expect.element(main).toHaveTextContent(A_CONFIRMER)
  const local = main.getByRole('group', { name: 'Local' })
  await expect.element(fieldOf(local, 'Taux (%)')).toHaveValue('')
  await fieldOf(local, 'Taux (%)').fill('101')
  await press('Enregistrer')
  await expect.element(local).toHaveTextContent('Le taux doit être compris entre 0 et 100.')
  await fieldOf(local, 'Taux (%)').fill('19')
  await fieldOf(local, "Taux d'avant (%)").fill('9')
  await choose('À partir de', 'janv. 2026', local)
  await press('Enregistrer')
  await said(SAVED)
  expect(server.changes().map(({ body }) => body)).toMatchObject([
    { valeur: { local: { taux: 19, depuis: '2026-01', avant: 9 }, encaissements_du: '2025-01-01' } },
  ])
})

test('a bank has the proposed account until it is told another', async () => {
  const categories = answer(chargesEndpoints.categories, onePage([]))
  const server = await renderScreen('/parametres?section=ecritures', {
    answers: [stored('ecritures'), saves('ecritures'), comptes([aCompteBancaire({ id: 3 })]), categories],
  })
  const bank = main.getByRole('group', { name: 'Comptes bancaires' }).getByRole('textbox')
  await expect.element(bank).toHaveValue('512')
  await bank.fill('512001')
  await main.getByRole('textbox', { name: 'Retenues de désistement' }).fill('')
  await press('Enregistrer')
  await said(SAVED)
  expect(server.changes().map(({ body }) => body)).toMatchObject([
    { valeur: { retenues: '', caisse: '53', banques: [{ id: 3, compte: '512001' }], categories: [] } },
  ])
})
