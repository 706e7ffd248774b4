import { attribuerInput } from '#features/parkings/places.contract.ts'
import { ClientSelect } from '#features/clients/web/ClientSelect.tsx'
import { useAttribuerPlace, type PlaceLue } from '#features/parkings/web/parkings.queries.ts'
import { Facts } from '#web/kit/EntityCard.tsx'
import { useContractForm } from '#web/kit/form.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { Montant } from '#web/kit/Montant.tsx'
import { said } from '#web/kit/said.ts'

interface AttribuerFormProps {
  place: PlaceLue
  onClose: () => void
  onSaved: (message: string) => void
}

interface Saisie extends Record<string, unknown> {
  client_id: number | null
}

export function AttribuerForm({ place, onClose, onSaved }: AttribuerFormProps) {
  const attribuer = useAttribuerPlace()
  const form = useContractForm<Saisie>(attribuerInput, { client_id: null })
  const { client_id } = form.getValues()
  return (
    <FormDialog
      title={`Attribuer la place ${place.numero_place}`}
      form={form}
      onSubmit={async () => {
        const saved = await attribuer.mutateAsync({ id: place.id, client_id: client_id ?? '' })
        onSaved(said(saved, 'Place attribuée avec succès !'))
      }}
      onClose={onClose}
      submitLabel="Attribuer"
      busyLabel="Traitement..."
      fallback="Erreur inattendue lors de l'attribution de la place."
      disabled={client_id === null}
    >
      <Facts
        facts={[
          { label: 'Parking', value: place.parking.parking_nom },
          { label: 'Montant', value: <Montant decimal={place.montant} /> },
        ]}
      />
      <ClientSelect
        label="Client"
        required
        placeholder="Choisir un client"
        data-autofocus
        openOnFocus={false}
        error={form.errors['client_id']}
        value={client_id}
        onChange={(id) => form.setFieldValue('client_id', id)}
      />
    </FormDialog>
  )
}
