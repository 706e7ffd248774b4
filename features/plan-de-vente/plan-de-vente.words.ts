import type { EtatDuPlan } from '#features/plan-de-vente/plan-de-vente.codes.ts'

/** A state by its word, by the shorter one that a cell has room for, and by its mark: never by its colour alone. */
interface Dit {
  mot: string
  court: string
  marque: string
}

export const ETATS_DITS: Record<EtatDuPlan, Dit> = {
  libre: { mot: 'Libre', court: 'Libre', marque: 'L' },
  option: { mot: 'Option', court: 'Option', marque: 'O' },
  vendu: { mot: 'Vendu', court: 'Vendu', marque: 'V' },
  livre: { mot: 'Livré', court: 'Livré', marque: '✓' },
  bloque: { mot: 'Bloqué', court: 'Bloqué', marque: '×' },
  indisponible: { mot: 'Indisponible', court: 'Indispo.', marque: '×' },
}

/** The states of a legend, from those to sell to those that are gone: what is there, or what a buyer is told. */
export const LEGENDE = {
  interne: ['libre', 'option', 'bloque', 'vendu', 'livre'],
  client: ['libre', 'option', 'indisponible', 'vendu'],
} as const satisfies Record<string, readonly EtatDuPlan[]>

/** How many places of a parking stand in a row. */
export const PLACES_PAR_RANGEE = 10
