import { queryOptions } from '@tanstack/react-query'
import { parametresEndpoints } from '#features/parametres/parametres.contract.ts'
import { premiersPasEndpoints, type Pas } from '#features/tableau-de-bord/premiers-pas.contract.ts'
import { callApi } from '#web/kit/call/api.ts'
import { useChange } from '#web/kit/call/useChange.ts'

export interface PremiersPasLus {
  /** True once the direction has hidden them, for all. */
  ferme: boolean
  data: readonly { cle: Pas; fait: boolean }[]
}

export const premiersPasQuery = queryOptions({
  queryKey: ['tableau-de-bord', 'premiers-pas'],
  queryFn: ({ signal }): Promise<PremiersPasLus> => callApi(premiersPasEndpoints.read, { signal }),
})

/** Hides the first steps for all, or brings them back. Who hides them last is right: no version is sent. */
export const useFermerPremiersPas = () =>
  useChange((ferme: boolean) =>
    callApi(parametresEndpoints.save, {
      params: { section: 'accueil' },
      body: { valeur: { premiers_pas_ferme: ferme } },
    }),
  )
