import { expect, test } from 'vitest'
import { cdp, userEvent } from 'vitest/browser'
import { aSoldAppartement } from '#features/biens/biens.objects.ts'
import { chargesEndpoints } from '#features/charges/charges.contract.ts'
import { aCategorie } from '#features/charges/charges.objects.ts'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import { aClient, aClientResume } from '#features/clients/clients.objects.ts'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { aPaiement, answersOfPayments } from '#features/paiements/paiements.objects.ts'
import { answer } from '#test/harness/screens/answers.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { dialog, field, key, plain, press, textsOf, type, valueOf } from '#test/harness/screens/screen.ts'

/** Every machine is slower than ours: what the screen puts off comes later there than the next key. */
const slower = async (rate: number) => {
  await cdp().send('Emulation.setCPUThrottlingRate', { rate })
}
const frame = () => new Promise<void>((drawn) => requestAnimationFrame(() => drawn()))
/** All that a key has put off to the next frames and moments has come. */
async function rest(): Promise<void> {
  await frame()
  await frame()
  await new Promise((done) => setTimeout(done))
}
const PACES = { 'without a pause': async () => {}, 'a frame': frame, 'until all is done': rest }

async function typeAt(pace: keyof typeof PACES, text: string): Promise<void> {
  for (const sign of text) {
    await type(sign)
    await PACES[pace]()
  }
}

const shown = (label: string, value: string) =>
  expect.poll(() => valueOf(field(label)), { message: label }).toBe(value)

/** Returns the text selected in the field that has the focus. */
function selected(): string | null {
  const input = document.activeElement
  if (!(input instanceof HTMLInputElement)) return null
  return plain(input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0))
}

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

/** The dialog that corrects a payment of 6 360 000 DA. */
async function correction() {
  const client = aClientResume()
  const lot = aSoldAppartement(client, { montant: 99_000_000_00 })
  const paiement = aPaiement({ appartement_id: lot.id, versement: 6_360_000_00, prix: lot.montant })
  const server = await renderScreen('/clients/1/paiements/1', {
    answers: [
      ...answersOfPayments(lot, [paiement]),
      answer(paiementsEndpoints.update, ({ body }) => {
        const { versement } = body as { versement: number }
        const said = { message: 'Paiement modifié avec succès !', avertissements: [] }
        return { ...paiement, ...said, versement: Math.round(versement * 100) }
      }),
    ],
  })
  await press(/^Modifier le paiement/)
  await expect.element(field('Montant')).toHaveFocus()
  return server
}

const BAD_AMOUNT = /^Ce montant n'est pas valide/

const SPEEDS = [
  ['without a pause', 1],
  ['a frame', 1],
  ['until all is done', 1],
  ['without a pause', 6],
  ['a frame', 6],
] as const

test.each(SPEEDS)('Tab, type, the value: %s between keys, the machine %i × slower', async (pace, rate) => {
  await voucher()
  await slower(rate)
  for (const [rank, designation] of ['Ciment', 'Sable'].entries()) {
    await typeAt(pace, designation)
    await key('Tab')
    await typeAt(pace, '850')
    await key('Tab')
    await typeAt(pace, '20')
    await key('Enter')
    await expect.element(lines).toHaveLength(rank + 1)
  }
  await slower(1)
  expect(textsOf(lines)).toEqual([
    'Ciment · 20 × 850,00 DA17 000,00 DA',
    'Sable · 20 × 850,00 DA17 000,00 DA',
  ])
})

test.each(SPEEDS)(
  'an amount to correct is typed over: %s between keys, the machine %i × slower',
  async (pace, rate) => {
    const server = await correction()
    await slower(rate)
    await typeAt(pace, '3050000,5')
    await shown('Montant', '3 050 000,5 DA')
    await slower(1)
    await key('Enter')
    await expect.element(dialog).not.toBeInTheDocument()
    expect(server.changes().map(({ body }) => body)).toMatchObject([{ versement: 3_050_000.5 }])
  },
)

test('the keyboard selects the whole field, a click puts the caret where it falls', async () => {
  await correction()
  const amount = field('Montant')
  const before = '6 360 000 DA'
  await expect.poll(selected).toBe(before)
  await key('Shift+Tab')
  await key('Tab')
  await expect.poll(selected).toBe(before)

  // In the middle, then at the end, where the unit stands: the digit goes before it.
  await key('ArrowLeft')
  await key('ArrowRight')
  await type('1')
  await shown('Montant', '61 360 000 DA')
  await key('Backspace')
  await shown('Montant', before)
  await key('End')
  await type('5')
  await shown('Montant', '63 600 005 DA')
  await key('Backspace')
  await shown('Montant', before)

  // The blank between thousands is passed over.
  for (let n = 0; n < 3; n++) await key('ArrowLeft')
  await key('Backspace')
  await shown('Montant', '636 000 DA')
  await type('0')
  await shown('Montant', before)

  // A click, when the field has the focus and when it has not.
  for (const from of ['Montant', 'Détails']) {
    field(from).element().focus()
    await amount.click({ position: { x: 22, y: 12 } })
    expect([from, selected()]).toEqual([from, ''])
    await key('Delete')
    await expect.element(amount).not.toHaveValue('')
    await amount.fill('6360000')
  }
  await key('Control+a')
  await key('Delete')
  await shown('Montant', '')
})

// spec: RF-04, RF-22
test.each([
  ['3 050 000,25', '3 050 000,25 DA'],
  ['3050000.75', '3 050 000,75 DA'],
  ['1,234,567.50', '1 234 567,50 DA'],
  ['12,5', '12,5 DA'],
  ['12.5', '12,5 DA'],
  ['3.050.000', '3 050 000 DA'],
  ['1.234,50', '1 234,50 DA'],
  ['1.500', '1 500 DA'],
  ['1,500', '1 500 DA'],
  ['٣٠٥٠٠٠٠', '3 050 000 DA'],
  // A third decimal, or groups that are none, stay as they are.
  ['0,500', '0,500 DA'],
  ['1250.505', '1250.505 DA'],
  ['999.999.99', '999.999.99 DA'],
])('%s is read as %s, pasted or typed', async (written, amount) => {
  await correction()
  await navigator.clipboard.writeText(written)
  await userEvent.paste()
  await expect.poll(() => valueOf(field('Montant'))).toBe(amount)
  for (const rate of written === '3.050.000' ? [1, 6] : [1]) {
    await slower(rate)
    await key('Control+a')
    await type(written)
    await shown('Montant', amount)
  }
  await slower(1)
})

// spec: RF-04, RF-22
test('an amount that is none is told when it is left, and stays; signs that no number has change nothing', async () => {
  const server = await correction()
  await type('999.999.99')
  await key('Tab')
  await expect.element(field('Montant')).toHaveAccessibleDescription(BAD_AMOUNT)
  await shown('Montant', '999.999.99 DA')
  await key('Shift+Tab')
  await type('1a2b3')
  for (const arrow of ['ArrowUp', 'ArrowDown', 'ArrowDown']) await key(arrow)
  await shown('Montant', '123 DA')
  await expect.element(field('Montant')).toHaveAccessibleDescription('')
  // Corrected on the way: what was typed before is no longer what stands there.
  await key('Control+a')
  await type('3.05')
  await key('Backspace')
  await type('7')
  await shown('Montant', '3,07 DA')
  await key('Control+a')
  await type('3.050.000')
  await key('Enter')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(server.changes().map(({ body }) => body)).toMatchObject([{ versement: 3_050_000 }])
})

test('who comes back from another window goes on where he was', async () => {
  await correction()
  await type('305')
  // The browser tells the loss of focus so: the field keeps the focus of its page while the window has lost it.
  const input = field('Montant').element()
  for (const [name, bubbles] of [
    ['blur', false],
    ['focusout', true],
    ['focus', false],
    ['focusin', true],
  ] as const)
    input.dispatchEvent(new FocusEvent(name, { bubbles }))
  await type('0000')
  await expect.poll(() => valueOf(field('Montant'))).toBe('3 050 000 DA')
})

// spec: RF-27
test('two phones pasted from two lines stay two', async () => {
  await renderScreen('/clients', { answers: [answer(clientsEndpoints.list, onePage([]))] })
  await press('Ajouter un client')
  await field('Téléphone').click()
  await navigator.clipboard.writeText('0555 12 34 56\r\n0661 00 00 99\n')
  await userEvent.paste()
  await expect.element(field('Téléphone')).toHaveValue('0555 12 34 56 / 0661 00 00 99')
})

test('Tab selects what stands in any field of a dialog', async () => {
  const nadia = aClient({ nomComplet: 'Nadia Saïd', tel: '0555 12 34 56' })
  await renderScreen('/clients', {
    answers: [answer(clientsEndpoints.list, onePage([nadia])), answer(clientsEndpoints.read, nadia)],
  })
  await press('Modifier Nadia Saïd')
  await expect.element(field('Nom complet')).toHaveFocus()
  await key('Tab')
  await expect.poll(selected).toBe('0555 12 34 56')
  await type('0661 22 33 44')
  await key('Shift+Tab')
  await expect.poll(selected).toBe('Nadia Saïd')
  await expect.element(field('Téléphone')).toHaveValue('0661 22 33 44')
})
