import { readFile } from 'node:fs/promises'
import { aujourdhui, formatJourCourt } from '../shared/dates.ts'
import { expect, expectAccessible, signIn, test, withServer, type Api, type Page } from './diyar.ts'
import { createClient, createLieu, pay, sellAppartement, sellPlace, type Lieu } from './portefeuille.ts'
import { CALLS, choose, dialog } from './screen.ts'

withServer()

const plain = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim()
const field = (page: Page, label: string) => dialog(page).getByLabel(label)
const update = (page: Page) => dialog(page).getByRole('button', { name: 'Mettre à jour' })
const row = (page: Page) => page.locator('tbody').getByRole('row').first()
const print = (page: Page) => page.getByRole('button', { name: 'Imprimer le reçu', exact: true })
const offer = (page: Page) => page.getByText(/^Reçu N° \d{4}-\d{6}/)
const MODIFIE = 'Paiement modifié avec succès !'

let lieu: Lieu
let ali: number
let elodie: number

test.beforeEach(async ({ page }) => {
  const api = await signIn(page)
  if (ali) return
  lieu = await createLieu(api, 'Les Jardins')
  ali = await createClient(api, 'Ali Benali')
  elodie = await createClient(api, 'Benaïssa Élodie')
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

test('an amount that is corrected: the new receipt is offered, the old one asked back, and both screens say so', async ({
  page,
}) => {
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
})

test('a day, a bien and a client that are corrected are each said', async ({ page }) => {
  const { api, lot, lu } = await open(page, 'C-2')
  const place = await sellPlace(api, lieu, ali, 41, 9_000_000)
  const autre = await sellAppartement(api, lieu, elodie, 'C-3', 8_000_000)
  const said = (text: string) =>
    expect
      .poll(async () => plain(await offer(page).textContent()))
      .toContain(`Reçu N° ${lu.recu} corrigé : ${text}. Reprenez l'ancien exemplaire.`)
  await edit(page)
  await field(page, 'Date').fill('05/03/2026')
  await page.keyboard.press('Tab')
  await update(page).click()
  await said('versement du 5 mars 2026 au lieu du 1er mars 2026')

  // What the screen cannot do at once it says as well: another bien of another client, and all of it.
  const change = async (body: object, text: string) => {
    await edit(page)
    await page.route(`${CALLS}/api/paiements/${lu.id}`, async (route) => {
      if (route.request().method() !== 'PUT') return route.continue()
      await route.continue({ postData: { ...(route.request().postDataJSON() as object), ...body } })
    })
    await update(page).click()
    await said(text)
    await page.unrouteAll()
  }
  await change(
    { appartement_id: null, place_parking_id: place },
    "pour la place 41, Parking Nord, Les Jardins, au lieu de l'appartement C-2, Bloc B, Les Jardins",
  )
  await expect(offer(page)).toContainText(/Il reste 5\s500\s000,00\sDA/)
  await page.goto(`/clients/${ali}/paiements/0/${place}`)
  await change(
    {
      client_id: elodie,
      appartement_id: autre,
      place_parking_id: null,
      versement: 100,
      date_paiement: '2026-03-06',
    },
    '100,00 DA au lieu de 3 500 000,00 DA ; versement du 6 mars 2026 au lieu du 5 mars 2026 ; ' +
      "pour l'appartement C-3, Bloc B, Les Jardins, au lieu de la place 41, Parking Nord, Les Jardins ; " +
      "Benaïssa Élodie au lieu d'Ali Benali",
  )
  expect(await api.get(`/api/paiements/appartement/${lot}`)).toEqual([])
})

// spec: RE-03
test('a mode and a payer that are corrected are said, and the former copy is asked back', async ({
  page,
}) => {
  const { api, lu } = await open(page, 'C-8')
  await edit(page)
  await choose(dialog(page), 'Mode de paiement', 'Espèces')
  await update(page).click()
  await expect
    .poll(async () => plain(await offer(page).textContent()))
    .toContain(
      `Reçu N° ${lu.recu} corrigé : espèces au lieu d'un mode non précisé. Reprenez l'ancien exemplaire.`,
    )
  await expect(row(page)).toContainText(`Rectifié le ${today()}`)
  const seen = (await api.get(`/api/paiements/${lu.id}`)) as object
  await edit(page)
  await page.route(`${CALLS}/api/paiements/${lu.id}`, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    const body = {
      ...(route.request().postDataJSON() as object),
      payeur_type: 'banque',
      payeur: 'CNEP-Banque',
    }
    await route.continue({ postData: body })
  })
  await update(page).click()
  await expect
    .poll(async () => plain(await offer(page).textContent()))
    .toContain('corrigé : payé par une banque (crédit), CNEP-Banque au lieu du client. Reprenez')
  expect(seen).toMatchObject({ mode: 'especes' })
})

test('other details are no correction, nor is what is refused or given up', async ({ page }) => {
  const { api, lu } = await open(page, 'C-4')
  await edit(page)
  await field(page, 'Détails').fill('Chèque BNA')
  await update(page).click()
  await expect(page.getByText(MODIFIE)).toBeVisible()
  await expect(row(page)).toContainText('Chèque BNA')
  await expect(print(page)).toHaveCount(0)

  await edit(page)
  await field(page, 'Montant').fill('100')
  await page.route(`${CALLS}/api/paiements/${lu.id}`, (route) => route.fulfill({ status: 500, json: {} }))
  await update(page).click()
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'Erreur lors de la mise à jour. Vérifiez les champs.',
  )
  await dialog(page).getByRole('button', { name: 'Annuler' }).click()
  await expect(print(page)).toHaveCount(0)
  expect(await read(api, lu)).toMatchObject({ versement: 3_500_000, rectifie_le: null })
  await expect(row(page)).not.toContainText('Rectifié')
})

test("an answer that is lost hides no correction, and another one's correction is not taken for one's own", async ({
  page,
}) => {
  const { api, lu } = await open(page, 'C-5')
  await edit(page)
  await field(page, 'Montant').fill('3050000')
  await page.route(`${CALLS}/api/paiements/${lu.id}`, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await update(page).click()
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'Erreur lors de la mise à jour. Vérifiez les champs.',
  )
  await page.unrouteAll()
  await update(page).click()
  await expect(dialog(page).getByText('Cette fiche a été modifiée entre-temps. Rechargez-la.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Recharger' }).click()
  await expect(dialog(page).getByRole('button', { name: 'Recharger' })).toHaveCount(0)
  await update(page).click()
  await expect
    .poll(async () => plain(await offer(page).textContent()))
    .toContain('3 050 000,00 DA au lieu de 3 500 000,00 DA.')

  // A colleague corrects the amount while the details are typed.
  await page.reload()
  await edit(page)
  await field(page, 'Détails').fill('Chèque BNA')
  const body = { client_id: ali, ...((await api.get(`/api/paiements/${lu.id}`)) as object), versement: 100 }
  await api.put(`/api/paiements/${lu.id}`, body)
  await update(page).click()
  await dialog(page).getByRole('button', { name: 'Recharger' }).click()
  await expect(dialog(page).getByRole('button', { name: 'Recharger' })).toHaveCount(0)
  await update(page).click()
  await expect(page.getByText(MODIFIE)).toBeVisible()
  await expect(row(page)).toContainText('Chèque BNA')
  await expect(print(page)).toHaveCount(0)
  await expect(row(page)).toContainText(`Rectifié le ${today()}`)
})

test('details added to what is on offer leave it on offer, and are on its paper', async ({ page }) => {
  const { lu } = await open(page, 'C-6')
  await edit(page)
  await field(page, 'Montant').fill('3050000')
  await update(page).click()
  await expect(offer(page)).toContainText(`Reçu N° ${lu.recu} corrigé`)
  await edit(page)
  await field(page, 'Détails').fill('Chèque BNA 88')
  await update(page).click()
  // The former copy is still in the client's hand, and the sentence of this edit, which stays for 3 s, is said as well.
  await expect(page.getByRole('status').filter({ hasText: MODIFIE }).last()).toHaveText(MODIFIE)
  await expect(dialog(page)).toHaveCount(0)
  await expect(row(page)).toContainText('Chèque BNA 88')
  await expect
    .poll(async () => plain(await offer(page).textContent()))
    .toContain("3 050 000,00 DA au lieu de 3 500 000,00 DA. Reprenez l'ancien exemplaire.")
  const download = page.waitForEvent('download')
  await print(page).click()
  expect((await readFile(await (await download).path())).subarray(0, 5).toString()).toBe('%PDF-')
})

test('the receipt of a payment that is deleted is no longer offered', async ({ page }) => {
  const { api, lot } = await open(page, 'C-7')
  await edit(page)
  await field(page, 'Montant').fill('3050000')
  await update(page).click()
  await expect(print(page)).toBeFocused()
  await row(page)
    .getByRole('button', { name: /^Supprimer le paiement/ })
    .click()
  await dialog(page).getByRole('button', { name: 'Supprimer' }).click()
  await expect(page.getByText('Paiement supprimé avec succès !')).toBeVisible()
  await expect(print(page)).toHaveCount(0)
  expect(await api.get(`/api/paiements/appartement/${lot}`)).toEqual([])
})
