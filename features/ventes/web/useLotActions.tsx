import { useQuery } from '@tanstack/react-query'
import { paiementsQueries } from '#features/paiements/web/paiements.queries.ts'
import type { LotVendable } from '#features/ventes/web/lots.ts'
import { depuisDecimal, formaterMontant } from '#shared/argent.ts'
import { compter } from '#shared/texte.ts'
import { messageOf } from '#web/kit/api.ts'
import type { BannersState } from '#web/kit/useBanners.ts'
import { useConfirm } from '#web/kit/useConfirm.ts'

interface Calls {
  /** Ends the sale. */
  retirer: (id: number) => Promise<unknown>
  supprimer: (id: number) => Promise<unknown>
}

const LE = { appartement: 'l’appartement', local: 'le local' }
const DU = { appartement: 'de l’appartement', local: 'du local' }
const SUPPRIME = { appartement: 'Appartement supprimé avec succès !', local: 'Local supprimé avec succès !' }
const ECHEC = {
  appartement: "Erreur lors de la suppression de l'appartement.",
  local: 'Erreur lors de la suppression du local.',
}

/** Taking the client away and deleting: asked first, in numbers, then told in the page's banners. */
export function useLotActions(banners: BannersState, { retirer, supprimer }: Calls) {
  const confirm = useConfirm()
  return {
    async retirerClient(lot: LotVendable) {
      const fallback = 'Erreur lors du retrait du client.'
      const done = await confirm({
        title: 'Retirer le client',
        body: <TexteRetrait lot={lot} />,
        confirmLabel: 'Retirer le client',
        busyLabel: 'Retrait...',
        fallback,
        action: () => retirer(lot.id),
        onError: (error) => banners.error(messageOf(error, fallback)),
      })
      if (done) banners.success('Client retiré avec succès !')
    },
    async supprimer(lot: LotVendable, plan = false) {
      const done = await confirm({
        title: lot.type === 'local' ? 'Supprimer le local' : "Supprimer l'appartement",
        body: <TexteSuppression lot={lot} plan={plan} />,
        confirmLabel: 'Supprimer',
        busyLabel: 'Suppression...',
        fallback: ECHEC[lot.type],
        action: () => supprimer(lot.id),
        onError: (error) => banners.error(messageOf(error, ECHEC[lot.type])),
      })
      if (done) banners.success(SUPPRIME[lot.type])
    },
  }
}

/** What taking the client away does to his payments: a local's go for good, an appartement's stay as its history (Q128, Q129). */
function TexteRetrait({ lot }: { lot: LotVendable }) {
  const { data } = useQuery(paiementsQueries.solde(lot))
  const versements = (data?.lignes ?? lot.paiements).map(({ versement }) => depuisDecimal(versement))
  const somme = formaterMontant(versements.reduce((total, versement) => total + versement, 0))
  const combien = `${compter(versements.length, 'versement')} pour ${somme}`
  return (
    <>
      <p>
        Êtes-vous sûr de vouloir retirer le client <bdi>{lot.client?.nomComplet}</bdi> {DU[lot.type]}{' '}
        <bdi>{lot.numero}</bdi> ?
      </p>
      <p>
        {versements.length === 0
          ? 'Aucun versement n’est enregistré pour cette vente.'
          : lot.type === 'local'
            ? `Cette action est définitive : elle supprime ${combien}.`
            : `L’historique de l’appartement garde ${combien}.`}{' '}
        {lot.type === 'local' ? 'Le local' : 'L’appartement'} redevient disponible.
      </p>
    </>
  )
}

function TexteSuppression({ lot, plan }: { lot: LotVendable; plan: boolean }) {
  return (
    <>
      <p>
        Êtes-vous sûr de vouloir supprimer {LE[lot.type]} <bdi>{lot.numero}</bdi> ? Cette action est
        définitive.
      </p>
      {lot.client ? (
        <p>
          Le client <bdi>{lot.client.nomComplet}</bdi> y est rattaché : tant qu’il n’est pas retiré, la
          suppression sera refusée.
        </p>
      ) : (
        plan && <p>Son plan PDF sera supprimé avec lui.</p>
      )}
    </>
  )
}
