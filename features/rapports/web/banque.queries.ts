import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { banqueEndpoints, type ObjetDeBanque } from '#features/rapports/banque.contract.ts'
import { callApi } from '#web/kit/call/api.ts'
import { useChange } from '#web/kit/call/useChange.ts'

export interface BanqueAsked {
  compte: string
  mois: string
  vu: '0' | undefined
}

export const banqueQuery = (asked: BanqueAsked, page: number) =>
  queryOptions({
    queryKey: ['rapports', 'banque', asked, page],
    queryFn: ({ signal }) => callApi(banqueEndpoints.read, { query: { ...asked, page }, signal }),
    placeholderData: keepPreviousData,
  })

/** Amounts are in decimal dinars here, as on the wire. */
export type BanqueLue = Awaited<ReturnType<NonNullable<ReturnType<typeof banqueQuery>['queryFn']>>>
export type LigneLue = BanqueLue['data'][number]

/** A refusal also reloads everything: another member may have changed one of these lines. */
export function usePointer() {
  return useChange(
    (body: { lignes: { objet: ObjetDeBanque; id: number }[]; vu?: boolean; compte_id?: number }) =>
      callApi(banqueEndpoints.pointer, { body }),
    { evenRefused: true },
  )
}
