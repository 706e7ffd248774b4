import { Anchor, Button } from '@mantine/core'
import {
  IconEdit,
  IconEye,
  IconReportAnalytics,
  IconTrash,
  IconUserMinus,
  IconUserPlus,
} from '@tabler/icons-react'
import { toLot, type AppartementLu } from '#features/appartements/web/appartements.queries.ts'
import { BlocLink, EtageLink, LotLink, ResidenceLink } from '#features/residences/web/StructureLinks.tsx'
import { acheteur, BarreDePaiement, EtatBadge, resteAPayer } from '#features/ventes/web/LotParts.tsx'
import { EntityCard } from '#web/ui/EntityCard.tsx'
import { IconAction } from '#web/ui/IconAction.tsx'
import { Montant } from '#web/ui/Montant.tsx'

interface AppartementCardProps {
  appartement: AppartementLu
  onReport: () => void
  onDetails: () => void
  onPlan: () => void
  onAssign: () => void
  onRemoveClient: () => void
  onEdit: () => void
  onDelete: () => void
}

/** Where the lot is and, once sold, who bought it and where the payments stand; a free one shows no price (Q133). */
export function AppartementCard({ appartement, ...on }: AppartementCardProps) {
  const { id, numLot, typeLogement, plan_pdf, etage, bloc, client_id } = appartement
  const lot = toLot(appartement)
  const report = `Rapport détaillé du lot ${numLot}`
  return (
    <EntityCard
      name={<LotLink id={id} numLot={numLot} clientId={client_id} />}
      under={typeLogement}
      badge={<EtatBadge estDispo={lot.estDispo} />}
      facts={[
        {
          label: 'Résidence',
          value: bloc ? <ResidenceLink id={bloc.residence.id} nom={bloc.residence.nom} /> : 'Sans résidence',
        },
        {
          label: 'Bloc',
          value: bloc ? (
            <BlocLink id={bloc.id} nomloc={bloc.nomloc} residenceId={bloc.residence_id} />
          ) : (
            'Non spécifié'
          ),
        },
        {
          label: 'Étage',
          value: bloc ? (
            <EtageLink
              id={etage.id}
              designation={etage.designation}
              blocId={bloc.id}
              residenceId={bloc.residence_id}
            />
          ) : (
            'Non spécifié'
          ),
        },
        acheteur(lot),
        lot.client && { label: 'Prix', value: <Montant decimal={lot.montant} /> },
        resteAPayer(lot),
        plan_pdf !== null && {
          label: 'Plan',
          value: (
            <Anchor
              component="button"
              type="button"
              inherit
              onClick={on.onPlan}
              aria-label={`Voir le plan du lot ${numLot}`}
            >
              Voir le plan
            </Anchor>
          ),
        },
      ]}
      bar={<BarreDePaiement lot={lot} />}
      main={
        lot.estDispo ? (
          <Button
            variant="light"
            leftSection={<IconUserPlus size={18} stroke={1.6} />}
            onClick={on.onAssign}
            aria-label={`Assigner un client au lot ${numLot}`}
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
          <IconAction icon={IconEye} label={`Détails du lot ${numLot}`} onClick={on.onDetails} />
          <IconAction icon={IconEdit} label={`Modifier le lot ${numLot}`} onClick={on.onEdit} />
        </>
      }
      danger={
        <>
          {!lot.estDispo && (
            <IconAction
              icon={IconUserMinus}
              label={`Retirer le client du lot ${numLot}`}
              onClick={on.onRemoveClient}
              danger
            />
          )}
          <IconAction icon={IconTrash} label={`Supprimer le lot ${numLot}`} onClick={on.onDelete} danger />
        </>
      }
    />
  )
}
