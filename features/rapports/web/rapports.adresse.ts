import { moisDeLaPeriode } from '#features/rapports/periode.choix.ts'
import { addMois, aujourdhui, isMois } from '#shared/dates.ts'
import { PAR, type Par } from '#features/rapports/ventes.contract.ts'
import { useUrlState } from '#web/kit/list/useUrlState.ts'

/** What the address says of the reports. The filters of a report stay in it while another is shown; all of them share period and residence. */
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

/** What each report is drawn with. */
export interface PartieProps {
  asked: RapportAsked
  onChange: ChangeRapport
}

/** What the register is asked for. */
export const registreAsked = ({ annee, etat, de, a, recherche }: RapportAsked) => ({
  annee,
  etat,
  de,
  a,
  search: recherche,
})

/** What « TVA » is asked for: the month before this one unless another is chosen. */
export const tvaAsked = ({ mois }: RapportAsked) => ({
  mois: isMois(mois) ? mois : addMois(`${aujourdhui().slice(0, 7)}-01`, -1).slice(0, 7),
})

/** What « Écritures » is asked for: the same month. */
export const ecrituresAsked = tvaAsked

/** What « Banque » is asked for: this month unless another is chosen; of what is not seen, all months. */
export const banqueAsked = ({ compte, mois, vu }: RapportAsked) => ({
  compte,
  mois: vu !== '0' && isMois(mois) ? mois : '',
  vu: vu === '0' ? ('0' as const) : undefined,
})

/** What the till is asked for. */
export const caisseAsked = ({ jour, membre }: RapportAsked) => ({ jour, membre })

/** What « Encaissements » is asked for: the months of the chosen period, one residence or all. */
export const encaissementsAsked = ({ residence, ...periode }: RapportAsked) => ({
  ...moisDeLaPeriode(periode),
  residence,
})

/** What « Ventes » is asked for: the months of the chosen period, by residence or by who sold. */
export const ventesAsked = ({ par, ...periode }: RapportAsked): { du: string; au: string; par: Par } => ({
  ...moisDeLaPeriode(periode),
  par: PAR.find((mot) => mot === par) ?? 'residence',
})

/** The day that « Résidences » is told of; '' for today. */
export const residencesAsked = ({ arrete }: RapportAsked) => ({ au: arrete })
