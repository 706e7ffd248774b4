import type { UseFormReturnType } from '@mantine/form'
import { ligneADate, modelesQuery, type ModeleLu } from '#features/echeanciers/web/stades.queries.ts'
import { DateField } from '#web/kit/field/DateField.tsx'
import { FieldTrio } from '#web/kit/form/FieldPair.tsx'
import { LookupSelect } from '#web/kit/select/LookupSelect.tsx'
import { NumberField } from '#web/kit/field/NumberField.tsx'
import { SelectField } from '#web/kit/select/SelectField.tsx'
import { parametresEndpoints } from '#features/parametres/parametres.contract.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Dialog } from '#web/kit/dialog/Dialog.tsx'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'

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

/** Body of the call; day and number of parts are sent only when the modèle has a `date` line. */
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

export function GenerationFields<V extends SaisieDeModele>({ form, modeles }: GenerationFieldsProps<V>) {
  const { modele_id, arrondi } = form.values
  const set = form as unknown as UseFormReturnType<SaisieDeModele>
  const dated = ligneADate(modeles.find(({ id }) => id === modele_id)) !== undefined
  const rounding = (
    <SelectField
      label="Arrondi"
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

interface AvecModelesProps {
  title: string
  onClose: () => void
  children: (modeles: readonly ModeleLu[]) => ReactNode
}

/** A form that needs a modèle. In its place a dialog says that they load, that they failed to load, or that there is none. */
export function AvecModeles({ title, onClose, children }: AvecModelesProps) {
  const query = useQuery(modelesQuery)
  const peut = usePeut()
  if (query.data && query.data.modeles.length > 0) return children(query.data.modeles)
  return (
    <Dialog title={title} onClose={onClose}>
      <Results
        query={query}
        loading="Chargement des modèles..."
        error="Erreur lors du chargement des modèles."
        cards={0}
      >
        {() => (
          <EmptyState hint={peut(parametresEndpoints.save) && 'Définissez-en un dans Paramètres.'}>
            Aucun modèle d'échéancier.
          </EmptyState>
        )}
      </Results>
    </Dialog>
  )
}
