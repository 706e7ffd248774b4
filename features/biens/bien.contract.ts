import * as z from 'zod/mini'
import { ETATS_DU_BIEN } from '#features/biens/biens.codes.ts'
import { TYPES_DE_BIEN } from '#shared/biens.ts'
import { jourLu } from '#shared/champs.ts'

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

/** Whom a bien is held for, as long as it is. */
export const optionDuBien = z.object({
  id: z.number(),
  client_id: z.nullable(z.number()),
  nom: z.string(),
  tel: z.nullable(z.string()),
  expire_le: jourLu,
})

/** What every bien says besides what is specified: its dossier once it is sold, how it stands, and for whom or why. */
export const suiviDuBien = {
  vente_id: z.nullable(z.number()),
  dossier: z.nullable(z.string()),
  etat_bien: z.enum(ETATS_DU_BIEN),
  option: z.nullable(optionDuBien),
  bloque_motif: z.nullable(z.string()),
}
export const suivi = z.object(suiviDuBien)
export type SuiviDuBien = z.output<typeof suivi>
