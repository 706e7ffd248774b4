import { useQuery } from '@tanstack/react-query'
import { LookupSelect, type LookupProps } from '#features/residences/web/LookupSelect.tsx'
import { residencesQueries } from '#features/residences/web/residences.queries.ts'

/** Chooses a residence. As a filter, give `tous`; in a form, label and error as for any field. */
export function ResidenceSelect(props: LookupProps) {
  const { data = [] } = useQuery(residencesQueries.all())
  return <LookupSelect {...props} options={data.map(({ id, nom }) => ({ id, label: nom }))} />
}
