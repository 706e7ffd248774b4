import { pourcentage, type Centimes } from '#shared/argent.ts'

/** The three kinds of bien, as the data names them (Q165). */
export type TypeBien = 'appartement' | 'local' | 'place_parking'

/**
 * Where a sale stands: what remains (centimes, never below 0) and what share is paid (percent, 0 to 100, two decimals,
 * 100 only when nothing remains, 0 only when nothing is paid). The one place that derives them (D2 §3, Q132).
 */
export function progression(
  prix: Centimes,
  paye: Centimes,
): { resteAPayer: Centimes; pourcentagePaiement: number } {
  return { resteAPayer: Math.max(prix - paye, 0), pourcentagePaiement: pourcentage(paye, prix) }
}

/** Price per m² in centimes, rounded, from a price in centimes and an area in hundredths of m²; null without an area. */
export function prixAuMetreCarre(prix: Centimes, surface: number): Centimes | null {
  return surface > 0 ? Math.round((prix * 100) / surface) : null
}

/**
 * The number that most likely comes after one: its last digits plus one, as wide as they were ("A-09" → "A-10",
 * "Lot 3 bis" → "Lot 4 bis", "1er étage" → "2e étage"), skipping those already taken, case aside. Nothing when it has no digits.
 */
export function numeroSuivant(numero: string, pris: readonly string[] = []): string {
  const lu = /^(.*?)(\d{1,9})(\D*)$/s.exec(numero)
  if (!lu) return ''
  const [, avant = '', chiffres = '', fin = ''] = lu
  const apres = chiffres === '1' ? fin.replace(/^(er|ère|re)(?!\p{L})/u, 'e') : fin
  const occupes = new Set(pris.map((autre) => autre.toLowerCase()))
  for (let rang = Number(chiffres) + 1; ; rang++) {
    const propose = `${avant}${String(rang).padStart(chiffres.length, '0')}${apres}`
    if (!occupes.has(propose.toLowerCase())) return propose
  }
}
