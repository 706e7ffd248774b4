import { useQuery } from '@tanstack/react-query'
import { LotDetails } from '#features/biens/web/LotDetails.tsx'
import {
  acheteur,
  dossierDuLot,
  EtatDuLot,
  PrixAuMetreCarre,
  resteAPayer,
} from '#features/biens/web/LotParts.tsx'
import type { LotDetailsProps } from '#features/biens/web/lots.ts'
import { faitsDuSuivi } from '#features/biens/web/SuiviDuBien.tsx'
import { faitsDuLocal } from '#features/locaux/web/LocalFacts.tsx'
import { locauxQueries, toLot, type LocalLu } from '#features/locaux/web/locaux.queries.ts'
import { MontantSuivi } from '#features/prix/web/MontantSuivi.tsx'
import { EmailLink, PhoneLink } from '#web/kit/ContactLinks.tsx'
import { Facts } from '#web/kit/EntityCard.tsx'

/** Every field of a local, to read (D2 §2.5). */
export function LocalDetails({ id, loaded, onClose }: LotDetailsProps<LocalLu>) {
  const query = useQuery({ ...locauxQueries.read(id), placeholderData: loaded })
  return (
    <LotDetails type="local" query={query} toLot={toLot} onClose={onClose}>
      {(local) => {
        const { num, surface, description, montant } = local
        const lot = toLot(local)
        const facts = faitsDuLocal(local, 'Surface (m²)')
        return (
          <Facts
            facts={[
              { label: 'Numéro', value: num || 'Non spécifié' },
              facts.surface,
              { label: 'Description', value: description || 'Aucune description' },
              { ...facts.montant, value: <MontantSuivi bien={lot} montant={montant} /> },
              { label: 'Prix au m²', value: <PrixAuMetreCarre montant={montant} surface={surface} /> },
              facts.residence,
              facts.bloc,
              acheteur(lot) ?? { label: 'Client', value: 'Aucun client' },
              dossierDuLot(lot),
              lot.client && { label: 'Téléphone', value: <PhoneLink tel={lot.client.tel} /> },
              lot.client && { label: 'Email', value: <EmailLink email={lot.client.email} /> },
              resteAPayer(lot),
              { label: 'État', value: <EtatDuLot lot={lot} /> },
              ...faitsDuSuivi(lot),
            ]}
          />
        )
      }}
    </LotDetails>
  )
}
