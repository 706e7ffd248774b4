import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Occupation } from '#features/parkings/parkings.contract.ts'
import { parkingsQueries, type ParkingLu } from '#features/parkings/web/parkings.queries.ts'
import { formatPourcent } from '#shared/argent.ts'
import { formatCompte } from '#shared/texte.ts'
import { OccupationBar } from '#web/kit/Bars.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'
import { Facts } from '#web/kit/EntityCard.tsx'
import styles from '#features/parkings/web/Places.module.css'

const ZERO: Occupation = { occupation_rate: 0, total_places: 0, occupied_places: 0, available_places: 0 }

/** How full a parking is. A failure leaves the figures at zero (D3 §8), and says that they are not known. */
export function OccupationDialog({ parking, onClose }: { parking: ParkingLu; onClose: () => void }) {
  const query = useQuery(parkingsQueries.occupation(parking.id))
  const { occupation_rate, total_places, occupied_places, available_places } = query.isError
    ? ZERO
    : (query.data ?? ZERO)
  return (
    <Dialog title={`Occupation de ${parking.parking_nom}`} onClose={onClose} size="sm">
      <div className={styles.occupation} aria-busy={query.isPending}>
        <OccupationBar percent={occupation_rate} label="Taux d'occupation" />
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
          <p className={styles.unknown} role="status">
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
