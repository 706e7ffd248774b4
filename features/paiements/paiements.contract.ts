import * as z from 'zod/mini'
import { clientResume } from '#features/clients/clients.contract.ts'
import {
  decimal,
  facultatif,
  idParams,
  jour,
  jourLu,
  message,
  montantPositif,
  reference,
  texteFacultatif,
  version,
} from '#shared/champs.ts'
import { endpoint, fileEndpoint } from '#shared/endpoint.ts'
import { pageEnvelope, pageQuery } from '#shared/pagination.ts'
import type { TypeBien } from '#shared/biens.ts'

/** Where a bien is, for its name: two have the same number in two residences. Not repeated inside a lot, which says it itself. */
const residence = z.optional(z.object({ nom: z.string() }))
const bloc = z.optional(z.object({ nomloc: z.string(), residence }))

const appartementPaye = z.object({
  id: z.number(),
  numLot: z.string(),
  typeLogement: z.string(),
  montant: decimal,
  bloc,
})
const placePayee = z.object({
  id: z.number(),
  numero_place: z.number(),
  montant: decimal,
  parking: z.object({ id: z.number(), parking_nom: z.string(), residence }),
})
const localPaye = z.object({ id: z.number(), num: z.string(), montant: decimal, bloc })

/**
 * One payment (D3 §3). Exactly one of the three ids and of the three objects is set (Q173). `solde` is what remained of
 * its sale once it was paid (Q158); `prix` the price of that sale.
 */
export const paiement = z.object({
  id: z.number(),
  client_id: z.number(),
  client: clientResume,
  appartement_id: z.nullable(z.number()),
  place_parking_id: z.nullable(z.number()),
  local_id: z.nullable(z.number()),
  date_paiement: jourLu,
  details: z.nullable(z.string()),
  versement: decimal,
  solde: decimal,
  prix: decimal,
  /** The receipt's number, "2026-000123": gap-free in the year it was recorded. */
  recu: z.string(),
  /** The day, in Algiers, on which what the receipt says was last corrected; details are not. */
  rectifie_le: z.nullable(jourLu),
  vente_id: z.number(),
  /** Paid for a sale that has ended: only its details can still be corrected (Q172). */
  vente_terminee: z.boolean(),
  appartement: z.nullable(appartementPaye),
  place_parking: z.nullable(placePayee),
  local: z.nullable(localPaye),
  version: z.number(),
})
export type Paiement = z.output<typeof paiement>

/** Payments of the current sale of a lot, the oldest first. */
export const paiementsDeVente = z.array(paiement)

const rattache = facultatif(reference('Veuillez sélectionner un bien.'))
const saisie = z.object({
  client_id: reference('Veuillez sélectionner un client.'),
  appartement_id: rattache,
  place_parking_id: rattache,
  local_id: rattache,
  date_paiement: jour('La date est obligatoire.'),
  versement: montantPositif('Le montant est obligatoire.'),
  details: texteFacultatif(),
})

const biensNommes = (valeur: unknown): unknown[] => {
  if (typeof valeur !== 'object' || valeur === null) return []
  const champs = new Map(Object.entries(valeur))
  return ['appartement_id', 'place_parking_id', 'local_id']
    .map((nom) => champs.get(nom))
    .filter((id) => id != null && id !== '')
}
/** Exactly one bien, said together with the other fields' errors (Q156). */
const unBien = z.refine((valeur: unknown) => biensNommes(valeur).length > 0, {
  error: 'Veuillez sélectionner un bien.',
  path: ['appartement_id'],
  when: () => true,
})
const unSeulBien = z.refine((valeur: unknown) => biensNommes(valeur).length < 2, {
  error: 'Un paiement concerne un seul bien.',
  path: ['appartement_id'],
  when: () => true,
})

export const paiementInput = saisie.check(unBien, unSeulBien)
export type PaiementInput = z.output<typeof paiementInput>
const paiementChange = z.extend(saisie, { version }).check(unBien, unSeulBien)

const saved = z.extend(paiement, { message: z.string() })

/**
 * Why this remainder: the price of the current sale, each of its payments with what remained after it, and the sums.
 * Payments of former clients stand apart in `anciens`: they do not count (Q158, Q174).
 */
export const soldeDuBien = z.object({
  client: z.nullable(clientResume),
  prix: decimal,
  total_paye: decimal,
  resteAPayer: decimal,
  pourcentagePaiement: z.number(),
  lignes: z.array(paiement),
  anciens: z.array(paiement),
})
export type SoldeDuBien = z.output<typeof soldeDuBien>

const orthographes = (type: TypeBien) =>
  type === 'place_parking' ? ['place-parking', 'place_parking', 'placeParking'] : [type]
/** Every spelling of a path: /paiement/ or /paiements/, and the kind's own (Q41). The first one is the specification's. */
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
    query: pageQuery,
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
    summary: `Le relevé des paiements d'un bien (${type}) en PDF`,
    params: idParams,
    contentType: 'application/pdf',
  })

// Method, path and access stand in each entry, so that the browser takes the calls without the schemas (vite.contracts.ts).
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
    response: saved,
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
    response: saved,
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
    summary: "Le relevé d'un client, bien par bien, en PDF",
    params: idParams,
    contentType: 'application/pdf',
  }),
  printSingle: fileEndpoint({
    method: 'GET',
    path: '/api/paiement/print-single/{id}',
    aliases: ['/api/paiements/print-single/{id}'],
    access: 'membre',
    summary: "Le reçu d'un paiement en PDF",
    params: idParams,
    contentType: 'application/pdf',
  }),
  printAppartement: fileEndpoint({
    ...printDuBien('appartement'),
    method: 'GET',
    path: '/api/paiement/print-bien/appartement/{id}',
    access: 'membre',
  }),
  printPlace: fileEndpoint({
    ...printDuBien('place_parking'),
    method: 'GET',
    path: '/api/paiement/print-bien/place-parking/{id}',
    access: 'membre',
  }),
  printLocal: fileEndpoint({
    ...printDuBien('local'),
    method: 'GET',
    path: '/api/paiement/print-bien/local/{id}',
    access: 'membre',
  }),
}
