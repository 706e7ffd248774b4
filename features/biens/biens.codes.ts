/** Where a bien stands, worked out in one place: off sale, delivered, sold, held for somebody, or free. */
export const ETATS_DU_BIEN = ['libre', 'option', 'vendu', 'livre', 'bloque'] as const
export type EtatDuBien = (typeof ETATS_DU_BIEN)[number]
