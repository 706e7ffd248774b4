import { Button } from '@mantine/core'
import { IconBuildingEstate, IconEdit, IconEye, IconTrash } from '@tabler/icons-react'
import type { Client } from '#features/clients/clients.contract.ts'
import { EmailLink, PhoneLink } from '#web/kit/ContactLinks.tsx'
import { EntityCard } from '#web/kit/EntityCard.tsx'
import { IconAction } from '#web/kit/IconAction.tsx'

export interface ClientCardActions {
  onAssets: () => void
  onDetails: () => void
  /** Absent for whoever may not. */
  onEdit: (() => void) | undefined
  onDelete: (() => void) | undefined
}
interface ClientCardProps extends ClientCardActions {
  client: Client
}

export function ClientCard({ client, onAssets, onDetails, onEdit, onDelete }: ClientCardProps) {
  const { nomComplet, tel, email, adresse } = client
  return (
    <EntityCard
      name={nomComplet || 'Non spécifié'}
      under={<EmailLink email={email} />}
      facts={[
        { label: 'Téléphone', value: <PhoneLink tel={tel} /> },
        { label: 'Adresse', value: adresse || 'Non spécifiée' },
      ]}
      main={
        <Button
          variant="light"
          leftSection={<IconBuildingEstate size={18} stroke={1.6} />}
          onClick={onAssets}
          aria-label={`Biens de ${nomComplet}`}
        >
          Biens
        </Button>
      }
      actions={
        <>
          <IconAction icon={IconEye} label={`Détails de ${nomComplet}`} onClick={onDetails} />
          {onEdit && <IconAction icon={IconEdit} label={`Modifier ${nomComplet}`} onClick={onEdit} />}
        </>
      }
      danger={
        onDelete && (
          <IconAction icon={IconTrash} label={`Supprimer ${nomComplet}`} onClick={onDelete} danger />
        )
      }
    />
  )
}
