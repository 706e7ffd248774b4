import { expect, test, vi } from 'vitest'
import { thePlan } from '#features/plan-de-vente/plan-de-vente.objects.ts'
import { residencesEndpoints } from '#features/structure/residences.contract.ts'
import { expectAccessible } from '#test/harness/screens/accessible.ts'
import { answer } from '#test/harness/screens/answers.ts'
import { atRest, renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { dialog, expectCount, key, page, plain, press, textsOf } from '#test/harness/screens/screen.ts'

const cell = (numero: string) =>
  page.getByRole('gridcell', { name: new RegExp(`^(Appartement|Local|Place) ${numero},`) })
const quit = page.getByRole('button', { name: 'Quitter la vue client' })
const client = page.getByLabelText('Vue client')
const legende = page.getByRole('list', { name: 'Légende' }).getByRole('listitem')
const address = () => location.pathname + location.search
const residences = answer(residencesEndpoints.all, [{ id: 1, nom: 'Les Cèdres' }])

const open = async (query = '') => {
  const server = await renderScreen(`/plan-de-vente${query}`, { answers: [thePlan(), residences] })
  await expect.element(cell('A101')).toBeVisible()
  await atRest()
  return server
}

// spec: PO-09
test('turned towards the buyer, no price and no name is on the page or is asked for', async () => {
  const server = await open('?vue=client&etat=bloque&prix_min=2000000')
  for (const name of [
    'Appartement A103, F4, 92,5 m², indisponible',
    'Appartement A105, F4, 92,5 m², vendu, hors filtre',
  ])
    await expect.element(page.getByRole('gridcell', { name, exact: true })).toBeVisible()
  expect(textsOf(page.getByRole('heading', { level: 2 }))).toEqual(['Bloc A', 'Bloc B', 'Parking Sous-sol'])
  await expect
    .element(page.getByRole('status').filter({ hasText: 'correspond' }))
    .toHaveTextContent('2 lots correspondent sur 30.')
  for (const label of ['Prix de', 'Exporter'])
    await expect.element(page.getByText(label)).not.toBeInTheDocument()
  await expect.element(page.getByRole('region', { name: 'Totaux' })).not.toBeInTheDocument()
  await cell('A102').click()
  await expect
    .poll(() => textsOf(dialog.getByCss('dt')))
    .toEqual(['Numéro', 'Type', 'Surface', 'Étage', 'État'].map((label) => `${label} : `))
  await expectCount(dialog.getByRole('button'), 1)
  for (const secret of ['Meziane', 'Kaci', 'Litige', '11 730 000', '1 000 000'])
    expect(plain(document.documentElement.outerHTML)).not.toContain(secret)
  // The facts that a buyer may not see were not even asked for: the server leaves them out of that view alone.
  expect(server.asked('/api/plan-de-vente/1')).toEqual(['vue=client'])
  expect(server.calls.filter(({ path }) => path.startsWith('/api/appartements'))).toEqual([])
  await key('Escape')
  await quit.click()
  await expect.poll(address).not.toContain('vue=')
  await expect.element(cell('A104')).toHaveAccessibleName(/vendu à Lila Meziane/)
})

test.each([1280, 390])(
  'the vue client covers a window of %i px; Échap leaves it, the focus returns to the switch',
  async (width) => {
    await page.viewport(width, 800)
    // A browser may refuse the full screen; the view then covers the window alone.
    vi.spyOn(document.documentElement, 'requestFullscreen').mockRejectedValue(new Error('refused'))
    await open()
    await client.click()
    await expect.poll(address).toContain('vue=client')
    const chrome = [
      page.getByRole('navigation'),
      page.getByRole('banner').getByRole('button', { name: /Rechercher/ }),
      page.getByRole('contentinfo'),
      page.getByRole('button', { name: /^Menu de |mode sombre|mode clair/ }),
    ]
    await expect.element(quit).toHaveFocus()
    for (const part of chrome) await expect.element(part).not.toBeInTheDocument()
    await expect.element(page.getByText('Les Cèdres', { exact: true })).toBeVisible()
    await key('Control+k')
    await expect.element(dialog).not.toBeInTheDocument()
    expect(textsOf(legende)).toEqual(['DDisponible', 'OOption', '×Indisponible', 'VVendu'])
    await expect.element(page.getByRole('combobox', { name: 'Bloc' })).toBeVisible()
    await expect.element(page.getByRole('combobox', { name: 'Type' })).not.toBeInTheDocument()
    await press('Filtrer')
    for (const name of ['État', 'Type'])
      await expect.element(page.getByRole('combobox', { name })).toBeVisible()
    await expect.element(page.getByLabelText('Surface de')).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    await expectAccessible()
    // The open dialog closes first.
    await cell('A101').click()
    await expect.element(dialog).toBeVisible()
    await key('Escape')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(quit).toBeVisible()
    await key('Escape')
    await expect.poll(address).not.toContain('vue=')
    await expect.element(client).toHaveFocus()
    // Opened by its address it looks the same.
    await open('?vue=client')
    await expect.element(quit).toBeVisible()
    for (const part of chrome) await expect.element(part).not.toBeInTheDocument()
  },
)
