import { Button } from '@mantine/core'
import {
  IconEdit,
  IconEye,
  IconReportAnalytics,
  IconTrash,
  IconUserMinus,
  IconUserPlus,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { BarreDePaiement, EtatBadge } from '#features/ventes/web/LotParts.tsx'
import { libellesDuLot, type LotVendable } from '#features/ventes/web/lots.ts'
import { EntityCard, type EntityCardProps } from '#web/kit/EntityCard.tsx'
import { IconAction } from '#web/kit/IconAction.tsx'

export interface LotCardActions {
  onReport: () => void
  onDetails: () => void
  onAssign: () => void
  onRemoveClient: () => void
  onEdit: () => void
  onDelete: () => void
}

interface LotCardProps extends LotCardActions {
  lot: LotVendable
  name: ReactNode
  under: ReactNode
  facts: EntityCardProps['facts']
  /** How a sentence calls it: « lot A-1 », « local L-3 ». */
  nom: string
}

/** The card of an appartement or a local: a free one offers a client first, a sold one its report. */
export function LotCard({ lot, name, under, facts, nom, ...on }: LotCardProps) {
  const libelles = libellesDuLot(nom)
  return (
    <EntityCard
      name={name}
      under={under}
      badge={<EtatBadge estDispo={lot.estDispo} />}
      facts={facts}
      bar={<BarreDePaiement lot={lot} />}
      main={
        lot.estDispo ? (
          <Button
            variant="light"
            leftSection={<IconUserPlus size={18} stroke={1.6} />}
            onClick={on.onAssign}
            aria-label={libelles.assigner}
          >
            Assigner
          </Button>
        ) : (
          <Button
            variant="light"
            leftSection={<IconReportAnalytics size={18} stroke={1.6} />}
            onClick={on.onReport}
            aria-label={libelles.rapport}
          >
            Rapport
          </Button>
        )
      }
      actions={
        <>
          {lot.estDispo && (
            <IconAction icon={IconReportAnalytics} label={libelles.rapport} onClick={on.onReport} />
          )}
          <IconAction icon={IconEye} label={libelles.details} onClick={on.onDetails} />
          <IconAction icon={IconEdit} label={libelles.modifier} onClick={on.onEdit} />
        </>
      }
      danger={
        <>
          {!lot.estDispo && (
            <IconAction icon={IconUserMinus} label={libelles.retirer} onClick={on.onRemoveClient} danger />
          )}
          <IconAction icon={IconTrash} label={libelles.supprimer} onClick={on.onDelete} danger />
        </>
      }
    />
  )
}
