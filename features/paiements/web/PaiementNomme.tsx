import { useQuery } from '@tanstack/react-query'
import { FaitsDuPaiement } from '#features/paiements/web/PaiementDetails.tsx'
import { paiementsQueries } from '#features/paiements/web/paiements.queries.ts'
import { Dialog } from '#web/kit/Dialog.tsx'
import { Results } from '#web/kit/Results.tsx'

/** The details of the payment that an address names, on whatever page of its bien's it stands. */
export function PaiementNomme({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery(paiementsQueries.one(id))
  return (
    <Dialog title="Détails du paiement" onClose={onClose}>
      <Results query={query} loading="Chargement..." error="Erreur lors du chargement du paiement." cards={0}>
        {(paiement) => <FaitsDuPaiement paiement={paiement} />}
      </Results>
    </Dialog>
  )
}
