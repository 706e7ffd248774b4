import { CODES_D_ETAT, ETATS_DU_BIEN, type EtatDit } from '#shared/etats.ts'

/** State of a lot on the plan; a buyer sees « indisponible » for a lot off sale. */
export const ETATS_DU_PLAN = [...CODES_D_ETAT, 'indisponible'] as const
export type EtatDuPlan = (typeof ETATS_DU_PLAN)[number]

export const ETATS_DITS: Record<EtatDuPlan, EtatDit> = {
  ...ETATS_DU_BIEN,
  indisponible: { ...ETATS_DU_BIEN.bloque, mot: 'Indisponible' },
}

/** States of the legend, from free to gone, for members and for buyers. */
export const LEGENDE = {
  interne: CODES_D_ETAT,
  client: ['libre', 'option', 'indisponible', 'vendu'],
} as const satisfies Record<string, readonly EtatDuPlan[]>

export const PLACES_PAR_RANGEE = 10

/** « Parking Sous-sol », but never « Parking Parking Nord ». */
export const nomDuParking = (nom: string): string => (/^parking\b/i.test(nom) ? nom : `Parking ${nom}`)

/** Title of a row of places by its first and its last: « 1–10 », or « 7 » for a place alone. */
export function titreDesPlaces(numeros: readonly (string | number)[]): string {
  const [first = '', last = ''] = [numeros[0], numeros.at(-1)]
  return first === last ? String(first) : `${first}–${last}`
}
