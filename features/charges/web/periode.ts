import { aujourdhui, endOfLastMonth } from '#shared/dates.ts'

const MOIS = 'mois'
const MOIS_DERNIER = 'mois-dernier'
const TOUT = 'tout'

/** « Cette année », which an address without a word means, this month and the last, each year in which there is anything, all of them. */
export function choixDePeriode(bornes: { premier: string; dernier: string } | null) {
  const cette = Number(aujourdhui().slice(0, 4))
  const [premiere, derniere] = bornes
    ? [bornes.premier, bornes.dernier].map((mois) => Number(mois.slice(0, 4)))
    : []
  const annees: { value: string; label: string }[] = []
  for (let annee = derniere ?? 0; annee >= (premiere ?? 1); annee--)
    if (annee !== cette) annees.push({ value: String(annee), label: String(annee) })
  return [
    { value: MOIS, label: 'Ce mois' },
    { value: MOIS_DERNIER, label: 'Mois dernier' },
    { value: '', label: 'Cette année' },
    ...annees,
    { value: TOUT, label: 'Toutes les années' },
  ]
}

/** The first and the last month of a period in the address; undefined where it has none. */
export function moisDeLaPeriode(periode: string): { du: string | undefined; au: string | undefined } {
  if (periode === TOUT) return { du: undefined, au: undefined }
  const jour = periode === MOIS_DERNIER ? endOfLastMonth(aujourdhui()) : aujourdhui()
  if (periode === MOIS || periode === MOIS_DERNIER) return { du: jour.slice(0, 7), au: jour.slice(0, 7) }
  const annee = /^\d{4}$/.test(periode) ? periode : jour.slice(0, 4)
  return { du: `${annee}-01`, au: `${annee}-12` }
}
