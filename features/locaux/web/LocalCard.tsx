import { Button } from '@mantine/core'
import {
  IconEdit,
  IconEye,
  IconReportAnalytics,
  IconTrash,
  IconUserMinus,
  IconUserPlus,
} from '@tabler/icons-react'
import { PhoneLink } from '#features/clients/web/ClientCard.tsx'
import { faitsDuLocal } from '#features/locaux/web/LocalFacts.tsx'
import { toLot, type LocalLu } from '#features/locaux/web/locaux.queries.ts'
import { LocalLink } from '#features/residences/web/StructureLinks.tsx'
import { acheteur, BarreDePaiement, EtatBadge, resteAPayer } from '#features/ventes/web/LotParts.tsx'
import { EntityCard } from '#web/ui/EntityCard.tsx'
import { IconAction } from '#web/ui/IconAction.tsx'

interface LocalCardProps {
  local: LocalLu
  onReport: () => void
  onDetails: () => void
  onAssign: () => void
  onRemoveClient: () => void
  onEdit: () => void
  onDelete: () => void
}

export function LocalCard({ local, ...on }: LocalCardProps) {
  const { id, num, description, client_id } = local
  const lot = toLot(local)
  const facts = faitsDuLocal(local)
  const numero = num || 'Non spécifié'
  const report = `Rapport du local ${numero}`
  return (
    <EntityCard
      name={num ? <LocalLink id={id} num={num} clientId={client_id} /> : numero}
      under={description || 'Aucune description'}
      badge={<EtatBadge estDispo={lot.estDispo} />}
      facts={[
        facts.surface,
        facts.montant,
        facts.residence,
        facts.bloc,
        acheteur(lot) ?? { label: 'Client', value: 'Aucun client' },
        lot.client && {
          label: 'Téléphone',
          value: lot.client.tel ? <PhoneLink tel={lot.client.tel} /> : 'N/A',
        },
        resteAPayer(lot),
      ]}
      bar={<BarreDePaiement lot={lot} />}
      main={
        lot.estDispo ? (
          <Button
            variant="light"
            leftSection={<IconUserPlus size={18} stroke={1.6} />}
            onClick={on.onAssign}
            aria-label={`Assigner un client au local ${numero}`}
          >
            Assigner
          </Button>
        ) : (
          <Button
            variant="light"
            leftSection={<IconReportAnalytics size={18} stroke={1.6} />}
            onClick={on.onReport}
            aria-label={report}
          >
            Rapport
          </Button>
        )
      }
      actions={
        <>
          {lot.estDispo && <IconAction icon={IconReportAnalytics} label={report} onClick={on.onReport} />}
          <IconAction icon={IconEye} label={`Détails du local ${numero}`} onClick={on.onDetails} />
          <IconAction icon={IconEdit} label={`Modifier le local ${numero}`} onClick={on.onEdit} />
        </>
      }
      danger={
        <>
          {!lot.estDispo && (
            <IconAction
              icon={IconUserMinus}
              label={`Retirer le client du local ${numero}`}
              onClick={on.onRemoveClient}
              danger
            />
          )}
          <IconAction icon={IconTrash} label={`Supprimer le local ${numero}`} onClick={on.onDelete} danger />
        </>
      }
    />
  )
}
