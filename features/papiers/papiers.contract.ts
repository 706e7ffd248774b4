import * as z from 'zod/mini'
import { ETATS_DE_PAPIER } from '#features/papiers/papiers.rules.ts'
import {
  decimal,
  entier,
  facultatif,
  idParams,
  jourLu,
  jourPasse,
  ligneFacultative,
  reference,
  texte,
  texteFacultatif,
  texteRequete,
} from '#shared/champs.ts'
import { endpoint, fileEndpoint } from '#shared/endpoint.ts'
import { LANGUES, TYPES_DE_PAPIER } from '#shared/papiers.ts'

const DELAI = 'Le délai doit être compris entre 1 et 365 jours.'
const ECHEANCE = 'Veuillez choisir une échéance.'
const CLES = 'Le nombre de clés est de 0 à 99.'

/** Request for a paper. Each type reads its own fields; the others are ignored. */
export const papierInput = z.object({
  type: z.enum(TYPES_DE_PAPIER, { error: 'Veuillez choisir un document.' }),
  langue: z.optional(z.enum(LANGUES)),
  date: facultatif(jourPasse()),
  /** Name printed after « À l'attention de » on an attestation. */
  destinataire: ligneFacultative(),
  /** Required for an appel de fonds. */
  echeance_id: facultatif(reference(ECHEANCE)),
  /** Days, for a mise en demeure. Default: the delay of the settings. */
  delai_jours: facultatif(entier(DELAI, { min: 1, hors: DELAI }).check(z.maximum(365, DELAI))),
  /** Fields of a procès-verbal de remise, from here on. */
  compteur_electricite: ligneFacultative(50),
  compteur_gaz: ligneFacultative(50),
  compteur_eau: ligneFacultative(50),
  nombre_cles: facultatif(entier(CLES, { min: 0, hors: CLES }).check(z.maximum(99, CLES))),
  reserves: texteFacultatif(4000),
})
export type PapierInput = z.output<typeof papierInput>

/** Paper as it was issued. `montant` (dinars on the wire) is null for a type without amount; `motif` is the reason of its cancellation. */
export const document = z.object({
  id: z.number(),
  vente_id: z.number(),
  numero: z.string(),
  type: z.enum(TYPES_DE_PAPIER),
  libelle: z.string(),
  langue: z.enum(LANGUES),
  etabli_le: jourLu,
  montant: z.nullable(decimal),
  code: z.string(),
  etat: z.enum(ETATS_DE_PAPIER),
  motif: z.nullable(z.string()),
  etabli_par: z.string(),
})
export type Document = z.output<typeof document>

/** `empeche` says why this member may not print the paper; it is absent when printing is allowed. */
const documentListe = z.extend(document, { empeche: z.optional(z.string()) })

export const papiers = z.object({
  data: z.array(documentListe),
  /** The six types of paper; `empeche` says why one cannot be issued now. */
  possibles: z.array(
    z.object({
      type: z.enum(TYPES_DE_PAPIER),
      libelle: z.string(),
      empeche: z.nullable(z.string()),
    }),
  ),
})
export type Papiers = z.output<typeof papiers>

export const annulationInput = z.object({ motif: texte('Le motif est obligatoire.') })

const saved = z.extend(document, { message: z.string() })

export const documentsEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/ventes/{id}/documents',
    access: 'membre',
    summary: "Les documents établis d'une vente, le dernier d'abord, et ceux qui peuvent l'être",
    params: idParams,
    response: papiers,
  }),
  apercu: fileEndpoint({
    method: 'GET',
    path: '/api/ventes/{id}/documents/apercu',
    access: 'documents',
    summary: "L'aperçu d'un document d'une vente, sans numéro ni code",
    params: idParams,
    query: papierInput,
    contentType: 'application/pdf',
    refuses: [409],
  }),
  exemple: fileEndpoint({
    method: 'GET',
    path: '/api/documents/exemple',
    access: 'parametres',
    summary: "Un document d'une vente imaginaire, avec les textes enregistrés",
    query: z.pick(papierInput, { type: true, langue: true }),
    contentType: 'application/pdf',
    refuses: [409],
  }),
  etablir: endpoint({
    method: 'POST',
    path: '/api/ventes/{id}/documents',
    access: 'documents',
    summary: "Établit un document d'une vente, sous le prochain numéro de sa série",
    params: idParams,
    body: papierInput,
    response: saved,
    status: 201,
    succes: 'Document établi avec succès !',
  }),
  pdf: fileEndpoint({
    method: 'GET',
    path: '/api/documents/{id}/pdf',
    access: 'documents',
    summary: "Un document tel qu'il a été établi",
    params: idParams,
    contentType: 'application/pdf',
  }),
  annuler: endpoint({
    method: 'POST',
    path: '/api/documents/{id}/annuler',
    access: 'corriger',
    summary: 'Annule un document, dont le numéro reste utilisé',
    params: idParams,
    body: annulationInput,
    response: saved,
    succes: 'Document annulé avec succès !',
  }),
}

/** State of a code: « annulé » when the payment was deleted or the paper cancelled, « rejeté » when the cheque was rejected. */
const ETATS_DE_CODE = ['valide', 'annulé', 'rejeté'] as const

/** Public facts of a receipt or a paper. This call is open to everybody, so the answer must have no other field. */
const verification = z.object({
  /** « Reçu de versement », « Attestation de paiement ». */
  genre: z.string(),
  numero: z.string(),
  date: jourLu,
  montant: z.nullable(decimal),
  bien: z.string(),
  /** Initials. */
  client: z.string(),
  etat: z.enum(ETATS_DE_CODE),
  /** Name of the issuer; null when no promoteur is registered. */
  promoteur: z.nullable(z.string()),
})
export type Verification = z.output<typeof verification>

export const verificationEndpoints = {
  verifier: endpoint({
    method: 'GET',
    path: '/api/verifier',
    access: 'public',
    summary: "Dit ce que porte le reçu ou le document de ce code, et s'il est toujours valable",
    query: z.object({ code: texteRequete }),
    response: verification,
    refuses: [404, 429],
  }),
}
