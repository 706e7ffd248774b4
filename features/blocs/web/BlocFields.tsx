import type { ReactNode } from 'react'
import { BlocSelect } from '#features/blocs/web/BlocSelect.tsx'
import { ResidenceSelect } from '#features/residences/web/ResidenceSelect.tsx'

type Champ = 'residence_id' | 'bloc_id'

/** A form that asks for a residence and a bloc of it, whatever other fields it has. */
interface FormeDuBloc {
  getValues: () => Record<Champ, number | null>
  setFieldValue: (field: Champ, value: number | null) => void
  getInputProps: (field: Champ) => object
  errors: Partial<Record<string, ReactNode>>
}

/** The residence of what a form adds or changes: the first of its fields. Another residence takes the bloc away. */
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
  /** Why the blocs cannot be chosen from, said under the field. */
  failure?: string | undefined
  /** Another bloc was chosen. */
  onMoved?: () => void
}

/** The bloc of what a form adds or changes, of the residence chosen beside it. */
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
