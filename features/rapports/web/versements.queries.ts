import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { FiltresDePaiement } from '#features/paiements/modes.ts'
import type { ligneDeVersements } from '#features/paiements/paiement.schema.ts'
import { versementsEndpoints } from '#features/rapports/versements.contract.ts'
import type { Wire } from '#shared/endpoint.ts'
import { callApi } from '#web/kit/call/api.ts'

/** Amounts are in decimal dinars here, as on the wire. */
export type VersementLu = Wire<typeof ligneDeVersements>

interface VersementsDemandes extends FiltresDePaiement {
  recherche?: string
  residence?: number
  payeur_type?: string
  tri?: string
}

export const versementsQueries = {
  page: (page: number, filtres: VersementsDemandes) =>
    queryOptions({
      queryKey: ['paiements', 'versements', page, filtres],
      async queryFn({ signal }) {
        const answer = await callApi(versementsEndpoints.list, { query: { ...filtres, page }, signal })
        const { data: versements, last_page: lastPage, total, totals } = answer
        return { versements, lastPage, total, totals }
      },
      placeholderData: keepPreviousData,
    }),
}
