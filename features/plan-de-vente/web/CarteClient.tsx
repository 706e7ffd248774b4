import { titreDuBien } from '#shared/biens.ts'
import { Button } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { ETATS_DITS } from '#features/plan-de-vente/plan-de-vente.words.ts'
import { Pastille } from '#features/plan-de-vente/web/Legende.tsx'
import type { LotPlace } from '#features/plan-de-vente/web/lieuDuLot.tsx'
import styles from '#features/plan-de-vente/web/plan.module.css'
import type { LotLu, PlanLu } from '#features/plan-de-vente/web/plan.queries.ts'
import { useVoirLePlan } from '#features/plan-de-vente/web/useVoirLePlan.ts'
import { Banners } from '#web/kit/Banners.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'
import { Facts } from '#web/kit/EntityCard.tsx'
import { Surface } from '#web/kit/Montant.tsx'
import { useBanners } from '#web/kit/useBanners.ts'

/** A state in a card: its mark as on the plan, and its word. */
export function EtatDit({ etat }: Pick<LotLu, 'etat'>) {
  return (
    <span className={styles.etat}>
      <Pastille etat={etat} />
      {ETATS_DITS[etat].mot}
    </span>
  )
}

interface CarteProps extends LotPlace {
  residence: PlanLu['residence']
  onClose: () => void
}

/** What a buyer may know of a lot. */
export function CarteClient({ lot, etage, onClose }: CarteProps) {
  const banners = useBanners()
  const voirLePlan = useVoirLePlan(lot, banners)
  const { numero, sorte, surface, etat } = lot
  return (
    <Dialog title={<bdi>{titreDuBien(lot.type, lot.numero)}</bdi>} onClose={onClose}>
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
      {voirLePlan && (
        <div className={styles.actes}>
          <Button
            variant="default"
            leftSection={<IconFileTypePdf size={18} stroke={1.6} />}
            onClick={voirLePlan}
          >
            Plan PDF
          </Button>
        </div>
      )}
    </Dialog>
  )
}
