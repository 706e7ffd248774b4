import { deflateSync } from 'node:zlib'
import {
  expect,
  expectAccessible,
  expectReadable,
  moveTo,
  signIn,
  test,
  withServer,
  type Page,
} from './diyar.ts'
import { alert, dialog } from './screen.ts'
import { unPng } from '../test/harness/images.ts'

withServer()

const SARL = { nom: 'SARL Bâtir', email: 'contact@batir.dz', telephone: '021 55 66 77', adresse: 'Alger' }
const menu = (page: Page) => page.getByRole('navigation', { name: 'Sections des paramètres' })
const form = (page: Page, name: string) => page.getByRole('form', { name })
const save = (page: Page, name: string) => form(page, name).getByRole('button', { name: 'Enregistrer' })
const saved = (page: Page, text = 'Paramètres enregistrés avec succès !') =>
  expect(page.getByText(text)).toBeVisible()

async function withPromoteur(page: Page) {
  const api = await signIn(page)
  const promoteurs = [await api.get('/api/promoteurs')].flat()
  if (promoteurs.length === 0) await api.post('/api/promoteurs', SARL)
  return api
}

test('sections stand in one order, each under its own address; a phone has them in a select', async ({
  page,
}) => {
  await withPromoteur(page)
  await page.goto('/parametres')
  await expect(menu(page).getByRole('link')).toContainText(['Promoteur', 'Documents'])
  const names = await menu(page).getByRole('link').allTextContents()
  const order = [
    'Promoteur',
    'Documents',
    'Pièces du dossier',
    'Ventes',
    'Stades des travaux',
    "Modèles d'échéancier",
    'Paiements',
    'Droit de timbre',
    'TVA',
    'Écritures',
    'Adresse publique',
    'Sauvegardes',
    'Santé',
  ]
  expect(names).toEqual(order.filter((name) => names.includes(name)))
  await expect(menu(page).getByRole('link', { name: 'Promoteur' })).toHaveAttribute('aria-current', 'page')
  await menu(page).getByRole('link', { name: 'Documents' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/section=documents/)
  await expect(form(page, 'Documents')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: SARL.nom })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(menu(page)).toBeHidden()
  await page.getByLabel('Section', { exact: true }).selectOption('Adresse publique')
  await expect(form(page, 'Adresse publique')).toBeVisible()
  await page.goto('/parametres?section=inconnue')
  await expect(page.getByRole('heading', { name: SARL.nom })).toBeVisible()
})

test('who leaves with something unsaved is asked, by another section, by a link and by Back', async ({
  page,
}) => {
  await withPromoteur(page)
  await page.goto('/parametres?section=acces')
  const field = page.getByRole('textbox', { name: 'Adresse publique' })
  await field.fill('https://diyar.exemple.dz')
  const leave = async (how: () => Promise<unknown>, answer: 'Rester' | 'Quitter') => {
    await how()
    await expect(dialog(page)).toContainText('Quitter sans enregistrer ?')
    await dialog(page).getByRole('button', { name: answer }).click()
    await expect(dialog(page)).toHaveCount(0)
  }
  await leave(() => menu(page).getByRole('link', { name: 'Ventes' }).click(), 'Rester')
  await leave(() => page.getByRole('link', { name: 'Clients', exact: true }).click(), 'Rester')
  await expect(field).toHaveValue('https://diyar.exemple.dz')
  await leave(() => menu(page).getByRole('link', { name: 'Ventes' }).click(), 'Quitter')
  await expect(form(page, 'Ventes')).toBeVisible()
  await menu(page).getByRole('link', { name: 'Adresse publique' }).click()
  await expect(field).toHaveValue('')

  await field.fill('diyar')
  await save(page, 'Adresse publique').click()
  await expect(form(page, 'Adresse publique')).toContainText(
    "Cette adresse n'est pas valable : il faut par exemple https://diyar.exemple.dz.",
  )
  await expect(field).toBeFocused()
  await field.fill('https://diyar.exemple.dz/')
  await page.keyboard.press('Enter')
  await saved(page)
  await expect(field).toHaveValue('https://diyar.exemple.dz')
  await menu(page).getByRole('link', { name: 'Ventes' }).click()
  await expect(form(page, 'Ventes')).toBeVisible()
})

test(
  'the promoter has his identity, his colour and a logo',
  { tag: ['@parametres', '@jour'] },
  async ({ page }) => {
    const api = await withPromoteur(page)
    await page.goto('/parametres?section=promoteur')
    const identite = form(page, 'Identité légale')
    await identite.getByLabel('Nom en arabe').fill('شركة البناء')
    await identite.getByLabel('RC').fill('16/00-1234567 B 20')
    await identite.getByLabel('Capital (DA)').fill('10000000,5')
    const couleur = identite.getByLabel('Couleur des documents')
    await couleur.fill('#ffcc00')
    await expect(identite).toContainText('Cette couleur est trop claire pour être lue sur du papier.')
    await couleur.fill('#b0302')
    await save(page, 'Identité légale').click()
    await expect(identite).toContainText('Choisissez une couleur.')
    await couleur.fill('#b03020')
    await save(page, 'Identité légale').click()
    await saved(page, 'Promoteur modifié avec succès!')
    await expectAccessible(page)
    expect(await api.get('/api/promoteurs')).toMatchObject([
      { ...SARL, nom_ar: 'شركة البناء', rc: '16/00-1234567 B 20', capital: 10_000_000.5, couleur: '#b03020' },
    ])
    // The specified dialog beside it leaves that alone.
    await page.getByRole('button', { name: 'Modifier', exact: true }).click()
    await dialog(page).getByLabel('Adresse').fill('Oran')
    await dialog(page).getByRole('button', { name: 'Enregistrer' }).click()
    await expect(page.getByText('Oran')).toBeVisible()
    await expect(identite.getByLabel('RC')).toHaveValue('16/00-1234567 B 20')

    const logo = page.getByRole('region', { name: 'Logo' })
    const choose = async (buffer: Buffer) => {
      const chooser = page.waitForEvent('filechooser')
      await logo.getByRole('button', { name: 'Choisir une image' }).click()
      await (await chooser).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
    }
    await choose(deflateSync(Buffer.from('not a picture')))
    await expect(alert(page)).toContainText('Cette image ne peut pas être imprimée')
    await choose(unPng(200, 100))
    await saved(page, 'Logo enregistré avec succès !')
    await expect(alert(page)).toHaveCount(0)
    const picture = logo.getByRole('img', { name: 'Logo du promoteur' })
    await expect(picture).toBeVisible()
    await expect.poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBe(200)
    await expectAccessible(page)
    await logo.getByRole('button', { name: 'Retirer' }).click()
    await saved(page, 'Logo retiré avec succès !')
    await expect(picture).toHaveCount(0)
    expect(await api.get('/api/promoteurs')).toMatchObject([{ adresse: 'Oran', logo: false }])
  },
)

test('the texts of a paper: proposed in grey, variables where the cursor is, back to what was proposed', async ({
  page,
}) => {
  const api = await withPromoteur(page)
  await page.goto('/parametres?section=documents')
  const open = form(page, 'Documents').getByRole('button', { name: /^Procès-verbal/ })
  await open.click()
  const texte = form(page, 'Documents').getByRole('group', { name: /^Procès-verbal.*français/ })
  const field = texte.getByLabel('Texte français')
  await expect(field).toHaveAttribute(
    'placeholder',
    /^Le \{date\}\{heure\}, les clés \{du_bien\} sont remises/,
  )
  await field.fill('Remis le  à .')
  await field.evaluate((area) => (area as HTMLTextAreaElement).setSelectionRange(9, 9))
  await texte.getByRole('button', { name: '{date}' }).click()
  await page.keyboard.type(' midi')
  await expect(field).toHaveValue('Remis le {date} midi à .')
  await field.fill('Remis à {clientt}.')
  await save(page, 'Documents').click()
  await expect(texte).toContainText('Variable inconnue : {clientt}.')
  await expect(field).toBeFocused()
  const arabe = form(page, 'Documents').getByRole('group', { name: /^Procès-verbal.*arabe/ })
  await expect(arabe.getByLabel('Texte arabe')).toHaveCSS('direction', 'rtl')
  await expect(arabe.getByRole('button', { name: '{prix_lettres}' })).toHaveCount(0)
  await field.fill('Remis à {client}.')
  await form(page, 'Documents').getByLabel('Ville (« Fait à »)').fill('Oran')
  await save(page, 'Documents').click()
  await saved(page)
  await expect(open).toContainText('Votre texte en français')
  expect(await api.get('/api/parametres')).toMatchObject({
    data: {
      documents: { valeur: { ville: 'Oran', textes: { pv_remise: { fr: 'Remis à {client}.', ar: null } } } },
    },
  })
  await texte.getByRole('button', { name: 'Revenir au texte proposé' }).click()
  await expect(field).toBeFocused()
  await save(page, 'Documents').click()
  await expect(open).toContainText('Texte proposé')
  // spec: RE-46. No sale is there: the preview is of one that is made up.
  const apercu = page.waitForResponse((answer) => answer.url().includes('/api/documents/exemple'))
  await texte.getByRole('button', { name: 'Aperçu' }).click()
  expect((await apercu).status()).toBe(200)
  await expectAccessible(page)
})

// spec: AD-39
test('every section can be used by anyone, in the light and in the dark, on a desk, a phone and at 200 %', async ({
  page,
}) => {
  test.slow()
  await withPromoteur(page)
  await page.goto('/parametres')
  await expect(form(page, 'Identité légale')).toBeVisible()
  const hrefs = await menu(page)
    .locator('a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(hrefs.length).toBeGreaterThan(6)
  for (const href of hrefs) {
    await moveTo(page, href ?? '')
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    for (const [width, height] of [
      [1280, 900],
      [390, 844],
      [640, 450],
    ] as const) {
      await page.setViewportSize({ width, height })
      await (width === 640 ? expectAccessible(page) : expectReadable(page))
      expect([href, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([href, width])
    }
    await page.setViewportSize({ width: 1280, height: 900 })
  }
})
