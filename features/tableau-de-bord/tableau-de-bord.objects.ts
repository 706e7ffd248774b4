import {
  tableauDeBordEndpoints,
  type Alertes,
  type ResidenceAuTableau,
  type VentesEtEncaissements,
} from '#features/tableau-de-bord/tableau-de-bord.contract.ts'
import { PAS, type Pas } from '#features/tableau-de-bord/premiers-pas.contract.ts'
import type { Inside } from '#shared/endpoint.ts'

type TableauDeBord = NonNullable<Inside<(typeof tableauDeBordEndpoints.read)['response']>>

/** The titles of the six cards, as the specification has them. */
export const STATISTIQUES = [
  'Total Résidences',
  'Total Blocs',
  'Total Étages',
  'Total Parkings',
  'Total Clients',
  'Total Utilisateurs',
] as const

/** Nothing is left to do. */
export const desAlertes = (given: Partial<Alertes> = {}): Alertes => ({
  echeances_en_retard: 0,
  montant_en_retard: 0,
  anciennete: { j0_30: 0, j31_60: 0, j61_90: 0, j90_plus: 0 },
  cheques_a_remettre: 0,
  montant_a_remettre: 0,
  options_a_echeance: 0,
  ventes_sans_echeancier: 0,
  remboursements_a_faire: 0,
  ventes_sans_contrat: 0,
  cheques_rejetes: 0,
  ...given,
})

/** A year of 1 000 DA in its first month, 2 000 DA in its second and so on; nobody's payment is told. */
export const desVentes = (given: Partial<VentesEtEncaissements> = {}): VentesEtEncaissements => ({
  encaisse_mois: 12_000_00,
  rejete_mois: 0,
  rembourse_mois: 0,
  encaisse_total: 78_000_00,
  reste_a_encaisser: 0,
  anciens: 0,
  biens_vendus: 1,
  biens_total: 1,
  mois: Array.from({ length: 12 }, (_, at) => ({
    mois: `2026-${String(at + 1).padStart(2, '0')}`,
    montant: (at + 1) * 1_000_00,
  })),
  derniers: [],
  ...given,
})

/** A residence of ten biens, one of each state but six sold. */
export const aResidenceAuTableau = (given: Partial<ResidenceAuTableau> = {}): ResidenceAuTableau => ({
  id: 1,
  nom: 'Résidence El Yasmine',
  biens: 10,
  etats: { libre: 1, option: 1, bloque: 1, vendu: 6, livre: 1 },
  prix_vendu: 70_000_000_00,
  paye: 21_000_000_00,
  en_retard: 0,
  ...given,
})

/** Two, three, four … of what the six cards count. */
export const aTableauDeBord = (given: Partial<TableauDeBord> = {}): TableauDeBord => ({
  stats: STATISTIQUES.map((title, at) => ({ title, value: at + 2 })),
  ventes: desVentes(),
  alertes: desAlertes(),
  ...given,
})

/** The first steps, of which those of `faits` are done. */
export const desPremiersPas = (faits: readonly Pas[] = [], ferme = false) => ({
  ferme,
  data: PAS.map((cle) => ({ cle, fait: faits.includes(cle) })),
})
