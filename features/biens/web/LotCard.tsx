import { Button } from '@mantine/core'
import {
  IconCashPlus,
  IconEdit,
  IconEye,
  IconReportAnalytics,
  IconTrash,
  IconUserMinus,
  IconUserPlus,
} from '@tabler/icons-react'
import { EtatDuBien } from '#features/biens/web/EtatDuBien.tsx'
import { BarreDePaiement } from '#features/biens/web/LotParts.tsx'
import { nomDuLot, type Lot } from '#features/biens/web/lots.ts'
import {
  DossierButton,
  faitsDuSuivi,
  useActesDuSuivi,
  type ActeDeSuivi,
} from '#features/biens/web/SuiviDuBien.tsx'
import { FORMES } from '#shared/biens.ts'
import { EntityCard, type EntityCardProps } from '#web/kit/card/EntityCard.tsx'
import { IconAction } from '#web/kit/card/IconAction.tsx'

export interface LotCardActions {
  onReport: () => void
  onDetails: () => void
  /** The following actions are absent for a member without the right. */
  onAssign: (() => void) | undefined
  onRemoveClient: (() => void) | undefined
  onEdit: (() => void) | undefined
  onDelete: (() => void) | undefined
  onPay?: (() => void) | undefined
  onSuivi: (acte: ActeDeSuivi) => void
}

interface LotCardProps extends LotCardActions, Pick<EntityCardProps, 'name' | 'under' | 'facts'> {
  lot: Lot
}

/** Names for assistive technology: « Modifier l'appartement A-1 », « Supprimer le local L-3 ». */
export function libellesDuLot({ type, numero }: Lot) {
  const { le, du, au } = FORMES[type]
  const nom = numero || 'Non spécifié'
  return {
    rapport: `Rapport détaillé ${du} ${nom}`,
    details: `Détails ${du} ${nom}`,
    modifier: `Modifier ${le} ${nom}`,
    assigner: `Assigner un client ${au} ${nom}`,
    retirer: `Retirer le client ${du} ${nom}`,
    supprimer: `Supprimer ${le} ${nom}`,
  }
}

export const isOnSale = ({ estDispo, etat_bien }: Lot) => estDispo && etat_bien !== 'bloque'

/** A free lot offers a client first, a sold one its dossier, any other lot its report (ecrans §4). */
export function LotCard({ lot, name, under, facts, ...on }: LotCardProps) {
  const libelles = libellesDuLot(lot)
  const onAssign = isOnSale(lot) ? on.onAssign : undefined
  const actesDuSuivi = useActesDuSuivi()
  const sold = lot.vente_id !== null
  const [Icon, mot, libelle, act] = onAssign
    ? [IconUserPlus, 'Assigner', libelles.assigner, onAssign]
    : [IconReportAnalytics, 'Rapport', libelles.rapport, on.onReport]
  return (
    <EntityCard
      name={name}
      under={under}
      badge={<EtatDuBien bien={lot} avecLeMotSpecifie />}
      facts={[...(facts ?? []), ...faitsDuSuivi(lot)]}
      bar={<BarreDePaiement lot={lot} />}
      main={
        sold ? (
          <DossierButton bien={lot} />
        ) : (
          <Button
            variant="light"
            leftSection={<Icon size={18} stroke={1.6} />}
            onClick={act}
            aria-label={libelle}
          >
            {mot}
          </Button>
        )
      }
      actions={
        <>
          <Actions lot={lot} {...on} />
          {(sold || onAssign) && (
            <IconAction icon={IconReportAnalytics} label={libelles.rapport} onClick={on.onReport} />
          )}
        </>
      }
      danger={<Dangers lot={lot} {...on} />}
      autres={{
        nom: nomDuLot(lot),
        actes: [
          lot.client !== null &&
            lot.resteAPayer > 0 &&
            on.onPay && {
              label: `Nouveau paiement : ${nomDuLot(lot)}`,
              icon: IconCashPlus,
              onClick: on.onPay,
            },
          ...actesDuSuivi(lot, on.onSuivi),
        ],
      }}
    />
  )
}

interface ActionsProps extends LotCardActions {
  lot: Lot
}

function Actions({ lot, onDetails, onEdit }: ActionsProps) {
  const { details, modifier } = libellesDuLot(lot)
  return (
    <>
      <IconAction icon={IconEye} label={details} onClick={onDetails} />
      {onEdit && <IconAction icon={IconEdit} label={modifier} onClick={onEdit} />}
    </>
  )
}

function Dangers({ lot, onRemoveClient, onDelete }: ActionsProps) {
  const { retirer, supprimer } = libellesDuLot(lot)
  return (
    <>
      {!lot.estDispo && onRemoveClient && (
        <IconAction danger icon={IconUserMinus} label={retirer} onClick={onRemoveClient} />
      )}
      {onDelete && <IconAction danger icon={IconTrash} label={supprimer} onClick={onDelete} />}
    </>
  )
}
