import * as z from 'zod/mini'
import { filtresDesBiens } from '#features/biens/biens.contract.ts'
import { suiviDuBien } from '#features/etats/etats.schema.ts'
import { clientResume } from '#features/clients/clients.contract.ts'
import { blocSitue } from '#features/structure/blocs.contract.ts'
import { residenceResume } from '#features/structure/residences.contract.ts'
import { paiementsDeVente } from '#features/paiements/paiement.schema.ts'
import { assignerInput, etatDeVente, venteDuRapport } from '#features/ventes/ventes.contract.ts'
import {
  decimal,
  facultatif,
  idParams,
  message,
  montant,
  numero,
  planRetire,
  reference,
  surface,
  texte,
  version,
} from '#shared/champs/codecs.ts'
import { entierRequete } from '#shared/champs/requetes.ts'
import { endpoint, fileEndpoint } from '#shared/endpoint.ts'
import { pageEnvelope, pageQuery, triRequete } from '#shared/pagination.ts'

/** Types offered while typing; any other text is accepted (Q136). */
export const TYPES_LOGEMENT = ['F1', 'F2', 'F3', 'F4', 'F5', 'F6', 'Studio', 'Duplex'] as const

export const appartement = z.object({
  id: z.number(),
  numLot: z.string(),
  typeLogement: z.string(),
  surfaceHabitable: decimal,
  surfaceUtile: decimal,
  etage_id: z.number(),
  ...etatDeVente,
  ...suiviDuBien,
  /** The two partial amounts need not add up to the price (Q118). */
  montant1: z.nullable(decimal),
  montant2: z.nullable(decimal),
  /** Name of the stored plan, null without one; only the plan call serves its bytes (Q117). */
  plan_pdf: z.nullable(z.string()),
  etage: z.object({ id: z.number(), designation: z.string(), bloc_id: z.number(), bloc: blocSitue }),
  bloc: blocSitue,
  paiements: paiementsDeVente,
  version: z.number(),
})
export type Appartement = z.output<typeof appartement>

const RESIDENCE = 'Veuillez sélectionner une résidence.'
const BLOC = 'Veuillez sélectionner un bloc.'
const saisie = {
  etage_id: reference('Veuillez sélectionner un étage.'),
  numLot: numero('Le numéro de lot est obligatoire.'),
  typeLogement: texte('Le type de logement est obligatoire.'),
  surfaceHabitable: surface('La surface habitable est obligatoire.'),
  surfaceUtile: surface('La surface utile est obligatoire.'),
  montant: montant(),
  montant1: facultatif(montant()),
  montant2: facultatif(montant()),
  client_id: facultatif(reference('Veuillez sélectionner un client.')),
}

/** The form also asks for residence and bloc (D2 §5). */
export const appartementForm = z.object({
  residence_id: reference(RESIDENCE),
  bloc_id: reference(BLOC),
  ...saisie,
})
/** Residence and bloc may be absent; when sent, they must be those of the étage (Q113). */
export const appartementInput = z.object({
  residence_id: facultatif(reference(RESIDENCE)),
  bloc_id: facultatif(reference(BLOC)),
  ...saisie,
})
export type AppartementInput = z.output<typeof appartementInput>

const appartementReport = z.object({
  id: z.number(),
  numLot: z.string(),
  typeLogement: z.string(),
  stats: z.object({
    surfaceHabitable: decimal,
    surfaceUtile: decimal,
    superficieTotale: decimal,
    montant: decimal,
    montant1: z.nullable(decimal),
    montant2: z.nullable(decimal),
    client: z.nullable(clientResume),
  }),
  etage: z.object({ id: z.number(), designation: z.string() }),
  bloc: z.object({ id: z.number(), nomloc: z.string() }),
  residence: residenceResume,
  ...venteDuRapport,
})
export type AppartementReport = z.output<typeof appartementReport>

const saved = z.extend(appartement, { message: z.string() })
/** The appartement stands at the top and under its name (Q30). */
const moved = z.extend(saved, { appartement })

/** Sort keys of the list (docs/decisions/0062). */
export const TRIS_APPARTEMENTS = [
  'numLot',
  'typeLogement',
  'residence',
  'bloc',
  'etage',
  'etat',
  'client',
  'prix',
  'reste',
] as const
export type TriAppartements = (typeof TRIS_APPARTEMENTS)[number]

/** `with` is not read: all relations are always answered (Q40). */
const appartementsQuery = z.extend(pageQuery, {
  tri: triRequete(TRIS_APPARTEMENTS),
  residence_id: entierRequete,
  bloc_id: entierRequete,
  etage_id: entierRequete,
  ...filtresDesBiens,
})

export const appartementsEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/appartements',
    access: 'membre',
    summary:
      "Les appartements, page par page, triés si on le demande (tri=numLot, tri=-prix…) ; ceux d'une résidence, d'un bloc, d'un étage, d'un client, disponibles ou vendus, ou dans un des cinq états (etat_bien) si on les nomme",
    query: appartementsQuery,
    response: pageEnvelope(appartement),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/appartements/{id}',
    access: 'membre',
    summary: 'Un appartement',
    params: idParams,
    response: appartement,
  }),
  ofClient: endpoint({
    method: 'GET',
    path: '/api/clients/{id}/appartements',
    access: 'membre',
    summary: "Les appartements d'un client",
    params: idParams,
    response: z.array(appartement),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/appartements',
    access: 'patrimoine',
    summary: 'Ajoute un appartement à un étage, avec son plan PDF et son client si on les donne',
    body: appartementInput,
    file: 'plan_pdf',
    response: saved,
    status: 201,
    succes: 'Appartement ajouté avec succès !',
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/appartements/{id}',
    access: 'patrimoine',
    summary:
      "Modifie un appartement ; sans nouveau fichier, le plan reste ce qu'il est ; vide, il est retiré",
    params: idParams,
    body: z.extend(appartementInput, { version, plan_pdf: planRetire }),
    file: 'plan_pdf',
    response: saved,
    succes: 'Appartement modifié avec succès !',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/appartements/{id}',
    access: 'patrimoine',
    summary: 'Supprime un appartement sans client ni paiement',
    params: idParams,
    response: message,
    succes: 'Appartement supprimé avec succès !',
  }),
  assigner: endpoint({
    method: 'PUT',
    path: '/api/appartements/{id}/assigner-client',
    access: 'ventes',
    summary: 'Vend un appartement libre à un client',
    params: idParams,
    body: assignerInput,
    response: moved,
    succes: 'Client assigné avec succès !',
  }),
  retirer: endpoint({
    method: 'PUT',
    path: '/api/appartements/{id}/retirer-client',
    access: 'finDeVente',
    summary: 'Retire le client ; ses paiements restent son historique',
    params: idParams,
    response: moved,
    succes: 'Client retiré avec succès !',
  }),
  plan: fileEndpoint({
    method: 'GET',
    path: '/api/appartements/{id}/plan',
    access: 'membre',
    summary: "Le plan PDF d'un appartement",
    params: idParams,
    contentType: 'application/pdf',
  }),
  report: endpoint({
    method: 'GET',
    path: '/api/appartements/{id}/report',
    access: 'membre',
    summary: "Le rapport détaillé d'un appartement : surfaces, prix, client, paiements",
    params: idParams,
    response: appartementReport,
  }),
  superficie: endpoint({
    method: 'GET',
    path: '/api/appartements/{id}/superficie',
    access: 'membre',
    summary: "La superficie totale d'un appartement : habitable plus utile",
    params: idParams,
    response: z.object({ superficie_totale: decimal }),
  }),
}
