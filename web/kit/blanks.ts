/**
 * What stands, record by record, for what an answer does not say ({@link Blank} of `answers.ts`). A text that is missing is
 * '', an amount or an area null: the part that shows it knows its word, « Non spécifié », « N/A », « Sans résidence ».
 */
import { orNull } from '#web/kit/answers.ts'

export const RESIDENCE_VIDE = { id: 0, nom: '' } as const
export const BLOC_VIDE = { id: 0, nomloc: '', residence_id: 0, residence: RESIDENCE_VIDE } as const
export const ETAGE_VIDE = { id: 0, designation: '' } as const
export const CLIENT_VIDE = { id: 0, nomComplet: '', tel: '', email: '' } as const

/** What a report counts. */
const OCCUPATION_VIDE = {
  appartementCount: 0,
  occupiedCount: 0,
  availableCount: 0,
  tauxOccupation: 0,
  typeDistribution: {},
  typeOccupation: {},
} as const
/** A lot as a report lists it. */
const LOT_VIDE = { id: 0, numLot: '', typeLogement: '' } as const

export const FICHE_RESIDENCE_VIDE = {
  nom: '',
  adresse: '',
  plan_pdf: null,
  est_saturee: false,
  taux_occupation: 0,
  blocs_count: 0,
  etages_count: 0,
  appartements_count: 0,
  occupied_count: 0,
  locaux_count: 0,
  parkings_count: 0,
} as const
export const RAPPORT_RESIDENCE_VIDE = {
  nom: '',
  adresse: '',
  stats: { ...OCCUPATION_VIDE, blocCount: 0, etageCount: 0 },
  blocs: [{ id: 0, nomloc: '', description: '', etages_count: 0, appartements_count: 0, tauxOccupation: 0 }],
  clients: [{ ...CLIENT_VIDE, appartement: { ...LOT_VIDE, bloc: { id: 0, nomloc: '' }, etage: ETAGE_VIDE } }],
} as const
export const TOTAUX_RESIDENCE_VIDES = {
  appartements_total: null,
  places_parking_total: null,
  locaux_total: null,
} as const

export const RESUME_BLOC_VIDE = { ...BLOC_VIDE, description: '' } as const
export const FICHE_BLOC_VIDE = {
  ...RESUME_BLOC_VIDE,
  etages_count: 0,
  locaux_count: 0,
  appartementCount: 0,
  availableCount: 0,
  occupiedCount: 0,
  tauxOccupation: 0,
} as const
export const RAPPORT_BLOC_VIDE = {
  nomloc: '',
  residence: RESIDENCE_VIDE,
  stats: { ...OCCUPATION_VIDE, etageCount: 0 },
  etages: [{ ...ETAGE_VIDE, appartements: [{ ...LOT_VIDE, client: orNull(CLIENT_VIDE) }] }],
  clients: [{ ...CLIENT_VIDE, appartement: { ...LOT_VIDE, etage: ETAGE_VIDE } }],
} as const

export const RESUME_ETAGE_VIDE = {
  ...ETAGE_VIDE,
  niveau: 0,
  logement_par_palier: 0,
  bloc_id: 0,
  bloc: BLOC_VIDE,
} as const
export const FICHE_ETAGE_VIDE = {
  ...RESUME_ETAGE_VIDE,
  logements_count: 0,
  occupied_logements_count: 0,
} as const
export const RAPPORT_ETAGE_VIDE = {
  designation: '',
  bloc: BLOC_VIDE,
  stats: OCCUPATION_VIDE,
  appartements: [{ ...LOT_VIDE, bloc: { id: 0, nomloc: '' }, client: orNull(CLIENT_VIDE) }],
} as const

export const PAIEMENT_VIDE = {
  client: CLIENT_VIDE,
  date_paiement: '',
  details: null,
  versement: null,
  solde: null,
  prix: null,
  recu: '',
  rectifie_le: null,
  vente_terminee: false,
} as const
/** Where the sale of a bien stands. */
const VENTE_VIDE = {
  montant: null,
  client_id: null,
  client: orNull(CLIENT_VIDE),
  estDispo: true,
  resteAPayer: null,
  pourcentagePaiement: 0,
} as const
const RAPPORT_VENTE_VIDE = {
  pourcentagePaiement: 0,
  totalPayments: null,
  resteAPayer: null,
  paiements: [PAIEMENT_VIDE],
  historique: [{ client: CLIENT_VIDE, montant: null, totalPaye: null, nombrePaiements: 0 }],
} as const

export const APPARTEMENT_VIDE = {
  ...VENTE_VIDE,
  numLot: '',
  typeLogement: '',
  surfaceHabitable: null,
  surfaceUtile: null,
  montant1: null,
  montant2: null,
  plan_pdf: null,
  etage_id: 0,
  etage: { ...ETAGE_VIDE, bloc_id: 0, bloc: BLOC_VIDE },
  bloc: BLOC_VIDE,
  paiements: [PAIEMENT_VIDE],
} as const
export const RAPPORT_APPARTEMENT_VIDE = {
  ...RAPPORT_VENTE_VIDE,
  numLot: '',
  typeLogement: '',
  stats: {
    surfaceHabitable: null,
    surfaceUtile: null,
    superficieTotale: null,
    montant: null,
    montant1: null,
    montant2: null,
    client: orNull(CLIENT_VIDE),
  },
  etage: ETAGE_VIDE,
  bloc: { id: 0, nomloc: '' },
  residence: RESIDENCE_VIDE,
} as const

export const LOCAL_VIDE = {
  ...VENTE_VIDE,
  num: '',
  surface: null,
  description: null,
  bloc: BLOC_VIDE,
  paiements: [PAIEMENT_VIDE],
} as const
export const RAPPORT_LOCAL_VIDE = {
  ...RAPPORT_VENTE_VIDE,
  num: '',
  stats: { surface: null, montant: null, description: null, estDispo: true, client: orNull(CLIENT_VIDE) },
  bloc: BLOC_VIDE,
} as const

export const PLACE_VIDE = {
  ...VENTE_VIDE,
  numero_place: 0,
  type_place: '',
  position: null,
  superficie: null,
  parking: { id: 0, parking_nom: '', residence_id: 0, residence: RESIDENCE_VIDE },
} as const
export const PARKING_VIDE = {
  parking_nom: '',
  residence: RESIDENCE_VIDE,
  nb_places: 0,
  places_count: 0,
  occupied_places: 0,
} as const

export const FICHE_CLIENT_VIDE = { ...CLIENT_VIDE, adresse: null } as const
const POSSEDE_VIDE = {
  id: 0,
  montant: null,
  totalPaye: null,
  resteAPayer: null,
  pourcentagePaiement: 0,
} as const
export const BIENS_DU_CLIENT_VIDES = {
  appartements: [
    {
      ...POSSEDE_VIDE,
      numLot: '',
      typeLogement: '',
      surfaceHabitable: null,
      surfaceUtile: null,
      etage: { bloc: { nomloc: '', residence: RESIDENCE_VIDE } },
    },
  ],
  places: [
    {
      ...POSSEDE_VIDE,
      numero_place: 0,
      type_place: null,
      parking: { parking_nom: '', residence: RESIDENCE_VIDE },
    },
  ],
  locaux: [{ ...POSSEDE_VIDE, num: '', surface: null, bloc: { nomloc: '', residence: RESIDENCE_VIDE } }],
} as const

/** A client of the recap and his biens; only read, so that it bears its words. */
export const GROUPE_VIDE = {
  id: 0,
  client: { id: 0, nomComplet: 'Non spécifié', tel: 'N/A', email: 'N/A' },
  biens: [
    {
      id: 0,
      type: 'appartement',
      nlot: 'Non spécifié',
      residence: 'Sans résidence',
      code: 'N/A',
      surface: null,
      montant: null,
      reglement: null,
      resteAPayer: null,
      pourcentagePaiement: 0,
    },
  ],
} as const

export const PROMOTEUR_VIDE = { nom: '', email: '', telephone: '', adresse: '' } as const
export const PROFIL_VIDE = { name: '', email: '', statut: 'désactivé' } as const

export const LIGNE_VIDE = { designation: '', prix_unitaire: null, quantite: 0, montant: null } as const
export const BON_VIDE = { reference: '', date_bon: '', total_montant: null } as const
export const CATEGORIE_VIDE = { nom: '', total_montant: null } as const

export const STAT_VIDE = { title: '', value: 0 } as const
