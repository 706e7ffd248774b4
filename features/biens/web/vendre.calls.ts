import { appartementCalls } from '#features/biens/web/appartements.queries.ts'
import { localCalls } from '#features/biens/web/locaux.queries.ts'
import { placeCalls } from '#features/biens/web/parkings.queries.ts'
import type { VenteSaisie, Vendu } from '#features/ventes/web/ventes.queries.ts'
import type { TypeBien } from '#shared/biens.ts'

/** The call that sells a bien of each kind. */
export const VENDRE: Record<TypeBien, (id: number, vente: VenteSaisie) => Promise<Vendu>> = {
  appartement: appartementCalls.assigner,
  local: localCalls.assigner,
  place_parking: placeCalls.assigner,
}
