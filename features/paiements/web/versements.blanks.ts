import { PAIEMENT_VIDE } from '#features/paiements/web/paiements.blanks.ts'

export const VERSEMENT_VIDE = { ...PAIEMENT_VIDE, residence: { id: 0, nom: '' } } as const
