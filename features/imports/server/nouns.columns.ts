import { BLOC, colonne, requise, RESIDENCE, type Feuille } from '#features/imports/colonnes.ts'
import { TYPES_PLACE } from '#features/biens/parkings.contract.ts'

const prix = requise('montant', 'Prix', 'montant', 'En dinars, deux décimales au plus', 9_500_000)
const blocage = colonne('bloque_motif', 'Motif de blocage', 'texte', {
  aide: 'Si le bien est retiré de la vente : pourquoi',
  exemple: 'Réservé au propriétaire du terrain',
  largeur: 28,
})

const residences = {
  titre: 'Résidences',
  aide: 'Les résidences du portefeuille',
  colonnes: [
    requise('nom', 'Nom', 'texte', 'Le nom de la résidence', 'El Yasmine'),
    requise('adresse', 'Adresse', 'texte', 'Son adresse', 'Route de Chéraga, Alger', { largeur: 40 }),
  ],
} as const satisfies Feuille

const blocs = {
  titre: 'Blocs',
  aide: 'Les blocs de chaque résidence',
  colonnes: [
    RESIDENCE,
    requise('nomloc', 'Nom', 'texte', 'Le nom du bloc', 'Bloc A'),
    requise('description', 'Description', 'texte', 'Ce qui le décrit', 'R+9, côté mer', { largeur: 40 }),
  ],
} as const satisfies Feuille

const etages = {
  titre: 'Étages',
  aide: 'Les étages de chaque bloc',
  colonnes: [
    RESIDENCE,
    BLOC,
    requise('designation', 'Désignation', 'texte', "Le nom de l'étage", '1er étage'),
    requise('niveau', 'Niveau', 'entier', '0 pour le rez-de-chaussée, −1 pour le premier sous-sol', 1),
    requise(
      'logement_par_palier',
      'Logements par palier',
      'entier',
      "Combien de logements l'étage peut avoir",
      8,
    ),
  ],
} as const satisfies Feuille

const appartements = {
  titre: 'Appartements',
  aide: 'Les appartements de chaque étage, avec leur prix',
  colonnes: [
    RESIDENCE,
    BLOC,
    requise(
      'etage',
      'Étage',
      'texte',
      "La désignation de l'étage, comme dans la feuille Étages ou dans Diyar",
      '1er étage',
      { liste: 'etages' },
    ),
    requise('numLot', 'Lot', 'texte', 'Le numéro du lot', 'A101'),
    requise('typeLogement', 'Type', 'texte', 'Le type de logement', 'F3'),
    requise('surfaceHabitable', 'Surface habitable', 'surface', 'En m², deux décimales au plus', 85.5),
    requise(
      'surfaceUtile',
      'Surface utile',
      'surface',
      'En m², deux décimales au plus : balcons, loggias, terrasses',
      12.25,
    ),
    prix,
    colonne('montant1', 'Montant 1', 'montant', { aide: 'Le premier montant partiel, si le prix en a' }),
    colonne('montant2', 'Montant 2', 'montant', { aide: 'Le second montant partiel, si le prix en a' }),
    blocage,
  ],
} as const satisfies Feuille

const locaux = {
  titre: 'Locaux',
  aide: 'Les locaux de chaque bloc, avec leur prix',
  colonnes: [
    RESIDENCE,
    BLOC,
    requise('num', 'Numéro', 'texte', 'Le numéro du local', 'L-03'),
    requise('surface', 'Surface', 'surface', 'En m², deux décimales au plus', 62),
    colonne('description', 'Description', 'texte', {
      aide: 'Ce qui le décrit',
      exemple: 'En façade',
      largeur: 32,
    }),
    prix,
    blocage,
  ],
} as const satisfies Feuille

const parkings = {
  titre: 'Parkings',
  aide: 'Les parkings de chaque résidence',
  colonnes: [
    RESIDENCE,
    requise('parking_nom', 'Nom', 'texte', 'Le nom du parking', 'Sous-sol 1'),
    requise('nb_places', 'Capacité', 'entier', 'Combien de places il peut avoir', 40, { min: 1 }),
  ],
} as const satisfies Feuille

const places = {
  titre: 'Places',
  aide: 'Les places de chaque parking, avec leur prix',
  colonnes: [
    RESIDENCE,
    requise(
      'parking',
      'Parking',
      'texte',
      'Le nom du parking, comme dans la feuille Parkings ou dans Diyar',
      'Sous-sol 1',
      { liste: 'parkings' },
    ),
    requise('numero_place', 'Numéro', 'entier', 'Le numéro de la place', 12, { min: 1 }),
    requise('type_place', 'Type', 'liste', `Un de ces mots : ${TYPES_PLACE.join(', ')}`, 'Couvert', {
      mots: TYPES_PLACE,
    }),
    colonne('position', 'Position', 'texte', { aide: 'Où elle se trouve', exemple: 'Rangée B' }),
    colonne('superficie', 'Superficie', 'surface', { aide: 'En m², deux décimales au plus', exemple: 12.5 }),
    prix,
    blocage,
  ],
} as const satisfies Feuille

const clients = {
  titre: 'Clients',
  aide: 'Les clients, un par ligne',
  colonnes: [
    requise('nomComplet', 'Nom complet', 'texte', 'Le nom complet, en français ou en arabe', 'Karim Benali', {
      largeur: 28,
    }),
    requise('tel', 'Téléphone', 'telephone', 'Le numéro de téléphone', '0550 12 34 56'),
    requise('email', 'Email', 'texte', "L'adresse email", 'karim.benali@exemple.dz', { largeur: 28 }),
    colonne('adresse', 'Adresse', 'texte', {
      aide: 'Son adresse',
      exemple: '12, rue Didouche Mourad, Alger',
      largeur: 40,
    }),
  ],
} as const satisfies Feuille

/** The columns of the simple nouns, in the order of the model. */
export const NOUN_SHEETS = {
  residences,
  blocs,
  etages,
  appartements,
  locaux,
  parkings,
  places,
  clients,
} as const
