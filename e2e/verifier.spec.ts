import {
  atRest,
  expect,
  expectAccessible,
  expectReadable,
  signIn,
  test,
  withServer,
  type Page,
} from './diyar.ts'
import { createClient, createLieu, pay, sellAppartement } from './portefeuille.ts'
import { readQr } from './qr.ts'

withServer()

interface Lu {
  id: number
  recu: string
  code: string
}
let lu: Lu
let autre: Lu
let recu: Buffer

test.beforeEach(async ({ page, baseURL }) => {
  if (recu) return
  const api = await signIn(page)
  await api.put('/api/parametres/acces', { valeur: { adresse_publique: baseURL }, version: 0 })
  const lieu = await createLieu(api, 'Les Jardins')
  const client = await createClient(api, 'محمد بن عبد الله')
  const lot = await sellAppartement(api, lieu, client, 'A12', 8_000_000)
  const payer = async (versement: number) =>
    (await api.get(`/api/paiements/${await pay(api, client, { appartement_id: lot }, versement)}`)) as Lu
  lu = await payer(3_500_000.5)
  autre = await payer(1_000)
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

test('the code is asked for where none is given, in whatever way it is copied', async ({ page }) => {
  await page.goto('/verifier')
  const field = page.getByLabel('Code de vérification')
  await page.getByRole('button', { name: 'Vérifier' }).click()
  await expect(page.getByText('Le code est obligatoire.')).toBeVisible()
  await field.fill('K7QM')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/incomplet ou mal recopié/)).toBeVisible()
  await field.fill(lu.code.toLowerCase().replaceAll('-', ' '))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/verifier/${lu.code}`)
  await expect(avis(page)).toHaveText('Document authentique')
  await page.getByLabel('Vérifier un autre code').fill('0000-0000-0000')
  await page.keyboard.press('Enter')
  await expect(avis(page)).toContainText('Aucun document ne porte ce code.')
})

// spec: EC-37, RF-25
test('the promoter stands first, and all that is fixed is said in Arabic, the figures left as they are', async ({
  page,
}) => {
  const api = await signIn(page)
  await api.post('/api/promoteurs', {
    nom: 'SARL El Bahia',
    email: 'contact@elbahia.dz',
    telephone: '041 33 21 45',
    adresse: 'Oran',
  })
  await page.context().clearCookies()
  await page.goto(`/verifier/${lu.code}`)
  await expect(page.getByRole('main').getByText('SARL El Bahia').first()).toBeVisible()
  await expect(page.getByRole('contentinfo')).toHaveText('Diyar')
  const montant = await fact(page, 'Montant').innerText()
  await page.getByRole('button', { name: 'العربية' }).click()
  await expect(avis(page)).toHaveText('وثيقة أصلية')
  await expect(fact(page, 'الوثيقة')).toHaveText('وصل دفع')
  await expect(fact(page, 'المبلغ')).toHaveText(`\u2066${montant.replace(/\sDA$/, '')}\u2069\u00A0دج`)
  await expect(fact(page, 'العقار')).toHaveText('شقة \u2068A12\u2069')
  await expect(fact(page, 'الرقم')).toHaveText(lu.recu)
  await expect(page.locator('[dir="rtl"][lang="ar"]').getByText('الحالة: صالحة')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/verifier')
  await expect(page.getByText('تؤكد هذه الصفحة الوثائق التي سلمها SARL El Bahia.')).toBeVisible()
  await page.getByRole('button', { name: 'Français' }).click()
  await expect(page.getByText('Cette page confirme les documents remis par SARL El Bahia.')).toBeVisible()
  await page.getByRole('button', { name: 'العربية' }).click()
  await page.goto('/verifier/0000-0000-0002')
  await expect(avis(page)).toContainText('لا توجد وثيقة تحمل هذا الرمز.')
  await expectAccessible(page)
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
})

// spec: AD-34
test('a receipt whose payment was deleted says so', async ({ page }) => {
  const api = await signIn(page)
  await api.delete(`/api/paiements/${autre.id}`)
  await page.context().clearCookies()
  await page.goto(`/verifier/${autre.code}`)
  await expect(avis(page)).toHaveText('Ce document a été annulé.')
  await expect(fact(page, 'Numéro')).toHaveText(autre.recu)
  await expect(page.getByText('État : Annulé')).toBeVisible()
})

// spec: PA-30
test('a paper of a bloc alone names the bloc and no client', async ({ page }) => {
  const api = await signIn(page)
  const { bloc } = await createLieu(api, 'Les Oliviers')
  const { data } = (await api.get(`/api/blocs/${bloc}/stades`)) as { data: { stade_id: number }[] }
  await api.put(`/api/blocs/${bloc}/stades/${data[0]?.stade_id}`, { atteint_le: '2026-02-01' })
  const id = await api.create(`/api/blocs/${bloc}/documents`, { type: 'attestation_avancement' })
  const papiers = (await api.get(`/api/blocs/${bloc}/documents`)) as { data: { id: number; code: string }[] }
  const code = papiers.data.find((papier) => papier.id === id)?.code
  await page.context().clearCookies()
  await page.goto(`/verifier/${code}`)
  await expect(avis(page)).toHaveText('Document authentique')
  await expect(fact(page, 'Bien')).toHaveText('Bloc B, Résidence Les Oliviers')
  await expect(page.getByText('Client', { exact: true })).toHaveCount(0)
})

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
