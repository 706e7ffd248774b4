import { expect, test } from 'vitest'
import { appartementsEndpoints } from '#features/biens/appartements.contract.ts'
import { anAppartement, aLocal, aParking, aPlace } from '#features/biens/biens.objects.ts'
import { locauxEndpoints } from '#features/biens/locaux.contract.ts'
import { parkingsEndpoints, placesEndpoints } from '#features/biens/parkings.contract.ts'
import { blocsEndpoints } from '#features/structure/blocs.contract.ts'
import { etagesEndpoints } from '#features/structure/etages.contract.ts'
import { residencesEndpoints } from '#features/structure/residences.contract.ts'
import { aBloc, anEtage, aResidence } from '#features/structure/structure.objects.ts'
import { answer, refuse } from '#test/harness/screens/answers.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { dialog, key, page, said } from '#test/harness/screens/screen.ts'

const LIEUX = [
  answer(residencesEndpoints.all, [{ id: 1, nom: 'Les Pins' }]),
  answer(blocsEndpoints.ofResidence, [aBloc()]),
  answer(etagesEndpoints.ofBloc, [anEtage()]),
]
const place = aPlace({ position: 'Allée A' })

/**
 * The list that shows one record, its name there and the call that changes it; a field typed into here and one that a colleague changes
 * meanwhile, how that one then shows and what is sent of both; what is said.
 */
const FORMS = [
  {
    noun: 'a residence',
    address: '/residence',
    shown: [answer(residencesEndpoints.list, onePage([aResidence()]))],
    name: 'Les Pins',
    update: residencesEndpoints.update,
    again: answer(residencesEndpoints.read, aResidence({ nom: 'Les Pins bleus', version: 2 })),
    saved: answer(residencesEndpoints.update, {
      ...aResidence(),
      message: 'Résidence modifiée avec succès !',
    }),
    typed: ['Adresse', 'Oran, ma saisie'],
    changed: ['Nom', /^Les Pins bleus$/],
    sent: { nom: 'Les Pins bleus', adresse: 'Oran, ma saisie', version: '2' },
    says: 'Résidence modifiée avec succès !',
  },
  {
    noun: 'a bloc',
    address: '/bloc',
    shown: [answer(blocsEndpoints.list, onePage([aBloc()]))],
    name: 'Bloc A',
    update: blocsEndpoints.update,
    again: answer(blocsEndpoints.read, aBloc({ nomloc: 'Bloc Alpha', version: 2 })),
    saved: answer(blocsEndpoints.update, { ...aBloc(), message: 'Bloc modifié avec succès !' }),
    typed: ['Description', 'Ma saisie'],
    changed: ['Nom du bloc', /^Bloc Alpha$/],
    sent: { nomloc: 'Bloc Alpha', description: 'Ma saisie', version: 2 },
    says: 'Bloc modifié avec succès !',
  },
  {
    noun: 'an étage',
    address: '/etage',
    shown: [answer(etagesEndpoints.list, onePage([anEtage()]))],
    name: '1er étage',
    update: etagesEndpoints.update,
    again: answer(etagesEndpoints.read, anEtage({ niveau: 3, version: 2 })),
    saved: answer(etagesEndpoints.update, { ...anEtage(), message: 'Étage modifié avec succès !' }),
    typed: ['Désignation', 'Ma saisie'],
    changed: ['Niveau', /^3$/],
    sent: { designation: 'Ma saisie', niveau: 3, version: 2 },
    says: 'Étage modifié avec succès !',
  },
  {
    noun: 'an appartement',
    address: '/appartement',
    shown: [answer(appartementsEndpoints.list, onePage([anAppartement()]))],
    name: 'Appartement 101',
    update: appartementsEndpoints.update,
    again: answer(appartementsEndpoints.read, anAppartement({ montant: 1_250_000_00, version: 2 })),
    saved: answer(appartementsEndpoints.update, {
      ...anAppartement(),
      message: 'Appartement modifié avec succès !',
    }),
    typed: ['Type de logement', 'F4 ma saisie'],
    changed: ['Montant total', /^1\s250\s000(,00)?\sDA$/],
    sent: { typeLogement: 'F4 ma saisie', montant: '1250000', version: '2' },
    says: 'Appartement modifié avec succès !',
  },
  {
    noun: 'a local',
    address: '/locaux',
    shown: [answer(locauxEndpoints.list, onePage([aLocal()]))],
    name: 'Local L-1',
    update: locauxEndpoints.update,
    again: answer(locauxEndpoints.read, aLocal({ surface: 55_50, version: 2 })),
    saved: answer(locauxEndpoints.update, { ...aLocal(), message: 'Local modifié avec succès !' }),
    typed: ['Description', 'Ma saisie'],
    changed: ['Surface (m²)', /^55,50?\sm²$/],
    sent: { description: 'Ma saisie', surface: 55.5, version: 2 },
    says: 'Local modifié avec succès !',
  },
  {
    noun: 'a place',
    address: '/parking?places=1',
    shown: [
      answer(parkingsEndpoints.list, onePage([aParking({ places_count: 1 })])),
      answer(parkingsEndpoints.detail, { ...aParking({ places_count: 1 }), places: [place] }),
    ],
    name: 'Place 1',
    update: placesEndpoints.update,
    again: answer(placesEndpoints.detail, aPlace({ montant: 2000_00, version: 2 })),
    saved: answer(placesEndpoints.update, { ...place, message: 'Place modifiée avec succès !' }),
    typed: ['Position', 'Allée C'],
    changed: ['Montant', /^2\s000(,00)?\sDA$/],
    sent: { position: 'Allée C', montant: 2000, version: 2 },
    says: 'Place modifiée avec succès !',
  },
] as const

// spec: RES-45, RES-55, BLOC-38, BLOC-45, ETG-65, APT-75, LOC-60, LOC-67
test.each(FORMS)(
  'two people editing $noun: the later reloads and keeps what was typed',
  async ({ address, shown, name, update, again, saved, typed, changed, sent, says }) => {
    const stale = 'Cette fiche a été modifiée entre-temps. Rechargez-la.'
    const server = await renderScreen(address, {
      answers: [...LIEUX, ...shown, again, refuse(update, 409, { message: stale })],
    })
    await page
      .getByRole('article', { name, exact: true })
      .getByRole('button', { name: /^Modifier/ })
      .click()
    const form = dialog.last()
    const input = (label: string) => form.getByLabelText(label).first()
    await input(typed[0]).fill(typed[1])
    await key('Tab')
    await form.getByRole('button', { name: 'Enregistrer', exact: true }).click()
    await expect.element(form.getByRole('alert')).toHaveTextContent(stale)
    await form.getByRole('button', { name: 'Recharger' }).click()
    await expect.element(form.getByRole('alert')).not.toBeInTheDocument()
    await expect.element(input(typed[0])).toHaveValue(typed[1])
    const there = input(changed[0]).element()
    await expect.poll(() => (there instanceof HTMLInputElement ? there.value : '')).toMatch(changed[1])
    server.give(saved)
    await form.getByRole('button', { name: 'Enregistrer', exact: true }).click()
    await said(says)
    expect(server.changes()).toHaveLength(2)
    expect(server.changes().at(-1)?.body).toMatchObject(sent)
  },
)
