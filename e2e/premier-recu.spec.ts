import type { Locator } from '@playwright/test'
import { atRest, expect, test, withServer, type Page } from './diyar.ts'
import { paiementsOf } from '#shared/paths.ts'
import { actOn, card, choose, dialog as dialogOf, menu } from './screen.ts'

withServer()

/** Counts what a hand does: clicks and Enters, and the fields that it fills in. */
class Hand {
  acts = 0
  entries = 0
  readonly #page: Page
  constructor(page: Page) {
    this.#page = page
  }
  async press(what: Locator) {
    this.acts += 1
    await what.click()
  }
  async enter() {
    this.acts += 1
    await this.#page.keyboard.press('Enter')
  }
  async fill(field: Locator, text: string) {
    this.entries += 1
    await field.fill(text)
  }
}

/** Each banner in sight stands within its place at both widths, and its sentence has room for words. */
async function expectBannersWhole(page: Page): Promise<void> {
  const before = page.viewportSize()
  const banners = page.locator('[data-kind]:is([role=status], [role=alert])').filter({ visible: true })
  for (const width of [390, 1366]) {
    await page.setViewportSize({ width, height: 844 })
    await atRest(page)
    expect(await banners.count()).toBeGreaterThan(0)
    const narrow = await banners.evaluateAll((all) =>
      all
        .filter((banner) => {
          const { left, right } = banner.getBoundingClientRect()
          const sentence = banner.querySelector('svg + div')?.getBoundingClientRect().width ?? 0
          return sentence < 200 || left < 0 || right > innerWidth || banner.scrollWidth > banner.clientWidth
        })
        .map(({ textContent }) => textContent),
    )
    expect(narrow, `${width} pixels`).toEqual([])
  }
  if (before) await page.setViewportSize(before)
}

// spec: IN-23, IN-25, IN-27, IN-28
test('from nothing to the first receipt: 28 clicks or Enters and 40 entries at most', async ({ page }) => {
  const hand = new Hand(page)
  const button = (name: string | RegExp, place: Page | Locator = page) => place.getByRole('button', { name })
  const champ = (name: string) => page.getByRole('textbox', { name, exact: true })
  await page.goto('/signup')
  await hand.fill(page.getByLabel('Nom complet'), 'Nadia Hamidi')
  await hand.fill(page.getByLabel('Email'), 'nadia@exemple.dz')
  for (const field of await page.locator('input[type=password]').all()) await hand.fill(field, 'Motdepasse1!')
  await hand.enter()
  await expect(page.getByText('Vous êtes le premier : votre compte est actif.')).toBeVisible()
  expect((await page.request.get('/backend/public/api/user')).status()).toBe(401)
  await hand.press(button('Entrer dans Diyar'))
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('region', { name: 'À traiter' })).toHaveCount(0)
  await expect(
    page.getByRole('region', { name: 'Premiers pas : 0 sur 10' }).getByRole('listitem'),
  ).toHaveCount(10)

  await hand.press(menu(page).getByRole('link', { name: 'Residences' }))
  await hand.press(page.getByRole('main').getByRole('button', { name: 'Ajouter une résidence' }).first())
  await hand.fill(dialogOf(page).getByLabel('Nom'), 'Les Jardins')
  await hand.fill(dialogOf(page).getByLabel('Adresse'), 'Alger')
  await hand.enter()
  await hand.press(page.getByRole('link', { name: 'Générer ses lots' }))
  await hand.fill(champ('Au niveau'), '1')
  await hand.fill(page.getByRole('combobox', { name: 'Type du logement 1', exact: true }), 'F3')
  await page.keyboard.press('Tab')
  await hand.fill(champ('Surface habitable du logement 1'), '78,5')
  await hand.fill(champ('Surface utile du logement 1'), '6,5')
  await hand.fill(champ('Prix du logement 1'), '12500000')
  await hand.press(button('Créer 2 lots'))
  await hand.press(button('Créer 2 lots', dialogOf(page)))
  await expect(page.getByText('Génération terminée avec succès !')).toBeVisible()

  await hand.press(page.getByRole('gridcell', { name: /^Appartement A001,/ }))
  await hand.press(button('Vendre', dialogOf(page)))
  await hand.fill(dialogOf(page).last().getByRole('combobox', { name: 'Client' }), 'Samia Haddad')
  await hand.enter()
  const client = dialogOf(page, 'Ajouter un client')
  await hand.fill(client.getByLabel('Téléphone'), '0555 12 34 56')
  await hand.fill(client.getByLabel('Email'), 'samia@exemple.dz')
  await hand.enter()
  await expect(client).toHaveCount(0)
  await hand.press(button(/^(Vendre|Assigner)$/, dialogOf(page).last()))
  await expect(page.getByText(/Dossier \d{4}-D-0001 ouvert/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Rédiger les clauses' })).toBeVisible()
  await expectBannersWhole(page)

  await hand.press(button(/^Ajouter un paiement/, dialogOf(page)))
  const paiement = dialogOf(page, 'Ajouter un paiement')
  await hand.fill(paiement.getByLabel('Montant'), '2000000')
  await hand.press(button(/^Enregistrer$/, paiement))
  await expect(page.getByText(/Reçu N° \d{4}-000001/)).toBeVisible()
  // One banner at a time (IN-24): the receipt stands alone.
  await expect(page.getByRole('link', { name: 'Rédiger les clauses' })).toHaveCount(0)
  await expectBannersWhole(page)
  expect(hand.acts).toBeLessThanOrEqual(28)
  expect(hand.entries).toBeLessThanOrEqual(40)

  // The first steps are ticked by the acts that were done: the lots, a sale and its receipt.
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Premiers pas : 3 sur 10' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: '(fait)' })).toHaveText([
    /résidence et ses lots/,
    /première vente/,
    /premier versement/,
  ])

  // The same on the page of a list, and of a bien.
  await page.goto('/appartement')
  const lot = card(page, 'Appartement A101')
  await actOn(lot, "Assigner un client à l'appartement A101")
  await choose(dialogOf(page), 'Client', /^Samia Haddad/)
  await button(/^(Vendre|Assigner)$/, dialogOf(page)).click()
  await expect(page.getByRole('link', { name: 'Rédiger les clauses' })).toBeVisible()
  await expectBannersWhole(page)
  const samia = /\d+/.exec((await lot.getByRole('link', { name: 'Samia Haddad' }).getAttribute('href')) ?? '')
  const { data } = await (await page.request.get('/backend/public/api/appartements?search=A101')).json()
  await page.goto(paiementsOf(Number(samia), { type: 'appartement', id: data[0].id }))
  await page.getByRole('button', { name: 'Ajouter un paiement', exact: true }).click()
  await dialogOf(page).getByLabel('Montant').fill('200000')
  await button(/^Enregistrer$/, dialogOf(page)).click()
  await expect(page.getByText(/Reçu N° \d{4}-000002/)).toBeVisible()
  await expectBannersWhole(page)
})
