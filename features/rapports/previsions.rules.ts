import type { SommesPrevues } from '#features/rapports/previsions.contract.ts'
import { formatMoisCourt } from '#shared/dates.ts'

export interface LigneDePrevision {
  /** A month, or the name of its sum. */
  cle: string
  label: string
  /** Null where a row has no day, so that it is neither the one nor the other. */
  ferme: number | null
  prevu: number | null
  total: number
}

const LABELS = {
  en_retard: 'En retard',
  plus_tard: 'Plus tard',
  depasse: 'Prévision dépassée',
  attend_contrat: 'Attend la date du contrat',
  sans_date: 'Sans date',
  sans_echeancier: 'Sans échéancier',
} as const

/** The rows of the report, in their order: what is late, each month, what is later, what has no day that is still to come. In the unit given. */
export function lignesDePrevision(sommes: SommesPrevues): LigneDePrevision[] {
  const seule = (cle: Exclude<keyof typeof LABELS, 'plus_tard'>): LigneDePrevision => ({
    cle,
    label: LABELS[cle],
    ferme: null,
    prevu: null,
    total: sommes[cle],
  })
  const datee = (cle: string, label: string, { ferme, prevu }: { ferme: number; prevu: number }) => ({
    cle,
    label,
    ferme,
    prevu,
    total: ferme + prevu,
  })
  return [
    seule('en_retard'),
    ...sommes.mois.map((lu) => datee(lu.mois, formatMoisCourt(lu.mois), lu)),
    datee('plus_tard', LABELS.plus_tard, sommes.plus_tard),
    seule('depasse'),
    seule('attend_contrat'),
    seule('sans_date'),
    seule('sans_echeancier'),
  ]
}

/** Returns the sum that falls on a day and the sum foreseen for one, over all months. In the unit given. */
export function fermeEtPrevu({ mois, plus_tard }: SommesPrevues): { ferme: number; prevu: number } {
  const all = [...mois, plus_tard]
  return {
    ferme: all.reduce((sum, { ferme }) => sum + ferme, 0),
    prevu: all.reduce((sum, { prevu }) => sum + prevu, 0),
  }
}
