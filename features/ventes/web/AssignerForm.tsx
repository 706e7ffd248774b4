import { ClientSelect } from '#features/clients/web/ClientSelect.tsx'
import { assignerInput } from '#features/ventes/ventes.contract.ts'
import { EtatBadge } from '#features/ventes/web/LotParts.tsx'
import { nomDuLot, type LotVendable } from '#features/ventes/web/lots.ts'
import { erreurs } from '#shared/erreurs.ts'
import { ApiError } from '#web/kit/api.ts'
import { Facts } from '#web/kit/EntityCard.tsx'
import { useContractForm } from '#web/kit/form.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { Montant } from '#web/kit/Montant.tsx'

interface AssignerFormProps {
  lot: LotVendable
  onAssign: (clientId: number | string) => Promise<unknown>
  onClose: () => void
  onSaved: (message: string) => void
}

interface Saisie extends Record<string, unknown> {
  client_id: number | null
}

const DEJA_VENDU = {
  appartement: erreurs.appartementDejaVendu.message,
  local: erreurs.localDejaVendu.message,
}

/** Sells a lot. For a local the button waits for a client; an appartement says that one is missing when asked (D2 §5). */
export function AssignerForm({ lot, onAssign, onClose, onSaved }: AssignerFormProps) {
  const form = useContractForm<Saisie>(assignerInput, { client_id: null })
  const { client_id } = form.getValues()
  const waits = lot.type === 'local' && client_id === null
  return (
    <FormDialog
      title={`Assigner un client - ${nomDuLot(lot)}`}
      form={form}
      onSubmit={async () => {
        // Sold meanwhile, and the list already knows: the same sentence without asking (D2 §4, Q127).
        if (!lot.estDispo) throw new ApiError(409, { message: DEJA_VENDU[lot.type] })
        await onAssign(client_id ?? '')
        onSaved('Client assigné avec succès !')
      }}
      onClose={onClose}
      submitLabel="Assigner"
      busyLabel="Assignation..."
      fallback="Erreur lors de l'assignation du client."
      disabled={waits}
    >
      <Facts
        facts={[
          { label: 'État', value: <EtatBadge estDispo={lot.estDispo} /> },
          { label: 'Montant', value: <Montant decimal={lot.montant} /> },
        ]}
      />
      <ClientSelect
        label="Client"
        required
        placeholder="Choisir un client"
        data-autofocus
        description={waits ? 'Veuillez sélectionner un client.' : undefined}
        error={form.errors['client_id']}
        value={client_id}
        onChange={(id) => form.setFieldValue('client_id', id)}
      />
    </FormDialog>
  )
}
