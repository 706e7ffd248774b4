/** Figures as the tables show them: French decimals, aligned to the right. */
export const rounded = (value: number, digits: number): string =>
  value.toLocaleString('fr-FR', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  })
export const ms = (value: number): string => rounded(value, 1).padStart(8)
export const mb = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} Mo`.padStart(8)
export const kb = (bytes: number): string => `${rounded(bytes / 1024, 1)} Ko`

/** The value below which that share of them lies; 0 of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? 0
}
