import type { Locator } from '@playwright/test'
import { acte, open, box, all, chosen, tab, row, cheque, remiseFaite, withChequier } from './chequier.ts'
import { expect, openScreen, signIn, test, type Api, type Page } from './diyar.ts'
import { dialog } from './screen.ts'

withChequier()

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

test(
  'without an account one is added first; a remise is made on it, and printed',
  { tag: ['@cheques', '@jour'] },
  async ({ page }) => {
    const api = await signIn(page)
    const recu = await cheque(api, 1000)
    await open(page)
    await expect(page.getByText('1 chèque, 1 000,00 DA')).toBeVisible()
    // spec: EC-40
    const remettre = page.getByRole('button', { name: 'Nouvelle remise' })
    await expect(page.getByText('Cochez les chèques à porter à la banque.')).toBeVisible()
    for (const act of [remettre, page.getByRole('button', { name: 'Marquer encaissés' })])
      await expect(act).toHaveCount(0)
    await expect(row(page, recu).getByRole('button')).toHaveCount(1)
    await box(page, recu).check()
    await expect(chosen(page)).toContainText('1 sélectionné, 1 000,00 DA')
    await remettre.click()
    await expect(dialog(page)).toContainText("Ajoutez d'abord un compte bancaire.")
    await dialog(page).getByRole('button', { name: 'Ajouter un compte' }).click()
    const form = dialog(page, 'Ajouter un compte bancaire')
    await form.getByRole('button', { name: 'Enregistrer', exact: true }).click()
    await expect(form).toContainText('La banque est obligatoire.')
    await expect(form).toContainText('Le numéro de compte est obligatoire.')
    await form.getByLabel('Banque').fill('BNA')
    await form.getByLabel('RIB ou numéro de compte').fill('001 00620 03')
    await form.getByRole('button', { name: 'Enregistrer', exact: true }).click()

    const remise = dialog(page, 'Nouvelle remise')
    await expect(remise.getByLabel('Compte bancaire')).toHaveValue('BNA, 001 00620 03')
    await expect(remise).toContainText('1 chèque, 1 000,00 DA')
    await remise.getByRole('button', { name: 'Enregistrer la remise' }).click()
    await expect(page.getByText(/Remise N° \d{4}-0001 enregistrée : 1 chèque, 1\s000,00\sDA\./)).toBeVisible()
    await expect(page.getByText('Aucun chèque à remettre.')).toBeVisible()
    await expect(
      page.getByText("Un versement par chèque apparaît ici dès qu'il est enregistré."),
    ).toBeVisible()
    await expect(tab(page, 'Remis (1)')).toBeVisible()
    const [paper] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Imprimer le bordereau' }).click(),
    ])
    expect(paper.suggestedFilename()).toMatch(/^remise_\d{4}-0001\.pdf$/)
    await tab(page, 'Remis (1)').click()
    await page.getByRole('button', { name: /^Détails du paiement/ }).click()
    await expect(dialog(page)).toContainText(/Remis le \d+\S* \S+ \d{4} \(remise N° \d{4}-0001\)/)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    // spec: RF-63
    await page.getByRole('button', { name: /^Voir la remise \d{4}-0001$/ }).click()
    await expect(dialog(page)).toHaveAccessibleName(/^Remise N° \d{4}-0001$/)
  },
)

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
  await expect(box(page, tard)).toBeDisabled()
  // spec: RF-06
  await expect(page.getByText('1 sélectionné · 1 à échéance ultérieure')).toBeVisible()
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
  await expect(page.getByText(/Remise N° \d{4}-\d{4} enregistrée : 19 chèques, 228,00\sDA\./)).toBeVisible()
  const print = page.getByRole('button', { name: 'Imprimer le bordereau' })
  await expect(print).toBeFocused()
  const [paper] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(paper.suggestedFilename()).toMatch(/^remise_\d{4}-\d{4}\.pdf$/)
  await expect(tab(page, 'À remettre (3)')).toBeVisible()
  await expect(chosen(page)).toHaveCount(0)
})

test(
  'a cheque is cleared, rejected, presented again and taken back from its tabs; the address names the tab',
  { tag: ['@cheques', '@jour'] },
  async ({ page }) => {
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
    // spec: EC-40
    await acte(page, one, 'Rejeter…')
    const motif = dialog(page).getByLabel('Motif')
    await motif.press('ArrowDown')
    await expect(page.getByRole('option')).toHaveText([
      'Provision insuffisante',
      'Opposition',
      'Signature non conforme',
      'Chèque irrégulier',
      'Compte clos',
    ])
    await motif.fill('Provision insuffisante')
    await page.keyboard.press('Escape')
    const rejeter = dialog(page).getByRole('button', { name: 'Rejeter', exact: true })
    const [red, green, blue] = await rejeter.evaluate(
      (button) => getComputedStyle(button).backgroundColor.match(/\d+/g)?.map(Number) ?? [],
    )
    expect(red).toBeGreaterThan(2 * Math.max(green ?? 255, blue ?? 255))
    await rejeter.click()
    await expect(page.getByText('Chèque rejeté : le reste à payer augmente de 100 000,00 DA.')).toBeVisible()
    await expect(row(page, one)).toHaveCount(0)

    // spec: RE-45
    await tab(page, 'Rejetés (1 à représenter)').click()
    await expect(row(page, one)).toContainText('Provision insuffisante')
    await expect(page.getByText('1 chèque', { exact: true })).toBeVisible()
    await page.reload()
    await acte(page, one, 'Représenter')
    await dialog(page).getByRole('button', { name: 'Représenter' }).click()
    await expect(page.getByText(/Chèque représenté : reçu N° \d{4}-\d{6}\./)).toBeVisible()
    await expect(tab(page, /^Rejetés \(0 à représenter\)$/)).toBeVisible()
    await expect(page.getByText('Aucun chèque à représenter.')).toBeVisible()
    await page.getByText('Tous', { exact: true }).click()
    await expect(page).toHaveURL(/rejetes=tous/)
    await expect(row(page, one)).toContainText(/Représenté par le reçu N° \d{4}-\d{6}/)
    await expect(row(page, one).getByRole('button')).toHaveCount(1)

    await page.goBack()
    await expect(row(page, one)).toHaveCount(0)
    await page.goBack()
    await expect(row(page, two)).toBeVisible()
    await acte(page, two, 'Annuler la dernière étape')
    await expect(dialog(page)).toContainText(
      new RegExp(`Le chèque du reçu N° ${two} redeviendra «\\s?À remettre\\s?».`),
    )
    await dialog(page).getByRole('button', { name: 'Confirmer' }).click()
    await expect(page.getByText('Étape annulée : le chèque est à remettre.')).toBeVisible()
  },
)

// spec: RF-05
test('a remise is looked at, cleared and refused deletion; another is deleted and gives its cheques back', async ({
  page,
}) => {
  const api = await signIn(page)
  const recu = await cheque(api, 4_000)
  const numero = await remiseFaite(api, 5_000, '001 00620 11')
  await open(page, '?onglet=remises')
  const first = page.getByRole('row').filter({ hasText: numero })
  await expect(first).toContainText('0 sur 1 encaissés')
  // Nothing is cashed yet: the track is empty.
  await expect(first.locator('[data-tone]')).toHaveAttribute('data-tone', 'none')
  await first.getByRole('button', { name: /^Voir la remise/ }).click()
  await expect(dialog(page)).toHaveAccessibleName(`Remise N° ${numero}`)
  await dialog(page).getByRole('button', { name: 'Marquer encaissés' }).click()
  await dialog(page, 'Marquer encaissés').getByRole('button', { name: 'Confirmer' }).click()
  const shown = dialog(page, /^Remise N°/)
  await expect(shown).toContainText('1 sur 1 encaissé')
  await expect(shown.getByRole('button', { name: 'Marquer encaissés' })).toHaveCount(0)
  // The dialog above it has faded: Escape is for the one that stays.
  await expect(dialog(page)).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(first.locator('[data-tone]')).toHaveAttribute('data-tone', 'green')
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
  const told = page.getByText(/Remise N° \d{4}-\d{4} enregistrée/)
  await expect(told).toBeVisible()
  const suivant = /\d{4}-\d{4}/.exec(await told.innerText())?.[0] ?? ''
  await tab(page, 'Remises').click()
  const third = page.getByRole('row').filter({ hasText: suivant })
  await third.getByRole('button', { name: /^Supprimer la remise/ }).click()
  await expect(dialog(page)).toContainText(
    `Êtes-vous sûr de vouloir supprimer la remise N° ${suivant} ? Ses chèques seront de nouveau à remettre. Son numéro ne resservira pas.`,
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
  await form.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(list).toContainText('Compte bancaire ajouté avec succès !')
  await list.getByRole('button', { name: 'Ajouter un compte' }).click()
  await form.getByLabel('Banque').fill('BEA')
  await form.getByLabel('RIB ou numéro de compte').fill('0020005077')
  await form.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(form.getByLabel('RIB ou numéro de compte')).toHaveAccessibleDescription(
    'Ce compte bancaire existe déjà.',
  )
  await form.getByRole('button', { name: 'Annuler' }).click()
  await list.getByRole('button', { name: 'Modifier le compte 002 00050 77' }).click()
  await dialog(page, 'Modifier le compte bancaire').getByLabel('Utilisé').uncheck()
  await dialog(page, 'Modifier le compte bancaire').getByRole('button', { name: 'Enregistrer' }).click()
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
    await expect(page.getByRole('row')).toHaveCount(2)
    await expect(box(page, recu)).toBeVisible()
    await box(page, recu).check()
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

// spec: EC-40
test('a cheque that came without number is marked, completed from the list, and named before its slip is printed', async ({
  page,
}) => {
  const api = await signIn(page)
  await compte(api, '99 41')
  const [whole, bare, kept] = [
    await cheque(api, 41),
    await cheque(api, 42, { reference: null, banque: null }),
    await cheque(api, 43, { reference: null }),
  ]
  await open(page)
  await expect(row(page, whole)).not.toContainText('À compléter')
  for (const recu of [bare, kept]) await expect(row(page, recu)).toContainText('À compléter')
  await expect(row(page, bare).locator('[data-tone]')).toHaveAttribute('data-tone', 'yellow')
  for (const recu of [whole, bare, kept])
    await expect(row(page, recu).getByRole('button', { name: /Rejeter/ })).toHaveCount(0)
  await page.getByRole('button', { name: `Compléter le chèque du reçu ${bare}` }).click()
  await expect(dialog(page)).toHaveAccessibleName('Modifier le paiement')
  await expect(dialog(page).getByLabel('Banque')).toBeFocused()
  await dialog(page).getByRole('button', { name: 'Mettre à jour' }).click()
  await expect(dialog(page)).toContainText('Le numéro du chèque est obligatoire.')
  await dialog(page).getByLabel('Banque').fill('CPA')
  await page.keyboard.press('Escape')
  await dialog(page).getByLabel('Numéro du chèque').fill('7000042')
  await dialog(page).getByRole('button', { name: 'Mettre à jour' }).click()
  await expect(row(page, bare)).toContainText('7000042')
  await expect(row(page, bare)).not.toContainText('À compléter')

  for (const recu of [bare, kept]) await box(page, recu).check()
  await page.getByRole('button', { name: 'Nouvelle remise' }).click()
  await expect(dialog(page)).toContainText('1 chèque sans numéro.')
  await dialog(page).getByRole('button', { name: 'Enregistrer la remise' }).click()
  await expect(page.getByText(/Remise N° \d{4}-\d{4} enregistrée.*1 chèque sans numéro\./)).toBeVisible()
  await tab(page, /^Remis /).click()
  await expect(row(page, kept)).toContainText('À compléter')
  await page.getByRole('button', { name: `Autres actions : chèque du reçu ${kept}` }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Annuler la dernière étape', 'Rejeter…'])
  await page.keyboard.press('Escape')
  await tab(page, 'Remises').click()
  await expect(page.getByRole('row').nth(1)).toContainText('1 chèque sans numéro.')
  await page
    .getByRole('button', { name: /^Voir la remise/ })
    .first()
    .click()
  await expect(dialog(page)).toContainText('1 chèque sans numéro.')
})
