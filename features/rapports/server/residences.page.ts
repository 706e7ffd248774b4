import { compareNames } from '#features/structure/server/occupation.service.ts'
import { toPage, type Tranche } from '#shared/pagination.ts'
import type { Db } from '#server/database/db.ts'

export interface ResidenceNommee {
  id: number
  nom: string
}

/** The residences of a report by name: all, or the one that is asked for. */
export async function readResidencesParNom(
  db: Db,
  residence: number | undefined,
): Promise<ResidenceNommee[]> {
  const query = db.selectFrom('residences').select(['id', 'nom'])
  const all = await (residence === undefined ? query : query.where('id', '=', residence)).execute()
  return all.toSorted((a, b) => compareNames(a.nom, b.nom) || a.id - b.id)
}

export const RESIDENCES_PAR_PAGE = 50

/** A page of the residences, each with its own sums. @param sommeOf the sums of a residence, also of one that has none */
export function pageDesResidences<T>(
  residences: readonly ResidenceNommee[],
  sommeOf: (id: number) => T,
  slice: Tranche,
  path: string,
) {
  const page = residences.slice(slice.offset, slice.offset + slice.limit)
  return toPage(
    page.map(({ id, nom }) => ({ id, nom, ...sommeOf(id) })),
    residences.length,
    slice,
    path,
  )
}
