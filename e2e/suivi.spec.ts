import { readFile } from 'node:fs/promises'
import { expect, expectAccessible, expectReadable, signIn, test, withServer, type Page } from './diyar.ts'
import { unPng } from '../test/harness/images.ts'
import { createClient, createLieu, pay, sellAppartement, sellPlace } from './portefeuille.ts'

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
  async ({ page }) => {
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
    // The same tab need not ask again.
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Appartement A12' })).toBeVisible()
    await page.getByRole('button', { name: 'Fermer' }).click()
    await expect(chiffres(page)).toBeVisible()
    await page.reload()
    await expect(chiffres(page)).toBeVisible()
  },
)

// spec: AD-36, RF-25
test('what was revoked closes at the next look; what has expired asks for the digits again', async ({
  page,
}) => {
  await open(page)
  await page.context().clearCookies({ name: 'diyar_suivi' })
  await page.reload()
  await expect(page.getByText('Votre accès a expiré : saisissez de nouveau les chiffres.')).toBeVisible()
  await expect(page.getByText(INVITATION)).toBeVisible()
  await open(page)
  const api = await signIn(page)
  await api.delete(`/api/clients/${client}/lien`)
  await page.reload()
  await expect(
    page.getByText("Ce lien n'est plus valable. Demandez-en un nouveau à votre promoteur."),
  ).toBeVisible()
  await expect(chiffres(page)).toHaveCount(0)
  await expect(page.getByRole('main').getByText('SARL El Bahia', { exact: true })).toBeVisible()
  await page.goto('/login')
  await page.goto('/suivi')
  await expect(
    page.getByText('Ouvrez cette page avec le lien que votre promoteur vous a envoyé.'),
  ).toBeVisible()
})

// spec: AD-39
test('is readable by everybody, on a phone too, in the dark and in the light', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(lien)
  await expect(chiffres(page)).toBeVisible()
  await expectReadable(page)
  await open(page)
  await expectReadable(page)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
})

// spec: RE-36, EC-37
test('he reads where each of his cheques is in words of his own, and in which bloc or parking what he bought stands', async ({
  page,
}) => {
  const api = await signIn(page)
  const lieu = await createLieu(api, 'Les Oliviers')
  const acheteur = await createClient(api, 'Nadia Lounis')
  const lot = await sellAppartement(api, lieu, acheteur, 'B7', 8_000_000)
  await sellPlace(api, lieu, acheteur, 7, 500_000)
  const compte_id = await api.create('/api/comptes-bancaires', { banque: 'BNA', numero: '001 00620 03' })
  const cheques: number[] = []
  for (const reference of ['1', '2', '3', '4'])
    cheques.push(
      await api.create('/api/paiements', {
        client_id: acheteur,
        appartement_id: lot,
        versement: 1000,
        mode: 'cheque',
        banque: 'BNA',
        reference,
        date_paiement: '2026-03-01',
        date_cheque: '2026-03-01',
      }),
    )
  const [, ...portes] = cheques
  await api.post('/api/remises', { jour: '2026-03-02', compte_id, ids: portes })
  await api.post('/api/cheques/encaisser', { ids: portes.slice(1), encaisse_le: '2026-03-03' })
  await api.post(`/api/cheques/${cheques[3]}/rejeter`, { rejete_le: '2026-03-04', motif: 'Provision' })
  const { adresse } = (await api.post(`/api/clients/${acheteur}/lien`)) as { adresse: string }
  await page.context().clearCookies()
  await page.goto(adresse)
  await chiffres(page).fill('3456')
  await page.getByRole('button', { name: 'Ouvrir' }).click()
  const achat = (nom: string) => page.getByRole('article').filter({ hasText: nom })
  await expect(achat('Appartement B7')).toContainText('Bloc B')
  await expect(achat('Place 7')).toContainText('Parking Nord')
  await expect(achat('Appartement B7').getByText(/^chèque/)).toHaveText(
    ['chèque reçu, à encaisser', 'chèque déposé en banque', 'chèque encaissé', 'chèque rejeté'],
    { useInnerText: true },
  )
  await expectAccessible(page)
})

// spec: EC-37
test('the promoter stands first, the next échéance under the figures, in Arabic too with the same figures', async ({
  page,
  baseURL,
}) => {
  const api = await signIn(page)
  const [promoteur] = (await api.get('/api/promoteurs')) as { id: number; version: number }[]
  await api.put(`/api/promoteurs/${promoteur?.id}`, { ...PROMOTEUR, nom_ar: 'شركة البهية' })
  const jeton = (await page.context().cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  const kept = await page.request.post(`/backend/public/api/promoteurs/${promoteur?.id}/logo`, {
    headers: { 'x-xsrf-token': jeton },
    multipart: {
      _method: 'PUT',
      logo: { name: 'logo.png', mimeType: 'image/png', buffer: unPng(400, 200) },
    },
  })
  expect(kept.status()).toBe(200)
  const { ventes } = (await api.get(`/api/clients/${client}/dossier`)) as { ventes: { id: number }[] }
  await api.put(`/api/ventes/${ventes[0]?.id}/echeancier`, {
    lignes: [
      {
        libelle: 'Acompte',
        libelle_ar: 'التسبيق',
        montant: 3_000_000,
        declencheur: 'date',
        date_prevue: '2026-02-01',
      },
      { libelle: 'Solde', montant: 5_000_000, declencheur: 'contrat' },
    ],
  })
  await page.context().clearCookies()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await open(page)
  const tete = page.getByRole('banner')
  await expect(tete.getByText('SARL El Bahia')).toBeVisible()
  const image = tete.getByRole('img', { name: 'Logo de SARL El Bahia' })
  await expect(image).toHaveJSProperty('naturalWidth', 400)
  await expect(page.getByRole('contentinfo')).toHaveText('Diyar')
  const prochaine = (titre: string) =>
    page.locator('section', { has: page.getByRole('heading', { name: titre, exact: true }) })
  await expect(prochaine('Prochaine échéance')).toContainText(
    /Acompte.*999\s999,75\sDA.*01\/02\/2026.*En retard/s,
  )
  const montants = async () =>
    (await page.getByText(/^[\u2066\d\s]+,\d\d\u2069?\s(?:DA|دج)$/).allInnerTexts()).map((text) =>
      text
        .replace(/\s(?:DA|دج)$/, '')
        .replaceAll(/[\u2066\u2069]/g, '')
        .replaceAll(/\s/g, ' '),
    )
  const enFrancais = await montants()
  expect(enFrancais.length).toBeGreaterThan(5)

  await page.getByRole('button', { name: 'العربية' }).click()
  const racine = page.locator('[dir="rtl"][lang="ar"]').first()
  await expect(racine.getByRole('heading', { level: 1, name: 'ملف الشراء' })).toBeVisible()
  await expect(tete.getByText('شركة البهية')).toBeVisible()
  for (const mot of ['السعر', 'المدفوع', 'الباقي', 'جدول الدفعات'])
    await expect(racine.getByText(mot, { exact: true })).toBeVisible()
  await expect(prochaine('الدفعة القادمة')).toContainText(/التسبيق.*01\/02\/2026.*متأخرة/s)
  await expect(racine.getByRole('heading', { level: 2 })).toHaveText(/^شقة \u2068A12\u2069$/)
  await expect(racine.locator('article')).toContainText(
    /العمارة \u2068B\u2069.*إقامة \u2068Les Jardins\u2069/s,
  )
  expect(await montants()).toEqual(enFrancais)
  // No word of French is left of what the product says itself.
  expect(await racine.locator('article').innerText()).not.toMatch(/DA\b|Appartement|Bloc|étage|Résidence/)
  // Latin digits, left to right within the Arabic.
  expect(await racine.innerText()).not.toMatch(/[\u0660-\u0669\u06F0-\u06F9]/)
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await page.reload()
    // The choice is kept in this browser.
    await expect(page.getByRole('heading', { level: 1, name: 'ملف الشراء' })).toBeVisible()
    await expectReadable(page)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
  }
  await page.getByRole('button', { name: 'إغلاق' }).click()
  await expect(page.getByRole('main').getByRole('img', { name: 'شعار شركة البهية' })).toHaveJSProperty(
    'naturalWidth',
    400,
  )
  await expect(
    page.getByText('هذا الرابط من شركة البهية. لفتحه، أدخلوا الأرقام الأربعة الأخيرة من هاتفكم.'),
  ).toBeVisible()
  await page.getByLabel('الأرقام الأربعة الأخيرة من هاتفكم').fill('0000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('هذه الأرقام غير مطابقة.')).toHaveCount(1)
  await expectAccessible(page)
  await page.goto('/verifier')
  await expect(page.getByRole('heading', { level: 1, name: 'التحقق من وثيقة' })).toBeVisible()
  await page.getByRole('button', { name: 'Français' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Vérifier un document' })).toBeVisible()
  expect(asked.filter((url) => !url.startsWith(baseURL ?? '') && !/^(?:data|blob):/.test(url))).toEqual([])
})
