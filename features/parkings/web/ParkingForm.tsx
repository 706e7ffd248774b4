import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { parkingInput } from '#features/parkings/parkings.contract.ts'
import {
  readParking,
  useCreateParking,
  useUpdateParking,
  type ParkingLu,
} from '#features/parkings/web/parkings.queries.ts'
import { ResidenceSelect } from '#features/residences/web/ResidenceSelect.tsx'
import { residencesQueries } from '#features/residences/web/residences.queries.ts'
import { messageOf } from '#web/kit/api.ts'
import { formatCompte } from '#shared/texte.ts'
import { useContractForm } from '#web/kit/form.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { NumberField } from '#web/kit/NumberField.tsx'
import { useIdempotencyKey } from '#web/kit/useIdempotencyKey.ts'
import { useRecord } from '#web/kit/useRecord.ts'
import { withPrintHint } from '#web/kit/hints.ts'

interface ParkingFormProps {
  /** The parking to edit; none adds one. */
  parking?: ParkingLu | undefined
  onClose: () => void
  onSaved: (message: string) => void
}

interface Saisie extends Record<string, unknown> {
  parking_nom: string
  residence_id: number | null
  nb_places: number | string
}

const toSaisie = (parking?: ParkingLu): Saisie => ({
  parking_nom: parking?.parking_nom ?? '',
  residence_id: parking?.residence_id ?? null,
  nb_places: parking?.nb_places ?? 1,
})

export function ParkingForm({ parking: listed, onClose, onSaved }: ParkingFormProps) {
  const idempotencyKey = useIdempotencyKey()
  const create = useCreateParking()
  const update = useUpdateParking()
  const residences = useQuery(residencesQueries.choix())
  const form = useContractForm<Saisie>(parkingInput, toSaisie(listed))
  const { record: parking, onReload } = useRecord(listed, form, { read: readParking, toSaisie })
  async function save({ parking_nom, residence_id, nb_places }: Saisie) {
    const body = { parking_nom, residence_id: residence_id ?? '', nb_places }
    const saved = parking
      ? await update.mutateAsync({ ...body, id: parking.id, version: parking.version })
      : await create.mutateAsync({ ...body, idempotencyKey })
    onSaved(saved.message)
  }
  const failed = residences.isError
    ? messageOf(residences.error, 'Erreur lors du chargement des résidences.')
    : undefined
  return (
    <FormDialog
      title={parking ? 'Modifier le parking' : 'Ajouter un parking'}
      form={form}
      onSubmit={save}
      onClose={onClose}
      onReload={onReload}
      submitLabel="Enregistrer"
      busyLabel={parking ? 'Mise à jour...' : 'Enregistrement...'}
      fallback={
        parking
          ? 'Erreur lors de la mise à jour. Vérifiez que tous les champs sont valides.'
          : 'Erreur lors de la création. Vérifiez que tous les champs sont valides.'
      }
    >
      <TextInput
        label="Nom du parking"
        required
        maxLength={255}
        autoComplete="off"
        data-autofocus
        {...withPrintHint(form.getInputProps('parking_nom'))}
      />
      <ResidenceSelect
        label="Résidence"
        required
        placeholder="Choisir une résidence"
        error={form.errors['residence_id'] ?? failed}
        value={form.getValues().residence_id}
        onChange={(id) => form.setFieldValue('residence_id', id)}
      />
      <NumberField
        label="Nombre de places"
        description={
          parking && parking.places_count > 0
            ? `${formatCompte(parking.places_count, 'place créée', 'places créées')} : la capacité ne peut pas être inférieure.`
            : undefined
        }
        required
        decimalScale={0}
        min={1}
        clampBehavior="none"
        {...form.getInputProps('nb_places')}
      />
    </FormDialog>
  )
}
