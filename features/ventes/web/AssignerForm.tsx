import { ClientSelect } from '#features/clients/web/ClientSelect.tsx'
import { assignerInput } from '#features/ventes/ventes.contract.ts'
import { ApiError } from '#web/kit/api.ts'
import { Facts, type Fact } from '#web/kit/EntityCard.tsx'
import { useContractForm } from '#web/kit/form.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'

interface AssignerFormProps {
  /** « Assigner un client - Appartement A-12 », « Attribuer la place 41 ». */
  titre: string
  mots: { bouton: string; enCours: string; echec: string }
  /** What is sold, and for how much. */
  facts: readonly Fact[]
  /** The button waits for a client; else the form says that one is missing when asked (D2 §5). */
  waits: boolean
  /** Said below the field meanwhile. */
  hint?: string | undefined
  /** Sold meanwhile, and the list already knows: the server's sentence, without asking (D2 §4, Q127). */
  refus?: string | undefined
  onAssign: (clientId: number | string) => Promise<{ message: string }>
  onClose: () => void
  onSaved: (message: string) => void
}

interface Saisie extends Record<string, unknown> {
  client_id: number | null
}

/** Sells a bien, of whatever kind, to a client. */
export function AssignerForm({
  titre,
  mots,
  facts,
  waits,
  hint,
  refus,
  onAssign,
  onClose,
  onSaved,
}: AssignerFormProps) {
  const form = useContractForm<Saisie>(assignerInput, { client_id: null })
  const { client_id } = form.getValues()
  const waiting = waits && client_id === null
  return (
    <FormDialog
      title={titre}
      form={form}
      onSubmit={async () => {
        if (refus !== undefined) throw new ApiError(409, { message: refus })
        onSaved((await onAssign(client_id ?? '')).message)
      }}
      onClose={onClose}
      submitLabel={mots.bouton}
      busyLabel={mots.enCours}
      fallback={mots.echec}
      disabled={waiting}
    >
      <Facts facts={facts} />
      <ClientSelect
        label="Client"
        required
        placeholder="Choisir un client"
        data-autofocus
        description={waiting ? hint : undefined}
        error={form.errors['client_id']}
        value={client_id}
        onChange={(id) => form.setFieldValue('client_id', id)}
      />
    </FormDialog>
  )
}
