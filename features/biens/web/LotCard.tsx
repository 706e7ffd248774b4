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
import { BarreDePaiement, EtatDuLot } from '#features/biens/web/LotParts.tsx'
import type { LotVendable } from '#features/biens/web/lots.ts'
import {
  ActionsDuSuivi,
  BlocageDuBien,
  faitsDuSuivi,
  type ActeDeSuivi,
  type BienSuivi,
} from '#features/biens/web/SuiviDuBien.tsx'
import { EntityCard, type EntityCardProps } from '#web/kit/EntityCard.tsx'
import { IconAction } from '#web/kit/IconAction.tsx'

export interface LotCardActions {
  onReport: () => void
  onDetails: () => void
  /** This and what is below: absent for whoever may not. */
  onAssign: (() => void) | undefined
  onRemoveClient: (() => void) | undefined
  onEdit: (() => void) | undefined
  onDelete: (() => void) | undefined
  onSuivi: (acte: ActeDeSuivi) => void
}

interface LotCardProps extends LotCardActions, Pick<EntityCardProps, 'name' | 'under' | 'facts'> {
  lot: LotVendable & BienSuivi
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

/** Can it be sold? Not while it is off sale. */
const isOnSale = ({ estDispo, etat_bien }: LotVendable & BienSuivi) => estDispo && etat_bien !== 'bloque'

/** The card of an appartement or a local: a free one offers a client first, any other its report. */
export function LotCard({ lot, name, under, facts, ...on }: LotCardProps) {
  const libelles = libellesDuLot(lot)
  const onAssign = isOnSale(lot) ? on.onAssign : undefined
  return (
    <EntityCard
      name={name}
      under={under}
      badge={<EtatDuLot lot={lot} />}
      facts={[...(facts ?? []), ...faitsDuSuivi(lot)]}
      bar={<BarreDePaiement lot={lot} />}
      main={
        onAssign ? (
          <Button
            variant="light"
            leftSection={<IconUserPlus size={18} stroke={1.6} />}
            onClick={onAssign}
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
          {onAssign && (
            <IconAction icon={IconReportAnalytics} label={libelles.rapport} onClick={on.onReport} />
          )}
          <IconAction icon={IconEye} label={libelles.details} onClick={on.onDetails} />
          {on.onEdit && <IconAction icon={IconEdit} label={libelles.modifier} onClick={on.onEdit} />}
          <ActionsDuSuivi bien={lot} onSuivi={on.onSuivi} />
        </>
      }
      danger={
        <>
          {!lot.estDispo && on.onRemoveClient && (
            <IconAction icon={IconUserMinus} label={libelles.retirer} onClick={on.onRemoveClient} danger />
          )}
          <BlocageDuBien bien={lot} onSuivi={on.onSuivi} />
          {on.onDelete && (
            <IconAction icon={IconTrash} label={libelles.supprimer} onClick={on.onDelete} danger />
          )}
        </>
      }
    />
  )
}

/** What the card of a lot offers, in a row: each at the same place whether the lot is free or sold. */
export function LotRowActions({ lot, ...on }: LotCardActions & { lot: LotVendable & BienSuivi }) {
  const libelles = libellesDuLot(lot)
  return (
    <>
      <IconAction compact icon={IconReportAnalytics} label={libelles.rapport} onClick={on.onReport} />
      <IconAction compact icon={IconEye} label={libelles.details} onClick={on.onDetails} />
      {on.onEdit && <IconAction compact icon={IconEdit} label={libelles.modifier} onClick={on.onEdit} />}
      <ActionsDuSuivi compact bien={lot} onSuivi={on.onSuivi} />
      {isOnSale(lot) && on.onAssign && (
        <IconAction compact icon={IconUserPlus} label={libelles.assigner} onClick={on.onAssign} />
      )}
      {!lot.estDispo && on.onRemoveClient && (
        <IconAction
          compact
          icon={IconUserMinus}
          label={libelles.retirer}
          onClick={on.onRemoveClient}
          danger
        />
      )}
      <BlocageDuBien compact bien={lot} onSuivi={on.onSuivi} />
      {on.onDelete && (
        <IconAction compact icon={IconTrash} label={libelles.supprimer} onClick={on.onDelete} danger />
      )}
    </>
  )
}
