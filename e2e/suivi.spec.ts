import { readFile } from 'node:fs/promises'
import { expect, expectReadable, signIn, test, withServer, type Page } from './diyar.ts'
import { createClient, createLieu, pay, sellAppartement } from './portefeuille.ts'

withServer()

const PROMOTEUR = {
  nom: 'SARL El Bahia',
  email: 'contact@elbahia.dz',
  telephone: '041 33 21 45',
  adresse: 'Oran',
}
let client = 0
let recu = ''
/** The link that was made last: what follows the host. */
let lien = ''

test.beforeEach(async ({ page }) => {
  const api = await signIn(page)
  if (client === 0) {
    const lieu = await createLieu(api, 'Les Jardins')
    client = await createClient(api, 'محمد بن عبد الله')
    await api.put(`/api/clients/${client}`, {
      nomComplet: 'محمد بن عبد الله',
      tel: '0550 12 34 56',
      email: 'mohamed@exemple.dz',
    })
    const lot = await sellAppartement(api, lieu, client, 'A12', 8_000_000)
    await api.post('/api/promoteurs', PROMOTEUR)
    const id = await pay(api, client, { appartement_id: lot }, 2_000_000.25)
    recu = ((await api.get(`/api/paiements/${id}`)) as { recu: string }).recu
  }
  lien = ((await api.post(`/api/clients/${client}/lien`)) as { adresse: string }).adresse
  await page.context().clearCookies()
})

const INVITATION =
  "SARL El Bahia vous a envoyé ce lien. Pour l'ouvrir, donnez les quatre derniers chiffres de votre téléphone."
const chiffres = (page: Page) => page.getByLabel('Les quatre derniers chiffres de votre téléphone')
async function open(page: Page): Promise<void> {
  await page.goto(lien)
  await chiffres(page).fill('3456')
  await page.getByRole('button', { name: 'Ouvrir' }).click()
  await expect(page.getByRole('heading', { name: 'Appartement A12' })).toBeVisible()
}

// spec: AD-36, AD-37, AD-39, EC-37, RF-25
test(
  'a buyer opens his link with four digits and sees what he bought, paid and owes',
  { tag: ['@suivi', '@jour'] },
  async ({ page, baseURL }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url() + (request.postData() ?? '').replace(/.*/, '')))
    await page.goto(lien)
    await expect(page).toHaveTitle('Diyar - Mon achat')
    await expect(page.getByRole('main').getByText('SARL El Bahia', { exact: true }).first()).toBeVisible()
    await expect(page.getByText(INVITATION)).toBeVisible()
    await chiffres(page).fill('0000')
    await page.keyboard.press('Enter')
    // Told once, under the field, which is where one writes again.
    await expect(page.getByText('Ces chiffres ne correspondent pas.')).toHaveCount(1)
    await expect(chiffres(page)).toHaveAccessibleDescription('Ces chiffres ne correspondent pas.')
    await expect(chiffres(page)).toBeFocused()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await open(page)
    await expect(page.getByText('محمد بن عبد الله')).toBeVisible()
    for (const amount of [/^8\s000\s000,00\sDA$/, /^2\s000\s000,25\sDA$/, /^5\s999\s999,75\sDA$/])
      await expect(page.locator('dd').filter({ hasText: amount })).toHaveCount(1)
    await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25')
    await expect(page.getByText(/^Situation au \d+(er)? \S+ \d{4}\.$/)).toBeVisible()
    await expect(page.getByRole('link', { name: '041 33 21 45' })).toHaveAttribute('href', 'tel:041332145')
    await expect(page.getByRole('navigation')).toHaveCount(0)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: `Reçu ${recu}` }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe(`recu_${recu}.pdf`)
    expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
    const secret = lien.split('#')[1] ?? ''
    expect(asked.filter((url) => url.includes(secret))).toEqual([])
    expect(asked.filter((url) => !url.startsWith(baseURL ?? '') && !/^(?:data|blob):/.test(url))).toEqual([])
    // The same tab need not ask again.
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Appartement A12' })).toBeVisible()
    await page.getByRole('button', { name: 'Fermer' }).click()
    await expect(chiffres(page)).toBeVisible()
    await page.reload()
    await expect(chiffres(page)).toBeVisible()
  },
)

// spec: AD-39, EC-37
test('is readable by everybody, on a phone too, in the dark and in the light, in Arabic after a reload too', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(lien)
  await expect(chiffres(page)).toBeVisible()
  await expectReadable(page)
  await open(page)
  await expectReadable(page)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  await page.getByRole('button', { name: 'العربية' }).click()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'ملف الشراء' })).toBeVisible()
  await expectReadable(page)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
})
