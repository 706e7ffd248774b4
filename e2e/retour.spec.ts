import { atRest, expect, signIn, test, withServer, type Page } from './diyar.ts'
import { createClient, createEtage, createLot } from './portefeuille.ts'
import { card, dialog } from './screen.ts'

withServer()
test.use({ viewport: { width: 1280, height: 500 } })

const scrolled = (page: Page) => page.evaluate<number>('Math.round(scrollY)')

/** Scrolls the list down, and says how far. */
async function scrollDown(page: Page): Promise<number> {
  await expect.poll(() => page.evaluate('scrollTo(0, 250), Math.round(scrollY)')).toBe(250)
  return 250
}

// spec: APT-23
test('a report or the details, opened and closed, and Back leave the reader at the same page, filter and place', async ({
  page,
}) => {
  const api = await signIn(page)
  const { residence, etage } = await createEtage(api, 'Longue')
  const client = await createClient(api, 'Amina Haddad')
  for (let n = 1; n <= 14; n++) await createLot(api, etage, `R-${n}`, 'F3', n === 8 ? client : undefined)
  const address = `/appartement?residence=${residence}&portee=page&page=2`
  await page.goto(address)
  const shown = card(page, 'Appartement R-8')
  await expect(shown).toBeVisible()
  const place = await scrollDown(page)

  for (const name of [/^Rapport/, /^Détails/]) {
    // A click of the pointer would scroll by itself.
    await shown.getByRole('button', { name }).dispatchEvent('click')
    await expect(dialog(page)).toBeVisible()
    await expect.poll(() => scrolled(page)).toBe(place)
    await dialog(page).getByRole('button', { name: 'Fermer' }).last().click()
    await expect(dialog(page)).toHaveCount(0)
    await expect.poll(() => scrolled(page)).toBe(place)
    await expect(page).toHaveURL(address)
  }

  await shown.getByRole('link', { name: 'Appartement R-8' }).dispatchEvent('click')
  await expect(page).toHaveURL(/\/ventes\/\d+$/)
  await expect.poll(() => scrolled(page)).toBe(0)
  await page.goBack()
  await expect(shown).toBeVisible()
  await expect(page).toHaveURL(
    new RegExp(`residence=${residence}&portee=page&page=2|page=2&residence=${residence}`),
  )
  await expect.poll(() => scrolled(page)).toBe(place)

  await shown.getByRole('button', { name: /^Rapport/ }).dispatchEvent('click')
  await dialog(page).getByRole('link', { name: 'Étage de Longue' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await page.goBack()
  await expect(dialog(page)).toBeVisible()
  await expect.poll(() => scrolled(page)).toBe(place)

  await dialog(page).getByRole('button', { name: 'Fermer' }).last().click()
  await expect(dialog(page)).toHaveCount(0)
  await page.goBack()
  await expect(shown).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)

  await page.goto(address)
  await scrollDown(page)
  await page.getByRole('button', { name: 'Page suivante' }).dispatchEvent('click')
  await expect(page.getByText('Page 3 sur 3')).toBeVisible()
  await expect.poll(() => scrolled(page)).toBe(0)
})

// spec: RE-40
test('Back leaves a page that does not exist, or no longer, on every list', async ({ page }) => {
  const api = await signIn(page)
  for (const n of Array.from({ length: 13 }, (_, rang) => rang))
    await createClient(api, `Client ${String(n).padStart(2, '0')}`)
  const { etage } = await createEtage(api, 'Pages')
  const owner = await createClient(api, 'Acheteur')
  for (const numLot of ['P-1', 'P-2']) await createLot(api, etage, numLot, 'F3', owner)
  const lists = [
    '/clients',
    '/recap',
    '/paiements',
    '/paiements?vue=versements',
    '/ventes',
    '/users',
    '/charges',
  ]
  for (const list of lists) {
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.goto(`${list}${list.includes('?') ? '&' : '?'}page=99`)
    await expect(page.getByText(/^Chargement/)).toHaveCount(0)
    await expect(page.getByRole('main')).toBeVisible()
    await atRest(page)
    await page.goBack()
    await expect(page, list).toHaveURL('/dashboard')
  }

  // The last row of the last page is deleted: what the page before was is what Back leads to.
  await page.goto('/dashboard')
  await page.goto('/clients')
  const pages = page.getByRole('navigation', { name: 'Pagination' })
  await pages.getByRole('button', { name: 'Page suivante' }).click()
  await expect(pages).toContainText('Page 2 sur 2')
  // The rows of the page before stay until those of this one are there.
  await expect(page.getByRole('article', { name: 'Acheteur' })).toHaveCount(0)
  for (let left = await page.getByRole('article').count(); left > 0; left--) {
    const [first] = await page.getByRole('article').all()
    const name =
      (await first?.getAttribute('aria-label')) ?? (await first?.getByRole('heading').textContent())
    await first?.getByRole('button', { name: /^Supprimer/ }).click()
    await dialog(page).getByRole('button', { name: 'Supprimer' }).click()
    await expect(page.getByRole('article', { name: name ?? '' })).toHaveCount(0)
  }
  await expect(pages).toContainText('Page 1 sur 1')
  await expect(page).toHaveURL('/clients')
  await page.goBack()
  await expect(page).toHaveURL('/clients')
  await page.goBack()
  await expect(page).toHaveURL('/dashboard')
})
