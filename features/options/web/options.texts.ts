import { addJours, aujourdhui, daysBetween, isJour, type Jour } from '#shared/dates.ts'
import { formatCompte } from '#shared/texte.ts'

/** « 3 jours », « dernier jour »: how long an option still holds its bien. */
export const direReste = (jours: number): string =>
  jours === 0 ? 'dernier jour' : formatCompte(jours, 'jour')

/** What is said under a day that is chosen: « soit 7 jours »; nothing of one that is over. */
export function direDuree(jour: string): string | undefined {
  const today = aujourdhui()
  if (!isJour(jour) || jour < today) return undefined
  return jour === today ? "soit jusqu'à ce soir" : `soit ${formatCompte(daysBetween(today, jour), 'jour')}`
}

const JOURS = 7
/** The day that is proposed: so many days from today, as the settings say. */
export function jourPropose(section: Record<string, unknown> | undefined): Jour {
  const { option_jours: jours } = section ?? {}
  return addJours(aujourdhui(), typeof jours === 'number' ? jours : JOURS)
}
