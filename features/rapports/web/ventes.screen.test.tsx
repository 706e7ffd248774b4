import { expect, test } from 'vitest'
import { desVentes } from '#features/rapports/rapports.objects.ts'
import { ventesRapportEndpoints } from '#features/rapports/ventes.contract.ts'
import { expectAccessible } from '#test/harness/screens/accessible.ts'
import { answer, type Call } from '#test/harness/screens/answers.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { expectCount, main, page, said, textsOf } from '#test/harness/screens/screen.ts'

let asked: string[] = []
const open = (path: string, empty = false, dark = true) => {
  asked = []
  return renderScreen(path, {
    now: '2026-11-20T10:00:00Z',
    dark,
    answers: [
      answer(ventesRapportEndpoints.ventes, ({ query }: Call) => {
        asked.push(['du', 'au', 'par'].map((name) => query.get(name) ?? '').join(' '))
        const rien = { ventes: 0, prix: 0, desistements: 0, prix_desistes: 0, retraits: 0 }
        return desVentes(empty ? { totals: rien, mois: [] } : {})
      }),
    ],
    others: 500,
  })
}
const lines = (name: string) => textsOf(main.getByRole('table', { name, exact: true }).getByRole('row'))

// spec: CO-22
test('Ventes draws what its table says, by month, then by residence or by who sold, whose name opens his dossiers', async () => {
  await open('/rapports?rapport=ventes')
  await said('Une vente compte le mois de sa réservation, sa fin le mois où elle a pris fin.')
  expect(textsOf(page.getByRole('table', { name: 'Vendu par mois' }).getByRole('row'))).toEqual([
    'MoisMontant',
    'oct. 202616 000 000,00 DA',
    'nov. 20268 000 000,01 DA',
  ])
  expect(lines('Ventes')).toEqual([
    'MoisVentesMontant (DA)DésistementsRetraits',
    'oct. 2026216 000 000,0001',
    'nov. 202618 000 000,01110 000 000,01 DA0',
    'Total324 000 000,01110 000 000,01 DA1',
  ])
  expect(asked.at(-1)).toBe('2026-01 2026-12 residence')
  await page.getByRole('radio', { name: 'Par commercial' }).click({ force: true })
  await expect.poll(() => asked.at(-1)).toBe('2026-01 2026-12 vendeur')
  await expect.poll(() => lines('Par commercial')[1]).toBe('Nadia Ferhat324 000 000,01110 000 000,01 DA1')
  const name = main.getByRole('link', { name: 'Nadia Ferhat' })
  expect(new URL(String(name.element().getAttribute('href')), location.href).search).toBe(
    '?vendeur=2&du=2026-10-01&au=2026-11-30',
  )
  await expectCount(main.getByRole('link', { name: 'Non précisé' }), 0)
  await expect.element(main.getByRole('button', { name: 'Excel' })).toBeVisible()
  await expectAccessible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
})

// spec: CO-22
test('an empty period says so', async () => {
  await open('/rapports?rapport=ventes&par=vendeur', true, false)
  await expect.element(page.getByText('Rien à montrer pour cette période.')).toBeVisible()
  expect(asked.at(-1)).toBe('2026-01 2026-12 vendeur')
})

test('on a phone the sums of the total stand one below the other, and nothing runs over the edge', async () => {
  await page.viewport(390, 800)
  await open('/rapports?rapport=ventes&par=vendeur', false, false)
  await expectCount(page.getByCss('tr:has(> th) > td[data-label]'), 8)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  const [first, second] = [0, 1].map((at) => page.getByCss('td[data-label]').nth(at).element())
  expect(second?.getBoundingClientRect().top).toBeGreaterThan(Number(first?.getBoundingClientRect().top))
  await page.viewport(1280, 800)
})
