import type { Residence } from '#features/residences/residences.contract.ts'
import { useDeleteResidence } from '#features/residences/web/residences.queries.ts'
import { formatCompte } from '#shared/texte.ts'
import type { BannersState } from '#web/kit/useBanners.ts'
import { useDeletion } from '#web/kit/useDeletion.ts'

/** Deletes a residence, once it is said in numbers what keeps it from going. */
export function useResidenceDeletion(banners: BannersState) {
  const deletion = useDeleteResidence()
  const confirmDeletion = useDeletion(banners.success, banners.error)
  return (residence: Residence) =>
    void confirmDeletion({
      title: 'Supprimer la résidence',
      body: <DeletionText residence={residence} />,
      fallback: 'Erreur lors de la suppression de la résidence.',
      action: () => deletion.mutateAsync(residence.id),
    })
}

function DeletionText({ residence }: { residence: Residence }) {
  const { nom, blocs_count, appartements_count, occupied_count, parkings_count, plan_pdf } = residence
  const held = [
    blocs_count > 0 &&
      `${formatCompte(blocs_count, 'bloc')} (${formatCompte(appartements_count, 'appartement')}, dont ${formatCompte(occupied_count, 'vendu')})`,
    parkings_count > 0 && formatCompte(parkings_count, 'parking'),
  ].filter(Boolean)
  return (
    <>
      Êtes-vous sûr de vouloir supprimer la résidence <bdi>{nom}</bdi> ? Cette action est définitive.{' '}
      {held.length > 0
        ? `Elle contient ${held.join(' et ')} : tant qu’ils existent, la suppression sera refusée.`
        : plan_pdf
          ? 'Elle est vide ; son plan PDF sera supprimé avec elle.'
          : 'Elle est vide : rien d’autre ne sera supprimé.'}
    </>
  )
}
