import { addJours, addMois, describePeriode } from '#shared/dates.ts'

/** A month, « 2026-03 ». */
export type Mois = string

/** The first and the last month in which anything was recorded for a report. */
export interface Bornes {
  premier: Mois
  dernier: Mois
}

export interface Etendue {
  du: Mois
  au: Mois
}

const later = (one: Mois, other: Mois): Mois => (one > other ? one : other)
const earlier = (one: Mois, other: Mois): Mois => (one < other ? one : other)

/**
 * The months that a report covers: those asked for, exchanged where they stand the wrong way round; an absent one reaches as far as there is
 * anything to tell. Null where nothing is asked for and nothing was recorded.
 */
export function readEtendue(
  asked: { du?: Mois | undefined; au?: Mois | undefined },
  bornes: Bornes | null,
): Etendue | null {
  if (asked.du !== undefined && asked.au !== undefined)
    return { du: earlier(asked.du, asked.au), au: later(asked.du, asked.au) }
  const given = asked.du ?? asked.au
  if (given === undefined) return bornes && { du: bornes.premier, au: bornes.dernier }
  if (asked.du !== undefined) return { du: given, au: later(given, bornes?.dernier ?? given) }
  return { du: earlier(given, bornes?.premier ?? given), au: given }
}

/** Every month from the first to the last, both included. */
export function moisEntre({ du, au }: Etendue): Mois[] {
  const mois: Mois[] = []
  for (let one = du; one <= au; one = addMois(`${one}-01`, 1).slice(0, 7)) mois.push(one)
  return mois
}

/** The period in the name of a file: « 2026 », « 2026-03 », « 2025-11_2026-03 »; '' where a report covers nothing. */
export function motDeLEtendue(etendue: Etendue | null): string {
  if (etendue === null) return ''
  const { du, au } = etendue
  if (du === au) return du
  const annee = du.slice(0, 4)
  return du === `${annee}-01` && au === `${annee}-12` ? annee : `${du}_${au}`
}

/** The period in words: « Novembre 2026 », « Du 01/01/2026 au 31/12/2026 »; null where a report covers nothing. */
export const describeEtendue = (etendue: Etendue | null): string | null =>
  etendue && describePeriode({ du: `${etendue.du}-01`, au: addJours(addMois(`${etendue.au}-01`, 1), -1) })

/** Name of a report's file without its ending: « encaissements_2026 ». */
export const fichierDuRapport = (rapport: string, etendue: Etendue | null): string =>
  [rapport, motDeLEtendue(etendue)].filter(Boolean).join('_')
