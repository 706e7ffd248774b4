import { addJours, aujourdhui, daysBetween, isJour, type Jour } from '#shared/dates.ts'
import { formatCompte } from '#shared/texte.ts'

export const describeReste = (jours: number): string =>
  jours === 0 ? 'dernier jour' : formatCompte(jours, 'jour')

/** Note below a chosen day, « (7 jours) »; undefined for a past day. */
export function describeDuree(jour: string): string | undefined {
  const today = aujourdhui()
  if (!isJour(jour) || jour < today) return undefined
  return jour === today ? "(jusqu'à ce soir)" : `(${formatCompte(daysBetween(today, jour), 'jour')})`
}

const JOURS = 7
/** Proposed last day: today plus the days of the settings, or 7. */
export function jourPropose(section: Record<string, unknown> | undefined): Jour {
  const { option_jours: jours } = section ?? {}
  return addJours(aujourdhui(), typeof jours === 'number' ? jours : JOURS)
}
