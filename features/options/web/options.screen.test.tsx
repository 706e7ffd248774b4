import { expect, test } from 'vitest'
import { appartementsEndpoints } from '#features/biens/appartements.contract.ts'
import { biensEndpoints } from '#features/biens/biens.contract.ts'
import { anAppartement } from '#features/biens/biens.objects.ts'
import { optionsEndpoints, type Option } from '#features/options/options.contract.ts'
import { anOption } from '#features/options/options.objects.ts'
import { aDossier } from '#features/ventes/ventes.objects.ts'
import { addJours, aujourdhui, formatJourCourt } from '#shared/dates.ts'
import { expectAccessible } from '#test/harness/screens/accessible.ts'
import { answer, refuse } from '#test/harness/screens/answers.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  actOn,
  alert,
  card,
  choose,
  dialog,
  dialogNamed,
  expectCount,
  field,
  key,
  page,
  press,
  said,
} from '#test/harness/screens/screen.ts'

const LOT = anAppartement({ numLot: 'T-1' })
const lot = card('Appartement T-1')
/** The list and the details of the lot, which are read each for itself. */
const listing = (given: Parameters<typeof anAppartement>[0] = {}) => [
  answer(appartementsEndpoints.list, onePage([{ ...LOT, ...given }])),
  answer(appartementsEndpoints.read, { ...LOT, ...given }),
  answer(appartementsEndpoints.superficie, { superficie_totale: 92_70 }),
]
const button = (name: string) => dialog.getByRole('button', { name, exact: true })

test('a bien is taken off sale with its reason, and put back', async () => {
  const server = await renderScreen('/appartement', { answers: listing() })
  await actOn(lot, "Bloquer l'appartement T-1")
  await expect.element(dialog).toHaveAccessibleName('Bloquer le bien')
  await expect
    .element(dialog)
    .toHaveTextContent("Plus aucune vente ni réservation de l'appartement T-1 jusqu'à son déblocage.")
  await button('Bloquer').click()
  await said('Le motif est obligatoire.')
  const off = { etat_bien: 'bloque' as const, bloque_motif: 'Logement témoin' }
  server.give(
    ...listing({ ...off, version: 2 }),
    answer(biensEndpoints.bloquer, { id: 1, ...off, message: 'Bien bloqué avec succès !' }),
  )
  await dialog.getByLabelText('Motif').fill('Logement témoin')
  await key('Enter')
  await said('Bien bloqué avec succès !')
  for (const text of ['Disponible', 'Bloqué', 'Logement témoin'])
    await expect.element(lot).toHaveTextContent(text)
  await expectCount(lot.getByRole('button', { name: /^(Assigner|Poser)/ }), 0)

  await press("Détails de l'appartement T-1", lot)
  await expect.element(dialog).toHaveTextContent('Motif du blocage')
  await button('Débloquer').click()
  const ask = dialogNamed('Débloquer le bien')
  await expect
    .element(ask)
    .toHaveTextContent("Remettre en vente l'appartement T-1 ? Motif du blocage : Logement témoin.")
  server.give(
    ...listing({ version: 3 }),
    answer(biensEndpoints.bloquer, {
      id: 1,
      etat_bien: 'libre',
      bloque_motif: null,
      message: 'Bien débloqué avec succès !',
    }),
  )
  await press('Débloquer', ask)
  await expect.element(ask).not.toBeInTheDocument()
  await key('Escape')
  await expect
    .element(lot.getByRole('button', { name: "Assigner un client à l'appartement T-1" }))
    .toBeVisible()
  expect(server.sent()).toEqual([
    ['PUT', '/api/biens/1/blocage', { motif: 'Logement témoin' }],
    ['PUT', '/api/biens/1/blocage', { motif: null }],
  ])
})

// spec: IN-24
test('Escape closes the form while nobody has touched it, and never what was typed or chosen', async () => {
  await renderScreen('/appartement', { answers: listing() })
  const open = () => actOn(lot, "Poser une option sur l'appartement T-1")
  await open()
  await key('Escape')
  await expect.element(dialog).not.toBeInTheDocument()
  await open()
  await dialog.getByText('Autre personne').click()
  await key('Escape')
  await expect.element(dialog).toBeVisible()
  await field('Nom').fill('Nadia')
  await key('Escape')
  await expect.element(field('Nom')).toHaveValue('Nadia')
})

test('who comes second is told why, and what he typed stays', async () => {
  const server = await renderScreen('/appartement', { answers: listing() })
  await actOn(lot, "Poser une option sur l'appartement T-1")
  const held = `Ce bien est sous option pour Samir jusqu'au ${formatJourCourt(addJours(aujourdhui(), 3))} : libérez l'option d'abord.`
  server.give(refuse(optionsEndpoints.create, 409, { message: held }))
  await dialog.getByText('Autre personne').click()
  await field('Nom').fill('Nadia')
  await button("Poser l'option").click()
  await expect.element(alert).toHaveTextContent(held)
  await expect.element(field('Nom')).toHaveValue('Nadia')
  expect(server.changes().map(({ body }) => body)).toMatchObject([{ bien_id: 1, nom: 'Nadia' }])
  await button('Annuler').click()
  await expect.element(dialog).not.toBeInTheDocument()
  const kept = 'Impossible de supprimer cet appartement : une option est en cours jusqu’au 5 janvier.'
  server.give(refuse(appartementsEndpoints.remove, 409, { message: kept }))
  await press("Supprimer l'appartement T-1", lot)
  await button('Supprimer').click()
  await said(kept)
})

const BIEN = { ...aDossier().bien, designation: 'Appartement E-1' }
const OVER = anOption({ id: 4, bien: BIEN, etat: 'liberee', fin_le: aujourdhui(), motif_fin: 'Renonce' })
/** Open options, or those that are over. */
const options = (open: Option[], over: Option[]) =>
  answer(optionsEndpoints.list, ({ query }) => onePage(query.get('etat') === 'closes' ? over : open))

// spec: RE-71
test('who was held a bien and is no client is erased from his closed options, once his name is recopied', async () => {
  const server = await renderScreen('/ventes?onglet=options', {
    answers: [options([anOption(), anOption({ id: 2, nom: 'Nadia' })], [OVER, { ...OVER, id: 5 }])],
  })
  await expect.element(page.getByRole('table', { name: 'Options en cours' })).toBeVisible()
  await expectCount(page.getByRole('button', { name: /^Effacer/ }), 0)
  await choose('État', 'Closes')
  const row = page.getByRole('row', { name: /Appartement E-1/ }).first()
  await expect.element(row).toHaveTextContent(/Libérée.*Renonce/)
  const act = page.getByRole('button', { name: 'Effacer les données de Samir Belkacem' })
  await act.first().click()
  await expect.element(dialog).toHaveAccessibleName('Effacer ses données')
  await expect
    .element(dialog)
    .toHaveTextContent(
      'de cette option et de ses autres options closes, celles au même nom et au même téléphone.',
    )
  await expectAccessible()
  const recopied = dialog.getByLabelText('Recopiez Samir Belkacem pour confirmer.')
  const wrong = 'Recopiez le nom du titulaire pour confirmer.'
  server.give(refuse(optionsEndpoints.erase, 422, { message: wrong, errors: { confirmation: [wrong] } }))
  await recopied.fill('Samir')
  await button('Effacer').click()
  await expect.element(dialog).toHaveTextContent(wrong)
  const open = "Impossible d'effacer ce titulaire : une option est en cours."
  server.give(refuse(optionsEndpoints.erase, 409, { message: open }))
  await recopied.fill('Samir Belkacem')
  await button('Effacer').click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(open)
  const erased = { ...OVER, nom: 'Titulaire effacé', tel: null, effacee: true }
  server.give(
    answer(optionsEndpoints.erase, { message: 'Données effacées avec succès !' }),
    options([], [erased, { ...erased, id: 5 }]),
  )
  await button('Effacer').click()
  await said('Données effacées avec succès !')
  await expectCount(page.getByRole('cell', { name: /^Titulaire effacé/ }), 2)
  await expectCount(page.getByRole('button', { name: /^Effacer les données/ }), 0)
  expect(server.sent().at(-1)).toEqual(['POST', '/api/options/4/effacer', { confirmation: 'Samir Belkacem' }])
})
