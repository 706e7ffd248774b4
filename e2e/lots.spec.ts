import { expect, expectReadable, openScreen, signIn, test, withServer, type Api, type Page } from './diyar.ts'
import { createClient, createEtage, createLot } from './portefeuille.ts'
import { card, dialog } from './screen.ts'

type Place = Awaited<ReturnType<typeof createEtage>>

interface Kind {
  screen: string
  title: string
  /** The first word of its cards' names. */
  mot: string
  calls: string
  create: (api: Api, place: Place, numero: string, client?: number) => Promise<number>
  report: string
}

const action = (page: Page, { mot }: Kind, numero: string, name: string) =>
  card(page, `${mot} ${numero}`).getByRole('button', { name })

const APPARTEMENTS: Kind = {
  screen: '/appartement',
  title: 'Gestion des Appartements',
  mot: 'Appartement',
  calls: 'appartements',
  create: (api, { etage }, numero, client) => createLot(api, etage, numero, 'F3', client),
  report: 'Rapport détaillé',
}

const LOCAUX: Kind = {
  screen: '/locaux',
  title: 'Gestion des Locaux',
  mot: 'Local',
  calls: 'locaux',
  create: (api, { bloc }, num, client) =>
    api.create('/api/locaux', {
      num,
      surface: 45.5,
      montant: 1_000_000,
      bloc_id: bloc,
      ...(client !== undefined && { client_id: client }),
    }),
  report: 'Rapport',
}

const KINDS = [APPARTEMENTS, LOCAUX]

for (const kind of KINDS)
  test.describe(kind.calls, () => {
    // Each kind its own: they build residences of the same name.
    withServer()

    const open = (page: Page, address = kind.screen) => openScreen(page, address, kind.title)
    const act = (page: Page, numero: string, name: string) => action(page, kind, numero, name)

    test('is accessible, dark and light, with its dialogs', async ({ page }) => {
      const api = await signIn(page)
      const place = await createEtage(api, 'Accessible')
      await kind.create(api, place, 'X-1', await createClient(api, 'مريم بن عمر'))
      await kind.create(api, place, 'X-2')
      await open(page, `${kind.screen}?residence=${place.residence}`)
      await expect(card(page, `${kind.mot} X-1`)).toBeVisible()
      await expectReadable(page)
      for (const [numero, name] of [
        ['X-1', kind.report],
        ['X-1', 'Détails'],
        ['X-1', 'Modifier'],
        ['X-1', 'Retirer le client'],
        ['X-2', 'Assigner un client'],
      ] as const) {
        await act(page, numero, name).click()
        await expect(dialog(page)).toBeVisible()
        await expectReadable(page)
        await dialog(page).getByRole('button', { name: 'Fermer' }).first().click()
        await expect(dialog(page)).toHaveCount(0)
      }
    })
  })
