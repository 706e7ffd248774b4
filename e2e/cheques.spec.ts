import type { Locator } from '@playwright/test'
import { XSS } from '../test/fuzz/hostile-texts.ts'
import {
  expect,
  expectAccessible,
  openScreen,
  preferDark,
  signIn,
  test,
  withServer,
  type Api,
  type Page,
} from './diyar.ts'
import { createClient, createEtage, createLot } from './portefeuille.ts'
import { dialog, plain } from './screen.ts'

withServer()

const open = (page: Page, search = '') => openScreen(page, `/cheques${search}`, 'Chèques')
const box = (page: Page, recu: string) =>
  page.getByRole('checkbox', { name: `Sélectionner le chèque du reçu ${recu}` })
const all = (page: Page) => page.getByRole('checkbox', { name: 'Tout sélectionner' })
const chosen = (page: Page) => page.getByRole('region', { name: 'Sélection' })
const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name })
const row = (page: Page, recu: string) => page.getByRole('row').filter({ hasText: recu })

let vente: { client: number; lot: number } | undefined

/** A cheque on a lot that is sold for a lot; the number of its receipt. */
async function cheque(api: Api, versement: number, given: object = {}): Promise<string> {
  if (!vente) {
    const client = await createClient(api, 'محمد الأمين بن عبد الله')
    const { etage } = await createEtage(api, 'Résidence El Yasmine')
    vente = { client, lot: await createLot(api, etage, '302', 'F3', client, { montant: 90_000_000_000 }) }
  }
  const paid = await api.post('/api/paiements', {
    client_id: vente.client,
    appartement_id: vente.lot,
    date_paiement: '2026-03-01',
    versement,
    mode: 'cheque',
    banque: 'BNA',
    reference: String(7_000_000 + versement),
    date_cheque: '2026-03-01',
    ...given,
  })
  return (paid as { recu: string }).recu
}

const compte = (api: Api, numero: string) =>
  api.post('/api/comptes-bancaires', { banque: 'CPA', agence: 'Hydra', numero })

/** By the keyboard alone, as often as it takes. */
async function tabTo(page: Page, wanted: Locator, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 150; presses++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error('never reached')
}

test('without an account one is added first; a remise is made on it, and printed', async ({ page }) => {
  const api = await signIn(page)
  const recu = await cheque(api, 1000)
  await open(page)
  await expect(page.getByText('1 chèque, 1 000,00 DA')).toBeVisible()
  const remettre = page.getByRole('button', { name: 'Nouvelle remise' })
  await expect(remettre).toBeDisabled()
  await box(page, recu).check()
  await expect(chosen(page)).toContainText('1 sélectionné, 1 000,00 DA')
  await remettre.first().click()
  await expect(dialog(page)).toContainText("Ajoutez d'abord un compte bancaire.")
  await dialog(page).getByRole('button', { name: 'Ajouter un compte' }).click()
  const form = dialog(page, 'Ajouter un compte bancaire')
  await form.getByRole('button', { name: 'Ajouter', exact: true }).click()
  await expect(form).toContainText('La banque est obligatoire.')
  await expect(form).toContainText('Le numéro de compte est obligatoire.')
  await form.getByLabel('Banque').fill('BNA')
  await form.getByLabel('RIB ou numéro de compte').fill('001 00620 03')
  await form.getByRole('button', { name: 'Ajouter', exact: true }).click()

  const remise = dialog(page, 'Nouvelle remise')
  await expect(remise.getByLabel('Compte bancaire')).toHaveValue('BNA, 001 00620 03')
  await expect(remise).toContainText('1 chèque, 1 000,00 DA')
  await remise.getByRole('button', { name: 'Enregistrer la remise' }).click()
  await expect(page.getByText(/Remise N° \d{4}-0001 enregistrée : 1 chèque, 1\s000,00\sDA\./)).toBeVisible()
  await expect(page.getByText('Aucun chèque à remettre.')).toBeVisible()
  await expect(page.getByText("Un versement par chèque apparaît ici dès qu'il est enregistré.")).toBeVisible()
  await expect(tab(page, 'Remis (1)')).toBeVisible()
  const [paper] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Imprimer le bordereau' }).click(),
  ])
  expect(paper.suggestedFilename()).toMatch(/^remise_\d{4}-0001\.pdf$/)
})

// spec: EN-35
test('by the keyboard alone, from the list over two pages to a remise and its bordereau; a post-dated cheque stays', async ({
  page,
}) => {
  const api = await signIn(page)
  await compte(api, '004 00112 43')
  const recus: string[] = []
  for (let n = 1; n <= 21; n++) recus.push(await cheque(api, n, { date_cheque: '2026-04-01' }))
  const tard = await cheque(api, 500, { date_cheque: '2099-01-31' })
  await open(page)
  await expect(tab(page, 'À remettre (22)')).toBeVisible()
  await tabTo(page, all(page))
  await page.keyboard.press('Space')
  await expect(chosen(page)).toContainText('20 sélectionnés, 210,00 DA')
  await tabTo(page, box(page, recus[0] ?? ''))
  await page.keyboard.press('Space')
  await expect(chosen(page)).toContainText('19 sélectionnés, 209,00 DA')
  await tabTo(page, page.getByRole('button', { name: 'Page suivante' }))
  await page.keyboard.press('Enter')

  await expect(row(page, tard)).toContainText('à partir du 31/01/2099')
  await tabTo(page, all(page), 'Shift+Tab')
  await page.keyboard.press('Space')
  await expect(chosen(page)).toContainText('20 sélectionnés, 230,00 DA')
  await expect(box(page, tard)).not.toBeChecked()
  await expect(box(page, recus[20] ?? '')).toBeChecked()
  await tabTo(page, page.getByRole('button', { name: 'Page précédente' }))
  await page.keyboard.press('Enter')
  await expect(box(page, recus[1] ?? '')).toBeChecked()
  await expect(box(page, recus[0] ?? '')).not.toBeChecked()

  await tabTo(page, chosen(page).getByRole('button', { name: 'Nouvelle remise' }))
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('listitem')).toHaveCount(20)
  // One is left out while it is looked at.
  await tabTo(page, dialog(page).getByRole('button', { name: `Retirer le chèque du reçu ${recus[1] ?? ''}` }))
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('19 chèques, 228,00 DA')
  await tabTo(page, dialog(page).getByLabel('Compte bancaire'))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await tabTo(page, dialog(page).getByRole('button', { name: 'Enregistrer la remise' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Remise N° \d{4}-0002 enregistrée : 19 chèques, 228,00\sDA\./)).toBeVisible()
  const print = page.getByRole('button', { name: 'Imprimer le bordereau' })
  await expect(print).toBeFocused()
  const [paper] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(paper.suggestedFilename()).toMatch(/^remise_\d{4}-0002\.pdf$/)
  await expect(tab(page, 'À remettre (3)')).toBeVisible()
  await expect(chosen(page)).toHaveCount(0)
})

test('a cheque is cleared, rejected, presented again and taken back from its tabs; the address names the tab', async ({
  page,
}) => {
  const api = await signIn(page)
  const [one, two] = [await cheque(api, 100_000), await cheque(api, 200_000)]
  await open(page)
  for (const recu of [one, two]) await box(page, recu).check()
  await page.getByRole('button', { name: 'Marquer encaissés' }).first().click()
  await expect(dialog(page)).toContainText('2 chèques, 300 000,00 DA')
  await dialog(page).getByRole('button', { name: 'Confirmer' }).click()
  await expect(page.getByText('2 chèques encaissés.')).toBeVisible()

  await tab(page, 'Encaissés').click()
  await expect(page).toHaveURL(/onglet=encaisse/)
  await expect(row(page, one)).toBeVisible()
  await page.getByRole('button', { name: `Rejeter le chèque du reçu ${one}` }).click()
  await dialog(page).getByLabel('Motif').fill('Provision insuffisante')
  await page.keyboard.press('Escape')
  await dialog(page).getByRole('button', { name: 'Rejeter', exact: true }).click()
  await expect(page.getByText('Chèque rejeté : le reste à payer augmente de 100 000,00 DA.')).toBeVisible()
  await expect(row(page, one)).toHaveCount(0)

  await tab(page, 'Rejetés (1)').click()
  await expect(row(page, one)).toContainText('Provision insuffisante')
  await page.reload()
  await page.getByRole('button', { name: `Représenter le chèque du reçu ${one}` }).click()
  await dialog(page).getByRole('button', { name: 'Représenter' }).click()
  await expect(page.getByText(/Chèque représenté : reçu N° \d{4}-\d{6}\./)).toBeVisible()
  await expect(row(page, one)).toContainText(/Représenté par le reçu N° \d{4}-\d{6}/)
  await expect(tab(page, /^Rejetés \(0\)$/)).toBeVisible()
  await expect(row(page, one).getByRole('button')).toHaveCount(1)

  await page.goBack()
  await expect(row(page, two)).toBeVisible()
  await page.getByRole('button', { name: `Annuler la dernière étape du chèque du reçu ${two}` }).click()
  await expect(dialog(page)).toContainText(
    new RegExp(`Le chèque du reçu N° ${two} redeviendra «\\s?À remettre\\s?».`),
  )
  await dialog(page).getByRole('button', { name: 'Confirmer' }).click()
  await expect(page.getByText('Étape annulée : le chèque est à remettre.')).toBeVisible()
})

test('a remise is looked at, cleared and refused deletion; another is deleted and gives its cheques back', async ({
  page,
}) => {
  const api = await signIn(page)
  const recu = await cheque(api, 4_000)
  await open(page, '?onglet=remises')
  const first = page.getByRole('row').filter({ hasText: /-0001/ })
  await expect(first).toContainText('1 en attente')
  await first.getByRole('button', { name: /^Voir la remise/ }).click()
  await expect(dialog(page)).toHaveAccessibleName(/Remise N° \d{4}-0001/)
  await dialog(page).getByRole('button', { name: 'Marquer encaissés' }).click()
  await dialog(page, 'Marquer encaissés').getByRole('button', { name: 'Confirmer' }).click()
  const shown = dialog(page, /^Remise N°/)
  await expect(shown).toContainText('1 encaissé')
  await expect(shown.getByRole('button', { name: 'Marquer encaissés' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await first.getByRole('button', { name: /^Supprimer la remise/ }).click()
  await dialog(page).getByRole('button', { name: 'Supprimer' }).click()
  await expect(
    page.getByText('Impossible de supprimer cette remise : un de ses chèques est déjà encaissé ou rejeté.'),
  ).toBeVisible()

  await tab(page, /^À remettre/).click()
  await page.getByPlaceholder('Client, reçu ou numéro de chèque...').fill(recu)
  await expect(page.getByText('1 chèque, 4 000,00 DA')).toBeVisible()
  await all(page).check()
  await page.getByRole('button', { name: 'Nouvelle remise' }).first().click()
  // The account that served last is proposed again.
  await expect(dialog(page).getByLabel('Compte bancaire')).toHaveValue(/./)
  await dialog(page).getByRole('button', { name: 'Enregistrer la remise' }).click()
  await expect(page.getByText(/Remise N° \d{4}-0003 enregistrée/)).toBeVisible()
  await tab(page, 'Remises').click()
  const third = page.getByRole('row').filter({ hasText: /-0003/ })
  await third.getByRole('button', { name: /^Supprimer la remise/ }).click()
  await expect(dialog(page)).toContainText(
    /Êtes-vous sûr de vouloir supprimer la remise N° \d{4}-0003 \? Ses chèques seront de nouveau à remettre\. Son numéro ne resservira pas\./,
  )
  await dialog(page).getByRole('button', { name: 'Supprimer' }).click()
  await expect(page.getByText('Remise supprimée : ses chèques sont de nouveau à remettre.')).toBeVisible()
  await expect(third).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Imprimer le bordereau' })).toHaveCount(0)
})

test('an account is added and taken out of use from the settings; its number is there once', async ({
  page,
}) => {
  await openScreen(page, '/parametres', 'Paramètres')
  await page.getByRole('button', { name: 'Gérer les comptes' }).click()
  const list = dialog(page, 'Comptes bancaires')
  await list.getByRole('button', { name: 'Ajouter un compte' }).click()
  const form = dialog(page, 'Ajouter un compte bancaire')
  await form.getByLabel('Banque').fill('BEA')
  await form.getByLabel('RIB ou numéro de compte').fill('002 00050 77')
  await form.getByRole('button', { name: 'Ajouter', exact: true }).click()
  await expect(list).toContainText('Compte bancaire ajouté avec succès !')
  await list.getByRole('button', { name: 'Ajouter un compte' }).click()
  await form.getByLabel('Banque').fill('BEA')
  await form.getByLabel('RIB ou numéro de compte').fill('0020005077')
  await form.getByRole('button', { name: 'Ajouter', exact: true }).click()
  await expect(form.getByLabel('RIB ou numéro de compte')).toHaveAccessibleDescription(
    'Ce compte bancaire existe déjà.',
  )
  await form.getByRole('button', { name: 'Annuler' }).click()
  await list.getByRole('button', { name: 'Modifier le compte 002 00050 77' }).click()
  await dialog(page, 'Modifier le compte bancaire').getByLabel('Utilisé').uncheck()
  await dialog(page, 'Modifier le compte bancaire').getByRole('button', { name: 'Sauvegarder' }).click()
  await expect(list).toContainText('Compte bancaire modifié avec succès !')
  await expect(list.getByRole('listitem').filter({ hasText: '002 00050 77' })).toContainText('Non utilisé')
})

test('a cheque that somebody else has brought meanwhile is told, and can be left out', async ({ page }) => {
  const api = await signIn(page)
  await compte(api, '99 31')
  const [mine, theirs] = [await cheque(api, 31), await cheque(api, 32)]
  await open(page)
  const search = page.getByPlaceholder('Client, reçu ou numéro de chèque...')
  for (const recu of [mine, theirs]) {
    await search.fill(recu)
    await box(page, recu).check()
    await expect(page.getByRole('row')).toHaveCount(2)
  }
  const { data } = (await api.get(`/api/cheques?recherche=${theirs}`)) as { data: { id: number }[] }
  await api.post('/api/cheques/encaisser', { ids: [data[0]?.id], encaisse_le: '2026-04-01' })
  await page.getByRole('button', { name: 'Nouvelle remise' }).first().click()
  await expect(dialog(page).getByLabel('Compte bancaire')).toHaveValue(/./)
  await dialog(page).getByRole('button', { name: 'Enregistrer la remise' }).click()
  await expect(dialog(page)).toContainText(`Le chèque du reçu ${theirs} est déjà encaissé.`)
  await dialog(page)
    .getByRole('button', { name: `Retirer le chèque du reçu ${theirs}` })
    .click()
  await dialog(page).getByRole('button', { name: 'Enregistrer la remise' }).click()
  await expect(page.getByText(/enregistrée : 1 chèque, 31,00\sDA\./)).toBeVisible()
})

/** Every screen and dialog of cheques, each shown to `look`. */
async function visit(page: Page, look: (what: string) => Promise<void>): Promise<void> {
  const shut = async () => {
    await page.keyboard.press('Escape')
    const cancel = dialog(page).getByRole('button', { name: 'Annuler' })
    if (await cancel.count()) await cancel.click()
    await expect(dialog(page)).toHaveCount(0)
  }
  const within = async (what: string, button: Locator) => {
    await button.click()
    await expect(dialog(page).first()).toBeVisible()
    await look(what)
    await shut()
  }
  for (const onglet of ['recu', 'remis', 'encaisse', 'rejete', 'remises']) {
    await page.goto(`/cheques?onglet=${onglet}`)
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await look(onglet)
    const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
    if (onglet === 'recu') {
      await all(page).check()
      await look('sélection')
      await within('nouvelle remise', button('Nouvelle remise'))
      await within('marquer encaissés', button('Marquer encaissés'))
      await within('détails', button(/^Détails du paiement/))
      await within('rejeter', button(/^Rejeter le chèque/))
      await button('Comptes bancaires').click()
      await expect(dialog(page)).toContainText('Utilisé')
      await look('comptes bancaires')
      await dialog(page).getByRole('button', { name: 'Ajouter un compte' }).click()
      await expect(dialog(page, 'Ajouter un compte bancaire')).toBeVisible()
      await look('compte bancaire')
      await dialog(page, 'Ajouter un compte bancaire').getByRole('button', { name: 'Annuler' }).click()
      await expect(dialog(page)).toHaveCount(1)
      await shut()
    }
    if (onglet === 'rejete') await within('représenter', button(/^Représenter le chèque/))
    if (onglet === 'encaisse') await within('annuler', button(/^Annuler la dernière étape/))
    if (onglet === 'remises') {
      await button(/^Voir la remise/).click()
      await expect(dialog(page).getByRole('row').first()).toBeVisible()
      await look('remise')
      await shut()
      await within('supprimer', button(/^Supprimer la remise/))
    }
  }
}

let furnished = false

/** One cheque at each step with every text, in its bank, number, payer and reason. */
async function furnish(api: Api): Promise<void> {
  if (furnished) return
  furnished = true
  const texts = XSS.filter((text) => text.length <= 100)
  await api.post('/api/comptes-bancaires', {
    banque: texts[0],
    agence: texts[1],
    numero: texts.find((text) => text.length <= 50) ?? '=1+1',
  })
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Algiers' }).format(new Date())
  const idOf = async (recu: string) =>
    ((await api.get(`/api/cheques?recherche=${recu}`)) as { data: { id: number }[] }).data[0]?.id
  const { data: comptes } = (await api.get('/api/comptes-bancaires')) as { data: { id: number }[] }
  for (const [rank, text] of texts.entries()) {
    const written = {
      banque: text,
      reference: texts[(rank + 1) % texts.length],
      payeur_type: 'tiers',
      payeur: text,
    }
    const id = await idOf(await cheque(api, Math.floor(12_345_678_901 / (rank + 2)), written).catch(() => ''))
    if (id === undefined) continue
    const at = rank % 4
    if (at === 1) await api.post('/api/remises', { compte_id: comptes[0]?.id, jour: '2026-04-01', ids: [id] })
    if (at === 2) await api.post('/api/cheques/encaisser', { ids: [id], encaisse_le: today })
    if (at === 3)
      await api.post(`/api/cheques/${id}/rejeter`, { rejete_le: today, motif: text, frais_rejet: 2500 })
  }
}

// spec: EN-36
test.describe('every screen and dialog of cheques', () => {
  test('shows hostile texts as they are typed', async ({ page }) => {
    const api = await signIn(page)
    await furnish(api)
    await visit(page, async (what) => {
      const ran = await page.evaluate<unknown>('window.__xss ?? 0')
      const markup = await page.evaluate<number>(
        `document.querySelectorAll('main :is(script, img, iframe, marquee, object, embed, math, details), [role="dialog"] :is(script, img, iframe, marquee, object, embed, math, details)').length`,
      )
      expect([what, ran, markup]).toEqual([what, 0, 0])
    })
    const typed = XSS.filter((text) => text.length <= 100)
    await page.goto('/cheques?onglet=rejete')
    const shown = plain(await page.getByRole('table').textContent())
    expect(typed.filter((text) => shown.includes(plain(text))).length).toBeGreaterThan(3)
  })

  for (const dark of [false, true]) {
    test(`is accessible in ${dark ? 'dark' : 'light'}`, async ({ page }) => {
      test.slow()
      await preferDark(page, dark)
      await furnish(await signIn(page))
      await visit(page, async () => expectAccessible(page))
    })
  }

  for (const [what, viewport] of [
    ['on a phone', { width: 360, height: 740 }],
    ['at 200 %', { width: 640, height: 400 }],
  ] as const) {
    test(`does not scroll sideways ${what}`, async ({ page }) => {
      test.slow()
      await page.setViewportSize(viewport)
      await furnish(await signIn(page))
      await visit(page, async (where) => {
        const over = await page.evaluate<string[]>(`(() => {
          const wide = [...document.querySelectorAll('[role="dialog"]')].filter((d) => d.scrollWidth > d.clientWidth)
          const page = document.documentElement.scrollWidth > innerWidth ? [document.documentElement] : []
          return [...page, ...wide].map(({ tagName, scrollWidth }) => tagName + ' ' + scrollWidth)
        })()`)
        expect([where, ...over]).toEqual([where])
      })
      await expectAccessible(page)
    })
  }
})
