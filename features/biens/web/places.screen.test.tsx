import { expect, test } from 'vitest'
import { aParking, aPlace } from '#features/biens/biens.objects.ts'
import { parkingsEndpoints, placesEndpoints as calls } from '#features/biens/parkings.contract.ts'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import { aClientResume } from '#features/clients/clients.objects.ts'
import { documentsEndpoints } from '#features/papiers/papiers.contract.ts'
import { answer, refuse } from '#test/harness/screens/answers.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  button,
  dialogNamed,
  expectCount,
  field,
  fill,
  key,
  options,
  page,
  press,
  said,
  textsOf,
  type,
} from '#test/harness/screens/screen.ts'

const panel = page.getByRole('dialog', { name: /^Places du parking/ })
const place = (numero: number) => panel.getByRole('article', { name: `Place ${numero}`, exact: true })
const inPlace = (numero: number, name: string) => place(numero).getByRole('button', { name })
const told = (form: ReturnType<typeof dialogNamed>, text: string) =>
  expect.element(form.getByRole('alert')).toHaveTextContent(text)

/** A parking of so many places, those of them that there are, and its panel that shows them. */
const holding = (places: ReturnType<typeof aPlace>[], nb_places = 20) => {
  const occupied_places = places.filter(({ client }) => client).length
  const parking = aParking({ parking_nom: 'Tour A', nb_places, places_count: places.length, occupied_places })
  return [
    answer(parkingsEndpoints.list, onePage([parking])),
    answer(parkingsEndpoints.detail, { ...parking, places }),
  ]
}

async function open(places: ReturnType<typeof aPlace>[], nb_places = 20) {
  const server = await renderScreen('/parking', { answers: holding(places, nb_places) })
  await button('Places Tour A').click()
  await expect.element(panel).toBeVisible()
  return server
}

// spec: IN-24, SHELL-06, PRK-07, PLC-01..PLC-07, PLC-10, PLC-11, PLC-16, PLC-17, PLC-22, PLC-23, PLC-29, LIM-12, ERR-62
test('places are added with the next number, on top of their panel', async () => {
  const server = await open([])
  await expect.element(panel.getByRole('heading', { name: 'Places du parking Tour A' })).toBeVisible()
  await said('Aucune place créée')
  await press('Ajouter une place', panel)
  const form = dialogNamed('Ajouter une place')
  await expect.element(field('Numéro de place')).toHaveValue('1')
  await expect.element(field('Type de place')).toHaveValue('Plein Air')
  await field('Type de place').click()
  await expect.poll(() => textsOf(options)).toEqual(['Plein Air', 'Box', 'Couvert'])
  await page.getByRole('option', { name: 'Couvert' }).click()
  await expect.element(field('Position')).toHaveAccessibleDescription("Facultatif : près de l'entrée, angle…")
  await expect.element(field('Position')).toHaveAttribute('maxlength', '100')
  await fill({ 'Numéro de place': '0' })
  await form.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await said('Le numéro de la place doit être un nombre entier, 1 au moins.')
  await said('Le montant est obligatoire.')
  expect(server.changes()).toEqual([])
  await expect.element(field('Montant')).toHaveAttribute('step', '0.01')
  await fill({ 'Numéro de place': '7', Position: 'Niveau -1', Montant: '1250000,5' })
  server.give(refuse(calls.create, 500))
  const taken = "Erreur lors de la création de la place. Vérifiez que le numéro n'est pas déjà utilisé."
  await form.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await told(form, taken)
  const sept = aPlace({
    id: 7,
    numero_place: 7,
    type_place: 'Couvert',
    position: 'Niveau -1',
    montant: 1_250_000_50,
  })
  server.give(answer(calls.create, { ...sept, message: 'Place ajoutée avec succès !' }), ...holding([sept]))
  await form.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect.element(panel.getByText('Place ajoutée avec succès !')).toBeVisible()
  for (const text of ['Couvert', 'Niveau -1', '1 250 000,50 DA'])
    await expect.element(place(7)).toHaveTextContent(text)
  const body = {
    parking_id: 1,
    numero_place: 7,
    type_place: 'Couvert',
    position: 'Niveau -1',
    montant: 1250000.5,
  }
  expect(server.changes().map((call) => call.body)).toEqual([
    { ...body, superficie: '' },
    { ...body, superficie: '' },
  ])

  await press('Ajouter une place', panel)
  await expect.element(field('Numéro de place')).toHaveValue('8')
  await fill({ 'Numéro de place': '7', Montant: '1' })
  server.give(refuse(calls.create, 422, { message: taken, errors: { numero_place: [taken] } }))
  await form.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await told(form, taken)
  await expect.element(field('Numéro de place')).toHaveFocus()
  await key('Escape')
  await expect.element(form).toBeVisible()
  await press('Annuler', form)
  await expect.element(form).not.toBeInTheDocument()
})

// spec: PLC-24, PLC-26, PLC-27, ERR-63, ERR-64
test('a place is edited and deleted', async () => {
  const sept = aPlace({ id: 7, numero_place: 7, position: 'Niveau -1' })
  const server = await open([sept])
  await inPlace(7, 'Modifier la place 7').click()
  const edit = dialogNamed('Modifier la place 7')
  await fill({ Position: '' })
  server.give(refuse(calls.update, 500))
  await edit.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await told(edit, 'Erreur lors de la mise à jour.')
  const sans = { ...sept, position: null, version: 2 }
  server.give(answer(calls.update, { ...sans, message: 'Place modifiée avec succès !' }), ...holding([sans]))
  await edit.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect.element(panel.getByText('Place modifiée avec succès !')).toBeVisible()
  await expect.element(place(7)).toHaveTextContent('Non spécifiée')
  expect(server.changes().at(-1)).toMatchObject({
    path: '/api/places-parking/7',
    body: { numero_place: 7, position: '', montant: 1000, version: 1 },
  })

  await inPlace(7, 'Supprimer la place 7').click()
  const confirm = dialogNamed('Supprimer la place')
  await expect
    .element(confirm)
    .toHaveTextContent('Êtes-vous sûr de vouloir supprimer la place 7 ? Cette action est définitive.')
  server.give(refuse(calls.remove, 500))
  await press('Supprimer', confirm)
  await told(confirm, "Erreur lors de la suppression de la place. Vérifiez qu'elle n'est pas occupée.")
  server.give(answer(calls.remove, { message: 'Place supprimée avec succès !' }), ...holding([]))
  await press('Supprimer', confirm)
  await said('Aucune place créée')
  expect(server.sent().at(-1)).toEqual(['DELETE', '/api/places-parking/7', undefined])
  await press('Fermer', panel)
  await expect.element(panel).not.toBeInTheDocument()
})

test('the next number is proposed after a number that was typed with a zero before it, too', async () => {
  const server = await open([])
  const cinq = aPlace({ id: 5, numero_place: 5 })
  server.give(answer(calls.create, { ...cinq, message: 'Place ajoutée avec succès !' }), ...holding([cinq]))
  await press('Ajouter une place', panel)
  await fill({ Montant: '1', 'Numéro de place': '' })
  await type('05')
  await key('Control+Enter')
  await expect.element(panel.getByText('Place ajoutée avec succès !')).toBeVisible()
  await expect.element(field('Numéro de place')).toHaveValue('6')
  await press('Annuler', dialogNamed('Ajouter une place'))
  await expect.element(place(5)).toBeVisible()
})

const elodie = aClientResume({ id: 3, nomComplet: 'Benaïssa Élodie Nour' })
const [libre, deux] = [aPlace(), aPlace({ id: 2, numero_place: 2 })]
const vendue = aPlace({
  client_id: 3,
  client: { ...elodie, nom: 'Benaïssa', prenom: 'Élodie Nour' },
  estDispo: false,
  etat_bien: 'vendu',
  vente_id: 9,
  dossier: '2026-D-0009',
})

// spec: PLC-08, PLC-09, PLC-12, PLC-13, PLC-19, PLC-28, ERR-65
test('a place is sold to a client; each act is offered in its state', async () => {
  const server = await open([libre, deux], 2)
  server.give(answer(clientsEndpoints.all, [elodie]), refuse(documentsEndpoints.list, 503))
  await expect.element(panel.getByRole('button', { name: 'Ajouter une place' })).toBeDisabled()
  await expect.element(panel).toHaveTextContent('La capacité est atteinte')
  await inPlace(1, 'Attribuer').click()
  const form = dialogNamed('Attribuer la place 1')
  const submit = form.getByRole('button', { name: 'Attribuer' })
  await expect.element(submit).toBeDisabled()
  await form.getByRole('combobox', { name: 'Client' }).fill('elodie')
  await page.getByRole('option', { name: /Benaïssa Élodie Nour/ }).click()
  await expect.element(submit).toBeEnabled()
  server.give(refuse(calls.attribuer, 500))
  await submit.click()
  await told(form, "Erreur inattendue lors de l'attribution de la place.")
  server.give(
    answer(calls.attribuer, { ...vendue, place: vendue, message: 'Place attribuée avec succès !' }),
    ...holding([vendue, deux], 2),
  )
  await submit.click()
  await expect.element(panel.getByText('Place attribuée avec succès !')).toBeVisible()
  expect(server.sent().at(-1)).toEqual(['POST', '/api/places-parking/1/attribuer', { client_id: 3 }])
  await expect.element(place(1)).toHaveTextContent('Benaïssa Élodie Nour')
  await expect.element(place(1)).toHaveTextContent(/Reste à payer\s*:\s*1\s000,00\sDA/)
  await expect
    .element(place(1).getByRole('link', { name: 'Place 1', exact: true }))
    .toHaveAttribute('href', '/ventes/9')
  for (const [numero, name, count] of [
    [1, 'Libérer', 1],
    [1, 'Attribuer', 0],
    [2, 'Attribuer', 1],
    [2, 'Libérer', 0],
  ] as const)
    await expectCount(inPlace(numero, name), count)
})

// spec: RF-64
test.each([
  [340, false],
  [360, true],
  [390, true],
  [1280, false],
])(
  '« Libérer » has its word on a card of a phone, and nothing of the card is cut, at %i px',
  async (width, worded) => {
    await page.viewport(width, 844)
    await open([vendue, deux], 2)
    const freed = inPlace(1, 'Libérer')
    await expect.element(freed).toHaveAccessibleName('Libérer la place 1')
    expect(freed.getByText('Libérer', { exact: true }).element().checkVisibility()).toBe(worded)
    const card = place(1).element()
    const { right } = card.getBoundingClientRect()
    const acts = [...card.querySelectorAll('[data-actions] :is(a, button)')]
    expect(acts.length).toBeGreaterThanOrEqual(4)
    for (const act of acts) {
      expect(act.getBoundingClientRect().right).toBeLessThan(right)
      expect(act.scrollWidth).toBeLessThanOrEqual(act.clientWidth)
      // In one row, while the panel still comes to its place.
      expect(act.getBoundingClientRect().y).toBeCloseTo(acts[0]?.getBoundingClientRect().y ?? 0, -1)
      expect(act.getBoundingClientRect().width).toBeGreaterThanOrEqual(24)
    }
  },
)

// spec: RF-64
test('Escape closes a menu that has just been opened, not the panel around it', async () => {
  await open([vendue, deux], 2)
  const more = inPlace(2, 'Autres actions')
  const menuitems = page.getByRole('menuitem')
  await expect.element(more).toBeVisible()
  const closed = more.element()
  if (!(closed instanceof HTMLElement)) throw new Error('no button')
  // Quicker than any key of a test: a menu that is drawn for the first time is not there yet.
  closed.click()
  await Promise.resolve()
  closed.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  await expect.element(more).toHaveAttribute('aria-expanded', 'false')
  await expect.element(more).toHaveFocus()
  await expect.element(panel).toBeVisible()
  await more.click()
  await expect.element(menuitems.first()).toHaveFocus()
  await key('Escape')
  await expectCount(menuitems, 0)
  await expect.element(panel).toBeVisible()
  await key('Escape')
  await expect.element(panel).not.toBeInTheDocument()
})

// spec: PLC-20, PLC-21, PRK-32, ERR-66
test('a sold place is neither deleted nor taken with its parking; freed, its payments stay', async () => {
  const paye = { ...vendue, resteAPayer: 750_00, pourcentagePaiement: 25 }
  const server = await open([paye, deux], 2)
  const occupied = "Erreur lors de la suppression de la place. Vérifiez qu'elle n'est pas occupée."
  server.give(refuse(calls.remove, 409, { message: occupied }))
  await inPlace(1, 'Supprimer la place 1').click()
  const removal = dialogNamed('Supprimer la place')
  await press('Supprimer', removal)
  await told(removal, occupied)
  await press('Annuler', removal)

  await inPlace(1, 'Libérer').click()
  const freeing = dialogNamed('Libérer la place')
  await expect
    .element(freeing)
    .toHaveTextContent("Les 250,00 DA déjà payés restent dans l'historique de ce client.")
  server.give(refuse(calls.liberer, 500))
  await press('Libérer', freeing)
  await told(freeing, 'Erreur lors de la libération de la place.')
  server.give(
    answer(calls.liberer, { ...libre, place: libre, message: 'Place libérée avec succès !' }),
    ...holding([libre, deux], 2),
  )
  await press('Libérer', freeing)
  await expect.element(panel.getByText('Place libérée avec succès !')).toBeVisible()
  expect(server.sent().at(-1)).toEqual(['POST', '/api/places-parking/1/liberer', undefined])
  await expect.element(inPlace(1, 'Attribuer')).toBeVisible()
  await expect.element(place(1)).not.toHaveTextContent('Benaïssa')
  window.history.back()
  await expect.element(panel).not.toBeInTheDocument()

  const full = "Erreur lors de la suppression du parking. Vérifiez qu'il ne contient pas de places occupées."
  await renderScreen('/parking', {
    answers: [...holding([paye]), refuse(parkingsEndpoints.remove, 409, { message: full })],
  })
  await button('Supprimer Tour A').click()
  const demolition = dialogNamed('Supprimer le parking')
  // spec: EC-43
  await expect.element(demolition).toHaveTextContent("Il contient 1 place vendue : libérez-la d'abord.")
  await press('Supprimer', demolition)
  await told(demolition, full)
})

test('of many clients the select draws a hundred and asks for more letters; the focus returns to what opened a dialog', async () => {
  const yacines = Array.from({ length: 101 }, (_, n) =>
    aClientResume({ id: n + 1, nomComplet: `Yacine ${String(n + 1).padStart(3, '0')}` }),
  )
  const server = await open([libre])
  server.give(
    answer(clientsEndpoints.all, ({ query }) => {
      const text = (query.get('search') ?? '').toLowerCase()
      return yacines.filter(({ nomComplet }) => nomComplet.toLowerCase().includes(text))
    }),
  )
  const opener = inPlace(1, 'Attribuer la place 1')
  await opener.click()
  const form = dialogNamed('Attribuer la place 1')
  const client = form.getByRole('combobox', { name: 'Client' })
  await client.fill('yacine')
  await expect.element(options.last()).toHaveTextContent('Nouveau client « yacine »')
  await expectCount(options, 102)
  await expect.element(options.nth(100)).toHaveTextContent('Précisez votre recherche…')
  await expect.element(options.nth(100)).toBeDisabled()
  await client.fill('YACINE 101')
  await expect
    .poll(() => textsOf(options))
    .toEqual(['Yacine 101 · 0555 12 34 56', 'Nouveau client « YACINE 101 »'])
  await key('Escape')
  await press('Annuler', form)
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()

  const remove = inPlace(1, 'Supprimer la place 1')
  await remove.click()
  await press('Annuler', dialogNamed('Supprimer la place'))
  await expect.element(remove).toHaveFocus()
  await remove.click()
  server.give(answer(calls.remove, { message: 'Place supprimée avec succès !' }), ...holding([]))
  await press('Supprimer', dialogNamed('Supprimer la place'))
  await said('Aucune place créée')
  await expect.element(panel).toHaveFocus()
})
