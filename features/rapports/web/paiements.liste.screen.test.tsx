import { expect, test } from 'vitest'
import { appartementsEndpoints } from '#features/biens/appartements.contract.ts'
import { locauxEndpoints } from '#features/biens/locaux.contract.ts'
import { placesEndpoints } from '#features/biens/parkings.contract.ts'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import { aClient, aClientResume } from '#features/clients/clients.objects.ts'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import {
  ALI,
  aBienPaye,
  aPaiement,
  aPayeur,
  payeursPage,
  SoldLot,
} from '#features/paiements/paiements.objects.ts'
import { payeursEndpoints } from '#features/rapports/recap.contract.ts'
import { expectAccessible } from '#test/harness/screens/accessible.ts'
import { answer, held, raw, refuse, type Answer } from '#test/harness/screens/answers.ts'
import { freeze, pass, thaw } from '#test/harness/screens/clock.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  card,
  choose,
  dialog,
  field,
  fill,
  page,
  press,
  savedFiles,
  valueOf,
} from '#test/harness/screens/screen.ts'

const ELODIE = aClientResume({ id: 2, nomComplet: 'Élodie Benaïssa' })
const PAYEURS = [
  aPayeur(ALI, [
    aBienPaye(),
    aBienPaye({ id: 9, type: 'local', nlot: 'L-7', reglement: 0, pourcentagePaiement: 0 }),
    aBienPaye({ id: 7, type: 'place_parking', nlot: '41', reglement: 0, pourcentagePaiement: 0 }),
  ]),
  aPayeur(ELODIE, [aBienPaye({ id: 13, nlot: 'B-3' })]),
]
const found = answer(payeursEndpoints.list, ({ query }) => {
  const search = (query.get('search') ?? '').toLowerCase()
  return payeursPage(
    PAYEURS.filter(({ client, biens }) =>
      [client.nomComplet, ...biens.map(({ nlot }) => nlot)].some((text) =>
        text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().includes(search),
      ),
    ),
  )
})
const clients = answer(clientsEndpoints.list, onePage([aClient(ALI), aClient(ELODIE)]))
const lot = () => new SoldLot([aPaiement()])

async function open(answers: readonly Answer[] = []) {
  const server = await renderScreen('/paiements', {
    answers: [...lot().answers, clients, found, ...answers],
  })
  await expect.element(card('Ali Benali')).toBeVisible()
  return server
}
const said = (text: string) => page.getByText(text)

// spec: PAY-01, PAY-09, PAY-11, PAY-12, PAY-13, PAY-14, PAY-15, PAY-16, PAY-17, PAY-18, LIM-14
test('one card per client; the first bien, then all', async () => {
  const server = await open()
  const asked = server.calls.find(({ path }) => path === '/api/recap-paiements')?.query
  expect([asked?.get('page'), asked?.get('per_page')]).toEqual(['1', '6'])
  const alis = card('Ali Benali')
  await expect
    .element(alis)
    .toHaveTextContent(/Appartement A-12.*30 %.*Total payé ?300,00 DA ?Montant total ?1 000,00 DA/)
  await expect.element(alis.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '30')
  await expect.element(alis).not.toHaveTextContent('L-7')
  const unfold = card('Élodie Benaïssa').getByRole('button', { name: /Afficher|Masquer/ })
  await expect.element(unfold).not.toBeInTheDocument()
  await press('Afficher tout (2)', alis)
  await expect.element(alis).toHaveTextContent(/Local L-7.*Place de parking 41/)
  await press('Masquer', alis)
  await expect.element(alis).not.toHaveTextContent('L-7')
})

// spec: PAY-19, PAY-20, PAY-21, DET-01
test.each([
  ['Appartement A-12', '12'],
  ['Local L-7', '0/0/9'],
  ['Place de parking 41', '0/7'],
])('a press on %s opens its payments, at %s', async (name, path) => {
  await open([
    refuse(locauxEndpoints.read, 404),
    refuse(placesEndpoints.detail, 404),
    answer(paiementsEndpoints.listLocal, onePage([])),
    answer(paiementsEndpoints.listPlace, onePage([])),
  ])
  await press('Afficher tout (2)', card('Ali Benali'))
  await card('Ali Benali').getByRole('link', { name }).click()
  await expect.poll(() => location.pathname).toBe(`/clients/1/paiements/${path}`)
})

// spec: PAY-24
test('without a bien that is sold the list says so', async () => {
  await renderScreen('/paiements', { answers: [answer(payeursEndpoints.list, payeursPage([]))] })
  await expect.element(said('Aucun bien avec des paiements disponible.')).toBeVisible()
})

// spec: PAY-04, PAY-05, PAY-06, PAY-07, PAY-08, PAY-23, LIM-16
test('the search asks for names and numbers 300 ms after the last key, and is reset', async () => {
  const server = await open()
  const search = page.getByPlaceholder('Nom du client ou numéro de bien...')
  const busy = page.getByRole('status', { name: 'Recherche en cours' })
  const searched = () =>
    server.calls
      .filter(({ path }) => path === '/api/recap-paiements')
      .map(({ query }) => query.get('search'))
      .slice(1)
  freeze()
  await search.fill('elodie')
  expect(busy.elements()).toHaveLength(1)
  await pass(299)
  expect(busy.elements()).toHaveLength(1)
  expect(searched()).toEqual([])
  await pass(1)
  const others = async () => {
    await pass(20)
    return card('Ali Benali').query()
  }
  await expect.poll(others).toBeNull()
  thaw()
  await expect.element(busy).not.toBeInTheDocument()
  await expect.element(card('Ali Benali')).not.toBeInTheDocument()
  await expect.element(card('Élodie Benaïssa')).toBeVisible()
  expect(searched()).toEqual(['elodie'])
  await search.fill('l-7')
  await expect.element(card('Ali Benali')).toBeVisible()
  await search.fill('zzz')
  await expect.element(said('Aucun bien trouvé avec ce critère.')).toBeVisible()
  await press('Réinitialiser')
  await expect.element(card('Ali Benali')).toBeVisible()
  await expect.element(search).toHaveValue('')
})

const seven = Array.from({ length: 7 }, (_, at) =>
  aPayeur(aClientResume({ id: at + 1, nomComplet: `Voisin ${at + 1}` })),
)
const pages = answer(payeursEndpoints.list, ({ query }) => {
  const at = Number(query.get('page'))
  const search = query.get('search') ?? ''
  const kept = seven.filter(({ client }) => client.nomComplet.includes(search))
  return payeursPage(kept.slice((at - 1) * 6, at * 6), { page: at, of: kept.length })
})
const cards = page.getByRole('main').getByRole('article')

// spec: PAY-22
test('more than six clients make pages, which Back restores', async () => {
  await renderScreen('/paiements?recherche=Voisin', { answers: [pages] })
  await expect.element(said('Page 1 / 2')).toBeVisible()
  await expect.element(cards).toHaveLength(6)
  await press('Page suivante')
  await expect.element(said('Page 2 / 2')).toBeVisible()
  await expect.element(cards).toHaveLength(1)
  history.back()
  await expect.element(said('Page 1 / 2')).toBeVisible()
  expect(location.search).toBe('?recherche=Voisin')
  history.forward()
  await expect.element(said('Page 2 / 2')).toBeVisible()
  await press('Page précédente')
  await expect.element(said('Page 1 / 2')).toBeVisible()
  await expect.element(cards).toHaveLength(6)
})

// spec: RF-54
test.each([2, 7])('after a payment the card of who paid, %i of seven, is marked and in sight', async (n) => {
  const voisin = aClientResume({ id: n, nomComplet: `Voisin ${n}` })
  const sold = lot()
  const server = await renderScreen('/paiements', {
    answers: [...sold.answers, pages, answer(clientsEndpoints.list, onePage([aClient(voisin)]))],
  })
  const pay = async (id: number) => {
    await press('Ajouter un paiement')
    await choose('Client', /^Voisin \d · /)
    await expect.element(field('Appartement')).toHaveValue('A-12 (F3) · Bloc B, Les Jardins')
    server.give(sold.takes(aPaiement({ id, client: voisin, client_id: n, versement: 1_00 })))
    await fill({ Montant: '1' })
    await press(/^Enregistrer$/, dialog)
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(page.getByText(/^Reçu N°/)).toHaveTextContent(`Voisin ${n}`)
  }
  await pay(32)
  const marked = page.getByCss('main article[aria-current="true"]')
  await expect.element(marked).toHaveAccessibleName(`Voisin ${n}`)
  await expect.element(marked).toBeInViewport()
  // One of another page is searched for.
  const searched = page.getByRole('searchbox')
  await expect.element(searched).toHaveValue(n === 7 ? 'Voisin 7' : '')
  await press('Réinitialiser')
  await expect.element(searched).toHaveValue('')
  await pay(33)
  await expect.element(searched).toHaveValue(n === 7 ? 'Voisin 7' : '')
  await expect.element(marked).toBeInViewport()
  await press('Fermer le message')
  await expect.element(marked).not.toBeInTheDocument()
})

// spec: PAY-35, PAY-36, PAY-37, LIM-12
test('what is missing is said at its field and nothing is sent', async () => {
  const server = await open()
  await press('Ajouter un paiement')
  await fill({ Date: '' })
  await press(/^Enregistrer$/, dialog)
  for (const text of [
    'Veuillez sélectionner un client.',
    'Veuillez sélectionner un bien.',
    'La date est obligatoire.',
    'Le montant est obligatoire.',
  ])
    await expect.element(said(text)).toBeVisible()
  await expect.element(field('Montant')).toHaveAttribute('step', '0.01')
  expect(server.changes()).toEqual([])
})

test('a remainder that another member takes meanwhile: what the server refuses is said, nothing typed is lost', async () => {
  const server = await open([
    answer(clientsEndpoints.read, aClient(ELODIE)),
    refuse(paiementsEndpoints.create, 422, {
      message: 'Le versement dépasse le reste à payer (100,00 DA).',
      errors: { versement: ['Le versement dépasse le reste à payer (100,00 DA).'] },
    }),
    answer(appartementsEndpoints.ofClient, [
      { ...lot().appartement, id: 13, numLot: 'B-3', client: ELODIE, client_id: 2 },
    ]),
  ])
  await press('Nouveau paiement de Élodie Benaïssa')
  await expect.element(field('Client')).toHaveValue('Élodie Benaïssa · 0555 12 34 56')
  await expect.element(field('Appartement')).toHaveValue('B-3 (F3) · Bloc B, Les Jardins')
  await fill({ Montant: '500', Détails: 'Solde' })
  await expect.poll(() => valueOf(field('Reste à payer'))).toBe('200,00 DA')
  await press(/^Enregistrer$/, dialog)
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('Le versement dépasse le reste à payer (100,00 DA).')
  await expect.element(field('Détails')).toHaveValue('Solde')
  expect(server.changes().map(({ body }) => body)).toMatchObject([
    { client_id: 2, appartement_id: 13, versement: 500, details: 'Solde' },
  ])
})

// spec: ERR-72
test('a list that fails says so, and is asked again', async () => {
  const server = await renderScreen('/paiements', { answers: [refuse(payeursEndpoints.list, 500)] })
  await expect.element(said('Erreur lors du chargement des paiements. Veuillez réessayer.')).toBeVisible()
  server.give(found)
  await press('Réessayer')
  await expect.element(card('Ali Benali')).toBeVisible()
})

// spec: ERR-75, ERR-76, ERR-77, ERR-78, ERR-79, ERR-80
test('each failing call of the form says its own sentence', async () => {
  const server = await open([refuse(clientsEndpoints.list, 500)])
  await press('Ajouter un paiement')
  await expect.element(said('Erreur lors du chargement des clients.')).toBeVisible()
  server.give(
    clients,
    refuse(appartementsEndpoints.ofClient, 500),
    refuse(placesEndpoints.ofClient, 500),
    refuse(locauxEndpoints.ofClient, 500),
  )
  await press('Réessayer', dialog)
  await choose('Client', 'Ali Benali · 0555 12 34 56')
  for (const text of ['des appartements', 'des places de parking', 'des locaux'])
    await expect.element(said(`Erreur lors du chargement ${text}.`)).toBeVisible()
  // Her only bien is chosen with her, which asks for its payments at once.
  server.give(...lot().answers, clients, refuse(paiementsEndpoints.listAppartement, 500))
  await choose('Client', 'Élodie Benaïssa · 0555 12 34 56')
  await expect.element(said('Erreur lors du calcul du reste à payer.')).toBeVisible()
  server.give(...lot().answers, refuse(paiementsEndpoints.create, 500))
  await press('Réessayer', dialog)
  await fill({ Montant: '1' })
  await press(/^Enregistrer$/, dialog)
  await expect.element(said('Erreur lors de la création du paiement.')).toBeVisible()
})

// spec: RF-26
test('a statement is in the language of the name of its client, and offered once in the other one, on the cards and in the table', async () => {
  const { printClient } = paiementsEndpoints
  const yacine = aClientResume({ id: 3, nomComplet: 'ياسين مزيان' })
  const both = answer(payeursEndpoints.list, payeursPage([aPayeur(ALI), aPayeur(yacine)]))
  const server = await open([both, raw(printClient, {})])
  const offer = page.getByRole('group', { name: 'Langue du relevé' })
  const saved = savedFiles()
  const expectSaved = (...names: string[]) => expect.poll(() => saved.splice(0)).toEqual(names)
  await expect.element(offer).not.toBeInTheDocument()
  await press('Imprimer les paiements de ياسين مزيان')
  await expectSaved('paiements_client_3_ar.pdf')
  await expect.element(offer.getByRole('radio', { name: 'العربية' })).toBeChecked()
  await expect.element(said('Relevé enregistré :')).toHaveTextContent('ياسين مزيان')
  await expectAccessible()
  await offer.getByRole('radio', { name: 'Français' }).click()
  await press('Imprimer le relevé')
  await expectSaved('paiements_client_3.pdf')

  await page.getByText('Tableau', { exact: true }).click()
  await press('Imprimer les paiements de Ali Benali')
  await expectSaved('paiements_client_1.pdf')
  await expect.element(offer.getByRole('radio', { name: 'Français' })).toBeChecked()
  await offer.getByRole('radio', { name: 'العربية' }).click()
  await press('Imprimer le relevé')
  await expectSaved('paiements_client_1_ar.pdf')
  await press('Fermer le message')
  await expect.element(offer).not.toBeInTheDocument()
  const asked = server.calls.flatMap(({ path, query }) => (path.includes('/print') ? [`${query}`] : []))
  expect(asked).toEqual(['langue=ar', '', '', 'langue=ar'])
})

// spec: PAY-03, PAY-10, PAY-56, PAY-57, ERR-83, ERR-84
test('prints are saved under their names, can be cancelled, and say when they fail', async () => {
  const { printAll, printClient } = paiementsEndpoints
  const server = await open([raw(printAll, {}), raw(printClient, {})])
  const all = page.getByRole('button', { name: 'Imprimer tous' })
  const saved = savedFiles()
  await all.click()
  await expect.poll(() => saved).toEqual(['tous_les_paiements.pdf'])
  await press('Imprimer les paiements de Ali Benali')
  await expect.poll(() => saved).toEqual(['tous_les_paiements.pdf', 'paiements_client_1.pdf'])

  const slow = held(raw(printAll, {}))
  server.give(slow)
  await all.click()
  await expect.element(said('Préparation du relevé de tous les paiements…')).toBeVisible()
  await expect.element(all).toHaveAttribute('aria-disabled', 'true')
  await press('Annuler')
  await expect.element(all).not.toHaveAttribute('aria-disabled')
  slow.release()

  server.give(refuse(printAll, 500), refuse(printClient, 500))
  await all.click()
  await expect.element(said('Erreur lors de la génération du PDF pour tous les paiements.')).toBeVisible()
  await press('Imprimer les paiements de Ali Benali')
  await expect.element(said('Erreur lors de la génération du PDF pour le client.')).toBeVisible()
  expect(saved).toHaveLength(2)
})
