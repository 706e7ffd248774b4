import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { blocsQueries } from '#features/blocs/web/blocs.queries.ts'
import { clientsQueries } from '#features/clients/web/clients.queries.ts'
import { etagesQueries } from '#features/etages/web/etages.queries.ts'
import { residencesQueries } from '#features/residences/web/residences.queries.ts'
import { messageOf } from '#web/kit/api.ts'
import type { BannersState } from '#web/kit/useBanners.ts'

/** The lists behind the filters of a screen of lots: one that does not load is told for 5 s (D2 §8, §9). */
export function useLookupErrors(banners: BannersState, { etages }: { etages: boolean }): void {
  const tell = useEffectEvent((error: Error | null, noun: string) => {
    if (error) banners.error(messageOf(error, `Erreur lors du chargement des ${noun}.`), 5000)
  })
  const { error: residencesFailed } = useQuery(residencesQueries.choix())
  const { error: blocsFailed } = useQuery(blocsQueries.choix())
  const { error: clientsFailed } = useQuery(clientsQueries.choix())
  const { error: etagesFailed } = useQuery({ ...etagesQueries.choix(), enabled: etages })
  useEffect(() => tell(residencesFailed, 'résidences'), [residencesFailed])
  useEffect(() => tell(blocsFailed, 'blocs'), [blocsFailed])
  useEffect(() => tell(clientsFailed, 'clients'), [clientsFailed])
  useEffect(() => tell(etagesFailed, 'étages'), [etagesFailed])
}
