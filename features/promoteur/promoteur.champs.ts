import type { Champs } from '#shared/champs/champs.ts'

export const champsDuPromoteur = {
  nom: { label: 'Nom', kind: 'texte' },
  nom_ar: { label: 'Nom en arabe', kind: 'texte' },
  email: { label: 'Email', kind: 'texte' },
  telephone: { label: 'Téléphone', kind: 'telephone' },
  adresse: { label: 'Adresse', kind: 'texte' },
  rc: { label: 'RC', kind: 'texte' },
  nif: { label: 'NIF', kind: 'texte' },
  nis: { label: 'NIS', kind: 'texte' },
  ai: { label: "Article d'imposition (AI)", kind: 'texte' },
  agrement: { label: "N° d'agrément", kind: 'texte' },
  tnpi: { label: 'N° au tableau national (TNPI)', kind: 'texte' },
  capital: { label: 'Capital', kind: 'montant' },
  couleur: { label: 'Couleur des documents', kind: 'texte' },
  logo: { label: 'Logo', kind: 'fichier' },
  adresse_ar: { label: 'Adresse en arabe', kind: 'texte' },
  representant: { label: 'Représentant', kind: 'texte' },
  representant_ar: { label: 'Représentant, en arabe', kind: 'texte' },
  representant_qualite: { label: 'Qualité du représentant', kind: 'texte' },
  representant_qualite_ar: { label: 'Qualité du représentant, en arabe', kind: 'texte' },
} as const satisfies Champs
