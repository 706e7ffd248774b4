import { expect, test } from 'vitest'
import { blocsEndpoints } from '#features/structure/blocs.contract.ts'
import { etagesEndpoints } from '#features/structure/etages.contract.ts'
import { residencesEndpoints } from '#features/structure/residences.contract.ts'
import { aBloc, anEtage, aResidence } from '#features/structure/structure.objects.ts'
import { answer } from '#test/harness/screens/answers.ts'
import { freeze, pass } from '#test/harness/screens/clock.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { button, card, cards, expectCount, main, page, press, said } from '#test/harness/screens/screen.ts'

const search = main.getByRole('searchbox')
const spinner = page.getByRole('status', { name: 'Recherche en cours' })

/** A list, what it asks for, and what finds the one among its rows that is called otherwise. */
const LISTS = [
  {
    address: '/residence',
    call: '/api/residences?page=1&per_page=3',
    answers: answer(
      residencesEndpoints.list,
      onePage(
        ['Cherchée 1', 'Cherchée 2', 'Les Érables'].map((nom, id) =>
          aResidence({ id, nom, adresse: nom === 'Les Érables' ? 'Tlemcen' : 'Blida' }),
        ),
        { parPage: 3, of: 4 },
      ),
    ),
    placeholder: 'Rechercher par nom ou adresse...',
    texts: ['erables', 'ÉRABLES', 'tlemCEN'],
    finds: 'Les Érables',
    none: 'Aucune résidence trouvée avec ces critères.',
  },
  {
    address: '/bloc',
    call: '/api/blocs?page=1&per_page=6',
    answers: answer(
      blocsEndpoints.list,
      onePage(
        ['1', '2', 'Érable'].map((nomloc, id) =>
          aBloc({ id, nomloc, description: nomloc === 'Érable' ? 'Côté jardin' : 'tour' }),
        ),
        { of: 7 },
      ),
    ),
    placeholder: 'Rechercher par nom ou description...',
    texts: ['ERABLE', 'cote JARDIN'],
    finds: 'Érable',
    none: 'Aucun bloc trouvé avec ces critères.',
  },
  {
    address: '/etage',
    call: '/api/etages?page=1&per_page=6',
    answers: answer(
      etagesEndpoints.list,
      onePage(
        ['Plateau 1', 'Plateau 2', 'Entresol élevé'].map((designation, id) => anEtage({ id, designation })),
        { of: 7 },
      ),
    ),
    placeholder: 'Rechercher par désignation...',
    texts: ['ELEVE'],
    finds: 'Entresol élevé',
    none: 'Aucun étage trouvé avec ces critères.',
  },
]

// spec: RES-03..RES-10, RES-25, RES-43, BLOC-03..BLOC-05, ETG-02..ETG-04, ETG-45
test.each(LISTS)(
  'the search of $address filters the loaded page after 500 ms, without asking the server, and reset brings the page back',
  async ({ address, call, answers, placeholder, texts, finds, none }) => {
    const server = await renderScreen(address, { answers: [answers] })
    await expectCount(cards, 3)
    await said(/^Page 1 sur 2$/)
    await expect.element(button('Page précédente')).toBeDisabled()
    await expect.element(search).toHaveAccessibleName(placeholder)
    freeze()
    for (const text of texts) {
      await search.fill(text)
      await expect.element(spinner).toBeVisible()
      await pass(499)
      await expect.element(spinner).toBeVisible()
      await pass(2)
      await expect.element(spinner).not.toBeInTheDocument()
      await expectCount(cards, 1)
      await expect.element(card(finds)).toBeVisible()
    }
    await search.fill('zzz')
    await pass(501)
    await said(none)
    await press('Réinitialiser')
    await pass(20)
    await expectCount(cards, 3)
    await expect.element(search).toHaveValue('')
    const [path = '', asked] = call.split('?')
    expect(server.asked(path)).toEqual([asked])
  },
)
