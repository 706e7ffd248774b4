import { expect, test } from 'vitest'
import type { Paiement } from '#features/paiements/paiement.schema.ts'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { ALI, aPaiement, aSolde, SoldLot } from '#features/paiements/paiements.objects.ts'
import { answer, lostOnItsWay, raw, refuse } from '#test/harness/screens/answers.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  alert,
  choose,
  dialog,
  field,
  fill,
  key,
  page,
  press,
  rows,
  savedFiles,
  valueOf,
} from '#test/harness/screens/screen.ts'

const row = rows.first()
const print = page.getByRole('button', { name: 'Imprimer le reçu', exact: true })
const offer = page.getByText(/^Reçu N° \d{4}-\d{6}/)
const update = () => press('Mettre à jour', dialog)
const MODIFIE = 'Paiement modifié avec succès !'
const ENTRE_TEMPS = refuse(paiementsEndpoints.update, 409, {
  message: 'Cette fiche a été modifiée entre-temps. Rechargez-la.',
})
const CORRIGE = { versement: 3_050_000_00, rectifie_le: '2026-03-04' }

/** A lot of Ali's at 8 000 000 DA with one payment of 3 500 000 DA, and its screen. */
async function open() {
  const lot = new SoldLot([aPaiement({ versement: 3_500_000_00 })], { prix: 8_000_000_00 })
  const server = await renderScreen(lot.address, { answers: lot.answers })
  await expect.element(row).toHaveTextContent('3 500 000,00 DA')
  return { lot, server }
}

/** Opens the only payment to edit it. */
async function edit(): Promise<void> {
  await press('Modifier le paiement 2026-000031', row)
  await expect.poll(() => valueOf(field('Reste à payer'))).toMatch(/ DA$/)
}

async function reload(): Promise<void> {
  await expect.element(dialog).toHaveTextContent('Cette fiche a été modifiée entre-temps. Rechargez-la.')
  await press('Recharger', dialog)
  await expect.element(dialog.getByRole('button', { name: 'Recharger' })).not.toBeInTheDocument()
}

test('an amount that is corrected: the new receipt is offered, the old one asked back, and every place says so', async () => {
  const { lot, server } = await open()
  await edit()
  server.give(lot.corrects(CORRIGE))
  await fill({ Montant: '3050000' })
  await key('Enter')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByText(MODIFIE)).toBeVisible()
  await expect
    .element(offer)
    .toHaveTextContent(
      "Reçu N° 2026-000031 corrigé : 3 050 000,00 DA au lieu de 3 500 000,00 DA. Reprenez l'ancien exemplaire. Il reste 4 950 000,00 DA",
    )
  await expect.element(print).toHaveFocus()
  expect(server.changes().map(({ path, body }) => [path, body])).toEqual([
    [
      '/api/paiements/31',
      {
        version: 1,
        client_id: ALI.id,
        appartement_id: 12,
        place_parking_id: null,
        local_id: null,
        date_paiement: '2026-03-01',
        versement: 3_050_000,
        details: '',
        mode: null,
        banque: null,
        reference: null,
        compte_id: null,
        date_cheque: null,
        payeur_type: null,
        payeur: null,
      },
    ],
  ])

  const rectifie = 'Rectifié le 04/03/2026'
  await expect.element(row).toHaveTextContent(rectifie)
  await press(/^Détails du paiement/)
  await expect.element(dialog).toHaveTextContent(rectifie)
  await key('Escape')
  await page
    .getByRole('button', { name: /Pourquoi ce solde/ })
    .last()
    .click()
  await expect.element(dialog.getByRole('row', { name: '2026-000031' })).toHaveTextContent(rectifie)
})

const PLACE = {
  appartement_id: null,
  appartement: null,
  place_parking_id: 7,
  place_parking: {
    id: 7,
    numero_place: 41,
    montant: 9_000_000_00,
    parking: { id: 1, parking_nom: 'Parking Nord', residence: { nom: 'Les Jardins' } },
  },
}
const ELODIE = { ...ALI, id: 2, nomComplet: 'Benaïssa Élodie' }
const DE_LA_PLACE =
  "pour la place 41, Parking Nord, Les Jardins, au lieu de l'appartement A-12, Bloc B, Les Jardins"

// spec: RE-03
test.each<[string, Partial<Paiement>, string]>([
  ['a day', { date_paiement: '2026-03-05' }, 'versement du 5 mars 2026 au lieu du 1er mars 2026'],
  ['a bien', PLACE, DE_LA_PLACE],
  ['a client', { client_id: 2, client: ELODIE }, "Benaïssa Élodie au lieu d'Ali Benali"],
  [
    'all of it',
    { ...PLACE, client_id: 2, client: ELODIE, versement: 100_00, date_paiement: '2026-03-06' },
    `100,00 DA au lieu de 3 500 000,00 DA ; versement du 6 mars 2026 au lieu du 1er mars 2026 ; ${DE_LA_PLACE} ; Benaïssa Élodie au lieu d'Ali Benali`,
  ],
  ['a mode', { mode: 'especes' }, "espèces au lieu d'un mode non précisé"],
  [
    'a payer',
    { payeur_type: 'banque', payeur: 'CNEP-Banque' },
    'payé par une banque (crédit), CNEP-Banque au lieu du client',
  ],
])('%s that is corrected is said, and the former copy asked back', async (_what, changed, said) => {
  const { lot, server } = await open()
  server.give(
    lot.corrects({ ...changed, rectifie_le: '2026-03-07' }),
    answer(paiementsEndpoints.soldePlace, aSolde({ resteAPayer: 5_500_000_00 })),
  )
  await edit()
  await update()
  await expect
    .element(offer)
    .toHaveTextContent(`Reçu N° 2026-000031 corrigé : ${said}. Reprenez l'ancien exemplaire.`)
  const left = changed.place_parking_id ? '5 500 000,00 DA' : / DA/
  await expect.element(offer).toHaveTextContent(left)
  await expect.element(row).toHaveTextContent('Rectifié le 07/03/2026')
})

test('a day and a mode are sent as they were typed and chosen', async () => {
  const { lot, server } = await open()
  server.give(lot.corrects({}))
  await edit()
  await fill({ Date: '05/03/2026' })
  await key('Tab')
  await choose('Mode de paiement', 'Espèces')
  await update()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(server.changes().map(({ body }) => body)).toMatchObject([
    { date_paiement: '2026-03-05', mode: 'especes', versement: 3_500_000 },
  ])
})

test('other details are no correction, nor is what is refused or given up', async () => {
  const { lot, server } = await open()
  server.give(lot.corrects({ details: 'Chèque BNA' }))
  await edit()
  await fill({ Détails: 'Chèque BNA' })
  await update()
  await expect.element(page.getByText(MODIFIE)).toBeVisible()
  await expect.element(row).toHaveTextContent('Chèque BNA')
  await expect.element(print).not.toBeInTheDocument()

  server.give(refuse(paiementsEndpoints.update, 500))
  await edit()
  await fill({ Montant: '100' })
  await update()
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('Erreur lors de la mise à jour. Vérifiez les champs.')
  await press('Annuler', dialog)
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(print).not.toBeInTheDocument()
  await expect.element(row).not.toHaveTextContent('Rectifié')
  expect(server.changes().map(({ body }) => body)).toMatchObject([
    { details: 'Chèque BNA', versement: 3_500_000 },
    { versement: 100 },
  ])
})

test('an answer that is lost hides no correction', async () => {
  const { lot, server } = await open()
  server.give(lostOnItsWay(lot.corrects(CORRIGE)))
  await edit()
  await fill({ Montant: '3050000' })
  await update()
  await expect.element(alert).toHaveTextContent('Erreur lors de la mise à jour. Vérifiez les champs.')
  server.give(ENTRE_TEMPS)
  await update()
  await reload()
  server.give(lot.corrects({}))
  await update()
  await expect.element(offer).toHaveTextContent('3 050 000,00 DA au lieu de 3 500 000,00 DA.')
})

test("another one's correction is not taken for one's own", async () => {
  const { lot, server } = await open()
  await edit()
  await fill({ Détails: 'Chèque BNA' })
  lot.change(31, { ...CORRIGE, versement: 100_00 })
  server.give(ENTRE_TEMPS)
  await update()
  await reload()
  server.give(lot.corrects({ details: 'Chèque BNA' }))
  await update()
  await expect.element(page.getByText(MODIFIE)).toBeVisible()
  await expect.element(row).toHaveTextContent('Chèque BNA')
  await expect.element(row).toHaveTextContent('Rectifié le 04/03/2026')
  await expect.element(print).not.toBeInTheDocument()
  expect(server.changes().map(({ body }) => body)).toMatchObject([
    { version: 1, versement: 3_500_000, details: 'Chèque BNA' },
    { version: 2, versement: 100, details: 'Chèque BNA' },
  ])
})

test('details added to what is on offer leave it on offer, to be printed', async () => {
  const { lot, server } = await open()
  server.give(lot.corrects(CORRIGE), raw(paiementsEndpoints.printSingle, {}))
  await edit()
  await fill({ Montant: '3050000' })
  await update()
  await expect.element(offer).toHaveTextContent('Reçu N° 2026-000031 corrigé')
  server.give(lot.corrects({ details: 'Chèque BNA 88' }))
  await edit()
  await fill({ Détails: 'Chèque BNA 88' })
  await update()
  // The former copy is still in the client's hand, and the sentence of this edit is said as well.
  await expect
    .element(page.getByRole('status').filter({ hasText: MODIFIE }).last())
    .toHaveTextContent(MODIFIE)
  await expect.element(row).toHaveTextContent('Chèque BNA 88')
  await expect
    .element(offer)
    .toHaveTextContent("3 050 000,00 DA au lieu de 3 500 000,00 DA. Reprenez l'ancien exemplaire.")
  const saved = savedFiles()
  await print.click()
  await expect.poll(() => saved).toEqual(['paiement_31.pdf'])
})

test('the receipt of a payment that is deleted is no longer offered', async () => {
  const { lot, server } = await open()
  server.give(lot.corrects(CORRIGE), lot.deletes())
  await edit()
  await fill({ Montant: '3050000' })
  await update()
  await expect.element(print).toHaveFocus()
  await press('Supprimer le paiement 2026-000031', row)
  await press('Supprimer', dialog)
  await expect.element(page.getByText('Paiement supprimé avec succès !')).toBeVisible()
  await expect.element(print).not.toBeInTheDocument()
  expect(server.changes().map(({ method, path }) => `${method} ${path}`)).toEqual([
    'PUT /api/paiements/31',
    'DELETE /api/paiements/31',
  ])
})
