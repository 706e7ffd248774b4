import { expect, test } from 'vitest'
import { appartementsEndpoints } from '#features/biens/appartements.contract.ts'
import { anAppartement } from '#features/biens/biens.objects.ts'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import { aClient, NO_ASSETS } from '#features/clients/clients.objects.ts'
import { answersOfPayments, payeursPage } from '#features/paiements/paiements.objects.ts'
import { payeursEndpoints } from '#features/rapports/recap.contract.ts'
import { isole } from '#shared/texte.ts'
import { answer } from '#test/harness/screens/answers.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { actOn, card, dialog, main, options, press, type Locator } from '#test/harness/screens/screen.ts'

const ARABE = 'خديجة بن علي'
const TEL = '0661 70 63 67'
const KHADIDJA = aClient({ nomComplet: ARABE, tel: TEL })
const LOT = anAppartement({ numLot: 'N-1' })

const ANSWERS = [
  ...answersOfPayments(LOT, []),
  answer(payeursEndpoints.list, payeursPage([])),
  answer(clientsEndpoints.all, [KHADIDJA]),
  answer(clientsEndpoints.list, onePage([KHADIDJA])),
  answer(clientsEndpoints.read, KHADIDJA),
  answer(appartementsEndpoints.list, onePage([LOT])),
  answer(appartementsEndpoints.assigner, {
    ...LOT,
    appartement: LOT,
    message: 'Client assigné avec succès !',
  }),
]

/** Where the signs of a text are drawn, from left to right on the screen. */
function drawnIn(element: Element): string {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const signs: { sign: string; left: number }[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    for (const [at, sign] of [...(node.nodeValue ?? '')].entries()) {
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      const { left, width } = range.getBoundingClientRect()
      if (width > 0) signs.push({ sign, left })
    }
  return signs
    .toSorted((one, other) => one.left - other.left)
    .map(({ sign }) => sign)
    .join('')
}
/** Right to left the name, then the digits from left to right. */
const SEEN = new RegExp(`^${[...ARABE].toReversed().join('')}\\s*·\\s*${TEL}$`)

const inForm = dialog.getByRole('combobox', { name: 'Client' })
async function look(picker: Locator): Promise<void> {
  await picker.click()
  await picker.fill(TEL.replaceAll(' ', ''))
  await expect.element(options.first()).toHaveTextContent(TEL)
  expect(drawnIn(options.first().element())).toMatch(SEEN)
  await options.first().click()
}

const PICKERS = [
  { of: 'the filter of lots', address: '/appartement', open: async () => {}, filter: true },
  {
    of: 'an option',
    address: '/appartement',
    open: () => actOn(card('Appartement N-1'), /^Poser une option/),
  },
  {
    of: 'a sale',
    address: '/appartement',
    open: () => actOn(card('Appartement N-1'), /^Assigner un client/),
  },
  { of: 'a payment', address: '/paiements', open: () => press('Ajouter un paiement') },
]

// spec: EC-25
test.each(PICKERS.flatMap((picker) => [true, false].map((dark) => ({ ...picker, dark }))))(
  'an Arabic name and its phone read in their order in the picker of $of, dark $dark',
  async ({ address, open, filter = false, dark }) => {
    await renderScreen(address, { answers: ANSWERS, dark })
    await open()
    const picker = filter ? main.getByRole('combobox', { name: 'Client' }) : inForm
    await look(picker)
    await expect.element(picker).toHaveValue(isole(ARABE, TEL))
  },
)

// spec: EC-25
test('the signs that keep their order are not sent', async () => {
  const server = await renderScreen('/appartement', { answers: ANSWERS })
  await actOn(card('Appartement N-1'), /^Assigner un client/)
  await look(inForm)
  await press(/^Assigner$/, dialog)
  await expect.element(dialog).not.toBeInTheDocument()
  expect(server.changes().map(({ body }) => body)).toMatchObject([{ client_id: KHADIDJA.id }])
  expect(JSON.stringify(server.changes())).not.toMatch(/[\u2066-\u2069]/)
})

// spec: EC-25
test('an Arabic name in the title of a dialog has its own direction', async () => {
  await renderScreen('/clients?biens=1', {
    answers: [...ANSWERS, answer(clientsEndpoints.assets, NO_ASSETS)],
  })
  await expect.element(dialog).toHaveAccessibleName(`Biens de ${ARABE}`)
  await expect
    .element(dialog.getByRole('heading', { level: 2 }).first().getByCss('bdi'))
    .toHaveTextContent(ARABE)
})
