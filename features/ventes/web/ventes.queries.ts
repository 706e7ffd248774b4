import type { QueryClient } from '@tanstack/react-query'
import { structureChanged } from '#features/residences/web/residences.queries.ts'

/** Who bought what, and what is owed for it, shows there too. */
const VENTES: ReadonlySet<unknown> = new Set(['clients', 'paiements', 'recap', 'tableau-de-bord'])

/** Reads again whatever shows lots, their clients or their payments. Every change of a lot ends with it. */
export async function lotsChanged(client: QueryClient): Promise<void> {
  await Promise.all([
    structureChanged(client),
    client.invalidateQueries({ predicate: ({ queryKey }) => VENTES.has(queryKey[0]) }),
  ])
}
