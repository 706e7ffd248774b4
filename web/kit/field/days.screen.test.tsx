import { expect, test } from 'vitest'
import { aBon, aCategorie } from '#features/charges/charges.objects.ts'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import { chargesEndpoints } from '#features/charges/charges.contract.ts'
import { payeursEndpoints } from '#features/rapports/recap.contract.ts'
import { ALI, aPayeur, payeursPage } from '#features/paiements/paiements.objects.ts'
import { promoteurEndpoints } from '#features/promoteur/promoteur.contract.ts'
import { answer } from '#test/harness/screens/answers.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { dialog, field, key, page, press, type } from '#test/harness/screens/screen.ts'

const ANSWERS = [
  answer(
    chargesEndpoints.categories,
    onePage([aCategorie({ nom: 'Ciment', bons: [aBon({ reference: 'BA-1' })] })], { parPage: 5 }),
  ),
  answer(clientsEndpoints.list, onePage([])),
  answer(payeursEndpoints.list, payeursPage([aPayeur(ALI)])),
  answer(promoteurEndpoints.list, []),
]
const FORMS = [
  ['/charges', 'Ajouter un bon à Ciment'],
  ['/charges', 'Modifier le bon BA-1'],
  ['/paiements', 'Ajouter un paiement'],
] as const

async function open([address, button]: (typeof FORMS)[number] = FORMS[0]) {
  await renderScreen(address, { answers: ANSWERS })
  await press(button)
  await expect.element(dialog).toBeVisible()
}

const calendar = page.getByRole('region', { name: 'Calendrier' })
const day = field(/^Date/)

test.each([
  [1280, 900],
  [1280, 800],
  [390, 844],
] as const)('the calendar leaves the actions of the dialog free, at %i × %i', async (width, height) => {
  await page.viewport(width, height)
  for (const form of FORMS) {
    await open(form)
    await day.click()
    await expect.element(calendar).toBeVisible()
    const shown = calendar.element()
    await Promise.all(shown.getAnimations({ subtree: true }).map(({ finished }) => finished))
    const buttons = dialog.getByCss('[data-actions] button, form > :last-child button').elements()
    expect(buttons).not.toEqual([])
    for (const button of buttons) {
      // The element that a click in its middle would meet.
      const { x, y, width: w, height: h } = button.getBoundingClientRect()
      const met = document.elementFromPoint(x + w / 2, y + h / 2)
      expect(button.contains(met), `${form[1]}: ${button.textContent}`).toBe(true)
    }
    const { left, top, right, bottom } = shown.getBoundingClientRect()
    expect(Math.min(left, top, width - right, height - bottom)).toBeGreaterThanOrEqual(0)
    await day.fill('21/11/2026')
    await expect.element(calendar).not.toBeInTheDocument()
    await expect.element(day).toHaveValue('21/11/2026')
  }
  await page.viewport(1280, 800)
})

test('the calendar is gone once the day is there, typed or picked', async () => {
  await open()
  await day.click()
  await expect.element(calendar).toBeVisible()
  await key('Control+a')
  await type('3/2/20')
  await expect.element(calendar).not.toBeInTheDocument()
  await type('27')
  await expect.element(day).toHaveValue('3/2/2027')
  await day.click()
  await calendar.getByRole('button', { name: /^5 février 2027/i }).click()
  await expect.element(calendar).not.toBeInTheDocument()
  await expect.element(day).toHaveValue('05/02/2027')
})

test('Escape closes the calendar first, then the dialog where Escape closes it', async () => {
  await open()
  await field('Référence').fill('BA-77')
  await day.click()
  await expect.element(calendar).toBeVisible()
  await key('Escape')
  await expect.element(calendar).not.toBeInTheDocument()
  await expect.element(field('Référence')).toHaveValue('BA-77')
  await expect.element(day).toHaveFocus()
  await key('Escape')
  await expect.element(dialog).not.toBeInTheDocument()
})
