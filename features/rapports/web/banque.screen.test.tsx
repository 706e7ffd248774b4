import { expect, test } from 'vitest'
import { aCompteBancaire, comptes } from '#features/comptes/comptes.objects.ts'
import { banqueEndpoints, type LigneDeBanque } from '#features/rapports/banque.contract.ts'
import { answer } from '#test/harness/screens/answers.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { expectOptions, key, main, page, press, said, textsOf } from '#test/harness/screens/screen.ts'

const aLigne = (given: Partial<LigneDeBanque>): LigneDeBanque => ({
  objet: 'paiement',
  id: 1,
  jour: '2026-03-10',
  piece: '2026-000031',
  tiers: 'Ali Benali',
  libelle: 'Virement CPA n° 4471',
  entree: 1_000_00,
  sortie: null,
  compte_id: 1,
  vu_le: null,
  en_attente: null,
  ...given,
})
const REMISE = aLigne({
  objet: 'remise',
  id: 4,
  piece: '2026-0004',
  libelle: 'Remise de 6 chèques',
  tiers: null,
  en_attente: 6,
})
const SANS = aLigne({ id: 2, piece: '2026-000032', compte_id: null })

const rows = main.getByRole('table', { name: 'Banque' }).getByCss('tbody tr')

const open = () =>
  renderScreen('/rapports?rapport=banque&mois=2026-03', {
    answers: [
      comptes([aCompteBancaire()]),
      answer(banqueEndpoints.read, {
        ...onePage([aLigne({}), SANS, REMISE]),
        totals: { entrees: 3_000_00, sorties: 0, entrees_vues: 0, sorties_vues: 0 },
        comptes: [
          { compte_id: 1, entrees: 2_000_00, sorties: 0 },
          { compte_id: null, entrees: 1_000_00, sorties: 0 },
        ],
        sans: 1,
      }),
      answer(banqueEndpoints.pointer, { lignes: [], message: '2 lignes pointées.' }),
    ],
  })

// spec: CO-25
test('the space bar ticks a line of the bank and goes down to the next', async () => {
  const server = await open()
  await expectOptions(main.getByRole('combobox', { name: 'Compte' }), [
    'Tous les comptes',
    'BNA, 001 00600 1',
    'Sans compte (1)',
  ])
  await key('Escape')
  await expect.element(rows.nth(2)).toHaveTextContent('6 chèques remis : les marquer encaissés')
  const boxes = rows.getByRole('checkbox')
  boxes.first().element().focus()
  await key(' ')
  await expect.element(boxes.nth(1)).toHaveFocus()
  await key(' ')
  await expect.element(boxes.nth(2)).toHaveFocus()
  await expect.element(boxes.first()).toBeChecked()
  await expect.element(page.getByRole('region', { name: 'Sélection' })).toHaveTextContent('2 lignes choisies')
  await press('Vu sur le relevé')
  await said('2 lignes pointées.')
  expect(server.changes().map(({ body }) => body)).toMatchObject([
    {
      lignes: [
        { objet: 'paiement', id: 1 },
        { objet: 'paiement', id: 2 },
      ],
      vu: true,
    },
  ])
  await expect.element(page.getByRole('region', { name: 'Sélection' })).not.toBeInTheDocument()
})

// spec: CO-25
test('what came and went by account stands above the lines of all; the name of an account leads to its own', async () => {
  await open()
  const table = main.getByRole('table', { name: 'Par compte' })
  await expect.poll(() => textsOf(table.getByRole('row'))).toHaveLength(3)
  expect(textsOf(table.getByRole('row')).slice(1)).toEqual([
    'BNA, 001 00600 12 000,00 DA0,00 DA',
    'Sans compte1 000,00 DA0,00 DA',
  ])
  await table.getByRole('link', { name: 'Sans compte' }).click()
  await expect.poll(() => location.search).toBe('?rapport=banque&mois=2026-03&compte=sans')
})
