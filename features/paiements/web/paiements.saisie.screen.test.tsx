import { expect, test } from 'vitest'
import { appartementsEndpoints } from '#features/biens/appartements.contract.ts'
import { ALI, aPaiement, SoldLot } from '#features/paiements/paiements.objects.ts'
import { blocsEndpoints } from '#features/structure/blocs.contract.ts'
import { etagesEndpoints } from '#features/structure/etages.contract.ts'
import { residencesEndpoints } from '#features/structure/residences.contract.ts'
import { aBloc, anEtage } from '#features/structure/structure.objects.ts'
import { answer, lostOnItsWay, refuse } from '#test/harness/screens/answers.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  alert,
  dialog,
  field,
  fill,
  insert,
  key,
  page,
  press,
  rows,
  valueOf,
} from '#test/harness/screens/screen.ts'

const save = dialog.getByRole('button', { name: 'Enregistrer', exact: true })

/** Ali's appartement at 1 000 DA, and the dialog that takes a payment for it. */
async function take(paiements = [] as ReturnType<typeof aPaiement>[]) {
  const lot = new SoldLot(paiements)
  const server = await renderScreen(lot.address, { answers: lot.answers })
  await press('Ajouter un paiement')
  await expect.element(field('Montant')).toHaveFocus()
  await expect.poll(() => valueOf(field('Reste à payer'))).toMatch(/ DA$/)
  return { lot, server }
}

const MISSING = /^Le montant est obligatoire\.$/
const NOT_ABOVE_ZERO = /^Le montant doit être supérieur à zéro\.$/
const TOO_MUCH = /^Le versement dépasse le reste à payer \(1\s000,00\sDA\)\.$/

// spec: PAY-33, PAY-34, PAY-36, PAY-37
test('what is no amount is refused at its field; nothing is sent, nothing typed is lost', async () => {
  const { server } = await take()
  await fill({ Détails: 'Chèque n° 12' })
  for (const [text, shown, refusal] of [
    ['1e3', '', MISSING],
    ['1.5E+03', '', MISSING],
    ['-5', '', MISSING],
    ['−5', '', MISSING],
    ['12/13', '', MISSING],
    ['0.001', '0.001 DA', /^Ce montant n'est pas valide/],
    ['٠', '0 DA', NOT_ABOVE_ZERO],
    ['0', '0 DA', NOT_ABOVE_ZERO],
    ['1,000,001', '1 000 001 DA', TOO_MUCH],
    ['1000,01', '1 000,01 DA', TOO_MUCH],
  ] as const) {
    await fill({ Montant: '' })
    await insert(text)
    await field('Détails').click()
    await expect.poll(() => valueOf(field('Montant'))).toBe(shown)
    // An amount that is too much is known before it is sent.
    expect(save.element().hasAttribute('disabled')).toBe(refusal === TOO_MUCH)
    if (refusal !== TOO_MUCH) await save.click()
    await expect.element(field('Montant')).toHaveAccessibleDescription(refusal)
  }
  await fill({ Montant: '1,5' })
  await expect.poll(() => valueOf(field('Reste à payer'))).toBe('998,50 DA')
  expect(server.changes()).toEqual([])
  await expect.element(field('Détails')).toHaveValue('Chèque n° 12')
})

const NONE = "Cette date n'existe pas."
const UNREAD = "Cette date n'est pas lisible. Écrivez JJ/MM/AAAA."

// spec: PAY-33, PAY-36
test('what is no day is refused at its field, and stays there; a day without bars is read and sent', async () => {
  const { lot, server } = await take()
  await fill({ Montant: '1000', Détails: 'Chèque n° 12' })
  for (const [text, refusal] of [
    ['30/02/2026', NONE],
    ['31042026', NONE],
    ['demain', UNREAD],
    ['12/31/2026', UNREAD],
    ['01/01/1800', NONE],
  ] as const) {
    await fill({ Date: text })
    await key('Tab')
    await expect.element(field('Date')).toHaveValue(text)
    await save.click()
    await expect.element(field('Date')).toHaveAccessibleDescription(refusal)
  }
  expect(server.changes()).toEqual([])
  await fill({ Date: '28022026' })
  await key('Tab')
  await expect.element(field('Date')).toHaveValue('28/02/2026')
  const taken = { date_paiement: '2026-02-28', versement: 1_000_00, details: 'Chèque n° 12' }
  server.give(lot.takes(aPaiement(taken)))
  await save.click()
  await expect.element(rows).toHaveTextContent(/28 février 2026.*1 000,00 DA.*Chèque n° 12/)
  expect(server.changes().map(({ body }) => body)).toEqual([
    {
      client_id: ALI.id,
      appartement_id: 12,
      place_parking_id: null,
      local_id: null,
      date_paiement: '2026-02-28',
      versement: 1000,
      details: 'Chèque n° 12',
      mode: null,
      banque: null,
      reference: null,
      compte_id: null,
      date_cheque: null,
      payeur_type: null,
      payeur: null,
    },
  ])
})

// spec: PAY-45, ERR-80
test.each(['sent again', 'given up'])(
  'an answer that is lost, and is %s: the screen shows the one payment that was recorded',
  async (then) => {
    const { lot, server } = await take()
    const taken = lot.takes(aPaiement())
    server.give(lostOnItsWay(taken))
    await fill({ Montant: '300' })
    await save.click()
    await expect.element(alert).toHaveTextContent('Erreur lors de la création du paiement.')
    await expect.poll(() => valueOf(field('Montant'))).toBe('300 DA')
    server.give(taken)
    await press(then === 'sent again' ? /^Enregistrer$/ : 'Annuler', dialog)
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(rows).toHaveTextContent('300,00 DA')
    if (then === 'given up') return
    await expect.element(page.getByText(/Reçu N° \d{4}-\d{6}/)).toHaveTextContent('Il reste 700,00 DA')
    // The same key: the server takes them for one.
    expect(new Set(server.changes().map(({ key: sent }) => sent)).size).toBe(1)
  },
)

test('a payment that repeats one of the same day and amount is said, not refused', async () => {
  await take([aPaiement({ versement: 100_00, date_paiement: '2026-02-15' })])
  const repeated = dialog.getByText(
    'Le reçu N° 2026-000031 est déjà de ce montant, le même jour, pour ce bien.',
  )
  await fill({ Montant: '100' })
  await expect.element(repeated).not.toBeInTheDocument()
  await fill({ Date: '15/02/2026' })
  await expect.element(repeated).toBeVisible()
  await expect.element(save).toBeEnabled()
  await fill({ Montant: '99' })
  await expect.element(repeated).not.toBeInTheDocument()
})

// spec: DET-06, DET-29
test('a price lowered under what is paid is refused, and the form keeps its content', async () => {
  const { appartement } = new SoldLot([aPaiement({ versement: 900_00 })])
  const refusal = 'Le montant ne peut pas être inférieur au total déjà payé (900,00 DA).'
  const server = await renderScreen('/appartement', {
    answers: [
      answer(appartementsEndpoints.list, onePage([appartement])),
      answer(appartementsEndpoints.read, appartement),
      answer(residencesEndpoints.all, [{ id: 1, nom: 'Les Jardins' }]),
      answer(blocsEndpoints.ofResidence, [aBloc()]),
      answer(etagesEndpoints.ofBloc, [anEtage({ id: 2 })]),
      refuse(appartementsEndpoints.update, 422, { message: refusal, errors: { montant: [refusal] } }),
    ],
  })
  await press("Modifier l'appartement A-12")
  await fill({ 'Montant total': '899,99' })
  await save.click()
  await expect.element(alert).toHaveTextContent(refusal)
  await expect.poll(() => valueOf(field('Montant total'))).toBe('899,99 DA')
  expect(server.changes().map(({ body }) => body)).toMatchObject([{ montant: '899.99' }])
})

test('a payment may be raised to the price and not past it', async () => {
  const lot = new SoldLot([
    aPaiement({ id: 32, recu: '2026-000032', versement: 500_00 }),
    aPaiement({ versement: 400_00 }),
  ])
  const server = await renderScreen(lot.address, { answers: lot.answers })
  await press('Modifier le paiement 2026-000032')
  await expect.poll(() => valueOf(field('Reste à payer'))).toBe('100,00 DA')
  await fill({ Montant: '600,01' })
  await expect.element(dialog).toHaveTextContent('Le versement dépasse le reste à payer (600,00 DA).')
  await expect.element(dialog.getByRole('button', { name: 'Mettre à jour' })).toBeDisabled()
  await fill({ Montant: '600' })
  server.give(lot.corrects({ versement: 600_00 }))
  await press('Mettre à jour', dialog)
  await expect.element(page.getByText('Paiement modifié avec succès !')).toBeVisible()
  expect(server.changes().map(({ path, body }) => [path, body])).toMatchObject([
    ['/api/paiements/32', { version: 1, versement: 600 }],
  ])
})
