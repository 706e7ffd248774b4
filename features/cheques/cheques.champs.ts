import { champDuCompte } from '#features/comptes/comptes.champs.ts'
import type { Champs } from '#shared/champs/champs.ts'

export const champsDeLaRemise = {
  numero: { label: 'Numéro', kind: 'texte' },
  jour: { label: 'Date de remise', kind: 'jour' },
  compte: champDuCompte,
  nombre: { label: 'Chèques', kind: 'entier' },
  montant: { label: 'Montant', kind: 'montant' },
  recus: { label: 'Reçus', kind: 'texte', liste: true },
} as const satisfies Champs
