import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { parkingInput, parkingsEndpoints, type Occupation } from '#features/biens/parkings.contract.ts'
import { readParking, type ParkingLu, parkingsQueries } from '#features/biens/web/parkings.queries.ts'
import { ResidenceSelect } from '#features/structure/web/LieuSelects.tsx'
import { ECHECS, NomField, RecordForm } from '#features/structure/web/RecordForm.tsx'
import { residencesQueries } from '#features/structure/web/structure.queries.ts'
import { formatPourcent } from '#shared/argent.ts'
import { formatCompte } from '#shared/texte.ts'
import { callApi, messageOf } from '#web/kit/call/api.ts'
import { Facts } from '#web/kit/card/EntityCard.tsx'
import { Dialog } from '#web/kit/dialog/Dialog.tsx'
import { OccupationBar } from '#web/kit/feedback/States.tsx'
import { NumberField } from '#web/kit/field/NumberField.tsx'
import { useContractForm } from '#web/kit/form/form.ts'

export interface ParkingFormProps {
  parking?: ParkingLu | undefined
  onClose: () => void
  onSaved: (message: string) => void
}

const MOTS = {
  nom: 'Parking',
  ajouter: 'Ajouter un parking',
  modifier: 'Modifier le parking',
  ...ECHECS,
}

const toSaisie = (parking?: ParkingLu) => ({
  parking_nom: parking?.parking_nom ?? '',
  residence_id: parking?.residence_id ?? null,
  nb_places: parking?.nb_places ?? 1,
})

export function ParkingForm(props: ParkingFormProps) {
  const residences = useQuery(residencesQueries.choix())
  const form = useContractForm(parkingInput, toSaisie(props.parking))
  const failed = residences.isError
    ? messageOf(residences.error, 'Erreur lors du chargement des résidences.')
    : undefined
  return (
    <RecordForm
      {...props}
      mots={MOTS}
      form={form}
      listed={props.parking}
      read={readParking}
      toSaisie={toSaisie}
      save={({ residence_id, ...values }, parking, idempotencyKey) => {
        const body = { ...values, residence_id: residence_id ?? '' }
        if (!parking) return callApi(parkingsEndpoints.create, { body, idempotencyKey })
        const { id, version } = parking
        return callApi(parkingsEndpoints.update, { params: { id }, body: { ...body, version } })
      }}
    >
      {(_first, parking) => (
        <>
          <NomField form={form} field="parking_nom" label="Nom du parking" data-autofocus />
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
            {...form.getInputProps('nb_places')}
          />
        </>
      )}
    </RecordForm>
  )
}

const ZERO: Occupation = { occupation_rate: 0, total_places: 0, occupied_places: 0, available_places: 0 }

export interface OccupationProps {
  parking: ParkingLu
  onClose: () => void
}

/** Occupation of a parking. A failure leaves the figures at zero and says that they are unknown (D3 §8). */
export function OccupationDialog({ parking, onClose }: OccupationProps) {
  const query = useQuery(parkingsQueries.occupation(parking.id))
  const { occupation_rate, total_places, occupied_places, available_places } = query.isError
    ? ZERO
    : (query.data ?? ZERO)
  return (
    <Dialog title={`Occupation de ${parking.parking_nom}`} onClose={onClose} size="sm">
      <div className="stack gap-16" aria-busy={query.isPending}>
        <OccupationBar bands percent={occupation_rate} label="Taux d'occupation" />
        <Facts
          facts={[
            { label: "Taux d'occupation", value: formatPourcent(occupation_rate) },
            { label: 'Total des places', value: total_places },
            { label: 'Places occupées', value: occupied_places },
            { label: 'Places disponibles', value: available_places },
            { label: 'Capacité', value: formatCompte(parking.nb_places, 'place') },
          ]}
        />
        {query.isError && (
          <p className="row between dim flat gap-12" role="status">
            Les chiffres ne sont pas connus pour le moment.
            <Button variant="default" size="sm" onClick={() => void query.refetch()}>
              Réessayer
            </Button>
          </p>
        )}
      </div>
    </Dialog>
  )
}
