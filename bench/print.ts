/** Figures as the tables print them: French decimals, aligned to the right. */
export const rounded = (value: number, digits: number): string =>
  value.toLocaleString('fr-FR', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  })
export const ms = (value: number): string => rounded(value, 1).padStart(8)
export const mb = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} Mo`.padStart(8)
export const kb = (bytes: number): string => `${rounded(bytes / 1024, 1)} Ko`

/** The quantile `share` (0 to 1) of the values; 0 for no values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? 0
}
