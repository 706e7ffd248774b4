import * as z from 'zod/mini'
import { suiviDuBien } from '#features/biens/bien.contract.ts'
import { clientResume } from '#features/clients/clients.contract.ts'
import { paiementsDeVente } from '#features/paiements/paiement.contract.ts'
import {
  assignerInput,
  blocDuLot,
  etatDeVente,
  etatRequete,
  venteTerminee,
} from '#features/ventes/ventes.contract.ts'
import {
  decimal,
  entierRequete,
  facultatif,
  idParams,
  message,
  montant,
  reference,
  surface,
  texte,
  texteFacultatif,
  version,
} from '#shared/champs.ts'
import { endpoint } from '#shared/endpoint.ts'
import { pageEnvelope, pageQuery, triRequete } from '#shared/pagination.ts'

export const local = z.object({
  id: z.number(),
  num: z.string(),
  surface: decimal,
  description: z.nullable(z.string()),
  bloc_id: z.number(),
  bloc: blocDuLot,
  ...etatDeVente,
  ...suiviDuBien,
  paiements: paiementsDeVente,
  version: z.number(),
})
export type Local = z.output<typeof local>

const residence_id = reference('Veuillez sélectionner une résidence.')
const saisie = {
  bloc_id: reference('Veuillez sélectionner un bloc.'),
  num: texte('Le numéro est obligatoire.'),
  surface: surface(),
  description: texteFacultatif(),
  montant: montant(),
  client_id: facultatif(reference('Veuillez sélectionner un client.')),
}

/** The form asks for the residence too (D2 §5). */
export const localForm = z.object({ residence_id, ...saisie })
/** The call may leave it out: the bloc says it. When sent, it must be the bloc's own (Q113). */
export const localInput = z.object({ residence_id: facultatif(residence_id), ...saisie })
export type LocalInput = z.output<typeof localInput>

export const localReport = z.object({
  id: z.number(),
  num: z.string(),
  stats: z.object({
    surface: decimal,
    montant: decimal,
    description: z.nullable(z.string()),
    estDispo: z.boolean(),
    client: z.nullable(clientResume),
  }),
  bloc: blocDuLot,
  /** What the current client has paid. */
  totalPayments: decimal,
  resteAPayer: decimal,
  pourcentagePaiement: z.number(),
  paiements: paiementsDeVente,
  /** Of the current sale. */
  vente_id: z.nullable(z.number()),
  dossier: z.nullable(z.string()),
  historique: z.array(venteTerminee),
})
export type LocalReport = z.output<typeof localReport>

const saved = z.extend(local, { message: z.string() })
/** The local at the top and under its name (Q30). */
const moved = z.extend(saved, { local })

/** What the list can be sorted by (docs/decisions/0062). */
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

/** Paging, an order, and optionally those of one residence, bloc, client or état. `with` needs no reading: all relations come (Q40). */
const locauxQuery = z.extend(pageQuery, {
  tri: triRequete(TRIS_LOCAUX),
  residence_id: entierRequete,
  bloc_id: entierRequete,
  client_id: entierRequete,
  etat: etatRequete,
})
export type LocauxQuery = z.output<typeof locauxQuery>

export const locauxEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/locaux',
    access: 'membre',
    summary:
      "Les locaux, page par page, triés si on le demande (tri=num, tri=-montant…) ; ceux d'une résidence, d'un bloc, d'un client, disponibles ou vendus si on les nomme",
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
    response: saved,
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
