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

/** Rows of the places of a parking, each titled by its first and its last: « 1–10 », or « 7 » for a place alone. */
export function rangeesDesPlaces<P>(
  places: readonly P[],
  numeroOf: (place: P) => string | number,
): { titre: string; lots: P[] }[] {
  const rows = []
  for (let from = 0; from < places.length; from += PLACES_PAR_RANGEE) {
    const lots = places.slice(from, from + PLACES_PAR_RANGEE)
    const numeros = lots.map(numeroOf)
    const [first = '', last = ''] = [numeros[0], numeros.at(-1)]
    rows.push({ titre: first === last ? String(first) : `${first}–${last}`, lots })
  }
  return rows
}
