import { Nom } from '#web/kit/card/Nom.tsx'
import { IconBuildingEstate, IconEdit, IconEye, IconTrash } from '@tabler/icons-react'
import type { clientDeLaListe, TriClients } from '#features/clients/clients.contract.ts'
import { EmailLink, PhoneLink } from '#web/kit/card/ContactLinks.tsx'
import { Tableau, type Colonne, type ListTableProps } from '#web/kit/table/Tableau.tsx'
import { clientAt } from '#shared/paths.ts'
import { IconAction } from '#web/kit/card/IconAction.tsx'
import { Button } from '@mantine/core'
import type { Wire } from '#shared/endpoint.ts'
import { formatCompte } from '#shared/texte.ts'
import { EnRetard, Montant } from '#web/kit/card/Montant.tsx'
import { EntityCard } from '#web/kit/card/EntityCard.tsx'
import { ClientLink } from '#web/kit/card/EntityLinks.tsx'

/** A client as the list shows him; the figures are absent where an answer has the specified fields alone. */
type ClientListe = Wire<typeof clientDeLaListe>

const COLUMNS: readonly Colonne<ClientListe, TriClients>[] = [
  {
    title: 'Nom complet',
    genre: 'nom',
    min: 188,
    phone: 'qui',
    phoneUnder: 'quoi',
    sort: 'nomComplet',
    second: { title: 'Téléphone', sort: 'tel' },
    cell: ({ id, nomComplet }) => <Nom to={clientAt(id)}>{nomComplet || 'Non spécifié'}</Nom>,
    under: ({ tel, sans_telephone }) => <PhoneLink tel={tel} sans={sans_telephone} />,
  },
  {
    title: 'Email',
    genre: 'texte',
    min: 168,
    sort: 'email',
    cell: ({ email, sans_email }) => <EmailLink email={email} sans={sans_email} />,
  },
  {
    title: 'Adresse',
    genre: 'texte',
    min: 200,
    sort: 'adresse',
    cell: ({ adresse }) => adresse || 'Non spécifiée',
  },
  { title: 'Biens', genre: 'figure', min: 64, cell: ({ biens }) => biens },
  {
    title: 'Reste (DA)',
    genre: 'figure',
    min: 112,
    phone: 'combien',
    cell: ({ biens, reste }) => (biens && reste !== undefined ? <Montant decimal={reste} sansUnite /> : '—'),
  },
  {
    title: 'En retard (DA)',
    genre: 'figure',
    min: 112,
    cell: ({ biens = 0, en_retard = 0, sans_echeancier = 0 }) =>
      biens === sans_echeancier ? '—' : <EnRetard decimal={en_retard} />,
    under: ({ sans_echeancier = 0 }) =>
      sans_echeancier > 0 && <span className="warn">{sans_echeancier} sans échéancier</span>,
  },
]

export function ClientsTable({ actionsOf, ...list }: ListTableProps<ClientListe, ClientCardActions>) {
  return (
    <Tableau
      {...list}
      label="Clients"
      rowKey={({ id }) => id}
      columns={COLUMNS}
      actes={(client) => {
        const { nomComplet } = client
        const on = actionsOf(client)
        return {
          nom: nomComplet,
          actes: [
            { label: `Biens de ${nomComplet}`, icon: IconBuildingEstate, onClick: on.onAssets },
            { label: `Détails de ${nomComplet}`, icon: IconEye, onClick: on.onDetails },
            on.onEdit && { label: `Modifier ${nomComplet}`, icon: IconEdit, onClick: on.onEdit },
          ],
          fins: [on.onDelete && { label: `Supprimer ${nomComplet}`, icon: IconTrash, onClick: on.onDelete }],
        }
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
  client: ClientListe
}

export function ClientCard({ client, onAssets, onDetails, onEdit, onDelete }: ClientCardProps) {
  const { id, nomComplet, tel, email, adresse, biens, reste, sans_email, sans_telephone } = client
  return (
    <EntityCard
      name={<ClientLink id={id} nomComplet={nomComplet} />}
      under={<EmailLink email={email} sans={sans_email} />}
      facts={[
        { label: 'Téléphone', value: <PhoneLink tel={tel} sans={sans_telephone} /> },
        { label: 'Adresse', value: adresse || 'Non spécifiée' },
      ]}
      bar={
        biens !== undefined && (
          <p className="flat">
            {biens === 0 ? (
              'Aucun bien'
            ) : (
              <>
                {formatCompte(biens, 'bien')} · reste <Montant decimal={reste ?? 0} />
              </>
            )}
          </p>
        )
      }
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
