import { expect, test } from 'vitest'
import { appartementsEndpoints } from '#features/biens/appartements.contract.ts'
import { anAppartement } from '#features/biens/biens.objects.ts'
import { blocsEndpoints } from '#features/structure/blocs.contract.ts'
import { residencesEndpoints } from '#features/structure/residences.contract.ts'
import { aBloc } from '#features/structure/structure.objects.ts'
import { expectAccessible } from '#test/harness/screens/accessible.ts'
import { answer } from '#test/harness/screens/answers.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { atRest, renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { choose, key, main, page, press, textsOf } from '#test/harness/screens/screen.ts'

const ANSWERS = [
  answer(appartementsEndpoints.list, onePage([anAppartement()])),
  answer(residencesEndpoints.all, [{ id: 1, nom: 'Nord' }]),
  answer(blocsEndpoints.list, onePage([aBloc()])),
]

const fold = page.getByRole('button', { name: /^Filtres/ })
const etat = page.getByRole('combobox', { name: 'État' })
const article = main.getByRole('article')
const top = () => article.element().getBoundingClientRect().top
const phone = (width = 390) => page.viewport(width, 844)

test('on a phone the selects are folded under « Filtres », and the list begins in sight', async () => {
  await phone()
  await renderScreen('/appartement', { answers: ANSWERS })
  await expect.element(article).toBeVisible()
  await atRest()
  expect(top()).toBeLessThan(335)
  await expect.element(page.getByPlaceholder('Rechercher par lot ou type...')).toBeVisible()
  await expect.element(fold).toHaveAccessibleName('Filtres')
  await expect.element(fold).toHaveAttribute('aria-expanded', 'false')
  await expect.element(etat).not.toBeInTheDocument()
  fold.element().focus()
  await key('Enter')
  await expect.element(fold).toHaveAttribute('aria-expanded', 'true')
  await expect.element(etat).toBeVisible()
  await page.viewport(1280, 800)
})

test('« Filtres » says how many are set, which stand below it, until they are taken away', async () => {
  await phone()
  await renderScreen('/appartement', { answers: ANSWERS })
  await expect.element(article).toBeVisible()
  await fold.click()
  await choose('État', 'Disponible')
  await expect.element(fold).toHaveAccessibleName('Filtres (1)')
  await choose('Résidence', 'Nord')
  await expect.element(fold).toHaveAccessibleName('Filtres (2)')
  await expectAccessible()
  fold.element().focus()
  await key(' ')
  await expect.element(etat).not.toBeInTheDocument()
  await expect.element(fold).toHaveAccessibleName('Filtres (2)')
  // spec: RF-03
  const chips = page.getByRole('list', { name: 'Filtres en place' }).getByRole('button')
  expect(textsOf(chips)).toEqual([expect.stringMatching(/^Disponible/), expect.stringMatching(/^Nord/)])
  await atRest()
  expect(top()).toBeLessThan(335 + 56)
  await fold.click()
  await press('Réinitialiser')
  await expect.element(fold).toHaveAccessibleName('Filtres')
  await expect.element(etat).toBeVisible()
  await page.viewport(1280, 800)
})

test('from 700 px on nothing is folded', async () => {
  await phone(700)
  await renderScreen('/bloc', { answers: ANSWERS })
  const residence = page.getByRole('combobox', { name: 'Résidence' })
  await expect.element(residence).toBeVisible()
  await expect.element(fold).not.toBeInTheDocument()
  await phone(699)
  await expect.element(fold).toBeVisible()
  await expect.element(residence).not.toBeInTheDocument()
  await page.viewport(1280, 800)
})
