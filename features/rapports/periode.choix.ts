import type { Bornes, Etendue, Mois } from '#features/rapports/periode.rules.ts'
import { addMois, aujourdhui, isMois } from '#shared/dates.ts'

/** The period of a report as the address has it: '' for this year, a year, or one of these words; `du` and `au` belong to a free one. */
export interface PeriodeChoisie {
  periode: string
  du: string
  au: string
}
export const CE_MOIS = 'mois'
export const MOIS_DERNIER = 'dernier'
export const LIBRE = 'libre'

const ceMois = (): Mois => aujourdhui().slice(0, 7)
const anneeEntiere = (annee: string): Etendue => ({ du: `${annee}-01`, au: `${annee}-12` })

/** The months that a chosen period asks for; of a free period an absent month is ''. */
export function moisDeLaPeriode({ periode, du, au }: PeriodeChoisie): Etendue {
  const ce = ceMois()
  if (periode === CE_MOIS) return { du: ce, au: ce }
  if (periode === MOIS_DERNIER) {
    const dernier = addMois(`${ce}-01`, -1).slice(0, 7)
    return { du: dernier, au: dernier }
  }
  if (periode === LIBRE) return { du: isMois(du) ? du : '', au: isMois(au) ? au : '' }
  return anneeEntiere(/^\d{4}$/.test(periode) ? periode : ce.slice(0, 4))
}

/** The periods to choose from: the years are those in which there is anything. @param bornes null where nothing was recorded */
export function periodesAChoisir(bornes: Bornes | null, periode: string): { value: string; label: string }[] {
  const cette = ceMois().slice(0, 4)
  const annees = new Set<string>(/^\d{4}$/.test(periode) ? [periode] : [])
  if (bornes)
    for (let annee = Number(bornes.premier.slice(0, 4)); annee <= Number(bornes.dernier.slice(0, 4)); annee++)
      annees.add(String(annee))
  annees.delete(cette)
  return [
    { value: CE_MOIS, label: 'Ce mois' },
    { value: MOIS_DERNIER, label: 'Mois dernier' },
    { value: '', label: 'Cette année' },
    ...[...annees]
      .toSorted()
      .toReversed()
      .map((annee) => ({ value: annee, label: annee })),
    { value: LIBRE, label: 'Période libre' },
  ]
}
