import { expect, test } from 'vitest'
import { appartementsEndpoints } from '#features/biens/appartements.contract.ts'
import { aLocal, aPlace, soldTo } from '#features/biens/biens.objects.ts'
import { locauxEndpoints } from '#features/biens/locaux.contract.ts'
import { placesEndpoints } from '#features/biens/parkings.contract.ts'
import type { Paiement } from '#features/paiements/paiement.schema.ts'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { ALI, aPaiement, SoldLot } from '#features/paiements/paiements.objects.ts'
import { expectAccessible } from '#test/harness/screens/accessible.ts'
import { answer, held, raw, refuse } from '#test/harness/screens/answers.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  dialog,
  field,
  key,
  main,
  page,
  press,
  rows,
  savedFiles,
  valueOf,
} from '#test/harness/screens/screen.ts'

const panel = page.getByRole('region', { name: 'Détails du bien' })
const heading = (name: string) => page.getByRole('heading', { name, exact: true })

/** Seven payments of 100 DA, one per month, the newest first. */
const SEVEN = [7, 6, 5, 4, 3, 2, 1].map((month) =>
  aPaiement({
    id: month,
    recu: `2026-00000${month}`,
    date_paiement: `2026-0${month}-01`,
    versement: 100_00,
  }),
)

async function open(paiements: Paiement[] = SEVEN, search = '') {
  const lot = new SoldLot(paiements)
  const server = await renderScreen(lot.address + search, { answers: lot.answers })
  return { lot, server }
}

// spec: DET-01, DET-02, DET-03, DET-04, DET-05, DET-12, DET-13, DET-14, DET-17, DET-23
test('an appartement: its panel, its payments six a page, the page in the address', async () => {
  const { server } = await open()
  await expect.element(heading('Appartement A-12')).toBeVisible()
  await expect.element(panel).toHaveTextContent('300,00 DA')
  for (const said of [
    /N° Lot ?: ?A-12/,
    /Type ?: ?F3/,
    /Surface habitable ?: ?80,5 m²/,
    /Surface utile ?: ?12,2 m²/,
    /Surface totale ?: ?92,7 m²/,
    /Montant ?: ?1 000,00 DA/,
    /Étage ?: ?2e étage/,
    /Bloc ?: ?Bloc B/,
    /Résidence ?: ?Les Jardins/,
  ])
    await expect.element(panel).toHaveTextContent(said)
  await expect.element(panel.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '70')
  const asked = server.calls.map(({ path, query }) => `${path}?${query}`)
  expect(asked).toContain('/api/appartements/12?')
  expect(asked).toContain('/api/paiements/appartement/12?page=1&per_page=6&rejetes=1')
  const heads = page.getByRole('columnheader')
  await expect
    .poll(() => heads.elements().map(({ textContent }) => textContent))
    .toEqual(['Date', 'Versement', 'Détails', 'Client', 'Actions'])
  await expect.element(rows).toHaveLength(6)
  await expect.element(rows.first()).toHaveTextContent(/1er juillet 2026.*100,00 DA.*Ali Benali/)
  await press('Page suivante')
  await expect.element(page.getByText('Page 2 / 2')).toBeVisible()
  await expect.element(rows).toHaveLength(1)
  expect(location.search).toBe('?page=2')

  await open(SEVEN, '?page=2')
  await expect.element(page.getByText('Page 2 / 2')).toBeVisible()
  await expect.element(rows).toHaveLength(1)
})

const PLACE = aPlace({ id: 7, numero_place: 41, ...soldTo(ALI, 500_00, 125_00) })
const ofThePlace = aPaiement({
  appartement_id: null,
  appartement: null,
  place_parking_id: PLACE.id,
  place_parking: { id: PLACE.id, numero_place: 41, montant: 500_00, parking: PLACE.parking },
  versement: 125_00,
  solde: 375_00,
  prix: 500_00,
})
const atPlace = (place = PLACE) => [
  ...new SoldLot().answers,
  answer(placesEndpoints.detail, place),
  answer(placesEndpoints.ofClient, { places: [place] }),
  answer(paiementsEndpoints.listPlace, ({ query }) =>
    query.has('page') ? onePage([ofThePlace]) : [ofThePlace],
  ),
]
const LOCAL = aLocal({
  id: 9,
  num: 'L-7',
  surface: 45_00,
  bloc: new SoldLot().appartement.bloc,
  ...soldTo(ALI, 800_00, 10_00),
})
const atLocal = [
  ...new SoldLot().answers,
  answer(locauxEndpoints.read, LOCAL),
  answer(paiementsEndpoints.listLocal, onePage([])),
]

// spec: DET-01, DET-15, DET-23, SHELL-29, SHELL-30
test('a place has its own panel, at each spelling of its address', async () => {
  for (const path of ['0/7', '-/7', 'null/7/null']) {
    await renderScreen(`/clients/1/paiements/${path}`, { answers: atPlace() })
    await expect.element(heading('Place 41')).toBeVisible()
    expect(document.title).toBe('Diyar - Paiements du client')
    await expect
      .element(panel)
      .toHaveTextContent(/Numéro ?: ?41.*Superficie ?: ?Non spécifiée.*500,00 DA.*Parking ?: ?Parking Nord/)
  }
  await renderScreen('/clients/1/paiements/0/7', { answers: atPlace({ ...PLACE, superficie: 12_50 }) })
  await expect.element(panel).toHaveTextContent('12,5 m²')
  await press(/^Modifier le paiement/)
  await expect.element(field('Place de parking')).toHaveValue('N° 41, Parking Nord · Les Pins')
  for (const other of ['Appartement', 'Local']) await expect.element(field(other)).toBeDisabled()
  await expect.poll(() => valueOf(field('Reste à payer'))).toBe('375,00 DA')
})

// spec: DET-16, DET-23
test('a local has its own panel', async () => {
  await renderScreen('/clients/1/paiements/0/0/9', { answers: atLocal })
  await expect.element(heading('Local L-7')).toBeVisible()
  for (const said of [
    'Numéro : L-7',
    'Surface (m²) : 45',
    'Description : Aucune description',
    'Montant : 800,00 DA',
    'Résidence : Les Jardins',
    'Bloc : Bloc B',
    'Client : Ali Benali',
    'État : Vendu',
  ])
    await expect.element(panel).toHaveTextContent(said)
})

// spec: DET-10, DET-28
test('no bien, or several: said plainly, also when printing', async () => {
  for (const path of ['', '0/0/0', '12/5']) {
    const server = await renderScreen(`/clients/1/paiements/${path}`)
    await expect.element(page.getByText('Erreur : Aucun bien spécifié.')).toBeVisible()
    await press('Imprimer tous les paiements')
    await expect.element(page.getByText("Aucun bien spécifié pour l'impression.")).toBeVisible()
    expect(server.calls.filter(({ path: called }) => called.includes('paiement'))).toEqual([])
  }
})

// spec: DET-11
test('a bien without payments, an unknown bien', async () => {
  const { lot } = await open([])
  await expect.element(page.getByText('Aucun paiement trouvé pour ce bien.')).toBeVisible()
  await renderScreen(lot.address, { answers: [...lot.answers, refuse(appartementsEndpoints.read, 404)] })
  await expect.element(page.getByText('Erreur lors du chargement des données.')).toBeVisible()
})

// spec: DET-21, DET-22
test('the list may be a plain array, or say its last page in meta', async () => {
  const lot = new SoldLot()
  const bare = SEVEN.map(({ id }) => ({ id, recu: `2026-00000${id}`, versement: 100 }))
  await renderScreen(lot.address, {
    answers: [...lot.answers, raw(paiementsEndpoints.listAppartement, bare)],
  })
  await expect.element(rows).toHaveLength(7)
  const meta = { data: bare.slice(0, 2), meta: { last_page: 4 } }
  await renderScreen(lot.address, {
    answers: [...lot.answers, raw(paiementsEndpoints.listAppartement, meta)],
  })
  await expect.element(rows).toHaveLength(2)
  await expect.element(page.getByText('Page 1 / 4')).toBeVisible()
})

// spec: ERR-73, ERR-74, ERR-81, ERR-83, ERR-85, PAY-59
test('each failing call says its own sentence', async () => {
  const said = (text: string) => page.getByText(text)
  const lot = new SoldLot(SEVEN)
  await renderScreen(lot.address, {
    answers: [
      ...lot.answers,
      refuse(paiementsEndpoints.listAppartement, 500),
      refuse(appartementsEndpoints.read, 500),
    ],
  })
  await expect.element(said('Erreur lors de la récupération des paiements.')).toBeVisible()
  await expect.element(said('Erreur lors du chargement des données.')).toBeVisible()

  const { server } = await open()
  server.give(refuse(paiementsEndpoints.printAppartement, 500), refuse(paiementsEndpoints.printSingle, 500))
  await press('Imprimer tous les paiements')
  await expect.element(said('Erreur lors de la génération du PDF pour tous les paiements.')).toBeVisible()
  await press(/^Imprimer le reçu/, rows.first())
  await expect.element(said('Erreur lors de la génération du PDF pour le paiement.')).toBeVisible()
  await press(/^Modifier/, rows.first())
  await expect.poll(() => valueOf(field('Reste à payer'))).toBe('300,00 DA')
  const failing = held(refuse(paiementsEndpoints.update, 500))
  server.give(failing)
  await press('Mettre à jour', dialog)
  await expect.element(dialog.getByRole('button', { name: 'Mise à jour...' })).toBeDisabled()
  failing.release()
  await expect.element(said('Erreur lors de la mise à jour. Vérifiez les champs.')).toBeVisible()
})

test('"Pourquoi ce solde ?" opens the remainder into its lines; the add dialog knows the client and the bien', async () => {
  await open()
  await press(/Pourquoi ce solde/, panel)
  const lines = dialog.getByRole('row')
  await expect.element(lines).toHaveLength(10)
  await expect.element(lines.nth(1)).toHaveTextContent(/^Prix ?1 000,00$/)
  await expect.element(lines.nth(2)).toHaveTextContent(/01\/01\/2026 Reçu 2026-000001− 100,00900,00$/)
  await expect.element(lines.nth(9)).toHaveTextContent(/Reste à payer− 700,00300,00$/)
  await key('Escape')
  await press('Ajouter un paiement')
  await expect.element(field('Client')).toHaveValue('Ali Benali · 0555 12 34 56')
  await expect.element(field('Appartement')).toHaveValue('A-12 (F3) · Bloc B, Les Jardins')
})

// spec: DET-09, DET-26, DET-27
test('prints are saved under the names of what they are', async () => {
  for (const [path, answers, name] of [
    ['12', new SoldLot(SEVEN).answers, 'paiements_appartement_12.pdf'],
    ['0/7', atPlace(), 'paiements_place-parking_7.pdf'],
    ['0/0/9', atLocal, 'paiements_local_9.pdf'],
  ] as const) {
    const prints = [
      paiementsEndpoints.printAppartement,
      paiementsEndpoints.printPlace,
      paiementsEndpoints.printLocal,
    ].map((call) => raw(call, {}))
    await renderScreen(`/clients/1/paiements/${path}`, { answers: [...answers, ...prints] })
    await expect.element(main).toHaveTextContent('Reste à payer')
    const saved = savedFiles()
    await press('Imprimer tous les paiements')
    await expect.poll(() => saved).toEqual([name])
  }
  const { server } = await open()
  server.give(raw(paiementsEndpoints.printSingle, {}))
  const saved = savedFiles()
  await press('Imprimer le reçu 2026-000007', rows.first())
  await expect.poll(() => saved).toEqual(['paiement_7.pdf'])
})

const CHEQUE = aPaiement({
  mode: 'cheque',
  banque: 'BNA',
  reference: '0012345',
  details: 'Acompte',
  etat: 'recu',
  rectifie_le: '2026-03-02',
})

// spec: RF-60
test('on a phone a payment is two lines; a press unfolds its receipt, means, client and acts in words', async () => {
  await page.viewport(390, 844)
  const { server } = await open([CHEQUE, ...SEVEN])
  const line = page.getByRole('list', { name: 'Paiements' }).getByRole('listitem').first()
  const folded = line.getByRole('button', { expanded: false })
  await expect
    .element(folded)
    .toHaveAccessibleName(/^1er mars 2026 300,00\sDA Reçu 2026-000031 · Chèque À remettre$/)
  expect(line.element().getBoundingClientRect().height).toBeLessThanOrEqual(65)
  await expect.element(line.getByRole('button')).toHaveLength(1)
  await folded.click()
  for (const told of [
    'Date : 1er mars 2026Reçu 2026-000031Rectifié le 02/03/2026',
    'Versement : 300,00 DA',
    /Détails : ?Chèque BNA n° 0012345 À remettreAcompte/,
    'Client : Ali Benali',
  ])
    await expect.element(line).toHaveTextContent(told)
  for (const act of [
    'Détails du paiement',
    'Imprimer le reçu',
    'Modifier le paiement',
    'Rejeter le chèque du reçu',
    'Supprimer le paiement',
  ])
    await expect.element(line.getByText(`${act} ${CHEQUE.recu}`, { exact: true })).toBeVisible()
  await expect
    .element(page.getByRole('table', { name: 'Paiements, total' }))
    .toHaveTextContent(/^Total payé1 000,00 DA$/)
  server.give(raw(paiementsEndpoints.printSingle, {}))
  const saved = savedFiles()
  await press(`Imprimer le reçu ${CHEQUE.recu}`, line)
  await expect.poll(() => saved).toEqual(['paiement_31.pdf'])
  await expectAccessible()
})
