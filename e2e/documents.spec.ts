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
import { createClient, createLieu, pay, sellAppartement } from './portefeuille.ts'
import { addJours, aujourdhui } from '../shared/dates.ts'
import { dialog, openPart, plain } from './screen.ts'

withServer()

const ARABE = 'سميرة حداد'
let serial = 0

/** A sale of which 250 000,50 DA is paid and 350 000 DA late, and its dossier. */
async function sold(api: Api, { paye = true, livree = false } = {}) {
  const n = ++serial
  const client = await createClient(api, `${ARABE} ${n}`)
  const bien = await sellAppartement(api, await createLieu(api), client, `A-${n}`, 1_000_000)
  if (paye) await pay(api, client, { appartement_id: bien }, 250_000.5)
  const { vente_id } = (await api.get(`/api/appartements/${bien}`)) as { vente_id: number }
  await api.put(`/api/ventes/${vente_id}/echeancier`, {
    lignes: [
      [600_000.5, -30],
      [399_999.5, 30],
    ].map(([montant, jours], rang) => ({
      libelle: `Tranche ${rang + 1}`,
      montant,
      declencheur: 'date',
      date_prevue: addJours(aujourdhui(), jours ?? 0),
    })),
  })
  if (livree)
    await api.put(`/api/ventes/${vente_id}`, { reservation_le: aujourdhui(), livraison_le: aujourdhui() })
  const { dossier } = (await api.get(`/api/ventes/${vente_id}`)) as { dossier: string }
  return { vente: vente_id, dossier }
}
async function open(page: Page, { vente, dossier }: { vente: number; dossier: string }): Promise<void> {
  await openScreen(page, `/ventes/${vente}`, `Dossier ${dossier}`)
  await openPart(page, 'Pièces et documents')
}
const bouton = (page: Page) => page.getByRole('button', { name: 'Documents', exact: true })
const panneau = (page: Page) => page.getByRole('region', { name: 'Documents établis' })
async function ask(page: Page, papier: string) {
  await bouton(page).click()
  await page.getByRole('menuitem', { name: papier }).click()
}
/** The window that prints, which is gone again. */
async function printed(page: Page, act: () => Promise<void>): Promise<void> {
  const [paper] = await Promise.all([page.context().waitForEvent('page'), act()])
  await paper.close()
}

test('the papers stand by name, those that cannot be issued with their reason', async ({ page }) => {
  const api = await signIn(page)
  await open(page, await sold(api, { paye: false }))
  await expect(panneau(page)).toContainText('Aucun document établi.')
  await bouton(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem')).toHaveText([
    "Attestation de paiementAucun paiement n'est enregistré pour cette vente.",
    "Contrat de réservationRédigez d'abord les clauses du contrat dans Paramètres, Documents.",
    'Appel de fonds',
    'Mise en demeure',
    "Procès-verbal de remise des clésNotez d'abord la date de livraison dans le dossier.",
    'Décompte',
    "Attestation de réservationRenseignez d'abord la garantie du bloc B dans le dossier légal de la résidence.",
    "Imprimer l'échéancier",
    'Échéancier en français (PDF)',
    'Demande de désistement (PDF)',
    'Demande de désistement en français (PDF)',
  ])
  await expectAccessible(page)
  const ferme = page.getByRole('menuitem', { name: 'Contrat de réservation' })
  await expect(ferme).toHaveAttribute('aria-disabled', 'true')
  await ferme.click({ force: true })
  await expect(dialog(page)).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Décompte' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page, /^Décompte/)).toBeVisible()
})

// spec: AD-29
test(
  'a paper is looked at, issued, printed, and stands in the list; cancelled, its number stays',
  { tag: ['@papiers', '@jour'] },
  async ({ page }) => {
    const api = await signIn(page)
    const one = await sold(api)
    await open(page, one)
    await ask(page, 'Attestation de paiement')
    const form = dialog(page, `Attestation de paiement - Dossier ${one.dossier}`)
    await form.getByLabel("À l'attention de").fill('CNEP-Banque')
    await form.getByRole('radio', { name: 'العربية' }).check()
    await expectAccessible(page)
    await printed(page, () => form.getByRole('button', { name: 'Aperçu' }).click())
    await expect(form).toBeVisible()
    await expect(panneau(page)).toContainText('Aucun document établi.')
    await printed(page, () => form.getByRole('button', { name: 'Établir et imprimer' }).click())
    await expect(form).toHaveCount(0)
    await expect(page.getByText(/Document établi avec succès ! N°\s\d{4}-AP-\d{4}/)).toBeVisible()
    const again = page.getByRole('button', { name: 'Imprimer', exact: true })
    await expect(again).toBeFocused()
    await printed(page, () => page.keyboard.press('Enter'))
    const row = panneau(page).locator('tbody').getByRole('row')
    await expect(row).toHaveCount(1)
    const dit = plain(await row.textContent())
    for (const part of ['-AP-', 'Attestation de paiement (arabe)', '250 000,50 DA'])
      expect(dit).toContain(part)
    await expectAccessible(page)
    const { data } = (await api.get(`/api/ventes/${one.vente}/documents`)) as { data: { numero: string }[] }
    const numero = data[0]?.numero ?? ''
    await row.getByRole('button', { name: `Annuler ${numero}` }).click()
    const cancel = dialog(page, 'Annuler le document - Attestation de paiement')
    await expect(cancel).toContainText(`Le numéro ${numero} restera utilisé.`)
    await expect(cancel.getByLabel('Motif')).toBeFocused()
    await page.keyboard.press('Tab')
    await cancel.getByRole('button', { name: 'Annuler le document' }).click()
    await expect(cancel).toContainText('Le motif est obligatoire.')
    await cancel.getByLabel('Motif').fill('Nom mal écrit')
    await expectAccessible(page)
    await cancel.getByRole('button', { name: 'Annuler le document' }).click()
    await expect(page.getByText('Document annulé avec succès !')).toBeVisible()
    await expect(row.getByText('Annulé', { exact: true })).toBeVisible()
    await expect(row).toContainText('Nom mal écrit')
    await expect(row.getByRole('button', { name: `Annuler ${numero}` })).toHaveCount(0)
    await expect(again).toHaveCount(0)
  },
)

// spec: AD-39
for (const dark of [false, true])
  test(`on a phone, ${dark ? 'dark' : 'light'}: the list, the dialog and the panel fit, Arabic names in place`, async ({
    page,
  }) => {
    await preferDark(page, dark)
    await page.setViewportSize({ width: 390, height: 844 })
    const api = await signIn(page)
    const one = await sold(api, { livree: true })
    await api.post(`/api/ventes/${one.vente}/documents`, { type: 'pv_remise', langue: 'ar' })
    await open(page, one)
    await expect(panneau(page)).toContainText('Procès-verbal de remise des clés (arabe)')
    await bouton(page).click()
    await expect(page.getByRole('menuitem')).toHaveCount(11)
    await expectAccessible(page)
    await page.getByRole('menuitem', { name: 'Procès-verbal' }).click()
    await expect(dialog(page).getByLabel('Réserves', { exact: true })).toBeVisible()
    // spec: PA-40, RF-26: the paper of a client entered in Arabic is in Arabic unless told otherwise.
    const remarques = dialog(page).getByRole('status').getByRole('listitem')
    await expect(dialog(page).getByRole('radio', { name: 'العربية' })).toBeChecked()
    await expect(remarques.filter({ hasText: /^Nom arabe manquant : Résidence / })).toHaveCount(1)
    await expectAccessible(page)
    await dialog(page).getByRole('radio', { name: 'Français' }).check()
    await expect(remarques).toHaveText([
      /^Il reste 749\s999,50\sDA à payer\.$/,
      'Complétez le nom en caractères latins.',
    ])
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  })
