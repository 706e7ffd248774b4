import type { UseFormReturnType } from '@mantine/form'
import { ligneADate, type ModeleLu } from '#features/stades/web/stades.queries.ts'
import { DateField } from '#web/kit/DateField.tsx'
import { FieldTrio } from '#web/kit/FieldTrio.tsx'
import { LookupSelect } from '#web/kit/LookupSelect.tsx'
import { NumberField } from '#web/kit/NumberField.tsx'
import { SelectField } from '#web/kit/SelectField.tsx'

/** What is asked of a modèle, as it is typed. */
export interface SaisieDeModele extends Record<string, unknown> {
  modele_id: number | null
  premier_jour: string
  nombre: number | string
  arrondi: string
}

const ARRONDIS = [
  { value: '0.01', label: 'au centime' },
  { value: '1', label: 'au dinar' },
  { value: '100', label: 'à 100 DA' },
  { value: '1000', label: 'à 1 000 DA' },
]

/** What a form begins with: the modèle that is proposed first, the number of parts it says. */
export function toSaisieDeModele(modeles: readonly ModeleLu[]): SaisieDeModele {
  const modele =
    modeles.find(({ par_defaut }) => par_defaut) ?? (modeles.length === 1 ? modeles[0] : undefined)
  return {
    modele_id: modele?.id ?? null,
    premier_jour: '',
    nombre: ligneADate(modele)?.nombre ?? '',
    arrondi: '0.01',
  }
}

/** What is sent of it: days and parts only where the modèle has a line with days. */
export function toGenerationSaisie(
  { modele_id, premier_jour, nombre, arrondi }: SaisieDeModele,
  modele: ModeleLu | undefined,
) {
  const dated = ligneADate(modele) !== undefined
  return {
    modele_id: modele_id ?? 0,
    arrondi: Number(arrondi),
    ...(dated && { premier_jour, nombre: nombre === '' ? null : nombre }),
  }
}

interface GenerationFieldsProps<V extends SaisieDeModele> {
  form: UseFormReturnType<V>
  modeles: readonly ModeleLu[]
}

/** Which modèle, and for its line with days: from when, in how many parts. */
export function GenerationFields<V extends SaisieDeModele>({ form, modeles }: GenerationFieldsProps<V>) {
  const { modele_id, arrondi } = form.values
  const set = form as unknown as UseFormReturnType<SaisieDeModele>
  const dated = ligneADate(modeles.find(({ id }) => id === modele_id)) !== undefined
  const rounding = (
    <SelectField
      label="Arrondir à"
      data={ARRONDIS}
      {...set.getInputProps('arrondi')}
      value={arrondi}
      onChange={(value) => set.setFieldValue('arrondi', value ?? '0.01')}
    />
  )
  return (
    <>
      <LookupSelect
        label="Modèle"
        withAsterisk
        required
        placeholder="Choisir un modèle"
        options={modeles.map(({ id, nom }) => ({ id, label: nom }))}
        {...set.getInputProps('modele_id')}
        value={modele_id}
        onChange={(id) => {
          set.setFieldValue('modele_id', id)
          set.setFieldValue('nombre', ligneADate(modeles.find((one) => one.id === id))?.nombre ?? '')
        }}
      />
      {dated ? (
        <FieldTrio>
          <DateField
            label="Première échéance le"
            withAsterisk
            required
            {...set.getInputProps('premier_jour')}
          />
          <NumberField label="Nombre" decimalScale={0} min={1} max={120} {...set.getInputProps('nombre')} />
          {rounding}
        </FieldTrio>
      ) : (
        rounding
      )}
    </>
  )
}
