import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { aPaiement, SoldLot } from '#features/paiements/paiements.objects.ts'
import { parametresEndpoints } from '#features/parametres/parametres.contract.ts'
import { answer, held, lost, refuse } from '#test/harness/screens/answers.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  alert,
  choose,
  dialog,
  field,
  fill,
  key,
  options,
  page,
  press,
  rows,
} from '#test/harness/screens/screen.ts'

const save = dialog.getByRole('button', { name: 'Enregistrer', exact: true })
const proof = dialog.getByCss('input[type=file]')
const PICTURE = ['\u0089PNG\r\n\u001A\n', 'picture', 'IEND\u00AE\u0042\u0060\u0082'].join('')
const PHOTO = new File(
  [Uint8Array.from(PICTURE, (letter) => letter.codePointAt(0) ?? 0)],
  'photo du chèque.png',
  { type: 'image/png' },
)

const reglages = (paiements: object) => answer(parametresEndpoints.reglages, { data: { paiements } })

/** The form of a payment for Ali's lot, the focus on the amount. */
async function take(paiements = { banques: ['BNA'], exiger_mode: false }) {
  const lot = new SoldLot()
  const server = await renderScreen(lot.address, { answers: [...lot.answers, reglages(paiements)] })
  await press('Ajouter un paiement')
  await expect.element(field('Montant')).toHaveFocus()
  return { lot, server }
}

const BANKS = ['Banque', 'Banque du payeur']
const REFERENCES = ['Référence du virement', 'Numéro du chèque', 'Référence du bordereau', 'Référence']

// spec: EN-34, RF-44, IN-29
test('the form has the fields of each mode', async () => {
  await take()
  await field('Mode de paiement').click()
  await expect
    .poll(() => options.elements().map(({ textContent }) => textContent))
    .toEqual(['Virement', 'Chèque', 'Versement bancaire', 'Espèces', 'Autre'])
  await key('Escape')
  for (const [mode, bank, reference] of [
    ['Virement', 'Banque du payeur', 'Référence du virement'],
    ['Chèque', 'Banque du payeur', 'Numéro du chèque'],
    ['Versement bancaire', 'Banque', 'Référence du bordereau'],
    ['Autre', null, 'Référence'],
    ['Espèces', null, null],
  ] as const) {
    await choose('Mode de paiement', mode)
    await expect.element(field('Mode de paiement')).toHaveValue(mode)
    const shown = [...BANKS, ...REFERENCES, 'Date du chèque'].filter((label) => field(label).query())
    const day = mode === 'Chèque' ? ['Date du chèque'] : []
    expect(shown).toEqual([bank, reference, ...day].filter(Boolean))
    const helped = bank === null ? [] : [field(bank)]
    const help = bank === 'Banque du payeur' ? 'Celle du chèque ou du virement reçu, pas la vôtre.' : ''
    for (const one of helped) await expect.element(one).toHaveAccessibleDescription(help)
    expect(dialog.getByRole('note').elements()).toHaveLength(mode === 'Espèces' ? 1 : 0)
    const required = shown.filter((label) => field(label).element().hasAttribute('required'))
    expect(required).toEqual(mode === 'Chèque' ? [bank, reference] : [])
  }
  await expect
    .element(dialog.getByRole('note'))
    .toHaveTextContent(
      "Depuis la loi de finances 2025 (art. 207), un bien immobilier se paie par les circuits bancaires ; les notaires doivent refuser les espèces. Vous pouvez enregistrer ce versement, mais l'acte risque d'être refusé.",
    )
})

const NO_MEANS = { banque: null, reference: null, date_cheque: null, payeur_type: null, payeur: null }

test('what the form does not show is not sent; what the server warns of stands with the receipt', async () => {
  const { lot, server } = await take()
  await expect.element(field('Nom du payeur')).not.toBeInTheDocument()
  await choose('Payé par', 'Un proche')
  await fill({ 'Nom du payeur': 'Omar Benali' })
  await choose('Payé par', 'Le client')
  await choose('Mode de paiement', 'Chèque')
  await fill({ 'Banque du payeur': 'BNA', 'Numéro du chèque': '0012345' })
  await choose('Mode de paiement', 'Espèces')
  await fill({ Montant: '400' })
  const warning = 'Espèces : depuis la loi de finances 2025 (art. 207)'
  server.give(lot.takes(aPaiement({ versement: 400_00, mode: 'especes' }), [warning]))
  await save.click()
  await expect.element(page.getByRole('status').filter({ hasText: 'Reçu N°' })).toHaveTextContent(warning)
  await expect.element(rows).toHaveTextContent(/400,00 DA.*Espèces/)
  expect(server.changes().map(({ body }) => body)).toMatchObject([
    { ...NO_MEANS, mode: 'especes', versement: 400 },
  ])
})

test('a transfer is sent with its bank, its reference and who pays', async () => {
  const { lot, server } = await take()
  await choose('Mode de paiement', 'Virement')
  await fill({ Montant: '100', 'Banque du payeur': 'Banque du Sud' })
  await key('Escape')
  await fill({ 'Référence du virement': 'V-1' })
  await choose('Payé par', 'Une banque (crédit)')
  await fill({ 'Nom du payeur': 'CNEP, agence de Hydra' })
  const sent = {
    mode: 'virement',
    banque: 'Banque du Sud',
    reference: 'V-1',
    payeur_type: 'banque',
    payeur: 'CNEP, agence de Hydra',
  } as const
  server.give(
    lot.takes(aPaiement({ ...sent, versement: 100_00 })),
    // The bank that was used is offered from then on.
    reglages({ banques: ['Banque du Sud', 'BNA'] }),
  )
  await key('Enter')
  await expect
    .element(rows)
    .toHaveTextContent('Virement Banque du Sud n° V-1 · payé par CNEP, agence de Hydra')
  expect(server.changes().map(({ body }) => body)).toMatchObject([{ ...sent, date_cheque: null }])

  await press('Ajouter un paiement')
  await choose('Mode de paiement', 'Chèque')
  await fill({ 'Banque du payeur': 'sud' })
  await expect.poll(() => options.elements().map(({ textContent }) => textContent)).toEqual(['Banque du Sud'])
})

// spec: EC-40
test('a cheque without bank or number is refused at its fields', async () => {
  const { lot, server } = await take()
  await choose('Mode de paiement', 'Chèque')
  await fill({ 'Banque du payeur': ' ', Montant: '50' })
  await save.click()
  await expect.element(field('Banque du payeur')).toHaveAccessibleDescription('La banque est obligatoire.')
  await expect
    .element(field('Numéro du chèque'))
    .toHaveAccessibleDescription('Le numéro du chèque est obligatoire.')
  expect(server.changes()).toEqual([])
  await fill({ 'Banque du payeur': 'BNA', 'Numéro du chèque': '0012345' })
  const sent = { mode: 'cheque', banque: 'BNA', reference: '0012345' } as const
  server.give(lot.takes(aPaiement({ ...sent, versement: 50_00, etat: 'recu' })))
  await save.click()
  await expect.element(rows).toHaveTextContent(/50,00 DA.*Chèque BNA n° 0012345/)
  expect(server.changes().map(({ body }) => body)).toMatchObject([sent])
})

test('where the firm demands it, mode, bank and reference are starred, and what is refused of them is said at its field', async () => {
  const { server } = await take({ banques: ['BNA'], exiger_mode: true })
  const refused = (errors: Record<string, string[]>) =>
    server.give(refuse(paiementsEndpoints.create, 422, { message: 'Vérifiez les champs.', errors }))
  await fill({ Montant: '10' })
  await expect.element(dialog.getByText('Mode de paiement *')).toBeVisible()
  refused({ mode: ['Veuillez choisir le mode de paiement.'] })
  await save.click()
  await expect
    .element(field('Mode de paiement'))
    .toHaveAccessibleDescription('Veuillez choisir le mode de paiement.')
  await choose('Mode de paiement', 'Virement')
  for (const label of ['Banque du payeur *', 'Référence du virement *'])
    await expect.element(dialog.getByText(label)).toBeVisible()
  refused({ banque: ['La banque est obligatoire.'], reference: ['La référence est obligatoire.'] })
  await save.click()
  await expect.element(field('Banque du payeur')).toHaveAccessibleDescription('La banque est obligatoire.')
  await expect.element(field('Banque du payeur')).toHaveFocus()
  await expect
    .element(field('Référence du virement'))
    .toHaveAccessibleDescription('La référence est obligatoire.')
})

// spec: EN-34
test('the payment stands when its proof fails; the proof is sent again, shown and taken away', async () => {
  const { lot, server } = await take()
  await fill({ Montant: '250' })
  expect(proof.element().getAttribute('accept')).toContain('image/jpeg')
  // A file that is no proof is told at once, and nothing is sent.
  await userEvent.upload(proof, new File(['<svg/>'], 'page.png', { type: 'image/png' }))
  await expect.element(dialog).toHaveTextContent('Le fichier doit être un PDF, un JPEG ou un PNG.')
  await save.click()
  await expect.element(dialog).toBeVisible()
  expect(server.changes()).toEqual([])
  await userEvent.upload(proof, PHOTO)

  const failed = 'Le paiement est enregistré, mais pas son justificatif :'
  const paid = aPaiement({ versement: 250_00 })
  const kept = { justificatif: 'photo du chèque.png' }
  server.give(
    lot.takes(paid),
    refuse(paiementsEndpoints.joindre, 413, { message: 'Le fichier dépasse 10 Mo.', errors: {} }),
  )
  await save.click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(alert).toHaveTextContent(`${failed} Le fichier dépasse 10 Mo.`)
  await expect.element(page.getByRole('button', { name: 'Imprimer le reçu', exact: true })).toBeVisible()

  // Again without a network, then with one.
  const joined = answer(paiementsEndpoints.joindre, () => ({
    ...lot.change(paid.id, kept),
    message: 'Justificatif enregistré.',
  }))
  server.give(lost(paiementsEndpoints.joindre))
  await press('Réessayer', alert)
  await expect.element(alert).toHaveTextContent(`${failed} Le serveur ne répond pas.`)
  server.give(joined)
  await press('Réessayer', alert)
  await expect.element(page.getByText('Justificatif enregistré.')).toBeVisible()
  await expect.element(alert).not.toBeInTheDocument()
  const view = page.getByRole('button', { name: /^Voir le justificatif/ })
  await expect.element(view).toBeVisible()
  const sent = server.changes().filter(({ path }) => path.endsWith('/justificatif'))
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(
    Array(3).fill('POST /api/paiements/31/justificatif'),
  )
  for (const { body } of sent) expect(body).toMatchObject({ justificatif: { name: 'photo du chèque.png' } })

  await press(/^Modifier le paiement/, rows.first())
  await expect.element(dialog.getByRole('button', { name: 'Voir le justificatif' })).toBeVisible()
  server.give(
    lot.corrects({}),
    answer(paiementsEndpoints.retirerJustificatif, () => {
      lot.change(paid.id, { justificatif: null })
      return { message: 'Justificatif retiré.' }
    }),
  )
  await press('Retirer le justificatif', dialog)
  await press('Mettre à jour', dialog)
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(view).not.toBeInTheDocument()
  expect(server.changes().at(-1)).toMatchObject({
    method: 'DELETE',
    path: '/api/paiements/31/justificatif',
  })
})

test('who does not wait for a proof that is slow keeps the payment, and is told', async () => {
  const { lot, server } = await take()
  await fill({ Montant: '50' })
  await userEvent.upload(proof, PHOTO)
  server.give(lot.takes(aPaiement({ versement: 50_00 })), held(refuse(paiementsEndpoints.joindre, 500)))
  await save.click()
  await expect.element(dialog).toHaveTextContent('Le paiement est enregistré. Envoi du justificatif…')
  await press('Ne pas attendre', dialog)
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(alert).toHaveTextContent("pas son justificatif : L'envoi a été interrompu.")
  await expect.element(rows).toHaveTextContent('50,00 DA')
})
