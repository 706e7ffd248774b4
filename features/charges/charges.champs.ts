import { champDuCompte } from '#features/comptes/comptes.champs.ts'
import { MODES } from '#features/paiements/modes.ts'
import type { Champs } from '#shared/champs/champs.ts'
import { describeNom, KINDS, readObjet } from '#shared/champs/kinds.ts'

export const champsDeLaLigne = {
  designation: { label: 'Désignation', kind: 'texte' },
  quantite: { label: 'Quantité', kind: 'entier' },
  prix_unitaire: { label: 'Prix unitaire', kind: 'montant' },
  montant: { label: 'Montant', kind: 'montant' },
} as const satisfies Champs

const describeLigne = (valeur: unknown) => {
  const { designation, quantite, prix_unitaire } = readObjet(valeur)
  return `${KINDS.texte.describe(designation)} : ${KINDS.entier.describe(quantite)} × ${KINDS.montant.describe(prix_unitaire)}`
}

export const champsDuBon = {
  reference: { label: 'Référence', kind: 'texte' },
  date_bon: { label: 'Date du bon', kind: 'jour' },
  fournisseur: { label: 'Fournisseur', kind: 'texte' },
  residence: { label: 'Résidence', kind: 'nom', cles: ['nom'] },
  lignes: { label: 'Ligne', chaque: describeLigne },
} as const satisfies Champs

export const champsDuReglement = {
  bon: { label: 'Bon', kind: 'nom', cles: ['reference'] },
  date_reglement: { label: 'Date', kind: 'jour' },
  montant: { label: 'Montant', kind: 'montant' },
  mode: { label: 'Mode', kind: 'mot', mots: MODES },
  compte: { ...champDuCompte, label: 'Sur notre compte' },
  banque: { label: 'Banque', kind: 'texte' },
  reference: { label: 'Référence', kind: 'texte' },
  details: { label: 'Détails', kind: 'texte' },
  vu_le: { label: 'Vu sur le relevé', kind: 'jour' },
} as const satisfies Champs

export const champsDeLaCategorie = {
  nom: { label: 'Nom', kind: 'texte' },
  bons: { label: 'Bon', chaque: describeNom('reference') },
} as const satisfies Champs
