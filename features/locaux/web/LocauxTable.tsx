import { PhoneLink } from '#web/kit/ContactLinks.tsx'
import type { TriLocaux } from '#features/locaux/locaux.contract.ts'
import { faitsDuLocal } from '#features/locaux/web/LocalFacts.tsx'
import { toLot, type LocalLu } from '#features/locaux/web/locaux.queries.ts'
import { LocalLink } from '#web/kit/EntityLinks.tsx'
import type { LotCardActions } from '#features/ventes/web/LotCard.tsx'
import { acheteur, EtatBadge, resteCompact } from '#features/ventes/web/LotParts.tsx'
import { LotRowActions } from '#features/ventes/web/LotRowActions.tsx'
import { DataTable, type Column, type ListTableProps } from '#web/kit/DataTable.tsx'

const COLUMNS: readonly Column<LocalLu, TriLocaux>[] = [
  {
    title: 'Local',
    sort: 'num',
    cell: ({ id, num, client_id }) =>
      num ? <LocalLink id={id} num={num} clientId={client_id} /> : 'Non spécifié',
  },
  {
    title: 'Description',
    sort: 'description',
    share: 3,
    cell: ({ description }) => description || 'Aucune description',
  },
  { title: 'Surface', sort: 'surface', figure: true, cell: (local) => faitsDuLocal(local).surface.value },
  { title: 'Montant', sort: 'montant', figure: true, cell: (local) => faitsDuLocal(local).montant.value },
  { title: 'Résidence', sort: 'residence', share: 3, cell: (local) => faitsDuLocal(local).residence.value },
  { title: 'Bloc', sort: 'bloc', cell: (local) => faitsDuLocal(local).bloc.value },
  { title: 'État', sort: 'etat', cell: ({ client_id }) => <EtatBadge estDispo={client_id === null} /> },
  {
    title: 'Client',
    sort: 'client',
    share: 5,
    cell: (local) => (
      <>
        {acheteur(toLot(local))?.value ?? 'Aucun client'}{' '}
        {local.client && <PhoneLink tel={local.client.tel} />}
      </>
    ),
  },
  { title: 'Reste à payer', sort: 'reste', figure: true, cell: (local) => resteCompact(toLot(local)) },
]

/** The cards' facts and actions, a row each. */
export function LocauxTable({ actionsOf, ...list }: ListTableProps<LocalLu, LotCardActions>) {
  return (
    <DataTable
      {...list}
      label="Locaux"
      rowKey={({ id }) => id}
      columns={COLUMNS}
      renderActions={(local) => (
        <LotRowActions
          estDispo={local.client_id === null}
          nom={`local ${local.num || 'Non spécifié'}`}
          {...actionsOf(local)}
        />
      )}
    />
  )
}
