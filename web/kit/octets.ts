const UNITES = ['o', 'Ko', 'Mo', 'Go', 'To']

/** A size in bytes as « 640 Ko », « 12,4 Mo », « 1,2 Go ». */
export function formatOctets(octets: number): string {
  const rang = Math.min(Math.max(Math.floor(Math.log10(Math.max(octets, 1)) / 3), 0), UNITES.length - 1)
  const maximumFractionDigits = rang < 2 ? 0 : 1
  return `${new Intl.NumberFormat('fr', { maximumFractionDigits }).format(octets / 1000 ** rang)}\u00A0${UNITES[rang]}`
}
