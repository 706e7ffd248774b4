import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { appartementsEndpoints } from '#features/biens/appartements.contract.ts'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import { aClient } from '#features/clients/clients.objects.ts'
import { promoteurEndpoints } from '#features/promoteur/promoteur.contract.ts'
import { aPromoteur } from '#features/promoteur/promoteur.objects.ts'
import { residencesEndpoints } from '#features/structure/residences.contract.ts'
import { aResidence } from '#features/structure/structure.objects.ts'
import { answer, held, raw, refuse } from '#test/harness/screens/answers.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { dialog, field, fill, key, page, press, type } from '#test/harness/screens/screen.ts'

const CLIENT = { 'Nom complet': 'Karim Tardif', Téléphone: '0555 12 34 56', Email: 'karim@exemple.dz' }

/** The form of a client, filled as far as it must be. */
async function newClient() {
  const server = await renderScreen('/clients', {
    answers: [
      answer(clientsEndpoints.list, onePage([])),
      answer(clientsEndpoints.doublons, { data: [] }),
      answer(clientsEndpoints.create, { ...aClient(), message: 'Client ajouté avec succès !' }),
    ],
  })
  await press('Ajouter un client')
  await fill(CLIENT)
  return server
}

test('a change that is answered without a sentence says that of its call', async () => {
  const server = await newClient()
  server.give(raw(clientsEndpoints.create, aClient(), 201))
  await press(/^Ajouter$/, dialog)
  await expect.element(page.getByText('Client ajouté avec succès !')).toBeVisible()
})

test('a change that is answered with an empty sentence says that of its call', async () => {
  await renderScreen('/promoteur', {
    answers: [
      answer(promoteurEndpoints.list, []),
      raw(promoteurEndpoints.create, { ...aPromoteur(), message: ' ' }, 201),
    ],
  })
  await press('Ajouter un promoteur')
  await fill({ Nom: 'Atlas', Email: 'contact@atlas.dz', Téléphone: '021 00 00 00', Adresse: 'Alger' })
  await press(/^Enregistrer$/, dialog)
  await expect.element(page.getByText('Promoteur ajouté avec succès!')).toBeVisible()
})

test('a paste without end is refused at once, in the browser', async () => {
  const server = await newClient()
  const tel = field('Téléphone').element()
  // The field itself keeps fifty signs of it; whatever fills forms by script is not held back by that.
  tel.removeAttribute('maxlength')
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
  set?.call(tel, `${'1'.repeat(200_000)}x`)
  tel.dispatchEvent(new Event('input', { bubbles: true }))
  await press(/^Ajouter$/, dialog)
  await expect.element(dialog.getByText('Ce texte dépasse 50 caractères.')).toBeVisible()
  expect(server.changes()).toEqual([])
})

test('two submits before anything is drawn send one request', async () => {
  const server = await newClient()
  const form = dialog.element().querySelector('form')
  form?.requestSubmit()
  form?.requestSubmit()
  await expect.element(page.getByText('Client ajouté avec succès !')).toBeVisible()
  expect(server.changes()).toHaveLength(1)
})

test('a refusal that comes late leads to its field, unless its reader writes elsewhere by then', async () => {
  const server = await newClient()
  const refused = () =>
    held(refuse(clientsEndpoints.create, 422, { message: 'Déjà là.', errors: { email: ['Déjà là.'] } }))
  const first = refused()
  server.give(first)
  await field('Email').click()
  await key('Enter')
  await expect.poll(() => server.changes().length).toBe(1)
  field('Adresse').element().focus()
  await type('12 rue ')
  first.release()
  await expect.element(field('Email')).toHaveAccessibleDescription('Déjà là.')
  await type('Didouche')
  await expect.element(field('Adresse')).toHaveValue('12 rue Didouche')
  const second = refused()
  server.give(second)
  await key('Enter')
  await expect.poll(() => server.changes().length).toBe(2)
  // A key of impatience is not a word.
  await key('Enter')
  second.release()
  await expect.element(field('Email')).toHaveFocus()
  expect(server.changes().length).toBe(2)
})

const png = () => new File(['PNG'], 'plan.png', { type: 'image/png' })
const pdf = () => new File(['%PDF-1.7\n%%EOF'], 'plan.pdf', { type: 'application/pdf' })
const upload = (file: File) => userEvent.upload(dialog.getByCss('input[type=file]'), file)

/** The form of a residence with a plan that is none, sent in vain. */
async function withRefusedPlan() {
  const server = await renderScreen('/residence', {
    answers: [
      answer(residencesEndpoints.list, onePage([])),
      answer(residencesEndpoints.create, { ...aResidence(), message: 'Résidence ajoutée avec succès !' }),
    ],
  })
  await press('Ajouter une résidence')
  await fill({ Nom: 'Les Pins', Adresse: 'Alger' })
  await upload(png())
  await expect.element(dialog.getByText('plan.png')).toBeVisible()
  await press(/^Enregistrer$/, dialog)
  await expect.element(dialog.getByCss('[aria-invalid="true"]')).toHaveFocus()
  await expect.element(dialog.getByText(/doit être un PDF/)).toBeVisible()
  expect(server.changes()).toEqual([])
  return server
}

test('a refused plan keeps the form from being sent until it is taken away', async () => {
  const server = await withRefusedPlan()
  await press('Retirer le fichier', dialog)
  await press(/^Enregistrer$/, dialog)
  await expect.element(dialog).not.toBeInTheDocument()
  expect(server.changes().map(({ body }) => body)).toEqual([{ nom: 'Les Pins', adresse: 'Alger' }])
})

test('a refused plan keeps the form from being sent until it is replaced', async () => {
  const server = await withRefusedPlan()
  await upload(pdf())
  await expect.element(dialog.getByText('plan.pdf')).toBeVisible()
  await press(/^Enregistrer$/, dialog)
  await expect.element(dialog).not.toBeInTheDocument()
  expect(server.changes().map(({ body }) => body)).toMatchObject([
    { nom: 'Les Pins', adresse: 'Alger', plan_pdf: { name: 'plan.pdf', size: pdf().size } },
  ])
})

async function newAppartement() {
  await renderScreen('/appartement', {
    answers: [
      answer(appartementsEndpoints.list, onePage([])),
      answer(residencesEndpoints.all, [{ id: 1, nom: 'Les Pins' }]),
    ],
  })
  await press('Ajouter un appartement')
  await expect.element(dialog).toBeVisible()
}

// spec: RF-57
test('what cannot be filled yet keeps a neutral frame beside its sentence', async () => {
  await newAppartement()
  const frame = (name: string) => getComputedStyle(field(name).element()).borderTopColor
  const neutral = frame('Étage')
  await expect.element(field('Étage')).toBeDisabled()
  await press(/^Enregistrer$/, dialog)
  await expect.element(field('Étage')).toHaveAttribute('aria-invalid', 'true')
  expect(frame('Étage')).toBe(neutral)
  expect(frame('Résidence')).not.toBe(neutral)
})

// spec: RF-57
test('a field comes into sight with its label', async () => {
  await newAppartement()
  await press(/^Enregistrer$/, dialog)
  await expect.element(field('Étage')).toHaveAttribute('aria-invalid', 'true')
  await page.viewport(700, 420)
  dialog.getByRole('button', { name: 'Enregistrer', exact: true }).element().focus()
  const form = dialog.getByCss('form').element()
  form.lastElementChild?.scrollIntoView({ block: 'end' })
  const first = dialog.getByRole('textbox').first()
  first.element().focus()
  const label = dialog.getByCss(`label[for="${first.element().id}"]`)
  const head = dialog.getByCss('.mantine-Modal-header').element().getBoundingClientRect()
  expect(label.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(head.bottom)
  await page.viewport(1280, 800)
})
