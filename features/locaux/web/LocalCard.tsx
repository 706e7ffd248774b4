import { PhoneLink } from '#web/kit/ContactLinks.tsx'
import { faitsDuLocal } from '#features/locaux/web/LocalFacts.tsx'
import { toLot, type LocalLu } from '#features/locaux/web/locaux.queries.ts'
import { LocalLink } from '#web/kit/EntityLinks.tsx'
import { LotCard, type LotCardActions } from '#features/ventes/web/LotCard.tsx'
import { acheteur, resteAPayer } from '#features/ventes/web/LotParts.tsx'

interface LocalCardProps extends LotCardActions {
  local: LocalLu
}

export function LocalCard({ local, ...on }: LocalCardProps) {
  const { id, num, description, client_id } = local
  const lot = toLot(local)
  const facts = faitsDuLocal(local)
  const numero = num || 'Non spécifié'
  return (
    <LotCard
      lot={lot}
      name={num ? <LocalLink id={id} num={num} clientId={client_id} /> : numero}
      under={description || 'Aucune description'}
      facts={[
        facts.surface,
        facts.montant,
        [facts.residence, facts.bloc],
        acheteur(lot) ?? { label: 'Client', value: 'Aucun client' },
        lot.client && { label: 'Téléphone', value: <PhoneLink tel={lot.client.tel} /> },
        resteAPayer(lot),
      ]}
      nom={`local ${numero}`}
      {...on}
    />
  )
}
