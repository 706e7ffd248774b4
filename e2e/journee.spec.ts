import { expect, openScreen, signIn, test, withServer, type Page } from './diyar.ts'
import { createLieu, sellAppartement, sellLocal } from './portefeuille.ts'

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
/** What the ten pay in full: the first five own one bien, the others two. */
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
}

test('ten payments in a row by the keyboard, each with its receipt in the hand, take 22 keys at most', async ({
  page,
}) => {
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
      // Of several biens one is chosen: the first list that has one is open.
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
})

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
