import type { Locator } from '@playwright/test'
import { addJours, aujourdhui } from '../shared/dates.ts'
import type { Role } from '../shared/droits.ts'
import { account, atRest, expect, moveTo, signIn, test, withServer, type Api, type Page } from './diyar.ts'
import {
  createClient,
  createLieu,
  createLot,
  pay,
  sellAppartement,
  sellLocal,
  sellPlace,
  type Lieu,
} from './portefeuille.ts'
import { actsUnderMore, card, dialog } from './screen.ts'

withServer()

const WIDTHS = [1280, 1366, 390]
const LONG = 'Mohammed El Amine Ben Abdelkader Benmohammedi'
const HIER = addJours(aujourdhui(), -1)

let api: Api
let lieu: Lieu
let client: number

test.beforeEach(async ({ page }) => {
  api = await signIn(page)
  lieu = await createLieu(api)
  client = await createClient(api, LONG)
})

/** Free, held, blocked, sold and delivered ones of each kind; amounts of eleven digits, a name of 45 letters. */
async function furnish() {
  const { etage, bloc, residence, parking } = lieu
  const [, held, blocked] = [
    await createLot(api, etage, 'A-1001', 'F3'),
    await createLot(api, etage, 'A-1002', 'F3'),
    await createLot(api, etage, 'A-1003', 'F3'),
  ]
  const sold = await sellAppartement(api, lieu, client, 'A-1004', 98_765_432_100)
  await sellAppartement(api, lieu, client, 'A-1005', 12_500_000)
  const [local, , place, kept] = [
    await api.create('/api/locaux', {
      residence_id: residence,
      bloc_id: bloc,
      num: 'L-1',
      surface: 45,
      montant: 9,
    }),
    await sellLocal(api, lieu, client, 'L-2', 2_000_000),
    await createPlace(parking, 1),
    await createPlace(parking, 2),
  ]
  await sellPlace(api, lieu, client, 3, 900_000)
  // The options last over midnight.
  for (const bien_id of [held, kept])
    await api.create('/api/options', { bien_id, client_id: client, expire_le: addJours(aujourdhui(), 1) })
  for (const id of [blocked, local, place]) await api.put(`/api/biens/${id}/blocage`, { motif: 'Témoin' })
  await createPlace(parking, 4)
  await pay(api, client, { appartement_id: sold }, 1_000, HIER)
  return { sold, held, local }
}

const createPlace = (parking_id: number, numero_place: number) =>
  api.create('/api/places-parking', { parking_id, numero_place, type_place: 'Plein Air', montant: 900_000 })

const articlesOf = (page: Page) => page.getByRole('article')

/** Returns the faults of a line of card actions: more than one line, more than its width, or controls that are cut. */
const wrongIn = (line: Locator) =>
  line.evaluate((element) => {
    const controls = [...element.querySelectorAll('button, a')].map((one) => ({
      name: one.getAttribute('aria-label') ?? one.textContent,
      icon: one.classList.contains('mantine-ActionIcon-root'),
      box: one.getBoundingClientRect(),
      cut: [...one.querySelectorAll('span')].some((span) => span.scrollWidth > span.clientWidth + 1),
    }))
    const { left, right } = element.getBoundingClientRect()
    const [first] = controls
    return controls.flatMap(({ name, icon, box, cut }, rank) => [
      ...(first && Math.abs(box.top + box.bottom - first.box.top - first.box.bottom) > 2
        ? [`${name}: another row`]
        : []),
      ...(box.left < left - 0.5 || box.right > right + 0.5 ? [`${name}: outside`] : []),
      ...(box.width < 24 || cut ? [`${name}: cut`] : []),
      ...(rank > 0 && !icon ? [`${name}: a second labelled one`] : []),
      ...controls.slice(rank + 1).flatMap((next) => (next.box.left < box.right ? [`${name}: covered`] : [])),
    ])
  })

/** Every card of a list has its actions in one row, at every width. */
async function expectOneRow(page: Page, where: string) {
  await expect(articlesOf(page).first()).toBeVisible()
  await atRest(page)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    const lines = articlesOf(page).locator('[data-actions]')
    await expect(lines.first()).toBeVisible()
    for (const line of await lines.all())
      expect([where, width, await wrongIn(line)]).toEqual([where, width, []])
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  }
}

const LISTS = [
  '/residence',
  '/bloc',
  '/etage',
  '/appartement',
  '/locaux',
  '/parking',
  '/clients',
  '/paiements',
]

// spec: EC-19
test('on every card the actions stand in one row, for every rôle and state of the record', async ({
  page,
}) => {
  test.slow()
  const passer = (role: Role) => ({ ...account, name: `Nadia ${role}`, email: `${role}@diyar.dz`, role })
  await furnish()
  await api.post('/api/promoteurs', {
    nom: 'Promotion El Yasmine',
    adresse: 'Alger',
    telephone: '021 11 22 33',
    email: 'contact@yasmine.dz',
  })
  for (const role of ['commercial', 'caisse', 'lecture'] as const)
    await api.post('/api/members', passer(role))
  for (const address of [...LISTS, '/promoteur', '/users', `/parking?places=${lieu.parking}`]) {
    await moveTo(page, address)
    await expectOneRow(page, address)
  }
  for (const role of ['commercial', 'caisse', 'lecture'] as const) {
    await api.post('/logout')
    await signIn(page, passer(role))
    for (const address of [...LISTS.slice(0, 7), `/parking?places=${lieu.parking}`]) {
      await page.goto(address)
      await expectOneRow(page, `${role} ${address}`)
    }
  }
})

/** The names of a card's actions, those under « ⋯ » after « | ». */
async function actsOf(one: Locator, line = one.locator('[data-actions]')) {
  await expect(line).toBeVisible()
  const names = await line
    .locator('button, a')
    .evaluateAll((all) => all.map((control) => control.getAttribute('aria-label') ?? control.textContent))
  return [...names.filter((name) => !name.startsWith('Autres actions')), '|', ...(await actsUnderMore(one))]
}

// spec: EC-19, EC-16
test('every act of a card is in its row or under its « ⋯ », the specified ones in the row', async ({
  page,
}) => {
  const { sold } = await furnish()
  const { dossier } = (await api.get(`/api/appartements/${sold}`)) as { dossier: string }
  const nommes = (numero: string) => ({
    details: `Détails de l'appartement ${numero}`,
    modifier: `Modifier l'appartement ${numero}`,
    rapport: `Rapport détaillé de l'appartement ${numero}`,
    supprimer: `Supprimer l'appartement ${numero}`,
  })
  const toujours = (numero: string) => {
    const { details, modifier, rapport, supprimer } = nommes(numero)
    return [details, modifier, rapport, supprimer]
  }
  await page.goto(`/appartement?residence=${lieu.residence}`)
  expect(await actsOf(card(page, 'Appartement A-1001'))).toEqual([
    "Assigner un client à l'appartement A-1001",
    ...toujours('A-1001'),
    '|',
    "Poser une option sur l'appartement A-1001",
    "Bloquer l'appartement A-1001",
  ])
  expect(await actsOf(card(page, 'Appartement A-1002'))).toEqual([
    "Assigner un client à l'appartement A-1002",
    ...toujours('A-1002'),
    "Option sur l'appartement A-1002",
    '|',
  ])
  const bloque = nommes('A-1003')
  expect(await actsOf(card(page, 'Appartement A-1003'))).toEqual([
    bloque.rapport,
    bloque.details,
    bloque.modifier,
    bloque.supprimer,
    "Débloquer l'appartement A-1003",
    '|',
  ])
  const vendu = nommes('A-1004')
  expect(await actsOf(card(page, 'Appartement A-1004'))).toEqual([
    `Ouvrir le dossier ${dossier}`,
    vendu.details,
    vendu.modifier,
    vendu.rapport,
    "Retirer le client de l'appartement A-1004",
    vendu.supprimer,
    'Nouveau paiement : Appartement A-1004',
    '|',
  ])
  // The row of a lot offers the same, whatever its state.
  const numeros = ['A-1001', 'A-1002', 'A-1003', 'A-1004', 'A-1005']
  const onCards: string[][] = []
  for (const numero of numeros) onCards.push((await actsOf(card(page, `Appartement ${numero}`))).toSorted())
  await page.getByRole('radio', { name: 'Tableau' }).check()
  for (const [n, numero] of numeros.entries()) {
    const row = page.getByRole('row').filter({ hasText: numero })
    expect((await actsOf(row, row.locator('td').last())).toSorted()).toEqual(onCards[n])
  }
  await page.getByRole('radio', { name: 'Cartes' }).check()
  await card(page, 'Appartement A-1004')
    .getByRole('button', { name: /^Nouveau paiement/ })
    .click()
  await expect(dialog(page).getByRole('combobox', { name: 'Client' })).toHaveValue(new RegExp(LONG))
  await page.keyboard.press('Escape')

  await page.goto(`/parking?places=${lieu.parking}`)
  const place = (n: number) => dialog(page).getByRole('article', { name: `Place ${n}`, exact: true })
  expect(await actsOf(place(4))).toEqual([
    'Attribuer la place 4',
    'Modifier la place 4',
    'Supprimer la place 4',
    '|',
    'Poser une option sur la place 4',
    'Bloquer la place 4',
    'Historique de la place 4',
  ])
  expect(await actsOf(place(3))).toEqual([
    expect.stringMatching(/^Ouvrir le dossier \d{4}-D-\d+$/),
    'Modifier la place 3',
    'Libérer la place 3',
    'Supprimer la place 3',
    '|',
    'Nouveau paiement : Place 3',
    'Historique de la place 3',
  ])
  // Cards of one row of the grid have one height.
  const heights = await articlesOf(page).evaluateAll((all) => all.map((one) => one.getBoundingClientRect()))
  for (const { top, height } of heights)
    for (const other of heights) if (other.top === top) expect(other.height).toBeCloseTo(height, 0)
})

// spec: EC-18, APT-17
test('a card says the surface of its lot, and the price of an appartement once it is sold', async ({
  page,
}) => {
  await furnish()
  await page.goto(`/appartement?residence=${lieu.residence}`)
  for (const numero of ['A-1001', 'A-1002', 'A-1003']) {
    const free = card(page, `Appartement ${numero}`)
    await expect(free).toContainText(/Surface\s:\s92,5\sm²/)
    await expect(free).not.toContainText(/Prix|DA\b/)
  }
  await expect(card(page, 'Appartement A-1004')).toContainText(
    /Surface\s:\s92,7\sm².*Prix\s:\s98\s765\s432\s100,00\sDA/s,
  )
  await page.getByRole('button', { name: "Détails de l'appartement A-1001" }).click()
  await expect(dialog(page)).toContainText(/1\s000\s000,00\sDA/)
  await page.goto(`/appartement?residence=${lieu.residence}&recherche=A-1001`)
  await page.getByText('Tableau', { exact: true }).click()
  await expect(page.getByRole('row').filter({ hasText: 'A-1001' })).toContainText(/1\s000\s000,00/)
  await page.goto(`/locaux?residence=${lieu.residence}`)
  for (const [num, prix] of [
    ['L-1', /9,00\sDA/],
    ['L-2', /2\s000\s000,00\sDA/],
  ] as const) {
    await expect(card(page, `Local ${num}`)).toContainText(/Surface\s:\s45\sm²/)
    await expect(card(page, `Local ${num}`)).toContainText(prix)
  }
  await page.goto(`/parking?places=${lieu.parking}`)
  await expect(dialog(page).getByRole('article')).toHaveCount(4)
  for (const place of await dialog(page).getByRole('article').all()) {
    await expect(place).toContainText(/900\s000,00\sDA/)
    await expect(place).not.toContainText('Non spécifiée m²')
  }
})

/** The look of a name: the colour, and the underline with its strength. */
const lookOf = (link: Locator) =>
  link.evaluate((element) => {
    const { color, textDecorationLine, textDecorationColor, textDecorationThickness } =
      getComputedStyle(element)
    return [color, textDecorationLine, textDecorationColor, textDecorationThickness]
  })

// spec: EC-24
test('each name of a client, sold lot and dossier is a link of one look that leads where it should', async ({
  page,
}) => {
  test.slow()
  const { sold } = await furnish()
  const { vente_id, dossier } = (await api.get(`/api/appartements/${sold}`)) as {
    vente_id: number
    dossier: string
  }
  const names: [address: string, name: string, to: RegExp][] = [
    [`/appartement?residence=${lieu.residence}`, LONG, /^\/clients\/\d+$/],
    [`/appartement?residence=${lieu.residence}`, 'Appartement A-1004', /^\/ventes\/\d+$/],
    [`/appartement?residence=${lieu.residence}`, 'Appartement A-1002', /details=\d+/],
    [`/appartement?residence=${lieu.residence}`, 'Bloc B', /^\/etage\?/],
    [`/appartement?details=${sold}`, LONG, /^\/clients\/\d+$/],
    [`/appartement?details=${sold}`, `Dossier ${dossier}`, /^\/ventes\/\d+$/],
    [`/appartement?rapport=${sold}`, LONG, /^\/clients\/\d+$/],
    [`/locaux?residence=${lieu.residence}`, 'Local L-2', /^\/ventes\/\d+$/],
    [`/parking?places=${lieu.parking}`, 'Place 3', /^\/ventes\/\d+$/],
    [`/parking?places=${lieu.parking}`, LONG, /^\/clients\/\d+$/],
    ['/clients', LONG, /^\/clients\/\d+$/],
    [`/clients?biens=${client}`, 'Appartement A-1004', /^\/ventes\/\d+$/],
    [`/clients?biens=${client}`, `Dossier ${dossier}`, /^\/ventes\/\d+$/],
    [`/clients/${client}`, 'Appartement A-1004', /^\/ventes\/\d+$/],
    [`/clients/${client}`, `Dossier ${dossier}`, /^\/ventes\/\d+$/],
    ['/paiements', LONG, /^\/clients\/\d+$/],
    ['/paiements', dossier, /^\/ventes\/\d+$/],
    [`/clients/${client}/paiements/${sold}`, LONG, /^\/clients\/\d+$/],
    [`/ventes/${vente_id}`, LONG, /^\/clients\/\d+$/],
    [`/bloc?rapport=${lieu.bloc}`, 'Appartement A-1004', /^\/ventes\/\d+$/],
    [`/etage?rapport=${lieu.etage}`, 'Appartement A-1004', /^\/ventes\/\d+$/],
    [`/residence?rapport=${lieu.residence}`, 'Appartement A-1004', /^\/ventes\/\d+$/],
  ]
  let look: unknown
  for (const [address, name, to] of names) {
    await moveTo(page, address)
    // An open dialog stands over the list.
    const inside = /details|rapport|places|biens/.test(address) ? dialog(page) : page.locator('main')
    const link = inside.getByRole('link', { name, exact: true }).first()
    await expect(link, `${name} on ${address}`).toHaveAttribute('href', to)
    await expect(link.locator('bdi')).toHaveText(name)
    look ??= await lookOf(link)
    expect([address, name, await lookOf(link)]).toEqual([address, name, look])
  }
  await page.goto(`/clients/${client}/paiements/${sold}`)
  await page
    .getByRole('button', { name: /^Détails/ })
    .first()
    .click()
  for (const [name, to] of [
    [LONG, `/clients/${client}`],
    ['Appartement A-1004', `/ventes/${vente_id}`],
    [dossier, `/ventes/${vente_id}`],
  ] as const)
    await expect(dialog(page).getByRole('link', { name, exact: true })).toHaveAttribute('href', to)
  expect(await lookOf(dialog(page).getByRole('link', { name: LONG }))).toEqual(look)
  await dialog(page).getByRole('link', { name: 'Appartement A-1004' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/ventes/${vente_id}`)
  await expect(dialog(page)).toHaveCount(0)

  await page.goto(`/plan-de-vente?residence=${lieu.residence}`)
  for (const numero of ['A-1002', 'A-1004']) {
    await page.getByRole('gridcell', { name: new RegExp(`^Appartement ${numero},`) }).click()
    const name = dialog(page).getByRole('link', { name: LONG, exact: true })
    await expect(name).toHaveAttribute('href', `/clients/${client}`)
    expect(await lookOf(name)).toEqual(look)
    if (numero === 'A-1002') await page.keyboard.press('Escape')
  }
  await dialog(page).getByRole('link', { name: 'Ouvrir le dossier' }).click()
  await expect(page).toHaveURL(`/ventes/${vente_id}`)
})
