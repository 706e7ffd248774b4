import { IconBuildingEstate, IconEdit, IconEye, IconTrash } from '@tabler/icons-react'
import type { Client, TriClients } from '#features/clients/clients.contract.ts'
import { EmailLink, PhoneLink } from '#web/kit/card/ContactLinks.tsx'
import { DataTable, type Column, type ListTableProps } from '#web/kit/table/DataTable.tsx'
import { IconAction } from '#web/kit/card/IconAction.tsx'
import { Button } from '@mantine/core'
import { EntityCard } from '#web/kit/card/EntityCard.tsx'
import { ClientLink } from '#web/kit/card/EntityLinks.tsx'

const COLUMNS: readonly Column<Client, TriClients>[] = [
  {
    title: 'Nom complet',
    sort: 'nomComplet',
    share: 3,
    cell: ({ nomComplet }) => nomComplet || 'Non spécifié',
  },
  { title: 'Téléphone', sort: 'tel', cell: ({ tel }) => <PhoneLink tel={tel} /> },
  { title: 'Email', sort: 'email', share: 3, cell: ({ email }) => <EmailLink email={email} /> },
  { title: 'Adresse', sort: 'adresse', share: 4, cell: ({ adresse }) => adresse || 'Non spécifiée' },
]

export function ClientsTable({ actionsOf, ...list }: ListTableProps<Client, ClientCardActions>) {
  return (
    <DataTable
      {...list}
      label="Clients"
      rowKey={({ id }) => id}
      columns={COLUMNS}
      renderActions={(client) => {
        const { nomComplet } = client
        const on = actionsOf(client)
        return (
          <>
            <IconAction
              compact
              icon={IconBuildingEstate}
              label={`Biens de ${nomComplet}`}
              onClick={on.onAssets}
            />
            <IconAction compact icon={IconEye} label={`Détails de ${nomComplet}`} onClick={on.onDetails} />
            {on.onEdit && (
              <IconAction compact icon={IconEdit} label={`Modifier ${nomComplet}`} onClick={on.onEdit} />
            )}
            {on.onDelete && (
              <IconAction
                compact
                icon={IconTrash}
                label={`Supprimer ${nomComplet}`}
                onClick={on.onDelete}
                danger
              />
            )}
          </>
        )
      }}
    />
  )
}

export interface ClientCardActions {
  onAssets: () => void
  onDetails: () => void
  onEdit: (() => void) | undefined
  onDelete: (() => void) | undefined
}
interface ClientCardProps extends ClientCardActions {
  client: Client
}

export function ClientCard({ client, onAssets, onDetails, onEdit, onDelete }: ClientCardProps) {
  const { id, nomComplet, tel, email, adresse } = client
  return (
    <EntityCard
      name={<ClientLink id={id} nomComplet={nomComplet} />}
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
