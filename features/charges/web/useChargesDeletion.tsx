import { ECHEC, orTellAll, type Suppression } from '#features/charges/web/charges.actions.ts'
import { useDeleteBon, useDeleteCategorie, useDeleteLigne } from '#features/charges/web/charges.queries.ts'
import { formatCompte } from '#shared/texte.ts'
import { messageOf } from '#web/kit/call/api.ts'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'

/** Asks the three confirmations of deletion; each gives the number of vouchers or lines deleted along (Q193, Q198). */
export function useChargesDeletion(
  onDone: (message: string) => void,
  onFail: (message: string) => void,
): (what: Suppression) => void {
  const confirm = useConfirm()
  const categories = useDeleteCategorie()
  const bons = useDeleteBon()
  const lignes = useDeleteLigne()

  async function ask(
    title: string,
    le: string,
    nom: string,
    along: string | false,
    action: () => Promise<{ message: string }>,
  ) {
    const done = await confirm({
      title,
      body: (
        <>
          <span>
            Êtes-vous sûr de vouloir supprimer {le} <bdi>{nom}</bdi> ? Cette action est définitive.
          </span>
          {along && <p>{along}</p>}
        </>
      ),
      confirmLabel: 'Supprimer',
      busyLabel: 'Suppression...',
      fallback: ECHEC,
      dismissible: true,
      action: () => orTellAll(action),
      onError: (error) => onFail(messageOf(error, ECHEC)),
    })
    if (done) onDone(done.message)
  }

  function remove(what: Suppression): Promise<void> {
    if (what.type === 'deleteCategorie') {
      const { id, nom, bons: inside } = what.categorie
      const along = `Elle contient ${formatCompte(inside.total, 'bon')} d'achat, supprimé${inside.total > 1 ? 's' : ''} avec elle.`
      const action = () => categories.mutateAsync(id)
      return ask('Supprimer la catégorie', 'la catégorie', nom, inside.total > 0 && along, action)
    }
    if (what.type === 'deleteBon') {
      const { id, reference, lignes: inside } = what.bon
      const along = `Il contient ${formatCompte(inside.total, 'ligne')}, supprimée${inside.total > 1 ? 's' : ''} avec lui.`
      const action = () => bons.mutateAsync(id)
      return ask('Supprimer le bon', 'le bon', reference, inside.total > 0 && along, action)
    }
    const { bon, ligne } = what
    const action = () => lignes.mutateAsync({ bonId: bon.id, id: ligne.id })
    return ask('Supprimer la ligne', 'la ligne', ligne.designation, false, action)
  }
  return (what) => void remove(what)
}
