import { Select, TextInput } from '@mantine/core'
import { placeInput, TYPES_PLACE } from '#features/parkings/places.contract.ts'
import {
  readPlace,
  useCreatePlace,
  useUpdatePlace,
  type ParkingLu,
  type PlaceLue,
} from '#features/parkings/web/parkings.queries.ts'
import { AreaField } from '#web/kit/AreaField.tsx'
import { FieldPair } from '#web/kit/FieldPair.tsx'
import { useContractForm } from '#web/kit/form.ts'
import { JustAdded } from '#web/kit/JustAdded.tsx'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { MoneyField } from '#web/kit/MoneyField.tsx'
import { NumberField } from '#web/kit/NumberField.tsx'
import { useAnother } from '#web/kit/useAnother.ts'
import { useRecord } from '#web/kit/useRecord.ts'

interface PlaceFormProps {
  parking: ParkingLu & { places: readonly PlaceLue[] }
  /** The place to edit; none adds one. */
  place?: PlaceLue | undefined
  onClose: () => void
  onSaved: (message: string) => void
}

interface Saisie extends Record<string, unknown> {
  numero_place: number | string
  type_place: (typeof TYPES_PLACE)[number]
  position: string
  montant: number | string
  superficie: number | string
}

const VIERGE: Saisie = {
  numero_place: 1,
  type_place: TYPES_PLACE[0],
  position: '',
  montant: '',
  superficie: '',
}

const toSaisie = ({ numero_place, type_place, position, montant, superficie }: PlaceLue): Saisie => ({
  numero_place,
  type_place: TYPES_PLACE.find((type) => type === type_place) ?? TYPES_PLACE[0],
  position: position ?? '',
  montant,
  superficie: superficie ?? '',
})

/** The highest number there is, plus one (D3 §4). */
const nextNumber = (places: readonly PlaceLue[]) =>
  places.reduce((highest, { numero_place }) => Math.max(highest, numero_place), 0) + 1

export function PlaceForm({ parking, place: listed, onClose, onSaved }: PlaceFormProps) {
  const { idempotencyKey, added, first, next } = useAnother()
  const create = useCreatePlace()
  const update = useUpdatePlace()
  const form = useContractForm<Saisie>(
    placeInput,
    listed ? toSaisie(listed) : { ...VIERGE, numero_place: nextNumber(parking.places) },
  )
  const { record: place, onReload } = useRecord(listed, form, { read: readPlace, toSaisie })
  async function save({ numero_place, type_place, position, montant, superficie }: Saisie) {
    const body = { numero_place, type_place, position, montant, superficie }
    const saved = place
      ? await update.mutateAsync({ ...body, id: place.id, version: place.version })
      : await create.mutateAsync({ ...body, parking_id: parking.id, idempotencyKey })
    onSaved(saved.message)
  }
  return (
    <FormDialog
      title={place ? `Modifier la place ${place.numero_place}` : 'Ajouter une place'}
      form={form}
      onSubmit={save}
      onClose={onClose}
      {...(!place &&
        parking.places.length + 1 < parking.nb_places && {
          // Places of one parking differ by their number alone, most of the time.
          onAnother: ({ numero_place }: Saisie) => {
            form.setValues({ numero_place: Math.max(nextNumber(parking.places), Number(numero_place) + 1) })
            next(String(numero_place))
          },
        })}
      onReload={onReload}
      submitLabel="Enregistrer"
      busyLabel={place ? 'Mise à jour...' : 'Enregistrement...'}
      fallback={
        place
          ? 'Erreur lors de la mise à jour.'
          : "Erreur lors de la création de la place. Vérifiez que le numéro n'est pas déjà utilisé."
      }
    >
      <JustAdded what="Place" name={added} feminine />
      <FieldPair>
        <NumberField
          label="Numéro de place"
          required
          decimalScale={0}
          min={1}
          clampBehavior="none"
          data-autofocus
          ref={first}
          {...form.getInputProps('numero_place')}
        />
        <Select
          label="Type de place"
          required
          data={[...TYPES_PLACE]}
          allowDeselect={false}
          searchable={false}
          {...form.getInputProps('type_place')}
        />
      </FieldPair>
      <TextInput
        label="Position"
        placeholder="Niveau -1, allée B"
        maxLength={100}
        autoComplete="off"
        {...form.getInputProps('position')}
      />
      <FieldPair>
        <MoneyField label="Montant" required min={0} step={0.01} {...form.getInputProps('montant')} />
        <AreaField label="Superficie" min={0} step={0.01} {...form.getInputProps('superficie')} />
      </FieldPair>
    </FormDialog>
  )
}
