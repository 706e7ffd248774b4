import { addJours, aujourdhui } from '../shared/dates.ts'
import { atRest, expect, signIn, test, withServer } from './diyar.ts'
import { createClient, createLieu, pay, sellAppartement } from './portefeuille.ts'

withServer()

// spec: EC-18
test('two rows of sold appartements are whole at 1366×768, and nothing stands between a name and its place', async ({
  page,
}) => {
  const api = await signIn(page)
  const djamila = await createClient(api, 'Benmohammed Djamila')
  const tour = await createLieu(api, 'Résidence Ibn Khaldoun')
  for (let n = 1; n <= 6; n++) {
    const sold = await sellAppartement(api, tour, djamila, `A-200${n}`, 27_360_000)
    if (n > 3) await pay(api, djamila, { appartement_id: sold }, 8_208_000, addJours(aujourdhui(), -1))
  }
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto(`/appartement?residence=${tour.residence}`)
  await expect(page.getByRole('article')).toHaveCount(6)
  await atRest(page)
  for (const one of await page.getByRole('article').all()) {
    await expect(one).toBeInViewport({ ratio: 1 })
    const [name, where] = [
      await one.getByRole('heading').boundingBox(),
      await one.getByRole('link', { name: 'Bloc B' }).boundingBox(),
    ]
    expect((where?.y ?? 0) - (name?.y ?? 0) - (name?.height ?? 0)).toBeLessThanOrEqual(12)
    // Every specified part is there.
    for (const text of [
      'F3',
      'Résidence Ibn Khaldoun',
      '2e étage',
      'Surface',
      'Benmohammed Djamila',
      'Prix',
      'Reste à payer',
    ])
      await expect(one).toContainText(text)
    await expect(one.getByRole('progressbar')).toBeVisible()
  }
})
