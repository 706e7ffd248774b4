import { moisDeLaPeriode } from '#features/rapports/periode.choix.ts'
import { addMois, aujourdhui, isMois } from '#shared/dates.ts'
import { PAR, type Par } from '#features/rapports/ventes.contract.ts'
import { useUrlState } from '#web/kit/list/useUrlState.ts'

/** State of the reports in the address. The filters of a report stay in it while another is shown; all of them share period and residence. */
const DEFAULTS = {
  rapport: '',
  page: 1,
  periode: '',
  du: '',
  au: '',
  residence: '',
  par: '',
  mois: '',
  compte: '',
  vu: '',
  annee: '',
  etat: '',
  de: '',
  a: '',
  recherche: '',
  jour: '',
  membre: '',
  arrete: '',
}

export type RapportAsked = typeof DEFAULTS
export type ChangeRapport = (patch: Partial<RapportAsked>, options?: { replace?: boolean }) => void

export const useRapportAsked = (): [RapportAsked, ChangeRapport] => useUrlState(DEFAULTS)

/** Props of each report. */
export interface PartieProps {
  asked: RapportAsked
  onChange: ChangeRapport
}

/** Returns the request of the register. */
export const registreAsked = ({ annee, etat, de, a, recherche }: RapportAsked) => ({
  annee,
  etat,
  de,
  a,
  search: recherche,
})

/** Returns the request of « TVA »: the month before this one unless another is chosen. */
export const tvaAsked = ({ mois }: RapportAsked) => ({
  mois: isMois(mois) ? mois : addMois(`${aujourdhui().slice(0, 7)}-01`, -1).slice(0, 7),
})

/** Returns the request of « Écritures »: the same month. */
export const ecrituresAsked = tvaAsked

/** Returns the request of « Banque »: this month unless another is chosen; all months for lines that are not seen. */
export const banqueAsked = ({ compte, mois, vu }: RapportAsked) => ({
  compte,
  mois: vu !== '0' && isMois(mois) ? mois : '',
  vu: vu === '0' ? ('0' as const) : undefined,
})

/** Returns the request of the till. */
export const caisseAsked = ({ jour, membre }: RapportAsked) => ({ jour, membre })

/** Returns the request of « Encaissements »: the months of the chosen period, one residence or all. */
export const encaissementsAsked = ({ residence, ...periode }: RapportAsked) => ({
  ...moisDeLaPeriode(periode),
  residence,
})

/** Returns the request of « Ventes »: the months of the chosen period, by residence or by seller. */
export const ventesAsked = ({ par, ...periode }: RapportAsked): { du: string; au: string; par: Par } => ({
  ...moisDeLaPeriode(periode),
  par: PAR.find((mot) => mot === par) ?? 'residence',
})

/** The day that « Résidences » is told of; '' for today. */
export const residencesAsked = ({ arrete }: RapportAsked) => ({ au: arrete })
