import { appartementAPayer } from '#features/appartements/web/appartementAPayer.ts'
import { localAPayer } from '#features/locaux/web/localAPayer.ts'
import type { LectureDuGenre } from '#features/paiements/web/biensAPayer.ts'
import { placeAPayer } from '#features/parkings/web/placeAPayer.ts'
import type { TypeBien } from '#shared/biens.ts'

/** How the payments read each kind of bien: a new kind is added here. */
export const LECTURES: Record<TypeBien, LectureDuGenre> = {
  appartement: appartementAPayer,
  place_parking: placeAPayer,
  local: localAPayer,
}
