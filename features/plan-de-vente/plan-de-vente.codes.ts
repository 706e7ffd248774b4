import { ETATS_DU_BIEN } from '#features/biens/biens.codes.ts'

/** How a lot stands on the plan: as everywhere, or « indisponible », which is all a buyer is told of one that is off sale. */
export const ETATS_DU_PLAN = [...ETATS_DU_BIEN, 'indisponible'] as const
export type EtatDuPlan = (typeof ETATS_DU_PLAN)[number]
