import { expect, test } from 'vitest'
import { chequesEndpoints } from '#features/cheques/cheques.contract.ts'
import { aCompteBancaire, comptes } from '#features/comptes/comptes.objects.ts'
import type { LigneDeVersements } from '#features/paiements/paiement.schema.ts'
import { aCheque } from '#features/paiements/paiements.objects.ts'
import { answer } from '#test/harness/screens/answers.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { dialog, main, page, plain, press, rows } from '#test/harness/screens/screen.ts'

const residence = { id: 1, nom: 'Les Jardins' }
const groupe = { id: 4, montant: 3_000_000_00, recus: ['2026-000123', '2026-000124'] }
const FLAT: LigneDeVersements = {
  ...aCheque({ id: 31, versement: 2_500_000_00, recu: '2026-000123', groupe }),
  residence,
}
const PLACE: LigneDeVersements = {
  ...aCheque({ id: 32, versement: 500_000_00, recu: '2026-000124', groupe }),
  residence,
}
const ALONE: LigneDeVersements = {
  ...aCheque({ id: 33, versement: 1_000_00, recu: '2026-000125' }),
  residence,
}
const TOUS = [FLAT, PLACE, ALONE]
const box = (recu: string) => main.getByRole('checkbox', { name: `Sélectionner le chèque du reçu ${recu}` })
const deux = { nombre: 2, montant: 3_001_000_00 }
const aucun = { nombre: 0, montant: 0 }
const compte = { id: 1, banque: 'BNA', agence: null, numero: '001 00600 1' }
const remise = {
  id: 9,
  numero: '2026-000004',
  jour: '2026-03-10',
  compte,
  ...deux,
  en_attente: 2,
  encaisses: 0,
  rejetes: 0,
  sans_numero: 0,
  cheques: TOUS,
}

// spec: CO-30, CO-43
test('a cheque for two biens says so, is taken by one box, counts once and goes to the bank whole', async () => {
  const server = await renderScreen('/cheques', {
    answers: [
      answer(chequesEndpoints.listCheques, {
        ...onePage(TOUS),
        totals: deux,
        etats: { recu: deux, remis: aucun, rejete: { ...aucun, total: 0 } },
      }),
      answer(chequesEndpoints.listRemises, onePage([])),
      comptes([aCompteBancaire()], 1),
    ],
  })
  await expect.poll(() => plain(rows.first().element().textContent)).toContain('2 biens · 3 000 000,00 DA')
  await expect.element(rows.nth(2)).not.toHaveTextContent('biens')
  await expect.element(main.getByText('2 chèques', { exact: false }).first()).toBeVisible()
  await box('2026-000124').click()
  await expect.element(box('2026-000123')).toBeChecked()
  const taken = page.getByRole('status').filter({ hasText: 'sélectionné' })
  await expect.poll(() => plain(taken.element().textContent)).toBe('1 sélectionné, 3 000 000,00 DA')
  await box('2026-000123').click()
  await expect.element(box('2026-000124')).not.toBeChecked()
  await main.getByRole('checkbox', { name: 'Tout sélectionner' }).click()
  await expect.poll(() => plain(taken.element().textContent)).toBe('2 sélectionnés, 3 001 000,00 DA')
  await press('Nouvelle remise')
  await expect.element(dialog).toHaveTextContent('Reçus 2026-000123 et 2026-000124')
  await expect.poll(() => plain(dialog.element().textContent)).toContain('2 chèques, 3 001 000,00 DA')
  server.give(answer(chequesEndpoints.createRemise, { ...remise, message: 'Remise enregistrée.' }))
  await press('Enregistrer la remise')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(server.changes().map(({ body }) => body)).toMatchObject([{ ids: [31, 33] }])
  await expect.element(taken).not.toBeInTheDocument()
})
