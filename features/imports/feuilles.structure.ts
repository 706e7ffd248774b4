import { colonne, type Feuille } from '#features/imports/colonnes.ts'
import { TYPES_PLACE } from '#features/parkings/places.contract.ts'

const residence = colonne('residence', 'Résidence', 'texte', {
  requis: true,
  aide: 'Le nom de la résidence, comme dans la feuille Résidences ou dans Diyar',
  exemple: 'El Yasmine',
  liste: 'residences',
})
const bloc = colonne('bloc', 'Bloc', 'texte', {
  requis: true,
  aide: 'Le nom du bloc, comme dans la feuille Blocs ou dans Diyar',
  exemple: 'Bloc A',
  liste: 'blocs',
})
const prix = colonne('montant', 'Prix', 'montant', {
  requis: true,
  aide: 'En dinars, deux décimales au plus',
  exemple: 9_500_000,
})
const blocage = colonne('bloque_motif', 'Motif de blocage', 'texte', {
  aide: 'Si le bien est retiré de la vente : pourquoi',
  exemple: 'Réservé au propriétaire du terrain',
  largeur: 28,
})

export const residences = {
  titre: 'Résidences',
  aide: 'Les résidences du portefeuille',
  colonnes: [
    colonne('nom', 'Nom', 'texte', { requis: true, aide: 'Le nom de la résidence', exemple: 'El Yasmine' }),
    colonne('adresse', 'Adresse', 'texte', {
      requis: true,
      aide: 'Son adresse',
      exemple: 'Route de Chéraga, Alger',
      largeur: 40,
    }),
  ],
} as const satisfies Feuille

export const blocs = {
  titre: 'Blocs',
  aide: 'Les blocs de chaque résidence',
  colonnes: [
    residence,
    colonne('nomloc', 'Nom', 'texte', { requis: true, aide: 'Le nom du bloc', exemple: 'Bloc A' }),
    colonne('description', 'Description', 'texte', {
      requis: true,
      aide: 'Ce qui le décrit',
      exemple: 'R+9, côté mer',
      largeur: 40,
    }),
  ],
} as const satisfies Feuille

export const etages = {
  titre: 'Étages',
  aide: 'Les étages de chaque bloc',
  colonnes: [
    residence,
    bloc,
    colonne('designation', 'Désignation', 'texte', {
      requis: true,
      aide: "Le nom de l'étage",
      exemple: '1er étage',
    }),
    colonne('niveau', 'Niveau', 'entier', {
      requis: true,
      aide: '0 pour le rez-de-chaussée, −1 pour le premier sous-sol',
      exemple: 1,
    }),
    colonne('logement_par_palier', 'Logements par palier', 'entier', {
      requis: true,
      aide: "Combien de logements l'étage peut avoir",
      exemple: 8,
    }),
  ],
} as const satisfies Feuille

export const appartements = {
  titre: 'Appartements',
  aide: 'Les appartements de chaque étage, avec leur prix',
  colonnes: [
    residence,
    bloc,
    colonne('etage', 'Étage', 'texte', {
      requis: true,
      aide: "La désignation de l'étage, comme dans la feuille Étages ou dans Diyar",
      exemple: '1er étage',
      liste: 'etages',
    }),
    colonne('numLot', 'Lot', 'texte', { requis: true, aide: 'Le numéro du lot', exemple: 'A101' }),
    colonne('typeLogement', 'Type', 'texte', { requis: true, aide: 'Le type de logement', exemple: 'F3' }),
    colonne('surfaceHabitable', 'Surface habitable', 'surface', {
      requis: true,
      aide: 'En m², deux décimales au plus',
      exemple: 85.5,
    }),
    colonne('surfaceUtile', 'Surface utile', 'surface', {
      requis: true,
      aide: 'En m², deux décimales au plus : balcons, loggias, terrasses',
      exemple: 12.25,
    }),
    prix,
    colonne('montant1', 'Montant 1', 'montant', { aide: 'Le premier montant partiel, si le prix en a' }),
    colonne('montant2', 'Montant 2', 'montant', { aide: 'Le second montant partiel, si le prix en a' }),
    blocage,
  ],
} as const satisfies Feuille

export const locaux = {
  titre: 'Locaux',
  aide: 'Les locaux de chaque bloc, avec leur prix',
  colonnes: [
    residence,
    bloc,
    colonne('num', 'Numéro', 'texte', { requis: true, aide: 'Le numéro du local', exemple: 'L-03' }),
    colonne('surface', 'Surface', 'surface', {
      requis: true,
      aide: 'En m², deux décimales au plus',
      exemple: 62,
    }),
    colonne('description', 'Description', 'texte', {
      aide: 'Ce qui le décrit',
      exemple: 'En façade',
      largeur: 32,
    }),
    prix,
    blocage,
  ],
} as const satisfies Feuille

export const parkings = {
  titre: 'Parkings',
  aide: 'Les parkings de chaque résidence',
  colonnes: [
    residence,
    colonne('parking_nom', 'Nom', 'texte', {
      requis: true,
      aide: 'Le nom du parking',
      exemple: 'Sous-sol 1',
    }),
    colonne('nb_places', 'Capacité', 'entier', {
      requis: true,
      aide: 'Combien de places il peut avoir',
      exemple: 40,
      min: 1,
    }),
  ],
} as const satisfies Feuille

export const places = {
  titre: 'Places',
  aide: 'Les places de chaque parking, avec leur prix',
  colonnes: [
    residence,
    colonne('parking', 'Parking', 'texte', {
      requis: true,
      aide: 'Le nom du parking, comme dans la feuille Parkings ou dans Diyar',
      exemple: 'Sous-sol 1',
      liste: 'parkings',
    }),
    colonne('numero_place', 'Numéro', 'entier', {
      requis: true,
      aide: 'Le numéro de la place',
      exemple: 12,
      min: 1,
    }),
    colonne('type_place', 'Type', 'liste', {
      requis: true,
      aide: `Un de ces mots : ${TYPES_PLACE.join(', ')}`,
      exemple: 'Couvert',
      mots: TYPES_PLACE,
    }),
    colonne('position', 'Position', 'texte', { aide: 'Où elle se trouve', exemple: 'Rangée B' }),
    colonne('superficie', 'Superficie', 'surface', { aide: 'En m², deux décimales au plus', exemple: 12.5 }),
    prix,
    blocage,
  ],
} as const satisfies Feuille

export const clients = {
  titre: 'Clients',
  aide: 'Les clients, un par ligne',
  colonnes: [
    colonne('nomComplet', 'Nom complet', 'texte', {
      requis: true,
      aide: 'Le nom complet, en français ou en arabe',
      exemple: 'Karim Benali',
      largeur: 28,
    }),
    colonne('tel', 'Téléphone', 'telephone', {
      requis: true,
      aide: 'Le numéro de téléphone',
      exemple: '0550 12 34 56',
    }),
    colonne('email', 'Email', 'texte', {
      requis: true,
      aide: "L'adresse email",
      exemple: 'karim.benali@exemple.dz',
      largeur: 28,
    }),
    colonne('adresse', 'Adresse', 'texte', {
      aide: 'Son adresse',
      exemple: '12, rue Didouche Mourad, Alger',
      largeur: 40,
    }),
  ],
} as const satisfies Feuille

export const stades = {
  titre: 'Stades',
  aide: 'Où en sont les travaux : le jour où chaque bloc a atteint chaque stade',
  colonnes: [
    residence,
    bloc,
    colonne('stade', 'Stade', 'texte', {
      requis: true,
      aide: 'Le nom du stade, comme dans Paramètres',
      exemple: 'Fondations achevées',
      largeur: 28,
    }),
    colonne('atteint_le', 'Atteint le', 'jour', {
      requis: true,
      aide: 'Le jour où il a été atteint',
      exemple: '2025-03-12',
    }),
    colonne('note', 'Note', 'texte', { aide: 'Une remarque', largeur: 32 }),
  ],
} as const satisfies Feuille
