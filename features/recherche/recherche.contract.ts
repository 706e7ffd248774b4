import * as z from 'zod/mini'
import { totauxDuClient } from '#features/clients/clients.contract.ts'
import { texteRequete } from '#shared/champs.ts'
import { endpoint } from '#shared/endpoint.ts'

/** One find of the global search: what it is, its name, where it lies, to whom it is sold, and what leads there. */
const trouvaille = z.object({
  genre: z.enum([
    'client',
    'residence',
    'bloc',
    'appartement',
    'local',
    'place_parking',
    'vente',
    'recu',
    'paiement',
    'bon',
    'document',
  ]),
  /** Of a paper, that of its vente: it is found there. */
  id: z.number(),
  /** "Élodie Benaïssa", "Lot 104", "Place 12", "Dossier 2026-D-0012", "Attestation de paiement 2026-AP-0012", "Reçu N° 2026-000123". */
  titre: z.string(),
  /** "Résidence El Yasmine, Bloc A, 1er étage". */
  lieu: z.string(),
  /** The residence of a bloc. */
  residence_id: z.nullable(z.number()),
  /** The parking of a place. */
  parking_id: z.nullable(z.number()),
  client: z.nullable(z.object({ id: z.number(), nomComplet: z.string() })),
  /** Of a client who has biens: what he owes in all. */
  totaux: z.nullable(totauxDuClient),
  /** Of a receipt, or of a payment found by its reference: the bien that was paid for, and the page of its payments. */
  paiement: z.nullable(
    z.object({
      bien: z.object({ type: z.enum(['appartement', 'local', 'place_parking']), id: z.number() }),
      page: z.number(),
    }),
  ),
  /** Of a voucher: its category, the page of the categories and the page of its vouchers. */
  bon: z.nullable(z.object({ categorie_id: z.number(), page_categorie: z.number(), page: z.number() })),
})
export type Trouvaille = z.output<typeof trouvaille>
/** The same on the wire, amounts in decimal dinars. */
export type TrouvailleLue = z.input<typeof trouvaille>

export const rechercheEndpoints = {
  search: endpoint({
    method: 'GET',
    path: '/api/recherche',
    access: 'membre',
    summary:
      'Cherche partout, mot par mot, sans accents ni casse : clients et leurs téléphones, résidences, blocs, biens, dossiers de vente, documents établis, reçus, références de paiement, bons',
    query: z.object({ q: texteRequete }),
    response: z.object({ data: z.array(trouvaille) }),
  }),
}
