import * as z from 'zod/mini'
import { filtresDesBiens } from '#features/biens/biens.contract.ts'
import { suiviDuBien } from '#features/etats/etats.schema.ts'
import { clientResume } from '#features/clients/clients.contract.ts'
import { blocSitue } from '#features/structure/blocs.contract.ts'
import { paiementsDeVente } from '#features/paiements/paiement.schema.ts'
import { assignerInput, etatDeVente, venteDuRapport } from '#features/ventes/ventes.contract.ts'
import {
  decimal,
  facultatif,
  idParams,
  message,
  montant,
  numero,
  reference,
  surface,
  texteFacultatif,
  version,
} from '#shared/champs/codecs.ts'
import { entierRequete } from '#shared/champs/requetes.ts'
import { endpoint } from '#shared/endpoint.ts'
import { pageEnvelope, pageQuery, triRequete } from '#shared/pagination.ts'

export const local = z.object({
  id: z.number(),
  num: z.string(),
  surface: decimal,
  description: z.nullable(z.string()),
  bloc_id: z.number(),
  bloc: blocSitue,
  ...etatDeVente,
  ...suiviDuBien,
  paiements: paiementsDeVente,
  version: z.number(),
})
export type Local = z.output<typeof local>

const residence_id = reference('Veuillez sélectionner une résidence.')
const saisie = {
  bloc_id: reference('Veuillez sélectionner un bloc.'),
  num: numero('Le numéro est obligatoire.'),
  surface: surface(),
  description: texteFacultatif(),
  montant: montant(),
  client_id: facultatif(reference('Veuillez sélectionner un client.')),
}

/** The form also asks for the residence (D2 §5). */
export const localForm = z.object({ residence_id, ...saisie })
/** The residence may be absent; when sent, it must be that of the bloc (Q113). */
export const localInput = z.object({ residence_id: facultatif(residence_id), ...saisie })
export type LocalInput = z.output<typeof localInput>

const localReport = z.object({
  id: z.number(),
  num: z.string(),
  stats: z.object({
    surface: decimal,
    montant: decimal,
    description: z.nullable(z.string()),
    estDispo: z.boolean(),
    client: z.nullable(clientResume),
  }),
  bloc: blocSitue,
  ...venteDuRapport,
})
export type LocalReport = z.output<typeof localReport>

const saved = z.extend(local, { message: z.string() })
/** The local stands at the top and under its name (Q30). */
const moved = z.extend(saved, { local })

/** Sort keys of the list (docs/decisions/0062). */
export const TRIS_LOCAUX = [
  'num',
  'description',
  'surface',
  'montant',
  'residence',
  'bloc',
  'etat',
  'client',
  'reste',
] as const
export type TriLocaux = (typeof TRIS_LOCAUX)[number]

/** `with` is not read: all relations are always answered (Q40). */
const locauxQuery = z.extend(pageQuery, {
  tri: triRequete(TRIS_LOCAUX),
  residence_id: entierRequete,
  bloc_id: entierRequete,
  ...filtresDesBiens,
})

export const locauxEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/locaux',
    access: 'membre',
    summary:
      "Les locaux, page par page, triés si on le demande (tri=num, tri=-montant…) ; ceux d'une résidence, d'un bloc, d'un client, disponibles ou vendus, ou dans un des cinq états (etat_bien) si on les nomme",
    query: locauxQuery,
    response: pageEnvelope(local),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/locaux/{id}',
    access: 'membre',
    summary: 'Un local',
    params: idParams,
    response: local,
  }),
  ofClient: endpoint({
    method: 'GET',
    path: '/api/locaux/client/{id}',
    access: 'membre',
    summary: "Les locaux d'un client",
    params: idParams,
    response: z.array(local),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/locaux',
    access: 'patrimoine',
    summary: 'Ajoute un local à un bloc, avec son client si on le donne',
    body: localInput,
    response: z.extend(saved, { numero_suivant: z.string() }),
    status: 201,
    succes: 'Local ajouté avec succès !',
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/locaux/{id}',
    access: 'patrimoine',
    summary: 'Modifie un local',
    params: idParams,
    body: z.extend(localInput, { version }),
    response: saved,
    succes: 'Local modifié avec succès !',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/locaux/{id}',
    access: 'patrimoine',
    summary: 'Supprime un local sans client ni paiement',
    params: idParams,
    response: message,
    succes: 'Local supprimé avec succès !',
  }),
  assigner: endpoint({
    method: 'PUT',
    path: '/api/locaux/{id}/assigner-client',
    access: 'ventes',
    summary: 'Vend un local libre à un client',
    params: idParams,
    body: assignerInput,
    response: moved,
    succes: 'Client assigné avec succès !',
  }),
  retirer: endpoint({
    method: 'PUT',
    path: '/api/locaux/{id}/retirer-client',
    access: 'finDeVente',
    summary: 'Retire le client et supprime ses paiements pour ce local',
    params: idParams,
    response: moved,
    succes: 'Client retiré avec succès !',
  }),
  report: endpoint({
    method: 'GET',
    path: '/api/locaux/{id}/report',
    access: 'membre',
    summary: "Le rapport détaillé d'un local : surface, prix, client, paiements",
    params: idParams,
    response: localReport,
  }),
}
