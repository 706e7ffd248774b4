import * as z from 'zod/mini'
import {
  groupeEnregistre,
  groupeInput,
  paiement,
  paiementChange,
  paiementEnregistre,
  paiementInput,
  savedPaiement,
  soldeDuBien,
} from '#features/paiements/paiement.schema.ts'
import type { TypeBien } from '#shared/biens.ts'
import { idParams, message } from '#shared/champs/codecs.ts'
import { motRequete } from '#shared/champs/requetes.ts'
import { endpoint, fileEndpoint } from '#shared/endpoint.ts'
import { TYPES_DE_PIECE } from '#shared/types-de-fichier.ts'
import { langueQuery, tirageQuery } from '#shared/exports.ts'
import { pageEnvelope, pageQuery } from '#shared/pagination.ts'

const orthographes = (type: TypeBien) =>
  type === 'place_parking' ? ['place-parking', 'place_parking', 'placeParking'] : [type]
/** The spellings of a path: /paiement/ or /paiements/, and those of the kind of bien (Q41). The first is the specification's. */
const chemins = (premier: string, type: TypeBien, suite: string) => {
  const noms = premier === 'paiement' ? ['paiement', 'paiements'] : ['paiements', 'paiement']
  const [path = '', ...aliases] = noms.flatMap((nom) =>
    orthographes(type).map((mot) => `/api/${nom}/${suite.replace('{type}', mot)}`),
  )
  return { path, aliases }
}

/** The three calls of the payments of a bien of one kind. */
const appelsDe = (type: TypeBien) => ({
  list: endpoint({
    method: 'GET',
    ...chemins('paiements', type, '{type}/{id}'),
    access: 'membre',
    summary: `Les paiements d'un bien (${type}), du plus récent au plus ancien : une page, ou tous sans page ni per_page`,
    params: idParams,
    query: z.extend(pageQuery, { rejetes: motRequete('1') }),
    response: z.union([z.array(paiement), pageEnvelope(paiement)]),
  }),
  solde: endpoint({
    method: 'GET',
    ...chemins('paiements', type, 'solde/{type}/{id}'),
    access: 'membre',
    summary: `Ce qui reste à payer d'un bien (${type}) et chaque ligne qui l'explique`,
    params: idParams,
    response: soldeDuBien,
  }),
  print: fileEndpoint({
    method: 'GET',
    ...chemins('paiement', type, 'print-bien/{type}/{id}'),
    access: 'membre',
    summary: `Le relevé des paiements d'un bien (${type}) en PDF, en français ou en arabe`,
    params: idParams,
    query: langueQuery,
    contentType: 'application/pdf',
    refuses: [409],
  }),
})

export const appelsDuBien = {
  appartement: appelsDe('appartement'),
  place_parking: appelsDe('place_parking'),
  local: appelsDe('local'),
} as const satisfies Record<TypeBien, unknown>

export const paiementsEndpoints = {
  listAppartement: appelsDuBien.appartement.list,
  listPlace: appelsDuBien.place_parking.list,
  listLocal: appelsDuBien.local.list,
  soldeAppartement: appelsDuBien.appartement.solde,
  soldePlace: appelsDuBien.place_parking.solde,
  soldeLocal: appelsDuBien.local.solde,
  read: endpoint({
    method: 'GET',
    path: '/api/paiements/{id}',
    aliases: ['/api/paiement/{id}'],
    access: 'membre',
    summary: 'Un paiement',
    params: idParams,
    response: paiement,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/paiements',
    aliases: ['/api/paiement'],
    access: 'encaisser',
    summary: 'Enregistre un paiement et lui donne son numéro de reçu',
    body: paiementInput,
    response: paiementEnregistre,
    status: 201,
    succes: 'Paiement ajouté avec succès !',
  }),
  createGroupe: endpoint({
    method: 'POST',
    path: '/api/paiements/groupes',
    access: 'encaisser',
    summary:
      "Enregistre un chèque ou un virement d'un client pour plusieurs biens : un paiement et un reçu par bien",
    body: groupeInput,
    response: groupeEnregistre,
    status: 201,
    succes: 'Versements ajoutés.',
  }),
  recusDuGroupe: fileEndpoint({
    method: 'GET',
    path: '/api/paiements/groupes/{id}/recus',
    access: 'membre',
    summary: "Les reçus d'un versement groupé en PDF, l'un après l'autre, en français ou en arabe",
    params: idParams,
    query: z.extend(langueQuery, tirageQuery.shape),
    contentType: 'application/pdf',
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/paiements/{id}',
    aliases: ['/api/paiement/{id}'],
    access: 'corriger',
    summary: 'Modifie un paiement',
    params: idParams,
    body: paiementChange,
    response: paiementEnregistre,
    succes: 'Paiement modifié avec succès !',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/paiements/{id}',
    aliases: ['/api/paiement/{id}'],
    access: 'corriger',
    summary: 'Supprime un paiement ; son numéro de reçu ne resservira pas',
    params: idParams,
    response: message,
    succes: 'Paiement supprimé avec succès !',
  }),
  printAll: fileEndpoint({
    method: 'GET',
    path: '/api/paiement/print-all',
    aliases: ['/api/paiements/print-all'],
    access: 'exporter',
    summary: 'Tous les paiements en PDF',
    contentType: 'application/pdf',
  }),
  printClient: fileEndpoint({
    method: 'GET',
    path: '/api/paiement/print-client/{id}',
    aliases: ['/api/paiements/print-client/{id}'],
    access: 'membre',
    summary: "Le relevé d'un client, bien par bien, en PDF, en français ou en arabe",
    params: idParams,
    query: langueQuery,
    contentType: 'application/pdf',
  }),
  printSingle: fileEndpoint({
    method: 'GET',
    path: '/api/paiement/print-single/{id}',
    aliases: ['/api/paiements/print-single/{id}'],
    access: 'membre',
    summary: "Le reçu d'un paiement en PDF, en français ou en arabe",
    params: idParams,
    query: z.extend(langueQuery, tirageQuery.shape),
    contentType: 'application/pdf',
  }),
  printAppartement: appelsDuBien.appartement.print,
  printPlace: appelsDuBien.place_parking.print,
  printLocal: appelsDuBien.local.print,
  joindre: endpoint({
    method: 'POST',
    path: '/api/paiements/{id}/justificatif',
    access: 'encaisser',
    summary: 'Joint à un paiement son justificatif (PDF, JPEG ou PNG), à la place de celui qui y est',
    params: idParams,
    file: 'justificatif',
    accept: 'piece',
    response: savedPaiement,
    succes: 'Justificatif enregistré.',
  }),
  justificatif: fileEndpoint({
    method: 'GET',
    path: '/api/paiements/{id}/justificatif',
    access: 'membre',
    summary: "Le justificatif d'un paiement",
    params: idParams,
    contentType: TYPES_DE_PIECE,
  }),
  retirerJustificatif: endpoint({
    method: 'DELETE',
    path: '/api/paiements/{id}/justificatif',
    access: 'encaisser',
    summary: "Retire le justificatif d'un paiement",
    params: idParams,
    response: message,
    succes: 'Justificatif retiré.',
  }),
}
