import { LookupSelect, type LookupProps } from '#web/kit/LookupSelect.tsx'
import { residencesQueries } from '#features/residences/web/residences.queries.ts'
import { useLookup } from '#web/kit/useLookup.ts'

const toOption = ({ id, nom }: { id: number; nom: string }) => ({ id, label: nom })

/** Chooses a residence. As a filter, give `tous`; in a form, label and error as for any field. */
export function ResidenceSelect(props: LookupProps) {
  const { options, ...lookup } = useLookup({
    ...residencesQueries.lookup,
    toOption,
    value: props.value,
    error: 'Erreur lors du chargement des résidences.',
  })
  return <LookupSelect {...props} options={options} lookup={lookup} />
}
