import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { residencesRapportEndpoints } from '#features/rapports/residences.contract.ts'
import { budgetEndpoints, type budgetInput } from '#features/structure/budget.contract.ts'
import type { Wire } from '#shared/endpoint.ts'
import { callApi } from '#web/kit/call/api.ts'
import { useChange } from '#web/kit/call/useChange.ts'

export const residencesQuery = (query: { au: string; page: number }) =>
  queryOptions({
    queryKey: ['rapports', 'residences', query],
    queryFn: ({ signal }) => callApi(residencesRapportEndpoints.residences, { query, signal }),
    placeholderData: keepPreviousData,
  })

/** Amounts are in decimal dinars here, as on the wire. */
export type ResidencesLues = Awaited<ReturnType<NonNullable<ReturnType<typeof residencesQuery>['queryFn']>>>
export type ResidenceLue = ResidencesLues['residences']['data'][number]

export function useUpdateBudget() {
  return useChange(({ id, ...body }: Wire<typeof budgetInput> & { id: number }) =>
    callApi(budgetEndpoints.update, { params: { id }, body }),
  )
}
