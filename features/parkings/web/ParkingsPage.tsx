import { Button } from '@mantine/core'
import { IconChartPie, IconParking, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { parkingsQueries, useDeleteParking, type ParkingLu } from '#features/parkings/web/parkings.queries.ts'
import { ListeVide } from '#web/kit/ListeVide.tsx'
import { residencesQueries, useMissingResidence } from '#features/residences/web/residences.queries.ts'
import { messageOf } from '#web/kit/api.ts'
import { pourcentage } from '#shared/argent.ts'
import { formatCompte } from '#shared/texte.ts'
import { Banners } from '#web/kit/Banners.tsx'
import { OccupationBar } from '#web/kit/Bars.tsx'
import { CardGrid } from '#web/kit/CardGrid.tsx'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { EntityCard } from '#web/kit/EntityCard.tsx'
import { ErrorState } from '#web/kit/ErrorState.tsx'
import { Filters } from '#web/kit/Filters.tsx'
import { IconAction } from '#web/kit/IconAction.tsx'
import { lazyDialog } from '#web/kit/lazyPart.tsx'
import { PageHeader } from '#web/kit/PageHeader.tsx'
import { Pager } from '#web/kit/Pager.tsx'
import { Results } from '#web/kit/Results.tsx'
import { SearchField } from '#web/kit/SearchField.tsx'
import { StatusBadge } from '#web/kit/StatusBadge.tsx'
import { useBanners } from '#web/kit/useBanners.ts'
import { useConfirm } from '#web/kit/useConfirm.ts'
import { useOpened } from '#web/kit/useOpened.ts'
import { useSearchField } from '#web/kit/useSearchField.ts'
import { useUrlState } from '#web/kit/useUrlState.ts'

const ParkingForm = lazyDialog(() => import('#features/parkings/web/ParkingForm.tsx'), 'ParkingForm')
const OccupationDialog = lazyDialog(
  () => import('#features/parkings/web/OccupationDialog.tsx'),
  'OccupationDialog',
)
const PlacesPanel = lazyDialog(() => import('#features/parkings/web/PlacesPanel.tsx'), 'PlacesPanel')

/** `places` is the parking whose places are open; 0 none. */
const DEFAULTS = { page: 1, recherche: '', places: 0 }
const SEARCH_MS = 300

export function ParkingsPage() {
  const [state, setState] = useUrlState(DEFAULTS)
  const search = useSearchField(
    state.recherche,
    (recherche) => setState({ recherche }, { replace: true }),
    SEARCH_MS,
  )
  const query = useQuery(parkingsQueries.page(state.page, state.recherche))
  const residences = useQuery(residencesQueries.choix())
  const banners = useBanners()
  const [form, setForm] = useOpened<{ parking?: ParkingLu }>('parking')
  const [occupation, setOccupation] = useState<ParkingLu | null>(null)
  const onDelete = useDeletion(banners.success)
  const openPlaces = (places: number) => setState({ places, page: state.page })
  return (
    <>
      <PageHeader title="Gestion des Parkings">
        <Button leftSection={<IconPlus size={18} stroke={1.8} />} onClick={() => setForm({})}>
          Ajouter un parking
        </Button>
      </PageHeader>
      <Banners banners={banners} />
      {residences.isError && !form && (
        <ErrorState
          message={messageOf(residences.error, 'Erreur lors du chargement des résidences.')}
          onRetry={() => void residences.refetch()}
        />
      )}
      <Filters onReset={search.clear}>
        <SearchField search={search} placeholder="Rechercher par nom..." />
      </Filters>
      <Results
        query={query}
        loading="Chargement des parkings..."
        error="Erreur lors du chargement des parkings."
      >
        {({ data, last_page }) => (
          <>
            {data.length === 0 &&
              (state.recherche === '' ? <AucunParking /> : <EmptyState>Aucun parking trouvé</EmptyState>)}
            <CardGrid label="Parkings">
              {data.map((parking) => (
                <ParkingCard
                  key={parking.id}
                  parking={parking}
                  onPlaces={() => openPlaces(parking.id)}
                  onEdit={() => setForm({ parking })}
                  onOccupation={() => setOccupation(parking)}
                  onDelete={() => onDelete(parking)}
                />
              ))}
            </CardGrid>
            <Pager page={state.page} lastPage={last_page} onChange={(page) => setState({ page })} />
          </>
        )}
      </Results>

      {form && <ParkingForm parking={form.parking} onClose={() => setForm(null)} onSaved={banners.success} />}

      {occupation && <OccupationDialog parking={occupation} onClose={() => setOccupation(null)} />}

      {state.places > 0 && (
        <PlacesPanel key={state.places} parkingId={state.places} onClose={() => openPlaces(0)} />
      )}
    </>
  )
}

interface ParkingCardProps {
  parking: ParkingLu
  onPlaces: () => void
  onEdit: () => void
  onOccupation: () => void
  onDelete: () => void
}

function ParkingCard({ parking, onPlaces, onEdit, onOccupation, onDelete }: ParkingCardProps) {
  const { parking_nom, residence, nb_places, places_count, occupied_places } = parking
  const rate = pourcentage(occupied_places, places_count)
  return (
    <EntityCard
      name={parking_nom || 'Non spécifié'}
      under={<span data-nom>{residence.nom || 'Sans résidence'}</span>}
      badge={<Availability created={places_count} free={places_count - occupied_places} />}
      facts={[
        { label: 'Capacité', value: formatCompte(nb_places, 'place') },
        { label: 'Places créées', value: places_count },
        { label: 'Places occupées', value: occupied_places },
      ]}
      bar={<OccupationBar percent={rate} label={`Occupation de ${parking_nom}`} />}
      main={
        <Button
          variant="light"
          aria-label={`Places ${parking_nom}`}
          leftSection={<IconParking size={18} stroke={1.6} />}
          onClick={onPlaces}
        >
          Places
        </Button>
      }
      actions={
        <>
          <IconAction icon={IconChartPie} label={`Détails ${parking_nom}`} onClick={onOccupation} />
          <IconAction icon={IconPencil} label={`Modifier ${parking_nom}`} onClick={onEdit} />
        </>
      }
      danger={<IconAction icon={IconTrash} label={`Supprimer ${parking_nom}`} danger onClick={onDelete} />}
    />
  )
}

function Availability({ created, free }: { created: number; free: number }) {
  if (created === 0) return <StatusBadge tone="gray">Sans place</StatusBadge>
  return free === 0 ? (
    <StatusBadge tone="red">Complet</StatusBadge>
  ) : (
    <StatusBadge tone="green">{formatCompte(free, 'libre')}</StatusBadge>
  )
}

function useDeletion(onDone: (message: string) => void): (parking: ParkingLu) => void {
  const confirm = useConfirm()
  const remove = useDeleteParking()
  async function ask({ id, parking_nom, places_count }: ParkingLu) {
    const done = await confirm({
      title: 'Supprimer le parking',
      body: (
        <>
          Êtes-vous sûr de vouloir supprimer le parking <bdi>{parking_nom}</bdi> ? Cette action est
          définitive.
          {places_count > 0 && (
            <p>
              {places_count > 1 ? `Ses ${places_count} places seront supprimées` : 'Sa place sera supprimée'}{' '}
              avec lui, si aucune n’est occupée.
            </p>
          )}
        </>
      ),
      confirmLabel: 'Supprimer',
      busyLabel: 'Suppression...',
      fallback:
        "Erreur lors de la suppression du parking. Vérifiez qu'il ne contient pas de places occupées.",
      action: () => remove.mutateAsync(id),
    })
    if (done) onDone('Parking supprimé avec succès !')
  }
  return (parking) => void ask(parking)
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
