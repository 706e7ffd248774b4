import { withHelp } from '#web/kit/field/hints.ts'
import { AIDE_POSITION } from '#features/biens/biens.words.ts'
import { Select, TextInput } from '@mantine/core'
import { placeInput, placesEndpoints, TYPES_PLACE } from '#features/biens/parkings.contract.ts'
import { readPlace, type ParkingLu, type PlaceLue } from '#features/biens/web/parkings.queries.ts'
import { RecordForm } from '#features/structure/web/RecordForm.tsx'
import { AreaField, MoneyField, NumberField } from '#web/kit/field/NumberField.tsx'
import { FieldPair } from '#web/kit/form/FieldPair.tsx'
import { useContractForm } from '#web/kit/form/form.ts'
import { callApi } from '#web/kit/call/api.ts'

interface PlaceFormProps {
  parking: ParkingLu & { places: readonly PlaceLue[] }
  place?: PlaceLue | undefined
  onClose: () => void
  onSaved: (message: string) => void
}

const MOTS = {
  nom: 'Place',
  feminine: true,
  ajouter: 'Ajouter une place',
  modifier: ({ numero_place }: PlaceLue) => `Modifier la place ${numero_place}`,
  creation: "Erreur lors de la création de la place. Vérifiez que le numéro n'est pas déjà utilisé.",
  changement: 'Erreur lors de la mise à jour.',
}

const toSaisie = (place?: PlaceLue, numero = 1) => ({
  // A text while the typed number begins with a zero.
  numero_place: (place?.numero_place ?? numero) as number | string,
  type_place: TYPES_PLACE.find((type) => type === place?.type_place) ?? TYPES_PLACE[0],
  position: place?.position ?? '',
  montant: place?.montant ?? '',
  superficie: place?.superficie ?? '',
})

/** Highest existing number plus one (D3 §4). */
const nextNumber = (places: readonly PlaceLue[]) =>
  places.reduce((highest, { numero_place }) => Math.max(highest, numero_place), 0) + 1

export function PlaceForm({ parking, place: listed, ...props }: PlaceFormProps) {
  const form = useContractForm(placeInput, toSaisie(listed, nextNumber(parking.places)))
  return (
    <RecordForm
      {...props}
      mots={MOTS}
      form={form}
      listed={listed}
      read={readPlace}
      toSaisie={toSaisie}
      save={(body, place, idempotencyKey) => {
        if (!place)
          return callApi(placesEndpoints.create, {
            body: { ...body, parking_id: parking.id },
            idempotencyKey,
          })
        const { id, version } = place
        return callApi(placesEndpoints.update, { params: { id }, body: { ...body, version } })
      }}
      // Places of one parking mostly differ by their number alone, so the other fields stay.
      suivant={
        parking.places.length + 1 < parking.nb_places
          ? ({ numero_place }) => ({
              nom: String(numero_place),
              fields: { numero_place: Math.max(nextNumber(parking.places), Number(numero_place) + 1) },
            })
          : undefined
      }
    >
      {(first) => (
        <>
          <FieldPair>
            <NumberField
              label="Numéro de place"
              required
              decimalScale={0}
              min={1}
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
            {...withHelp(form.getInputProps('position'), AIDE_POSITION)}
          />
          <FieldPair>
            <MoneyField label="Montant" required min={0} step={0.01} {...form.getInputProps('montant')} />
            <AreaField label="Superficie" min={0} step={0.01} {...form.getInputProps('superficie')} />
          </FieldPair>
        </>
      )}
    </RecordForm>
  )
}
