import * as z from 'zod/mini'
import { totauxDuClient } from '#features/clients/clients.contract.ts'
import { decimal, jourLu } from '#shared/champs/codecs.ts'
import { texteRequete } from '#shared/champs/requetes.ts'
import { endpoint } from '#shared/endpoint.ts'
import { CODES_D_ETAT } from '#shared/etats.ts'

/** The most hits of one kind. */
export const PAR_GENRE = 6

const trouvaille = z.object({
  genre: z.enum([
    'client',
    'residence',
    'bloc',
    'etage',
    'appartement',
    'local',
    'place_parking',
    'vente',
    'recu',
    'paiement',
    'bon',
    'cloture',
    'document',
    'membre',
  ]),
  /** The id of the record; for a document, that of its vente, or of its bloc when it names no vente and has a `residence_id`. */
  id: z.number(),
  /** "Élodie Benaïssa", "Appartement 104", "Dossier 2026-D-0012", "Attestation de paiement 2026-AP-0012". */
  titre: z.string(),
  lieu: z.string(),
  residence_id: z.nullable(z.number()),
  /** For an étage. */
  bloc_id: z.nullable(z.number()),
  parking_id: z.nullable(z.number()),
  client: z.nullable(z.object({ id: z.number(), nomComplet: z.string() })),
  totaux: z.nullable(totauxDuClient),
  /** The open sale of a bien. */
  vente_id: z.nullable(z.number()),
  /** Price of a bien. */
  montant: z.nullable(decimal),
  /** Total surface of a bien in m²; null for a place without one. */
  surface: z.nullable(decimal),
  /** State of a bien today, the most precise one. */
  etat_bien: z.nullable(z.enum(CODES_D_ETAT)),
  /** For a member: the page of the list of members on which he stands. */
  page: z.nullable(z.number()),
  /** For a receipt or a payment found by reference: its bien, and the page of the bien's payments on which it stands. */
  paiement: z.nullable(
    z.object({
      bien: z.object({ type: z.enum(['appartement', 'local', 'place_parking']), id: z.number() }),
      page: z.number(),
    }),
  ),
  /** For a voucher: its category, the page of that category and the page of the voucher in it. */
  bon: z.nullable(z.object({ categorie_id: z.number(), page_categorie: z.number(), page: z.number() })),
  /** For a closing of a till: its day and, while he is there, its member. */
  cloture: z.nullable(z.object({ jour: jourLu, membre_id: z.nullable(z.number()) })),
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
      'Cherche partout, mot par mot, sans accents ni casse : clients et leurs téléphones, résidences, blocs, étages, biens, dossiers de vente, documents établis, reçus, références de paiement, bons, clôtures de caisse, membres pour qui les voit',
    query: z.object({ q: texteRequete }),
    response: z.object({ data: z.array(trouvaille) }),
  }),
}
