import type { LectureDuGenre } from '#features/paiements/web/biensAPayer.ts'
import type { TypeBien } from '#shared/biens.ts'
import { fetchPart } from '#web/kit/lazy/parts.ts'

const load = fetchPart(() => import('#features/biens/web/lecturesDesBiens.ts'))
let coming: ReturnType<typeof load> | null = null
/** One load serves the three kinds; a failed load is forgotten, so that the next call tries again. */
const lectures = () =>
  (coming ??= load().catch((error: unknown) => {
    coming = null
    throw error
  }))

/** The readers of biens load when a payment first asks. */
const lectureOf = (type: TypeBien): LectureDuGenre => ({
  ofClient: async (id, signal) => (await lectures()).LECTURES[type].ofClient(id, signal),
  read: async (id, signal) => (await lectures()).LECTURES[type].read(id, signal),
})

export const BIENS_A_PAYER: Record<TypeBien, LectureDuGenre> = {
  appartement: lectureOf('appartement'),
  place_parking: lectureOf('place_parking'),
  local: lectureOf('local'),
}
