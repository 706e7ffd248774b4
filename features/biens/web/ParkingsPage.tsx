import { parkingsEndpoints } from '#features/biens/parkings.contract.ts'
import { usePermis } from '#web/kit/call/usePeut.ts'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OccupationProps, ParkingFormProps } from '#features/biens/web/ParkingDialogs.tsx'
import { ParkingCard } from '#features/biens/web/ParkingCard.tsx'
import { parkingsQueries, type ParkingLu } from '#features/biens/web/parkings.queries.ts'
import { residencesQueries } from '#features/structure/web/structure.queries.ts'
import { useChange } from '#web/kit/call/useChange.ts'
import { callApi, messageOf } from '#web/kit/call/api.ts'
import { CardGrid } from '#web/kit/card/CardGrid.tsx'
import { ErrorState } from '#web/kit/feedback/Results.tsx'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { Aucun } from '#features/structure/web/Vides.tsx'
import { ListFilters, ListPage } from '#web/kit/list/ListPage.tsx'
import { useBanners, type BannersState } from '#web/kit/feedback/Banner.tsx'
import { FROM_FIRST_PAGE, useList } from '#web/kit/list/useList.ts'
import { useOpened } from '#web/kit/dialog/useOpened.ts'
import { useDeletion } from '#web/kit/dialog/confirm.tsx'
import type { Empeche } from '#web/kit/dialog/ConfirmDialog.tsx'
import { placesOf } from '#shared/paths.ts'
import { formatCompte, nounBefore } from '#shared/texte.ts'

const load = () => import('#features/biens/web/ParkingDialogs.tsx')
const ParkingForm = lazyDialog<'ParkingForm', ParkingFormProps>(load, 'ParkingForm')
const OccupationDialog = lazyDialog<'OccupationDialog', OccupationProps>(load, 'OccupationDialog')
const PlacesPanel = lazyDialog(() => import('#features/biens/web/PlacesPanel.tsx'), 'PlacesPanel')

/** `places` is the id of the parking whose places are open, 0 for none. */
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
    <Aucun dans="residence" hint="Un parking réunit des places numérotées, qui se vendent une par une.">
      Aucun parking trouvé
    </Aucun>
  )
}

/** Asks with the number of places that go with a parking, then deletes it; a refusal stays in the dialog. */
function useParkingDeletion(banners: BannersState) {
  const deletion = useChange((id: number) => callApi(parkingsEndpoints.remove, { params: { id } }))
  const confirmDeletion = useDeletion(banners.success)
  return (parking: ParkingLu) =>
    void confirmDeletion({
      title: 'Supprimer le parking',
      body: <DeletionText parking={parking} />,
      fallback:
        "Erreur lors de la suppression du parking. Vérifiez qu'il ne contient pas de places occupées.",
      empeche: occupied(parking),
      action: () => deletion.mutateAsync(parking.id),
    })
}

function occupied({ id, occupied_places }: ParkingLu): Empeche | null {
  if (occupied_places === 0) return null
  return {
    phrase: `Il contient ${formatCompte(occupied_places, 'place vendue', 'places vendues')} : ${occupied_places > 1 ? 'libérez-les' : 'libérez-la'} d'abord.`,
    lien: { label: 'Voir les places', ...placesOf(id) },
  }
}

function DeletionText({ parking: { parking_nom, places_count, occupied_places } }: { parking: ParkingLu }) {
  return (
    <>
      Êtes-vous sûr de vouloir supprimer le {nounBefore('parking', parking_nom)}
      <bdi>{parking_nom}</bdi> ? Cette action est définitive.
      {places_count > 0 && occupied_places === 0 && (
        <p>
          {places_count > 1 ? `Ses ${places_count} places seront supprimées` : 'Sa place sera supprimée'} avec
          lui, si aucune n'est occupée.
        </p>
      )}
    </>
  )
}
