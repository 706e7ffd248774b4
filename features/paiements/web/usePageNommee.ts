import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { type PaiementLu, paiementsQueries } from '#features/paiements/web/paiements.queries.ts'
import type { BienDesigne } from '#shared/biens.ts'

interface PageNommee {
  bien: BienDesigne
  /** Id of the payment that the address names; 0 for none. */
  nomme: number
  page: number
  /** The payments of this page; undefined until they are read. */
  shown: readonly PaiementLu[] | undefined
  onPage: (page: number) => void
}

/** Leads to the page of the payment that the address names: once, so that the pager leads away from it. */
export function usePageNommee({ bien, nomme, page, shown, onPage }: PageNommee): void {
  const client = useQueryClient()
  const sought = useRef(0)
  const lead = useEffectEvent((from: number, found: number | null) => {
    if (found !== null && page === from) onPage(found)
  })
  useEffect(() => {
    if (nomme === 0 || !shown || sought.current === nomme) return
    sought.current = nomme
    if (shown.some(({ id }) => id === nomme)) return
    // When its page cannot be read the first one stays: it is the answer to the address too.
    client.fetchQuery(paiementsQueries.pageOf(bien, nomme)).then(
      (found) => lead(page, found),
      () => {},
    )
  }, [bien, client, nomme, page, shown])
}
