import { useQuery } from '@tanstack/react-query'
import { EmailLink, PhoneLink } from '#web/kit/ContactLinks.tsx'
import { faitsDuLocal } from '#features/locaux/web/LocalFacts.tsx'
import { locauxQueries, toLot, type LocalLu } from '#features/locaux/web/locaux.queries.ts'
import { usePaiementSurPlace } from '#features/paiements/web/usePaiementSurPlace.tsx'
import { acheteur, EtatBadge, PrixAuMetreCarre, resteAPayer } from '#features/ventes/web/LotParts.tsx'
import { LotPaiement } from '#features/ventes/web/LotPaiement.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'
import { Facts } from '#web/kit/EntityCard.tsx'
import { Results } from '#web/kit/Results.tsx'

interface LocalDetailsProps {
  id: number
  /** The one of the loaded page, shown at once. */
  loaded?: LocalLu | undefined
  onClose: () => void
}

/** Every field of a local, to read (D2 §2.5). */
export function LocalDetails({ id, loaded, onClose }: LocalDetailsProps) {
  const query = useQuery({ ...locauxQueries.read(id), placeholderData: loaded })
  const paiement = usePaiementSurPlace()
  return (
    <Dialog title="Détails du local" onClose={onClose}>
      {paiement.element}
      <Results query={query} loading="Chargement..." error="Erreur lors du chargement des locaux." cards={0}>
        {(local) => (
          <>
            <Everything local={local} />
            <LotPaiement lot={toLot(local)} onAdd={paiement.open} />
          </>
        )}
      </Results>
    </Dialog>
  )
}

function Everything({ local }: { local: LocalLu }) {
  const { num, surface, description, montant } = local
  const lot = toLot(local)
  const facts = faitsDuLocal(local, 'Surface (m²)')
  return (
    <Facts
      facts={[
        { label: 'Numéro', value: num || 'Non spécifié' },
        facts.surface,
        { label: 'Description', value: description || 'Aucune description' },
        facts.montant,
        { label: 'Prix au m²', value: <PrixAuMetreCarre montant={montant} surface={surface} /> },
        facts.residence,
        facts.bloc,
        acheteur(lot) ?? { label: 'Client', value: 'Aucun client' },
        lot.client && { label: 'Téléphone', value: <PhoneLink tel={lot.client.tel} /> },
        lot.client && { label: 'Email', value: <EmailLink email={lot.client.email} /> },
        resteAPayer(lot),
        { label: 'État', value: <EtatBadge estDispo={lot.estDispo} /> },
      ]}
    />
  )
}
