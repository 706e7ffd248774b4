/** Values that papers must bear: Arabic names, long names, accents, large amounts. */
import { SANS_MOYEN } from '#features/paiements/paiements.rules.ts'
import type { BienImprime, ClientImprime, PromoteurImprime } from '#server/documents/papier.ts'
import type { BonImprime } from '#features/charges/server/charges.documents.ts'
import type { LigneRecap } from '#features/rapports/server/recap.ts'
import type { ModeleRecu } from '#features/papiers/server/papers/recu.ts'
import type { PaiementReleve, VenteRelevee } from '#features/papiers/server/facts/releve.ts'

export const unPromoteur: PromoteurImprime = {
  nom: 'SARL El Bahia Promotion Immobilière',
  adresse: "12, rue Larbi Ben M'hidi, 31000 Oran",
  telephone: '041 33 21 45',
  email: 'contact@elbahia.dz',
}

export const unClient: ClientImprime = {
  nom: 'محمد الأمين بن عبد الله',
  tel: '0550 12 34 56',
  email: 'amine@exemple.dz',
  adresse: 'Cité des 200 logements, Es Sénia',
}

export const unBien: BienImprime = {
  type: 'appartement',
  numero: 'A-12',
  sorte: 'F3',
  situation: 'Bloc A, 2e étage',
  residence: "Les Jardins d'Oran",
  surface: 10_250,
  surfaceHabitable: 9_000,
  surfaceUtile: 1_250,
}

export const unRecu = (champs: Partial<ModeleRecu> = {}): ModeleRecu => ({
  promoteur: unPromoteur,
  langue: 'fr',
  recu: '2026-000123',
  origine: null,
  groupe: null,
  date: '2026-03-01',
  etabliLe: '2026-11-22',
  rectifieLe: null,
  client: unClient,
  dossier: '2026-D-0012',
  acquereurs: [unClient.nom],
  suites: [],
  bien: unBien,
  prix: 1_250_000_000,
  terminee: false,
  dejaPaye: 375_000_000,
  anciens: [],
  versement: 125_000_075,
  timbre: null,
  details: 'Deuxième tranche, virement BNA',
  moyen: SANS_MOYEN,
  etat: null,
  rejet: null,
  sousReserve: 0,
  code: 'K7QM4T2X9PBD',
  adressePublique: null,
  fait: '',
  boites: { client: 'Le client', promoteur: 'Le promoteur, cachet et signature' },
  ...champs,
})

export const desPaiements = (nombre: number): PaiementReleve[] =>
  Array.from({ length: nombre }, (_, rang) => ({
    date: `2026-01-${String((rang % 28) + 1).padStart(2, '0')}`,
    recu: `2026-${String(rang + 1).padStart(6, '0')}`,
    mode: null,
    banque: null,
    reference: null,
    details: `Tranche ${rang + 1}`,
    versement: 1_000_001,
    rejete_le: null,
    versePar: null,
  }))

export const uneVente = (paiements: number, champs: Partial<VenteRelevee> = {}): VenteRelevee => ({
  bien: unBien,
  prix: 1_250_000_000,
  termineeLe: null,
  dossier: '2026-D-0012',
  repris: [],
  desistement: null,
  paiements: desPaiements(paiements),
  ...champs,
})

export const desLignesRecap = (nombre: number): LigneRecap[] =>
  Array.from({ length: nombre }, (_, rang) => ({
    numero: `A-${rang + 1}`,
    acquereur: `Acquéreur ${rang + 1}`,
    residence: rang % 2 ? "Les Jardins d'Oran" : null,
    code: rang % 3 ? 'Bloc A' : null,
    surface: rang % 5 ? 8_450 : null,
    montant: 1_000_000_000,
    reglement: 333_333_333,
  }))

export const unBon = (reference: string, lignes: number): BonImprime => ({
  reference,
  date: '2026-03-12',
  fournisseur: null,
  residence: null,
  regle: 0,
  lignes: Array.from({ length: lignes }, (_, rang) => ({
    designation: `Ciment, lot ${rang + 1}`,
    prixUnitaire: 85_050,
    quantite: 40,
  })),
})
