import { expect, signIn, test, withServer, type Api, type Page } from './diyar.ts'
import { createEtage, createLot } from './portefeuille.ts'
import { card, dialog } from './screen.ts'

withServer()

interface Fiche {
  screen: string
  /** The call that reads and changes the record. */
  path: string
  name: string
  /** The field typed in here, and what is typed. */
  typed: { label: string; key: string; value: string }
  /** The field a colleague changes meanwhile. */
  changed: { label: string; key: string; value: string | number; shown: string | RegExp }
  saved: string
}

/** One record of each kind that a form edits. */
async function fiches(api: Api): Promise<Fiche[]> {
  const { residence, bloc, etage } = await createEtage(api, 'Les Pins', { bloc: 'Bloc A', etage: 'Premier' })
  const lot = await createLot(api, etage, 'A-1', 'F3')
  const local = await api.create('/api/locaux', {
    residence_id: residence,
    bloc_id: bloc,
    num: 'L-1',
    surface: 40,
    montant: 900_000,
  })
  return [
    {
      screen: '/residence',
      path: `/api/residences/${residence}`,
      name: 'Les Pins',
      typed: { label: 'Adresse', key: 'adresse', value: 'Oran, ma saisie' },
      changed: { label: 'Nom', key: 'nom', value: 'Les Pins bleus', shown: 'Les Pins bleus' },
      saved: 'Résidence modifiée avec succès !',
    },
    {
      screen: '/bloc',
      path: `/api/blocs/${bloc}`,
      name: 'Bloc A',
      typed: { label: 'Description', key: 'description', value: 'Ma saisie' },
      changed: { label: 'Nom du bloc', key: 'nomloc', value: 'Bloc Alpha', shown: 'Bloc Alpha' },
      saved: 'Bloc modifié avec succès !',
    },
    {
      screen: '/etage',
      path: `/api/etages/${etage}`,
      name: 'Premier',
      typed: { label: 'Désignation', key: 'designation', value: 'Ma saisie' },
      changed: { label: 'Niveau', key: 'niveau', value: 3, shown: '3' },
      saved: 'Étage modifié avec succès !',
    },
    {
      screen: '/appartement',
      path: `/api/appartements/${lot}`,
      name: 'Appartement A-1',
      typed: { label: 'Type de logement', key: 'typeLogement', value: 'F4 ma saisie' },
      changed: { label: 'Montant total', key: 'montant', value: 1_250_000, shown: /^1\s250\s000(,00)?\sDA$/ },
      saved: 'Appartement modifié avec succès !',
    },
    {
      screen: '/locaux',
      path: `/api/locaux/${local}`,
      name: 'Local L-1',
      typed: { label: 'Description', key: 'description', value: 'Ma saisie' },
      changed: { label: 'Surface (m²)', key: 'surface', value: 55.5, shown: /^55,50?\sm²$/ },
      saved: 'Local modifié avec succès !',
    },
  ]
}

async function edit(page: Page, { screen, name }: Fiche): Promise<void> {
  await page.goto(screen)
  await card(page, name)
    .getByRole('button', { name: /^Modifier/ })
    .click()
}

// spec: RES-45, RES-55, BLOC-38, BLOC-45, ETG-65, APT-75, LOC-60, LOC-67
test('two people editing one residence, bloc, étage, appartement or local: the later reloads and keeps what was typed', async ({
  page,
}) => {
  const api = await signIn(page)
  for (const fiche of await fiches(api)) {
    const { path, typed, changed, saved } = fiche
    await edit(page, fiche)
    const field = (label: string) => dialog(page).getByLabel(label)
    const save = dialog(page).getByRole('button', { name: 'Enregistrer', exact: true })
    await field(typed.label).fill(typed.value)
    await page.keyboard.press('Tab')
    const before = (await api.get(path)) as object
    await api.put(path, { ...before, [changed.key]: changed.value })
    await save.click()
    await expect(dialog(page).getByRole('alert')).toContainText(
      'Cette fiche a été modifiée entre-temps. Rechargez-la.',
    )
    await dialog(page).getByRole('button', { name: 'Recharger' }).click()
    await expect(dialog(page).getByRole('alert')).toHaveCount(0)
    await expect(field(typed.label)).toHaveValue(typed.value)
    await expect(field(changed.label)).toHaveValue(changed.shown)
    await save.click()
    await expect(page.getByText(saved, { exact: true })).toBeVisible()
    expect(await api.get(path)).toMatchObject({ [typed.key]: typed.value, [changed.key]: changed.value })
  }
})
