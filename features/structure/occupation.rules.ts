import { pourcentage } from '#shared/argent.ts'

/** Number of appartements, and of those with an open sale. */
export interface Occupation {
  total: number
  occupied: number
}

/** Sold appartements in percent of all: 100 means none is free, 0 none is sold (D2 §3, Q97). */
export function tauxOccupation({ total, occupied }: Occupation): number {
  return pourcentage(occupied, total)
}

/** Tells whether there is at least one appartement and none is free (D2 §4, Q96). */
export function isSature({ total, occupied }: Occupation): boolean {
  return total > 0 && occupied >= total
}
