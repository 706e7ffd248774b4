import { aClientResume } from '#features/clients/clients.objects.ts'
import type { Dossier } from '#features/ventes/dossiers.contract.ts'

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
