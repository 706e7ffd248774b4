import { IconBuildingEstate, IconEdit, IconEye, IconTrash } from '@tabler/icons-react'
import type { Client, TriClients } from '#features/clients/clients.contract.ts'
import type { ClientCardActions } from '#features/clients/web/ClientCard.tsx'
import { EmailLink, PhoneLink } from '#web/kit/ContactLinks.tsx'
import { DataTable, type Column, type ListTableProps } from '#web/kit/DataTable.tsx'
import { IconAction } from '#web/kit/IconAction.tsx'

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

/** The cards' facts and actions, a row each. */
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
