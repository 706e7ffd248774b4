import { useQuery } from '@tanstack/react-query'
import { blocsQueries } from '#features/blocs/web/blocs.queries.ts'
import { LookupSelect, type LookupProps } from '#features/residences/web/LookupSelect.tsx'

interface Props extends LookupProps {
  /** The residence chosen beside it. Its screen clears the bloc when this changes. */
  residenceId: number | null
}

/**
 * Chooses a bloc of the chosen residence. In a form it waits for a residence; as a filter (`tous` given) it offers
 * every bloc, named with its residence, as long as none is chosen.
 */
export function BlocSelect(props: Props) {
  return props.tous === undefined ? <FormSelect {...props} /> : <FilterSelect {...props} />
}

function FormSelect({ residenceId, disabled, placeholder, ...rest }: Props) {
  const { data = [] } = useQuery({
    ...blocsQueries.ofResidence(residenceId ?? 0),
    enabled: residenceId !== null,
  })
  return (
    <LookupSelect
      {...rest}
      disabled={disabled === true || residenceId === null}
      placeholder={residenceId === null ? "Sélectionnez d'abord une résidence" : placeholder}
      options={residenceId === null ? [] : data.map(({ id, nomloc }) => ({ id, label: nomloc }))}
    />
  )
}

function FilterSelect({ residenceId, ...rest }: Props) {
  const { data = [] } = useQuery(blocsQueries.all())
  const options = data
    .filter(({ residence_id }) => residenceId === null || residence_id === residenceId)
    .map(({ id, nomloc, residence }) => ({
      id,
      label: residenceId === null ? `${nomloc} (${residence.nom})` : nomloc,
    }))
  return <LookupSelect {...rest} options={options} />
}
