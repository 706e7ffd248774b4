import type { Suppression } from '#features/charges/web/charges.actions.ts'
import { ECHEC, orTellAll } from '#features/charges/web/charges.actions.ts'
import { useDeleteBon, useDeleteCategorie, useDeleteLigne } from '#features/charges/web/charges.queries.ts'
import { compter } from '#shared/texte.ts'
import { messageOf } from '#web/api.ts'
import { useConfirm } from '#web/ui/useConfirm.ts'

/** The three confirmations; what goes along is said in numbers (Q193, Q198). */
export function useSuppression(onDone: (message: string) => void, onFail: (message: string) => void): (what: Suppression) => void {
  const confirm = useConfirm()
  const categories = useDeleteCategorie()
  const bons = useDeleteBon()
  const lignes = useDeleteLigne()

  async function ask(title: string, le: string, nom: string, along: string, action: () => Promise<unknown>, success: string) {
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
    if (done) onDone(success)
  }

  function remove(what: Suppression): Promise<void> {
    switch (what.type) {
      case 'deleteCategorie': {
        const { id, nom, bons: inside } = what.categorie
        const along = inside.total > 0 ? `Elle contient ${compter(inside.total, 'bon')} d'achat, supprimé${inside.total > 1 ? 's' : ''} avec elle.` : ''
        return ask('Supprimer la catégorie', 'la catégorie', nom, along, () => categories.mutateAsync(id), 'Catégorie supprimée avec succès !')
      }
      case 'deleteBon': {
        const { id, reference, lignes: inside } = what.bon
        const along = inside.total > 0 ? `Il contient ${compter(inside.total, 'ligne')}, supprimée${inside.total > 1 ? 's' : ''} avec lui.` : ''
        return ask('Supprimer le bon', 'le bon', reference, along, () => bons.mutateAsync(id), "Bon d'achat supprimé avec succès !")
      }
      case 'deleteLigne': {
        const { bon, ligne } = what
        const action = () => lignes.mutateAsync({ bonId: bon.id, id: ligne.id })
        return ask('Supprimer la ligne', 'la ligne', ligne.designation, '', action, 'Ligne supprimée avec succès !')
      }
    }
  }
  return (what) => void remove(what)
}
