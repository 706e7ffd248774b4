import * as z from 'zod/mini'
import { ETATS_DE_PAPIER } from '#features/documents/papiers.rules.ts'
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
} from '#shared/champs.ts'
import { endpoint, fileEndpoint } from '#shared/endpoint.ts'
import { LANGUES, TYPES_DE_PAPIER } from '#shared/papiers.ts'

const DELAI = 'Le délai doit être compris entre 1 et 365 jours.'
const ECHEANCE = 'Veuillez choisir une échéance.'
const CLES = 'Le nombre de clés est de 0 à 99.'

/** What a paper is asked with; a field that its type does not have is not looked at. */
export const papierInput = z.object({
  type: z.enum(TYPES_DE_PAPIER, { error: 'Veuillez choisir un document.' }),
  /** French unless told. */
  langue: z.optional(z.enum(LANGUES)),
  /** The day it bears, today unless told. */
  date: facultatif(jourPasse()),
  /** Of an attestation: to whom it is addressed. */
  destinataire: ligneFacultative(),
  /** Of an appel de fonds, which must have one. */
  echeance_id: facultatif(reference(ECHEANCE)),
  /** Of a mise en demeure, in days: that of the settings unless told. */
  delai_jours: facultatif(entier(DELAI, { min: 1, hors: DELAI }).check(z.maximum(365, DELAI))),
  /** Of a procès-verbal. */
  compteur_electricite: ligneFacultative(50),
  compteur_gaz: ligneFacultative(50),
  compteur_eau: ligneFacultative(50),
  nombre_cles: facultatif(entier(CLES, { min: 0, hors: CLES }).check(z.maximum(99, CLES))),
  reserves: texteFacultatif(4000),
})
export type PapierInput = z.output<typeof papierInput>

/** A paper as it was issued. `montant`: what its type keeps, null for one without amount; `motif`: why it was cancelled. */
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

export const papiers = z.object({
  data: z.array(document),
  /** The six papers, each with why it cannot be issued now. */
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
