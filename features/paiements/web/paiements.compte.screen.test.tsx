import { expect, test } from 'vitest'
import { aCompteBancaire, comptes } from '#features/comptes/comptes.objects.ts'
import { parametresEndpoints } from '#features/parametres/parametres.contract.ts'
import { aPaiement, SoldLot } from '#features/paiements/paiements.objects.ts'
import { answer, type Answer } from '#test/harness/screens/answers.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { choose, dialog, field, fill, press, save } from '#test/harness/screens/screen.ts'

const BNA = aCompteBancaire()
const CPA = aCompteBancaire({ id: 2, banque: 'CPA', numero: '004 7' })
const FERME = aCompteBancaire({ id: 3, banque: 'BDL', numero: '005 1', actif: false })

/** The form of a payment for Ali's lot. */
async function take(answers: Answer) {
  const lot = new SoldLot()
  const server = await renderScreen(lot.address, { answers: [...lot.answers, answers] })
  await press('Ajouter un paiement')
  await fill({ Montant: '100' })
  return { lot, server }
}

// spec: CO-43
test('the account of a transfer is asked after its reference, the only one proposed', async () => {
  const { lot, server } = await take(comptes([BNA, FERME], 3))
  await expect.element(field('Sur notre compte')).not.toBeInTheDocument()
  await choose('Mode de paiement', 'Virement')
  await expect.element(field('Sur notre compte')).toHaveValue('BNA, 001 00600 1')
  const labels = [...dialog.element().querySelectorAll('label')].map(({ textContent }) => textContent)
  expect(labels[labels.indexOf('Référence du virement') + 1]).toBe('Sur notre compte')
  server.give(lot.takes(aPaiement({ versement: 100_00, mode: 'virement' })))
  await save()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(server.changes().map(({ body }) => body)).toMatchObject([{ mode: 'virement', compte_id: 1 }])
})

// spec: CO-43
test('of several accounts the last used is proposed, another one is taken, and no other mode sends one', async () => {
  const { lot, server } = await take(comptes([BNA, CPA], 2))
  await choose('Mode de paiement', 'Versement bancaire')
  await expect.element(field('Sur notre compte')).toHaveValue('CPA, 004 7')
  await choose('Sur notre compte', 'BNA, 001 00600 1')
  await choose('Mode de paiement', 'Chèque')
  await expect.element(field('Sur notre compte')).not.toBeInTheDocument()
  await choose('Mode de paiement', 'Virement')
  await expect.element(field('Sur notre compte')).toHaveValue('BNA, 001 00600 1')
  server.give(lot.takes(aPaiement({ versement: 100_00, mode: 'virement' })))
  await save()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(server.changes().map(({ body }) => body)).toMatchObject([{ compte_id: 1 }])
})

// spec: CO-43
test('without an account of the promoteur the specified form is as before', async () => {
  const { lot, server } = await take(comptes([]))
  await choose('Mode de paiement', 'Virement')
  await expect.element(field('Référence du virement')).toBeVisible()
  await expect.element(field('Sur notre compte')).not.toBeInTheDocument()
  server.give(lot.takes(aPaiement({ versement: 100_00, mode: 'virement' })))
  await save()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(server.changes().map(({ body }) => body)).toMatchObject([{ compte_id: null }])
})

test('a payment that has none is not given one by being corrected; one out of use stays', async () => {
  const at = { id: 3, banque: 'BDL', numero: '005 1' }
  const lot = new SoldLot([
    aPaiement({ id: 31, mode: 'virement' }),
    aPaiement({ id: 32, recu: '2026-000032', mode: 'virement', compte: at }),
  ])
  const server = await renderScreen(lot.address, { answers: [...lot.answers, comptes([BNA, CPA, FERME], 2)] })
  await press(/^Modifier le paiement.*31$/)
  await expect.element(field('Sur notre compte')).toHaveValue('')
  server.give(lot.corrects({}))
  await press('Mettre à jour')
  await expect.element(dialog).not.toBeInTheDocument()
  await press(/^Modifier le paiement.*32$/)
  await expect.element(field('Sur notre compte')).toHaveValue('BDL, 005 1')
  await press('Mettre à jour')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(server.changes().map(({ body }) => body)).toMatchObject([{ compte_id: null }, { compte_id: 3 }])
})

// spec: CO-17
test('the droit de timbre of cash is told before it is saved, by the scale', async () => {
  const told = dialog.getByText(/^Droit de timbre/)
  const timbre = answer(parametresEndpoints.reglages, { data: { timbre: true } })
  const lot = new SoldLot([], { prix: 9_000_000_00 })
  await renderScreen(lot.address, { answers: [...lot.answers, timbre] })
  await press('Ajouter un paiement')
  await fill({ Montant: '950000' })
  await expect.element(told).not.toBeInTheDocument()
  await choose('Mode de paiement', 'Espèces')
  await expect
    .element(told)
    .toHaveTextContent('Droit de timbre : 19 000,00 DA, à percevoir en plus du versement.')
  await fill({ Montant: '300' })
  await expect.element(told).not.toBeInTheDocument()
})
