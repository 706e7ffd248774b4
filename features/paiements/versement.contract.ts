import * as z from 'zod/mini'
import { paiement } from '#features/paiements/paiement.contract.ts'

/** A payment with the residence its bien stands in: a line of the lists of payments and of cheques. */
export const versement = z.extend(paiement, {
  residence: z.object({ id: z.number(), nom: z.string() }),
})
export type Versement = z.output<typeof versement>
