import type { Locator } from '@playwright/test'
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
import { dialog, openPart, plain } from './screen.ts'

withServer()

let serial = 0
/** A lot sold at 12\s500\s000 DA of which 4\s000\s000,01 is paid, and its dossier. */
async function sold(api: Api) {
  const n = ++serial
  const acheteur = `سميرة حداد ${n}`
  const client = await createClient(api, acheteur)
  const { etage } = await createEtage(api, `Résidence El Yasmine ${n}`)
  const lot = await createLot(api, etage, 'A-12', 'F3', client, { montant: 12_500_000 })
  await api.post('/api/paiements', {
    client_id: client,
    appartement_id: lot,
    date_paiement: '2026-03-01',
    versement: 4_000_000.01,
    mode: 'virement',
  })
  const { vente_id } = (await api.get(`/api/appartements/${lot}`)) as { vente_id: number }
  const { dossier } = (await api.get(`/api/ventes/${vente_id}`)) as { dossier: string }
  return { acheteur, client, etage, lot, vente: vente_id, dossier }
}
const open = (page: Page, { vente, dossier }: { vente: number; dossier: string }) =>
  openScreen(page, `/ventes/${vente}`, `Dossier ${dossier}`)
async function choose(page: Page, name: string, menu = "Plus d'actions") {
  await page.getByRole('button', { name: menu, exact: true }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}
const part = (page: Page, name: string): Locator => page.getByRole('region', { name })

// spec: VE-24, VE-26, VE-27, VE-39
test(
  'a sale is given up, refunded to the last centime, and what was paid stays',
  { tag: ['@ventes', '@jour'] },
  async ({ page }) => {
    const api = await signIn(page)
    const one = await sold(api)
    await open(page, one)
    await choose(page, 'Annuler la vente… (désistement)')
    const form = dialog(page, `Désistement - Dossier ${one.dossier}`)
    await expect(form.getByLabel('Motif')).toBeFocused()
    await expect(form).toContainText(
      "Appartement A-12 redevient libre tout de suite. Les paiements et l'échéancier restent dans le dossier.",
    )
    await form.getByRole('radio', { name: 'Pourcentage du payé' }).check()
    await form.getByLabel('Retenue en pourcentage du payé').fill('15')
    await expect(form).toContainText(/À rembourser\s:\s*3\s400\s000,01/)
    await form.getByRole('button', { name: 'Enregistrer le désistement' }).click()
    await expect(form).toContainText('Le motif est obligatoire.')
    await expect(form).toContainText('Cochez cette case pour mettre fin à la vente.')
    await expectAccessible(page)
    await form.getByLabel('Motif').fill('Crédit refusé par la banque')
    await form.getByRole('checkbox', { name: 'Je confirme la fin de cette vente' }).check()
    await form.getByRole('button', { name: 'Enregistrer le désistement' }).click()
    await expect(page.getByText('Désistement enregistré avec succès !')).toBeVisible()
    const panel = part(page, 'Désistement')
    await expect(panel).toContainText(/Retenue\s:\s*600\s000,00\sDA \(15\s%\)/)
    await expect(panel).toContainText(/Reste à rembourser\s:\s*3\s400\s000,01/)
    await expect(panel).toContainText('Aucun remboursement enregistré.')

    await panel.getByRole('button', { name: 'Ajouter un remboursement' }).click()
    const refund = dialog(page, `Ajouter un remboursement - Dossier ${one.dossier}`)
    await refund.getByLabel('Montant').fill('3400000,02')
    await refund.getByRole('combobox', { name: 'Mode' }).click()
    await page.getByRole('option', { name: 'Virement' }).click()
    await refund.getByRole('button', { name: 'Enregistrer', exact: true }).click()
    await expect(refund).toContainText(
      /Le remboursement dépasse ce qui peut être remboursé \(3\s400\s000,01\sDA\)\./,
    )
    await expectAccessible(page)
    await refund.getByRole('button', { name: 'Tout rembourser' }).click()
    await refund.getByLabel('Référence du virement').fill('4471')
    await refund.getByRole('button', { name: 'Enregistrer', exact: true }).click()
    const print = page.getByRole('button', { name: 'Imprimer le reçu', exact: true })
    await expect(print).toBeFocused()
    await expect(panel).toContainText(/Reste à rembourser\s:\s*0,00/)
    await expect(panel.getByRole('button', { name: 'Ajouter un remboursement' })).toHaveCount(0)
    await expect(panel.getByRole('button', { name: 'Annuler le désistement' })).toHaveCount(0)
    const [paper] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
    expect(paper.suggestedFilename()).toMatch(/^remboursement_\d{4}-R-\d{4}_ar\.pdf$/)

    await panel.getByRole('button', { name: 'Modifier le désistement' }).click()
    const change = dialog(page, `Modifier le désistement - Dossier ${one.dossier}`)
    await expect(change.getByLabel('Retenue en pourcentage du payé')).toHaveValue('15\u00A0%')
    await change.getByRole('radio', { name: 'Montant' }).check()
    await change.getByLabel('Retenue en dinars').fill('600000,01')
    await change.getByRole('button', { name: 'Enregistrer' }).click()
    await expect(change).toContainText(/La retenue ne peut pas dépasser 600\s000,00\sDA\./)
    await change.getByRole('button', { name: 'Annuler' }).click()

    await panel.getByRole('button', { name: /^Supprimer le remboursement/ }).click()
    await expect(dialog(page)).toContainText('Son numéro ne resservira pas.')
    await dialog(page).getByRole('button', { name: 'Supprimer' }).click()
    await expect(page.getByText('Remboursement supprimé avec succès !')).toBeVisible()
    await expect(print).toHaveCount(0)

    await panel.getByRole('button', { name: 'Annuler le désistement' }).click()
    await expect(dialog(page)).toContainText(
      new RegExp(
        `Rouvrir la vente de l'appartement A-12 à ${one.acheteur}, au prix de 12\\s500\\s000,00\\sDA`,
      ),
    )
    await dialog(page).getByRole('button', { name: 'Rouvrir la vente' }).click()
    await expect(page.getByText('Désistement annulé : la vente est rouverte.')).toBeVisible()
    await expect(panel).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Ajouter un paiement' })).toBeVisible()
  },
)

// spec: RE-11, EC-33
test('the dossier of a sale that has ended asks for nothing any more', async ({ page }) => {
  const api = await signIn(page)
  const one = await sold(api)
  await api.put(`/api/ventes/${one.vente}`, {
    reservation_le: '2026-03-01',
    livraison_prevue_le: '2027-05-01',
  })
  const { data } = (await api.get('/api/parametres')) as {
    data: { pieces: { valeur: { types: { portee: string }[] } } }
  }
  const types = data.pieces.valeur.types.map((type) => ({ ...type, obligatoire: true }))
  await api.put('/api/parametres/pieces', { valeur: { types } })
  await open(page, one)
  const state = part(page, 'Où en est la vente')
  await expect(state).toContainText('prévue le 01/05/2027')
  await expect(page.getByRole('tab', { name: /à fournir$/ })).toBeVisible()
  await openPart(page, 'Pièces et documents')
  await expect(part(page, 'Pièces')).toContainText('À fournir')
  await api.post(`/api/ventes/${one.vente}/desistement`, {
    demande_le: '2026-03-02',
    origine: 'client',
    motif: 'Crédit refusé',
    retenue: 600_000,
  })
  await open(page, one)
  await expect(part(page, 'Désistement')).toContainText(/Reste à rembourser\s:\s*3\s400\s000,01/)
  await expect(state).toContainText('Réservation')
  expect(plain(await state.locator('dl').innerText()).replaceAll('\n', ' ')).toBe(
    'Payé 4 000 000,01 DA Retenue 600 000,00 DA Remboursé 0,00 DA Reste à rembourser 3 400 000,01 DA',
  )
  // The rail ends there.
  await expect(state.getByRole('list', { name: 'Étapes' }).getByRole('listitem')).toHaveText([
    /^Réservation 01\/03\/2026$/,
    'Désistement le 02/03/2026',
  ])
  for (const gone of ['Contrat', 'Livraison', 'Reste à payer', 'En retard', 'Sans échéancier'])
    await expect(state).not.toContainText(gone)
  await expect(page.getByRole('tab').first()).toHaveText(/^Paiements 1$/)
  await openPart(page, 'Pièces et documents')
  await expect(page.getByRole('tab', { name: /à fournir/ })).toHaveCount(0)
  await expect(page.getByRole('tab').first()).toHaveText(/^Paiements 1 · 3\s400\s000,01\sDA à rembourser$/)
  await expect(part(page, 'Pièces')).toContainText("Aucune pièce pour l'instant.")
  await expect(part(page, 'Pièces')).not.toContainText('À fournir')
  await expectAccessible(page)
})

test('the demand is printed before anything is recorded', async ({ page }) => {
  const one = await sold(await signIn(page))
  await open(page, one)
  const [paper] = await Promise.all([
    page.waitForEvent('download'),
    choose(page, 'Demande de désistement (PDF)', 'Documents'),
  ])
  expect(paper.suggestedFilename()).toBe(`desistement_${one.dossier}_ar.pdf`)
  const [francais] = await Promise.all([
    page.waitForEvent('download'),
    choose(page, 'Demande de désistement en français (PDF)', 'Documents'),
  ])
  expect(francais.suggestedFilename()).toBe(`desistement_${one.dossier}.pdf`)
})

// spec: VE-29, VE-30, VE-39
test('by the keyboard alone a sale goes to another bien, whose price and lines are seen before', async ({
  page,
}) => {
  const api = await signIn(page)
  const one = await sold(api)
  await createLot(api, one.etage, 'B-03', 'F4', undefined, { montant: 9_000_000 })
  await createLot(api, one.etage, 'B-04', 'F2', undefined, { montant: 3_500_000 })
  await open(page, one)
  await page.getByRole('button', { name: "Plus d'actions" }).focus()
  await page.keyboard.press('Enter')
  const item = page.getByRole('menuitem', { name: 'Transférer vers un autre bien' })
  for (let presses = 0; presses < 12; presses++) {
    if (await item.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
  const form = dialog(page, `Transférer vers un autre bien - Dossier ${one.dossier}`)
  await expect(form.getByRole('combobox', { name: 'Bien' })).toBeFocused()
  await page.keyboard.type('B-04')
  await page.keyboard.press('Enter')
  await expect(form).toContainText(
    /Le montant ne peut pas être inférieur au total déjà payé \(4\s000\s000,01\sDA\)\./,
  )
  await expect(form.getByRole('button', { name: 'Transférer' })).toBeDisabled()
  await form.getByRole('combobox', { name: 'Bien' }).fill('B-03')
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Prix convenu')).toHaveValue(/^9\s000\s000/)
  await expect(form).toContainText(/Différence\s:\s*-3\s500\s000,00/)
  await expect(form).toContainText(/Reste\s:\s*4\s999\s999,99/)
  await expectAccessible(page)
  await form.getByLabel('Motif').focus()
  await page.keyboard.type('Préfère un étage plus haut')
  await form.getByRole('button', { name: 'Transférer' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Dossier transféré avec succès !')).toBeVisible()
  await openPart(page, 'Suivi')
  await expect(part(page, 'Historique')).toContainText(
    /Transfert : Appartement A-12 → Appartement B-03, prix 12\s500\s000,00 → 9\s000\s000,00\sDA, Préfère un étage plus haut/,
  )
})

// spec: VE-30, VE-31, VE-39
test('a sale goes to another client, also one who was not there, under the rules of the firm', async ({
  page,
}) => {
  const api = await signIn(page)
  const one = await sold(api)
  await createClient(api, 'Nadir Haddad')
  await open(page, one)
  await choose(page, 'Céder à un autre client')
  const form = dialog(page, `Céder à un autre client - Dossier ${one.dossier}`)
  await expect(form.getByLabel('Nouveau client')).toBeFocused()
  await expect(form).toContainText(
    `Les paiements de ${one.acheteur} restent dans le dossier ; leurs reçus gardent son nom.`,
  )
  await form.getByRole('button', { name: 'Céder', exact: true }).click()
  await expect(form).toContainText('Veuillez sélectionner un client.')
  await expect(form).toContainText('Le motif est obligatoire.')
  await form.getByLabel('Nouveau client').fill('nadir')
  await page.keyboard.press('Enter')
  await form.getByLabel('Frais de cession').fill('20000')
  await form.getByLabel('Motif').fill('Cède à son frère')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Céder', exact: true }).click()
  await expect(page.getByText('Dossier cédé avec succès !')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Nadir Haddad' }).first()).toBeVisible()
  await openPart(page, 'Suivi')
  await expect(part(page, 'Historique')).toContainText(
    new RegExp(`Cession : ${one.acheteur} → Nadir Haddad, frais 20\\s000,00\\sDA, Cède à son frère`),
  )

  await api.put(`/api/ventes/${one.vente}`, { reservation_le: '2026-01-10', livraison_le: '2026-02-01' })
  await page.reload()
  for (const name of [
    'Annuler la vente… (désistement)',
    'Transférer vers un autre bien',
    'Céder à un autre client',
  ]) {
    await choose(page, name)
    await expect(dialog(page)).toContainText(
      "Ce bien est livré : effacez d'abord la date de livraison du dossier.",
    )
    await dialog(page).getByRole('button', { name: 'Annuler' }).click()
  }
})

// spec: VE-39
test('on a phone in the dark each dialog is whole and without a fault', async ({ page }) => {
  const api = await signIn(page)
  const one = await sold(api)
  await page.setViewportSize({ width: 390, height: 844 })
  await preferDark(page, true)
  await open(page, one)
  const closeIt = () => dialog(page).getByRole('button', { name: 'Annuler', exact: true }).click()
  const whole = async () => {
    await expect(dialog(page)).toBeVisible()
    await expectAccessible(page)
    const wide = await dialog(page).evaluate((element) => element.scrollWidth - element.clientWidth)
    expect(wide).toBeLessThanOrEqual(0)
    await closeIt()
  }
  for (const name of [
    'Annuler la vente… (désistement)',
    'Transférer vers un autre bien',
    'Céder à un autre client',
  ]) {
    await choose(page, name)
    await whole()
  }
  await api.post(`/api/ventes/${one.vente}/desistement`, {
    demande_le: '2026-03-02',
    origine: 'promoteur',
    motif: 'Retards de paiement',
    retenue: 100_000,
  })
  await api.post(`/api/ventes/${one.vente}/remboursements`, {
    jour: '2026-03-10',
    montant: 1_000_000,
    mode: 'cheque',
    banque: 'BNA',
    reference: '0012345',
  })
  await page.reload()
  await expect(part(page, 'Désistement')).toContainText('du promoteur')
  await expectAccessible(page)
  for (const name of ['Ajouter un remboursement', 'Modifier le désistement']) {
    await part(page, 'Désistement').getByRole('button', { name }).click()
    await whole()
  }
})
