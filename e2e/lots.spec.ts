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
import { alert, CALLS, card, choose, dialog, expectGoneAfter, freeze } from './screen.ts'

const field = (page: Page, name: string) => dialog(page).getByLabel(name)
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })

type Place = Awaited<ReturnType<typeof createEtage>>

interface Kind {
  screen: string
  title: string
  /** The first word of its cards' names. */
  mot: string
  calls: string
  create: (api: Api, place: Place, numero: string, client?: number) => Promise<number>
  /** The lists behind the screen, what is said when one does not load, and for how long. */
  lists: readonly (readonly [path: string, text: string, ms: number])[]
  search: RegExp
  add: string
  numero: string
  /** What is chosen in the form beside the residence. */
  within: readonly (readonly [label: string, option: string])[]
  fields: Record<string, string>
  deletionFailed: string
  report: string
  /** What is refused by the server itself. */
  refused: (page: Page) => Promise<void>
}

const action = (page: Page, { mot }: Kind, numero: string, name: string) =>
  card(page, `${mot} ${numero}`).getByRole('button', { name })

const APPARTEMENTS: Kind = {
  screen: '/appartement',
  title: 'Gestion des Appartements',
  mot: 'Appartement',
  calls: 'appartements',
  create: (api, { etage }, numero, client) => createLot(api, etage, numero, 'F3', client),
  lists: [
    ['/api/residence/all', 'Erreur lors du chargement des résidences.', 5000],
    ['/api/all-blocs', 'Erreur lors du chargement des blocs.', 5000],
    ['/api/all-etages', 'Erreur lors du chargement des étages.', 5000],
    ['/api/all-clients', 'Erreur lors du chargement des clients.', 5000],
    ['/api/appartements?*', 'Erreur lors du chargement des appartements.', 5000],
  ],
  search: /lot ou type/,
  add: 'Ajouter un appartement',
  numero: 'Numéro de lot',
  within: [
    ['Bloc', 'Bloc de Échecs'],
    ['Étage', 'Étage de Échecs'],
  ],
  fields: {
    'Numéro de lot': 'X',
    'Type de logement': 'F1',
    'Surface habitable': '1',
    'Surface utile': '1',
    'Montant total': '1',
  },
  deletionFailed: "Erreur lors de la suppression de l'appartement.",
  report: 'Rapport détaillé',
  async refused(page) {
    await action(page, APPARTEMENTS, 'E-1', 'Modifier').click()
    await field(page, 'Numéro de lot').fill('e-2')
    await button(page, 'Enregistrer').click()
    await expect(field(page, 'Numéro de lot')).toHaveAccessibleDescription(
      /Ce numéro de lot existe déjà à cet étage\./,
    )
  },
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
  lists: [
    ['/api/residence/all', 'Erreur lors du chargement des résidences.', 5000],
    ['/api/all-blocs', 'Erreur lors du chargement des blocs.', 5000],
    ['/api/all-clients', 'Erreur lors du chargement des clients.', 5000],
    ['/api/locaux?*', 'Erreur lors du chargement des locaux.', 3000],
  ],
  search: /numéro/,
  add: 'Ajouter un local',
  numero: 'Numéro',
  within: [['Bloc', 'Bloc de Échecs']],
  fields: { Numéro: 'X', 'Surface (m²)': '1', Montant: '1' },
  deletionFailed: 'Erreur lors de la suppression du local.',
  report: 'Rapport',
  async refused(page) {
    await action(page, LOCAUX, 'E-2', 'Supprimer').click()
    await expect(dialog(page)).toContainText(/Le client Échoué y est rattaché.*refusée/s)
    await button(page, 'Supprimer').click()
    await expect(alert(page)).toContainText('Impossible de supprimer ce local : un client y est rattaché.')
  },
}

const KINDS = [APPARTEMENTS, LOCAUX]

for (const kind of KINDS)
  test.describe(kind.calls, () => {
    // Each kind its own: they build residences of the same name.
    withServer()

    const open = (page: Page, address = kind.screen) => openScreen(page, address, kind.title)
    const act = (page: Page, numero: string, name: string) => action(page, kind, numero, name)

    // spec: ERR-35..ERR-38, ERR-40..ERR-44, ERR-49..ERR-52, ERR-54..ERR-56, LIM-05, LIM-06, LIM-10
    test('each refused or failed call says so in French and keeps what was typed', async ({ page }) => {
      const api = await signIn(page)
      const place = await createEtage(api, 'Échecs')
      const buyer = await createClient(api, 'Échoué')
      await kind.create(api, place, 'E-1')
      await kind.create(api, place, 'E-2', buyer)
      const fail = (url: string) =>
        page.route(url, (route) =>
          ['POST', 'PUT', 'DELETE'].includes(route.request().method())
            ? route.fulfill({ status: 500, json: {} })
            : route.fallback(),
        )
      await page.clock.install()
      await open(page)
      for (const [path, text, ms] of kind.lists) {
        let release = () => {}
        const held = new Promise<void>((resolve) => (release = resolve))
        await page.route(
          `${CALLS}${path}`,
          async (route) => (await held, route.fulfill({ status: 500, json: {} })),
        )
        await page.goto(kind.screen)
        await expect(page.getByRole('searchbox', { name: kind.search })).toBeVisible()
        await freeze(page)
        release()
        await expectGoneAfter(page, alert(page).filter({ hasText: text }), ms)
        await page.clock.resume()
        await page.unroute(`${CALLS}${path}`)
      }
      await open(page, `${kind.screen}?residence=${place.residence}`)
      await fail(`${CALLS}/api/${kind.calls}/**`)
      await fail(`${CALLS}/api/${kind.calls}`)
      await act(page, 'E-1', 'Modifier').click()
      await field(page, kind.numero).fill('E-9')
      await button(page, 'Enregistrer').click()
      await expect(dialog(page).getByRole('alert')).toContainText(
        'Erreur lors de la mise à jour. Vérifiez que tous les champs sont valides.',
      )
      await expect(field(page, kind.numero)).toHaveValue('E-9')
      await button(page, 'Annuler').click()
      await page.getByRole('button', { name: kind.add }).click()
      for (const [label, option] of kind.within) await choose(dialog(page), label, option)
      for (const [name, value] of Object.entries(kind.fields)) await field(page, name).fill(value)
      await button(page, 'Enregistrer').click()
      await expect(dialog(page).getByRole('alert')).toContainText(
        'Erreur lors de la création. Vérifiez que tous les champs sont valides.',
      )
      await button(page, 'Annuler').click()
      await act(page, 'E-1', 'Assigner un client').click()
      await choose(dialog(page), 'Client', 'Échoué · 0555 12 34 56')
      await button(page, 'Assigner').click()
      await expect(dialog(page).getByRole('alert')).toContainText("Erreur lors de l'assignation du client.")
      await button(page, 'Annuler').click()
      await act(page, 'E-2', 'Retirer le client').click()
      await button(page, 'Retirer le client').click()
      await expect(alert(page)).toContainText('Erreur lors du retrait du client.')
      await act(page, 'E-1', 'Supprimer').click()
      await button(page, 'Supprimer').click()
      await expect(alert(page)).toContainText(kind.deletionFailed)
      await page.unrouteAll()
      await kind.refused(page)
    })

    test('is accessible, dark and light, with its dialogs', async ({ page }) => {
      const api = await signIn(page)
      const place = await createEtage(api, 'Accessible')
      await kind.create(api, place, 'X-1', await createClient(api, 'مريم بن عمر'))
      await kind.create(api, place, 'X-2')
      for (const dark of [true, false]) {
        await preferDark(page, dark)
        await open(page, `${kind.screen}?residence=${place.residence}`)
        await expect(card(page, `${kind.mot} X-1`)).toBeVisible()
        await expectAccessible(page)
        for (const [numero, name] of [
          ['X-1', kind.report],
          ['X-1', 'Détails'],
          ['X-1', 'Modifier'],
          ['X-1', 'Retirer le client'],
          ['X-2', 'Assigner un client'],
        ] as const) {
          await act(page, numero, name).click()
          await expect(dialog(page)).toBeVisible()
          await expectAccessible(page)
          await dialog(page).getByRole('button', { name: 'Fermer' }).first().click()
          await expect(dialog(page)).toHaveCount(0)
        }
      }
    })
  })
