import { parkingsEndpoints } from '#features/parkings/parkings.contract.ts'
import { usePermis } from '#web/kit/usePeut.ts'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ParkingCard } from '#features/parkings/web/ParkingCard.tsx'
import { parkingsQueries, type ParkingLu } from '#features/parkings/web/parkings.queries.ts'
import { useParkingDeletion } from '#features/parkings/web/useParkingDeletion.tsx'
import { residencesQueries, useMissingResidence } from '#features/residences/web/residences.queries.ts'
import { messageOf } from '#web/kit/api.ts'
import { CardGrid } from '#web/kit/CardGrid.tsx'
import { ErrorState } from '#web/kit/ErrorState.tsx'
import { lazyDialog } from '#web/kit/lazyPart.tsx'
import { ListeVide } from '#web/kit/ListeVide.tsx'
import { ListFilters, ListPage } from '#web/kit/ListPage.tsx'
import { useBanners } from '#web/kit/useBanners.ts'
import { FROM_FIRST_PAGE, useList } from '#web/kit/useList.ts'
import { useOpened } from '#web/kit/useOpened.ts'

const ParkingForm = lazyDialog(() => import('#features/parkings/web/ParkingForm.tsx'), 'ParkingForm')
const OccupationDialog = lazyDialog(
  () => import('#features/parkings/web/OccupationDialog.tsx'),
  'OccupationDialog',
)
const PlacesPanel = lazyDialog(() => import('#features/parkings/web/PlacesPanel.tsx'), 'PlacesPanel')

/** `places` is the parking whose places are open; 0 none. */
const OWN = { places: 0 }
const NONE: readonly ParkingLu[] = []

export function ParkingsPage() {
  const list = useList(OWN, { search: FROM_FIRST_PAGE })
  const { places } = list.state
  const query = useQuery(parkingsQueries.page(list.page, list.recherche))
  const residences = useQuery(residencesQueries.choix())
  const banners = useBanners()
  const [form, setForm] = useOpened<{ parking?: ParkingLu }>('parking')
  const [occupation, setOccupation] = useState<ParkingLu | null>(null)
  const onDelete = useParkingDeletion(banners)
  const permis = usePermis()
  return (
    <>
      <ListPage
        list={list}
        title="Gestion des Parkings"
        add={permis(
          parkingsEndpoints.create,
          <Button leftSection={<IconPlus size={18} stroke={1.8} />} onClick={() => setForm({})}>
            Ajouter un parking
          </Button>,
        )}
        banners={banners}
        filters={
          <>
            {residences.isError && !form && (
              <ErrorState
                message={messageOf(residences.error, 'Erreur lors du chargement des résidences.')}
                onRetry={() => void residences.refetch()}
              />
            )}
            <ListFilters list={list} placeholder="Rechercher par nom..." />
          </>
        }
        query={query}
        loading="Chargement des parkings..."
        error="Erreur lors du chargement des parkings."
        rows={query.data?.data ?? NONE}
        noneFound="Aucun parking trouvé"
        elsewhere={null}
        none={<AucunParking />}
      >
        {(rows) => (
          <CardGrid label="Parkings">
            {rows.map((parking) => (
              <ParkingCard
                key={parking.id}
                parking={parking}
                onPlaces={() => list.open({ places: parking.id })}
                onEdit={permis(parkingsEndpoints.update, () => setForm({ parking }))}
                onOccupation={() => setOccupation(parking)}
                onDelete={permis(parkingsEndpoints.remove, () => onDelete(parking))}
              />
            ))}
          </CardGrid>
        )}
      </ListPage>

      {form && <ParkingForm parking={form.parking} onClose={() => setForm(null)} onSaved={banners.success} />}
      {occupation && <OccupationDialog parking={occupation} onClose={() => setOccupation(null)} />}
      {places > 0 && <PlacesPanel key={places} parkingId={places} onClose={() => list.open({ places: 0 })} />}
    </>
  )
}

function AucunParking() {
  return (
    <ListeVide
      manque={useMissingResidence()}
      hint="Un parking réunit des places numérotées, qui se vendent une par une."
    >
      Aucun parking trouvé
    </ListeVide>
  )
}
