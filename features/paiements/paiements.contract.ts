import * as z from 'zod/mini'
import {
  paiement,
  paiementChange,
  paiementEnregistre,
  paiementInput,
  savedPaiement,
  soldeDuBien,
} from '#features/paiements/paiement.contract.ts'
import type { TypeBien } from '#shared/biens.ts'
import { idParams, message, motRequete } from '#shared/champs/codecs.ts'
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

const listDuBien = (type: TypeBien) =>
  endpoint({
    method: 'GET',
    ...chemins('paiements', type, '{type}/{id}'),
    access: 'membre',
    summary: `Les paiements d'un bien (${type}), du plus récent au plus ancien : une page, ou tous sans page ni per_page`,
    params: idParams,
    query: z.extend(pageQuery, { rejetes: motRequete('1') }),
    response: z.union([z.array(paiement), pageEnvelope(paiement)]),
  })
const soldeDe = (type: TypeBien) =>
  endpoint({
    method: 'GET',
    ...chemins('paiements', type, 'solde/{type}/{id}'),
    access: 'membre',
    summary: `Ce qui reste à payer d'un bien (${type}) et chaque ligne qui l'explique`,
    params: idParams,
    response: soldeDuBien,
  })
const printDuBien = (type: TypeBien) =>
  fileEndpoint({
    method: 'GET',
    ...chemins('paiement', type, 'print-bien/{type}/{id}'),
    access: 'membre',
    summary: `Le relevé des paiements d'un bien (${type}) en PDF, en français ou en arabe`,
    params: idParams,
    query: langueQuery,
    contentType: 'application/pdf',
  })

// Each entry repeats method, path and access so that the browser takes the calls without the schemas (build/plugins.ts).
export const paiementsEndpoints = {
  listAppartement: endpoint({
    ...listDuBien('appartement'),
    method: 'GET',
    path: '/api/paiements/appartement/{id}',
    access: 'membre',
  }),
  listPlace: endpoint({
    ...listDuBien('place_parking'),
    method: 'GET',
    path: '/api/paiements/place-parking/{id}',
    access: 'membre',
  }),
  listLocal: endpoint({
    ...listDuBien('local'),
    method: 'GET',
    path: '/api/paiements/local/{id}',
    access: 'membre',
  }),
  soldeAppartement: endpoint({
    ...soldeDe('appartement'),
    method: 'GET',
    path: '/api/paiements/solde/appartement/{id}',
    access: 'membre',
  }),
  soldePlace: endpoint({
    ...soldeDe('place_parking'),
    method: 'GET',
    path: '/api/paiements/solde/place-parking/{id}',
    access: 'membre',
  }),
  soldeLocal: endpoint({
    ...soldeDe('local'),
    method: 'GET',
    path: '/api/paiements/solde/local/{id}',
    access: 'membre',
  }),
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
  printAppartement: fileEndpoint({
    ...printDuBien('appartement'),
    method: 'GET',
    path: '/api/paiement/print-bien/appartement/{id}',
    access: 'membre',
    refuses: [409],
  }),
  printPlace: fileEndpoint({
    ...printDuBien('place_parking'),
    method: 'GET',
    path: '/api/paiement/print-bien/place-parking/{id}',
    access: 'membre',
    refuses: [409],
  }),
  printLocal: fileEndpoint({
    ...printDuBien('local'),
    method: 'GET',
    path: '/api/paiement/print-bien/local/{id}',
    access: 'membre',
    refuses: [409],
  }),
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

const {
  listAppartement,
  listPlace,
  listLocal,
  soldeAppartement,
  soldePlace,
  soldeLocal,
  printAppartement,
  printPlace,
  printLocal,
} = paiementsEndpoints

/** The three calls of the payments of a bien, by its kind. */
export const appelsDuBien = {
  appartement: { list: listAppartement, solde: soldeAppartement, print: printAppartement },
  place_parking: { list: listPlace, solde: soldePlace, print: printPlace },
  local: { list: listLocal, solde: soldeLocal, print: printLocal },
} as const satisfies Record<TypeBien, unknown>
