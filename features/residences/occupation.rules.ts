import { pourcentage } from '#shared/argent.ts'

/** How many appartements there are, and how many of them have a client now. */
export interface Occupation {
  total: number
  occupied: number
}

/** Sold appartements in percent of all; 100 means that none is free, 0 that none is sold (D2 §3, Q97). */
export function tauxOccupation({ total, occupied }: Occupation): number {
  return pourcentage(occupied, total)
}

/** At least one appartement and none free (D2 §4, Q96). */
export function isSature({ total, occupied }: Occupation): boolean {
  return total > 0 && occupied >= total
}
