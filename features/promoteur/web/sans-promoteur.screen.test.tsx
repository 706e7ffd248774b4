import { expect, test } from 'vitest'
import { aSoldAppartement } from '#features/biens/biens.objects.ts'
import { aClientResume } from '#features/clients/clients.objects.ts'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { aPaiement, aPayeur, answersOfPayments, payeursPage } from '#features/paiements/paiements.objects.ts'
import { payeursEndpoints } from '#features/rapports/recap.contract.ts'
import { promoteurEndpoints } from '#features/promoteur/promoteur.contract.ts'
import { aPromoteur } from '#features/promoteur/promoteur.objects.ts'
import { expectAccessible } from '#test/harness/screens/accessible.ts'
import { answer, held, refuse } from '#test/harness/screens/answers.ts'
import { atRest, renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { dialog, field, fill, key, page, press, type, valueOf } from '#test/harness/screens/screen.ts'

const ALI = aClientResume({ nomComplet: 'Ali Benali' })
const LOT = aSoldAppartement(ALI, { montant: 1000_00 })
const none = answer(promoteurEndpoints.list, [])
const one = answer(promoteurEndpoints.list, [aPromoteur()])
const legal = answer(promoteurEndpoints.list, [aPromoteur({ nif: '000016001234567', rc: null })])
const failed = refuse(promoteurEndpoints.list, 500)

const SENTENCE = 'Vos documents sortent sans vos coordonnées.'
const said = page.getByText(SENTENCE)
const link = page.getByRole('link', { name: 'Renseigner le promoteur' })
const receipt = page.getByText(/^Reçu N°/)

async function recap(promoteur = none, dark = true) {
  const server = await renderScreen('/recap', {
    dark,
    answers: [answer(payeursEndpoints.list, payeursPage([aPayeur(ALI)])), promoteur],
  })
  await expect.element(page.getByText('Ali Benali').first()).toBeVisible()
  return server
}

/** Takes a payment, by the keyboard, and waits for its receipt. */
async function take(promoteur = none, dark = true) {
  await renderScreen('/clients/1/paiements/1', {
    dark,
    answers: [
      ...answersOfPayments(LOT, []),
      promoteur,
      answer(paiementsEndpoints.create, {
        ...aPaiement({ client: ALI, versement: 10_00, solde: 990_00 }),
        message: 'Paiement ajouté avec succès !',
        avertissements: [],
      }),
    ],
  })
  const add = page.getByRole('button', { name: 'Ajouter un paiement' })
  await expect.element(add).toBeEnabled()
  add.element().focus()
  await key('Enter')
  await expect.element(field('Montant')).toHaveFocus()
  await expect.poll(() => valueOf(field('Reste à payer'))).toBe('1 000,00 DA')
  await type('10')
  await key('Enter')
  await expect.element(page.getByRole('button', { name: 'Imprimer le reçu', exact: true })).toHaveFocus()
  await expect.element(receipt).toHaveTextContent('Il reste')
}

test('while the promoter is loading, or did not load, nothing is said of him', async () => {
  const late = held(failed)
  const server = await recap(late)
  await expect.poll(() => server.calls.some(({ path }) => path === '/api/promoteurs')).toBe(true)
  await expect.element(said).not.toBeInTheDocument()
  late.release()
  await atRest()
  await expect.element(said).not.toBeInTheDocument()
  await take(failed)
  await atRest()
  await expect.element(said).not.toBeInTheDocument()
})

test.each([true, false])(
  'without a promoter the receipt on offer says so and leads there: dark %s',
  async (dark) => {
    await take(none, dark)
    await expect.element(receipt).toHaveTextContent(SENTENCE)
    await expect.element(link).toHaveAttribute('href', '/promoteur')
    await expectAccessible()
  },
)

test.each([true, false])('without a promoter the recap says so, also on a phone: dark %s', async (dark) => {
  await recap(none, dark)
  await expect.element(said).toBeVisible()
  await expectAccessible()
  await page.viewport(390, 844)
  await expect.element(said).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await page.viewport(1280, 800)
})

// spec: IN-24
test('a receipt without NIF and RC says where they are entered, until one is', async () => {
  await take(one)
  await expect.element(receipt).toHaveTextContent('Sans NIF ni RC : Compléter.')
  await expect
    .element(page.getByRole('link', { name: 'Compléter' }))
    .toHaveAttribute('href', '/parametres?section=promoteur')
  await take(legal)
  await atRest()
  await expect.element(page.getByText('Sans NIF ni RC')).not.toBeInTheDocument()
})

test('once he is there, nothing is said any more', async () => {
  const server = await recap()
  link.element().focus()
  await key('Enter')
  await expect.element(page.getByRole('heading', { name: 'Promoteur Immobilier' })).toBeVisible()
  await press('Ajouter un promoteur')
  await fill({
    Nom: 'SARL El Bahia',
    Email: 'contact@elbahia.dz',
    Téléphone: '041 33 21 45',
    Adresse: 'Oran',
  })
  server.give(
    answer(promoteurEndpoints.create, { ...aPromoteur(), message: 'Promoteur ajouté avec succès!' }),
    one,
  )
  await press(/^Enregistrer$/, dialog)
  await expect.element(page.getByText('Promoteur ajouté avec succès!')).toBeVisible()
  expect(server.changes().map(({ body }) => body)).toMatchObject([
    { nom: 'SARL El Bahia', email: 'contact@elbahia.dz', telephone: '041 33 21 45', adresse: 'Oran' },
  ])
  window.history.back()
  await expect.element(page.getByText('Ali Benali').first()).toBeVisible()
  await atRest()
  await expect.element(said).not.toBeInTheDocument()
  await take(one)
  await atRest()
  await expect.element(said).not.toBeInTheDocument()
})
