import { Button } from '@mantine/core'
import {
  IconEdit,
  IconEye,
  IconReportAnalytics,
  IconTrash,
  IconUserMinus,
  IconUserPlus,
} from '@tabler/icons-react'
import { LOTS } from '#features/biens/biens.kinds.ts'
import { BarreDePaiement, EtatBadge } from '#features/biens/web/LotParts.tsx'
import type { LotVendable } from '#features/biens/web/lots.ts'
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

interface LotCardProps extends LotCardActions, Pick<EntityCardProps, 'name' | 'under' | 'facts'> {
  lot: LotVendable
}

/** What can be done with a lot, as who hears the page reads it: « Modifier le lot A-1 », « Supprimer le local L-3 ». */
function libellesDuLot({ type, numero }: LotVendable) {
  const nom = LOTS[type].nom(numero)
  return {
    rapport: `Rapport détaillé du ${nom}`,
    details: `Détails du ${nom}`,
    modifier: `Modifier le ${nom}`,
    assigner: `Assigner un client au ${nom}`,
    retirer: `Retirer le client du ${nom}`,
    supprimer: `Supprimer le ${nom}`,
  }
}

/** The card of an appartement or a local: a free one offers a client first, a sold one its report. */
export function LotCard({ lot, name, under, facts, ...on }: LotCardProps) {
  const libelles = libellesDuLot(lot)
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

/** What the card of a lot offers, in a row: each at the same place whether the lot is free or sold. */
export function LotRowActions({ lot, ...on }: LotCardActions & { lot: LotVendable }) {
  const libelles = libellesDuLot(lot)
  return (
    <>
      <IconAction compact icon={IconReportAnalytics} label={libelles.rapport} onClick={on.onReport} />
      <IconAction compact icon={IconEye} label={libelles.details} onClick={on.onDetails} />
      <IconAction compact icon={IconEdit} label={libelles.modifier} onClick={on.onEdit} />
      {lot.estDispo ? (
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
