import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { rechercheEndpoints } from '#features/recherche/recherche.contract.ts'
import { callApi } from '#web/kit/api.ts'

export const rechercheQuery = (texte: string) =>
  queryOptions({
    queryKey: ['recherche', texte],
    queryFn: ({ signal }) => callApi(rechercheEndpoints.search, { query: { q: texte }, signal }),
    enabled: texte !== '',
    placeholderData: keepPreviousData,
  })
