import * as z from 'zod/mini'
import {
  decimal,
  facultatif,
  idParams,
  jourLu,
  jourPasseFacultatif,
  montant,
  reference,
  texteFacultatif,
  VALEUR_INVALIDE,
} from '#shared/champs/codecs.ts'
import { endpoint, fileEndpoint } from '#shared/endpoint.ts'

/** The signed count of a member's cash of a day. `ecart` is trouvé − attendu; `remplace` the number of the closing it corrects. */
const cloture = z.object({
  id: z.number(),
  numero: z.string(),
  jour: jourLu,
  /** `id` is null once the member is deleted. */
  membre: z.object({ id: z.nullable(z.number()), nom: z.string() }),
  nombre: z.number(),
  especes: decimal,
  timbre: decimal,
  sorties: decimal,
  attendu: decimal,
  trouve: decimal,
  ecart: decimal,
  note: z.nullable(z.string()),
  etablie_par: z.string(),
  etablie_le: z.string(),
  remplace: z.nullable(z.string()),
})
export type Cloture = z.output<typeof cloture>

/**
 * A closing on the till of its day. `depuis` is by how much the till's attendu has changed since; null when another closing replaces it, and
 * when its member is deleted.
 */
export const clotureDuJour = z.extend(cloture, { depuis: z.nullable(decimal) })
export type ClotureDuJour = z.output<typeof clotureDuJour>

export const clotureInput = z.object({
  /** Today when absent. */
  jour: jourPasseFacultatif(),
  /** The member who calls when absent. */
  membre_id: facultatif(reference(VALEUR_INVALIDE)),
  trouve: montant('Le montant compté est obligatoire.'),
  /** Required with an écart. */
  note: texteFacultatif(255),
})
export type ClotureInput = z.output<typeof clotureInput>

export const cloturesEndpoints = {
  create: endpoint({
    method: 'POST',
    path: '/api/clotures',
    access: 'encaisser',
    summary:
      "Clôture la caisse d'un membre pour un jour : ce qui était attendu, ce qui a été compté, l'écart",
    body: clotureInput,
    response: z.extend(cloture, { message: z.string() }),
    status: 201,
    succes: 'Caisse clôturée.',
  }),
  pdf: fileEndpoint({
    method: 'GET',
    path: '/api/clotures/{id}/pdf',
    access: 'tresorerie',
    summary: 'La clôture de caisse à signer, en PDF',
    params: idParams,
    contentType: 'application/pdf',
  }),
}
