import { Button } from '@mantine/core'
import { IconEdit, IconEye, IconReportAnalytics, IconTrash } from '@tabler/icons-react'
import { formatNombre } from '#shared/argent.ts'
import type { Etage } from '#features/etages/etages.contract.ts'
import { isSature, tauxOccupation } from '#features/residences/occupation.rules.ts'
import { formatPourcentPoint } from '#web/kit/ReportParts.tsx'
import { BlocLink, EtageLink, ResidenceLink } from '#web/kit/EntityLinks.tsx'
import { OccupationBar } from '#web/kit/Bars.tsx'
import { EntityCard } from '#web/kit/EntityCard.tsx'
import { IconAction } from '#web/kit/IconAction.tsx'
import { StatusBadge } from '#web/kit/StatusBadge.tsx'

interface EtageCardProps {
  etage: Etage
  onReport: () => void
  onDetails: () => void
  /** Absent for whoever may not. */
  onEdit: (() => void) | undefined
  onDelete: (() => void) | undefined
}

export function EtageCard({ etage, onReport, onDetails, onEdit, onDelete }: EtageCardProps) {
  const { id, designation, bloc } = etage
  const occupation = { total: etage.logements_count, occupied: etage.occupied_logements_count }
  const taux = tauxOccupation(occupation)
  return (
    <EntityCard
      name={<EtageLink id={id} designation={designation} blocId={bloc.id} residenceId={bloc.residence.id} />}
      badge={
        isSature(occupation) ? (
          <StatusBadge tone="red">Saturé</StatusBadge>
        ) : (
          <StatusBadge tone="green">Disponible</StatusBadge>
        )
      }
      facts={[
        { label: 'Niveau', value: formatNombre(etage.niveau) },
        { label: 'Logements par palier', value: formatNombre(etage.logement_par_palier) },
        {
          label: 'Bloc',
          value: <BlocLink id={bloc.id} nomloc={bloc.nomloc} residenceId={bloc.residence.id} />,
        },
        { label: 'Résidence', value: <ResidenceLink id={bloc.residence.id} nom={bloc.residence.nom} /> },
      ]}
      bar={
        <OccupationBar
          percent={taux}
          label={`Occupation de ${designation}`}
          text={`${formatPourcentPoint(taux)} occupé`}
        />
      }
      main={
        <Button
          variant="light"
          leftSection={<IconReportAnalytics size={18} stroke={1.6} />}
          onClick={onReport}
          aria-label={`Rapport détaillé de ${designation}`}
        >
          Rapport
        </Button>
      }
      actions={
        <>
          <IconAction icon={IconEye} label={`Détails de ${designation}`} onClick={onDetails} />
          {onEdit && <IconAction icon={IconEdit} label={`Modifier ${designation}`} onClick={onEdit} />}
        </>
      }
      danger={
        onDelete && (
          <IconAction icon={IconTrash} label={`Supprimer ${designation}`} onClick={onDelete} danger />
        )
      }
    />
  )
}
