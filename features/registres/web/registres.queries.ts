import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { registresEndpoints, type ligneDeCaisse, type recu } from '#features/registres/registres.contract.ts'
import { LIGNE_VIDE, RECU_VIDE } from '#features/registres/web/registres.blanks.ts'
import type { Wire } from '#shared/endpoint.ts'
import { callPage } from '#web/kit/api.ts'

export type RecuLu = Wire<typeof recu>
export type LigneLue = Wire<typeof ligneDeCaisse>

/** What is asked of the register, and of its files; '' is what is not said. */
export interface RegistreAsked {
  annee: string
  etat: string
  de: string
  a: string
}
/** What is asked of the till. */
export interface CaisseAsked {
  jour: string
  membre: string
}

export const registresQueries = {
  recus: (asked: RegistreAsked, page: number) =>
    queryOptions({
      queryKey: ['recus', asked, page],
      queryFn: ({ signal }) =>
        callPage(
          registresEndpoints.listRecus,
          { query: { ...asked, page, per_page: 50 }, signal },
          { blank: RECU_VIDE, keys: ['recu'] },
        ),
      placeholderData: keepPreviousData,
    }),
  caisse: (asked: CaisseAsked, page: number) =>
    queryOptions({
      queryKey: ['journal-caisse', asked, page],
      queryFn: ({ signal }) =>
        callPage(
          registresEndpoints.listCaisse,
          { query: { ...asked, page, per_page: 200 }, signal },
          { blank: LIGNE_VIDE, keys: ['recu'] },
        ),
      placeholderData: keepPreviousData,
    }),
}
