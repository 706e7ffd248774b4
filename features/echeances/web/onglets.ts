import { HORIZONS, ONGLETS, type Horizon, type Onglet } from '#features/echeances/echeances.codes.ts'
import type { EcheancesFiltres } from '#features/echeances/echeances.contract.ts'

/** What the screen of échéances keeps in the address; 0 is no residence and no bloc. */
export const DEFAULTS = { onglet: 'retard', horizon: '30', page: 1, recherche: '', residence: 0, bloc: 0 }
export type Adresse = typeof DEFAULTS

/** The tab and the horizon of an address; one that is none is the first. */
export const toOnglet = (mot: string): Onglet => ONGLETS.find((onglet) => onglet === mot) ?? 'retard'
export const toHorizon = (mot: string): Horizon => HORIZONS.find((horizon) => horizon === mot) ?? '30'

export type Filtres = { [K in keyof EcheancesFiltres]?: EcheancesFiltres[K] }

/** What an address asks of the list, and of its files. */
export const toFiltres = ({ onglet, horizon, recherche, residence, bloc }: Adresse): Filtres => ({
  onglet: toOnglet(onglet),
  ...(toOnglet(onglet) === 'a_venir' && { horizon: toHorizon(horizon) }),
  search: recherche,
  ...(residence > 0 && { residence_id: residence }),
  ...(bloc > 0 && { bloc_id: bloc }),
})
