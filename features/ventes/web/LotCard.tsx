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
import type { LotVendable } from '#features/ventes/web/lots.ts'
import { EntityCard, type Fact } from '#web/ui/EntityCard.tsx'
import { IconAction } from '#web/ui/IconAction.tsx'

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
  facts: readonly (Fact | null | false)[]
  /** How a sentence calls it: « lot A-1 », « local L-3 ». */
  nom: string
}

/** The card of an appartement or a local: a free one offers a client first, a sold one its report. */
export function LotCard({ lot, name, under, facts, nom, ...on }: LotCardProps) {
  const report = `Rapport détaillé du ${nom}`
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
            aria-label={`Assigner un client au ${nom}`}
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
          <IconAction icon={IconEye} label={`Détails du ${nom}`} onClick={on.onDetails} />
          <IconAction icon={IconEdit} label={`Modifier le ${nom}`} onClick={on.onEdit} />
        </>
      }
      danger={
        <>
          {!lot.estDispo && (
            <IconAction
              icon={IconUserMinus}
              label={`Retirer le client du ${nom}`}
              onClick={on.onRemoveClient}
              danger
            />
          )}
          <IconAction icon={IconTrash} label={`Supprimer le ${nom}`} onClick={on.onDelete} danger />
        </>
      }
    />
  )
}
