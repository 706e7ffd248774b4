import type { Horizon, Onglet } from '#features/echeances/echeances.codes.ts'
import type { Anciennete } from '#features/echeances/echeances.contract.ts'

export const ECHEANCES = 'Échéances'

export const ONGLETS_DITS: Record<Onglet, string> = {
  retard: 'En retard',
  exigibles: 'Exigibles',
  a_venir: 'À venir',
}

export const HORIZONS_DITS: Record<Horizon, string> = {
  '30': '30 jours',
  '60': '60 jours',
  '90': '90 jours',
  tout: 'Tout',
}

/** The four ages of what is late, the youngest first. */
export const ANCIENNETES: readonly { key: keyof Anciennete; label: string }[] = [
  { key: 'j0_30', label: '0-30 j' },
  { key: 'j31_60', label: '31-60 j' },
  { key: 'j61_90', label: '61-90 j' },
  { key: 'j90_plus', label: '+ 90 j' },
]
