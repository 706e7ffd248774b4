import type { Champs } from '#shared/champs/champs.ts'
import { KINDS, readObjet } from '#shared/champs/kinds.ts'

/** « Gros œuvre achevé : 15/06/2027 » */
function describePrevision(valeur: unknown): string {
  const { stade, prevu_le } = readObjet(valeur)
  return `${KINDS.texte.describe(stade)} : ${KINDS.jour.describe(prevu_le)}`
}

export const champsDeLaResidence = {
  nom: { label: 'Nom', kind: 'texte' },
  adresse: { label: 'Adresse', kind: 'texte' },
  budget: { label: 'Budget', kind: 'montant' },
  plan_pdf: { label: 'Plan PDF', kind: 'fichier' },
  nom_ar: { label: 'Nom en arabe', kind: 'texte' },
  adresse_ar: { label: 'Adresse en arabe', kind: 'texte' },
  permis_numero: { label: 'Numéro du permis', kind: 'texte' },
  permis_le: { label: 'Permis délivré le', kind: 'jour' },
  permis_autorite: { label: 'Permis délivré par', kind: 'texte' },
  terrain_acte: { label: 'Acte du terrain', kind: 'texte' },
  terrain_le: { label: "Date de l'acte du terrain", kind: 'jour' },
} as const satisfies Champs

export const champsDuBloc = {
  nomloc: { label: 'Nom du bloc', kind: 'texte' },
  description: { label: 'Description', kind: 'texte' },
  residence: { label: 'Résidence', kind: 'nom', cles: ['nom'] },
  stade: { label: 'Stade', kind: 'texte' },
  atteint_le: { label: 'Atteint le', kind: 'jour' },
  note: { label: 'Note', kind: 'texte' },
  nom_ar: { label: 'Nom en arabe', kind: 'texte' },
  garantie_numero: { label: 'Numéro de la garantie', kind: 'texte' },
  garantie_police: { label: 'Police de la garantie', kind: 'texte' },
  garantie_le: { label: 'Garantie du', kind: 'jour' },
  garantie_au: { label: "Garantie jusqu'au", kind: 'jour' },
  livraison_prevue_le: { label: 'Livraison prévue', kind: 'jour' },
  previsions: { label: 'Stade prévu', chaque: describePrevision },
} as const satisfies Champs

export const champsDeLEtage = {
  designation: { label: 'Désignation', kind: 'texte' },
  designation_ar: { label: 'Désignation en arabe', kind: 'texte' },
  niveau: { label: 'Niveau', kind: 'entier' },
  logement_par_palier: { label: 'Logements par palier', kind: 'entier' },
  bloc: { label: 'Bloc', kind: 'nom', cles: ['nomloc'] },
} as const satisfies Champs
