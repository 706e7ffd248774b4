import { expect, expectAccessible, openScreen, test, withServer, type Api, type Page } from './diyar.ts'
import { createClient, createLieu, createLot } from './portefeuille.ts'
import { actOn, dialog, plain } from './screen.ts'

withServer()

interface Ligne {
  libelle: string
  libelle_ar: string | null
  montant: number
  declencheur: string
}
interface Lu {
  id: number
  echeances: Ligne[]
}
let built: Promise<{ etage: number; client: number }> | undefined
let lots = 0

/** A lot sold for 12 500 000,00 in the one bloc there is; its dossier. */
async function sold(api: Api): Promise<number> {
  built ??= (async () => {
    const { etage } = await createLieu(api, 'Résidence El Yasmine')
    return { etage, client: await createClient(api, 'Samira Haddad') }
  })()
  const { etage, client } = await built
  const lot = `E-${++lots}`
  await createLot(api, etage, lot, 'F4', client, { montant: 12_500_000 })
  const { data } = (await api.get(`/api/ventes?search=${lot}`)) as { data: { id: number }[] }
  if (!data[0]) throw new Error(`no dossier of ${lot}`)
  return data[0].id
}
const lignesOf = async (api: Api, id: number) => ((await api.get(`/api/ventes/${id}`)) as Lu).echeances
const open = (page: Page, id: number) => page.goto(`/ventes/${id}`)
const status = (page: Page) => dialog(page).getByRole('status').filter({ hasText: 'Total' })

// spec: VE-09, VE-10, VE-39
test(
  'lines are made of a modèle seen before, then divided anew by keyboard until they add up',
  { tag: ['@echeanciers', '@jour'] },
  async ({ page }) => {
    const api = await openScreen(page, '/dashboard', 'Tableau de Bord Immobilier')
    const id = await sold(api)
    await open(page, id)
    await expect(page.getByText('Aucun échéancier pour ce dossier.')).toBeVisible()
    await page.getByRole('button', { name: 'Générer' }).first().click()
    const preview = dialog(page).getByRole('region', { name: "Aperçu de l'échéancier" })
    await expect.poll(async () => plain(await preview.innerText())).toContain('2 500 000,00')
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Générer' }).click()
    await expect(page.getByText('Échéancier généré avec succès !')).toBeVisible()
    expect((await lignesOf(api, id)).map(({ montant }) => montant)).toEqual([
      2_500_000, 1_875_000, 4_375_000, 3_125_000, 625_000,
    ])

    await page.getByRole('button', { name: 'Modifier', exact: true }).click()
    const amount = dialog(page).getByLabel("Montant de l'échéance 1")
    await amount.fill('2000000')
    await expect
      .poll(async () => plain(await status(page).innerText()))
      .toContain('reste à répartir 500 000,00 DA')
    await expect(dialog(page).getByRole('button', { name: 'Enregistrer', exact: true })).toBeDisabled()
    await dialog(page).getByRole('button', { name: "Mettre l'écart sur la dernière échéance" }).click()
    await expect.poll(async () => plain(await status(page).innerText())).not.toContain('répartir')
    await dialog(page).getByLabel("Libellé de l'échéance 5").focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect(dialog(page).getByLabel("Libellé de l'échéance 4")).toBeFocused()
    await expect(dialog(page).getByLabel("Libellé de l'échéance 4")).toHaveValue('Remise des clés')
    await dialog(page).getByRole('button', { name: 'Enregistrer', exact: true }).click()
    await expect(page.getByText('Échéancier modifié avec succès !')).toBeVisible()
    expect((await lignesOf(api, id)).map(({ libelle, montant }) => [libelle, montant])).toEqual([
      ['Signature du contrat', 2_000_000],
      ['Fondations achevées', 1_875_000],
      ['Gros œuvre achevé', 4_375_000],
      ['Remise des clés', 1_125_000],
      ["Tous corps d'état achevés", 3_125_000],
    ])
  },
)

// spec: VE-13, VE-39
test(
  'a stade of the works is recorded from the card of its bloc, and taken back',
  { tag: ['@echeanciers', '@jour'] },
  async ({ page }) => {
    const api = await openScreen(page, '/dashboard', 'Tableau de Bord Immobilier')
    const id = await sold(api)
    const { data } = (await api.get('/api/reglages')) as {
      data: { modeles: { id: number; par_defaut: boolean }[] }
    }
    await api.post(`/api/ventes/${id}/echeancier`, {
      modele_id: data.modeles.find((one) => one.par_defaut)?.id,
    })
    await page.goto('/bloc')
    await actOn(page.getByRole('article').first(), /^Stades d/)
    await expect(
      dialog(page)
        .getByText(/attend/)
        .first(),
    ).toBeVisible()
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Enregistrer ce stade' }).click()
    await page.getByRole('dialog').last().getByRole('button', { name: 'Enregistrer ce stade' }).click()
    await expect(page.getByText(/^Stade enregistré/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Corriger le stade Fondations achevées' })).toBeVisible()
    await page.getByRole('button', { name: 'Retirer le stade Fondations achevées' }).click()
    await page.getByRole('dialog').last().getByRole('button', { name: 'Retirer', exact: true }).click()
    await expect(page.getByText('Stade retiré.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Corriger le stade Fondations achevées' })).toHaveCount(0)
  },
)
