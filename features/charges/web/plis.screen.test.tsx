import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { chargesEndpoints as calls } from '#features/charges/charges.contract.ts'
import { aBon, aCategorie, aLigne } from '#features/charges/charges.objects.ts'
import { rechercheEndpoints } from '#features/recherche/recherche.contract.ts'
import { aTrouvaille } from '#features/recherche/recherche.objects.ts'
import { answer } from '#test/harness/screens/answers.ts'
import { onePage, pageAsked } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { button, card, fill, key, options, page, press, pressAt, save } from '#test/harness/screens/screen.ts'

const pli = (reference: string) => card(reference).getByRole('button', { name: reference, exact: true })
const lignes = (reference: string) =>
  card(reference).getByRole('table', { name: `Lignes du bon ${reference}` })
const search = page.getByPlaceholder('Rechercher par référence ou désignation...')
/** The vouchers on the screen, and those of them whose lines show. */
const shown = () => [...document.querySelectorAll('article')]
const titles = (vouchers: Element[]) => vouchers.map((one) => one.querySelector('h3')?.textContent)
const expectShown = (references: string[]) => expect.poll(() => titles(shown())).toEqual(references)
const expectOpen = (references: string[]) =>
  expect
    .poll(() => titles(shown().filter((one) => one.querySelector('table')?.checkVisibility())))
    .toEqual(references)

let next = 1
const bon = (reference: string, jour: number, designations: string[]) =>
  aBon({
    id: next++,
    reference,
    date_bon: `2026-03-0${jour}`,
    lignes: designations.map((designation) => aLigne({ id: next++, designation, quantite: 2 })),
  })
const MAT = [6, 5, 4, 3, 2, 1].map((n) => bon(`MAT-${n}`, n, n === 3 ? ['Ciment blanc', 'Acier'] : ['Sable']))
const PEI = bon('PEI-1', 1, ['Peinture blanche', 'Enduit'])
const first = MAT.find(({ reference }) => reference === 'MAT-1') ?? PEI
const holding = (mat = MAT, pei = [PEI]) =>
  answer(
    calls.categories,
    onePage(
      [aCategorie({ id: 2, nom: 'Matériaux', bons: mat }), aCategorie({ nom: 'Peinture', bons: pei })],
      {
        parPage: 5,
      },
    ),
  )
/** Two categories; of the first, the latest voucher stands first, and its sixth on a second page. */
const ANSWERS = [holding(), answer(calls.bons, (call) => pageAsked(MAT, call, 5))]

/** Opens the screen on a device that has not folded anything yet. */
async function open() {
  const server = await renderScreen('/charges', { answers: ANSWERS })
  await expect.element(card('MAT-6')).toBeVisible()
  return server
}
const reload = () =>
  renderScreen(window.location.pathname + window.location.search, { answers: ANSWERS, again: true })

test('a voucher folds to its reference, day and total, the first of each category open; by mouse and by keyboard', async () => {
  await open()
  await expectOpen(['MAT-6', 'PEI-1'])
  for (const text of ['MAT-5', '05/03/2026', '3 000,00 DA'])
    await expect.element(card('MAT-5')).toHaveTextContent(text)
  await expect.element(pli('MAT-5')).toHaveAttribute('aria-expanded', 'false')
  await expect.element(pli('MAT-6')).toHaveAttribute('aria-expanded', 'true')
  const { x, y, height } = card('MAT-5').element().getBoundingClientRect()
  expect(height).toBeLessThan(60)

  pli('MAT-5').element().focus()
  await key('Enter')
  await expect.element(lignes('MAT-5')).toBeVisible()
  await expect.element(pli('MAT-5')).toHaveAttribute('aria-expanded', 'true')
  await userEvent.keyboard(' ')
  await expectOpen(['MAT-6', 'PEI-1'])
  await expect.element(pli('MAT-5')).toHaveFocus()
  // The whole of the line opens it, not its words alone.
  await pressAt(x + 420, y + height / 2)
  await expect.element(lignes('MAT-5')).toBeVisible()
})

test('« Tout déplier » and « Tout replier » are remembered on this device', async () => {
  await open()
  await button('Tout déplier').click()
  const all = ['MAT-6', 'MAT-5', 'MAT-4', 'MAT-3', 'MAT-2', 'PEI-1']
  await expectOpen(all)
  await reload()
  await expectOpen(all)
  await button('Tout replier').click()
  await expectOpen([])
  await reload()
  await expectShown(all)
  await expectOpen([])
  // One opened among them is of this visit only.
  await pli('MAT-4').click()
  await expectOpen(['MAT-4'])
  await reload()
  await expectShown(all)
  await expectOpen([])
  // Another device has its own.
  await open()
  expect(localStorage.length).toBeLessThanOrEqual(1)
  await expectOpen(['MAT-6', 'PEI-1'])
})

test('a voucher just added or edited is open', async () => {
  const server = await open()
  await button('Tout replier').click()
  await expectOpen([])
  await button('Modifier le bon MAT-4').click()
  await fill({ Référence: 'MAT-4 bis' })
  const of = (reference: string) => MAT.find((one) => one.reference === reference) ?? PEI
  const edited = { ...of('MAT-4'), reference: 'MAT-4 bis', version: 2 }
  const mat = MAT.map((one) => (one.id === edited.id ? edited : one))
  server.give(
    answer(calls.updateBon, { ...edited, reglements: [], message: "Bon d'achat modifié avec succès !" }),
    holding(mat),
  )
  await save()
  await expectOpen(['MAT-4 bis'])

  await button('Ajouter une ligne à MAT-2').click()
  await fill({ Désignation: 'Gravier', 'Prix unitaire': '10' })
  const gravier = aLigne({ id: 900, designation: 'Gravier', prix_unitaire: 10_00 })
  server.give(answer(calls.createLigne, { ...gravier, page: 1, message: 'Ligne ajoutée avec succès !' }))
  await save()
  await expectOpen(['MAT-4 bis', 'MAT-2'])

  // A search does not hide a voucher added during it.
  await search.fill('enduit')
  await expectOpen(['PEI-1'])
  await button('Ajouter un bon à Peinture').click()
  await fill({ Référence: 'PEI-2', Désignation: 'Rouleau', 'Prix unitaire': '10' })
  const added = bon('PEI-2', 2, ['Rouleau'])
  server.give(
    answer(calls.createBon, {
      ...added,
      reglements: [],
      page: 1,
      message: "Bon d'achat et ses lignes ajoutés avec succès !",
    }),
    holding(mat, [added, PEI]),
  )
  await save()
  await expect.element(lignes('PEI-2')).toBeVisible()
  await expect.element(search).toHaveValue('')
  const again = [holding(mat, [added, PEI])]
  await renderScreen('/charges', { answers: again, again: true })
  await expect.element(card('PEI-2')).toBeVisible()
  await expectOpen([])
})

test('a search by reference or designation opens what it finds on the page, and leads to the others', async () => {
  await open()
  await button('Tout replier').click()
  for (const typed of ['blanc CIMÉNT', 'mat-3', 'acier 3']) {
    await search.fill(typed)
    await expect.poll(() => new URLSearchParams(window.location.search).get('recherche')).toBe(typed)
    await expectShown(['MAT-3'])
    await expectOpen(['MAT-3'])
    await expect.element(page.getByRole('region', { name: 'Peinture' })).not.toBeInTheDocument()
  }
  const server = await reload()
  await expectOpen(['MAT-3'])
  await expect.element(search).toHaveValue('acier 3')
  await search.fill('mat-1')
  await expect.element(page.getByText('Aucun bon trouvé avec ces critères.')).toBeVisible()
  const place = { categorie_id: 2, page_categorie: 1, page: 2 }
  const found = aTrouvaille({ genre: 'bon', id: first.id, titre: 'MAT-1', lieu: 'Matériaux', bon: place })
  server.give(answer(rechercheEndpoints.search, { data: [found] }))
  await press('Chercher « mat-1 » partout')
  await expect.element(options.filter({ hasText: 'MAT-1' })).toBeVisible()
  await key('Enter')
  await expect.element(lignes('MAT-1')).toBeVisible()
  await expect.element(search).toHaveValue('')
})

test.each([
  [1366, 768],
  [390, 844],
])('the head of a category stays on top while its vouchers pass, at %i × %i', async (width, height) => {
  await page.viewport(width, height)
  await open()
  await button('Tout déplier').click()
  await expect.element(lignes('MAT-2')).toBeVisible()
  lignes('MAT-3').element().scrollIntoView({ block: 'end' })
  const name = page.getByRole('heading', { name: 'Matériaux' })
  const under = () =>
    name.element().getBoundingClientRect().y -
    page.getByRole('banner').element().getBoundingClientRect().height
  await expect.poll(under).toBeGreaterThanOrEqual(0)
  expect(under()).toBeLessThan(24)
  // A line that the keyboard leads to is not behind it.
  const edit = card('MAT-5')
    .getByRole('button', { name: /^Modifier la ligne/ })
    .first()
    .element()
  edit.focus()
  await expect
    .poll(() => {
      const { left, top, width: wide, height: high } = edit.getBoundingClientRect()
      return edit.contains(document.elementFromPoint(left + wide / 2, top + high / 2))
    })
    .toBe(true)
})
