import * as z from 'zod/mini'
import { papiersErreurs } from '#features/papiers/papiers.erreurs.ts'
import { ETATS_DE_PAPIER } from '#features/papiers/papiers.rules.ts'
import {
  decimal,
  entier,
  facultatif,
  idParams,
  jour,
  jourLu,
  ligneFacultative,
  motFacultatif,
  reference,
  texte,
  texteFacultatif,
  VALEUR_INVALIDE,
  numeroFacultatif,
} from '#shared/champs/codecs.ts'
import { motRequete, texteRequete } from '#shared/champs/requetes.ts'
import { endpoint, fileEndpoint } from '#shared/endpoint.ts'
import { tirageQuery } from '#shared/exports.ts'
import {
  ENVOIS,
  LANGUES,
  PAPIERS_DE_BLOC,
  PAPIERS_DE_VENTE,
  TOUS_LES_PAPIERS,
  VARIANTES,
} from '#shared/papiers.ts'

const DELAI = 'Le délai doit être compris entre 1 et 365 jours.'
const ECHEANCE = 'Veuillez choisir une échéance.'
const CLES = 'Le nombre de clés est de 0 à 99.'
const DOCUMENT = 'Veuillez choisir un document.'
const HEURE = /^([01]\d|2[0-3]):[0-5]\d$/

const delai = facultatif(entier(DELAI, { min: 1, hors: DELAI }).check(z.maximum(365, DELAI)))

/** A choice that an address carries as a word. */
const ouiOuNon = facultatif(
  z.pipe(
    z.union([z.boolean(), z.enum(['true', 'false', '1', '0'])], { error: VALEUR_INVALIDE }),
    z.transform((valeur) => valeur === true || valeur === 'true' || valeur === '1'),
  ),
)

/** Fields of a request that every type of paper has. */
const demande = {
  langue: z.optional(z.enum(LANGUES)),
  /** Day of the paper; each type says which days it may bear. */
  date: facultatif(jour()),
  /** Name printed after « À l'attention de » on an attestation. */
  destinataire: ligneFacultative(),
}

/** Request for a paper of a sale. Each type reads its own fields; the others are ignored. */
export const papierInput = z.object({
  type: z.enum(PAPIERS_DE_VENTE, { error: DOCUMENT }),
  ...demande,
  /** Required for an appel de fonds. */
  echeance_id: facultatif(reference(ECHEANCE)),
  /** Last day to pay an appel de fonds. */
  limite_le: facultatif(jour()),
  /** Days, for a mise en demeure. Default: the delay of the settings. */
  delai_jours: delai,
  /** How a mise en demeure is sent. */
  envoi: motFacultatif(ENVOIS, VALEUR_INVALIDE),
  /** Fields of a procès-verbal de remise, from here on. */
  compteur_electricite: numeroFacultatif(50),
  compteur_gaz: numeroFacultatif(50),
  compteur_eau: numeroFacultatif(50),
  nombre_cles: facultatif(entier(CLES, { min: 0, hors: CLES }).check(z.maximum(99, CLES))),
  reserves: texteFacultatif(4000),
  heure: facultatif(z.string({ error: VALEUR_INVALIDE }).check(z.regex(HEURE, VALEUR_INVALIDE))),
  /** Days in which the réserves are to be lifted. */
  delai_reserves: delai,
  /** Keys, meters and réserves are left to be filled in by hand. */
  a_remplir: ouiOuNon,
})
export type PapierInput = z.output<typeof papierInput>

/** Request for a paper of a bloc, about one of its sales if `vente_id` names it. */
export const papierDeBlocInput = z.object({
  type: z.enum(PAPIERS_DE_BLOC, { error: DOCUMENT }),
  ...demande,
  vente_id: facultatif(reference(papiersErreurs.autreBloc.message)),
})
export type PapierDeBlocInput = z.output<typeof papierDeBlocInput>

/**
 * Paper as it was issued. `vente_id` is null for a paper of a bloc that names no sale, `bloc_id` for every other paper. `montant` (dinars on
 * the wire) is null for a type without amount; `motif` is the reason of its cancellation, `imprime_le` the instant of its first print.
 */
export const document = z.object({
  id: z.number(),
  vente_id: z.nullable(z.number()),
  bloc_id: z.nullable(z.number()),
  numero: z.string(),
  type: z.enum(TOUS_LES_PAPIERS),
  variante: z.nullable(z.enum(VARIANTES)),
  libelle: z.string(),
  langue: z.enum(LANGUES),
  etabli_le: jourLu,
  montant: z.nullable(decimal),
  code: z.string(),
  etat: z.enum(ETATS_DE_PAPIER),
  motif: z.nullable(z.string()),
  etabli_par: z.string(),
  imprime_le: z.nullable(z.string()),
})
export type Document = z.output<typeof document>

/** `empeche` says why this member may not print the paper; it is absent when printing is allowed. */
const documentListe = z.extend(document, { empeche: z.optional(z.string()) })

export const papiers = z.object({
  data: z.array(documentListe),
  /** Types of paper. `empeche` says why one cannot be issued now, `remarques` what to know before it is; a caller who asks for all has them. */
  possibles: z.array(
    z.object({
      type: z.enum(TOUS_LES_PAPIERS),
      libelle: z.string(),
      empeche: z.nullable(z.string()),
      remarques: z.optional(z.array(z.string())),
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
    query: z.object({ tous: motRequete('1') }),
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
    query: z.object({ type: z.enum(TOUS_LES_PAPIERS, { error: DOCUMENT }), langue: demande.langue }),
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
    query: tirageQuery,
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

export const documentsDeBlocEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/blocs/{id}/documents',
    access: 'membre',
    summary: "Les documents établis d'un bloc, le dernier d'abord, et ceux qui peuvent l'être",
    params: idParams,
    /** The open sale of the bloc that the paper to be issued names: the remarks then say what it lacks. */
    query: z.object({ vente_id: papierDeBlocInput.shape.vente_id }),
    response: papiers,
  }),
  apercu: fileEndpoint({
    method: 'GET',
    path: '/api/blocs/{id}/documents/apercu',
    access: 'documents',
    summary: "L'aperçu d'un document d'un bloc, sans numéro ni code",
    params: idParams,
    query: papierDeBlocInput,
    contentType: 'application/pdf',
    refuses: [409],
  }),
  etablir: endpoint({
    method: 'POST',
    path: '/api/blocs/{id}/documents',
    access: 'documents',
    summary: "Établit un document d'un bloc, sous le prochain numéro de sa série",
    params: idParams,
    body: papierDeBlocInput,
    response: saved,
    status: 201,
    succes: 'Document établi avec succès !',
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
