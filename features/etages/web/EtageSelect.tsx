import { useQuery } from '@tanstack/react-query'
import { etagesQueries } from '#features/etages/web/etages.queries.ts'
import { LookupSelect, type LookupProps } from '#features/residences/web/LookupSelect.tsx'

interface Props extends LookupProps {
  /** The bloc chosen beside it. Its screen clears the étage when this changes. */
  blocId: number | null
  /** For a filter: the residence that limits the étages while no bloc is chosen. */
  residenceId?: number | null
}

/**
 * Chooses an étage of the chosen bloc. In a form it waits for a bloc; as a filter (`tous` given) it offers every
 * étage, named with its bloc, as long as none is chosen.
 */
export function EtageSelect(props: Props) {
  return props.tous === undefined ? <FormSelect {...props} /> : <FilterSelect {...props} />
}

function FormSelect({ blocId, residenceId: _residenceId, disabled, placeholder, ...rest }: Props) {
  const { data = [] } = useQuery({
    ...etagesQueries.ofBloc(blocId ?? 0),
    enabled: blocId !== null,
  })
  return (
    <LookupSelect
      {...rest}
      disabled={disabled === true || blocId === null}
      placeholder={blocId === null ? "Sélectionnez d'abord un bloc" : placeholder}
      options={blocId === null ? [] : data.map(({ id, designation }) => ({ id, label: designation }))}
    />
  )
}

function FilterSelect({ blocId, residenceId = null, ...rest }: Props) {
  const { data = [] } = useQuery(etagesQueries.all())
  const options = data
    .filter(({ bloc }) =>
      blocId !== null ? bloc.id === blocId : residenceId === null || bloc.residence_id === residenceId,
    )
    .map(({ id, designation, bloc }) => ({
      id,
      label: blocId === null ? `${designation} (${bloc.nomloc})` : designation,
    }))
  return <LookupSelect {...rest} options={options} />
}
