import { queryOptions } from '@tanstack/react-query'
import { appartementsEndpoints } from '#features/appartements/appartements.contract.ts'
import { APPARTEMENT_VIDE } from '#features/appartements/web/appartements.blanks.ts'
import { appartementCalls } from '#features/appartements/web/appartements.queries.ts'
import type { BienSuivi } from '#features/biens/web/SuiviDuBien.tsx'
import { locauxEndpoints } from '#features/locaux/locaux.contract.ts'
import { LOCAL_VIDE } from '#features/locaux/web/locaux.blanks.ts'
import { localCalls } from '#features/locaux/web/locaux.queries.ts'
import { placesEndpoints } from '#features/parkings/places.contract.ts'
import { PLACE_VIDE } from '#features/parkings/web/parkings.blanks.ts'
import { placeCalls } from '#features/parkings/web/parkings.queries.ts'
import type { VenteSaisie } from '#features/ventes/web/ventes.queries.ts'
import type { BienDesigne, TypeBien } from '#shared/biens.ts'
import { callRecord } from '#web/kit/api.ts'

/** What the card of a lot and its actions need to know of it besides the plan. */
export type Fiche = BienSuivi & {
  montant: number
  resteAPayer: number
  client: { id: number; nomComplet: string } | null
  /** Of an appartement alone. */
  surfaces: { habitable: number; utile: number } | null
}

const LECTURES: Record<TypeBien, (id: number, signal: AbortSignal) => Promise<Fiche>> = {
  async appartement(id, signal) {
    const lot = await callRecord(appartementsEndpoints.read, { params: { id }, signal }, APPARTEMENT_VIDE)
    const surfaces = { habitable: lot.surfaceHabitable, utile: lot.surfaceUtile }
    return { ...lot, type: 'appartement', numero: lot.numLot, surfaces }
  },
  async local(id, signal) {
    const local = await callRecord(locauxEndpoints.read, { params: { id }, signal }, LOCAL_VIDE)
    return { ...local, type: 'local', numero: local.num, surfaces: null }
  },
  async place_parking(id, signal) {
    const place = await callRecord(placesEndpoints.detail, { params: { id }, signal }, PLACE_VIDE)
    return { ...place, type: 'place_parking', numero: place.numero_place, surfaces: null }
  },
}

export const ficheQuery = ({ type, id }: BienDesigne) =>
  queryOptions({
    queryKey: ['plan-de-vente', 'fiche', type, id],
    queryFn: ({ signal }) => LECTURES[type](id, signal),
  })

/** What sells each kind. */
export const VENDRE: Record<TypeBien, (id: number, vente: VenteSaisie) => Promise<{ message: string }>> = {
  appartement: appartementCalls.assigner,
  local: localCalls.assigner,
  place_parking: placeCalls.assigner,
}
