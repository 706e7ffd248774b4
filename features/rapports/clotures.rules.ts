import { clotureErreurs } from '#features/rapports/clotures.erreurs.ts'
import type { Centimes } from '#shared/argent.ts'
import { refusalOn, type Refusal } from '#shared/erreurs.ts'

/** Sums of a member's till of a day: cash that was taken, the droit de timbre on it, cash that was given out. In centimes. */
export interface SommesEnEspeces {
  especes: Centimes
  timbre: Centimes
  sorties: Centimes
}

/** The cash that ought to be in the till: cash taken and timbre less what was given out; below zero when more left it. In centimes. */
export const attenduDeLaCaisse = ({ especes, timbre, sorties }: SommesEnEspeces): Centimes =>
  especes + timbre - sorties

/** Refuses a count that is not what was expected and says nothing of it. @param ecart trouvé − attendu, in centimes */
export const refusDeLaCloture = (ecart: Centimes, note: string | null): Refusal | null =>
  ecart === 0 || note !== null ? null : refusalOn('note', clotureErreurs.ecartSansNote, { ecart })
