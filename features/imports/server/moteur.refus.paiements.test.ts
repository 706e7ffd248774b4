import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aujourdhui } from '#shared/dates.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import {
  amina,
  buildElYasmine,
  cheque,
  desiste,
  fini,
  ligne,
  paye,
  rendu,
  vente,
} from '#test/harness/el-yasmine.ts'
import { fautes, verifier, type Feuilles } from '#test/harness/feuilles.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
  await buildElYasmine(t)
})
afterAll(() => t.close())

const annee = Number(aujourdhui().slice(0, 4))

type Cas = [quoi: string, feuilles: Feuilles, fautes: string[]]

// spec: PO-24, PO-25
describe('the sheet Paiements refuses', () => {
  const vendu = [vente('A1')]
  it.each<Cas>([
    [
      'what has no day and no amount',
      { ventes: vendu, paiements: [paye('A1', { Date: null, Montant: null })] },
      ['Paiements 2, Date : La date est obligatoire.', 'Paiements 2, Montant : Le montant est obligatoire.'],
    ],
    [
      'nothing paid',
      { ventes: vendu, paiements: [paye('A1', { Montant: 0 })] },
      ['Paiements 2, Montant : Le montant doit être supérieur à zéro.'],
    ],
    [
      'a client who bought nothing',
      { paiements: [paye('A2')] },
      ["Paiements 2, Client : Ce client n'a pas de vente de ce bien."],
    ],
    [
      'a sale of another day',
      { ventes: vendu, paiements: [paye('A1', { 'Vente du': '2025-03-13' })] },
      ["Paiements 2, Vente du : Ce client n'a pas de vente de ce bien."],
    ],
    [
      'one of several sales',
      {
        ventes: [
          vente('A1', fini),
          vente('A1', { ...fini, Date: '2024-01-01', 'Terminée le': '2024-02-01' }),
        ],
        paiements: [paye('A1')],
      },
      ['Paiements 2, Vente du : Ce client a plusieurs ventes de ce bien : remplissez « Vente du ».'],
    ],
    [
      'money for what ended before',
      { paiements: [paye('A5')] },
      [
        'Paiements 2, Vente du : La vente de ce bien est terminée : seuls les détails de ce paiement peuvent être corrigés.',
      ],
    ],
    [
      'money of a local that was taken back',
      {
        ventes: [{ ...vente('L1', fini), Type: 'Local', Étage: null }],
        paiements: [{ ...paye('L1'), Type: 'Local', Étage: null }],
      },
      ['Paiements 2, Vente du : Une vente terminée de local ne garde pas de paiement.'],
    ],
    [
      'more than the price',
      { paiements: [500_000, 100_000, 50_000].map((Montant) => paye('A2', { ...amina, Montant })) },
      ['Paiements 4, Montant : Le versement dépasse le reste à payer (0,00 DA).'],
    ],
    [
      'what is no receipt',
      {
        ventes: vendu,
        paiements: [paye('A1', { 'N° de reçu': `${annee + 1}-000001` }), paye('A1', { 'N° de reçu': '12' })],
      },
      [2, 3].map(
        (at) =>
          `Paiements ${at}, N° de reçu : Un numéro de reçu s'écrit AAAA-NNNNNN, d'une année passée ou en cours, ou REP-NNNNNN.`,
      ),
    ],
    [
      'the receipt of another payment',
      { ventes: vendu, paiements: [paye('A1', { 'N° de reçu': '2026-000001' })] },
      ["Paiements 2, N° de reçu : Le reçu 2026-000001 est déjà celui d'un autre paiement."],
    ],
    [
      'a receipt of another amount',
      {
        paiements: [
          paye('A2', { ...amina, Date: '2026-01-15', Montant: 400_001, 'N° de reçu': '2026-000001' }),
        ],
      },
      ["Paiements 2, N° de reçu : Le reçu 2026-000001 est déjà celui d'un autre paiement."],
    ],
    [
      'a receipt on two lines',
      {
        ventes: vendu,
        paiements: [paye('A1', { 'N° de reçu': '2025-000012' }), paye('A1', { 'N° de reçu': '2025-000012' })],
      },
      ['Paiements 3, N° de reçu : Le reçu 2025-000012 est déjà à la ligne 2.'],
    ],
    [
      'a receipt that is void',
      { ventes: vendu, paiements: [paye('A1', { 'N° de reçu': '2026-000003' })] },
      ['Paiements 2, N° de reçu : Le reçu 2026-000003 a été annulé : son numéro ne resservira pas.'],
    ],
    [
      'a mode that is none',
      { ventes: vendu, paiements: [paye('A1', { 'Mode de paiement': 'Troc' })] },
      ["Paiements 2, Mode de paiement : Ce mode de paiement n'existe pas."],
    ],
    [
      'a bank without a mode',
      { ventes: vendu, paiements: [paye('A1', { Banque: 'BNA' })] },
      ['Paiements 2, Mode de paiement : Veuillez choisir le mode de paiement.'],
    ],
    [
      'a payer without his kind',
      { ventes: vendu, paiements: [paye('A1', { 'Nom du payeur': 'Ali' })] },
      ['Paiements 2, Payé par : Veuillez préciser qui paie.'],
    ],
    [
      'a step of what is no cheque',
      { ventes: vendu, paiements: [paye('A1', { 'Encaissé le': '2025-04-01' })] },
      ["Paiements 2, Encaissé le : Ce paiement n'est pas un chèque."],
    ],
    [
      'a rejection before the clearing',
      {
        ventes: vendu,
        paiements: [
          paye('A1', {
            ...cheque,
            'Encaissé le': '2025-04-02',
            'Rejeté le': '2025-04-01',
            'Motif du rejet': 'Vide',
          }),
        ],
      },
      ["Paiements 2, Rejeté le : La date ne peut pas précéder celle de l'encaissement (02/04/2025)."],
    ],
    [
      'a rejection without a reason',
      { ventes: vendu, paiements: [paye('A1', { ...cheque, 'Rejeté le': '2025-04-01' })] },
      ['Paiements 2, Motif du rejet : Le motif du rejet est obligatoire.'],
    ],
    [
      'what stands for nothing',
      { ventes: vendu, paiements: [paye('A1', { ...cheque, 'Représente le reçu': '2025-000099' })] },
      ["Paiements 2, Représente le reçu : Ce reçu n'est ni dans la feuille Paiements ni dans Diyar."],
    ],
    [
      'what stands for a cheque that is good',
      {
        ventes: vendu,
        paiements: [
          paye('A1', { ...cheque, 'N° de reçu': '2025-000001' }),
          paye('A1', { ...cheque, 'Représente le reçu': '2025-000001' }),
        ],
      },
      ["Paiements 3, Représente le reçu : Le chèque du reçu 2025-000001 n'est pas rejeté."],
    ],
    [
      'what stands for another amount',
      {
        ventes: vendu,
        paiements: [
          paye('A1', {
            ...cheque,
            'N° de reçu': '2025-000001',
            'Rejeté le': '2025-04-01',
            'Motif du rejet': 'Vide',
          }),
          paye('A1', { ...cheque, Montant: 999, 'Représente le reçu': '2025-000001' }),
        ],
      },
      [
        'Paiements 3, Représente le reçu : Ce paiement représente le chèque du reçu 2025-000001 : son montant, son mode et son bien ne changent pas.',
      ],
    ],
    [
      'what stands for the same cheque again',
      {
        ventes: vendu,
        paiements: [
          paye('A1', {
            ...cheque,
            'N° de reçu': '2025-000001',
            'Rejeté le': '2025-04-01',
            'Motif du rejet': 'Vide',
          }),
          ...[1, 2].map(() =>
            paye('A1', { ...cheque, Date: '2025-04-02', 'Représente le reçu': '2025-000001' }),
          ),
        ],
      },
      ['Paiements 4, Représente le reçu : Ce chèque est déjà représenté à la ligne 3.'],
    ],
    [
      'only the sale that cannot be read',
      { ventes: [vente('A1', { Prix: 'cher' })], paiements: [paye('A1')], echeances: [ligne(1, 5)] },
      ["Ventes 2, Prix : Ce montant n'est pas valide : un nombre positif, deux décimales au plus."],
    ],
  ])('%s', async (_quoi, feuilles, attendues) => {
    const { verdict } = await verifier(t.db, feuilles)
    expect(fautes(verdict)).toEqual(attendues)
  })
})

// spec: PO-24, PO-25
describe('the sheets Échéances and Remboursements refuse', () => {
  const vendu = [vente('A1')]
  const ventes = [vente('A1', { ...desiste, Retenue: 200 })]
  const paiements = [paye('A1')]
  it.each<Cas>([
    [
      'lines that do not add up',
      { ventes: vendu, echeances: [ligne(1, 400_000), ligne(2, 500_000)] },
      [
        'Échéances 2, Montant : La somme des échéances (900 000,00 DA) doit être égale au prix de vente (1 000 000,00 DA).',
      ],
    ],
    [
      'lines with a gap',
      { ventes: vendu, echeances: [ligne(1, 400_000), ligne(3, 600_000)] },
      ['Échéances 3, N° : Les lignes de cet échéancier se numérotent de 1 à 2.'],
    ],
    [
      'a line said twice',
      { ventes: vendu, echeances: [ligne(1, 1_000_000), ligne(1, 600_000)] },
      ["Échéances 3, – : Déjà à la ligne 2, avec d'autres valeurs."],
    ],
    [
      'a line of an unsold lot',
      { echeances: [ligne(1, 1_000_000)] },
      ["Échéances 2, Numéro : Ce bien n'est assigné à aucun client."],
    ],
    [
      'an unknown stade',
      { ventes: vendu, echeances: [ligne(1, 1_000_000, { Déclencheur: 'À un stade', Stade: 'Toiture' })] },
      ["Échéances 2, Stade : Ce stade n'existe pas dans Paramètres."],
    ],
    [
      'a line without its stade',
      { ventes: vendu, echeances: [ligne(1, 1_000_000, { Déclencheur: 'À un stade' })] },
      ['Échéances 2, Stade : Veuillez choisir un stade.'],
    ],
    [
      'a line without its day',
      { ventes: vendu, echeances: [ligne(1, 1_000_000, { Déclencheur: 'À une date' })] },
      ['Échéances 2, Date : La date est obligatoire.'],
    ],
    [
      'a place that waits for a stade',
      {
        ventes: [{ ...vente('1'), Type: 'Place de parking', 'Bloc ou parking': 'Sous-sol', Étage: null }],
        echeances: [
          {
            ...ligne(1, 1_000_000, { Déclencheur: 'À un stade', Stade: 'Gros œuvre achevé' }),
            Type: 'Place de parking',
            'Bloc ou parking': 'Sous-sol',
            Étage: null,
            Numéro: 1,
          },
        ],
      },
      [
        "Échéances 2, Déclencheur : Une place de parking n'a pas de bloc : son échéancier ne peut pas suivre un stade.",
      ],
    ],
    [
      'an unknown dossier',
      { remboursements: [rendu(1, { Dossier: '2025-D-0099' })] },
      ["Remboursements 2, Dossier : Ce dossier n'est ni dans la feuille Ventes ni dans Diyar."],
    ],
    [
      'a dossier without désistement',
      { remboursements: [rendu(1, { Dossier: '2026-D-0001' })] },
      ["Remboursements 2, Dossier : Ce dossier n'est pas désisté : rien n'est à rembourser."],
    ],
    [
      'more than is to be given back',
      { ventes, paiements, remboursements: [rendu(500), rendu(301)] },
      ['Remboursements 3, Montant : Le remboursement dépasse ce qui peut être remboursé (300,00 DA).'],
    ],
    [
      'a cheque that may come back',
      { ventes, paiements: [paye('A1', cheque)], remboursements: [rendu(1)] },
      ['Remboursements 2, Montant : Le remboursement dépasse ce qui peut être remboursé (0,00 DA).'],
    ],
    [
      'no mode',
      { ventes, paiements, remboursements: [rendu(1, { Mode: null })] },
      ['Remboursements 2, Mode : Veuillez choisir le mode de paiement.'],
    ],
    [
      'what is no number',
      { ventes, paiements, remboursements: [rendu(1, { 'N°': '12' })] },
      [
        "Remboursements 2, N° : Un numéro de remboursement s'écrit AAAA-R-NNNN, d'une année passée ou en cours.",
      ],
    ],
  ])('%s', async (_quoi, feuilles, attendues) => {
    const { verdict } = await verifier(t.db, feuilles)
    expect(fautes(verdict)).toEqual(attendues)
  })
})

// spec: RE-17
it('tells of steps before the day a cheque was received, as old books may have them', async () => {
  const { verdict } = await verifier(t.db, {
    ventes: [vente('A1')],
    paiements: [
      paye('A1', { ...cheque, Date: '2025-04-02', 'Encaissé le': '2025-04-01' }),
      paye('A1', { ...cheque, Date: '2025-04-02', 'Rejeté le': '2025-04-01', 'Motif du rejet': 'Vide' }),
    ],
  })
  expect(verdict.erreurs).toBe(0)
  expect(verdict.messages.map(({ gravite, colonne, texte }) => [gravite, colonne, texte])).toEqual([
    ['avertissement', 'Encaissé le', "Chèque encaissé le 01/04/2025, avant d'être reçu le 02/04/2025."],
    ['avertissement', 'Rejeté le', "Chèque rejeté le 01/04/2025, avant d'être reçu le 02/04/2025."],
  ])
})
