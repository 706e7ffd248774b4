import type { Champs } from '#shared/champs/champs.ts'
import { PAPIERS } from '#shared/papiers.ts'

const TYPES_DE_PAPIER = Object.fromEntries(
  Object.entries(PAPIERS).map(([type, { libelle }]) => [type, libelle]),
)

export const champsDuPapier = {
  numero: { label: 'Numéro', kind: 'texte' },
  type: { label: 'Document', kind: 'mot', mots: TYPES_DE_PAPIER },
  dossier: { label: 'Dossier', kind: 'texte' },
  bloc: { label: 'Bloc', kind: 'texte' },
  residence: { label: 'Résidence', kind: 'texte' },
  client: { label: 'Client', kind: 'nom', cles: ['nomComplet'] },
  langue: { label: 'Langue', kind: 'mot', mots: { fr: 'Français', ar: 'Arabe' } },
  etabli_le: { label: 'Date', kind: 'jour' },
  montant: { label: 'Montant', kind: 'montant' },
  motif: { label: 'Motif', kind: 'texte' },
} as const satisfies Champs
