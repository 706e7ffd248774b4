import { readFile } from 'node:fs/promises'
import { expect, openScreen, test, withServer, type Api, type Page } from './diyar.ts'
import { corrige, EL_BAHDJA, listes, PATRIMOINE_EL_BAHDJA } from '../test/harness/listes.ts'
import { createClient, createLot } from './portefeuille.ts'
import { dialog, plain } from './screen.ts'

withServer()

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const file = (page: Page) => page.locator('input[type=file]')
const shown = (page: Page) => page.getByRole('region', { name: 'Import', exact: true })
const verify = (page: Page) => page.getByRole('button', { name: 'Vérifier' }).click()

/** The lots and places that the list names, for a list makes none, and one lot that is sold already: A205, to Nabil Amrani. */
async function createPatrimoine(api: Api): Promise<void> {
  const { residence: nom, blocs, places } = PATRIMOINE_EL_BAHDJA
  const residence_id = await api.create('/api/residences', { nom, adresse: 'Alger' })
  const bloc_id = await api.create('/api/blocs', { residence_id, nomloc: 'Bloc A', description: 'R+2' })
  for (const niveau of [1, 2]) {
    const etage_id = await api.create('/api/etages', {
      residence_id,
      bloc_id,
      niveau,
      logement_par_palier: 5,
      designation: niveau === 1 ? '1er étage' : '2e étage',
    })
    for (const lot of blocs['Bloc A'].filter((un) => un.niveau === niveau))
      await api.create('/api/appartements', {
        numLot: lot.numero,
        typeLogement: lot.type,
        montant: lot.prix,
        etage_id,
        surfaceHabitable: 85,
        surfaceUtile: 0,
      })
    if (niveau === 2) await createLot(api, etage_id, 'A205', 'F4', await createClient(api, 'Nabil Amrani'))
  }
  const parking_id = await api.create('/api/parkings', {
    residence_id,
    parking_nom: 'Parking',
    nb_places: places.length,
  })
  for (const numero_place of places)
    await api.create('/api/places-parking', {
      parking_id,
      numero_place,
      type_place: 'Couvert',
      montant: 900_000,
    })
}

/** The numbers of the biens whose sale has no line of an échéancier. */
async function withoutEcheancier(api: Api): Promise<string[]> {
  const { data } = (await api.get('/api/ventes?per_page=50')) as { data: { id: number }[] }
  const ventes = await Promise.all(data.map(({ id }) => api.get(`/api/ventes/${id}`)))
  return (ventes as { bien: { numero: string }; echeances: object[] }[])
    .flatMap(({ bien, echeances }) => (echeances.length === 0 ? [bien.numero] : []))
    .toSorted()
}

// spec: IN-01, IN-14
test(
  'the list of a promoter is in after two sendings: its columns confirmed once, two cells corrected where they are red',
  { tag: ['@imports', '@jour'] },
  async ({ page }) => {
    const api = await openScreen(page, '/importer', 'Importer un portefeuille')
    await createPatrimoine(api)
    await page.reload()
    const buffer = await listes(EL_BAHDJA({ tel8: 'voir Karim', date9: 'mi-mars' }))
    await file(page).setInputFiles({ name: 'el-bahdja.xlsx', mimeType: XLSX, buffer })
    await verify(page)
    await expect(shown(page).getByText('Comment lire vos feuilles')).toBeVisible()
    await expect(shown(page).getByText('À vérifier', { exact: true })).toHaveCount(1)
    await expect(
      page.getByRole('table', { name: 'Colonnes de EL BAHDJA' }).getByRole('row').nth(1),
    ).toContainText('N°')
    await page.getByRole('button', { name: 'Lire ainsi' }).click()
    await expect(
      shown(page).getByText("2 erreurs : rien n'a été écrit. Corrigez le classeur et envoyez-le de nouveau."),
    ).toBeVisible()

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Télécharger le classeur annoté' }).click()
    const annote = await download
    expect(annote.suggestedFilename()).toBe('el-bahdja-annote.xlsx')
    const corriges = await corrige(await readFile(await annote.path()), {
      'EL BAHDJA': { C8: '0557 88 99 00', M9: '15/03/2026' },
    })
    await file(page).setInputFiles({ name: 'el-bahdja-annote.xlsx', mimeType: XLSX, buffer: corriges })
    await verify(page)
    await expect(shown(page).getByText('Prêt : 10 fiches à créer, 0 déjà là, aucune erreur.')).toBeVisible()
    await shown(page).getByRole('button', { name: 'Importer', exact: true }).click()
    await expect(dialog(page)).toContainText('11 paiements porteront un numéro de reprise (REP-…)')
    await dialog(page).getByRole('button', { name: 'Importer' }).click()
    await expect(shown(page).getByText(/^Import terminé : /)).toBeVisible({ timeout: 60_000 })
    const clients = (await api.get('/api/clients')) as { total: number }
    const paiements = (await api.get('/api/paiements')) as {
      total: number
      totals: { montant: number | string }
    }
    // Nine of the list, and one who was there.
    expect([clients.total, paiements.total, Number(paiements.totals.montant)]).toEqual([10, 11, 18_250_000])

    await shown(page)
      .getByRole('button', { name: "Appliquer un modèle d'échéancier à ces 10 ventes" })
      .click()
    await expect(dialog(page)).toContainText(
      "10 sans date de contrat : leurs lignes « au contrat » n'ont pas de jour.",
    )
    await dialog(page).getByRole('button', { name: 'Enregistrer' }).click()
    await expect(page.getByText('Échéancier généré pour 8 dossiers')).toBeVisible()
    await expect(
      shown(page).getByRole('button', { name: "Appliquer un modèle d'échéancier à ces 2 ventes" }),
    ).toBeVisible()
    // The modèle waits for stades of a bloc, which a place has not.
    expect(await withoutEcheancier(api)).toEqual(['3', '7', 'A205'])

    await shown(page).getByRole('link', { name: 'Voir les ventes' }).click()
    await expect(page).toHaveURL(/\/ventes$/)
    await expect(page.locator('main tbody tr')).toHaveCount(10)
    expect(plain(await page.locator('main').textContent())).toContain('Kaci Ahmed')
  },
)
