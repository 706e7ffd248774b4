import { expect, test } from 'vitest'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import { comptes } from '#features/comptes/comptes.objects.ts'
import type { Paiement } from '#features/paiements/paiement.schema.ts'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import {
  aBienPaye,
  ALI,
  aCheque,
  aPaiement,
  aPayeur,
  payeursPage,
  SoldLot,
} from '#features/paiements/paiements.objects.ts'
import { repartir } from '#features/paiements/paiements.rules.ts'
import { promoteurEndpoints } from '#features/promoteur/promoteur.contract.ts'
import { aPromoteur } from '#features/promoteur/promoteur.objects.ts'
import { payeursEndpoints } from '#features/rapports/recap.contract.ts'
import { answer, raw, refuse, type Answer } from '#test/harness/screens/answers.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  actOn,
  card,
  choose,
  dialog,
  dialogNamed,
  field,
  fill,
  page,
  plain,
  press,
  valueOf,
} from '#test/harness/screens/screen.ts'

const GROUPE = { id: 4, montant: 3_000_000_00, recus: ['2026-000123', '2026-000124'] }
const cheque = (given: Partial<Paiement>) =>
  aCheque({ reference: '0012345', versement: 2_500_000_00, recu: '2026-000123', groupe: GROUPE, ...given })
const form = dialogNamed('Verser sur plusieurs biens')
const montant = (bien: string) => form.getByRole('textbox', { name: `Montant pour ${bien}` })
const sur = (vente_id: number, dossier: string, resteAPayer: number, en_retard = 0) => ({
  montant: 10_000_000_00,
  totalPaye: 10_000_000_00 - resteAPayer,
  resteAPayer,
  pourcentagePaiement: 10,
  vente_id,
  dossier,
  en_retard,
  sans_echeancier: false,
})

/** Ali has a flat of the dossier 12, a place of the dossier 9 that is late, and a local that is paid. */
const assets: Answer = answer(clientsEndpoints.assets, {
  appartements: [
    {
      id: 12,
      numLot: 'A-12',
      typeLogement: 'F3',
      surfaceHabitable: 80_50,
      surfaceUtile: 12_20,
      etage: { bloc: { nomloc: 'Bloc B', residence: { nom: 'Les Jardins' } } },
      ...sur(5, '2026-D-0012', 9_000_000_00, 2_000_000_00),
    },
  ],
  places: [
    {
      id: 7,
      numero_place: 44,
      type_place: 'Box',
      parking: { parking_nom: 'Parking Nord', residence: { nom: 'Les Jardins' } },
      ...sur(6, '2026-D-0009', 600_000_00, 400_000_00),
    },
  ],
  locaux: [
    {
      id: 9,
      num: 'S-2',
      surface: 45_00,
      bloc: { nomloc: 'Bloc B', residence: { nom: 'Les Jardins' } },
      ...sur(7, '2026-D-0001', 0),
    },
  ],
  paiements: 1,
  dossiersClos: [],
})
const payeurs: Answer = answer(payeursEndpoints.list, () =>
  payeursPage([
    aPayeur(ALI, [
      aBienPaye(),
      aBienPaye({ id: 7, type: 'place_parking', nlot: '44', resteAPayer: 600_000_00 }),
    ]),
    aPayeur({ ...ALI, id: 8, nomComplet: 'Karim Saadi' }),
  ]),
)
const ANSWERS = [payeurs, assets, comptes([]), answer(promoteurEndpoints.list, [aPromoteur()])]
const created = answer(paiementsEndpoints.createGroupe, {
  groupe: GROUPE,
  paiements: [cheque({ id: 31 }), cheque({ id: 32, versement: 500_000_00, recu: '2026-000124' })],
  avertissements: [],
  message: '2 versements ajoutés : 3 000 000,00 DA.',
})

async function open() {
  const server = await renderScreen('/paiements', { answers: ANSWERS })
  await actOn(card('Ali Benali'), 'Verser sur plusieurs biens')
  await expect.element(field('Montant reçu')).toHaveFocus()
  return server
}

test('an amount is divided over what is late first, then by dossier', () => {
  const biens = [
    { reste: 900, en_retard: 200, dossier: '2026-D-0012' },
    { reste: 60, en_retard: 40, dossier: '2026-D-0009' },
    { reste: 500, en_retard: 0, dossier: '2025-D-0100' },
  ]
  for (const [amount, parts] of [
    [0, [0, 0, 0]],
    [100, [60, 40, 0]],
    [240, [200, 40, 0]],
    [700, [200, 40, 460]],
    [800, [240, 60, 500]],
    [5_000, [900, 60, 500]],
  ] as const)
    expect(repartir(amount, biens)).toEqual(parts)
})

// spec: CO-43
test('one cheque is divided over the biens of a client, saved once, and its receipts are one file', async () => {
  const server = await open()
  await expect
    .element(card('Karim Saadi').getByRole('button', { name: /plusieurs biens/ }))
    .not.toBeInTheDocument()
  await expect.element(form).not.toHaveTextContent('Local S-2')
  await expect.element(form).toHaveTextContent(/Place 44.*2026-D-0009.*Appartement A-12.*2026-D-0012/s)
  await fill({ 'Montant reçu': '3000000' })
  const left = form.getByRole('status').filter({ hasText: 'reste à répartir' })
  await expect.poll(() => plain(left.element().textContent)).toContain('reste à répartir 3 000 000,00 DA')
  await expect.element(form.getByRole('button', { name: 'Enregistrer', exact: true })).toBeDisabled()
  await press('Répartir', form)
  await expect.poll(() => valueOf(montant('Place 44'))).toBe('600 000 DA')
  await expect.poll(() => valueOf(montant('Appartement A-12'))).toBe('2 400 000 DA')
  await montant('Place 44').fill('700000')
  await expect
    .element(montant('Place 44'))
    .toHaveAccessibleDescription(/^Le versement dépasse le reste à payer/)
  await montant('Place 44').fill('500000')
  await montant('Appartement A-12').fill('2500000')
  await expect
    .poll(() => plain(left.element().textContent))
    .toBe('Total 3 000 000,00 DAreste à répartir 0,00 DA')
  await fill({ 'Banque du payeur': 'BNA', 'Numéro du chèque': '0012345' })
  server.give(created, raw(paiementsEndpoints.recusDuGroupe, {}))
  await press('Enregistrer et imprimer', form)
  await expect.element(dialog).not.toBeInTheDocument()
  expect(server.changes().map(({ body }) => body)).toMatchObject([
    {
      client_id: ALI.id,
      mode: 'cheque',
      banque: 'BNA',
      reference: '0012345',
      lignes: [
        { vente_id: 6, versement: 500_000 },
        { vente_id: 5, versement: 2_500_000 },
      ],
    },
  ])
  const offer = page.getByRole('alert').or(page.getByRole('status')).filter({ hasText: 'Reçus N°' }).first()
  await expect
    .poll(() => plain(offer.element().textContent))
    .toContain('Reçus N° 2026-000123 et 2026-000124 : 3 000 000,00 DA, Ali Benali')
  await expect.poll(() => server.asked('/api/paiements/groupes/4/recus')).toEqual(['tirage=1'])
})

// spec: CO-43
test('a refused line is told where it stands, and fewer than two biens are not sent', async () => {
  const server = await open()
  await fill({ 'Banque du payeur': 'BNA', 'Numéro du chèque': '0012345' })
  await montant('Appartement A-12').fill('100')
  await press('Enregistrer et imprimer', form)
  await expect.element(form).toHaveTextContent('Choisissez au moins deux biens.')
  expect(server.changes()).toEqual([])
  await montant('Place 44').fill('200')
  const REFUS = 'Le versement dépasse le reste à payer (50,00 DA).'
  server.give(
    refuse(paiementsEndpoints.createGroupe, 422, {
      message: REFUS,
      errors: { 'lignes.1.versement': [REFUS] },
    }),
  )
  await press('Enregistrer et imprimer', form)
  await expect.element(montant('Appartement A-12')).toHaveAccessibleDescription(REFUS)
  await expect.element(montant('Appartement A-12')).toHaveFocus()
})

// spec: CO-43
test('a payment of a group says before it is changed what changes for all, and ends with its receipts', async () => {
  for (const [mode, celuiCi] of [
    ['cheque', 'Ce chèque'],
    ['virement', 'Ce virement'],
    ['versement_bancaire', 'Ce versement'],
  ] as const) {
    const lot = new SoldLot([cheque({ mode, etat: mode === 'cheque' ? 'recu' : null })], {
      prix: 10_000_000_00,
    })
    const server = await renderScreen(lot.address, { answers: [...lot.answers, comptes([])] })
    await actOn(page.getByRole('row').filter({ hasText: '2026-000123' }), /^Modifier/)
    await expect
      .element(dialog.getByRole('note').first())
      .toHaveTextContent(`${celuiCi} règle 2 biens : jour, mode, banque et référence changent pour tous.`)
    if (mode !== 'cheque') continue
    await fill({ 'Banque du payeur': 'BDL' })
    server.give(lot.corrects({ banque: 'BDL' }), raw(paiementsEndpoints.recusDuGroupe, {}))
    await press('Mettre à jour')
    const print = page.getByRole('button', { name: 'Imprimer les reçus' })
    await expect.element(print).toHaveFocus()
    await expect.element(page.getByText(/Reçus N° 2026-000123 et 2026-000124 corrigés/)).toBeVisible()
    await print.click()
    await expect.poll(() => server.asked('/api/paiements/groupes/4/recus')).toHaveLength(1)
  }
})

// spec: CO-43
test('a payment by itself, which the last one of a group is, has its specified form', async () => {
  const lot = new SoldLot([aPaiement({ mode: 'virement', recu: '2026-000123', groupe: null })])
  await renderScreen(lot.address, { answers: [...lot.answers, comptes([])] })
  await actOn(page.getByRole('row').filter({ hasText: '2026-000123' }), /^Modifier/)
  await expect.element(field('Montant')).toBeVisible()
  await expect.element(dialog.getByRole('note')).not.toBeInTheDocument()
  await choose('Mode de paiement', 'Espèces')
})
