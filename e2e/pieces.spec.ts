import {
  expect,
  expectAccessible,
  openScreen,
  signIn,
  test,
  withServer,
  type Api,
  type Page,
} from './diyar.ts'
import { createClient, createLieu, sellAppartement } from './portefeuille.ts'
import { CALLS, dialog, openPart } from './screen.ts'

withServer()

const ARABE = 'بطاقة التعريف الوطنية.pdf'
const PDF = Buffer.from('%PDF-1.4\nacte\n%%EOF\n')
const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: PDF })

const panel = (page: Page) => page.getByRole('region', { name: 'Pièces', exact: true })
const rows = (page: Page) => panel(page).locator('tbody').getByRole('row')
const required = (page: Page) => panel(page).getByRole('list', { name: 'Pièces obligatoires' })
const file = (page: Page) => dialog(page).locator('input[type=file]')
const types = (page: Page) => page.getByRole('form', { name: 'Pièces du dossier' })

let vente = 0
let api: Api

test.beforeEach(async ({ page }) => {
  api = await signIn(page)
  if (vente) return
  const lieu = await createLieu(api, 'Les Jardins')
  const client = await createClient(api, 'محمد الأمين بن عبد الله')
  const bien = await sellAppartement(api, lieu, client, 'A-1', 1_000_000)
  const lot = (await api.get(`/api/appartements/${bien}`)) as { vente_id: number }
  vente = lot.vente_id
})

const open = async (page: Page) => {
  await openScreen(page, `/ventes/${vente}`, 'Dossier')
  await openPart(page, 'Pièces et documents')
  await expect(panel(page)).toBeVisible()
}

// spec: AD-23, AD-39
test('the settings say what is required, by the keyboard; a type in use stays', async ({ page }) => {
  await openScreen(page, '/parametres?section=pieces', 'Paramètres')
  const section = types(page)
  await section.getByLabel('Contrat signé : obligatoire').focus()
  await page.keyboard.press('Space')
  await section.getByRole('button', { name: 'Ajouter un type' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Contrat signé')
  await page.keyboard.press('Enter')
  await expect(section.getByText('Deux types de pièces portent ce nom.').first()).toBeVisible()
  await section.getByLabel('Libellé du type 4').fill('عقد القرض')
  await section.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('Paramètres enregistrés avec succès !')).toBeVisible()
  await expectAccessible(page)
  await open(page)
  await expect(panel(page)).toContainText("Aucune pièce pour l'instant.")
  await expect(required(page).getByRole('listitem')).toHaveText(['Contrat signéÀ fournir'])
})

// spec: AD-39
test(
  'a piece is added, told, opened and deleted; its file is chosen or dropped',
  { tag: ['@ventes', '@jour'] },
  async ({ page }) => {
    const demandes = [{ code: 'contrat-signe', libelle: 'Contrat signé', portee: 'vente', obligatoire: true }]
    await api.put('/api/parametres/pieces', { valeur: { types: demandes } })
    await open(page)
    await panel(page).getByRole('button', { name: 'Ajouter une pièce' }).click()
    await expect(dialog(page, 'Ajouter une pièce')).toBeVisible()
    await expect(dialog(page).getByLabel('Type')).toHaveValue('Contrat signé')
    await dialog(page).getByRole('button', { name: 'Enregistrer', exact: true }).click()
    await expect(dialog(page)).toContainText('Choisissez un fichier.')
    await file(page).setInputFiles({
      name: 'page.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('<html>'),
    })
    await expect(dialog(page)).toContainText('Le fichier doit être un PDF, un JPEG ou un PNG.')
    const dropped = await page.evaluateHandle(
      ([name, content]) => {
        const data = new DataTransfer()
        data.items.add(new File([content ?? ''], name ?? '', { type: 'application/pdf' }))
        return data
      },
      [ARABE, PDF.toString('latin1')],
    )
    await dialog(page).getByLabel('Note').dispatchEvent('drop', { dataTransfer: dropped })
    await expect(dialog(page)).toContainText(ARABE)
    await dialog(page).getByLabel('Note').fill('Exemplaire du notaire')
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Enregistrer', exact: true }).click()
    await expect(panel(page)).toContainText('Pièce ajoutée avec succès !')
    await expect(required(page).getByRole('listitem')).toHaveText(['Contrat signéPrésente'])
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText(ARABE)
    await expect(rows(page)).toContainText('Exemplaire du notaire')
    await expect(rows(page)).toContainText(`${PDF.length} octets`)
    await expectAccessible(page)

    await panel(page)
      .getByRole('button', { name: `Supprimer ${ARABE}` })
      .click()
    await expect(dialog(page)).toContainText(
      `Êtes-vous sûr de vouloir supprimer la pièce ${ARABE} ? Cette action est définitive.`,
    )
    await dialog(page).getByRole('button', { name: 'Supprimer', exact: true }).click()
    await expect(panel(page)).toContainText('Pièce supprimée avec succès !')
    await expect(panel(page)).toContainText("Aucune pièce pour l'instant.")
  },
)

test('what is sent is shown as it goes, and can be stopped; what was typed stays', async ({ page }) => {
  await open(page)
  await panel(page).getByRole('button', { name: 'Ajouter une pièce' }).click()
  await file(page).setInputFiles(pdf('contrat.pdf'))
  await dialog(page).getByLabel('Note').fill('Page une')
  const answered: (() => void)[] = []
  await page.route(`${CALLS}/api/pieces`, async (route) => {
    await new Promise<void>((resolve) => answered.push(resolve))
    // The browser has left it by then.
    await route.abort().catch(() => {})
  })
  await dialog(page).getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(dialog(page).getByRole('progressbar', { name: 'Envoi de la pièce' })).toBeVisible()
  await dialog(page).getByRole('button', { name: "Arrêter l'envoi" }).click()
  await expect(dialog(page).getByRole('progressbar')).toHaveCount(0)
  await expect(dialog(page).getByLabel('Note')).toHaveValue('Page une')
  for (const done of answered) done()
  await page.unroute(`${CALLS}/api/pieces`)
  await dialog(page).getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(panel(page)).toContainText('Pièce ajoutée avec succès !')
  await expect(rows(page)).toHaveCount(1)
})
