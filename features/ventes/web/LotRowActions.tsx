import {
  IconEdit,
  IconEye,
  IconReportAnalytics,
  IconTrash,
  IconUserMinus,
  IconUserPlus,
} from '@tabler/icons-react'
import type { LotCardActions } from '#features/ventes/web/LotCard.tsx'
import { libellesDuLot } from '#features/ventes/web/lots.ts'
import { IconAction } from '#web/kit/IconAction.tsx'

interface LotRowActionsProps extends LotCardActions {
  estDispo: boolean
  /** « lot A-1 », « local L-3 ». */
  nom: string
}

/** What the card of a lot offers, in a row: each at the same place whether the lot is free or sold. */
export function LotRowActions({ estDispo, nom, ...on }: LotRowActionsProps) {
  const libelles = libellesDuLot(nom)
  return (
    <>
      <IconAction compact icon={IconReportAnalytics} label={libelles.rapport} onClick={on.onReport} />
      <IconAction compact icon={IconEye} label={libelles.details} onClick={on.onDetails} />
      <IconAction compact icon={IconEdit} label={libelles.modifier} onClick={on.onEdit} />
      {estDispo ? (
        <IconAction compact icon={IconUserPlus} label={libelles.assigner} onClick={on.onAssign} />
      ) : (
        <IconAction
          compact
          icon={IconUserMinus}
          label={libelles.retirer}
          onClick={on.onRemoveClient}
          danger
        />
      )}
      <IconAction compact icon={IconTrash} label={libelles.supprimer} onClick={on.onDelete} danger />
    </>
  )
}
