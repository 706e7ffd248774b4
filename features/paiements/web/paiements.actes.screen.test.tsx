import { expect, test } from 'vitest'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { aPaiement, SoldLot } from '#features/paiements/paiements.objects.ts'
import { held, refuse } from '#test/harness/screens/answers.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { dialog, field, fill, key, page, press, rows, valueOf } from '#test/harness/screens/screen.ts'

const panel = page.getByRole('region', { name: 'Détails du bien' })

async function open(paiement = aPaiement()) {
  const lot = new SoldLot([paiement])
  const server = await renderScreen(lot.address, { answers: lot.answers })
  await expect.element(rows).toHaveTextContent('300,00 DA')
  return { lot, server }
}

// spec: DET-06, DET-29, PAY-46
test('a payment is corrected: same form, its old amount given back, another correction noticed', async () => {
  const { lot, server } = await open()
  await press(/^Modifier le paiement/)
  await expect.element(dialog).toHaveAccessibleName('Modifier le paiement')
  await expect.element(field('Client')).toHaveValue('Ali Benali · 0555 12 34 56')
  await expect.element(field('Appartement')).toHaveValue('A-12 (F3) · Bloc B, Les Jardins')
  await expect.poll(() => valueOf(field('Reste à payer'))).toBe('700,00 DA')
  await fill({ Montant: '1000', Détails: 'Virement BNA' })
  await expect.poll(() => valueOf(field('Reste à payer'))).toBe('0,00 DA')

  lot.change(31, { versement: 130_00 })
  server.give(
    refuse(paiementsEndpoints.update, 409, {
      message: 'Cette fiche a été modifiée entre-temps. Rechargez-la.',
    }),
  )
  await press('Mettre à jour', dialog)
  await expect.element(dialog).toHaveTextContent('Cette fiche a été modifiée entre-temps. Rechargez-la.')
  await press('Recharger', dialog)
  await expect.element(dialog.getByRole('button', { name: 'Recharger' })).not.toBeInTheDocument()
  await expect.element(field('Détails')).toHaveValue('Virement BNA')
  await expect.poll(() => valueOf(field('Montant'))).toBe('1 000 DA')
  server.give(lot.corrects({ versement: 1_000_00, details: 'Virement BNA' }))
  await press('Mettre à jour', dialog)
  await expect.element(page.getByText('Paiement modifié avec succès !')).toBeVisible()
  await expect.element(rows).toHaveTextContent(/1 000,00 DA.*Virement BNA/)
  await expect.element(panel).toHaveTextContent('100 %')
  const saisie = { versement: 1000, details: 'Virement BNA' }
  expect(server.changes().map(({ body }) => body)).toMatchObject([
    { ...saisie, version: 1 },
    { ...saisie, version: 2 },
  ])
})

// spec: DET-07, DET-08, PAY-47, PAY-59, ERR-82
test('a payment is read, then deleted after a question that says it is definitive', async () => {
  const { lot, server } = await open()
  await press(/^Détails du paiement/)
  for (const said of [
    'Date : 1er mars 2026',
    'Versement : 300,00 DA',
    'Solde : 700,00 DA',
    'Client : Ali Benali',
    'Bien : Appartement A-12',
  ])
    await expect.element(dialog).toHaveTextContent(said)
  await key('Escape')
  await press(/^Supprimer le paiement/)
  await expect.element(dialog).toHaveTextContent('Cette action est définitive.')
  await expect.element(dialog).toHaveTextContent('Le numéro de reçu 2026-000031 ne resservira pas.')
  const failing = held(refuse(paiementsEndpoints.remove, 500))
  server.give(failing)
  await press('Supprimer', dialog)
  await expect.element(dialog.getByRole('button', { name: 'Suppression...' })).toBeDisabled()
  failing.release()
  await expect.element(page.getByText('Erreur lors de la suppression.')).toBeVisible()
  server.give(lot.deletes())
  await press('Supprimer', dialog)
  await expect.element(page.getByText('Paiement supprimé avec succès !')).toBeVisible()
  await expect.element(page.getByText('Aucun paiement trouvé pour ce bien.')).toBeVisible()
  expect(server.changes().map(({ method, path }) => `${method} ${path}`)).toEqual([
    'DELETE /api/paiements/31',
    'DELETE /api/paiements/31',
  ])
})

test('of an ended sale only the details can be corrected, and the column says who paid', async () => {
  const { lot, server } = await open(aPaiement({ vente_terminee: true }))
  await expect.element(rows).toHaveTextContent('Ancien client')
  await expect.element(page.getByRole('button', { name: /^Supprimer le paiement/ })).not.toBeInTheDocument()
  await press(/^Modifier/, rows.first())
  for (const label of ['Date', 'Montant']) await expect.element(field(label)).toBeDisabled()
  server.give(lot.corrects({ details: 'Remboursé' }))
  await fill({ Détails: 'Remboursé' })
  await press('Mettre à jour', dialog)
  await expect.element(rows).toHaveTextContent('Remboursé')
  expect(server.changes().map(({ body }) => body)).toMatchObject([
    { versement: 300, date_paiement: '2026-03-01', details: 'Remboursé' },
  ])
})
