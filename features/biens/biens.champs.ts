import type { Champs } from '#shared/champs/champs.ts'

const ofBien = {
  bloque_motif: { label: 'Motif du blocage', kind: 'texte' },
  revision: { label: 'Révision de prix', kind: 'numero' },
} as const satisfies Champs

const prix = { label: 'Prix', kind: 'montant', column: 'prix' } as const
const bloc = { label: 'Bloc', kind: 'nom', cles: ['nomloc'] } as const

export const champsDeLAppartement = {
  ...ofBien,
  numLot: { label: 'N° Lot', kind: 'texte', column: 'num_lot' },
  typeLogement: { label: 'Type', kind: 'texte', column: 'type_logement' },
  surfaceHabitable: { label: 'Surface habitable', kind: 'surface', column: 'surface_habitable' },
  surfaceUtile: { label: 'Surface utile', kind: 'surface', column: 'surface_utile' },
  montant: prix,
  montant1: { label: 'Montant 1', kind: 'montant' },
  montant2: { label: 'Montant 2', kind: 'montant' },
  etage: { label: 'Étage', kind: 'nom', cles: ['designation'] },
  bloc,
  plan_pdf: { label: 'Plan PDF', kind: 'fichier' },
} as const satisfies Champs

export const champsDuLocal = {
  ...ofBien,
  num: { label: 'Numéro', kind: 'texte' },
  surface: { label: 'Surface', kind: 'surface' },
  montant: prix,
  description: { label: 'Description', kind: 'texte' },
  bloc,
} as const satisfies Champs

export const champsDeLaPlace = {
  ...ofBien,
  numero_place: { label: 'Numéro de place', kind: 'texte' },
  type_place: { label: 'Type de place', kind: 'texte' },
  position: { label: 'Position', kind: 'texte' },
  superficie: { label: 'Superficie', kind: 'surface' },
  montant: prix,
  parking: { label: 'Parking', kind: 'nom', cles: ['parking_nom'] },
} as const satisfies Champs

export const champsDuParking = {
  parking_nom: { label: 'Nom du parking', kind: 'texte' },
  nom_ar: { label: 'Nom en arabe', kind: 'texte' },
  nb_places: { label: 'Nombre de places', kind: 'entier' },
  residence: { label: 'Résidence', kind: 'nom', cles: ['nom'] },
  places: { label: 'Places', kind: 'nom', cles: ['numero_place'], liste: true },
} as const satisfies Champs
