import {
  champsDeLAppartement,
  champsDeLaPlace,
  champsDuLocal,
  champsDuParking,
} from '#features/biens/biens.champs.ts'
import { champsDuClient } from '#features/clients/clients.champs.ts'
import { aideDesMots, BLOC, columnsOf, RESIDENCE, type Feuille } from '#features/imports/colonnes.ts'
import { champsDeLaResidence, champsDeLEtage, champsDuBloc } from '#features/structure/structure.champs.ts'
import { TYPES_PLACE } from '#features/biens/parkings.contract.ts'

const residence = columnsOf(champsDeLaResidence)
const bloc = columnsOf(champsDuBloc)
const etage = columnsOf(champsDeLEtage)
const appartement = columnsOf(champsDeLAppartement)
const local = columnsOf(champsDuLocal)
const parking = columnsOf(champsDuParking)
const place = columnsOf(champsDeLaPlace)
const client = columnsOf(champsDuClient)

const prix = appartement.requise('montant', 'En dinars, deux décimales au plus', 9_500_000)
const blocage = appartement.facultative('bloque_motif', 'Si le bien est retiré de la vente : pourquoi', {
  titre: 'Motif de blocage',
  exemple: 'Réservé au propriétaire du terrain',
  largeur: 28,
})

const residences = {
  titre: 'Résidences',
  aide: 'Les résidences du portefeuille',
  colonnes: [
    residence.requise('nom', 'Le nom de la résidence', 'El Yasmine'),
    residence.requise('adresse', 'Son adresse', 'Route de Chéraga, Alger', { largeur: 40 }),
  ],
} as const satisfies Feuille

const blocs = {
  titre: 'Blocs',
  aide: 'Les blocs de chaque résidence',
  colonnes: [
    RESIDENCE,
    bloc.requise('nomloc', 'Le nom du bloc', 'Bloc A', { titre: 'Nom' }),
    bloc.requise('description', 'Ce qui le décrit', 'R+9, côté mer', { largeur: 40 }),
  ],
} as const satisfies Feuille

const etages = {
  titre: 'Étages',
  aide: 'Les étages de chaque bloc',
  colonnes: [
    RESIDENCE,
    BLOC,
    etage.requise('designation', "Le nom de l'étage", '1er étage'),
    etage.requise('niveau', '0 pour le rez-de-chaussée, −1 pour le premier sous-sol', 1),
    etage.requise('logement_par_palier', "Combien de logements l'étage peut avoir", 8),
  ],
} as const satisfies Feuille

const appartements = {
  titre: 'Appartements',
  aide: 'Les appartements de chaque étage, avec leur prix',
  colonnes: [
    RESIDENCE,
    BLOC,
    appartement.requise(
      'etage',
      "La désignation de l'étage, comme dans la feuille Étages ou dans Diyar",
      '1er étage',
      { liste: 'etages' },
    ),
    appartement.requise('numLot', 'Le numéro du lot', 'A101', { titre: 'Lot' }),
    appartement.requise('typeLogement', 'Le type de logement', 'F3'),
    appartement.requise('surfaceHabitable', 'En m², deux décimales au plus', 85.5),
    appartement.requise('surfaceUtile', 'En m², deux décimales au plus : balcons, loggias, terrasses', 12.25),
    prix,
    appartement.facultative('montant1', 'Le premier montant partiel, si le prix en a'),
    appartement.facultative('montant2', 'Le second montant partiel, si le prix en a'),
    blocage,
  ],
} as const satisfies Feuille

const locaux = {
  titre: 'Locaux',
  aide: 'Les locaux de chaque bloc, avec leur prix',
  colonnes: [
    RESIDENCE,
    BLOC,
    local.requise('num', 'Le numéro du local', 'L-03'),
    local.requise('surface', 'En m², deux décimales au plus', 62),
    local.facultative('description', 'Ce qui le décrit', { exemple: 'En façade', largeur: 32 }),
    prix,
    blocage,
  ],
} as const satisfies Feuille

const parkings = {
  titre: 'Parkings',
  aide: 'Les parkings de chaque résidence',
  colonnes: [
    RESIDENCE,
    parking.requise('parking_nom', 'Le nom du parking', 'Sous-sol 1', { titre: 'Nom' }),
    parking.requise('nb_places', 'Combien de places il peut avoir', 40, { titre: 'Capacité', min: 1 }),
  ],
} as const satisfies Feuille

const places = {
  titre: 'Places',
  aide: 'Les places de chaque parking, avec leur prix',
  colonnes: [
    RESIDENCE,
    place.requise(
      'parking',
      'Le nom du parking, comme dans la feuille Parkings ou dans Diyar',
      'Sous-sol 1',
      { liste: 'parkings' },
    ),
    place.requise('numero_place', 'Le numéro de la place', 12, {
      titre: 'Numéro',
      sorte: 'entier',
      largeur: 11,
      min: 1,
    }),
    place.requise('type_place', aideDesMots(TYPES_PLACE), 'Couvert', {
      titre: 'Type',
      sorte: 'liste',
      largeur: 16,
      mots: TYPES_PLACE,
    }),
    place.facultative('position', 'Où elle se trouve', { exemple: 'Rangée B' }),
    place.facultative('superficie', 'En m², deux décimales au plus', { exemple: 12.5 }),
    prix,
    blocage,
  ],
} as const satisfies Feuille

const clients = {
  titre: 'Clients',
  aide: 'Les clients, un par ligne',
  colonnes: [
    client.requise('nomComplet', 'Le nom complet, en français ou en arabe', 'Karim Benali', { largeur: 28 }),
    client.facultative('tel', 'Le numéro de téléphone ; vide : sans téléphone', {
      exemple: '0550 12 34 56',
    }),
    client.facultative('email', "L'adresse email ; vide : sans e-mail", {
      exemple: 'karim.benali@exemple.dz',
      largeur: 28,
    }),
    client.facultative('adresse', 'Son adresse', { exemple: '12, rue Didouche Mourad, Alger', largeur: 40 }),
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
