import { expect, test } from 'vitest'
import type { ResidenceDuRapport, SommesDeResidence } from '#features/rapports/residences.contract.ts'
import { residencesRapportEndpoints } from '#features/rapports/residences.contract.ts'
import { sommesDe } from '#features/rapports/residences.rules.ts'
import { budgetEndpoints } from '#features/structure/budget.contract.ts'
import { answer } from '#test/harness/screens/answers.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  dialogNamed,
  expectCount,
  field,
  fill,
  main,
  page,
  press,
  said,
  textsOf,
} from '#test/harness/screens/screen.ts'

const MILLION = 100_000_000
const faits = {
  biens: 4,
  vendus: 2,
  prix_vendu: 16 * MILLION,
  paye: 11 * MILLION,
  reste: 5 * MILLION,
  valeur_libre: 10 * MILLION,
  en_retard: 2 * MILLION,
  depense: 9.6 * MILLION,
  regle: 4 * MILLION,
  budget: null,
}
const bahia: ResidenceDuRapport = { id: 4, nom: 'El Bahia', ...sommesDe(faits) }
const rapport = (residences: ResidenceDuRapport[], totals: SommesDeResidence, au = '2026-11-30') =>
  answer(residencesRapportEndpoints.residences, {
    au,
    residences: onePage(residences, { parPage: 50 }),
    sans_residence: { depense: 150, regle: 50, reste_a_regler: 100 },
    totals,
  })

// spec: CO-21
test('a residence is D.11, without a budget « — »; its budget is set from ⋯', async () => {
  const server = await renderScreen('/rapports?rapport=residences', {
    answers: [rapport([bahia], sommesDe(faits))],
  })
  const rows = main.getByRole('table', { name: 'Résidences' }).getByRole('row')
  await expectCount(rows, 4)
  const [, first, sans, total] = textsOf(rows)
  expect(first).toBe(
    'El Bahia2 / 4 vendus16 000 000,00libre 10 000 000,0011 000 000,00payé à 68,75 %5 000 000,00en retard 2 000 000,00' +
      '9 600 000,00à régler 5 600 000,00——vendu − dépensé 6 400 000,00',
  )
  expect(sans).toBe('Sans résidence1,50à régler 1,00')
  expect(total).toContain('Total2 / 4 vendus16 000 000,00')

  await main.getByRole('button', { name: 'Autres actions : El Bahia' }).click()
  await page.getByRole('menuitem', { name: 'Budget de El Bahia' }).click()
  const form = dialogNamed('Budget de El Bahia')
  await fill({ Budget: '0' })
  await press('Enregistrer', form)
  await said('Le montant doit être supérieur à zéro.')
  await fill({ Budget: '20000000' })
  const told = { ...bahia, ...sommesDe({ ...faits, budget: 20 * MILLION }) }
  server.give(
    answer(budgetEndpoints.update, {
      id: 4,
      budget: 20 * MILLION,
      message: 'Budget enregistré avec succès !',
    }),
    rapport([told], told),
  )
  await press('Enregistrer', form)
  await said('Budget enregistré avec succès !')
  await expect
    .element(rows.nth(1))
    .toHaveTextContent(/20 000 000,0048,00 %6 000 000,00vendu − dépensé 6 400 000,00/)

  await main.getByRole('button', { name: 'Autres actions : El Bahia' }).click()
  await page.getByRole('menuitem', { name: 'Budget de El Bahia' }).click()
  await expect.element(field('Budget')).toHaveValue('20\u202F000\u202F000\u00A0DA')
  await fill({ Budget: '' })
  await press('Enregistrer', form)
  await expect.element(form).not.toBeInTheDocument()
  expect(server.changes().map(({ path, body }) => [path, body])).toEqual([
    ['/api/residences/4/budget', { budget: 20_000_000 }],
    ['/api/residences/4/budget', { budget: null }],
  ])
})

// spec: CO-21
test('on a past day nothing is told of what was late, and who may only read has no budget to set', async () => {
  const passe = sommesDe({ ...faits, en_retard: null })
  const server = await renderScreen('/rapports?rapport=residences&arrete=2026-01-31', {
    role: 'lecture',
    answers: [rapport([{ id: 4, nom: 'El Bahia', ...passe }], passe, '2026-01-31')],
  })
  await expect.element(main.getByRole('textbox', { name: 'Arrêté au' })).toHaveValue('31/01/2026')
  await expect.element(main.getByRole('table', { name: 'Résidences' })).not.toHaveTextContent('en retard')
  expect(server.asked('/api/rapports/residences')).toEqual(['au=2026-01-31&page=1'])
  await expect.element(main.getByText('Budget de')).not.toBeInTheDocument()
})
