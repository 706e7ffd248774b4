import { expect, test } from 'vitest'
import { appartementsEndpoints } from '#features/biens/appartements.contract.ts'
import { aLocal, anAppartement } from '#features/biens/biens.objects.ts'
import { locauxEndpoints } from '#features/biens/locaux.contract.ts'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import { aClient, aClientResume } from '#features/clients/clients.objects.ts'
import { payeursPage } from '#features/paiements/paiements.objects.ts'
import { payeursEndpoints } from '#features/rapports/recap.contract.ts'
import { promoteurEndpoints } from '#features/promoteur/promoteur.contract.ts'
import { blocsEndpoints } from '#features/structure/blocs.contract.ts'
import { residencesEndpoints } from '#features/structure/residences.contract.ts'
import { aBloc } from '#features/structure/structure.objects.ts'
import { answer, held, refuse } from '#test/harness/screens/answers.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  card,
  insert,
  fieldOf,
  key,
  options,
  page,
  press,
  textsOf,
  type,
  valueOf,
} from '#test/harness/screens/screen.ts'

const ALI = aClientResume({ nomComplet: 'Ali Benali', tel: '0555 12 34 56' })
const VENU = aClient({ id: 2, nomComplet: 'Nouveau Venu', tel: '0555 99 88 77', email: 'nouveau@exemple.dz' })
const ADDED = { ...VENU, message: 'Client ajouté avec succès !' }
const LOT = anAppartement({ numLot: 'N-1' })

const known = answer(clientsEndpoints.all, ({ query }) =>
  [ALI].filter(({ nomComplet }) => nomComplet.toLowerCase().includes(query.get('search') ?? '')),
)
const ANSWERS = [
  known,
  answer(clientsEndpoints.create, ADDED),
  answer(clientsEndpoints.read, VENU),
  answer(clientsEndpoints.doublons, { data: [] }),
  answer(appartementsEndpoints.list, onePage([LOT])),
  answer(appartementsEndpoints.assigner, {
    ...LOT,
    appartement: LOT,
    message: 'Client assigné avec succès !',
  }),
]

const top = page.getByRole('dialog', { name: 'Ajouter un client' })
const ofTop = (label: string) => fieldOf(top, label)
const client = page.getByRole('dialog').getByRole('combobox', { name: 'Client' })
const add = (name: string) => `Nouveau client « ${name} »`
const line = (name: string) => page.getByRole('option', { name: add(name) })
const texts = () => textsOf(options)

/** The dialog that sells a lot, the focus in its client. */
async function assign(...answers: typeof ANSWERS) {
  const server = await renderScreen('/appartement', { answers: [...ANSWERS, ...answers] })
  await press("Assigner un client à l'appartement N-1", card('Appartement N-1'))
  await expect.element(client).toHaveFocus()
  return server
}

test('a lot is sold to somebody new without leaving the dialog nor the keyboard', async () => {
  const server = await assign()
  await type('Nouveau Venu')
  await expect.element(line('Nouveau Venu')).toBeVisible()
  await key('Enter')
  await expect.element(ofTop('Nom complet')).toHaveValue('Nouveau Venu')
  await expect.element(ofTop('Téléphone')).toHaveFocus()
  await type('0555 99 88 77')
  await key('Tab')
  await type('nouveau@exemple.dz')
  await key('Enter')
  await expect.element(top).not.toBeInTheDocument()
  await expect.element(client).toHaveValue('Nouveau Venu · 0555 99 88 77')
  await expect.element(client).toHaveFocus()
  const typed = { nomComplet: 'Nouveau Venu', tel: '0555 99 88 77', email: 'nouveau@exemple.dz', adresse: '' }
  expect(server.changes()).toMatchObject([{ method: 'POST', path: '/api/clients', body: typed }])
  await key('Enter')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(server.changes().slice(1)).toMatchObject([
    { path: '/api/appartements/1/assigner-client', body: { client_id: 2 } },
  ])
})

test('among those found the line comes last; a phone fills the phone; a filter adds nobody', async () => {
  await assign()
  await type('ali')
  await expect.poll(texts).toEqual(['Ali Benali · 0555 12 34 56', add('ali')])
  // Leaving with Tab takes nothing where the line that opens a form is highlighted.
  await key('ArrowUp')
  await key('Tab')
  await expect.element(client).toHaveValue('')
  await expect.element(top).not.toBeInTheDocument()
  await client.fill('0770 11 22 33')
  await expect.element(line('0770 11 22 33')).toBeVisible()
  await key('ArrowDown')
  await key('Enter')
  await expect.element(ofTop('Téléphone')).toHaveValue('0770 11 22 33')
  await expect.element(ofTop('Nom complet')).toHaveFocus()
  await press('Annuler', top)
  await expect.element(top).not.toBeInTheDocument()
  await press('Annuler', page.getByRole('dialog'))
  await page.getByRole('combobox', { name: 'Client' }).fill('personne')
  await expect.element(page.getByRole('listbox')).toHaveTextContent('Aucun résultat')
  await expect.element(options).not.toBeInTheDocument()
})

test('refused, given up, or left with Escape: nothing of either form is lost, nothing is sent twice', async () => {
  const local = aLocal({ num: 'M-1', client_id: 2, client: VENU })
  const server = await renderScreen('/locaux?residence=1&bloc=1', {
    answers: [
      ...ANSWERS,
      answer(locauxEndpoints.list, onePage([])),
      answer(residencesEndpoints.all, [{ id: 1, nom: 'Les Jardins' }]),
      answer(blocsEndpoints.ofResidence, [aBloc()]),
      answer(blocsEndpoints.read, aBloc()),
      answer(locauxEndpoints.create, {
        ...local,
        numero_suivant: 'M-2',
        message: 'Local ajouté avec succès !',
      }),
      refuse(clientsEndpoints.create, 422, { message: 'Déjà là.', errors: { email: ['Déjà là.'] } }),
    ],
  })
  await press('Ajouter un local')
  const form = page.getByRole('dialog', { name: 'Ajouter un local' })
  await fieldOf(form, 'Numéro').fill('M-1')
  await fieldOf(form, 'Surface (m²)').fill('45')
  await fieldOf(form, 'Montant').fill('900000')
  await client.fill('Nouveau Venu')
  await line('Nouveau Venu').click()
  await expect.element(ofTop('Téléphone')).toHaveFocus()
  await key('Escape')
  await expect.element(top).toBeVisible()
  await key('Enter')
  await expect.element(top.getByText('Le téléphone est obligatoire.')).toBeVisible()
  // Neither Enter nor Ctrl + Enter in the form on top sends the one below.
  await key('Control+Enter')
  expect(server.changes()).toEqual([])
  await press('Annuler', top)
  await expect.element(client).toHaveFocus()
  await expect.element(client).toHaveValue('')
  await expect.element(fieldOf(form, 'Numéro')).toHaveValue('M-1')

  await type('Nouveau Venu')
  await key('Enter')
  await expect.element(ofTop('Téléphone')).toHaveFocus()
  await type('0555 99 88 77')
  await key('Tab')
  await type('nouveau@exemple.dz')
  await key('Enter')
  await expect.element(ofTop('Email')).toHaveAccessibleDescription('Déjà là.')
  server.give(answer(clientsEndpoints.create, ADDED))
  await key('Enter')
  await expect.element(client).toHaveValue('Nouveau Venu · 0555 99 88 77')
  const values = ['Numéro', 'Surface (m²)', 'Montant'].map((label) => valueOf(fieldOf(form, label)))
  expect(values).toEqual(['M-1', '45 m²', '900 000 DA'])
  await press('Enregistrer', form)
  await expect.element(page.getByText('Local ajouté avec succès !')).toBeVisible()
  expect(server.changes().map(({ path }) => path)).toEqual(['/api/clients', '/api/clients', '/api/locaux'])
  expect(server.changes().at(-1)?.body).toMatchObject({ num: 'M-1', montant: 900_000, client_id: 2 })
})

test('a payment dialog offers the same', async () => {
  await renderScreen('/paiements', {
    answers: [
      answer(payeursEndpoints.list, payeursPage([])),
      answer(promoteurEndpoints.list, []),
      answer(clientsEndpoints.list, onePage([])),
    ],
  })
  await press('Ajouter un paiement')
  await client.fill("Quelqu'un")
  await expect.element(line("Quelqu'un")).toBeVisible()
})

// spec: RF-24
test.each([
  ['Yacine Meziane', { nomComplet: 'Yacine Meziane', nom_ar: 'ياسين مزيان' }],
  ['', { nomComplet: 'ياسين مزيان' }],
])('a client typed in Arabic is offered the name of the identity card: « %s »', async (deLaCarte, sent) => {
  const server = await renderScreen('/clients', {
    answers: [...ANSWERS, answer(clientsEndpoints.list, onePage([]))],
  })
  await press('Ajouter un client')
  await expect.element(ofTop('Nom complet')).toBeVisible()
  await expect.element(ofTop('Nom en caractères latins')).not.toBeInTheDocument()
  await ofTop('Nom complet').fill('ياسين مزيان')
  await ofTop('Nom en caractères latins').fill('ياسين')
  await ofTop('Téléphone').fill('0550 77 88 99')
  await ofTop('Email').fill('y@exemple.dz')
  await press(/^Ajouter$/, top)
  await expect.element(top).toHaveTextContent('Écrivez ce nom en caractères latins.')
  expect(server.changes()).toEqual([])
  await ofTop('Nom en caractères latins').fill(deLaCarte)
  await press(/^Ajouter$/, top)
  await expect.element(top).not.toBeInTheDocument()
  const others = { tel: '0550 77 88 99', email: 'y@exemple.dz', adresse: '' }
  expect(server.changes().map(({ body }) => body)).toEqual([{ ...sent, ...others }])
})

test('what was typed as the Latin name refuses nothing once the name itself is Latin', async () => {
  const server = await renderScreen('/clients', {
    answers: [...ANSWERS, answer(clientsEndpoints.list, onePage([]))],
  })
  await press('Ajouter un client')
  await ofTop('Nom complet').fill('ياسين مزيان')
  await ofTop('Nom en caractères latins').fill('ياسين')
  await ofTop('Nom complet').fill('Yacine Meziane')
  await ofTop('Téléphone').fill('0550 77 88 99')
  await ofTop('Email').fill('y@exemple.dz')
  await press(/^Ajouter$/, top)
  await expect.element(top).not.toBeInTheDocument()
  expect(server.changes().map(({ body }) => body)).toEqual([
    { nomComplet: 'Yacine Meziane', tel: '0550 77 88 99', email: 'y@exemple.dz', adresse: '' },
  ])
})

test('Enter before the clients are there opens the form of whom nobody knows, when that is known', async () => {
  const clients = held(known)
  await assign(clients)
  await type('Revenu Demain')
  await key('Enter')
  await expect.element(client).toHaveValue('Revenu Demain')
  expect(top.elements()).toEqual([])
  clients.release()
  await expect.element(ofTop('Nom complet')).toHaveValue('Revenu Demain')
  await expect.element(ofTop('Téléphone')).toHaveFocus()
})

test('whoever has left the field by then, or typed on, is not called back by that form', async () => {
  const clients = held(known)
  await assign(clients)
  await type('Revenu')
  await key('Enter')
  await key('Shift+Tab')
  await expect.element(client).not.toHaveFocus()
  client.element().focus()
  await type('Revenu')
  await key('Enter')
  await insert(' Demain')
  await expect.element(client).toHaveValue('Revenu Demain')
  clients.release()
  await expect.poll(texts).toEqual(['Aucun résultat', add('Revenu Demain')])
  await expect.element(client).toHaveFocus()
  expect(top.elements()).toEqual([])
  await key('Enter')
  await expect.element(ofTop('Nom complet')).toHaveValue('Revenu Demain')
})
