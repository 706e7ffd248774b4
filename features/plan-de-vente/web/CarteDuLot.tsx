import { Button } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { CarteInterne } from '#features/plan-de-vente/web/CarteInterne.tsx'
import type { PlanLu, LotLu } from '#features/plan-de-vente/web/plan.queries.ts'
import { findLot, type LotPlace } from '#features/plan-de-vente/web/lotPlace.tsx'
import { openPlan } from '#features/biens/web/appartements.queries.ts'
import { libelleDuBien } from '#shared/biens.ts'
import { ETATS_DITS } from '#features/plan-de-vente/plan-de-vente.words.ts'
import styles from '#features/plan-de-vente/web/plan.module.css'
import { Banners, useBanners } from '#web/kit/feedback/Banner.tsx'
import { Dialog } from '#web/kit/dialog/Dialog.tsx'
import { Facts } from '#web/kit/card/EntityCard.tsx'
import { Surface } from '#web/kit/card/Montant.tsx'
import { StatusBadge } from '#web/kit/feedback/States.tsx'

export interface CarteDuLotProps {
  plan: PlanLu
  id: number
  client: boolean
  onClose: () => void
}

/** Card of a lot: the buyer's card shows less and offers no actions on the sale. */
export function CarteDuLot({ plan, id, client, onClose }: CarteDuLotProps) {
  const place = findLot(plan, id)
  if (!place) return null
  const Carte = client ? CarteClient : CarteInterne
  return <Carte {...place} residence={plan.residence} onClose={onClose} />
}

function EtatDit({ etat }: Pick<LotLu, 'etat'>) {
  const { mot, ton } = ETATS_DITS[etat]
  return <StatusBadge tone={ton}>{mot}</StatusBadge>
}

interface CarteProps extends LotPlace {
  residence: PlanLu['residence']
  onClose: () => void
}

export function CarteClient({ lot, etage, onClose }: CarteProps) {
  const banners = useBanners()
  const { numero, sorte, surface, etat } = lot
  return (
    <Dialog title={<bdi>{libelleDuBien(lot.type, lot.numero)}</bdi>} onClose={onClose}>
      <Banners banners={banners} />
      <Facts
        facts={[
          { label: 'Numéro', value: numero },
          sorte !== null && { label: 'Type', value: sorte },
          surface !== null && { label: 'Surface', value: <Surface decimal={surface} /> },
          etage && { label: 'Étage', value: etage.designation },
          { label: 'État', value: <EtatDit etat={etat} /> },
        ]}
      />
      {lot.plan_pdf && (
        <div className={`wrap gap-8 ${styles.actes}`}>
          <Button
            variant="default"
            leftSection={<IconFileTypePdf size={18} stroke={1.6} />}
            onClick={() => openPlan(lot.id, banners.error)}
          >
            Plan PDF
          </Button>
        </div>
      )}
    </Dialog>
  )
}
