import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { etatBancaireEndpoints } from '#features/rapports/etat-bancaire.contract.ts'
import { residencesRapportEndpoints } from '#features/rapports/residences.contract.ts'
import { budgetEndpoints, type budgetInput } from '#features/structure/budget.contract.ts'
import type { Wire } from '#shared/endpoint.ts'
import { callApi, callFile, messageOf } from '#web/kit/call/api.ts'
import { useChange } from '#web/kit/call/useChange.ts'
import { openInNewTab } from '#web/kit/file/files.ts'

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

/** Opens the paper of a residence for its bank in a new tab. @param onFail gets the sentence of a failure */
export const openEtatBancaire = (id: number, onFail: (message: string) => void): void =>
  void openInNewTab(() => callFile(etatBancaireEndpoints.pdf, { params: { id } })).catch((error: unknown) =>
    onFail(messageOf(error, 'Erreur lors de la préparation du document.')),
  )
