import { lieuDeLAppartement, lieuDuLot } from '#features/biens/web/LotParts.tsx'
import type { BlocLu, LotLu, ParkingLu, PlanLu } from '#features/plan-de-vente/web/plan.queries.ts'
import { ResidenceLink } from '#web/kit/card/EntityLinks.tsx'
import type { Fact } from '#web/kit/card/EntityCard.tsx'

export interface LotPlace {
  lot: LotLu
  bloc?: BlocLu
  etage?: BlocLu['etages'][number]
  parking?: ParkingLu
}

export function findLot({ blocs, parkings }: PlanLu, id: number): LotPlace | undefined {
  const among = (lots: readonly LotLu[]) => lots.find((lot) => lot.id === id)
  for (const bloc of blocs) {
    for (const etage of bloc.etages) {
      const lot = among(etage.lots)
      if (lot) return { lot, bloc, etage }
    }
    const local = among(bloc.locaux)
    if (local) return { lot: local, bloc }
  }
  for (const parking of parkings) {
    const place = among(parking.places)
    if (place) return { lot: place, parking }
  }
  return undefined
}

export function faitsDuLieu(
  { bloc, etage, parking }: LotPlace,
  residence: PlanLu['residence'],
): (Fact | null)[] {
  if (!bloc)
    return [
      { label: 'Résidence', value: <ResidenceLink {...residence} /> },
      parking ? { label: 'Parking', value: parking.parking_nom } : null,
    ]
  const situe = { ...bloc, residence_id: residence.id, residence }
  return Object.values(etage ? lieuDeLAppartement({ bloc: situe, etage }) : lieuDuLot(situe))
}
