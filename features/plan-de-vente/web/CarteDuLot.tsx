import { CarteClient } from '#features/plan-de-vente/web/CarteClient.tsx'
import { CarteInterne } from '#features/plan-de-vente/web/CarteInterne.tsx'
import type { PlanLu } from '#features/plan-de-vente/web/plan.queries.ts'
import { findLot } from '#features/plan-de-vente/web/lieuDuLot.tsx'

export interface CarteDuLotProps {
  plan: PlanLu
  id: number
  client: boolean
  onClose: () => void
}

/** A lot of the plan, and what can be done with it. Turned towards the buyer, what he may know and nothing else. */
export function CarteDuLot({ plan, id, client, onClose }: CarteDuLotProps) {
  const place = findLot(plan, id)
  if (!place) return null
  const Carte = client ? CarteClient : CarteInterne
  return <Carte {...place} residence={plan.residence} onClose={onClose} />
}
