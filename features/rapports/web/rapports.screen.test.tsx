import { expect, test } from 'vitest'
import { encaissementsEndpoints } from '#features/rapports/encaissements.contract.ts'
import { previsionsDuRapport } from '#features/rapports/previsions.contract.ts'
import { desEncaissements, desPrevisions } from '#features/rapports/rapports.objects.ts'
import { residencesEndpoints } from '#features/structure/residences.contract.ts'
import type { Role } from '#shared/droits.ts'
import { expectAccessible } from '#test/harness/screens/accessible.ts'
import { answer, type Call } from '#test/harness/screens/answers.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { choose, expectCount, key, main, page, plain, said, textsOf } from '#test/harness/screens/screen.ts'

const at = () => location.pathname + location.search
const tabs = page.getByRole('tab')
const tab = (name: string) => page.getByRole('tab', { name, exact: true })
const NOW = '2026-11-20T10:00:00Z'

/** The query of the last call of « Encaissements ». */
let asked: string[] = []
interface Ouverture {
  again?: boolean
  role?: Role
  empty?: boolean
}
const open = (path: string, { again = false, role = 'direction', empty = false }: Ouverture = {}) => {
  asked = []
  return renderScreen(path, {
    again,
    role,
    now: NOW,
    answers: [
      answer(residencesEndpoints.all, [
        { id: 1, nom: 'Les Lilas' },
        { id: 2, nom: 'Les Oliviers' },
      ]),
      answer(previsionsDuRapport.read, desPrevisions()),
      answer(encaissementsEndpoints.read, ({ query }: Call) => {
        asked.push(['du', 'au', 'residence'].map((name) => query.get(name) ?? '').join(' '))
        const rien = { encaisse: 0, nombre: 0, rejete: 0, net: 0, rembourse: 0, retenues: 0, timbre: 0 }
        return desEncaissements(empty ? { totals: rien, mois: [], modes: [] } : {})
      }),
    ],
    others: 500,
  })
}

// spec: CO-41
test('the tabs stand in groups, are moved by the arrows, and the last one comes again', async () => {
  await open('/rapports')
  await expect.element(tab('Encaissements')).toHaveAttribute('aria-selected', 'true')
  expect(textsOf(page.getByRole('tablist'))[0]).toMatch(
    /^ArgentEncaissements.*Comptabilité.*Journal de caisse$/,
  )
  await tab('Encaissements').click()
  await key('ArrowLeft')
  await expect.element(tab('Journal de caisse')).toHaveFocus()
  expect(at()).toBe('/rapports?rapport=caisse')
  await key('ArrowRight')
  await expect.element(tab('Encaissements')).toHaveFocus()
  await key('End')
  await expect.element(tab('Journal de caisse')).toHaveFocus()
  await open('/rapports', { again: true })
  await expect.element(tab('Journal de caisse')).toHaveAttribute('aria-selected', 'true')
})

// spec: CO-41
test('on a phone a select « Rapport » has the groups', async () => {
  await page.viewport(390, 800)
  await open('/rapports')
  await expectCount(tabs, 0)
  await page.getByRole('combobox', { name: 'Rapport', exact: true }).click()
  await expect.element(page.getByRole('group', { name: 'Argent' })).toBeVisible()
  await page.getByRole('option', { name: 'Journal de caisse', exact: true }).click()
  await expect.poll(at).toBe('/rapports?rapport=caisse')
  await page.viewport(1280, 800)
})

// spec: CO-41
test('period and residence survive a reload and Back', async () => {
  await open('/rapports?rapport=encaissements')
  await expect.poll(() => asked.at(-1)).toBe('2026-01 2026-12 ')
  await choose('Période', '2025')
  await expect.poll(() => asked.at(-1)).toBe('2025-01 2025-12 ')
  await choose('Résidence', 'Les Oliviers')
  await expect.poll(() => asked.at(-1)).toBe('2025-01 2025-12 2')
  await open(at(), { again: true })
  await expect.poll(() => asked.at(-1)).toBe('2025-01 2025-12 2')
  await choose('Période', 'Mois dernier')
  await expect.poll(() => asked.at(-1)).toBe('2026-10 2026-10 2')
  history.back()
  await expect.poll(at).toBe('/rapports?rapport=encaissements&periode=2025&residence=2')
  await choose('Période', 'Période libre')
  await choose('Du', 'mars 2025')
  await expect.poll(() => asked.at(-1)).toBe('2025-03 2025-12 2')
  const dernier = page.getByRole('button', { name: 'Mois dernier' })
  await expect.element(dernier).toHaveAttribute('aria-pressed', 'false')
  await dernier.click()
  await expect.poll(() => asked.at(-1)).toBe('2026-10 2026-10 2')
  await expect.element(dernier).toHaveAttribute('aria-pressed', 'true')
  await expect.element(dernier).toHaveFocus()
  await key('Enter')
  await expect.poll(() => asked.at(-1)).toBe('2026-01 2026-12 2')
  await page.getByRole('button', { name: 'Ce mois' }).click()
  await expect.poll(() => asked.at(-1)).toBe('2026-11 2026-11 2')
})

// spec: CO-41
test('Encaissements draws what its table says, by month, by mode and by residence', async () => {
  await open('/rapports?rapport=encaissements')
  await said('Toutes ventes. Un chèque rejeté est retranché le mois de son rejet.')
  const drawn = page.getByRole('table', { name: 'Encaissé net par mois' }).getByRole('row')
  expect(textsOf(drawn)).toEqual(['MoisEncaissé net', 'oct. 20266 000 000,00 DA', 'nov. 20261 700 000,50 DA'])
  const table = main.getByRole('table', { name: 'Encaissements', exact: true }).getByRole('row')
  expect(textsOf(table)).toEqual([
    'MoisEncaissé (DA)Rejeté (DA)Encaissé net (DA)Remboursé (DA)',
    'oct. 20266 000 000,002 versements0,006 000 000,000,00',
    'nov. 20262 700 000,501 versement1 000 000,001 700 000,502 250 000,00retenu 250 000,00 DA',
    'Total8 700 000,503 versements1 000 000,007 700 000,502 250 000,00retenu 250 000,00 DA',
  ])
  const parResidence = main.getByRole('table', { name: 'Par résidence', exact: true }).getByRole('row')
  expect(textsOf(parResidence)[2]).toBe(
    'Les Oliviers2 700 000,501 versement1 000 000,001 700 000,502 250 000,00retenu 250 000,00 DA',
  )
  const modes = page.getByCss('[aria-label="Encaissé par mode"]')
  expect(plain(modes.element().textContent)).toBe(
    'Virement7 700 000,50 DA2 versementsChèque1 000 000,00 DA1 versement',
  )
  await expect.element(main.getByRole('button', { name: 'Excel' })).toBeVisible()
  await expectCount(main.getByRole('button', { name: 'PDF' }), 0)
  await expectAccessible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
})

// spec: CO-41
test('Prévisions draws what its table says, and a résidence unfolds its months', async () => {
  await open('/rapports?rapport=previsions')
  await said("Une prévision n'engage personne : elle suit les dates prévues.")
  const drawn = textsOf(page.getByRole('table', { name: 'À encaisser par mois' }).getByRole('row'))
  expect([drawn.length, drawn[2], drawn[4], drawn[13]]).toEqual([
    14,
    'déc. 20263 500 000,00 DA0,00 DA',
    'févr. 20270,00 DA1 200 000,50 DA',
    'Plus tard100 000,00 DA200 000,00 DA',
  ])
  const table = textsOf(main.getByRole('table', { name: 'Prévisions', exact: true }).getByRole('row'))
  expect([table[0], table[1], table[3], table[5], ...table.slice(14)]).toEqual([
    'MoisFerme (DA)Prévision (DA)Total (DA)',
    'En retard——800 000,00',
    'déc. 20263 500 000,000,003 500 000,00',
    'févr. 20270,001 200 000,501 200 000,50',
    'Plus tard100 000,00200 000,00300 000,00',
    'Prévision dépassée——2 500 000,00',
    'Attend la date du contrat——50 000,00',
    'Sans date——500 000,00',
    'Sans échéancier——70 000,00',
    'Total3 600 000,001 400 000,508 920 000,50',
  ])
  await expect
    .element(main.getByRole('link', { name: 'Sans échéancier' }))
    .toHaveAttribute('href', '/ventes?sans_echeancier=1')
  const parResidence = main.getByRole('table', { name: 'Par résidence', exact: true }).getByRole('row')
  await expectCount(parResidence, 4)
  await main.getByRole('button', { name: 'Les Lilas' }).click()
  await expectCount(parResidence, 12)
  expect(textsOf(parResidence)[4]).toBe('févr. 20270,001 200 000,501 200 000,50')
  await expectAccessible()
})

// spec: CO-41
test('nothing of the reports is wider than a phone', async () => {
  await page.viewport(390, 800)
  for (const rapport of ['encaissements', 'previsions']) {
    await open(`/rapports?rapport=${rapport}`)
    await expect.element(main.getByRole('list', { name: 'Par résidence' })).toBeVisible()
    expect([rapport, document.documentElement.scrollWidth]).toEqual([rapport, 390])
  }
  await page.viewport(1280, 800)
})

test('an empty period says so; a cashier may read the report and has no file of it', async () => {
  await open('/rapports?rapport=encaissements', { empty: true, role: 'caisse' })
  await expect.element(page.getByText('Rien à montrer pour cette période.')).toBeVisible()
  await expectCount(main.getByRole('button', { name: 'Excel' }), 0)
})
