import { Checkbox, MultiSelect, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { ETATS_REVISABLES, type SorteDeRevision } from '#features/prix/prix.contract.ts'
import styles from '#features/prix/web/prix.module.css'
import type { SaisieDeRevision } from '#features/prix/web/revision.saisie.ts'
import type { TypeBien } from '#shared/biens.ts'
import { CHOIX_D_ETAT } from '#shared/etats.ts'
import { AreaField, MoneyField, NumberField } from '#web/kit/field/NumberField.tsx'
import { SelectField } from '#web/kit/select/SelectField.tsx'

export interface ChoixDeLots {
  blocs: readonly { id: number; nomloc: string }[]
  types: readonly string[]
}

interface ChampsProps {
  form: UseFormReturnType<SaisieDeRevision>
}

const BIENS: readonly { value: TypeBien; label: string }[] = [
  { value: 'appartement', label: 'Appartements' },
  { value: 'local', label: 'Locaux' },
  { value: 'place_parking', label: 'Places' },
]
/** States to tick; « libre » means neither under option nor off sale, which have boxes of their own. */
const ETATS_A_COCHER = ETATS_REVISABLES.map((value) => ({ value, label: CHOIX_D_ETAT[value].mot }))

export function CriteresFields({ form, choix }: ChampsProps & { choix: ChoixDeLots }) {
  const { bloc_ids, typeLogement } = form.values
  const between = (legend: string, de: ReactNode, a: ReactNode) => (
    <fieldset className={`stack flat shrinks gap-8 ${styles.entre}`} aria-label={legend}>
      {de}
      {a}
    </fieldset>
  )
  return (
    <fieldset className={`stack flat shrinks gap-12 ${styles.groupe}`}>
      <legend>Lots à réviser</legend>
      <div className={`stack at-top gap-12-16 ${styles.deux}`}>
        <Cases form={form} name="types" label="Biens" lines={BIENS} />
        <Cases form={form} name="etats" label="États" lines={ETATS_A_COCHER} />
        <MultiSelect
          label="Blocs"
          placeholder={bloc_ids.length > 0 ? undefined : 'Tous'}
          data={choix.blocs.map(({ id, nomloc }) => ({ value: String(id), label: nomloc }))}
          value={bloc_ids}
          onChange={(ids) => form.setFieldValue('bloc_ids', ids)}
          error={form.errors['bloc_ids']}
          clearable
          size="md"
        />
        <SelectField
          label="Type"
          data={[{ value: '', label: 'Tous' }, ...choix.types.map((type) => ({ value: type, label: type }))]}
          value={typeLogement}
          onChange={(type) => form.setFieldValue('typeLogement', type ?? '')}
        />
      </div>
      <div className={`stack at-top gap-12-16 ${styles.trois}`}>
        {between(
          'Niveaux',
          <NumberField
            label="Niveaux de"
            decimalScale={0}
            allowNegative
            placeholder="Minimum"
            {...form.getInputProps('niveau_de')}
          />,
          <NumberField
            label="à"
            decimalScale={0}
            allowNegative
            placeholder="Maximum"
            {...form.getInputProps('niveau_a')}
          />,
        )}
        {between(
          'Surface',
          <AreaField label="Surface de" placeholder="Minimum" {...form.getInputProps('surface_min')} />,
          <AreaField label="à" placeholder="Maximum" {...form.getInputProps('surface_max')} />,
        )}
        {between(
          'Prix',
          <MoneyField label="Prix de" placeholder="Minimum" {...form.getInputProps('prix_min')} />,
          <MoneyField label="à" placeholder="Maximum" {...form.getInputProps('prix_max')} />,
        )}
      </div>
    </fieldset>
  )
}

interface CasesProps extends ChampsProps {
  name: 'types' | 'etats'
  label: string
  lines: readonly { value: string; label: string }[]
}

function Cases({ form, name, label, lines }: CasesProps) {
  return (
    <Checkbox.Group
      size="md"
      label={label}
      value={form.values[name]}
      onChange={(chosen) => form.setFieldValue(name, chosen)}
    >
      <div className={`wrap gap-8-16 ${styles.cases}`}>
        {lines.map((line) => (
          <Checkbox key={line.value} size="md" value={line.value} label={line.label} />
        ))}
      </div>
    </Checkbox.Group>
  )
}

const SORTES: readonly { value: SorteDeRevision; label: string }[] = [
  { value: 'pourcent', label: 'Pourcentage' },
  { value: 'montant', label: 'Montant par lot' },
  { value: 'm2', label: 'Prix au m²' },
]
const UNITES: Record<SorteDeRevision, { suffix: string; aide: string }> = {
  pourcent: { suffix: '\u00A0%', aide: 'Négative, elle baisse les prix. De −90 à 500 %.' },
  montant: { suffix: '\u00A0DA', aide: 'Négative, elle baisse les prix.' },
  m2: {
    suffix: '\u00A0DA\u00A0/\u00A0m²',
    aide: 'Le nouveau prix est cette valeur multipliée par la surface.',
  },
}
const ARRONDIS = [
  { value: '0', label: 'Ne pas arrondir' },
  { value: '1000', label: '1\u202F000\u00A0DA' },
  { value: '10000', label: '10\u202F000\u00A0DA' },
]

export function OperationFields({ form }: ChampsProps) {
  const { sorte, arrondi } = form.values
  const { suffix, aide } = UNITES[sorte]
  const Valeur = sorte === 'pourcent' ? NumberField : MoneyField
  return (
    <fieldset className={`stack flat shrinks gap-12 ${styles.groupe}`}>
      <legend>Nouveau prix</legend>
      <div className={`stack at-top gap-12-16 ${styles.quatre}`}>
        <SelectField
          label="Opération"
          data={SORTES}
          value={sorte}
          onChange={(value) => {
            form.clearFieldError('valeur')
            form.setValues({ sorte: SORTES.find((one) => one.value === value)?.value ?? sorte, valeur: '' })
          }}
        />
        <Valeur
          key={sorte}
          label="Valeur"
          required
          data-autofocus
          allowNegative={sorte !== 'm2'}
          suffix={suffix}
          description={aide}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('valeur')}
        />
        <SelectField
          label="Arrondi"
          data={ARRONDIS}
          value={arrondi}
          onChange={(pas) => form.setFieldValue('arrondi', pas ?? '0')}
        />
        <TextInput
          label="Motif"
          placeholder="Révision de mars 2026"
          autoComplete="off"
          maxLength={255}
          {...form.getInputProps('motif')}
        />
      </div>
    </fieldset>
  )
}
