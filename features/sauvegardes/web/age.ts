const MINUTE = 60_000
const HEURE = 60 * MINUTE
const JOUR = 24 * HEURE

/** How long ago something was, in one word: « à l'instant », « il y a 12 min », « il y a 9 h », « il y a 3 j ». */
export function formatAge(instant: string, now: number): string {
  const age = now - Date.parse(instant)
  if (age < MINUTE) return "à l'instant"
  if (age < HEURE) return `il y a ${Math.floor(age / MINUTE)} min`
  // Two days are still told in hours: a backup is late after forty-eight.
  return age < 3 * JOUR ? `il y a ${Math.floor(age / HEURE)} h` : `il y a ${Math.floor(age / JOUR)} j`
}
