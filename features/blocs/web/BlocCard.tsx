import { Button } from '@mantine/core'
import { IconEdit, IconEye, IconReportAnalytics, IconStairs, IconTrash } from '@tabler/icons-react'
import type { Bloc } from '#features/blocs/blocs.contract.ts'
import { BlocLink, ResidenceLink } from '#web/kit/EntityLinks.tsx'
import { formatPourcent, formatNombre } from '#shared/argent.ts'
import { formatJourCourt } from '#shared/dates.ts'
import { OccupationBar } from '#web/kit/Bars.tsx'
import { EntityCard } from '#web/kit/EntityCard.tsx'
import { IconAction } from '#web/kit/IconAction.tsx'
import { StatusBadge } from '#web/kit/StatusBadge.tsx'

interface BlocCardProps {
  bloc: Bloc
  onReport: () => void
  onDetails: () => void
  onStades: () => void
  /** Absent for whoever may not. */
  onEdit: (() => void) | undefined
  onDelete: (() => void) | undefined
}

export function BlocCard({ bloc, onReport, onDetails, onStades, onEdit, onDelete }: BlocCardProps) {
  const { id, nomloc, description, residence, residence_id } = bloc
  return (
    <EntityCard
      name={<BlocLink id={id} nomloc={nomloc} residenceId={residence_id} />}
      under={
        <>
          <ResidenceLink id={residence_id} nom={residence.nom} />
          <div data-nom>{description}</div>
        </>
      }
      badge={<BlocBadge bloc={bloc} />}
      facts={[
        { label: 'Étages', value: formatNombre(bloc.etages_count) },
        { label: 'Appartements', value: formatNombre(bloc.appartementCount) },
        { label: 'Disponibles', value: formatNombre(bloc.availableCount) },
        { label: 'Occupés', value: formatNombre(bloc.occupiedCount) },
        { label: 'Stade', value: direStade(bloc.stade) },
      ]}
      bar={
        <OccupationBar
          percent={bloc.tauxOccupation}
          label={`Occupation de ${nomloc}`}
          text={`${formatPourcent(bloc.tauxOccupation)} occupé`}
        />
      }
      main={
        <Button
          variant="light"
          leftSection={<IconReportAnalytics size={18} stroke={1.6} />}
          onClick={onReport}
          aria-label={`Rapport détaillé de ${nomloc}`}
        >
          Rapport
        </Button>
      }
      actions={
        <>
          <IconAction icon={IconEye} label={`Détails de ${nomloc}`} onClick={onDetails} />
          <IconAction icon={IconStairs} label={`Stades de ${nomloc}`} onClick={onStades} />
          {onEdit && <IconAction icon={IconEdit} label={`Modifier ${nomloc}`} onClick={onEdit} />}
        </>
      }
      danger={
        onDelete && <IconAction icon={IconTrash} label={`Supprimer ${nomloc}`} onClick={onDelete} danger />
      }
    />
  )
}

/** « Gros œuvre achevé, 12/02/2026 », or « Aucun ». */
export const direStade = (stade: Bloc['stade']): string =>
  stade ? `${stade.nom}, ${formatJourCourt(stade.atteint_le)}` : 'Aucun'

/** Saturé with appartements of which none is free; otherwise Disponible, an empty bloc too (D2 §4). */
export function BlocBadge({ bloc }: { bloc: Pick<Bloc, 'appartementCount' | 'availableCount'> }) {
  return bloc.appartementCount > 0 && bloc.availableCount === 0 ? (
    <StatusBadge tone="red">Saturé</StatusBadge>
  ) : (
    <StatusBadge tone="green">Disponible</StatusBadge>
  )
}
