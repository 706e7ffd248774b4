import { etagesQueries } from '#features/etages/web/etages.queries.ts'
import type { EtageResume } from '#features/etages/etages.contract.ts'
import { useLookup, useWholeLookup } from '#web/kit/useLookup.ts'
import { LookupSelect, type LookupProps } from '#web/kit/LookupSelect.tsx'

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
  const { options, ...lookup } = useWholeLookup(etagesQueries.ofBloc(blocId ?? 0), blocId !== null, toOption)
  return (
    <LookupSelect
      key={blocId}
      {...rest}
      disabled={disabled === true || blocId === null}
      placeholder={blocId === null ? "Sélectionnez d'abord un bloc" : placeholder}
      options={options}
      lookup={lookup}
    />
  )
}

function FilterSelect({ blocId, residenceId = null, ...rest }: Props) {
  const { options: itsOwn, ...whole } = useWholeLookup(
    etagesQueries.ofBloc(blocId ?? 0),
    blocId !== null,
    toOption,
  )
  const { options, ...lookup } = useLookup({
    choix: (search) => etagesQueries.choix(search, residenceId ?? undefined),
    read: etagesQueries.read,
    toOption: withBloc,
    value: blocId === null ? rest.value : null,
    error: 'Erreur lors du chargement des étages.',
  })
  if (blocId === null) return <LookupSelect {...rest} options={options} lookup={lookup} />
  return <LookupSelect {...rest} options={itsOwn} lookup={whole} />
}

const toOption = ({ id, designation }: { id: number; designation: string }) => ({ id, label: designation })
const withBloc = ({ id, designation, bloc }: EtageResume) => ({
  id,
  label: `${designation} (${bloc.nomloc})`,
})
