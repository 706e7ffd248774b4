import { Anchor } from '@mantine/core'
import { toLot, type AppartementLu } from '#features/appartements/web/appartements.queries.ts'
import { lieuDeLAppartement } from '#features/appartements/web/lieuDeLAppartement.tsx'
import { LotLink } from '#web/kit/EntityLinks.tsx'
import { LotCard, type LotCardActions } from '#features/ventes/web/LotCard.tsx'
import { acheteur, resteAPayer } from '#features/ventes/web/LotParts.tsx'
import { Montant } from '#web/kit/Montant.tsx'

export interface AppartementCardActions extends LotCardActions {
  onPlan: () => void
}
interface AppartementCardProps extends AppartementCardActions {
  appartement: AppartementLu
}

/** Where the lot is and, once sold, who bought it and where the payments stand; a free one shows no price (Q133). */
export function AppartementCard({ appartement, onPlan, ...on }: AppartementCardProps) {
  const { id, numLot, typeLogement, plan_pdf, client_id } = appartement
  const lot = toLot(appartement)
  const lieu = lieuDeLAppartement(appartement)
  return (
    <LotCard
      lot={lot}
      name={<LotLink id={id} numLot={numLot} clientId={client_id} />}
      under={typeLogement}
      facts={[
        [lieu.residence, lieu.bloc, lieu.etage],
        acheteur(lot),
        lot.client && { label: 'Prix', value: <Montant decimal={lot.montant} /> },
        resteAPayer(lot),
        plan_pdf !== null && {
          label: 'Plan',
          value: (
            <Anchor
              component="button"
              type="button"
              inherit
              onClick={onPlan}
              aria-label={`Voir le plan du lot ${numLot}`}
            >
              Voir le plan
            </Anchor>
          ),
        },
      ]}
      nom={`lot ${numLot}`}
      {...on}
    />
  )
}
