import type { Declencheur } from '#features/echeancier/echeancier.rules.ts'
import { formatJourCourt, type Jour } from '#shared/dates.ts'

interface Ligne {
  declencheur: Declencheur
  stade: { nom: string } | null
  exigible_le: Jour | null
  date_prevue: Jour | null
}

/** When a line falls due: its day, or the event that it waits for: « 12/03/2026 », « au contrat », « au stade Gros œuvre achevé ». */
export function exigibleOf({ declencheur, stade, exigible_le, date_prevue }: Ligne): string {
  if (exigible_le !== null) return formatJourCourt(exigible_le)
  if (declencheur === 'stade') return `au stade ${stade?.nom ?? ''}`
  if (declencheur === 'date') return date_prevue === null ? '' : formatJourCourt(date_prevue)
  return EVENEMENTS[declencheur]
}
const EVENEMENTS = {
  reservation: 'à la réservation',
  contrat: 'au contrat',
  livraison: 'à la livraison',
} as const

/** « prévu le 12/03/2026 » of a line that waits for an event and has a forecast; '' of any other. */
export const previsionOf = ({ declencheur, exigible_le, date_prevue }: Omit<Ligne, 'stade'>): string =>
  exigible_le === null && declencheur !== 'date' && date_prevue !== null
    ? `prévu le ${formatJourCourt(date_prevue)}`
    : ''
