import { readFile } from 'node:fs/promises'
import { aujourdhui, formatJourCourt } from '../shared/dates.ts'
import { expect, expectAccessible, signIn, test, withServer, type Api, type Page } from './diyar.ts'
import { createClient, createLieu, pay, sellAppartement, type Lieu } from './portefeuille.ts'
import { dialog } from './screen.ts'

withServer()

const plain = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim()
const field = (page: Page, label: string) => dialog(page).getByLabel(label)
const row = (page: Page) => page.locator('tbody').getByRole('row').first()
const print = (page: Page) => page.getByRole('button', { name: 'Imprimer le reçu', exact: true })
const offer = (page: Page) => page.getByText(/^Reçu N° \d{4}-\d{6}/)
const MODIFIE = 'Paiement modifié avec succès !'

let lieu: Lieu
let ali: number

test.beforeEach(async ({ page }) => {
  const api = await signIn(page)
  if (ali) return
  lieu = await createLieu(api, 'Les Jardins')
  ali = await createClient(api, 'Ali Benali')
})

interface Lu {
  id: number
  recu: string
  versement: number
  version: number
  rectifie_le: string | null
}

/** A lot of Ali's at 8 000 000 DA with one payment of 3 500 000 DA, and its screen. */
async function open(page: Page, numLot: string): Promise<{ api: Api; lot: number; lu: Lu }> {
  const api = await signIn(page)
  const lot = await sellAppartement(api, lieu, ali, numLot, 8_000_000)
  const id = await pay(api, ali, { appartement_id: lot }, 3_500_000)
  await page.goto(`/clients/${ali}/paiements/${lot}`)
  await expect(row(page)).toContainText(/3\s500\s000,00\sDA/)
  return { api, lot, lu: (await api.get(`/api/paiements/${id}`)) as Lu }
}

/** Opens the only payment to edit it. */
async function edit(page: Page): Promise<void> {
  await row(page)
    .getByRole('button', { name: /^Modifier le paiement/ })
    .click()
  await expect.poll(async () => plain(await field(page, 'Reste à payer').inputValue())).toMatch(/ DA$/)
}

const read = async (api: Api, { id }: Lu) => (await api.get(`/api/paiements/${id}`)) as Lu
const today = () => formatJourCourt(aujourdhui())

test(
  'an amount that is corrected: the new receipt is offered, the old one asked back, and both screens say so',
  { tag: ['@paiements', '@jour'] },
  async ({ page }) => {
    const { api, lu } = await open(page, 'C-1')
    await edit(page)
    await field(page, 'Montant').fill('3050000')
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByText(MODIFIE)).toBeVisible()
    await expect
      .poll(async () => plain(await offer(page).textContent()))
      .toContain(
        `Reçu N° ${lu.recu} corrigé : 3 050 000,00 DA au lieu de 3 500 000,00 DA. Reprenez l'ancien exemplaire.`,
      )
    await expect(offer(page)).toContainText(/Il reste 4\s950\s000,00\sDA/)
    await expect(print(page)).toBeFocused()
    await expectAccessible(page)
    const download = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    const file = await download
    expect(file.suggestedFilename()).toBe(`paiement_${lu.id}.pdf`)
    expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')

    await expect(row(page)).toContainText(`Rectifié le ${today()}`)
    await page.getByRole('button', { name: /^Détails du paiement/ }).click()
    await expect(dialog(page)).toContainText(`Rectifié le ${today()}`)
    await page.keyboard.press('Escape')
    await page
      .getByRole('button', { name: /Pourquoi ce solde/ })
      .last()
      .click()
    await expect(dialog(page).getByRole('row', { name: lu.recu })).toContainText(`Rectifié le ${today()}`)
    await expectAccessible(page)
    expect((await read(api, lu)).rectifie_le).not.toBeNull()
    await page.reload()
    await expect(row(page)).toContainText(`Rectifié le ${today()}`)
  },
)
