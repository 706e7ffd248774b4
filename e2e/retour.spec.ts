import { expect, signIn, test, withServer, type Page } from './diyar.ts'
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
  const shown = card(page, 'Lot R-8')
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

  await shown.getByRole('link', { name: 'Lot R-8' }).dispatchEvent('click')
  await expect(page).toHaveURL(new RegExp(`/clients/${client}/paiements/`))
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
