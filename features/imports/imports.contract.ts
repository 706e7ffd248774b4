import * as z from 'zod/mini'
import { retrait } from '#features/actes/actes.schema.ts'
import { GRAVITES, STATUTS_IMPORT } from '#features/imports/imports.words.ts'
import { decimal, idParams } from '#shared/champs/codecs.ts'
import { motRequete, texteRequete, entierRequete } from '#shared/champs/requetes.ts'
import { endpoint, fileEndpoint } from '#shared/endpoint.ts'
import { pageEnvelope, pageQuery } from '#shared/pagination.ts'
import { FORMATS } from '#shared/exports.ts'

/** Counts of one sheet: each line is in exactly one of crees, existants, modifies, laisses, erreurs. `montant` is in centimes. */
const compte = z.object({
  feuille: z.string(),
  lignes: z.number(),
  crees: z.number(),
  existants: z.number(),
  modifies: z.number(),
  laisses: z.number(),
  erreurs: z.number(),
  montant: z.nullable(decimal),
})

/** A workbook that was sent, with its outcome. `fait` and `total` count lines; instants are ISO 8601. */
export const unImport = z.object({
  id: z.number(),
  nom: z.string(),
  membre: z.string(),
  modifier: z.boolean(),
  statut: z.enum(STATUTS_IMPORT),
  motif: z.nullable(z.string()),
  fait: z.number(),
  total: z.number(),
  feuilles: z.array(compte),
  nombre_erreurs: z.number(),
  nombre_avertissements: z.number(),
  nombre_modifications: z.number(),
  recus_a_numeroter: z.number(),
  peut_confirmer: z.boolean(),
  peut_annuler: z.boolean(),
  /** Written, not undone, at most thirty days ago; what keeps it from being undone is not looked for. */
  peut_defaire: z.boolean(),
  defait_le: z.nullable(z.string()),
  defait_par: z.nullable(z.string()),
  sauvegarde: z.nullable(z.string()),
  cree_le: z.string(),
  fini_le: z.nullable(z.string()),
})
export type Import = z.output<typeof unImport>
export type CompteDeFeuille = z.output<typeof compte>

/** A message about a line, or about a sheet or the whole workbook (`ligne` 0). `cellule` is an address, `D12`. */
const messageImport = z.object({
  gravite: z.enum(GRAVITES),
  feuille: z.string(),
  ligne: z.number(),
  colonne: z.nullable(z.string()),
  cellule: z.nullable(z.string()),
  texte: z.string(),
})
export type MessageImport = z.output<typeof messageImport>

const messagesQuery = z.extend(pageQuery, {
  feuille: texteRequete,
  gravite: motRequete(...GRAVITES),
})
export type MessagesQuery = z.output<typeof messagesQuery>

const OUI = new Set(['1', 'true', 'on'])
const NON = new Set(['', '0', 'false'])

const coche = z.optional(
  z.pipe(
    z
      .union([z.string(), z.boolean()])
      .check(z.refine((valeur) => OUI.has(String(valeur)) || NON.has(String(valeur)))),
    z.transform((valeur) => OUI.has(String(valeur))),
  ),
)

const enregistre = z.extend(unImport, { message: z.string() })

export const importsEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/imports',
    access: 'patrimoine',
    summary: 'Les imports de classeurs, le dernier en premier',
    query: pageQuery,
    response: pageEnvelope(unImport),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/imports',
    access: 'patrimoine',
    summary: "Reçoit un classeur et commence sa vérification ; rien n'est écrit avant la confirmation",
    body: z.object({ modifier: coche }),
    file: 'classeur',
    accept: 'classeur',
    response: enregistre,
    status: 201,
    succes: 'Fichier reçu : vérification en cours.',
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/imports/{id}',
    access: 'patrimoine',
    summary: 'Un import : où il en est, et ce que chaque feuille apporte',
    params: idParams,
    response: unImport,
  }),
  messages: endpoint({
    method: 'GET',
    path: '/api/imports/{id}/messages',
    access: 'patrimoine',
    summary:
      "Ce qui est dit des lignes d'un import, dans l'ordre du classeur (les 10 000 premiers de chaque gravité)",
    params: idParams,
    query: messagesQuery,
    response: pageEnvelope(messageImport),
  }),
  confirmer: endpoint({
    method: 'POST',
    path: '/api/imports/{id}/confirmer',
    access: 'patrimoine',
    summary: "Écrit ce qu'un import sans erreur apporte : tout, ou rien ; une sauvegarde le précède",
    params: idParams,
    response: enregistre,
    succes: 'Import en cours.',
  }),
  annuler: endpoint({
    method: 'POST',
    path: '/api/imports/{id}/annuler',
    access: 'patrimoine',
    summary: "Abandonne un import, ou demande qu'il s'arrête ; rien n'en est écrit",
    params: idParams,
    response: enregistre,
    succes: "Import annulé : rien n'a été écrit.",
  }),
  defaire: endpoint({
    method: 'POST',
    path: '/api/imports/{id}/defaire',
    access: 'patrimoine',
    summary:
      "Retire tout ce qu'un import de moins de trente jours a écrit, si rien n'a servi depuis ; `essai`, dit ce qui serait retiré",
    params: idParams,
    body: z.object({ essai: z.optional(z.nullable(z.boolean())) }),
    response: z.union([enregistre, z.object({ data: retrait })]),
    essai: true,
    refuses: [409],
  }),
  annote: fileEndpoint({
    method: 'GET',
    path: '/api/imports/{id}/annote',
    access: 'patrimoine',
    summary: "Le classeur tel qu'il a été envoyé, avec ce que Diyar en dit dans sa dernière colonne",
    params: idParams,
    contentType: FORMATS.xlsx,
    refuses: [409],
  }),
}

const portefeuilleQuery = z.object({
  /** « 1 » asks for the empty model, whatever else is asked for. */
  modele: z.pipe(
    z.optional(z.unknown()),
    z.transform((valeur) => valeur === '1'),
  ),
  /** Limits the export to one residence; all residences without it. */
  residence_id: entierRequete,
})
export type PortefeuilleQuery = z.output<typeof portefeuilleQuery>

export const portefeuilleEndpoints = {
  export: fileEndpoint({
    method: 'GET',
    path: '/api/portefeuille/export',
    access: 'exporter',
    summary:
      "Tout le portefeuille, ou celui d'une résidence, en un classeur qui s'importe ; ou son modèle vide",
    query: portefeuilleQuery,
    contentType: FORMATS.xlsx,
    // The residence is in the query.
    refuses: [404],
  }),
}
