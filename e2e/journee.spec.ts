import type { Locator } from '@playwright/test'
import { addJours, aujourdhui } from '../shared/dates.ts'
import { all, cheque, chosen } from './chequier.ts'
import { expect, openScreen, signIn, test, withServer, type Api, type Page } from './diyar.ts'
import { createClient, createLieu, createLot, sellAppartement, sellLocal } from './portefeuille.ts'
import { dialog } from './screen.ts'

withServer()

const NOMS = [
  'Amrouche',
  'Belkacem',
  'Cherif',
  'Djebbar',
  'Ferhat',
  'Guendouz',
  'Hamidi',
  'Kaci',
  'Larbi',
  'Meziane',
]
/** Amount that each of the ten pays in full: the first five own one bien, the others two. */
const MONTANT = 1_250_000
let ready = false

test.beforeEach(async ({ page }) => {
  const api = await signIn(page)
  if (ready) return
  const lieu = await createLieu(api, 'El Yasmine')
  ready = true
  for (const [index, nom] of NOMS.entries()) {
    const id = await api.create('/api/clients', {
      nomComplet: `${nom} Rachid`,
      tel: `0555 12 34 ${10 + index}`,
      email: 'client@exemple.dz',
    })
    await sellAppartement(api, lieu, id, String(101 + index), 9_000_000)
    if (index >= 5) await sellLocal(api, lieu, id, `L-${index}`, 3_000_000)
  }
})

/** Counts what is pressed: a letter, or keys held together, are one. */
class Keys {
  count = 0
  readonly #page: Page
  constructor(page: Page) {
    this.#page = page
  }

  async type(text: string): Promise<void> {
    this.count += text.length
    // A fast typist, who does not look up before he goes on.
    await this.#page.keyboard.type(text, { delay: 40 })
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      this.count += 1
      await this.#page.keyboard.press(key)
    }
  }

  /** Presses Tab until it is reached. */
  async tabTo(target: Locator): Promise<void> {
    await expect(target).toBeVisible()
    for (let tabs = 0; tabs < 100; tabs++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await this.press('Tab')
    }
    throw new Error(`Tab does not lead to ${String(target)}`)
  }

  /** Opens what the search calls so. */
  async search(text: string, line: RegExp): Promise<void> {
    await this.press('Control+k')
    await expect(this.#page.getByRole('combobox', { name: /^Client, téléphone, lot/ })).toBeFocused()
    await this.type(text)
    await expect(this.#page.getByRole('option').first()).toHaveText(line)
    await this.press('Enter')
  }
}

/** A sale one line of which is late by so many days. */
async function owe(api: Api, nom: string, lot: string, days: number): Promise<number> {
  const lieu = await createLieu(api, `Résidence de ${nom}`)
  const bien = await sellAppartement(api, lieu, await createClient(api, nom), lot, 1_000_000)
  const { vente_id } = (await api.get(`/api/appartements/${bien}`)) as { vente_id: number }
  const ligne = { libelle: 'Premier versement', montant: 1_000_000, declencheur: 'date' }
  await api.put(`/api/ventes/${vente_id}/echeancier`, {
    lignes: [{ ...ligne, date_prevue: addJours(aujourdhui(), -days) }],
  })
  return vente_id
}

// First of all: a sale on stades adds two links above the list, to what its lines wait for.
test('who is late longest is found and reminded, and that is noted, in 36 keys', async ({ page }) => {
  const api = await signIn(page)
  await owe(api, 'Samira Haddad', 'A-1', 19)
  const vente = await owe(api, 'Omar Tebboune', 'A-2', 100)
  await openScreen(page, '/charges', 'Gestion des Charges')
  const keys = new Keys(page)
  await keys.search('échéa', /^Échéances/)
  await expect(page.locator('main tbody tr').first()).toContainText('Omar Tebboune')
  await keys.tabTo(page.getByRole('button', { name: /^Relancer/ }).first())
  await keys.press('Enter')
  const form = dialog(page, 'Relancer Omar Tebboune')
  const whatsapp = form.getByRole('link', { name: 'WhatsApp' })
  await expect(whatsapp).toHaveAttribute('href', /^https:\/\/wa\.me\//)
  await page.context().route('https://wa.me/**', (route) => route.abort())
  await keys.tabTo(whatsapp)
  const tab = page.waitForEvent('popup')
  await keys.press('Enter')
  await (await tab).close()
  // Opening it has noted it.
  await expect(form.getByText('Relance notée : WhatsApp')).toBeVisible()
  await keys.tabTo(form.getByRole('button', { name: 'Fermer' }).last())
  await keys.press('Enter')
  await expect(form).toHaveCount(0)
  // The help of the screen and four headers of the table, which sort it, are passed by.
  expect(keys.count).toBeLessThanOrEqual(36)
  const { relances } = (await api.get(`/api/ventes/${vente}`)) as { relances: { canal: string }[] }
  expect(relances).toMatchObject([{ canal: 'whatsapp' }])
})

test(
  'ten payments in a row by the keyboard, each with its receipt in the hand, take 22 keys at most',
  { tag: ['@paiements', '@jour'] },
  async ({ page }) => {
    test.slow()
    await openScreen(page, '/clients', 'Gestion des Clients')
    for (const [index, nom] of NOMS.entries()) {
      const keys = new Keys(page)
      await keys.press('Control+k')
      await keys.type(nom.toLowerCase())
      await keys.press('Tab', 'Enter')
      const form = page.getByRole('dialog', { name: 'Ajouter un paiement' })
      if (index < 5) await expect(form.getByLabel('Montant')).toBeFocused()
      else {
        // A client of several biens has one chosen: the first list that has one is open.
        const lots = form.getByRole('combobox', { name: 'Appartement' })
        await expect(lots).toBeFocused()
        await expect(lots).toHaveAttribute('aria-expanded', 'true')
        await keys.press('ArrowDown', 'Enter')
        await expect(form.getByLabel('Montant')).toBeFocused()
      }
      await keys.type(String(MONTANT))
      const receipt = page.waitForEvent('download')
      await keys.press('Control+Enter')
      expect((await receipt).suggestedFilename()).toMatch(/^paiement_\d+\.pdf$/)
      await expect(form).toHaveCount(0)
      expect(keys.count, nom).toBeLessThanOrEqual(22)
    }
  },
)

test('what a client owes in all is read after 12 keys, wherever one is', async ({ page }) => {
  await openScreen(page, '/charges', 'Gestion des Charges')
  const keys = new Keys(page)
  await keys.press('Control+k')
  await keys.type('guendouz')
  await expect(page.getByRole('option').first()).toHaveText(
    /^Guendouz Rachid.*2 biens · reste 1[02]\s[07]\d0\s000,00\sDA/,
  )
  expect(keys.count).toBeLessThanOrEqual(12)
})

test('a lot is sold with its échéancier in 22 keys, wherever one is', async ({ page }) => {
  const api = await signIn(page)
  const lieu = await createLieu(api, 'Les Tamaris')
  const lot = await createLot(api, lieu.etage, 'T-3', 'F3')
  await createClient(api, 'Yacoubi Tarik')
  await openScreen(page, '/charges', 'Gestion des Charges')
  const keys = new Keys(page)
  await keys.search('vendre', /^Vendre un bien/)
  const form = dialog(page, 'Vendre un bien')
  await expect(form.getByRole('combobox', { name: 'Bien' })).toBeFocused()
  await keys.type('T-3')
  await expect(page.getByRole('option')).toHaveText([/^Appartement T-3/])
  await keys.press('Enter')
  await expect(form).toContainText('5 échéances.')
  await keys.press('Tab')
  await expect(form.getByRole('combobox', { name: 'Client' })).toBeFocused()
  await keys.type('yacoubi')
  await expect(page.getByRole('option').first()).toHaveText(/^Yacoubi Tarik/)
  await keys.press('Enter', 'Enter')
  await expect(page.getByRole('link', { name: 'Ouvrir', exact: true })).toBeFocused()
  expect(keys.count).toBeLessThanOrEqual(22)
  const { vente_id } = (await api.get(`/api/appartements/${lot}`)) as { vente_id: number }
  const { echeances } = (await api.get(`/api/ventes/${vente_id}`)) as { echeances: object[] }
  expect(echeances).toHaveLength(5)
})

test('ten cheques go to the bank with their bordereau in 69 keys, wherever one is', async ({ page }) => {
  const api = await signIn(page)
  await api.post('/api/comptes-bancaires', { banque: 'CPA', agence: 'Hydra', numero: '004 00112 43' })
  for (let n = 1; n <= 10; n++) await cheque(api, n, { date_cheque: '2026-04-01' })
  await openScreen(page, '/charges', 'Gestion des Charges')
  const keys = new Keys(page)
  await keys.search('chèq', /^Chèques/)
  await keys.tabTo(all(page))
  await keys.press('Space')
  await expect(chosen(page)).toContainText('10 sélectionnés, 55,00 DA')
  await keys.tabTo(page.getByRole('button', { name: 'Nouvelle remise' }))
  await keys.press('Enter')
  const remise = dialog(page, 'Nouvelle remise')
  await expect(remise.getByLabel('Date de remise')).toBeFocused()
  await keys.press('Enter')
  await expect(page.getByText(/Remise N° \d{4}-0001 enregistrée : 10 chèques/)).toBeVisible()
  const print = page.getByRole('button', { name: 'Imprimer le bordereau' })
  await expect(print).toBeFocused()
  const paper = page.waitForEvent('download')
  await keys.press('Enter')
  expect((await paper).suggestedFilename()).toMatch(/^remise_\d{4}-0001\.pdf$/)
  expect(keys.count).toBeLessThanOrEqual(69)
})
