import {
  NOMS_DES_CIVILITES,
  NOMS_DES_PIECES_D_IDENTITE,
  NOMS_DES_SITUATIONS,
} from '#features/clients/fiches.codes.ts'
import type { Champs } from '#shared/champs/champs.ts'

export const champsDuClient = {
  nomComplet: { label: 'Nom complet', kind: 'texte', column: 'nom_complet' },
  nom_ar: { label: 'Nom en arabe', kind: 'texte' },
  tel: { label: 'Téléphone', kind: 'telephone' },
  tel2: { label: 'Deuxième téléphone', kind: 'telephone' },
  email: { label: 'Email', kind: 'texte' },
  adresse: { label: 'Adresse', kind: 'texte' },
  naissance_le: { label: 'Né(e) le', kind: 'jour' },
  naissance_lieu: { label: 'Lieu de naissance', kind: 'texte' },
  profession: { label: 'Profession', kind: 'texte' },
  situation: { label: 'Situation familiale', kind: 'mot', mots: NOMS_DES_SITUATIONS },
  nin: { label: 'NIN', kind: 'texte' },
  piece_type: { label: "Pièce d'identité", kind: 'mot', mots: NOMS_DES_PIECES_D_IDENTITE },
  piece_numero: { label: 'N° de la pièce', kind: 'texte' },
  piece_delivree_le: { label: 'Délivrée le', kind: 'jour' },
  piece_lieu: { label: 'Délivrée à', kind: 'texte' },
  genre: { label: 'Civilité', kind: 'mot', mots: NOMS_DES_CIVILITES },
  adresse_ar: { label: 'Adresse en arabe', kind: 'texte' },
  naissance_lieu_ar: { label: 'Lieu de naissance, en arabe', kind: 'texte' },
  rc: { label: 'RC', kind: 'texte' },
  nif: { label: 'NIF', kind: 'texte' },
  representant: { label: 'Représentant', kind: 'texte' },
  representant_ar: { label: 'Représentant, en arabe', kind: 'texte' },
  representant_qualite: { label: 'Qualité du représentant', kind: 'texte' },
  representant_qualite_ar: { label: 'Qualité du représentant, en arabe', kind: 'texte' },
} as const satisfies Champs

/** A scan in the file of a client or of a vente. */
export const champsDeLaPiece = {
  piece: { label: 'Pièce', kind: 'texte' },
  fichier: { label: 'Fichier', kind: 'texte' },
  note: { label: 'Note', kind: 'texte' },
} as const satisfies Champs
