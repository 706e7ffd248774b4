import { expect, test } from 'vitest'
import { membresEndpoints, type MembreListe } from '#features/membres/membres.contract.ts'
import { aMembre } from '#features/membres/membres.objects.ts'
import { answer, held, raw, refuse, type Answer } from '#test/harness/screens/answers.ts'
import { freeze, pass, stepUntilVisible, thaw } from '#test/harness/screens/clock.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { membre, renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { alert, card, dialog, field, fill, page, press } from '#test/harness/screens/screen.ts'

const SECRET = 'Motdepasse1!'
const amina = aMembre()
const karim = aMembre({ ...membre(), version: 1 })
const secrets = dialog.getByCss('input[type="password"]')
const told = dialog.getByRole('alert')
const DIFFERENT = 'Les mots de passe ne correspondent pas.'

const listed = (rows: MembreListe[], at: Parameters<typeof onePage>[1] = {}) => ({
  ...onePage(rows, at),
  demandes: 0,
})
const open = (...answers: Answer[]) =>
  renderScreen('/users', { answers: [answer(membresEndpoints.list, listed([amina, karim])), ...answers] })

// spec: MEM-43..MEM-46, MEM-49
test('wrong fields are said at their place; differing passwords also as a banner, and nothing leaves', async () => {
  const server = await open()
  await press('Ajouter un membre')
  await press(/^Ajouter$/, dialog)
  for (const text of [
    'Le nom est obligatoire.',
    "L'adresse email est obligatoire.",
    'Le mot de passe est obligatoire.',
    'Veuillez confirmer le mot de passe.',
  ])
    await expect.element(dialog.getByText(text)).toBeVisible()
  await expect.element(field('Nom')).toHaveFocus()
  await expect.element(field('Email')).toHaveAttribute('type', 'email')
  await fill({ Nom: 'Lila', Email: 'abc' })
  await secrets.first().fill(SECRET)
  await secrets.nth(1).fill(SECRET)
  await press(/^Ajouter$/, dialog)
  await expect.element(dialog.getByText("L'adresse email n'est pas valide.")).toBeVisible()
  await fill({ Email: 'lila@diyar.dz' })
  await secrets.nth(1).fill('autre chose')
  await expect.element(told).toHaveTextContent(DIFFERENT)
  await expect.element(secrets.nth(1)).toHaveAccessibleDescription(DIFFERENT)
  await expect.element(dialog.getByRole('button', { name: 'Ajouter', exact: true })).toBeDisabled()
  await press('Annuler', dialog)

  await press('Modifier Amina Haddad')
  await secrets.first().fill('Nouveau secret 2')
  await press('Sauvegarder', dialog)
  await expect.element(dialog.getByText(DIFFERENT)).toBeVisible()
  await secrets.nth(1).fill('pas pareil')
  await expect.element(dialog.getByRole('button', { name: 'Sauvegarder' })).toBeDisabled()
  expect(server.changes()).toEqual([])
})

// spec: MEM-35..MEM-38, ERR-04..ERR-07, SHELL-68, SHELL-69, SHELL-70, SHELL-71
test.each([
  [
    'Modifier Amina Haddad',
    'Sauvegarder',
    'Mise à jour...',
    membresEndpoints.update,
    'Erreur lors de la modification.',
  ],
  [
    'Supprimer Amina Haddad',
    'Supprimer',
    'Suppression...',
    membresEndpoints.remove,
    'Erreur lors de la suppression.',
  ],
  [
    'Désactiver Amina Haddad',
    'Confirmer',
    'Traitement...',
    membresEndpoints.disable,
    'Erreur lors de la modification du statut.',
  ],
] as const)(
  '%s: a double click on « %s » shows « %s » and sends once; its failure has its own words',
  async (start, submit, busy, endpoint, sentence) => {
    const failing = held(refuse(endpoint, 500))
    const server = await open(failing)
    await press(start)
    await dialog.getByRole('button', { name: submit }).dblClick()
    for (const name of [busy, 'Annuler'])
      await expect.element(dialog.getByRole('button', { name })).toBeDisabled()
    failing.release()
    await expect.element(told).toHaveTextContent(sentence)
    expect(server.changes().map(({ method, path }) => [method, path])).toEqual([
      [endpoint.method, endpoint.path.replace('{id}', '2')],
    ])
  },
)

// spec: MEM-35, ERR-04
test('a member who cannot be added stays typed', async () => {
  const failing = held(refuse(membresEndpoints.create, 500))
  const server = await open(failing)
  await press('Ajouter un membre')
  await fill({ Nom: 'Lila', Email: 'lila@diyar.dz' })
  await secrets.first().fill(SECRET)
  await secrets.nth(1).fill(SECRET)
  await dialog.getByRole('button', { name: 'Ajouter', exact: true }).dblClick()
  await expect.element(dialog.getByRole('button', { name: 'Enregistrement...' })).toBeDisabled()
  failing.release()
  await expect.element(told).toHaveTextContent("Erreur lors de l'ajout du membre.")
  await expect.element(field('Email')).toHaveValue('lila@diyar.dz')
  expect(server.changes().map(({ body }) => body)).toMatchObject([
    { name: 'Lila', email: 'lila@diyar.dz', password: SECRET, password_confirmation: SECRET },
  ])
})

test('the last active member cannot shut himself out, and is told why', async () => {
  await open(
    refuse(membresEndpoints.disable, 409, { message: 'Impossible : au moins un membre actif est requis.' }),
  )
  await press('Désactiver Karim Benali')
  await expect.element(dialog).toHaveTextContent("C'est votre propre compte : votre session prendra fin.")
  await press('Confirmer', dialog)
  await expect.element(told).toHaveTextContent('Impossible : au moins un membre actif est requis.')
  await press('Annuler', dialog)
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(card('Karim Benali')).toHaveTextContent('Activé')
})

test('two people editing one member: the later is told, reloads and saves without typing again', async () => {
  const server = await open(
    refuse(membresEndpoints.update, 409, {
      message: 'Cette fiche a été modifiée entre-temps. Rechargez-la.',
    }),
  )
  await press('Modifier Amina Haddad')
  await fill({ Nom: 'Ma saisie' })
  const theirs = { ...amina, email: 'amina.h@diyar.dz', version: 2 }
  server.give(answer(membresEndpoints.read, theirs))
  await press('Sauvegarder', dialog)
  await expect.element(told).toHaveTextContent('Cette fiche a été modifiée entre-temps. Rechargez-la.')
  await press('Recharger', dialog)
  await expect.element(told).not.toBeInTheDocument()
  await expect.element(field('Nom')).toHaveValue('Ma saisie')
  await expect.element(field('Email')).toHaveValue('amina.h@diyar.dz')
  const saved = { ...theirs, name: 'Ma saisie', version: 3 }
  server.give(
    answer(membresEndpoints.update, { ...saved, message: 'Membre modifié avec succès !' }),
    answer(membresEndpoints.list, listed([saved])),
  )
  await press('Sauvegarder', dialog)
  await expect.element(card('Ma saisie')).toHaveTextContent('amina.h@diyar.dz')
  expect(server.changes().map(({ path, body }) => [path, body])).toMatchObject([
    ['/api/members/2', { name: 'Ma saisie', email: 'amina@diyar.dz', version: 1 }],
    ['/api/members/2', { name: 'Ma saisie', email: 'amina.h@diyar.dz', version: 2 }],
  ])
})

const eight = [
  aMembre({ id: 10, name: 'Aïcha Ferhat', email: 'unique@ailleurs.dz' }),
  ...Array.from({ length: 7 }, (_, at) =>
    aMembre({ id: at + 11, name: `Zohra ${at}`, email: `z${at}@d.dz` }),
  ),
]
const pages = answer(membresEndpoints.list, ({ query }) => {
  const at = Number(query.get('page'))
  return listed(eight.slice((at - 1) * 6, at * 6), { page: at, of: 8 })
})

// spec: MEM-02..MEM-09, MEM-18..MEM-20, MEM-22, MEM-50
test('the search filters the first page after 300 ms and never reaches the server', async () => {
  const server = await renderScreen('/users?page=2', { answers: [pages] })
  const cards = page.getByRole('main').getByRole('article')
  const at = (n: number) => page.getByText(`Page ${n} sur 2`, { exact: true })
  await expect.element(at(2)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Page suivante' })).toBeDisabled()
  const search = page.getByPlaceholder('Rechercher par nom ou email...')
  await expect.element(search).toHaveAccessibleName('Rechercher par nom ou email...')
  const busy = page.getByRole('status', { name: 'Recherche en cours' })
  for (const text of ['AICHA', 'ferhat', 'unique@AILLEURS']) {
    freeze()
    await search.fill(text)
    expect(busy.elements()).toHaveLength(1)
    await pass(299)
    expect(busy.elements()).toHaveLength(1)
    await pass(1)
    await stepUntilVisible(at(1))
    await stepUntilVisible(card('Aïcha Ferhat'))
    thaw()
    await expect.element(busy).not.toBeInTheDocument()
    await expect.element(cards).toHaveLength(1)
    await expect.element(card('Aïcha Ferhat')).toBeVisible()
    await expect.element(at(1)).toBeVisible()
  }
  await search.fill('zzz')
  await expect.element(page.getByText('Aucun membre trouvé avec ces critères.')).toBeVisible()
  await expect.element(page.getByText('La recherche porte sur la page affichée')).toBeVisible()
  await press('Réinitialiser')
  await expect.element(cards).toHaveLength(6)
  await expect.element(search).toHaveValue('')
  await expect.element(page.getByRole('button', { name: 'Page précédente' })).toBeDisabled()
  await press('Page suivante')
  await expect.element(at(2)).toBeVisible()
  history.back()
  await expect.element(at(1)).toBeVisible()
  const asked = server.calls.filter(({ path }) => path === '/api/members').map(({ query }) => `${query}`)
  expect(asked.filter((query) => !/^page=[12]&per_page=6$/.test(query))).toEqual([])
})

// spec: ERR-01, ERR-02, ERR-03, MEM-13
test('loading, empty and failing lists say so; « Réessayer » asks again', async () => {
  const slow = held(answer(membresEndpoints.list, listed([])))
  await open(slow)
  await expect.element(page.getByText('Chargement des membres...')).toBeVisible()
  slow.release()
  await expect.element(page.getByText('Aucun membre disponible.')).toBeVisible()
  for (const [given, sentence] of [
    [
      raw(membresEndpoints.list, { data: {} }),
      "La réponse de l'API ne contient pas un tableau de membres valide.",
    ],
    [refuse(membresEndpoints.list, 500), 'Erreur lors du chargement des membres.'],
    [
      refuse(membresEndpoints.list, 503, { message: 'Service momentanément indisponible.' }),
      'Service momentanément indisponible.',
    ],
  ] as const) {
    const server = await open(given)
    await expect.element(alert).toHaveTextContent(sentence)
    await expect.element(page.getByRole('article')).not.toBeInTheDocument()
    server.give(answer(membresEndpoints.list, listed([amina])))
    await press('Réessayer')
    await expect.element(card('Amina Haddad')).toBeVisible()
  }
})

// spec: MEM-21, MEM-23
test('rows without a name, an e-mail or a status are left out, in whatever envelope they come', async () => {
  const good = { id: 1, name: 'Bonne Ligne', email: 'b@diyar.dz', statut: 'activé', version: 1 }
  const lines = [
    good,
    { ...good, id: 2, email: undefined, name: 'Sans Email' },
    { ...good, id: 3, name: 7 },
    { ...good, id: undefined, name: 'Sans Id' },
    { ...good, id: 5, name: 'Sans Statut', statut: null },
    { ...good, id: 6, name: 'Autre', statut: 'suspendu' },
  ]
  for (const json of [{ data: lines, last_page: 1 }, { data: { data: lines, last_page: 1 } }, lines]) {
    await open(raw(membresEndpoints.list, json))
    await expect.element(card('Bonne Ligne')).toHaveTextContent('Activé')
    await expect.element(card('Autre')).toHaveTextContent('Désactivé')
    expect(page.getByRole('article').elements()).toHaveLength(2)
  }
})
