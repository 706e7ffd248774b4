import type * as z from 'zod/mini'
import type { listeDesPieces } from '#features/clients/fiches.contract.ts'
import { piecesEndpoints } from '#features/clients/fiches.contract.ts'
import { aClientResume } from '#features/clients/clients.objects.ts'
import { documentsEndpoints, type Papiers } from '#features/papiers/papiers.contract.ts'
import {
  dossiersEndpoints,
  type Dossier,
  type DossierLigne,
  type Echeance,
} from '#features/ventes/dossiers.contract.ts'
import type { Centimes } from '#shared/argent.ts'
import type { Jour } from '#shared/dates.ts'
import { answer, type Answer } from '#test/harness/screens/answers.ts'
import { onePage } from '#test/harness/screens/page.ts'

/** The dossier of a lot that was sold, paid by nobody yet, without an échéancier. */
export const aDossier = (given: Partial<Dossier> = {}): Dossier => {
  const client = given.client ?? aClientResume()
  const principal = { client_id: client.id, nomComplet: client.nomComplet, part: 100_00 }
  return {
    id: 1,
    dossier: 'D-2026-0001',
    etat: 'ouverte',
    etape: 'reservation',
    bien: {
      id: 1,
      type: 'appartement',
      numero: '101',
      designation: 'Appartement 101',
      lieu: 'Les Pins, Bloc A',
      residence_id: 1,
      residence: 'Les Pins',
      bloc_id: 1,
      parking_id: null,
    },
    client,
    montant: 1_000_00,
    totalPaye: 0,
    resteAPayer: 1_000_00,
    pourcentagePaiement: 0,
    reservation_le: '2026-01-05',
    terminee_le: null,
    en_retard: 0,
    vendeur: { id: 1, nom: 'Karim Benali' },
    version: 1,
    contrat_le: null,
    livraison_le: null,
    livraison_prevue_le: null,
    notaire: null,
    note: null,
    remise: null,
    ouverte_le: '2026-01-05',
    exigible: 0,
    prochaine: null,
    echeances: [],
    paiements: [],
    relances: [],
    transferts: [],
    desistement: null,
    remboursements: [],
    principal,
    acquereurs: [principal],
    autres: [],
    ...given,
  }
}

/** A line that a day makes due, nothing of it received. */
export const anEcheance = (given: Partial<Echeance> = {}): Echeance => {
  const { rang = 1, montant = 200_000_00, couvert = 0, date_prevue = '2031-01-05' } = given
  return {
    id: rang,
    rang,
    libelle: `Tranche ${rang}`,
    libelle_ar: null,
    montant,
    couvert,
    reste: montant - couvert,
    part: 20,
    quote_part: 20,
    declencheur: 'date',
    stade: null,
    date_prevue,
    exigible_le: date_prevue,
    prevue_le: null,
    attend: null,
    stade_atteint_le: null,
    jours_retard: 0,
    etat: 'a_venir',
    ...given,
  }
}

/** Equal lines of these days; those that are past are late. */
export const echeancesOf = (jours: readonly Jour[], montant: Centimes, today: Jour): Echeance[] =>
  jours.map((jour, at) =>
    anEcheance({
      rang: at + 1,
      montant,
      date_prevue: jour,
      ...(jour < today && { etat: 'en_retard', jours_retard: 1 }),
    }),
  )

/** The line of a dossier in the list. */
export const aDossierLigne = (given: Partial<DossierLigne> = {}): DossierLigne => {
  const { id, dossier, etat, etape, bien, client, montant, totalPaye, resteAPayer, ...more } = aDossier()
  const { pourcentagePaiement, reservation_le, terminee_le, en_retard, vendeur } = more
  return {
    id,
    dossier,
    etat,
    etape,
    bien,
    client,
    montant,
    totalPaye,
    resteAPayer,
    pourcentagePaiement,
    reservation_le,
    terminee_le,
    en_retard,
    vendeur,
    contrat_le: null,
    notaire: null,
    sans_echeancier: true,
    desistement_le: null,
    retenue: null,
    a_rembourser: null,
    ...given,
  }
}

export const dossiersPage = (lignes: DossierLigne[], at: Parameters<typeof onePage>[1] = {}) => ({
  ...onePage(lignes, at),
  totals: { sans_echeancier: lignes.filter(({ sans_echeancier }) => sans_echeancier).length },
})

type Pieces = z.output<typeof listeDesPieces>

/** The answers that the page of a dossier asks for. */
export const answersOfDossier = (
  dossier: Dossier | (() => Dossier),
  { pieces = {}, papiers = {} }: { pieces?: Partial<Pieces>; papiers?: Partial<Papiers> } = {},
): Answer[] => [
  answer(dossiersEndpoints.read, typeof dossier === 'function' ? dossier : () => dossier),
  answer(piecesEndpoints.list, { data: [], types: [], manquantes: [], ...pieces }),
  answer(documentsEndpoints.list, { data: [], possibles: [], ...papiers }),
]
