import * as z from 'zod/mini'
import { bienResume, optionDuBien } from '#features/etats/etats.schema.ts'
import { ETATS, TYPES_DE_BIEN } from '#shared/biens.ts'
import { decimal, idParams, texte, version } from '#shared/champs/codecs.ts'
import { entierRequete, motRequete, texteRequete } from '#shared/champs/requetes.ts'
import { CODES_D_ETAT } from '#shared/etats.ts'
import { endpoint } from '#shared/endpoint.ts'
import { pageEnvelope, pageQuery } from '#shared/pagination.ts'

/** Limits a list to an état; any other value means all. */
const etatRequete = z.pipe(
  z.optional(z.unknown()),
  z.transform((valeur) => ETATS.find((etat) => etat === valeur)),
)

/**
 * Filters of the list of one kind of bien. `etat` only knows whether a bien has a client, `etat_bien` one of the five states; any other
 * value of theirs means all.
 */
export const filtresDesBiens = {
  client_id: entierRequete,
  etat: etatRequete,
  etat_bien: motRequete(...CODES_D_ETAT),
}

/** An explicit null puts the bien on sale again. A blank reason is refused, so that an empty field never puts a bien back on sale. */
export const blocageInput = z.object({
  motif: z.nullable(texte('Le motif est obligatoire.', 500)),
  version,
})

/** `search` looks in number, bloc or parking, and residence; `client_id` leaves out biens held for anybody else. */
const aVendreQuery = z.extend(pageQuery, {
  search: texteRequete,
  residence_id: entierRequete,
  type: motRequete(...TYPES_DE_BIEN),
  client_id: entierRequete,
})
export type AVendreQuery = z.output<typeof aVendreQuery>

export const bienAVendre = z.extend(z.omit(bienResume, { bloc_id: true, parking_id: true }), {
  surface: z.nullable(decimal),
  montant: decimal,
  etat_bien: z.enum(['libre', 'option']),
  option: z.nullable(z.pick(optionDuBien, { id: true, client_id: true, nom: true, expire_le: true })),
  version: z.number(),
})
export type BienAVendre = z.output<typeof bienAVendre>

export const biensEndpoints = {
  aVendre: endpoint({
    method: 'GET',
    path: '/api/biens/a-vendre',
    access: 'ventes',
    summary: 'Les biens à vendre, libres ou sous option, par résidence, bloc et numéro',
    query: aVendreQuery,
    response: pageEnvelope(bienAVendre),
  }),
  bloquer: endpoint({
    method: 'PUT',
    path: '/api/biens/{id}/blocage',
    access: 'patrimoine',
    summary: 'Retire un bien de la vente, avec son motif, ou le remet en vente',
    params: idParams,
    body: blocageInput,
    response: z.object({
      id: z.number(),
      etat_bien: z.enum(CODES_D_ETAT),
      bloque_motif: z.nullable(z.string()),
      message: z.string(),
    }),
    succes: 'Bien bloqué avec succès !',
  }),
}
