import { expect, test } from 'vitest'
import { ecrituresEndpoints, type LigneDEcriture } from '#features/rapports/ecritures.contract.ts'
import { expectAccessible } from '#test/harness/screens/accessible.ts'
import { answer } from '#test/harness/screens/answers.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { main, page, said } from '#test/harness/screens/screen.ts'

const LIGNE: LigneDEcriture = {
  journal: 'BQ',
  date: '2026-03-12',
  piece: '2026-000123',
  compte: '512',
  tiers: 'Élodie Benaïssa',
  libelle: 'Virement, dossier 2026-D-0012',
  debit: 250_000_000,
  credit: null,
}

// spec: CO-27
test('the écritures of a month say their accounts, their sums and what has no account yet', async () => {
  const server = await renderScreen('/rapports?rapport=ecritures&mois=2026-03', {
    answers: [
      answer(ecrituresEndpoints.read, {
        ...onePage([
          LIGNE,
          { ...LIGNE, compte: '419', debit: null, credit: 250_000_000 },
          { ...LIGNE, compte: 'à affecter' },
          { ...LIGNE, compte: 'à affecter' },
        ]),
        mois: '2026-03',
        totals: { debit: 750_000_000, credit: 250_000_000 },
        a_affecter: 2,
        reprises: 700_000,
      }),
    ],
  })
  await expect.element(main.getByText('Élodie Benaïssa').first()).toBeVisible()
  expect(server.calls.find(({ path }) => path === '/api/rapports/ecritures')?.query.get('mois')).toBe(
    '2026-03',
  )
  await expect
    .element(main.getByRole('note'))
    .toHaveTextContent('2 lignes à affecter : complétez Paramètres, Écritures.')
  await expect
    .element(page.getByRole('link', { name: 'Paramètres, Écritures' }))
    .toHaveAttribute('href', '/parametres?section=ecritures')
  await said(/Reprises, hors déclaration : 7.000,00.DA\./)
  await said(/Rien n'est enregistré ici/)
  await expect.element(page.getByRole('button', { name: 'CSV' })).toBeVisible()
  await expect.element(main).toHaveTextContent(/Débit7.500.000,00.DA/)
  await expectAccessible()
})
