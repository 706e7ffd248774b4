import {
  expect,
  expectAccessible,
  preferDark,
  signIn,
  test,
  withServer,
  type Api,
  type Page,
} from './diyar.ts'
import { createClient, createLieu, pay, sellAppartement, sellPlace } from './portefeuille.ts'

withServer()

const panel = (page: Page) => page.getByRole('region', { name: 'Détails du bien' })
const rows = (page: Page) => page.locator('main tbody').getByRole('row')

let ali: number
const bien = { appartement: 0, place: 0, vide: 0 }

/** Ali owns a place and two appartements; the first has seven payments, one per month. */
test.beforeEach(async ({ page }) => {
  const api = await signIn(page)
  if (ali) return
  const lieu = await createLieu(api, 'Les Jardins')
  ali = await createClient(api, 'Ali Benali')
  bien.appartement = await sellAppartement(api, lieu, ali, 'A-12', 1000)
  bien.place = await sellPlace(api, lieu, ali, 41, 500)
  bien.vide = await sellAppartement(api, lieu, ali, 'A-13', 900)
  for (let month = 1; month <= 7; month++)
    await pay(api, ali, { appartement_id: bien.appartement }, 100, `2026-0${month}-01`)
  await pay(api, ali, { place_parking_id: bien.place }, 125)
})

async function open(page: Page, path: string): Promise<Api> {
  const api = await signIn(page)
  await page.goto(`/clients/${ali}/paiements/${path}`)
  return api
}

test('each payment shows the number of its receipt under its day, in the five columns, on a phone too', async ({
  page,
}) => {
  const api = await open(page, String(bien.appartement))
  const all = (await api.get(`/api/paiements/appartement/${bien.appartement}`)) as { recu: string }[]
  const day = rows(page).first().getByRole('rowheader')
  await expect(day).toHaveText(`1er juillet 2026Reçu ${all[0]?.recu}`)
  await expect(rows(page).first().getByRole('cell')).toHaveCount(4)
  await page.setViewportSize({ width: 390, height: 844 })
  const line = page.getByRole('list', { name: 'Paiements' }).getByRole('listitem').first()
  await expect(line).toHaveText(new RegExp(`^1er juillet 2026 100,00\\sDA Reçu ${all[0]?.recu}`))
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectAccessible(page)
})

// spec: RF-53
test('the acts of a row stand below one another, ours under « ⋯ », and a total of all pages ends the table; the facts are beside their labels', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  const api = await open(page, String(bien.appartement))
  const cheque = await api.create('/api/paiements', {
    client_id: ali,
    appartement_id: bien.appartement,
    versement: 50,
    date_paiement: '2026-07-02',
    mode: 'cheque',
    banque: 'BNA',
    reference: '0000001',
  })
  await api.post(`/api/cheques/${cheque}/rejeter`, { rejete_le: '2026-07-03', motif: 'Opposition' })
  await page.reload()
  await expect(rows(page)).toHaveCount(6)
  const lefts = (name: RegExp) =>
    rows(page)
      .getByRole('button', { name })
      .evaluateAll((all) => [...new Set(all.map((one) => Math.round(one.getBoundingClientRect().x)))])
  for (const name of [/^Détails/, /^Imprimer/, /^Modifier/, /^Supprimer/, /^Représenter/])
    expect(await lefts(name), String(name)).toHaveLength(1)
  // The rejected cheque is no money, the seventh payment is on the next page.
  const total = page.locator('tfoot').getByRole('row')
  await expect(total).toHaveText(/^Total payé700,00\sDA$/)
  await expect(total.getByRole('rowheader')).toHaveText('Total payé')
  const apart = await panel(page)
    .locator('dl > div')
    .evaluateAll((all) =>
      Math.max(
        ...all.map((fact) => {
          const [label, value] = [fact.querySelector('dt'), fact.querySelector('dd')]
          return (value?.getBoundingClientRect().left ?? 0) - (label?.getBoundingClientRect().right ?? 0)
        }),
      ),
    )
  expect(apart).toBeLessThanOrEqual(320)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('table', { name: 'Paiements, total' })).toHaveText(/^Total payé700,00\sDA$/)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await open(page, String(bien.vide))
  await expect(page.getByText('Aucun paiement trouvé pour ce bien.')).toBeVisible()
  await expect(page.locator('tfoot')).toHaveCount(0)
})

test('the screen is accessible, in the dark and in the light, and holds on a phone', async ({ page }) => {
  for (const dark of [true, false]) {
    await preferDark(page, dark)
    await open(page, `0/${bien.place}`)
    await expect(panel(page)).toBeVisible()
    await expect(rows(page)).toHaveCount(1)
    await expectAccessible(page)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
