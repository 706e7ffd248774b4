import type { Etage } from '#features/etages/etages.contract.ts'
import { useDeleteEtage } from '#features/etages/web/etages.queries.ts'
import { formatCompte } from '#shared/texte.ts'
import type { BannersState } from '#web/kit/useBanners.ts'
import { useDeletion } from '#web/kit/useDeletion.ts'

/** Deletes an étage, once it is said in numbers what keeps it from going. */
export function useEtageDeletion(banners: BannersState) {
  const deletion = useDeleteEtage()
  const confirmDeletion = useDeletion(banners.success, banners.error)
  return (etage: Etage) =>
    void confirmDeletion({
      title: "Supprimer l'étage",
      body: <DeletionText etage={etage} />,
      fallback: 'Erreur lors de la suppression.',
      action: () => deletion.mutateAsync(etage.id),
    })
}

function DeletionText({
  etage: { designation, bloc, logements_count, occupied_logements_count },
}: {
  etage: Etage
}) {
  const sold = occupied_logements_count > 0 ? `, dont ${formatCompte(occupied_logements_count, 'vendu')}` : ''
  return (
    <>
      Êtes-vous sûr de vouloir supprimer l’étage <bdi>{designation}</bdi> du bloc <bdi>{bloc.nomloc}</bdi> ?
      Cette action est définitive.{' '}
      {logements_count > 0
        ? `Il contient ${formatCompte(logements_count, 'appartement')}${sold} : tant qu’il en contient, la suppression sera refusée.`
        : 'Il est vide : rien d’autre ne sera supprimé.'}
    </>
  )
}
