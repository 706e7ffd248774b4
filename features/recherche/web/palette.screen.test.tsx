import { expect, test, vi } from 'vitest'
import { accesEndpoints } from '#features/acces/acces.contract.ts'
import { appartementsEndpoints } from '#features/biens/appartements.contract.ts'
import { anAppartement, aSoldAppartement } from '#features/biens/biens.objects.ts'
import { chargesEndpoints } from '#features/charges/charges.contract.ts'
import { aBon, aCategorie, aLigne } from '#features/charges/charges.objects.ts'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import { aClient } from '#features/clients/clients.objects.ts'
import { payeursPage, answersOfPayments } from '#features/paiements/paiements.objects.ts'
import { payeursEndpoints } from '#features/rapports/recap.contract.ts'
import { rechercheEndpoints } from '#features/recherche/recherche.contract.ts'
import { aTrouvaille } from '#features/recherche/recherche.objects.ts'
import { residencesEndpoints } from '#features/structure/residences.contract.ts'
import { aResidence } from '#features/structure/structure.objects.ts'
import { dossiersEndpoints } from '#features/ventes/dossiers.contract.ts'
import { aDossier } from '#features/ventes/ventes.objects.ts'
import { expectAccessible } from '#test/harness/screens/accessible.ts'
import { answer, held, refuse, type Answer } from '#test/harness/screens/answers.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { atRest, renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { card, dialog, key, options, page, press, textsOf, type } from '#test/harness/screens/screen.ts'
import { readRecents } from '#web/kit/frame/storage.ts'

const RACHID = aClient({ id: 2, nomComplet: 'Amrouche Rachid', tel: '0798 99 75 78' })
const PERDU = 9
const LOT = aSoldAppartement(RACHID, { id: 5, numLot: '302', vente_id: 7 })
const DOSSIER = aDossier({ id: 7, dossier: '2026-D-0007', client: RACHID })

const totaux = { biens: 1, montant: 1_000_000_00, totalPaye: 36_00, resteAPayer: 999_964_00 }
const HITS = [
  aTrouvaille({ id: 3, titre: 'Amrouche Hichem', lieu: '+213 (0) 555-12-34-56' }),
  aTrouvaille({ id: 2, titre: 'Amrouche Rachid', lieu: RACHID.tel, totaux }),
  aTrouvaille({ genre: 'bloc', id: 1, titre: 'Bloc B', lieu: 'El Yasmine', residence_id: 1 }),
  aTrouvaille({
    genre: 'appartement',
    id: 6,
    titre: 'Appartement 303',
    lieu: 'El Yasmine, Bloc B',
    montant: 1_000_000_00,
    surface: 92_50,
    etat_bien: 'libre',
  }),
]
const search = answer(rechercheEndpoints.search, ({ query }) => {
  const words = (query.get('q') ?? '').toLowerCase().split(' ')
  return { data: HITS.filter(({ titre }) => words.every((word) => titre.toLowerCase().includes(word))) }
})

/** The screens that an address leads to are passed through: what they lack is no matter here. */
const others = 500
const ANSWERS = [
  ...answersOfPayments(LOT, []),
  search,
  answer(payeursEndpoints.list, payeursPage([])),
  answer(clientsEndpoints.list, onePage([RACHID])),
  {
    ...answer(clientsEndpoints.read, RACHID),
    reply: (call) =>
      (call.path.endsWith(`/${PERDU}`)
        ? refuse(clientsEndpoints.read, 404)
        : answer(clientsEndpoints.read, RACHID)
      ).reply(call),
  } satisfies Answer,
  answer(appartementsEndpoints.list, onePage([anAppartement()])),
  answer(residencesEndpoints.read, aResidence({ nom: 'El Yasmine' })),
  answer(dossiersEndpoints.read, DOSSIER),
]

const palette = dialog.getByRole('combobox', { name: /^Client, téléphone, lot/ })
const group = (name: string) => dialog.getByRole('group', { name }).getByRole('option')
const address = () => location.pathname + location.search

async function openPalette(role: 'direction' | 'caisse' = 'direction', at = '/dashboard') {
  const server = await renderScreen(at, { role, answers: ANSWERS, others })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await key('Control+k')
  await expect.element(palette).toHaveFocus()
  return server
}

test.each([
  { keys: ['Enter'], to: '/clients/2' },
  { keys: ['Tab', 'Enter'], to: '/paiements' },
])(
  'who types faster than the database answers gets what he typed, not what still stands there: $to',
  async ({ keys, to }) => {
    const server = await openPalette()
    await palette.fill('amrouche')
    await expect.element(options.first()).toHaveTextContent(/^Amrouche Hichem/)
    const late = held(search)
    server.give(late)
    await key('End')
    await type(' rachid')
    for (const each of keys) await key(each)
    await expect.poll(() => server.calls.some(({ query }) => query.get('q') === 'amrouche rachid')).toBe(true)
    await expect.element(options.first()).toHaveTextContent(/^Amrouche Hichem/)
    await expect.element(dialog).toHaveAccessibleName('Rechercher partout')
    late.release()
    await expect.poll(address).toBe(to)
  },
)

test('a payment that is offered beside a client is a payment of his', async () => {
  await openPalette()
  await palette.fill('rachid')
  await expect.element(options.first()).toHaveTextContent(/^Amrouche Rachid/)
  // → and Tab offer the payment, Entrée alone the file.
  await expect.element(options.first()).toHaveTextContent(/reste 999\s964,00\sDA$/)
  await expect.element(dialog.getByText('Tab : nouveau paiement')).toBeVisible()
  await key('Tab')
  await key('Enter')
  await expect
    .element(dialog.getByRole('combobox', { name: 'Client' }))
    .toHaveValue('Amrouche Rachid · 0798 99 75 78')
})

test('what was pressed before the answer holds no longer once the text has changed', async () => {
  const server = await openPalette()
  await palette.fill('amrouche')
  await expect.element(options.first()).toHaveTextContent(/^Amrouche Hichem/)
  const late = held(search)
  server.give(late)
  await key('End')
  await type(' r')
  await key('Enter')
  await key('Backspace')
  await key('Backspace')
  late.release()
  await atRest()
  await expect.element(options).toHaveLength(2)
  await expect.element(dialog).toHaveAccessibleName('Rechercher partout')
})

// spec: EC-27
test.each([
  ['direction', ['Ajouter un paiement', 'Vendre un bien', 'Ajouter un client', 'Poser une option']],
  ['caisse', ['Ajouter un paiement']],
] as const)('the palette offers the acts of %s', async (role, acts) => {
  await openPalette(role)
  await expect.poll(() => textsOf(group('Actions'))).toEqual(acts.map((act) => `${act}Action`))
})

// spec: EC-27
test.each([
  ['Vendre un bien', '/ventes?vendre=oui'],
  ['Poser une option', '/appartement?etat=libre'],
  ['Ajouter un client', '/clients?ajouter=oui'],
])('%s leads to %s', async (act, to) => {
  await openPalette()
  await group('Actions').filter({ hasText: act }).click()
  await expect.poll(address).toBe(to)
})

// spec: EC-27
test('« Ajouter un client » is open once: given up, its address is gone', async () => {
  await openPalette()
  await group('Actions').filter({ hasText: 'Ajouter un client' }).click()
  const form = page.getByRole('dialog', { name: 'Ajouter un client' })
  await press('Annuler', form)
  await expect.element(form).not.toBeInTheDocument()
  expect(address()).toBe('/clients')
})

// spec: EC-27
test('the palette keeps its place, whatever is found', async () => {
  for (const [width, height, wanted] of [
    [1280, 800, 96],
    [390, 844, 0],
  ] as const) {
    await page.viewport(width, height)
    await openPalette()
    await atRest()
    const top = () => dialog.element().getBoundingClientRect().top
    expect(Math.abs(top() - wanted)).toBeLessThanOrEqual(2)
    for (const [typed, seen] of [
      ['amrouche', /^Amrouche Hichem/],
      ['zzzz', 'Rien ne correspond à « zzzz ».'],
      ['bloc b', /^Bloc B/],
    ] as const) {
      await palette.fill(typed)
      const shown = typed === 'zzzz' ? dialog.getByRole('status') : options.first()
      await expect.element(shown).toHaveTextContent(seen)
      expect(Math.abs(top() - wanted)).toBeLessThanOrEqual(2)
    }
    await palette.fill('appartement 303')
    await expect
      .element(group('Résultats').first())
      .toHaveTextContent(/^Appartement 303El Yasmine, Bloc B · 92,5\sm²1\s000\s000,00\sDADisponible$/)
    await expectAccessible()
    expect(document.documentElement.scrollWidth).toBe(width)
  }
  await page.viewport(1280, 800)
})

const sold = (genre: 'appartement' | 'local' | 'place_parking', titre: string) =>
  aTrouvaille({ genre, titre, vente_id: 7, etat_bien: 'vendu' })

// spec: EC-24
test.each([
  {
    hit: aTrouvaille({ id: 2, titre: 'Amrouche Rachid', totaux: { ...totaux, biens: 3 } }),
    to: '/clients/2',
    says: /3 biens · reste 999\s964,00\sDA$/,
  },
  { hit: sold('appartement', 'Appartement P-1'), to: '/ventes/7', says: /Vendu$/ },
  { hit: sold('local', 'Local P-1'), to: '/ventes/7', says: /Vendu$/ },
  { hit: sold('place_parking', 'Place 71'), to: '/ventes/7', says: /Vendu$/ },
  {
    hit: aTrouvaille({ genre: 'bloc', id: 1, titre: 'Bloc B', lieu: 'El Yasmine', residence_id: 1 }),
    to: '/etage?residence=1&bloc=1',
    says: /El Yasmine$/,
  },
])('what the palette finds opens as its name does: $hit.titre', async ({ hit, to, says }) => {
  const server = await openPalette()
  server.give(answer(rechercheEndpoints.search, { data: [hit] }))
  await palette.fill(hit.titre)
  await expect.element(options.first()).toHaveTextContent(hit.titre)
  await expect.element(options.first()).toHaveTextContent(says)
  await key('Enter')
  await expect.poll(address).toBe(to)
})

test('nothing found is said', async () => {
  await openPalette()
  await palette.fill('amrouche lotfi')
  await expect.element(dialog.getByText('Rien ne correspond à « amrouche lotfi ».')).toBeVisible()
})

test('a voucher leads to its place among the charges, marked and in sight', async () => {
  const server = await openPalette()
  const bons = Array.from({ length: 5 }, (_, at) => aBon({ id: at + 1, reference: `FA-${at + 1}` }))
  const found = aBon({ id: 9, reference: 'FA-2207', lignes: [aLigne({ designation: 'Ciment CPJ 42,5' })] })
  const bon = { categorie_id: 1, page_categorie: 1, page: 2 }
  server.give(
    answer(rechercheEndpoints.search, {
      data: [aTrouvaille({ genre: 'bon', id: 9, titre: 'FA-2207', lieu: 'Gros œuvre', bon })],
    }),
    answer(
      chargesEndpoints.categories,
      onePage([{ ...aCategorie(), bons: onePage(bons, { parPage: 5, of: 6 }) }]),
    ),
    answer(chargesEndpoints.bons, onePage([found], { page: 2, parPage: 5, of: 6 })),
  )
  await palette.fill('ciment 42')
  await expect.element(options.first()).toHaveTextContent(/^FA-2207/)
  await key('Enter')
  await expect
    .poll(() => Object.fromEntries(new URLSearchParams(location.search)))
    .toEqual({ bons: '1.2', bon: '9' })
  await expect.element(card('FA-2207')).toHaveAttribute('aria-current', 'true')
  await expect.element(card('FA-2207')).toBeInViewport()
})

test.each(['/dashboard', '/charges', '/paiements', '/clients/2'])(
  '« Ajouter un paiement » is found as an action from %s, and opens the form once',
  async (at) => {
    await openPalette('direction', at)
    await palette.fill('nouveau pai')
    await expect.element(options.first()).toHaveTextContent('Ajouter un paiementAction')
    await key('Enter')
    const form = page.getByRole('dialog', { name: 'Ajouter un paiement' })
    await expect.element(form.getByRole('combobox', { name: 'Client' })).toHaveFocus()
    await expect.poll(address).toBe('/paiements')
    await press('Annuler', form)
    await expect.element(form).not.toBeInTheDocument()
    expect(address()).toBe('/paiements')
    await renderScreen(address(), { answers: ANSWERS, others })
    await atRest()
    await expect.element(dialog).not.toBeInTheDocument()
  },
)

/** Opens addresses one after the other, as links do, then the palette. */
async function openAfter(addresses: readonly string[]) {
  const server = await renderScreen('/dashboard', { answers: ANSWERS, others })
  for (const to of addresses) {
    window.history.pushState({}, '', to)
    await expect.poll(() => readRecents(1)[0]).toBeTruthy()
    await atRest()
  }
  // Whatever an address has opened is closed.
  window.history.pushState({}, '', '/dashboard')
  await expect.element(dialog).not.toBeInTheDocument()
  await key('Control+k')
  await expect.element(palette).toHaveFocus()
  return server
}
const OPENED = [
  `/clients/${PERDU}`,
  '/appartement?details=5',
  '/clients/2',
  '/bloc?residence=1',
  '/ventes/7',
  '/appartement?details=5',
]
const RECENTS = [
  'Appartement 302Les Pins, Bloc AVendu',
  'Dossier 2026-D-0007Appartement 101, Les PinsAmrouche Rachid',
  'El Yasmine12 rue Didouche Mourad, Alger',
  'Amrouche Rachid0798 99 75 78',
]

// spec: EC-27
test('what was opened last is offered, the newest first; what is gone is told once', async () => {
  await openAfter(OPENED)
  await expect.poll(() => textsOf(group('Récents'))).toEqual(RECENTS)
  await expect.element(dialog.getByText("Un des derniers ouverts n'existe plus.")).toBeVisible()
  await expectAccessible()
  await key('Escape')
  await expect.element(dialog).not.toBeInTheDocument()
  await key('Control+k')
  await expect.poll(() => textsOf(group('Récents'))).toEqual(RECENTS)
  await expect.element(dialog.getByText("n'existe plus")).not.toBeInTheDocument()
  // ↑ from the first line goes round to the last one of the last group.
  await key('ArrowUp')
  await expect.element(group('Récents').last()).toHaveAttribute('aria-selected', 'true')
  await key('Enter')
  await expect.poll(address).toBe('/clients/2')
})

// spec: EC-24
test.each([
  ['Appartement 302', '/ventes/7'],
  ['Amrouche Rachid', '/clients/2'],
])('what was opened last opens as its name does: %s', async (name, to) => {
  await openAfter(OPENED.slice(1, 3))
  await group('Récents').filter({ hasText: name }).click()
  await expect.poll(address).toBe(to)
})

// spec: EC-27
test('a search that fails says so inside, and leaves acts and what was opened last', async () => {
  const server = await openAfter(OPENED)
  server.give(refuse(rechercheEndpoints.search, 500))
  await palette.fill('amrouche')
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Erreur lors de la recherche.')
  await expect.element(group('Actions')).toHaveLength(4)
  await expect.element(group('Récents')).toHaveLength(4)
})

// spec: EC-27
test('Déconnexion forgets what was opened', async () => {
  const server = await openAfter(OPENED.slice(2, 3))
  await key('Escape')
  server.give(answer(accesEndpoints.logout, { message: 'Déconnecté.' }))
  await press('Compte de Karim Benali')
  await page.getByRole('menuitem', { name: 'Déconnexion' }).click()
  await expect.poll(address).toBe('/login')
  expect(readRecents(1)).toEqual([])
  expect(server.changes().map(({ path }) => path)).toEqual(['/logout'])
})

// spec: IN-30
test('a help page opens in a tab of its own, and the screen stays where it is', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  await openPalette('caisse', '/dashboard')
  await palette.fill('les chèques')
  await expect.element(options.first()).toHaveTextContent('Aide : Les chèquesAide, nouvel onglet')
  await expectAccessible()
  await key('Enter')
  expect(open.mock.calls).toEqual([['/aide/les-cheques', '_blank', 'noopener']])
  await expect.element(dialog).not.toBeInTheDocument()
  expect(address()).toBe('/dashboard')
})
