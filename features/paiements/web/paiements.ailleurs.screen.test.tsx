import { expect, test } from 'vitest'
import { appartementsEndpoints } from '#features/biens/appartements.contract.ts'
import { aLocal, anAppartement, aParking, aPlace, soldTo } from '#features/biens/biens.objects.ts'
import { locauxEndpoints } from '#features/biens/locaux.contract.ts'
import { parkingsEndpoints, placesEndpoints } from '#features/biens/parkings.contract.ts'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { ALI, aPaiement, aSolde, owned, SoldLot } from '#features/paiements/paiements.objects.ts'
import type { Centimes } from '#shared/argent.ts'
import { answer, raw, type Answer } from '#test/harness/screens/answers.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  card,
  dialog,
  field,
  fill,
  key,
  page,
  press,
  savedFiles,
  type,
  valueOf,
  type Locator,
} from '#test/harness/screens/screen.ts'

const named = (name: string | RegExp) => page.getByRole('dialog', { name })
const adding = named('Ajouter un paiement')
const assets = named('Biens de Ali Benali')
const details = named("Détails de l'appartement")
const print = page.getByRole('button', { name: 'Imprimer le reçu' })
const offers = (inside: Locator) => inside.getByRole('button', { name: /^Ajouter un paiement/ })
const offer = (libelle: string) => page.getByRole('button', { name: `Ajouter un paiement : ${libelle}` })
const paid = (versement: Centimes, id = 32) =>
  aPaiement({ id, recu: `2026-0000${id}`, versement, date_paiement: '2026-03-02' })

/** Types an amount in the payment dialog and saves it with Enter, as one does without a mouse. */
async function enter(amount: string): Promise<void> {
  await expect.element(field('Montant')).toHaveFocus()
  await expect.poll(() => valueOf(field('Reste à payer'))).toMatch(/ DA$/)
  await type(amount)
  await key('Enter')
  await expect.element(adding).not.toBeInTheDocument()
  await expect.element(page.getByText('Paiement ajouté avec succès !')).toBeVisible()
}

const SOLDE = anAppartement({ id: 99, numLot: 'A-99', ...soldTo(ALI, 500_00, 500_00) })
const LIBRE = anAppartement({ id: 50, numLot: 'A-50' })

// spec: CLI-14, PAY-25, PAY-26, PAY-27, PAY-29, DET-26
test('from the biens of a client, by the keyboard alone: known fields are filled in, the receipt is offered', async () => {
  const lot = new SoldLot([aPaiement()])
  const server = await renderScreen('/clients', {
    answers: [...lot.answers, owned(() => [lot.appartement, SOLDE]), raw(paiementsEndpoints.printSingle, {})],
  })
  const opener = card('Ali Benali').getByRole('button', { name: 'Biens de Ali Benali' })
  await opener.click()
  await expect.element(offers(assets)).toHaveLength(3)
  await expect.element(offer('Appartement A-99')).not.toBeInTheDocument()

  const first = offer('Appartement A-12')
  const byKey = async (button: Locator) => {
    const element = button.element()
    if (element instanceof HTMLElement) element.focus()
    await key('Enter')
  }
  await byKey(first)
  await expect.element(field('Client')).toHaveValue('Ali Benali · 0555 12 34 56')
  await expect.element(field('Appartement')).toHaveValue('A-12 (F3) · Bloc B, Les Jardins')
  for (const other of ['Local', 'Place de parking']) await expect.element(field(other)).toBeDisabled()
  server.give(lot.takes(paid(200_00)))
  await enter('200')
  await expect.element(print).toHaveFocus()
  const shown = assets.getByRole('listitem').filter({ hasText: 'Appartement A-12' })
  await expect.element(shown).toHaveTextContent(/Reste à payer ?: ?500,00 DA/)
  await expect.element(shown.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50')
  await expect
    .element(assets.getByText(/Reçu N° \d{4}-\d{6}/))
    .toHaveTextContent(
      "200,00 DA, Ali Benali, pour l'appartement A-12, Bloc B, Les Jardins. Il reste 500,00 DA",
    )
  const saved = savedFiles()
  await key('Enter')
  await expect.poll(() => saved).toEqual(['paiement_32.pdf'])
  await expect.element(print).toHaveFocus()
  // Closed, it leads back to where one was.
  const close = page.getByRole('button', { name: 'Fermer le message' })
  await byKey(close)
  await expect.element(print).not.toBeInTheDocument()
  await expect.element(first).toHaveFocus()

  // Exactly what remains: nothing is offered any more, and the focus stays in the dialog.
  server.give(lot.takes(paid(500_00, 33)))
  await byKey(first)
  await enter('500')
  await expect.element(first).not.toBeInTheDocument()
  await expect.element(shown).toHaveTextContent('100 %')
  await expect.element(print).toHaveFocus()
  await byKey(close)
  await expect.element(assets).toHaveFocus()
  await key('Escape')
  await expect.element(assets).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
  expect(server.changes().map(({ body }) => body)).toMatchObject([
    { client_id: 1, appartement_id: 12, versement: 200 },
    { client_id: 1, appartement_id: 12, versement: 500 },
  ])
})

// spec: APT-19
test('from the details of a sold lot; a free one and a paid one offer nothing; the card follows', async () => {
  const lot = new SoldLot([aPaiement()])
  const all = () => [lot.appartement, LIBRE, SOLDE]
  const server = await renderScreen('/appartement', {
    answers: [
      ...lot.answers,
      answer(appartementsEndpoints.list, () => onePage(all())),
      answer(appartementsEndpoints.read, ({ path }) => {
        const found = all().find(({ id }) => path.endsWith(`/${id}`))
        if (!found) throw new Error(path)
        return found
      }),
    ],
  })
  for (const numLot of ['A-50', 'A-99']) {
    await press(`Détails de l'appartement ${numLot}`)
    await expect.element(details).toHaveTextContent(numLot)
    await expect.element(offers(details)).not.toBeInTheDocument()
    await key('Escape')
    await expect.element(details).not.toBeInTheDocument()
  }
  await press("Détails de l'appartement A-12")
  await offer('Appartement A-12').click()
  await expect.element(field('Client')).toHaveValue('Ali Benali · 0555 12 34 56')
  await expect.element(field('Appartement')).toHaveValue('A-12 (F3) · Bloc B, Les Jardins')
  server.give(lot.takes(paid(100_00)))
  await enter('100')
  await expect.element(details).toHaveTextContent(/Reste à payer ?: ?600,00 DA/)
  await expect.element(print).toBeVisible()
  await key('Escape')
  await expect.element(details).not.toBeInTheDocument()
  await expect.element(card('Appartement A-12')).toHaveTextContent(/Reste à payer ?: ?600,00 DA/)
  await expect.element(card('Appartement A-12')).toHaveTextContent('40 %')
})

/** A local of Ali's, so much of which is paid, and its details. */
async function openLocal(paye: Centimes) {
  const local = aLocal({ id: 9, num: 'L-8', ...soldTo(ALI, 1_000_00, paye) })
  const server = await renderScreen('/locaux?details=9', {
    answers: [
      ...new SoldLot().answers,
      answer(locauxEndpoints.list, onePage([local])),
      answer(locauxEndpoints.read, local),
      answer(locauxEndpoints.ofClient, [local]),
      answer(paiementsEndpoints.listLocal, []),
      answer(paiementsEndpoints.soldeLocal, aSolde()),
    ],
  })
  return { local, server, shown: named('Détails du local') }
}

// spec: LOC-22
test('from the details of a local, until it is paid', async () => {
  const { shown: whole } = await openLocal(1_000_00)
  await expect.element(whole).toHaveTextContent('100 %')
  await expect.element(offers(whole)).not.toBeInTheDocument()

  const { local, server, shown } = await openLocal(0)
  await offer('Local L-8').click()
  await expect.element(field('Local')).toHaveValue('L-8 · Bloc A, Les Pins')
  const pays = { appartement_id: null, appartement: null, local_id: 9, local: { ...local } }
  const after = { ...local, ...soldTo(ALI, 1_000_00, 250_00) }
  server.give(
    new SoldLot().takes(aPaiement({ ...pays, versement: 250_00 })),
    answer(locauxEndpoints.read, after),
    answer(locauxEndpoints.list, onePage([after])),
  )
  await enter('250')
  await expect.element(shown).toHaveTextContent(/Reste à payer ?: ?750,00 DA/)
  expect(server.changes().map(({ body }) => body)).toMatchObject([
    { local_id: 9, appartement_id: null, versement: 250 },
  ])
})

const PARKING = aParking({ places_count: 3, occupied_places: 2 })
const panel = named(/^Places du parking/)
const placeCard = (numero: number) => panel.getByRole('article', { name: `Place ${numero}` })
const VENDUE = aPlace({ id: 7, numero_place: 41, ...soldTo(ALI, 1_000_00, 300_00) })
const RIEN = [aPlace({ id: 8, numero_place: 42 }), aPlace({ id: 9, numero_place: 43, ...soldTo(ALI, 1, 1) })]
const parking = (sold = VENDUE): Answer[] => [
  answer(parkingsEndpoints.list, onePage([PARKING])),
  answer(parkingsEndpoints.detail, { ...PARKING, places: [sold, ...RIEN] }),
]

// spec: PLC-01, PLC-04
test('from the panel of the places, for an occupied one that is not paid', async () => {
  const server = await renderScreen('/parking', {
    answers: [
      ...new SoldLot().answers,
      ...parking(),
      answer(placesEndpoints.ofClient, { places: [VENDUE] }),
      answer(paiementsEndpoints.listPlace, []),
      answer(paiementsEndpoints.soldePlace, aSolde({ resteAPayer: 650_00 })),
    ],
  })
  await press('Places Parking Nord')
  const acts = (numero: number) => press(`Autres actions : Place ${numero}`, placeCard(numero))
  const pay = page.getByRole('menuitem', { name: /^Nouveau paiement/ })
  await acts(42)
  await expect.element(page.getByRole('menuitem').first()).toBeVisible()
  await expect.element(pay).not.toBeInTheDocument()
  await acts(42)
  await expect.element(page.getByRole('menuitem')).not.toBeInTheDocument()
  // A place that is paid has only its history left, which needs no menu.
  await expect.element(placeCard(43).getByRole('button', { name: 'Historique de la place 43' })).toBeVisible()
  await expect.element(placeCard(43).getByRole('button', { name: /^Autres actions/ })).not.toBeInTheDocument()
  await acts(41)
  await pay.click()
  await expect.element(field('Place de parking')).toHaveValue('N° 41, Parking Nord · Les Pins')
  const paid41 = { appartement_id: null, appartement: null, place_parking_id: 7, place_parking: VENDUE }
  server.give(
    new SoldLot().takes(aPaiement({ ...paid41, versement: 50_00 })),
    ...parking({ ...VENDUE, ...soldTo(ALI, 1_000_00, 350_00) }),
  )
  await enter('50')
  await expect.element(placeCard(41)).toHaveTextContent(/Reste à payer ?: ?650,00 DA/)
  await expect.element(panel.getByRole('button', { name: 'Imprimer le reçu' })).toBeVisible()
  expect(server.changes().map(({ body }) => body)).toMatchObject([{ place_parking_id: 7, versement: 50 }])
})

test('a payment dated before others: the receipt that is offered says what remains now', async () => {
  const lot = new SoldLot([aPaiement({ versement: 350_00 })])
  const server = await renderScreen(lot.address, { answers: lot.answers })
  await press('Ajouter un paiement')
  await fill({ Date: '15/01/2026' })
  await key('Escape')
  await fill({ Montant: '50' })
  // The remainder of its own day is another.
  server.give(lot.takes(aPaiement({ id: 32, date_paiement: '2026-01-15', versement: 50_00, solde: 950_00 })))
  await press(/^Enregistrer$/, dialog)
  await expect
    .element(page.getByText(/Reçu N°/))
    .toHaveTextContent(
      "50,00 DA, Ali Benali, pour l'appartement A-12, Bloc B, Les Jardins. Il reste 600,00 DA",
    )
  expect(server.changes().map(({ body }) => body)).toMatchObject([{ date_paiement: '2026-01-15' }])
})
