import type { LectureDuGenre } from '#features/paiements/web/biensAPayer.ts'
import type { TypeBien } from '#shared/biens.ts'
import { fetchPart } from '#web/kit/parts.ts'

const load = fetchPart(() => import('#web/app/lecturesDesBiens.ts'))
let coming: ReturnType<typeof load> | null = null
/** The three kinds are asked for at once: what does not come has failed once, and is asked for anew. */
const lectures = () =>
  (coming ??= load().catch((error: unknown) => {
    coming = null
    throw error
  }))

/** Every screen gives them to the payments, and few payments are entered from a screen: how each is read comes with the first. */
const lectureOf = (type: TypeBien): LectureDuGenre => ({
  ofClient: async (id, signal) => (await lectures()).LECTURES[type].ofClient(id, signal),
  read: async (id, signal) => (await lectures()).LECTURES[type].read(id, signal),
  libres: async (residenceId, signal) => (await lectures()).LECTURES[type].libres(residenceId, signal),
})

export const BIENS_A_PAYER: Record<TypeBien, LectureDuGenre> = {
  appartement: lectureOf('appartement'),
  place_parking: lectureOf('place_parking'),
  local: lectureOf('local'),
}
