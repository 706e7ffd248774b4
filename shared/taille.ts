const UNITES = [
  { nom: 'octets', decimales: 0 },
  { nom: 'Ko', decimales: 0 },
  { nom: 'Mo', decimales: 1 },
  { nom: 'Go', decimales: 1 },
  { nom: 'To', decimales: 1 },
] as const

/** Space that is needed is rounded up (`haut`), free space down (`bas`). */
type Arrondi = 'proche' | 'haut' | 'bas'
const ARRONDIR = { proche: Math.round, haut: Math.ceil, bas: Math.floor }

/**
 * Formats a size in bytes: « 812 octets », « 45 Ko », « 12,4 Mo », « 1,2 Go ». Units are decimal (1 Ko = 1000 octets), as on sold disks.
 */
export function formatTaille(octets: number, arrondi: Arrondi = 'proche'): string {
  for (const [rang, { nom, decimales }] of UNITES.entries()) {
    const dizaines = 10 ** decimales
    const taille = ARRONDIR[arrondi]((octets / 1000 ** rang) * dizaines) / dizaines
    if (taille >= 1000 && rang < UNITES.length - 1) continue
    const lue = new Intl.NumberFormat('fr', { maximumFractionDigits: decimales }).format(taille)
    return `${lue}\u00A0${octets === 1 ? 'octet' : nom}`
  }
  return ''
}
