import { atRest, expect, expectAccessible, openScreen, signIn, test, withServer, type Page } from './diyar.ts'
import { createClient, createLieu, sellAppartement } from './portefeuille.ts'

withServer()

test('on a phone « Imprimer tous » and « Ajouter un paiement » share a line, and so do the view and the reset', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const api = await signIn(page)
  await sellAppartement(api, await createLieu(api), await createClient(api, 'Amina Haddad'), 'B-1', 5_000_000)
  await openScreen(page, '/paiements', 'Paiements par Bien')
  await expect(page.getByRole('article')).toHaveCount(1)
  const topOf = async (name: string) =>
    Math.round((await page.getByRole('button', { name, exact: true }).boundingBox())?.y ?? 0)
  expect(await topOf('Imprimer tous')).toBe(await topOf('Ajouter un paiement'))
  expect((await page.getByRole('article').boundingBox())?.y ?? 0).toBeLessThan(365)
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(390)
})

/** The texts of a filter line that their field cuts: placeholders, and what a select shows. */
const cut = (page: Page) =>
  page.locator('main search input:visible').evaluateAll((fields) => {
    const pen = document.createElement('canvas').getContext('2d')
    return fields.flatMap((field) => {
      if (!(field instanceof HTMLInputElement) || !pen || field.type === 'radio') return []
      const { font, paddingLeft, paddingRight } = getComputedStyle(field)
      pen.font = font
      const text = field.value || field.placeholder
      const room = field.clientWidth - Number.parseInt(paddingLeft, 10) - Number.parseInt(paddingRight, 10)
      return pen.measureText(text).width > room + 1 ? [`${text} (${field.clientWidth})`] : []
    })
  })

/** The widths of a filter line in rem: its search, then its selects. */
const widths = (page: Page) =>
  page.locator('main search').evaluate((line) => {
    const rem = Number.parseInt(getComputedStyle(document.documentElement).fontSize, 10)
    const of = (role: string) =>
      [...line.querySelectorAll(role)].map((field) => field.getBoundingClientRect().width / rem)
    return { search: of('input[type="search"]')[0] ?? 0, selects: of('input[role="combobox"]') }
  })

// spec: EC-28
test('no text of a filter line is cut, its search is 20 rem at least, and « Réinitialiser » is quiet until something is set', async ({
  page,
}) => {
  await signIn(page)
  const reset = page.getByRole('main').getByRole('button', { name: 'Réinitialiser' })
  for (const [address, heading, ours] of [
    ['/users', 'Liste des Membres', false],
    ['/clients', 'Gestion des Clients', false],
    ['/residence', 'Nos Résidences', false],
    ['/parking', 'Gestion des Parkings', false],
    ['/bloc', 'Gestion des Blocs', false],
    ['/etage', 'Gestion des Étages', false],
    ['/appartement', 'Gestion des Appartements', false],
    ['/locaux', 'Gestion des Locaux', false],
    ['/paiements', 'Paiements par Bien', false],
    ['/recap', 'Récapitulatif des paiements', false],
    ['/paiements?vue=versements', 'Versements', true],
    ['/echeances', 'Échéances', true],
    ['/cheques', 'Chèques', true],
    ['/ventes', 'Dossiers de vente', true],
    ['/journal', 'Journal', true],
  ] as const) {
    for (const width of [1280, 1366, 390]) {
      await page.setViewportSize({ width, height: 800 })
      await openScreen(page, address, heading)
      const search = page.getByRole('main').getByRole('searchbox')
      await expect(search).toBeVisible()
      await atRest(page)
      expect([address, width, await cut(page)]).toEqual([address, width, []])
      if (width === 390) continue
      const { search: widest, selects } = await widths(page)
      expect(widest).toBeGreaterThanOrEqual(20)
      for (const select of selects) {
        expect(select).toBeGreaterThanOrEqual(12)
        expect(select).toBeLessThanOrEqual(widest)
      }
      if (width !== 1280) continue
      await expect(reset).toHaveCount(ours ? 0 : 1)
      if (!ours) await expect(reset).toHaveAttribute('data-quiet', 'true')
      await search.fill('zzz')
      await expect(reset).toBeVisible()
      await expect(reset).not.toHaveAttribute('data-quiet')
      await reset.click()
      await expect(search).toHaveValue('')
      await expect(reset).toHaveCount(ours ? 0 : 1)
      await expectAccessible(page)
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await openScreen(page, '/paiements?mode=cheque&banque=BNA', 'Paiements par Bien')
  const more = page.getByRole('button', { name: /^Filtres/ })
  await expect(more).toHaveText('Filtres (2)')
  await expect(more).toHaveAttribute('aria-expanded', 'true')
  await reset.click()
  await expect(more).toHaveText('Filtres de paiement')
})
