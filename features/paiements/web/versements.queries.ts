import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { FiltresDePaiement } from '#features/paiements/filtres.ts'
import type { versement } from '#features/paiements/versement.contract.ts'
import { versementsEndpoints } from '#features/paiements/versements.contract.ts'
import type { Wire } from '#shared/endpoint.ts'
import { callPage } from '#web/kit/api.ts'
import { VERSEMENT_VIDE } from '#features/paiements/web/versements.blanks.ts'

/** A payment of the list, as the API gives it: amounts in decimal dinars. */
export type VersementLu = Wire<typeof versement>

/** What the list and its files are asked with; a filter that is not set is absent. */
export interface VersementsDemandes extends FiltresDePaiement {
  recherche?: string
  residence?: number
  payeur_type?: string
}

const SANS_TOTAUX = { nombre: 0, montant: 0, rejete: 0 }

export const versementsQueries = {
  /** A page of all payments, newest first, with the sums over the whole result. */
  page: (page: number, filtres: VersementsDemandes) =>
    queryOptions({
      queryKey: ['paiements', 'versements', page, filtres],
      async queryFn({ signal }) {
        const answer = await callPage(
          versementsEndpoints.list,
          { query: { ...filtres, page }, signal },
          { blank: VERSEMENT_VIDE },
        )
        const { data: versements, last_page: lastPage, total, totals = SANS_TOTAUX } = answer
        return { versements, lastPage, total, totals }
      },
      placeholderData: keepPreviousData,
    }),
}
