import type { Champs } from '#shared/champs/champs.ts'

const ORIGINES = { nuit: 'Nuit', manuelle: 'Manuelle', commande: 'Commande', import: 'Avant import' }

export const champsDeLaSauvegarde = {
  fichier: { label: 'Fichier', kind: 'texte' },
  motif: { label: 'Motif', kind: 'texte' },
  origine: { label: 'Origine', kind: 'mot', mots: ORIGINES },
} as const satisfies Champs
