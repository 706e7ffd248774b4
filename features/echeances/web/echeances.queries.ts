import { queryOptions } from '@tanstack/react-query'
import { echeancesEndpoints, type ligne } from '#features/echeances/echeances.contract.ts'
import { LIGNE_VIDE } from '#features/echeances/web/echeances.blanks.ts'
import type { Filtres } from '#features/echeances/web/onglets.ts'
import type { Wire } from '#shared/endpoint.ts'
import type { Format } from '#shared/exports.ts'
import { callFile, callPage } from '#web/kit/api.ts'

/** A line as the screens read it: amounts in decimal dinars. */
export type LigneLue = Wire<typeof ligne>

const key = ['echeances'] as const
const PAR_PAGE = 20

export const echeancesQueries = {
  /** A page of a tab; another page of it stays in sight until it has come. */
  page: (filtres: Filtres, page: number) =>
    queryOptions({
      queryKey: [...key, 'page', filtres.onglet, filtres, page],
      queryFn: ({ signal }) =>
        callPage(
          echeancesEndpoints.list,
          { query: { ...filtres, page, per_page: PAR_PAGE }, signal },
          { blank: LIGNE_VIDE },
        ),
      placeholderData: (shown, query) => (query?.queryKey[2] === filtres.onglet ? shown : undefined),
    }),
  /** Is there no échéancier at all? Asked only where a list is empty. */
  aucune: () =>
    queryOptions({
      queryKey: [...key, 'aucune'],
      async queryFn({ signal }) {
        const count = (filtres: Filtres) =>
          callPage(
            echeancesEndpoints.list,
            { query: { ...filtres, per_page: 1 }, signal },
            { blank: LIGNE_VIDE },
          )
        const pages = await Promise.all([
          count({ onglet: 'exigibles' }),
          count({ onglet: 'a_venir', horizon: 'tout' }),
        ])
        return pages.every(({ total }) => total === 0)
      },
    }),
}

export const fetchExport = (filtres: Filtres, format: Format, signal: AbortSignal) =>
  callFile(echeancesEndpoints.export, { query: { ...filtres, format }, signal })
