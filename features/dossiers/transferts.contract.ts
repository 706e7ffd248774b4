import * as z from 'zod/mini'
import { dossier } from '#features/dossiers/dossier.contract.ts'
import { facultatif, idParams, montant, reference, texte, version } from '#shared/champs.ts'
import { endpoint } from '#shared/endpoint.ts'

const motif = texte('Le motif est obligatoire.', 500)

/** `montant`: the price agreed on, that of the bien unless told. */
export const transfertInput = z.object({
  bien_id: reference('Veuillez sélectionner un bien.'),
  montant: facultatif(montant()),
  motif,
  version,
})
export type TransfertInput = z.output<typeof transfertInput>

/** `frais`: noted with the cession, no part of the price. */
export const cessionInput = z.object({
  client_id: reference('Veuillez sélectionner un client.'),
  frais: facultatif(montant()),
  motif,
  version,
})
export type CessionInput = z.output<typeof cessionInput>

const saved = z.extend(dossier, { message: z.string() })

/** The same sale goes to another bien, or to another client, with its payments and its lines: it keeps its id and its number. */
export const transfertsEndpoints = {
  transferer: endpoint({
    method: 'POST',
    path: '/api/ventes/{id}/transfert-bien',
    access: 'finDeVente',
    summary: 'Transfère un dossier de vente vers un autre bien',
    params: idParams,
    body: transfertInput,
    response: saved,
    status: 201,
    succes: 'Dossier transféré avec succès !',
  }),
  ceder: endpoint({
    method: 'POST',
    path: '/api/ventes/{id}/transfert-client',
    access: 'finDeVente',
    summary: 'Cède un dossier de vente à un autre client',
    params: idParams,
    body: cessionInput,
    response: saved,
    status: 201,
    succes: 'Dossier cédé avec succès !',
  }),
}
