import { formatNombre } from '#shared/argent.ts'

const UNITES = ['octets', 'Ko', 'Mo', 'Go', 'To'] as const

/** A size in bytes as it is read: « 812 octets », « 45 Ko », « 12,4 Mo ». One decimal from a megabyte on. */
export function formatTaille(octets: number): string {
  let taille = octets
  let rang = 0
  while (taille >= 1023.95 && rang < UNITES.length - 1) {
    taille /= 1024
    rang += 1
  }
  const dixiemes = Math.round(taille * 10)
  const lu =
    rang < 2
      ? formatNombre(Math.round(taille))
      : `${formatNombre(Math.floor(dixiemes / 10))},${dixiemes % 10}`
  return `${lu}\u00A0${octets === 1 ? 'octet' : UNITES[rang]}`
}
