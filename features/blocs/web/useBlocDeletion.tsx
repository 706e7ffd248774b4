import type { Bloc } from '#features/blocs/blocs.contract.ts'
import { useDeleteBloc } from '#features/blocs/web/blocs.queries.ts'
import { formatCompte } from '#shared/texte.ts'
import type { BannersState } from '#web/kit/useBanners.ts'
import { useDeletion } from '#web/kit/useDeletion.ts'

/** Deletes a bloc, once it is said in numbers what keeps it from going. */
export function useBlocDeletion(banners: BannersState) {
  const deletion = useDeleteBloc()
  const confirmDeletion = useDeletion(banners.success, banners.error)
  return (bloc: Bloc) =>
    void confirmDeletion({
      title: 'Supprimer le bloc',
      body: <DeletionText bloc={bloc} />,
      fallback: 'Erreur lors de la suppression du bloc.',
      action: () => deletion.mutateAsync(bloc.id),
    })
}

function DeletionText({
  bloc: { nomloc, residence, etages_count, appartementCount, occupiedCount, locaux_count },
}: {
  bloc: Bloc
}) {
  const held = [
    etages_count > 0 &&
      `${formatCompte(etages_count, 'étage')} (${formatCompte(appartementCount, 'appartement')}, dont ${formatCompte(occupiedCount, 'vendu')})`,
    locaux_count > 0 && formatCompte(locaux_count, 'local', 'locaux'),
  ].filter(Boolean)
  return (
    <>
      Êtes-vous sûr de vouloir supprimer le bloc <bdi>{nomloc}</bdi> de <bdi>{residence.nom}</bdi> ? Cette
      action est définitive.{' '}
      {held.length > 0
        ? `Il contient ${held.join(' et ')} : tant qu’ils existent, la suppression sera refusée.`
        : 'Il est vide : rien d’autre ne sera supprimé.'}
    </>
  )
}
