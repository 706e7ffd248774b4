import * as z from 'zod/mini'
import { idParams } from '#shared/champs/codecs.ts'
import { fileEndpoint } from '#shared/endpoint.ts'

/** The share of his price that an acquéreur of a bank's count has paid, in percent. */
const PART_DEMANDEE = 20

/** A percentage, 0 to 100, with two decimals at most; what is absent or unreadable is {@link PART_DEMANDEE}. In hundredths of a percent. */
const partRequete = z.pipe(
  z.optional(z.unknown()),
  z.transform((valeur) => {
    const lu = typeof valeur === 'string' && /^\d{1,3}(\.\d{1,2})?$/.test(valeur) ? Number(valeur) : null
    return Math.round((lu === null || lu > 100 ? PART_DEMANDEE : lu) * 100)
  }),
)

export const etatBancaireEndpoints = {
  pdf: fileEndpoint({
    method: 'GET',
    path: '/api/residences/{id}/etat-bancaire',
    access: 'exporter',
    summary:
      "L'état d'une résidence pour la banque, en PDF : avancement, ventes, encaissements, prévisions, budget, garanties",
    params: idParams,
    query: z.object({ part: partRequete }),
    contentType: 'application/pdf',
  }),
}
