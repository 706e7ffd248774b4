import type { Locator } from '@playwright/test'
import { addJours, aujourdhui, formatJourCourt } from '../shared/dates.ts'
import { expect, expectAccessible, preferDark, signIn, test, withServer, type Api } from './diyar.ts'
import { createClient, createLieu, createLot, type Lieu } from './portefeuille.ts'
import { card, choose, dialog, expectOptions } from './screen.ts'

withServer()

const today = aujourdhui()
const DEMAIN = addJours(today, 1)
const TENU = 'Option'
const JUSQUAU = `Option jusqu'au ${formatJourCourt(DEMAIN)}`
const CHOIX = [
  'Tous les états',
  'Disponible',
  'Option',
  'Bloqué',
  'Vendu',
  'Livré',
  'Disponible, ni option ni bloqué',
]

let api: Api
let lieu: Lieu
let client: number

test.beforeEach(async ({ page }) => {
  api = await signIn(page)
  lieu = await createLieu(api)
  client = await createClient(api, 'Amina Haddad')
})

/** One bien of each state, numbered after it, made and sold by the calls of its kind. */
async function createEach(
  make: (numero: string, n: number) => Promise<number>,
  sell: (id: number) => Promise<unknown>,
) {
  const [, held, blocked, sold, delivered] = [
    await make('D-1', 1),
    await make('O-1', 2),
    await make('B-1', 3),
    await make('V-1', 4),
    await make('L-1', 5),
  ]
  await api.create('/api/options', { bien_id: held, nom: 'Zoubir Kaci', expire_le: DEMAIN })
  await api.put(`/api/biens/${blocked}/blocage`, { motif: 'Logement témoin' })
  await sell(sold)
  const { vente_id } = (await sell(delivered)) as { vente_id: number }
  await api.put(`/api/ventes/${vente_id}`, { reservation_le: today, contrat_le: today, livraison_le: today })
}
const createAppartements = () =>
  createEach(
    (numero) => createLot(api, lieu.etage, numero, 'F3'),
    (id) => api.put(`/api/appartements/${id}/assigner-client`, { client_id: client }),
  )
const createLocaux = () =>
  createEach(
    (num) =>
      api.create('/api/locaux', {
        residence_id: lieu.residence,
        bloc_id: lieu.bloc,
        num,
        surface: 45,
        montant: 2_000_000,
      }),
    (id) => api.put(`/api/locaux/${id}/assigner-client`, { client_id: client }),
  )
const createPlaces = () =>
  createEach(
    (_numero, numero_place) =>
      api.create('/api/places-parking', {
        parking_id: lieu.parking,
        numero_place,
        type_place: 'Box',
        montant: 900_000,
      }),
    (id) => api.post(`/api/places-parking/${id}/attribuer`, { client_id: client }),
  )

/** The badges in a place, by their words, in their order. */
async function expectBadges(place: Locator, mots: readonly string[]) {
  await expect(place.locator('span[data-tone]')).toHaveText([...mots])
  if (mots.includes(TENU)) await expect(place).toContainText(JUSQUAU)
}
/** The badges of each bien: the specified word first and a more restrictive one beside it; `UN` has the last word alone. */
const DEUX = [
  ['D-1', ['Disponible']],
  ['O-1', ['Disponible', TENU]],
  ['B-1', ['Disponible', 'Bloqué']],
  ['V-1', ['Vendu']],
  ['L-1', ['Vendu', 'Livré']],
] as const
const UN = DEUX.map(([numero, mots]) => [numero, mots.slice(-1)] as const)
/** A word of ours that no screen of a bien says any more. */
const GONE = /Libre\b|Occupée/

for (const { path, nom, create, du } of [
  { path: '/appartement', nom: 'Appartement', create: createAppartements, du: "de l'appartement" },
  { path: '/locaux', nom: 'Local', create: createLocaux, du: 'du local' },
])
  // spec: EC-16, RE-45
  test(`each state of one ${nom.toLowerCase()} is the same word on card, details, report and table`, async ({
    page,
  }) => {
    await create()
    const at = `${path}?residence=${lieu.residence}`
    await page.goto(at)
    for (const [numero, mots] of DEUX) {
      const one = card(page, `${nom} ${numero}`)
      await expect(one).toBeVisible()
      await expectBadges(one, mots)
      await expect(one.locator('[data-outlined]')).toHaveCount(mots.length - 1)
      await one.getByRole('button', { name: `Détails ${du} ${numero}` }).click()
      await expectBadges(dialog(page), mots)
      await page.keyboard.press('Escape')
      await expect(dialog(page)).toHaveCount(0)
      await one.getByRole('button', { name: `Rapport détaillé ${du} ${numero}` }).click()
      await expect(dialog(page).getByRole('strong').filter({ hasText: numero })).toBeVisible()
      await expectBadges(dialog(page), mots.slice(-1))
      await page.keyboard.press('Escape')
    }
    await expect(page.locator('main')).not.toContainText(GONE)
    await page.getByText('Tableau', { exact: true }).click()
    await expect(page.getByRole('table')).toBeVisible()
    for (const [numero, mots] of UN) {
      const row = page.getByRole('row').filter({
        has: page
          .getByRole('link', { name: `${nom} ${numero}` })
          .or(page.getByRole('link', { name: numero, exact: true })),
      })
      await expectBadges(row, mots)
    }
  })

// spec: EC-16, RE-45
test('places say one state each, in the same words', async ({ page }) => {
  await createPlaces()
  await page.goto(`/parking?places=${lieu.parking}`)
  const panel = dialog(page, 'Places du parking Parking Nord')
  for (const [at, [, mots]] of UN.entries()) {
    const place = panel.getByRole('article', { name: `Place ${at + 1}`, exact: true })
    await expect(place).toBeVisible()
    await expectBadges(place, mots)
  }
  await expect(panel).toContainText('2 vendues · 3 disponibles')
  await panel.getByText('Vendues', { exact: true }).click()
  await expect(panel.getByRole('article')).toHaveCount(2)
  await panel.getByText('Disponibles', { exact: true }).click()
  await expect(panel.getByRole('article')).toHaveCount(3)
  await expect(panel).not.toContainText(GONE)
  await expectAccessible(page)
})

for (const { path, call, create } of [
  { path: '/appartement', call: 'appartements', create: createAppartements },
  { path: '/locaux', call: 'locaux', create: createLocaux },
])
  // spec: EC-17, RE-45, APT-09, LOC-08
  test(`the filter of ${path} keeps exactly its lots, on the page and on all pages`, async ({ page }) => {
    // Twice: of the older five, one alone is among the six cards of the page.
    await create()
    lieu = await createLieu(api)
    await create()
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes(`/api/${call}?`)) asked.push(new URL(request.url()).search)
    })
    await page.goto(path)
    const names = async () =>
      (await page.getByRole('article').getByRole('heading').allTextContents()).map((one) =>
        one.replace(/^(Appartement|Local) /, ''),
      )
    await expect(page.getByRole('article')).toHaveCount(6)
    const etat = page.getByRole('combobox', { name: 'État' })
    await expectOptions(page, etat, CHOIX)
    const before = asked.length
    const kept = [
      ['Disponible', ['B-1', 'O-1', 'D-1'], 'etat=disponible'],
      ['Option', ['O-1'], 'etat_bien=option'],
      ['Bloqué', ['B-1'], 'etat_bien=bloque'],
      ['Vendu', ['L-1', 'V-1', 'L-1'], 'etat=vendu'],
      ['Livré', ['L-1', 'L-1'], 'etat_bien=livre'],
      ['Disponible, ni option ni bloqué', ['D-1'], 'etat_bien=libre'],
    ] as const
    for (const [choix, lots] of kept) {
      await choose(page, 'État', choix)
      await expect(etat).toHaveValue(choix)
      await expect.poll(async () => [choix, await names()]).toEqual([choix, lots])
    }
    expect(asked.slice(before)).toEqual([])
    await choose(page, 'État', 'Tous les états')
    await expect(page.getByRole('article')).toHaveCount(6)
    for (const [choix, lots, query] of kept) {
      await page.goto(path)
      await choose(page, 'État', choix)
      await page.getByRole('button', { name: 'Filtrer toutes les pages' }).click()
      const { total } = (await api.get(`/api/${call}?${query}&per_page=1`)) as { total: number }
      expect(total).toBeGreaterThanOrEqual(new Set<string>(lots).size * 2)
      const compte = page.getByText(new RegExp(`^${total} (appartement|lot|loca)`))
      await expect(compte).toBeVisible()
      await expect.poll(async () => [choix, new Set(await names())]).toEqual([choix, new Set(lots)])
      const search = new URLSearchParams(asked.at(-1))
      expect([...search].filter(([name]) => name.startsWith('etat')).map((pair) => pair.join('='))).toEqual([
        query,
      ])
      await page.reload()
      await expect(etat).toHaveValue(choix)
      await expect(compte).toBeVisible()
    }
  })

// spec: EC-16, EC-17, RE-45
test('the plan says the same words, in its legend, its totals, its cards and its filter', async ({
  page,
}) => {
  await createAppartements()
  await createPlaces()
  await page.goto(`/plan-de-vente?residence=${lieu.residence}`)
  const five = ['Disponible', 'Option', 'Bloqué', 'Vendu', 'Livré']
  const legende = page.getByRole('list', { name: 'Légende' })
  const totaux = page.getByRole('region', { name: 'Totaux' })
  await expect(totaux.getByRole('rowheader')).toHaveText(
    [...five, 'Total'].map((mot) => new RegExp(`${mot}$`)),
  )
  for (const [numero, mots] of UN) {
    await page.getByRole('gridcell', { name: new RegExp(`^Appartement ${numero},`) }).click()
    await expectBadges(dialog(page), mots)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
  }
  await expect(page.getByRole('gridcell', { name: /^Appartement D-1,.* disponible$/ })).toBeVisible()
  await expect(page.locator('main')).not.toContainText(/libre/i)
  await page.getByRole('button', { name: 'Filtrer', exact: true }).click()
  const etat = page.getByRole('combobox', { name: 'État' })
  await expect(etat).toHaveAttribute('placeholder', 'Tous les états')
  const status = page.getByRole('status').filter({ hasText: 'correspond' })
  for (const [choix, lots] of [
    ['Disponible', 6],
    ['Option', 2],
    ['Bloqué', 2],
    ['Vendu', 4],
    ['Livré', 2],
    ['Disponible, ni option ni bloqué', 2],
  ] as const) {
    await choose(page, 'État', choix)
    await page.keyboard.press('Escape')
    await expect(status).toHaveText(`${lots} lots correspondent sur 10.`)
    await page.getByRole('button', { name: 'Réinitialiser' }).click()
    await expect(status).toHaveCount(0)
  }
  await choose(page, 'État', 'Option')
  await page.getByRole('option', { name: 'Livré', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(status).toHaveText('4 lots correspondent sur 10.')
  await page.getByLabel('Vue client').click()
  await expect(legende.getByRole('listitem')).toHaveText(
    ['Disponible', 'Option', 'Indisponible', 'Vendu'].map((mot) => new RegExp(`${mot}$`)),
  )
  // Nobody tells a buyer what is delivered: Vendu has both.
  await expect(status).toHaveText('6 lots correspondent sur 10.')
})

// spec: EC-16, EC-17
test('prices are revised by the same words', async ({ page }) => {
  await createAppartements()
  await page.goto(`/plan-de-vente?residence=${lieu.residence}&etat=disponible`)
  await page.getByRole('button', { name: 'Réviser les prix' }).click()
  const form = dialog(page, /^Réviser les prix/)
  const boxes = form.getByRole('group', { name: 'États' }).getByRole('checkbox')
  await expect(boxes).toHaveCount(3)
  for (const name of ['Disponible, ni option ni bloqué', 'Option', 'Bloqué'])
    await expect(form.getByRole('checkbox', { name, exact: true })).toBeChecked()
  await form.getByLabel('Valeur').pressSequentially('3')
  await expect(form.getByRole('row').filter({ hasText: 'D-1' })).toContainText('Disponible')
  await expect(form.getByRole('row').filter({ hasText: 'O-1' })).toContainText('Option')
  await expect(form.getByRole('row').filter({ hasText: 'B-1' })).toContainText('Bloqué')
  await form.getByRole('checkbox', { name: 'Option', exact: true }).uncheck()
  await expect(form.getByRole('row').filter({ hasText: 'O-1' })).toHaveCount(0)
  await expect(form.getByRole('row').filter({ hasText: 'D-1' })).toBeVisible()
})

for (const [what, dark, width] of [
  ['in light', false, 1280],
  ['in dark, on a phone', true, 390],
] as const)
  // spec: EC-16
  test(`badges of all states can be read ${what}`, async ({ page }) => {
    await preferDark(page, dark)
    await page.setViewportSize({ width, height: 844 })
    await createAppartements()
    await page.goto(`/appartement?residence=${lieu.residence}`)
    await expect(card(page, 'Appartement L-1')).toContainText('Livré')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    await expectAccessible(page)
    await page.getByText('Tableau', { exact: true }).click()
    await expect(page.getByRole('table').or(page.locator('main li [aria-expanded]').first())).toBeVisible()
    await expectAccessible(page)
    await page.goto(`/plan-de-vente?residence=${lieu.residence}`)
    await page.getByRole('gridcell', { name: /^Appartement O-1,/ }).click()
    await expect(dialog(page)).toContainText(JUSQUAU)
    await expectAccessible(page)
  })
