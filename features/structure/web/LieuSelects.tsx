import { LookupSelect, type LookupProps } from '#web/kit/select/LookupSelect.tsx'
import { useLookup, useWholeLookup } from '#web/kit/select/useLookup.ts'
import type { BlocResume } from '#features/structure/blocs.contract.ts'
import { blocsQueries, etagesQueries, residencesQueries } from '#features/structure/web/structure.queries.ts'
import type { EtageResume } from '#features/structure/etages.contract.ts'
import type { ReactNode } from 'react'
import { isole } from '#shared/texte.ts'

const residenceOption = ({ id, nom }: { id: number; nom: string }) => ({ id, label: nom })

export function ResidenceSelect(props: LookupProps) {
  const { options, ...lookup } = useLookup({
    choix: residencesQueries.choix,
    read: residencesQueries.read,
    toOption: residenceOption,
    value: props.value,
    error: 'Erreur lors du chargement des résidences.',
  })
  return <LookupSelect {...props} options={options} lookup={lookup} />
}

interface BlocSelectProps extends LookupProps {
  /** Residence chosen in the same screen, which must clear the bloc when it changes. */
  residenceId: number | null
}

/** Select box of a residence's blocs. Without a residence the form field is disabled and the filter (`tous`) offers all blocs. */
export function BlocSelect(props: BlocSelectProps) {
  return props.tous === undefined ? <BlocDuFormulaire {...props} /> : <BlocDuFiltre {...props} />
}

const useBlocsOf = (residenceId: number | null) =>
  useWholeLookup(blocsQueries.ofResidence(residenceId ?? 0), residenceId !== null, blocOption)

function BlocDuFormulaire({ residenceId, ...rest }: BlocSelectProps) {
  const blocs = useBlocsOf(residenceId)
  return <SelectInside {...rest} dans={residenceId} sans="Sélectionnez d'abord une résidence" rows={blocs} />
}

function BlocDuFiltre({ residenceId, ...rest }: BlocSelectProps) {
  const blocs = useBlocsOf(residenceId)
  const all = useLookup({
    choix: blocsQueries.choix,
    read: blocsQueries.read,
    toOption: withResidence,
    value: residenceId === null ? rest.value : null,
    error: 'Erreur lors du chargement des blocs.',
  })
  const { options, ...lookup } = residenceId === null ? all : blocs
  return <LookupSelect {...rest} options={options} lookup={lookup} />
}

const blocOption = ({ id, nomloc }: { id: number; nomloc: string }) => ({ id, label: nomloc })
const withResidence = ({ id, nomloc, residence }: BlocResume) => ({
  id,
  label: `${isole(nomloc)} (${isole(residence.nom)})`,
})

interface EtageSelectProps extends LookupProps {
  /** Bloc chosen in the same screen, which must clear the étage when it changes. */
  blocId: number | null
  /** For a filter: residence that limits the étages while no bloc is chosen. */
  residenceId?: number | null
}

/** Select box of a bloc's étages. Without a bloc the form field is disabled and the filter (`tous`) offers all étages. */
export function EtageSelect(props: EtageSelectProps) {
  return props.tous === undefined ? <EtageDuFormulaire {...props} /> : <EtageDuFiltre {...props} />
}

const useEtagesOf = (blocId: number | null) =>
  useWholeLookup(etagesQueries.ofBloc(blocId ?? 0), blocId !== null, etageOption)

function EtageDuFormulaire({ blocId, residenceId: _residenceId, ...rest }: EtageSelectProps) {
  const etages = useEtagesOf(blocId)
  return <SelectInside {...rest} dans={blocId} sans="Sélectionnez d'abord un bloc" rows={etages} />
}

function EtageDuFiltre({ blocId, residenceId = null, ...rest }: EtageSelectProps) {
  const etages = useEtagesOf(blocId)
  const all = useLookup({
    choix: (search) => etagesQueries.choix(search, residenceId ?? undefined),
    read: etagesQueries.read,
    toOption: withBloc,
    value: blocId === null ? rest.value : null,
    error: 'Erreur lors du chargement des étages.',
  })
  const { options, ...lookup } = blocId === null ? all : etages
  return <LookupSelect {...rest} options={options} lookup={lookup} />
}

const etageOption = ({ id, designation }: { id: number; designation: string }) => ({ id, label: designation })
const withBloc = ({ id, designation, bloc }: EtageResume) => ({
  id,
  label: `${isole(designation)} (${isole(bloc.nomloc)})`,
})

interface SelectInsideProps extends LookupProps {
  dans: number | null
  /** Placeholder while the residence or bloc around it is not chosen. */
  sans: string
  rows: ReturnType<typeof useWholeLookup>
}

/** Form field of what lies in a residence or a bloc, disabled until that is chosen. */
function SelectInside({ dans, sans, rows: { options, ...lookup }, ...rest }: SelectInsideProps) {
  return (
    <LookupSelect
      key={dans}
      {...rest}
      disabled={rest.disabled === true || dans === null}
      placeholder={dans === null ? sans : rest.placeholder}
      options={options}
      lookup={lookup}
    />
  )
}

interface FiltresDeLieuProps {
  residence: number | null
  bloc: number | null
  onChange: (lieu: { residence?: number; bloc: number }) => void
  onUnloaded?: LookupProps['onUnloaded']
}

/** The filters of a list by residence and by bloc, 0 for all of them. A change of the residence clears the bloc. */
export function FiltresDeLieu({ residence, bloc, onChange, onUnloaded }: FiltresDeLieuProps) {
  return (
    <>
      <ResidenceSelect
        aria-label="Résidence"
        tous="Toutes les résidences"
        value={residence}
        onChange={(id) => onChange({ residence: id ?? 0, bloc: 0 })}
        onUnloaded={onUnloaded}
      />
      <BlocSelect
        aria-label="Bloc"
        tous="Tous les blocs"
        residenceId={residence}
        value={bloc}
        onChange={(id) => onChange({ bloc: id ?? 0 })}
        onUnloaded={onUnloaded}
      />
    </>
  )
}

type Champ = 'residence_id' | 'bloc_id'

interface FormeDuBloc {
  getValues: () => Record<Champ, number | null>
  setFieldValue: (field: Champ, value: number | null) => void
  getInputProps: (field: Champ) => object
  errors: Partial<Record<string, ReactNode>>
}

/** Field of the residence. A change clears the bloc. */
export function ResidenceField({ form, onMoved }: { form: FormeDuBloc; onMoved?: () => void }) {
  const value = form.getValues().residence_id
  return (
    <ResidenceSelect
      label="Résidence"
      required
      placeholder="Sélectionnez une résidence"
      data-autofocus
      {...form.getInputProps('residence_id')}
      value={value}
      onChange={(id) => {
        form.setFieldValue('residence_id', id)
        if (id === value) return
        form.setFieldValue('bloc_id', null)
        onMoved?.()
      }}
    />
  )
}

interface BlocFieldProps {
  form: FormeDuBloc
  failure?: string | undefined
  onMoved?: () => void
}

export function BlocField({ form, failure, onMoved }: BlocFieldProps) {
  const { residence_id, bloc_id: value } = form.getValues()
  return (
    <BlocSelect
      label="Bloc"
      required
      placeholder="Sélectionnez un bloc"
      residenceId={residence_id}
      {...form.getInputProps('bloc_id')}
      error={form.errors['bloc_id'] ?? failure}
      value={value}
      onChange={(id) => {
        form.setFieldValue('bloc_id', id)
        if (id !== value) onMoved?.()
      }}
    />
  )
}
