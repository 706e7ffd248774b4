import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  offrirAppartements,
  offrirLocaux,
  offrirPlaces,
  type BienOffert,
} from '#features/paiements/web/biensOfferts.ts'
import type { ChampBien } from '#features/paiements/web/saisie.ts'
import { useChoixDuClient } from '#features/paiements/web/useChoixDuClient.ts'

interface BiensOfferts {
  queries: Record<ChampBien, UseQueryResult<unknown[]>>
  /** As far as they have come. */
  offerts: Record<ChampBien, BienOffert[]>
  /** All of them have come, and none is being read again. */
  complete: boolean
}

/** What the chosen client owns, field by field of the payment form, named and in the order in which it is offered. */
export function useBiensOfferts(clientId: number | null): BiensOfferts {
  const { appartements, places, locaux } = useChoixDuClient(clientId)
  const queries = { appartement_id: appartements, place_parking_id: places, local_id: locaux }
  const offerts = {
    appartement_id: useMemo(() => offrirAppartements(appartements.data ?? []), [appartements.data]),
    place_parking_id: useMemo(() => offrirPlaces(places.data ?? []), [places.data]),
    local_id: useMemo(() => offrirLocaux(locaux.data ?? []), [locaux.data]),
  }
  const complete = Object.values(queries).every(({ isSuccess, isFetching }) => isSuccess && !isFetching)
  return { queries, offerts, complete }
}
