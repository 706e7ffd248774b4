import * as z from 'zod/mini'
import { TYPES_DE_BIEN } from '#shared/biens.ts'
import { jourLu } from '#shared/champs/codecs.ts'
import { CODES_D_ETAT } from '#shared/etats.ts'

export const bienResume = z.object({
  id: z.number(),
  type: z.enum(TYPES_DE_BIEN),
  numero: z.string(),
  designation: z.string(),
  lieu: z.string(),
  residence_id: z.number(),
  residence: z.string(),
  /** A place has no bloc: it stands in a parking. */
  bloc_id: z.nullable(z.number()),
  /** Only a place has one. */
  parking_id: z.nullable(z.number()),
})
export type BienResume = z.output<typeof bienResume>

export const optionDuBien = z.object({
  id: z.number(),
  client_id: z.nullable(z.number()),
  nom: z.string(),
  tel: z.nullable(z.string()),
  expire_le: jourLu,
})

/** State of a bien beyond its specified fields: its dossier once it is sold, its option, and why it is off sale. */
export const suiviDuBien = {
  vente_id: z.nullable(z.number()),
  dossier: z.nullable(z.string()),
  etat_bien: z.enum(CODES_D_ETAT),
  option: z.nullable(optionDuBien),
  bloque_motif: z.nullable(z.string()),
}
export const suivi = z.object(suiviDuBien)
export type SuiviDuBien = z.output<typeof suivi>
