import * as z from 'zod/mini'
import { TYPES_DE_BIEN } from '#shared/biens.ts'

/** A bien as lists of other things name it: « Appartement A-12 », « Bloc A, 2e étage ». */
export const bienResume = z.object({
  id: z.number(),
  type: z.enum(TYPES_DE_BIEN),
  numero: z.string(),
  designation: z.string(),
  lieu: z.string(),
  residence_id: z.number(),
  residence: z.string(),
  /** Null for a place: it stands in a parking. */
  bloc_id: z.nullable(z.number()),
})
export type BienResume = z.output<typeof bienResume>

/** Where a bien stands, worked out in one place: off sale, delivered, sold, held for somebody, or free. */
export const ETATS_DU_BIEN = ['libre', 'option', 'vendu', 'livre', 'bloque'] as const
export type EtatDuBien = (typeof ETATS_DU_BIEN)[number]
