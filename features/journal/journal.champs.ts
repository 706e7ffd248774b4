import {
  BON,
  CATEGORIE,
  COMPTE_BANCAIRE,
  DOCUMENT,
  LIGNE,
  PAIEMENT,
  REMBOURSEMENT,
  REMISE,
} from '#features/journal/journal.champs.argent.ts'
import { PARAMETRES, IMPORT, REVISION, SAUVEGARDE } from '#features/journal/journal.champs.administration.ts'
import { DESISTEMENT, OPTION, RELANCE, VENTE } from '#features/journal/journal.champs.ventes.ts'
import * as codes from '#features/journal/journal.codes.ts'
import type { Objet } from '#features/journal/journal.mots.ts'
import {
  MUETS_ET_CODE,
  change,
  compte,
  dit,
  entier,
  joint,
  jour,
  liste,
  montant,
  mot,
  nomme,
  numero,
  surface,
  type Champs,
} from '#features/journal/journal.valeurs.ts'
import { ROLE_LIBELLES } from '#shared/droits.ts'

/** Facts about the sale of a lot. The sale has journal lines of its own, so the lot's lines leave these out. */
const DE_SA_VENTE = {
  client: null,
  client_id: null,
  option: null,
  dossier: null,
  vente_id: null,
  estDispo: null,
  etat_bien: null,
  resteAPayer: null,
  pourcentagePaiement: null,
} as const satisfies Champs

const DE_TOUT_BIEN = {
  ...MUETS_ET_CODE,
  ...DE_SA_VENTE,
  bloque_motif: dit('Motif du blocage'),
  revision: dit('Révision de prix', numero),
} as const satisfies Champs

const residence = dit('Résidence', nomme('nom'))
const bloc = dit('Bloc', nomme('nomloc'))
const plan = dit('Plan PDF', joint, 'Remplacé')

const APPARTEMENT: Champs = {
  ...DE_TOUT_BIEN,
  numLot: dit('N° Lot'),
  typeLogement: dit('Type'),
  surfaceHabitable: dit('Surface habitable', surface),
  surfaceUtile: dit('Surface utile', surface),
  montant: dit('Prix', montant),
  montant1: dit('Montant 1', montant),
  montant2: dit('Montant 2', montant),
  etage: dit('Étage', nomme('designation')),
  etage_id: null,
  bloc,
  plan_pdf: plan,
}

const LOCAL: Champs = {
  ...DE_TOUT_BIEN,
  num: dit('Numéro'),
  surface: dit('Surface', surface),
  montant: dit('Prix', montant),
  description: dit('Description'),
  bloc,
  bloc_id: null,
}

const PLACE: Champs = {
  ...DE_TOUT_BIEN,
  numero_place: dit('Numéro de place'),
  type_place: dit('Type de place'),
  position: dit('Position'),
  superficie: dit('Superficie', surface),
  montant: dit('Prix', montant),
  parking: dit('Parking', nomme('parking_nom')),
  parking_id: null,
}

const RESIDENCE: Champs = {
  ...MUETS_ET_CODE,
  nom: dit('Nom'),
  adresse: dit('Adresse'),
  plan_pdf: plan,
  nom_ar: dit('Nom en arabe'),
  adresse_ar: dit('Adresse en arabe'),
  permis_numero: dit('Numéro du permis'),
  permis_le: dit('Permis délivré le', jour),
  permis_autorite: dit('Permis délivré par'),
  terrain_acte: dit('Acte du terrain'),
  terrain_le: dit("Date de l'acte du terrain", jour),
  // The counts of the records that a generation made.
  blocs: dit('Blocs créés', compte),
  etages: dit('Étages créés', compte),
  appartements: dit('Appartements créés', compte),
  locaux: dit('Locaux créés', compte),
  places: dit('Places créées', compte),
  valeur: dit('Valeur', montant),
  demande: null,
  est_saturee: null,
  taux_occupation: null,
  blocs_count: null,
  etages_count: null,
  locaux_count: null,
  occupied_count: null,
  parkings_count: null,
  appartements_count: null,
}

const BLOC: Champs = {
  ...MUETS_ET_CODE,
  nomloc: dit('Nom du bloc'),
  description: dit('Description'),
  residence,
  residence_id: null,
  stade: dit('Stade'),
  atteint_le: dit('Atteint le', jour),
  note: dit('Note'),
  nom_ar: dit('Nom en arabe'),
  garantie_numero: dit('Numéro de la garantie'),
  garantie_police: dit('Police de la garantie'),
  garantie_le: dit('Garantie du', jour),
  garantie_au: dit("Garantie jusqu'au", jour),
  livraison_prevue_le: dit('Livraison prévue', jour),
  etages_count: null,
  locaux_count: null,
  occupiedCount: null,
  availableCount: null,
  tauxOccupation: null,
  appartementCount: null,
}

const ETAGE: Champs = {
  ...MUETS_ET_CODE,
  designation: dit('Désignation'),
  designation_ar: dit('Désignation en arabe'),
  niveau: dit('Niveau', entier),
  logement_par_palier: dit('Logements par palier', entier),
  bloc,
  bloc_id: null,
  tauxOccupation: null,
  logements_count: null,
  occupied_logements_count: null,
}

const PARKING: Champs = {
  ...MUETS_ET_CODE,
  parking_nom: dit('Nom du parking'),
  nom_ar: dit('Nom en arabe'),
  nb_places: dit('Nombre de places', entier),
  residence,
  residence_id: null,
  places: dit('Places', liste(nomme('numero_place'))),
  places_count: null,
  occupied_places: null,
}

const CLIENT: Champs = {
  ...MUETS_ET_CODE,
  nomComplet: dit('Nom complet'),
  nom_ar: dit('Nom en arabe'),
  tel: dit('Téléphone'),
  tel2: dit('Deuxième téléphone'),
  email: dit('Email'),
  adresse: dit('Adresse'),
  naissance_le: dit('Né(e) le', jour),
  naissance_lieu: dit('Lieu de naissance'),
  profession: dit('Profession'),
  situation: dit('Situation familiale', mot(codes.SITUATIONS)),
  nin: dit('NIN'),
  piece_type: dit("Pièce d'identité", mot(codes.PIECES_D_IDENTITE)),
  piece_numero: dit('N° de la pièce'),
  piece_delivree_le: dit('Délivrée le', jour),
  piece_lieu: dit('Délivrée à'),
  genre: dit('Civilité', mot(codes.CIVILITES)),
  adresse_ar: dit('Adresse en arabe'),
  naissance_lieu_ar: dit('Lieu de naissance, en arabe'),
  rc: dit('RC'),
  nif: dit('NIF'),
  representant: dit('Représentant'),
  representant_ar: dit('Représentant, en arabe'),
  representant_qualite: dit('Qualité du représentant'),
  representant_qualite_ar: dit('Qualité du représentant, en arabe'),
  // The fields of a scanned document and of the link to the client's space.
  piece: dit('Pièce'),
  fichier: dit('Fichier'),
  note: dit('Note'),
  expire_le: dit("Valable jusqu'au", jour),
  details: dit('Détails'),
  mention: dit('Mention'),
}

const MEMBRE: Champs = {
  ...MUETS_ET_CODE,
  name: dit('Nom'),
  email: dit('Email'),
  role: dit('Rôle', mot(ROLE_LIBELLES)),
  statut: dit('Statut'),
  motDePasseChange: dit('Mot de passe', change),
  appareil: dit('Appareil'),
  adresse: dit('Adresse'),
}

const PROMOTEUR: Champs = {
  ...MUETS_ET_CODE,
  nom: dit('Nom'),
  nom_ar: dit('Nom en arabe'),
  email: dit('Email'),
  telephone: dit('Téléphone'),
  adresse: dit('Adresse'),
  rc: dit('RC'),
  nif: dit('NIF'),
  nis: dit('NIS'),
  ai: dit("Article d'imposition (AI)"),
  agrement: dit("N° d'agrément"),
  tnpi: dit('N° au tableau national (TNPI)'),
  capital: dit('Capital', montant),
  couleur: dit('Couleur des documents'),
  logo: dit('Logo', joint, 'Remplacé'),
  adresse_ar: dit('Adresse en arabe'),
  representant: dit('Représentant'),
  representant_ar: dit('Représentant, en arabe'),
  representant_qualite: dit('Qualité du représentant'),
  representant_qualite_ar: dit('Qualité du représentant, en arabe'),
}

const STADE: Champs = {
  ...MUETS_ET_CODE,
  nom: dit('Nom'),
  nom_ar: dit('Nom en arabe'),
  rang: dit('Rang', entier),
}

export const CHAMPS: Readonly<Record<Objet, Champs>> = {
  appartement: APPARTEMENT,
  bloc: BLOC,
  bon: BON,
  categorie: CATEGORIE,
  client: CLIENT,
  'compte bancaire': COMPTE_BANCAIRE,
  desistement: DESISTEMENT,
  document: DOCUMENT,
  etage: ETAGE,
  import: IMPORT,
  ligne: LIGNE,
  local: LOCAL,
  membre: MEMBRE,
  option: OPTION,
  paiement: PAIEMENT,
  parametres: PARAMETRES,
  parking: PARKING,
  place: PLACE,
  promoteur: PROMOTEUR,
  relance: RELANCE,
  remboursement: REMBOURSEMENT,
  remise: REMISE,
  residence: RESIDENCE,
  revision: REVISION,
  sauvegarde: SAUVEGARDE,
  stade: STADE,
  vente: VENTE,
}
