import { blocsQueries } from '#features/blocs/web/blocs.queries.ts'
import type { BlocResume } from '#features/blocs/blocs.contract.ts'
import { useLookup, useWholeLookup } from '#web/kit/useLookup.ts'
import { LookupSelect, type LookupProps } from '#web/kit/LookupSelect.tsx'

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
  const { options, ...lookup } = useWholeLookup(
    blocsQueries.ofResidence(residenceId ?? 0),
    residenceId !== null,
    toOption,
  )
  return (
    <LookupSelect
      key={residenceId}
      {...rest}
      disabled={disabled === true || residenceId === null}
      placeholder={residenceId === null ? "Sélectionnez d'abord une résidence" : placeholder}
      options={options}
      lookup={lookup}
    />
  )
}

function FilterSelect({ residenceId, ...rest }: Props) {
  const { options: itsOwn, ...whole } = useWholeLookup(
    blocsQueries.ofResidence(residenceId ?? 0),
    residenceId !== null,
    toOption,
  )
  const { options, ...lookup } = useLookup({
    ...blocsQueries.lookup,
    toOption: withResidence,
    value: residenceId === null ? rest.value : null,
    error: 'Erreur lors du chargement des blocs.',
  })
  if (residenceId === null) return <LookupSelect {...rest} options={options} lookup={lookup} />
  return <LookupSelect {...rest} options={itsOwn} lookup={whole} />
}

const toOption = ({ id, nomloc }: { id: number; nomloc: string }) => ({ id, label: nomloc })
const withResidence = ({ id, nomloc, residence }: BlocResume) => ({
  id,
  label: `${nomloc} (${residence.nom})`,
})
