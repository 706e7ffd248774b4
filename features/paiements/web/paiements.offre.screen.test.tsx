import { expect, test } from 'vitest'
import { cdp, userEvent } from 'vitest/browser'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { aPaiement, SoldLot } from '#features/paiements/paiements.objects.ts'
import { expectAccessible } from '#test/harness/screens/accessible.ts'
import { held, raw, refuse, type FakeServer } from '#test/harness/screens/answers.ts'
import { freeze, pass, stepUntilVisible, thaw } from '#test/harness/screens/clock.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  button,
  dialog,
  field,
  fill,
  key,
  page,
  savedFiles,
  type,
  valueOf,
} from '#test/harness/screens/screen.ts'

const add = button('Ajouter un paiement')
const print = page.getByRole('button', { name: 'Imprimer le reçu', exact: true })
const offer = page.getByText(/^Reçu N° \d{4}-\d{6}/)
const receipt = raw(paiementsEndpoints.printSingle, {})
const AJOUTE = 'Paiement ajouté avec succès !'

/** Ali's lot at 1 000 DA, of which nothing is paid, and that takes this payment. */
async function open() {
  const lot = new SoldLot()
  const server = await renderScreen(lot.address, {
    answers: [...lot.answers, lot.takes(aPaiement()), receipt],
  })
  await expect.element(page.getByText('Aucun paiement trouvé pour ce bien.')).toBeVisible()
  await expect.element(add).toBeEnabled()
  return { lot, server }
}

/** Opens the dialog by the key and types an amount. */
async function typeAmount(amount: string): Promise<void> {
  add.element().focus()
  await key('Enter')
  await expect.element(field('Montant')).toHaveFocus()
  await expect.poll(() => valueOf(field('Reste à payer'))).toMatch(/ DA$/)
  await type(amount)
}

/** How often a receipt was asked for. */
const prints = (server: FakeServer) => server.calls.filter(({ path }) => path.includes('print-single')).length
const amounts = (server: FakeServer) => server.changes().map(({ body }) => body)

/** The key as a keyboard sends it again while it is held down. */
const ENTER = { type: 'keyDown', key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' } as const

test('the key that saves, held down, does not print as well', async () => {
  const { server } = await open()
  const saved = savedFiles()
  await typeAmount('300')
  await userEvent.keyboard('{Enter>}')
  await expect.element(print).toHaveFocus()
  for (let times = 0; times < 5; times++)
    await cdp().send('Input.dispatchKeyEvent', { ...ENTER, autoRepeat: true })
  await userEvent.keyboard('{/Enter}')
  await expect.element(print).not.toHaveAttribute('aria-disabled', 'true')
  expect([prints(server), amounts(server)]).toMatchObject([0, [{ versement: 300 }]])
  await key('Enter')
  await expect.poll(() => saved).toEqual(['paiement_31.pdf'])
  expect(prints(server)).toBe(1)
})

test('a dialog that was opened again and given up leaves the offer, and the focus where it was', async () => {
  await open()
  await typeAmount('300')
  await key('Enter')
  await expect.element(print).toHaveFocus()
  add.element().focus()
  await key('Enter')
  await expect.element(field('Montant')).toHaveFocus()
  dialog.getByRole('button', { name: 'Annuler' }).element().focus()
  await key('Enter')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(add).toHaveFocus()
  await expect.element(print).toBeVisible()
})

test.each([
  ['a desk', 1366, 768],
  ['a phone', 390, 844],
])(
  'nothing moves under the mouse when the sentence goes after its 3 s, on %s',
  async (_where, width, height) => {
    await page.viewport(width, height)
    await open()
    await typeAmount('300')
    freeze()
    await key('Enter')
    const told = page.getByText(AJOUTE)
    await stepUntilVisible(told)
    await stepUntilVisible(offer.getByText(/^Il reste 700,00\sDA/))
    await pass(500)
    // The dialog has arrived.
    await expect.poll(() => document.getAnimations().length).toBe(0)
    const places = () =>
      [print, offer, page.getByRole('region', { name: 'Détails du bien' })].map((part) =>
        part.element().getBoundingClientRect().toJSON(),
      )
    const before = places()
    await pass(1000)
    await expect.element(told).toBeVisible()
    await pass(1700)
    await expect.element(told).not.toBeInTheDocument()
    await pass(500)
    expect(places()).toEqual(before)
    thaw()
  },
)

test('« Enregistrer et imprimer », or Ctrl + Entrée: saved once, and the receipt is made at once', async () => {
  const { lot, server } = await open()
  const saved = savedFiles()
  await typeAmount('300')
  const second = dialog.getByRole('button', { name: 'Enregistrer et imprimer' })
  await expect.element(second).toBeVisible()
  await key('Control+Enter')
  await expect.poll(() => saved).toEqual(['paiement_31.pdf'])
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(print).toHaveFocus()

  // By the mouse, twice as it happens.
  server.give(lot.takes(aPaiement({ id: 32, versement: 200_00 })))
  await typeAmount('200')
  await second.dblClick()
  await expect.poll(() => saved).toEqual(['paiement_31.pdf', 'paiement_32.pdf'])
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(print).not.toHaveAttribute('aria-disabled', 'true')
  expect([prints(server), amounts(server)]).toMatchObject([2, [{ versement: 300 }, { versement: 200 }]])

  // A payment that is not right is neither saved nor printed.
  await typeAmount('0')
  await key('Control+Enter')
  await expect.element(dialog.getByText('Le montant doit être supérieur à zéro.')).toBeVisible()
  expect(amounts(server)).toHaveLength(2)
  server.give(refuse(paiementsEndpoints.create, 500))
  await fill({ Montant: '50' })
  await key('Control+Enter')
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Erreur lors de la création du paiement.')
  expect(prints(server)).toBe(2)
  expect(saved).toHaveLength(2)
  await expectAccessible()
})

test('a receipt that cannot be made: the payment is saved, the receipt stays on offer', async () => {
  const { server } = await open()
  server.give(refuse(paiementsEndpoints.printSingle, 500))
  await typeAmount('300')
  await key('Control+Enter')
  await expect.element(page.getByText('Erreur lors de la génération du PDF pour le paiement.')).toBeVisible()
  await expect.element(offer).toHaveTextContent(/300,00 DA, Ali Benali/)
  await expect.element(print).toHaveFocus()
  expect(amounts(server)).toMatchObject([{ versement: 300 }])
  await expectAccessible()
  server.give(receipt)
  const saved = savedFiles()
  await key('Enter')
  await expect.poll(() => saved).toEqual(['paiement_31.pdf'])
  await expect.element(print).toHaveFocus()
})

test('the printers of the rows keep the focus while they work', async () => {
  const lot = new SoldLot([aPaiement()])
  const slow = held(receipt)
  await renderScreen(lot.address, { answers: [...lot.answers, slow] })
  const saved = savedFiles()
  const row = page.getByRole('button', { name: 'Imprimer le reçu 2026-000031', exact: true })
  await expect.element(row).toBeVisible()
  row.element().focus()
  await key('Enter')
  await expect.element(row).toHaveAttribute('aria-disabled', 'true')
  await expect.element(row).toHaveFocus()
  slow.release()
  await expect.poll(() => saved).toEqual(['paiement_31.pdf'])
  await expect.element(row).not.toHaveAttribute('aria-disabled', 'true')
  await expect.element(row).toHaveFocus()
})
