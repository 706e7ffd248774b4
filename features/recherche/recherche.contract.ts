import * as z from 'zod/mini'
import { texteRequete } from '#shared/champs.ts'
import { endpoint } from '#shared/endpoint.ts'

/** One find of the global search: what it is, its name, where it lies, and to whom it is sold. */
const trouvaille = z.object({
  genre: z.enum(['client', 'residence', 'appartement', 'local', 'place_parking']),
  id: z.number(),
  /** "Élodie Benaïssa", "Lot 104", "Place 12". */
  titre: z.string(),
  /** "Résidence El Yasmine, Bloc A, 1er étage". */
  lieu: z.string(),
  /** The parking of a place. */
  parking_id: z.nullable(z.number()),
  client: z.nullable(z.object({ id: z.number(), nomComplet: z.string() })),
})
export type Trouvaille = z.input<typeof trouvaille>

export const rechercheEndpoints = {
  search: endpoint({
    method: 'GET',
    path: '/api/recherche',
    access: 'membre',
    summary: 'Cherche partout, sans accents ni casse : clients, biens, résidences',
    query: z.object({ q: texteRequete }),
    response: z.object({ data: z.array(trouvaille) }),
  }),
}
