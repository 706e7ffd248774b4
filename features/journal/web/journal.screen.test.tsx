import { expect, test } from 'vitest'
import { appartementsEndpoints } from '#features/biens/appartements.contract.ts'
import { anAppartement } from '#features/biens/biens.objects.ts'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import { aClient, aFiche } from '#features/clients/clients.objects.ts'
import { fichesEndpoints } from '#features/clients/fiches.contract.ts'
import { journalEndpoints, type LigneDuJournal } from '#features/journal/journal.contract.ts'
import { aLigneDuJournal } from '#features/journal/journal.objects.ts'
import { expectAccessible } from '#test/harness/screens/accessible.ts'
import { answer, raw, refuse, type Answer } from '#test/harness/screens/answers.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  alert,
  choose,
  dialog,
  dialogNamed,
  expectCount,
  key,
  menu,
  options,
  page,
  press,
  rows,
  said,
  savedFiles,
  textsOf,
} from '#test/harness/screens/screen.ts'

const ARABE = 'محمد الأمين بن عبد الله'
const others = 500
const address = () => location.pathname + location.search
const search = page.getByRole('searchbox', { name: 'Nom, numéro de lot ou de reçu...' })

/** These lines as the server gives them, the newest first, those of what a call asks for. */
const journal = (lignes: readonly LigneDuJournal[]): Answer =>
  answer(journalEndpoints.list, ({ query }) => {
    const [objet, action, text] = ['objet', 'action', 'q'].map((name) => query.get(name) ?? '')
    const [before, count] = ['avant', 'per_page'].map((name) => Number(query.get(name) ?? Infinity))
    const found = lignes.filter(
      (ligne) =>
        (!objet || ligne.objet === objet) &&
        (!action || ligne.action === action) &&
        (!text || (ligne.titre ?? '').toLowerCase().includes(text)) &&
        ligne.id < (before ?? Infinity) &&
        !query.has('au'),
    )
    const data = found.slice(0, count)
    const suivant = found.length > data.length ? (data.at(-1)?.id ?? null) : null
    const membres = query.has('avant') ? null : [{ id: 1, name: 'Karim Benali' }]
    return { data, suivant, membres }
  })

const LOT = anAppartement({ id: 12, numLot: 'A-12' })
const PRICE = aLigneDuJournal({ id: 200, objet_id: 12, lien: '/appartement?details=12' })
const ADDED = aLigneDuJournal({
  ...PRICE,
  id: 199,
  action: 'ajouter',
  action_libelle: 'Ajout',
  changements: [
    { champ: 'Numéro de lot', avant: null, apres: 'A-12' },
    { champ: 'Type', avant: null, apres: 'F3' },
    { champ: 'Étage', avant: null, apres: '1er étage' },
    { champ: 'Surface habitable', avant: null, apres: '80,5' },
  ],
})
const sale = (id: number, action: string, action_libelle: string) =>
  aLigneDuJournal({ id, action, action_libelle, objet: 'vente', objet_libelle: 'Vente', titre: 'Dossier 5' })
/** An address of the client that changed; the last line of all is that of his sign-up. */
const client = (id: number) =>
  aLigneDuJournal({
    id,
    objet: 'client',
    objet_libelle: 'Client',
    titre: ARABE,
    lien: '/clients/1',
    changements: [{ champ: 'Adresse', avant: `Rue ${id}`, apres: `Rue ${id + 1}` }],
  })
const MANY = Array.from({ length: 66 }, (_, at) => client(198 - at))
const FIRST = aLigneDuJournal({
  id: 1,
  action_libelle: 'Inscription',
  objet: 'membre',
  titre: 'Karim Benali',
})
const ALL = [
  PRICE,
  ADDED,
  sale(198, 'retirer', 'Retrait du client'),
  sale(197, 'attribuer', 'Vente'),
  ...MANY.map((one, at) => ({ ...one, id: 196 - at })),
  FIRST,
]

const open = (query = '', ...answers: Answer[]) =>
  renderScreen(`/journal${query}`, { answers: [journal(ALL), ...answers], others })

// spec: AD-07
test('says who did what, to what, and what it was before', async () => {
  await renderScreen('/dashboard', {
    answers: [journal(ALL), answer(appartementsEndpoints.read, LOT)],
    others,
  })
  await menu.getByRole('link', { name: 'Journal' }).click()
  await expectCount(rows, 50)
  expect(document.title).toBe('Diyar - Journal')
  await open('?objet=appartement', answer(appartementsEndpoints.read, LOT))
  const changed = rows.filter({ hasText: 'Modification' })
  await expect.element(changed).toHaveTextContent(/Montant 1 250 000,00 DA1 300 000,50 DA/)
  await expect.element(changed).toHaveTextContent('01/11/2026 10:30')
  await expect.element(changed).toHaveTextContent('Karim Benali')
  expect(textsOf(changed.getByCss('s'))).toEqual(['1 250 000,00 DA'])
  const added = rows.filter({ hasText: 'Ajout' })
  await expectCount(added.getByRole('listitem'), 2)
  await press('Afficher les 2 autres', added)
  await expect
    .element(added.getByRole('listitem').filter({ hasText: 'Surface habitable 80,5' }))
    .toBeVisible()
  await said('Début du journal.')
  await changed.getByRole('link', { name: 'Appartement A-12' }).click()
  await expect.poll(address).toBe('/appartement?details=12')
  await expect.element(dialog).toHaveTextContent('A-12')
})

test('is narrowed by what its address says', async () => {
  const server = await open()
  await choose('Objet', 'Vente')
  await expectCount(rows, 2)
  expect(address()).toBe('/journal?objet=vente')
  await choose('Action', 'Retrait du client')
  await expectCount(rows, 1)
  expect(address()).toBe('/journal?objet=vente&action=retirer')
  await choose('Membre', 'Karim Benali')
  await expect.poll(address).toContain('membre=1')
  await expect
    .poll(() => server.asked('/api/journal').at(-1))
    .toContain('membre=1&objet=vente&action=retirer')
  await open(location.search)
  await expect.element(page.getByRole('combobox', { name: 'Action' })).toHaveValue('Retrait du client')
  await expectCount(rows, 1)
  await press('Réinitialiser')
  await expect.poll(address).toBe('/journal')
  await search.fill('a-')
  await said('Tapez au moins 3 lettres.')
  await expectCount(rows, 50)
  await search.fill('a-12')
  await expectCount(rows, 2)
  expect(address()).toBe('/journal?recherche=a-12')
  await search.fill('personne ici')
  await said('Aucune ligne pour ces critères.')
  const later = await open('?au=2020-01-01')
  await said('Aucune ligne pour ces critères.')
  expect(later.asked('/api/journal').at(-1)).toContain('au=2020-01-01')
})

test.each([1280, 1366, 390])(
  'the two days of its period stand side by side, whole, at %i px',
  async (width) => {
    await page.viewport(width, 800)
    await renderScreen('/journal?du=2026-10-01&au=2026-12-31', { answers: [journal([PRICE])], others })
    if (width === 390) await press('Filtres (2)')
    const day = (mot: string) => page.getByRole('textbox', { name: mot })
    await expect.element(day('Du')).toHaveValue('01/10/2026')
    await expect.element(day('Au')).toHaveValue('31/12/2026')
    const [first, last] = [day('Du').element(), day('Au').element()]
    expect(innerWidth).toBe(width)
    expect(last.getBoundingClientRect().y).toBe(first.getBoundingClientRect().y)
    for (const field of [first, last]) expect(field.scrollWidth).toBeLessThanOrEqual(field.clientWidth)
    await expectAccessible()
  },
)

test('goes down to its beginning, fifty lines at a time', async () => {
  const server = await open()
  await expectCount(rows, 50)
  await press('Afficher les 50 suivantes')
  await said('Début du journal.')
  await expectCount(rows, ALL.length)
  await expect.element(rows.last()).toHaveTextContent('Inscription')
  const asked = server.asked('/api/journal').map((query) => new URLSearchParams(query).get('avant'))
  expect(asked).toEqual([null, String(ALL[49]?.id)])
})

test('what is shown becomes a workbook; a failure says so', async () => {
  const server = await open('?objet=client', raw(journalEndpoints.export, {}))
  await expectCount(rows, 50)
  const saved = savedFiles()
  await press('Excel')
  await expect.poll(() => saved).toEqual(['journal.xlsx'])
  expect(server.asked('/api/journal/export').at(-1)).toContain('objet=client')
  server.give(refuse(journalEndpoints.export, 500))
  await press('Excel')
  await said("Erreur lors de l'exportation du journal.")
})

test('tells when it cannot be read, and tries again', async () => {
  const server = await open('', refuse(journalEndpoints.list, 400))
  await expect.element(alert).toHaveTextContent('Erreur lors du chargement du journal.')
  server.give(journal(ALL))
  await press('Réessayer')
  await expectCount(rows, 50)
})

// spec: AD-12
test('« Historique » has all that was done to one record, twenty at a time', async () => {
  const lines = [...MANY.slice(0, 62), { ...sale(2, 'retirer', 'Retrait du client'), objet: 'client' }]
  await renderScreen('/clients/1', {
    answers: [
      journal(lines),
      answer(fichesEndpoints.read, aFiche({ nomComplet: ARABE })),
      answer(clientsEndpoints.read, aClient({ nomComplet: ARABE })),
    ],
    others,
  })
  await press(/^Historique$/)
  const history = dialogNamed(`Historique : ${ARABE}`)
  const shown = history.getByCss('tbody').getByRole('row')
  await expectCount(shown, 20)
  await expect.element(shown.first()).toHaveTextContent('Adresse')
  await expectAccessible()
  const more = history.getByRole('button', { name: 'Afficher la suite' })
  for (const count of [40, 60, 63]) {
    await more.click()
    await expectCount(shown, count)
  }
  await expect.element(more).not.toBeInTheDocument()
  await expectCount(shown.filter({ hasText: 'Retrait du client' }), 1)
  await key('Escape')
  await expect.element(page.getByRole('button', { name: 'Historique', exact: true })).toHaveFocus()
})

test('is found by its name from anywhere', async () => {
  await renderScreen('/clients', { answers: [journal(ALL)], others })
  await said('Gestion des Clients')
  await key('Control+k')
  await page.getByRole('combobox', { name: /^Client, téléphone, lot/ }).fill('journal')
  await options
    .filter({ hasText: /^Journal/ })
    .first()
    .click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Journal')
  expect(address()).toBe('/journal')
})
