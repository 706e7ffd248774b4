import { atRest, expect, expectReadable, signIn, test, withServer, type Page } from './diyar.ts'
import { createClient, createLieu, pay, sellAppartement } from './portefeuille.ts'
import { readQr } from './qr.ts'

withServer()

interface Lu {
  id: number
  recu: string
  code: string
}
let lu: Lu
let recu: Buffer

test.beforeEach(async ({ page, baseURL }) => {
  if (recu) return
  const api = await signIn(page)
  await api.put('/api/parametres/acces', { valeur: { adresse_publique: baseURL }, version: 0 })
  const lieu = await createLieu(api, 'Les Jardins')
  const client = await createClient(api, 'محمد بن عبد الله')
  const lot = await sellAppartement(api, lieu, client, 'A12', 8_000_000)
  const id = await pay(api, client, { appartement_id: lot }, 3_500_000.5)
  lu = (await api.get(`/api/paiements/${id}`)) as Lu
  const pdf = await page.request.get(`/backend/public/api/paiement/print-single/${lu.id}`)
  recu = await pdf.body()
  await page.context().clearCookies()
})

const avis = (page: Page) => page.getByRole('status')
const fact = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd')

// spec: AD-33, AD-39
test(
  'the QR code of a printed receipt leads to a page that says what it says, and nothing of who bought',
  { tag: ['@papiers', '@jour'] },
  async ({ page, baseURL }) => {
    const adresse = await readQr(page, recu)
    expect(adresse).toBe(`${baseURL}/verifier/${lu.code}`)
    const answer = page.waitForResponse((response) => response.url().includes('/api/verifier'))
    await page.goto(adresse ?? '')
    await expect(page).toHaveTitle('Diyar - Vérifier un document')
    await expect(avis(page)).toHaveText('Document authentique')
    await expect(fact(page, 'Document')).toHaveText('Reçu de versement')
    await expect(fact(page, 'Numéro')).toHaveText(lu.recu)
    await expect(fact(page, 'Montant')).toHaveText(/^3\s500\s000,50\sDA$/)
    await expect(fact(page, 'Bien')).toHaveText('Appartement A12')
    await expect(fact(page, 'Client')).toHaveText('م. ب. ع. ا.')
    await expect(page.getByText('État : Valide')).toBeVisible()
    await expect(page.getByText('Comparez avec le document que vous tenez.')).toBeVisible()
    await expect(page.getByText('محمد')).toHaveCount(0)
    expect(await (await answer).text()).not.toContain('محمد')
    // No menu; kept out of search engines.
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
  },
)

// spec: AD-39
test('is readable by everybody, on a phone too, in the dark and in the light', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['/verifier', `/verifier/${lu.code}`, '/verifier/0000-0000-0001']) {
    await page.goto(path)
    await atRest(page)
    await expectReadable(page)
    const wide = await page.evaluate('document.documentElement.scrollWidth')
    expect(wide).toBe(390)
  }
})
