/** How many appartements there are, and how many of them have a client now. */
export interface Occupation {
  total: number
  occupied: number
}

/**
 * Sold appartements in percent of all, rounded to two decimals; 0 without appartements (D2 §3, Q97).
 * 100 means that none is free: 9 999.9 of 10 000 would read 99.99.
 */
export function tauxOccupation({ total, occupied }: Occupation): number {
  if (total === 0) return 0
  const centiemes = Math.round((occupied * 10_000) / total)
  return (occupied < total ? Math.min(centiemes, 9_999) : centiemes) / 100
}

/** At least one appartement and none free (D2 §4, Q96). */
export function estSature({ total, occupied }: Occupation): boolean {
  return total > 0 && occupied >= total
}
