import { expect, test } from 'vitest'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import { aClient, NO_ASSETS } from '#features/clients/clients.objects.ts'
import { sale } from '#features/paiements/paiements.objects.ts'
import { answer, held, raw, refuse, type Answer } from '#test/harness/screens/answers.ts'
import { freeze, pass, stepUntilVisible, thaw } from '#test/harness/screens/clock.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { alert, card, dialog, field, fill, page, press } from '#test/harness/screens/screen.ts'

const elodie = aClient({
  nomComplet: 'Élodie Benaïssa',
  tel: '+213 555 12 34 56',
  email: 'elodie@exemple.dz',
  adresse: '12, rue Didouche Mourad',
})
const { nomComplet, tel, email } = elodie
const shown = card(nomComplet)
const NOBODY_ALIKE = answer(clientsEndpoints.doublons, { data: [] })

const open = (...answers: Answer[]) =>
  renderScreen('/clients', {
    answers: [
      answer(clientsEndpoints.list, onePage([elodie], { parPage: 10 })),
      answer(clientsEndpoints.read, elodie),
      NOBODY_ALIKE,
      ...answers,
    ],
  })

// spec: CLI-34, CLI-35, CLI-36
test('each missing or wrong field says so at its place, nothing is sent and nothing typed is lost', async () => {
  const server = await open()
  await press('Ajouter un client')
  await fill({ Email: 'abc' })
  await press(/^Ajouter$/, dialog)
  for (const [label, text] of [
    ['Nom complet', 'Le nom complet est obligatoire.'],
    ['Téléphone', 'Le téléphone est obligatoire.'],
    ['Email', "L'adresse email n'est pas valide."],
  ] as const)
    await expect.element(field(label)).toHaveAccessibleDescription(text)
  await expect.element(field('Nom complet')).toHaveFocus()
  await expect.element(field('Email')).toHaveValue('abc')
  await expect.element(field('Email')).toHaveAttribute('type', 'email')
  expect(server.changes()).toEqual([])
})

// spec: SHELL-68, SHELL-69, SHELL-70, SHELL-71, ERR-12
test('a double click sends one request; a failure keeps what was typed and shows the server or the fallback sentence', async () => {
  const failing = held(refuse(clientsEndpoints.create, 500))
  const server = await open(failing)
  await press('Ajouter un client')
  await fill({ 'Nom complet': nomComplet, Téléphone: tel, Email: email })
  await dialog.getByRole('button', { name: 'Ajouter', exact: true }).dblClick()
  await expect.element(dialog.getByRole('button', { name: 'Enregistrement...' })).toBeDisabled()
  failing.release()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent("Erreur lors de l'ajout du client.")
  const typed = { nomComplet, tel, email }
  expect(server.changes().map(({ body }) => body)).toMatchObject([typed])
  await expect.element(field('Nom complet')).toHaveValue(nomComplet)
  server.give(refuse(clientsEndpoints.create, 422, { message: 'Refusé par le serveur.' }))
  await press(/^Ajouter$/, dialog)
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Refusé par le serveur.')
  expect(server.changes()).toHaveLength(2)
})

// spec: IN-21
test('a client without e-mail is added by saying so, and is told so where he is shown', async () => {
  const server = await open()
  await press('Ajouter un client')
  await fill({ 'Nom complet': 'Lila Ziani', Téléphone: '0550 12 34 56', Email: 'à demander' })
  await press('Sans e-mail', dialog)
  await expect.element(dialog.getByText("Ce client n'a pas d'e-mail.")).toBeVisible()
  await press('Saisir une adresse', dialog)
  await expect.element(field('Email')).toHaveFocus()
  await expect.element(field('Email')).toHaveValue('')
  await press('Sans e-mail', dialog)
  const lila = aClient({ id: 2, nomComplet: 'Lila Ziani', email: '', sans_email: true })
  server.give(
    answer(clientsEndpoints.create, { ...lila, message: 'Client ajouté avec succès !' }),
    answer(clientsEndpoints.list, onePage([lila], { parPage: 10 })),
  )
  await press(/^Ajouter$/, dialog)
  await expect.element(card('Lila Ziani')).toHaveTextContent('Sans e-mail')
  await expect.element(card('Lila Ziani').getByCss('a[href^="mailto:"]')).not.toBeInTheDocument()
  expect(server.sent()).toEqual([
    [
      'POST',
      '/api/clients',
      { nomComplet: 'Lila Ziani', tel: '0550 12 34 56', email: '', sans_email: true, adresse: '' },
    ],
  ])
})

// spec: IN-21
test('a client who came in without phone and e-mail is changed as he is, or given both', async () => {
  const sans = aClient({
    ...elodie,
    tel: '',
    email: '',
    sans_telephone: true,
    sans_email: true,
  })
  const server = await open(
    answer(clientsEndpoints.list, onePage([sans], { parPage: 10 })),
    answer(clientsEndpoints.read, sans),
    answer(clientsEndpoints.update, { ...sans, version: 2, message: 'Client modifié avec succès !' }),
  )
  await expect.element(shown).toHaveTextContent(/Sans e-mail.*Téléphone\s:\s*Sans téléphone/s)
  await press('Détails', shown)
  await expect.element(dialog).toHaveTextContent(/Sans téléphone.*Sans e-mail/s)
  await press('Fermer', dialog)
  await press('Modifier', shown)
  await fill({ Adresse: 'Oran' })
  await press('Sauvegarder', dialog)
  await expect.element(dialog).not.toBeInTheDocument()
  await press('Modifier', shown)
  await press('Saisir un numéro', dialog)
  await expect.element(field('Téléphone')).toHaveFocus()
  await press('Saisir une adresse', dialog)
  await press('Sauvegarder', dialog)
  await expect.element(field('Téléphone')).toHaveAccessibleDescription('Le téléphone est obligatoire.')
  await expect.element(field('Email')).toHaveAccessibleDescription("L'adresse email est obligatoire.")
  await fill({ Téléphone: tel, Email: email })
  await press('Sauvegarder', dialog)
  await expect.element(dialog).not.toBeInTheDocument()
  expect(server.changes().map(({ body }) => body)).toEqual([
    {
      nomComplet,
      tel: '',
      email: '',
      sans_email: true,
      sans_telephone: true,
      adresse: 'Oran',
      version: 1,
    },
    { nomComplet, tel, email, adresse: elodie.adresse, version: 1 },
  ])
})

// spec: RE-31
test('each number that a field holds is a link of its own', async () => {
  const two = aClient({ nomComplet: 'À deux numéros', tel: '0550 12 34 56 / 0661 98 76 54' })
  await open(answer(clientsEndpoints.list, onePage([two])))
  const links = card('À deux numéros').getByCss('a[href^="tel:"]')
  await expect.element(links).toHaveLength(2)
  const said = links.elements().map((link) => [link.textContent, link.getAttribute('href')])
  expect(said).toEqual([
    ['0550 12 34 56', 'tel:0550123456'],
    ['0661 98 76 54', 'tel:0661987654'],
  ])
})

test('two people editing one client: the later is told, reloads and saves without typing again', async () => {
  const server = await open(
    refuse(clientsEndpoints.update, 409, {
      message: 'Cette fiche a été modifiée entre-temps. Rechargez-la.',
    }),
  )
  await press('Modifier', shown)
  await fill({ Adresse: 'Ma saisie' })
  const theirs = { ...elodie, tel: '0666 00 00 00', version: 2 }
  server.give(answer(clientsEndpoints.read, theirs))
  await press('Sauvegarder', dialog)
  const told = dialog.getByRole('alert')
  await expect.element(told).toHaveTextContent('Cette fiche a été modifiée entre-temps. Rechargez-la.')
  await press('Recharger', dialog)
  await expect.element(told).not.toBeInTheDocument()
  await expect.element(field('Adresse')).toHaveValue('Ma saisie')
  await expect.element(field('Téléphone')).toHaveValue('0666 00 00 00')
  const message = 'Client modifié avec succès !'
  server.give(answer(clientsEndpoints.update, { ...theirs, adresse: 'Ma saisie', version: 3, message }))
  await press('Sauvegarder', dialog)
  await expect.element(page.getByText(message)).toBeVisible()
  expect(server.changes().map(({ path, body }) => [path, body])).toMatchObject([
    ['/api/clients/1', { version: 1, adresse: 'Ma saisie', tel }],
    ['/api/clients/1', { version: 2, adresse: 'Ma saisie', tel: '0666 00 00 00' }],
  ])
})

const AICHA = aClient({
  id: 13,
  nomComplet: 'Aïcha Ferhat',
  email: 'unique@ailleurs.dz',
  adresse: 'Tlemcen',
})
const thirteen = [
  AICHA,
  ...Array.from({ length: 12 }, (_, at) =>
    aClient({ id: at + 20, nomComplet: `Zohra ${at}`, email: `z${at}@exemple.dz`, adresse: `Cité ${at}` }),
  ),
]
const pages = answer(clientsEndpoints.list, ({ query }) => {
  const at = Number(query.get('page'))
  return onePage(thirteen.slice((at - 1) * 10, at * 10), { page: at, parPage: 10, of: 13 })
})

// spec: CLI-02..CLI-07, CLI-29, CLI-30, CLI-38, CLI-40
test('the search filters the loaded page after 500 ms, without asking the server, and reset brings the page back', async () => {
  const server = await open(pages)
  const cards = page.getByRole('main').getByRole('article')
  await expect.element(cards).toHaveLength(10)
  await expect.element(page.getByText('Page 1 sur 2', { exact: true })).toBeVisible()
  const asked = () =>
    server.calls.filter(({ path }) => path === '/api/clients').map(({ query }) => `${query}`)
  expect(asked()).toEqual(['page=1&per_page=10'])
  const search = page.getByRole('searchbox', { name: 'Rechercher par nom, email ou adresse...' })
  const busy = page.getByRole('status', { name: 'Recherche en cours' })
  for (const text of ['aicha', 'FERHAT', 'unique@', 'tlemCEN']) {
    freeze()
    await search.fill(text)
    expect(busy.elements()).toHaveLength(1)
    await pass(499)
    expect(busy.elements()).toHaveLength(1)
    await pass(2)
    await stepUntilVisible(card('Aïcha Ferhat'))
    thaw()
    await expect.element(busy).not.toBeInTheDocument()
    await expect.element(cards).toHaveLength(1)
    await expect.element(card('Aïcha Ferhat')).toBeVisible()
  }
  await search.fill('zzz')
  await expect.element(page.getByText('Aucun client trouvé avec ces critères.')).toBeVisible()
  await expect.element(page.getByText("d'autres pages existent")).toBeVisible()
  await press('Réinitialiser')
  await expect.element(cards).toHaveLength(10)
  expect(asked()).toEqual(['page=1&per_page=10'])
  await press('Page suivante')
  await expect.element(page.getByText('Page 2 sur 2', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Page suivante' })).toBeDisabled()
  expect(asked().slice(1)).toEqual(['page=2&per_page=10'])
})

// spec: CLI-14..CLI-24, CLI-33
test("a client's biens show where they are and where their payment stands, and lead to it", async () => {
  const lieu = { nomloc: 'Bloc Z', residence: { nom: 'Résidence des Biens' } }
  const slow = held(
    answer(clientsEndpoints.assets, {
      ...NO_ASSETS,
      appartements: [
        {
          id: 12,
          numLot: 'Z-12',
          typeLogement: 'F3',
          surfaceHabitable: 80_50,
          surfaceUtile: 12_00,
          etage: { bloc: lieu },
          ...sale(1_000_000_00, 750_000_00),
        },
      ],
      places: [
        {
          id: 7,
          numero_place: 7,
          type_place: '',
          parking: { parking_nom: 'Sous-sol', residence: lieu.residence },
          ...sale(100_00, 100_00),
        },
      ],
      locaux: [{ id: 9, num: 'L-3', surface: 45_50, bloc: lieu, ...sale(100_00, 100_00) }],
    }),
  )
  await open(slow)
  await press('Biens de', shown)
  await expect.element(dialog.getByText('Chargement des biens...')).toBeVisible()
  slow.release()
  const bien = dialog.getByRole('listitem')
  await expect
    .element(bien.first())
    .toHaveTextContent(
      /Appartement Z-12.*F3.*80,5 m².*12 m².*Bloc Z.*1 000 000,00 DA.*250 000,00 DA.*750 000,00 DA.*25 %/,
    )
  await expect.element(bien.nth(1)).toHaveTextContent(/Place 7.*Sous-sol.*Standard/)
  await expect.element(bien.nth(2)).toHaveTextContent(/Local L-3.*Bloc Z.*45,5 m²/)
  const links = ['Appartement Z-12', 'Place 7', 'Local L-3'].map((name) =>
    dialog.getByRole('link', { name }).element().getAttribute('href'),
  )
  expect(links).toEqual(['/ventes/5', '/ventes/5', '/ventes/5'])
})

// spec: CLI-14
test('a client without a bien has none of each kind', async () => {
  await open(answer(clientsEndpoints.assets, NO_ASSETS))
  await press('Biens de', shown)
  await expect.element(dialog).toHaveAccessibleName('Biens de Élodie Benaïssa')
  for (const text of ['Aucun appartement trouvé.', 'Aucune place de parking trouvée.', 'Aucun local trouvé.'])
    await expect.element(dialog.getByText(text)).toBeVisible()
  for (const name of ['Appartements', 'Places de parking', 'Locaux'])
    await expect.element(dialog.getByRole('heading', { name })).toBeVisible()
})

// spec: CLI-32, ERR-11
test('loading, failing and empty say so, and "Réessayer" asks again', async () => {
  const slow = held(refuse(clientsEndpoints.list, 500))
  const server = await open(slow)
  await expect.element(page.getByText('Chargement des clients...')).toBeVisible()
  slow.release()
  await expect.element(alert).toHaveTextContent('Erreur chargement clients.')
  server.give(raw(clientsEndpoints.list, { data: [], current_page: 1, last_page: 1, total: 0 }))
  await press('Réessayer')
  await expect.element(page.getByText('Aucun client disponible.')).toBeVisible()
})

// spec: ERR-13, ERR-14, ERR-15
test('without a word of the server, each failure says its own sentence in a red banner', async () => {
  const server = await open(
    refuse(clientsEndpoints.assets, 500),
    refuse(clientsEndpoints.update, 500),
    refuse(clientsEndpoints.remove, 500),
  )
  await press('Biens de', shown)
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Erreur chargement biens.')
  await press('Fermer', dialog)
  await expect.element(dialog).not.toBeInTheDocument()
  await press('Modifier', shown)
  await press('Sauvegarder', dialog)
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Erreur lors de la mise à jour.')
  await press('Annuler', dialog)
  await expect.element(dialog).not.toBeInTheDocument()
  server.give(answer(clientsEndpoints.assets, NO_ASSETS))
  await press('Supprimer', shown)
  await press('Supprimer', dialog)
  await expect.element(alert).toHaveTextContent('Erreur suppression client.')
  await expect.element(shown).toBeVisible()
  expect(server.changes().map(({ method, path }) => `${method} ${path}`)).toEqual([
    'PUT /api/clients/1',
    'DELETE /api/clients/1',
  ])
})
