import { expect, test } from 'vitest'
import { aClientResume } from '#features/clients/clients.objects.ts'
import { ALI, aBienPaye, aPayeur, payeursPage } from '#features/paiements/paiements.objects.ts'
import {
  payeursEndpoints,
  type VersementsRetenus,
  recapEndpoints,
} from '#features/rapports/recap.contract.ts'
import { answer, raw } from '#test/harness/screens/answers.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  cards,
  choose,
  expectCount,
  key,
  main,
  page,
  press,
  rows,
  savedFiles,
} from '#test/harness/screens/screen.ts'

const panel = page.getByRole('region', { name: 'Filtres de paiement' })
const unfold = page.getByRole('button', { name: /^Filtres/ })
const address = () => location.pathname + location.search
const BADIS = aClientResume({ id: 2, nomComplet: 'Badis Cherif' })

/** The clients who have paid, and the sums retained of it, as the server gives them to a call's query. */
const payeurs = answer(payeursEndpoints.list, ({ query }) => {
  const [mode, etat, du] = ['mode', 'etat', 'du'].map((name) => query.get(name))
  const of = (id: number, client: typeof ALI, versements_retenus: VersementsRetenus | null) =>
    aPayeur(client, [aBienPaye({ id, montant: 10_000_000_00, reglement: 3_500_000_00, versements_retenus })])
  const ali = (nombre: number, montant: number) => of(1, ALI, { nombre, montant })
  const listed = (groupes: ReturnType<typeof aPayeur>[]) => {
    const retenus = groupes.flatMap(({ biens }) => biens.flatMap((bien) => bien.versements_retenus ?? []))
    const [versements_retenus = null] = retenus
    const { totals, ...rest } = payeursPage(groupes)
    return { ...rest, totals: { ...totals, versements_retenus } }
  }
  if (etat === 'rejete') return listed([of(2, BADIS, { nombre: 1, montant: 750_000_00 })])
  if (etat !== null) return listed([ali(3, 3_500_000_00)])
  if (mode === null) return listed([of(1, ALI, null), of(2, BADIS, null)])
  return listed([du === null ? ali(2, 2_500_000_00) : ali(1, 2_000_000_00)])
})

// spec: EN-27
test('the recap keeps the biens one payment of which is meant, and says what is retained', async () => {
  await renderScreen('/recap', { answers: [payeurs] })
  await expectCount(rows, 2)
  await expect.element(page.getByText('Versements retenus')).not.toBeInTheDocument()
  await unfold.click()
  await choose('Mode', 'Virement', panel)
  await expectCount(rows, 1)
  await expect.element(rows).toHaveTextContent(/3 500 000,00 DAdont 2 versements retenus : 2 500 000,00 DA/)
  await expect.element(main.getByCss('footer').last()).toHaveTextContent(/Versements retenus2 500 000,00 DA/)
  await panel.getByLabelText('Du').fill('01/11/2026')
  await key('Tab')
  await expect.element(rows).toHaveTextContent('dont 1 versement retenu')
  expect(address()).toBe('/recap?mode=virement&du=2026-11-01')
  const server = await renderScreen(address(), { answers: [payeurs, raw(recapEndpoints.export, {})] })
  await expect.element(unfold).toHaveTextContent('Filtres (2)')
  await expect.element(rows).toHaveTextContent('dont 1 versement retenu')
  const saved = savedFiles()
  await press('Excel')
  await expect.poll(() => saved).toEqual(['recap-paiements.xlsx'])
  expect(server.asked('/api/recap-paiements/export')).toEqual(['mode=virement&du=2026-11-01'])
  await press('Réinitialiser')
  await expectCount(rows, 2)
  await expect.element(unfold).toHaveTextContent('Filtres de paiement')
})

test('« Par bien » is narrowed in the same way, as cards and as a table', async () => {
  await renderScreen('/paiements?etat=rejete', { answers: [payeurs] })
  await expectCount(cards, 1)
  await expect.element(cards).toHaveTextContent('1 versement retenu (rejeté)')
  await page.getByText('Tableau', { exact: true }).click()
  await expectCount(rows, 1)
  await expect.element(rows).toHaveTextContent('1 versement retenu (rejeté)')
  await page.getByText('Cartes', { exact: true }).click()
  await choose('État', 'Comptés', panel)
  await expect.element(cards).toHaveTextContent('dont 3 versements retenus')
})
