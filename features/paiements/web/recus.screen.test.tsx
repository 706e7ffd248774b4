import { expect, test } from 'vitest'
import { aSoldAppartement } from '#features/biens/biens.objects.ts'
import { chequesEndpoints } from '#features/cheques/cheques.contract.ts'
import { aClientResume } from '#features/clients/clients.objects.ts'
import { aPaiement, answersOfPayments } from '#features/paiements/paiements.objects.ts'
import { versementsEndpoints } from '#features/rapports/versements.contract.ts'
import { aTotauxDeCaisse } from '#features/rapports/caisse.objects.ts'
import { registresEndpoints } from '#features/rapports/registres.contract.ts'
import { dossiersEndpoints } from '#features/ventes/dossiers.contract.ts'
import { aDossier } from '#features/ventes/ventes.objects.ts'
import { expectAccessible } from '#test/harness/screens/accessible.ts'
import { answer } from '#test/harness/screens/answers.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { main, page, press } from '#test/harness/screens/screen.ts'

const SAMIA = aClientResume({ nomComplet: 'Samia Larbi' })
const LOT = aSoldAppartement(SAMIA, { id: 12, numLot: '101', montant: 1000_00 })
/** Paid eight times, the first time by a cheque, which stands on the second page. */
const CHEQUE = aPaiement({
  id: 1,
  client: SAMIA,
  recu: '2026-000001',
  date_paiement: '2026-01-01',
  mode: 'cheque',
  banque: 'BNA',
  reference: '0012345',
  date_cheque: '2026-01-01',
  etat: 'recu',
})
const LATER = Array.from({ length: 7 }, (_, at) =>
  aPaiement({
    id: at + 2,
    client: SAMIA,
    recu: `2026-00000${at + 2}`,
    date_paiement: `2026-02-0${at + 2}`,
    versement: 1_00,
  }),
)
const PAIEMENTS = [...LATER.toReversed(), CHEQUE]
const VERSEMENT = { ...CHEQUE, residence: { id: 1, nom: 'Les Pins' } }
const compte = { nombre: 1, montant: 300_00 }
const aucun = { nombre: 0, montant: 0 }
const lieu = { client_id: 1, type: 'appartement', id: 12 } as const
const inRegister = {
  recu: CHEQUE.recu,
  paiement_id: 1,
  date_paiement: CHEQUE.date_paiement,
  client: SAMIA.nomComplet,
  bien: 'Appartement 101',
  residence: 'Les Pins',
  mode: 'cheque',
  banque: 'BNA',
  reference: '0012345',
  lieu,
  versement: 300_00,
  timbre: null,
  etat: 'valide',
} as const

const ANSWERS = [
  ...answersOfPayments(LOT, PAIEMENTS),
  answer(versementsEndpoints.list, {
    ...onePage([VERSEMENT]),
    totals: { nombre: 1, montant: 300_00, rejete: 0 },
  }),
  answer(chequesEndpoints.listCheques, {
    ...onePage([VERSEMENT]),
    totals: compte,
    etats: { recu: compte, remis: aucun, rejete: { ...aucun, total: 0 } },
  }),
  answer(dossiersEndpoints.read, aDossier({ client: SAMIA, paiements: [CHEQUE] })),
  answer(registresEndpoints.listRecus, {
    ...onePage([
      {
        ...inRegister,
        enregistre_le: '2026-01-01T09:00:00.000Z',
        annule_le: null,
        annule_par: null,
        motif_rejet: null,
      },
    ]),
    annees: [2026],
    totals: { numeros: 1, valides: 1, rejetes: 0, annules: 0, absents: 0, montant: 300_00 },
  }),
  answer(registresEndpoints.listCaisse, {
    ...onePage([{ ...inRegister, heure: '10:00', membre: 'Karim Benali', corrige: false, etait: null }]),
    jour: '2026-01-01',
    membres: [],
    totals: aTotauxDeCaisse({ nombre: 1, montant: 300_00 }),
    clotures: [],
  }),
]

const receipt = main.getByRole('link', { name: CHEQUE.recu, exact: true }).first()

// spec: EC-24
test.each([
  '/cheques',
  '/ventes/1?partie=paiements',
  '/rapports?rapport=recus',
  '/rapports?rapport=caisse&jour=2026-01-01',
  '/paiements?vue=versements',
])('%s: the number of a receipt leads to its payment', async (address) => {
  await renderScreen(address, { answers: ANSWERS, others: 500 })
  await expect
    .element(receipt)
    .toHaveAttribute('href', expect.stringMatching(/^\/clients\/1\/paiements\/12\?.*paiement=1/))
})

// spec: EC-24
test('on a phone the other columns of a row are read unfolded, the number of its receipt too', async () => {
  await page.viewport(390, 800)
  await renderScreen('/paiements?vue=versements', { answers: ANSWERS, others: 500 })
  await main.getByRole('button', { name: /^Samia Larbi/ }).click()
  await expect.element(receipt).toHaveAttribute('href', '/clients/1/paiements/12?paiement=1')
  await page.viewport(1280, 800)
})

// spec: EC-24
test('the payment is marked on whatever page of its bien it stands; the pager leads away from it', async () => {
  await renderScreen('/clients/1/paiements/12?paiement=1', { answers: ANSWERS, others: 500 })
  const marked = page.getByCss('tr[aria-current]')
  await expect.element(marked).toHaveTextContent(`Reçu ${CHEQUE.recu}`)
  await expect.element(marked).toBeInViewport()
  expect(marked.elements()).toHaveLength(1)
  const asked = () => Object.fromEntries(new URLSearchParams(location.search))
  expect(asked()).toEqual({ paiement: '1', page: '2' })
  await press('Précédent')
  await expect.element(page.getByText('8 février 2026')).toBeVisible()
  await expect.poll(asked).toEqual({ paiement: '1' })
  await expect.element(marked).not.toBeInTheDocument()
  await expectAccessible()
})
