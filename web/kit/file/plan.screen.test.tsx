import { expect, test, vi } from 'vitest'
import { appartementsEndpoints } from '#features/biens/appartements.contract.ts'
import { anAppartement } from '#features/biens/biens.objects.ts'
import { blocsEndpoints } from '#features/structure/blocs.contract.ts'
import { etagesEndpoints } from '#features/structure/etages.contract.ts'
import { residencesEndpoints } from '#features/structure/residences.contract.ts'
import { aBloc, anEtage, aResidence } from '#features/structure/structure.objects.ts'
import { answer, type FakeServer } from '#test/harness/screens/answers.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  attach,
  button,
  card,
  dialog,
  expectCount,
  fill,
  press,
  said,
  save,
} from '#test/harness/screens/screen.ts'

const ABIME = 'Ce PDF est abîmé ou incomplet. Enregistrez-le de nouveau, ou continuez sans plan.'
const PAS_PDF = 'Le fichier doit être un PDF.'
const pdf = (parts: BlobPart[], name = 'plan.pdf') => new File(parts, name, { type: 'application/pdf' })
const [head, middle, tail] = ['%PDF-1.7\n', ' '.repeat(9 << 20), '\n%%EOF\n'] as const
const whole = (name?: string) => pdf([head, middle, tail], name)

async function open() {
  const server = await renderScreen('/residence', {
    answers: [
      answer(residencesEndpoints.list, onePage([], { parPage: 3 })),
      answer(residencesEndpoints.create, { ...aResidence(), message: 'Résidence ajoutée avec succès !' }),
    ],
  })
  await button('Ajouter une résidence').first().click()
  await fill({ Nom: 'Les Oliviers', Adresse: 'Oran' })
  return server
}
/** The name of the file that was sent with the last change, nothing without one. */
const fileOf = (server: FakeServer): unknown => {
  const body = server.changes().at(-1)?.body
  const sent = typeof body === 'object' && body !== null && 'plan_pdf' in body ? body.plan_pdf : undefined
  return sent instanceof File ? sent.name : sent
}

test('a PDF that was cut is told when it is chosen, read at its ends only; without it the rest is saved', async () => {
  let read = 0
  const really = Blob.prototype.arrayBuffer
  vi.spyOn(Blob.prototype, 'arrayBuffer').mockImplementation(function (this: Blob) {
    read += this.size
    return really.call(this)
  })
  const server = await open()
  for (const [chosen, says] of [
    // Each says something else than the one before it.
    [pdf([head, middle.slice(0, 5 << 20)]), ABIME],
    [pdf(['PK\u0003\u0004 a workbook %%EOF']), PAS_PDF],
    [pdf([]), ABIME],
    [new File([head, middle, tail], 'plan.docx', { type: 'application/msword' }), PAS_PDF],
  ] as const) {
    await attach(chosen)
    await said(says)
    await save()
    await said(says)
  }
  expect(server.changes()).toEqual([])
  await attach(whole())
  await expect.element(dialog.getByText(PAS_PDF)).not.toBeInTheDocument()
  expect(read).toBeLessThan(20_000)
  await attach(pdf([head, middle.slice(0, 4000)]))
  await said(ABIME)
  await press('Retirer le fichier', dialog)
  await expect.element(dialog.getByText(ABIME)).not.toBeInTheDocument()
  await save()
  await said('Résidence ajoutée avec succès !')
  expect(server.sent()).toEqual([['POST', '/api/residences', { nom: 'Les Oliviers', adresse: 'Oran' }]])
})

test('a file that is gone before it is read is told so; an answer about a former one is not believed', async () => {
  let [gone, slow] = [true, false]
  const waiting: (() => void)[] = []
  const really = Blob.prototype.arrayBuffer
  vi.spyOn(Blob.prototype, 'arrayBuffer').mockImplementation(async function (this: Blob) {
    if (gone) throw new DOMException('gone', 'NotReadableError')
    if (slow) await new Promise<void>((resolve) => waiting.push(resolve))
    return really.call(this)
  })
  const server = await open()
  await attach(whole())
  await said(/^Ce fichier n'est plus lisible/)

  ;[gone, slow] = [false, true]
  await attach(pdf(['%PDF-1.7 cut'], 'former.pdf'))
  await expect.poll(() => waiting.length).toBeGreaterThan(0)
  slow = false
  await attach(whole('whole.pdf'))
  for (const release of waiting) release()
  await save()
  await said('Résidence ajoutée avec succès !')
  expect(fileOf(server)).toBe('whole.pdf')
})

const lot = (plan_pdf: string | null) => anAppartement({ plan_pdf })
const residence = (plan_pdf: string | null) => aResidence({ plan_pdf })

/** Where a plan stands, its list and its form with and without one. */
const HOLDERS = [
  {
    noun: 'a lot',
    address: '/appartement',
    name: 'Appartement 101',
    shown: (plan: string | null) => answer(appartementsEndpoints.list, onePage([lot(plan)])),
    saved: (plan: string | null) =>
      answer(appartementsEndpoints.update, { ...lot(plan), message: 'Appartement modifié avec succès !' }),
    says: 'Appartement modifié avec succès !',
  },
  {
    noun: 'a residence',
    address: '/residence',
    name: 'Les Pins',
    shown: (plan: string | null) =>
      answer(residencesEndpoints.list, onePage([residence(plan)], { parPage: 3 })),
    saved: (plan: string | null) =>
      answer(residencesEndpoints.update, { ...residence(plan), message: 'Résidence modifiée avec succès !' }),
    says: 'Résidence modifiée avec succès !',
  },
]

test.each(HOLDERS)(
  'a plan attached by mistake is taken away, of $noun',
  async ({ address, name, shown, saved, says }) => {
    const server = await renderScreen(address, {
      answers: [
        answer(residencesEndpoints.all, [{ id: 1, nom: 'Les Pins' }]),
        answer(blocsEndpoints.ofResidence, [aBloc()]),
        answer(etagesEndpoints.ofBloc, [anEtage()]),
        shown(null),
      ],
    })
    const edit = () =>
      card(name)
        .getByRole('button', { name: /^Modifier/ })
        .click()
    const voir = card(name).getByRole('button', { name: /^Voir le plan/ })
    const retirer = dialog.getByRole('button', { name: 'Retirer le plan' })
    await edit()
    await expect.element(dialog).toBeVisible()
    await expectCount(retirer, 0)
    server.give(saved('plan.pdf'), shown('plan.pdf'))
    await attach(pdf([head, tail], 'mauvais.pdf'))
    await save()
    await said(says)
    expect(fileOf(server)).toBe('mauvais.pdf')
    await expect.element(voir).toBeVisible()

    await edit()
    await retirer.click()
    await said("Le plan enregistré sera supprimé à l'enregistrement.")
    await press('Garder le plan', dialog)
    await expect.element(dialog).toHaveTextContent('en choisir un autre le remplace')
    await retirer.click()
    server.give(saved(null), shown(null))
    await save()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(fileOf(server)).toBe('')
    await expectCount(voir, 0)
  },
)
