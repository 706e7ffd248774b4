import { formatJourCourt, type Jour } from '#shared/dates.ts'

/** « Situation au 31/12/2025 » */
export const nomDeLaSituation = (jour: Jour): string => `Situation au ${formatJourCourt(jour)}`

/** Sentence on the source of a situation. */
export const SOURCE_DE_LA_SITUATION =
  "D'après les dates des écritures telles qu'elles sont enregistrées aujourd'hui."

/** Sentence on the effect of the two days of the filters of payments. */
export const PORTEE_DES_JOURS =
  'Ne garde que les biens payés entre ces jours ; les montants restent ceux de toute la vente.'
