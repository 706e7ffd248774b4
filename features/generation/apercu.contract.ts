import * as z from 'zod/mini'
import { decimal } from '#shared/champs/codecs.ts'

/** The reason a record cannot be created: it exists, its name repeats, or its price is out of bounds. */
const collision = z.nullable(z.enum(['existe', 'double', 'prix']))
export type Collision = z.output<typeof collision>

export const compte = z.object({
  blocs: z.number(),
  etages: z.number(),
  appartements: z.number(),
  locaux: z.number(),
  places: z.number(),
  valeur: decimal,
})
export type Compte = z.output<typeof compte>

/** Preview of a generation. A price out of bounds is null. */
export const apercu = z.object({
  blocs: z.array(
    z.object({
      nomloc: z.string(),
      nouveau: z.boolean(),
      collision,
      etages: z.array(
        z.object({
          designation: z.string(),
          niveau: z.number(),
          nouveau: z.boolean(),
          collision,
          lots: z.array(
            z.object({
              numero: z.string(),
              typeLogement: z.string(),
              surfaceHabitable: decimal,
              surfaceUtile: decimal,
              montant: z.nullable(decimal),
              prixM2: z.nullable(decimal),
              collision,
            }),
          ),
        }),
      ),
      locaux: z.array(
        z.object({ numero: z.string(), surface: decimal, montant: z.nullable(decimal), collision }),
      ),
    }),
  ),
  parking: z.nullable(
    z.object({
      parking_nom: z.string(),
      nouveau: z.boolean(),
      collision,
      places: z.array(
        z.object({ numero_place: z.number(), type_place: z.string(), montant: decimal, collision }),
      ),
    }),
  ),
  totaux: compte,
  nombre_collisions: z.number(),
  /** `collisions` and `avertissements` hold the first hundred sentences each. */
  collisions: z.array(z.string()),
  avertissements: z.array(z.string()),
})
export type Apercu = z.output<typeof apercu>
