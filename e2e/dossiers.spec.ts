import { atRest, expect, expectReadable, signIn, test, withServer, type Api, type Page } from './diyar.ts'
import { createClient, createLieu, createLot } from './portefeuille.ts'
import { dialog, openPart, PHONE_ROWS, plain } from './screen.ts'

withServer()

const ARABE = 'محمد الأمين بن عبد الله'
const LONG = 'Abdelmoumène Bensalah-Boukhalfa, épouse Aït Ouarab née Kheddache de Tizi-Ouzou'
const MAX = 99_999_999_999.99
let made: true | undefined

/** Two clients, one of whom has a lot of eleven digits. */
async function furnish(api: Api) {
  if (made) return
  const { etage } = await createLieu(api, 'Résidence El Yasmine')
  const arabe = await createClient(api, ARABE)
  const long = await createClient(api, LONG)
  await createLot(api, etage, 'A-12', 'F5', arabe, { montant: MAX })
  await createLot(api, etage, 'A-13', 'F3', long)
  await createLot(api, etage, 'A-14', 'F3', arabe)
  made = true
}

interface Ligne {
  id: number
  dossier: string
}
async function dossierOf(api: Api, numLot: string): Promise<Ligne> {
  const { data } = (await api.get(`/api/ventes?search=${encodeURIComponent(numLot)}`)) as { data: Ligne[] }
  if (!data[0]) throw new Error(`no dossier of ${numLot}`)
  return data[0]
}

/** So many lines that add up to the price of a lot, the first ones due. */
async function divide(api: Api, vente: number, prix: number, nombre: number): Promise<void> {
  const part = Math.floor((prix * 100) / nombre)
  await api.put(`/api/ventes/${vente}/echeancier`, {
    lignes: Array.from({ length: nombre }, (_, rang) => ({
      libelle: `Mensualité ${rang + 1}`,
      montant: (rang < nombre - 1 ? part : Math.round(prix * 100) - part * (nombre - 1)) / 100,
      declencheur: 'date',
      date_prevue: rang < 3 ? `2026-01-0${rang + 1}` : `2031-01-${String((rang % 28) + 1).padStart(2, '0')}`,
    })),
  })
}

const segments = (page: Page) =>
  page.getByRole('list', { name: 'Échéances, de la première à la dernière' }).getByRole('button')

test(
  'takes a payment and its days, and shows both at once',
  { tag: ['@ventes', '@jour'] },
  async ({ page }) => {
    const api = await signIn(page)
    await furnish(api)
    const { id, dossier } = await dossierOf(api, 'A-14')
    await divide(api, id, 1_000_000, 4)
    await page.goto(`/ventes/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(`Dossier ${dossier}`)
    await expect(segments(page)).toHaveCount(4)
    await openPart(page, 'Paiements')
    await expect(page.getByText('Aucun versement enregistré.')).toBeVisible()
    await page.getByRole('button', { name: 'Ajouter un paiement' }).click()
    await dialog(page)
      .getByRole('textbox', { name: /^Montant/ })
      .fill('300000')
    await dialog(page).getByRole('button', { name: 'Enregistrer', exact: true }).click()
    await expect(page.getByRole('table', { name: 'Paiements' }).getByRole('row')).toHaveCount(2)
    expect(plain(await segments(page).nth(1).getAttribute('aria-label'))).toBe(
      'Échéance 2, Mensualité 2, 50 000,00 DA reçus sur 250 000,00 DA, en retard',
    )
    // The focus goes there once the dialog has left.
    await expect(page.getByRole('button', { name: 'Imprimer le reçu', exact: true })).toBeFocused()
    await segments(page).first().focus()
    await page.keyboard.press('ArrowRight')
    await expect(segments(page).nth(1)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('row', { name: /Mensualité 2/ })).toBeFocused()
    await page.getByRole('button', { name: "Plus d'actions" }).click()
    await page.getByRole('menuitem', { name: 'Modifier le dossier' }).click()
    await dialog(page).getByLabel('Contrat').fill('01/01/2020')
    await dialog(page).getByLabel('Notaire').fill('Maître Zohra Belkacem')
    await page.keyboard.press('Tab')
    await dialog(page).getByRole('button', { name: 'Enregistrer' }).click()
    await expect(
      dialog(page)
        .getByText(/^Le contrat ne peut pas précéder la réservation/)
        .first(),
    ).toBeVisible()
    await dialog(page).getByLabel('Contrat').fill('')
    await dialog(page).getByRole('button', { name: 'Enregistrer' }).click()
    await expect(page.getByText('Dossier modifié avec succès !')).toBeVisible()
    await openPart(page, 'Suivi')
    await expect(page.getByText('Maître Zohra Belkacem')).toBeVisible()
  },
)

for (const width of [1280, 390])
  test(`stands in the light and in the dark on ${width} px, with 120 lines, eleven digits and long names`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    const api = await signIn(page)
    await furnish(api)
    const { id } = await dossierOf(api, 'A-12')
    await divide(api, id, MAX, 120)
    const held = async () => {
      await atRest(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await expectReadable(page)
    }
    await page.goto(`/ventes/${id}`)
    await expect(segments(page)).toHaveCount(120)
    await held()
    await segments(page).first().focus()
    await page.keyboard.press('End')
    await expect(segments(page).last()).toBeInViewport()
    await page.getByRole('button', { name: "Plus d'actions" }).click()
    await held()
    await page.getByRole('menuitem', { name: 'Modifier le dossier' }).click()
    await expect(dialog(page)).toBeVisible()
    await held()
    await page.goto('/ventes')
    await expect(page.locator(`main :is(tbody tr, ${PHONE_ROWS})`).first()).toBeVisible()
    await held()
    const { id: autre } = await dossierOf(api, 'A-13')
    await page.goto(`/ventes/${autre}`)
    await expect(page.getByText('Aucun échéancier pour ce dossier.')).toBeVisible()
    await held()
  })
