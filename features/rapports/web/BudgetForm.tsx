import { useUpdateBudget } from '#features/rapports/web/residences.queries.ts'
import { budgetInput } from '#features/structure/budget.contract.ts'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { withHelp } from '#web/kit/field/hints.ts'
import { MoneyField } from '#web/kit/field/NumberField.tsx'
import { useContractForm } from '#web/kit/form/form.ts'

/** A residence and its budget in decimal dinars, null where it has none. */
export interface BudgetSaisi {
  id: number
  nom: string
  budget: number | null
}

interface BudgetFormProps {
  residence: BudgetSaisi
  onClose: () => void
  onSaved: (message: string) => void
}

/** Form of the budget of a residence; an empty field takes it away. */
export function BudgetForm({ residence: { id, nom, budget }, onClose, onSaved }: BudgetFormProps) {
  const update = useUpdateBudget()
  const form = useContractForm<{ budget: number | string | null }>(budgetInput, { budget })
  const { onChange, ...field } = form.getInputProps('budget')
  return (
    <FormDialog
      title={`Budget de ${nom}`}
      form={form}
      onSubmit={async (values) => {
        const saved = await update.mutateAsync({ id, budget: values.budget })
        onSaved(saved.message)
      }}
      onClose={onClose}
      submitLabel="Enregistrer"
      busyLabel="Enregistrement..."
      fallback="Erreur lors de l'enregistrement du budget."
      required={false}
      size="sm"
    >
      <MoneyField
        label="Budget"
        min={0}
        step={0.01}
        data-autofocus
        {...withHelp(
          // No budget is no amount: null, not a text that is no number.
          { ...field, value: field.value ?? '', onChange: (value) => onChange(value === '' ? null : value) },
          'Ce que la résidence doit coûter. Vide : aucun budget.',
        )}
      />
    </FormDialog>
  )
}
