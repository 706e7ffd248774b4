import { useDeleteParking, type ParkingLu } from '#features/parkings/web/parkings.queries.ts'
import type { BannersState } from '#web/kit/useBanners.ts'
import { useDeletion } from '#web/kit/useDeletion.ts'

/** Deletes a parking, once it is said in numbers what goes with it. A refusal stays in the dialog. */
export function useParkingDeletion(banners: BannersState) {
  const deletion = useDeleteParking()
  const confirmDeletion = useDeletion(banners.success)
  return (parking: ParkingLu) =>
    void confirmDeletion({
      title: 'Supprimer le parking',
      body: <DeletionText parking={parking} />,
      fallback:
        "Erreur lors de la suppression du parking. Vérifiez qu'il ne contient pas de places occupées.",
      action: () => deletion.mutateAsync(parking.id),
    })
}

function DeletionText({ parking: { parking_nom, places_count } }: { parking: ParkingLu }) {
  return (
    <>
      Êtes-vous sûr de vouloir supprimer le parking <bdi>{parking_nom}</bdi> ? Cette action est définitive.
      {places_count > 0 && (
        <p>
          {places_count > 1 ? `Ses ${places_count} places seront supprimées` : 'Sa place sera supprimée'} avec
          lui, si aucune n’est occupée.
        </p>
      )}
    </>
  )
}
