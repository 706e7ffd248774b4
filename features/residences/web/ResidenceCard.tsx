import { usePeut } from '#web/kit/usePeut.ts'
import { Anchor, Button } from '@mantine/core'
import {
  IconCash,
  IconEdit,
  IconEye,
  IconLayoutGridAdd,
  IconReportAnalytics,
  IconTrash,
} from '@tabler/icons-react'
import type { Residence } from '#features/residences/residences.contract.ts'
import { ResidenceLink } from '#web/kit/EntityLinks.tsx'
import { formatPourcent, formatNombre } from '#shared/argent.ts'
import { OccupationBar } from '#web/kit/Bars.tsx'
import { EntityCard } from '#web/kit/EntityCard.tsx'
import { IconAction, IconLink } from '#web/kit/IconAction.tsx'
import { StatusBadge } from '#web/kit/StatusBadge.tsx'
import { genererAt } from '#web/paths.ts'

interface ResidenceCardProps {
  residence: Residence
  onReport: () => void
  onDetails: () => void
  onTotals: () => void
  onPlan: () => void
  /** Absent for whoever may not. */
  onEdit: (() => void) | undefined
  onDelete: (() => void) | undefined
}

export function ResidenceCard({
  residence,
  onReport,
  onDetails,
  onTotals,
  onPlan,
  onEdit,
  onDelete,
}: ResidenceCardProps) {
  const peut = usePeut()
  const { id, nom, adresse, blocs_count, appartements_count, taux_occupation, plan_pdf } = residence
  return (
    <EntityCard
      name={<ResidenceLink id={id} nom={nom} sans="Non spécifié" />}
      under={adresse || 'Non spécifiée'}
      badge={<ResidenceBadge residence={residence} />}
      facts={[
        { label: 'Blocs', value: formatNombre(blocs_count) },
        { label: 'Appartements', value: formatNombre(appartements_count) },
        {
          label: 'Plan',
          value: plan_pdf ? (
            <Anchor
              component="button"
              type="button"
              inherit
              onClick={onPlan}
              aria-label={`Voir le plan de ${nom}`}
            >
              Voir le plan
            </Anchor>
          ) : (
            'Aucun'
          ),
        },
      ]}
      bar={
        <OccupationBar
          percent={taux_occupation}
          label={`Occupation de ${nom}`}
          text={`${formatPourcent(taux_occupation)} occupé`}
        />
      }
      main={
        <Button
          variant="light"
          leftSection={<IconReportAnalytics size={18} stroke={1.6} />}
          onClick={onReport}
          aria-label={`Rapport détaillé de ${nom}`}
        >
          Rapport
        </Button>
      }
      actions={
        <>
          <IconAction icon={IconEye} label={`Détails de ${nom}`} onClick={onDetails} />
          <IconAction icon={IconCash} label={`Total des paiements de ${nom}`} onClick={onTotals} />
          {peut({ access: 'patrimoine' }) && (
            <IconLink icon={IconLayoutGridAdd} label={`Générer les lots de ${nom}`} to={genererAt(id)} />
          )}
          {onEdit && <IconAction icon={IconEdit} label={`Modifier ${nom}`} onClick={onEdit} />}
        </>
      }
      danger={
        onDelete && <IconAction icon={IconTrash} label={`Supprimer ${nom}`} onClick={onDelete} danger />
      }
    />
  )
}

export function ResidenceBadge({ residence }: { residence: Pick<Residence, 'est_saturee'> }) {
  return residence.est_saturee ? (
    <StatusBadge tone="red">Saturée</StatusBadge>
  ) : (
    <StatusBadge tone="green">Disponible</StatusBadge>
  )
}
