import { expect, test } from 'vitest'
import { appartementsEndpoints, type Appartement } from '#features/biens/appartements.contract.ts'
import { anAppartement } from '#features/biens/biens.objects.ts'
import { chargesEndpoints } from '#features/charges/charges.contract.ts'
import { aBon, aCategorie, aLigne } from '#features/charges/charges.objects.ts'
import { blocsEndpoints } from '#features/structure/blocs.contract.ts'
import { etagesEndpoints } from '#features/structure/etages.contract.ts'
import { residencesEndpoints } from '#features/structure/residences.contract.ts'
import { aBloc, anEtage } from '#features/structure/structure.objects.ts'
import { answer } from '#test/harness/screens/answers.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { card, dialog, field, key, press, textsOf, type, valueOf } from '#test/harness/screens/screen.ts'

const shown = (label: string, value: string) =>
  expect.poll(() => valueOf(field(label)), { message: label }).toBe(value)
const BAD_AMOUNT = /^Ce montant n'est pas valide/
const BAD_QUANTITY = 'La quantité doit être un nombre entier, 1 au moins.'

/** A new voucher, the focus in the designation of its first line. */
async function voucher() {
  const server = await renderScreen('/charges', {
    answers: [answer(chargesEndpoints.categories, onePage([aCategorie({ nom: 'Fer' })]))],
  })
  await press('Ajouter un bon à Fer')
  await expect.element(field('Référence')).toHaveFocus()
  field('Désignation').element().focus()
  return server
}
const lines = dialog.getByRole('list', { name: 'Lignes du bon' }).getByRole('listitem')

async function editedLot(lot: Appartement) {
  const server = await renderScreen('/appartement', {
    answers: [
      answer(appartementsEndpoints.list, onePage([lot])),
      answer(appartementsEndpoints.read, lot),
      answer(appartementsEndpoints.update, { ...lot, message: 'Appartement modifié avec succès !' }),
      answer(residencesEndpoints.all, [{ id: 1, nom: 'Les Pins' }]),
      answer(blocsEndpoints.ofResidence, [aBloc()]),
      answer(etagesEndpoints.ofBloc, [anEtage()]),
    ],
  })
  await press('Modifier', card('Appartement B-1'))
  await expect.element(field('Étage')).toHaveValue('1er étage')
  return server
}

test('a number out of bounds is told as it is typed; nothing is sent', async () => {
  const server = await editedLot(anAppartement({ numLot: 'B-1' }))
  await field('Montant total').fill('')
  await type('99999999999,99')
  await expect.element(field('Montant total')).toHaveAccessibleDescription('')
  for (let n = 0; n < 3; n++) await key('ArrowLeft')
  await type('9')
  await expect.element(field('Montant total')).toHaveAccessibleDescription(BAD_AMOUNT)
  await key('Backspace')
  await expect.element(field('Montant total')).toHaveAccessibleDescription('')
  await field('Surface utile').fill('')
  await type('999999999999999')
  await expect.element(field('Surface utile')).toHaveAccessibleDescription(/^Cette surface n'est pas valide/)
  await key('Tab')
  await expect.element(field('Surface utile')).toHaveAccessibleDescription(/^Cette surface n'est pas valide/)
  expect(server.changes()).toEqual([])
})

test('a number too small is told when it is left, one that is missing when the form is sent', async () => {
  const bon = aBon({ lignes: [aLigne({ designation: 'Ciment' })] })
  const server = await renderScreen('/charges', {
    answers: [answer(chargesEndpoints.categories, onePage([aCategorie({ bons: [bon] })]))],
  })
  await press('Modifier la ligne Ciment')
  const quantity = field('Quantité')
  await quantity.fill('')
  await type('0')
  await expect.element(quantity).toHaveAccessibleDescription('')
  await key('Tab')
  await expect.element(quantity).toHaveAccessibleDescription(BAD_QUANTITY)
  await key('Shift+Tab')
  await type('2')
  await expect.element(quantity).toHaveAccessibleDescription('')
  await key('Backspace')
  await key('Tab')
  await expect.element(quantity).toHaveAccessibleDescription('')
  await key('Shift+Tab')
  await key('Enter')
  await expect.element(quantity).toHaveAccessibleDescription('La quantité est obligatoire.')
  expect(server.changes()).toEqual([])
})

test('the line of a new voucher tells a bad number as any other form does, and does not collect it', async () => {
  const server = await voucher()
  const [price, quantity] = [field('Prix unitaire'), field('Quantité')]
  await type('Ciment')
  await key('Tab')
  await type('999999999999')
  await expect.element(price).toHaveAccessibleDescription(BAD_AMOUNT)
  await key('Enter')
  await expect.element(price).toHaveAccessibleDescription(BAD_AMOUNT)
  await expect.element(lines).not.toBeInTheDocument()
  await key('Backspace')
  await expect.element(price).toHaveAccessibleDescription('')
  await key('Tab')
  await type('0')
  await expect.element(quantity).toHaveAccessibleDescription('')
  await key('Shift+Tab')
  await expect.element(quantity).toHaveAccessibleDescription(BAD_QUANTITY)
  await type('850')
  await key('Tab')
  await type('1000000000')
  await expect.element(quantity).toHaveAccessibleDescription(/^Ce nombre ne peut pas dépasser/)
  await field('Référence').fill('BB-1')
  await key('Enter')
  await expect.element(quantity).toHaveAccessibleDescription(/^Ce nombre ne peut pas dépasser/)
  await expect.element(quantity).toHaveFocus()
  // Each within its bounds, and what they come to is not: nothing is collected that the server would refuse.
  await type('900000000')
  await expect.element(quantity).toHaveAccessibleDescription('')
  await key('Enter')
  const tooMuch = dialog.getByText('Le montant de la ligne dépasse le maximum.')
  await expect.element(tooMuch).toBeVisible()
  await expect.element(lines).not.toBeInTheDocument()
  await key('Control+a')
  await type('20')
  await expect.element(tooMuch).not.toBeInTheDocument()
  await key('Enter')
  await expect.poll(() => textsOf(lines)).toEqual(['Ciment · 20 × 850,00 DA17 000,00 DA'])
  // A line nobody has begun says nothing, wherever the keyboard passes.
  for (const keys of ['Tab', 'Tab', 'Tab', 'Shift+Tab']) await key(keys)
  await expect.element(dialog.getByCss('[aria-invalid=true]')).not.toBeInTheDocument()
  expect(server.changes()).toEqual([])
})

// spec: SHELL-03, LIM-12
test('an amount has two decimals as soon as it has one, once it is typed', async () => {
  const server = await editedLot(anAppartement({ numLot: 'B-1', montant: 9_000_000_50 }))
  const price = 'Montant total'
  await shown(price, '9 000 000,50 DA')
  // Nothing moves under the hand: not on entering, not while typing.
  field(price).element().focus()
  await shown(price, '9 000 000,50 DA')
  for (const [typed, seen] of [
    ['1234567', '1 234 567 DA'],
    [',', '1 234 567, DA'],
    ['5', '1 234 567,5 DA'],
  ] as const) {
    await type(typed)
    await shown(price, seen)
  }
  await key('Tab')
  await shown(price, '1 234 567,50 DA')

  // The second decimal may be taken away and typed again where the caret is.
  field(price).element().focus()
  await key('End')
  for (let n = 0; n < 3; n++) await key('ArrowLeft')
  await key('Backspace')
  await shown(price, '1 234 567,5 DA')
  await type('7')
  await shown(price, '1 234 567,57 DA')
  await key('Backspace')
  await key('Backspace')
  await type('4')
  await shown(price, '1 234 567,4 DA')
  await key('Tab')
  await shown(price, '1 234 567,40 DA')

  // A whole amount stays whole, an empty one empty, an area as it is.
  await field('Montant 1').fill('2000')
  await key('Tab')
  await shown('Montant 1', '2 000 DA')
  await shown('Montant 2', '')
  await shown('Surface habitable', '72,5 m²')
  await press(/^Enregistrer$/, dialog)
  await expect.element(dialog).not.toBeInTheDocument()
  expect(server.changes().map(({ body }) => body)).toMatchObject([{ montant: '1234567.4', montant1: '2000' }])
})
