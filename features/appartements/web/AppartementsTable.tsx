import { IconFileTypePdf } from '@tabler/icons-react'
import type { TriAppartements } from '#features/appartements/appartements.contract.ts'
import type { AppartementCardActions } from '#features/appartements/web/AppartementCard.tsx'
import { toLot, type AppartementLu } from '#features/appartements/web/appartements.queries.ts'
import { lieuDeLAppartement } from '#features/appartements/web/lieuDeLAppartement.tsx'
import { LotLink } from '#web/kit/EntityLinks.tsx'
import { LotRowActions } from '#features/ventes/web/LotRowActions.tsx'
import { acheteur, EtatBadge, resteCompact } from '#features/ventes/web/LotParts.tsx'
import { DataTable, type Column, type ListTableProps } from '#web/kit/DataTable.tsx'
import { IconAction } from '#web/kit/IconAction.tsx'
import { Montant } from '#web/kit/Montant.tsx'

const COLUMNS: readonly Column<AppartementLu, TriAppartements>[] = [
  {
    title: 'Lot',
    sort: 'numLot',
    cell: ({ id, numLot, client_id }) => <LotLink id={id} numLot={numLot} clientId={client_id} />,
  },
  { title: 'Type', sort: 'typeLogement', cell: ({ typeLogement }) => typeLogement },
  { title: 'Résidence', sort: 'residence', share: 3, cell: (lot) => lieuDeLAppartement(lot).residence.value },
  { title: 'Bloc', sort: 'bloc', cell: (lot) => lieuDeLAppartement(lot).bloc.value },
  { title: 'Étage', sort: 'etage', cell: (lot) => lieuDeLAppartement(lot).etage.value },
  { title: 'État', sort: 'etat', cell: ({ client_id }) => <EtatBadge estDispo={client_id === null} /> },
  { title: 'Client', sort: 'client', share: 3, cell: (appartement) => acheteur(toLot(appartement))?.value },
  { title: 'Prix', sort: 'prix', figure: true, cell: ({ montant }) => <Montant decimal={montant} /> },
  {
    title: 'Reste à payer',
    sort: 'reste',
    figure: true,
    cell: (appartement) => resteCompact(toLot(appartement)),
  },
]

/** The cards' facts and actions, a row each. A price list as well: a free lot shows its price here (Q133). */
export function AppartementsTable({
  actionsOf,
  ...list
}: ListTableProps<AppartementLu, AppartementCardActions>) {
  return (
    <DataTable
      {...list}
      label="Appartements"
      rowKey={({ id }) => id}
      columns={COLUMNS}
      renderActions={(appartement) => {
        const { numLot, plan_pdf, client_id } = appartement
        const { onPlan, ...on } = actionsOf(appartement)
        return (
          <>
            {plan_pdf !== null && (
              <IconAction
                compact
                icon={IconFileTypePdf}
                label={`Voir le plan du lot ${numLot}`}
                onClick={onPlan}
              />
            )}
            <LotRowActions estDispo={client_id === null} nom={`lot ${numLot}`} {...on} />
          </>
        )
      }}
    />
  )
}
