import * as z from 'zod/mini'
import { retrait } from '#features/actes/actes.schema.ts'
import { GRAVITES, STATUTS_IMPORT } from '#features/imports/imports.words.ts'
import { UNITES } from '#features/imports/reprise.colonnes.ts'
import { decimal, idParams, VALEUR_INVALIDE } from '#shared/champs/codecs.ts'
import { motRequete, texteRequete, entierRequete } from '#shared/champs/requetes.ts'
import { endpoint, fileEndpoint } from '#shared/endpoint.ts'
import { liste } from '#shared/listes.ts'
import { pageEnvelope, pageQuery } from '#shared/pagination.ts'
import { FORMATS } from '#shared/exports.ts'

/** A workbook has fewer sheets. */
const FEUILLES_MAX = 1_000
/** No sheet of a workbook has more columns. */
const COLONNES_MAX = 16_384

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
/** A list of one's own as its columns are understood: `champ` null is « Ne pas lire », `sur` false has to be looked at. */
const feuilleLue = z.object({
  nom: z.string(),
  lire: z.boolean(),
  entete: z.number(),
  lignes: z.number(),
  residence_id: z.nullable(z.number()),
  arretee_au: z.string(),
  unite: z.enum(UNITES),
  unite_sure: z.boolean(),
  colonnes: z.array(
    z.object({
      lettre: z.string(),
      titre: z.string(),
      exemples: z.array(z.string()),
      champ: z.nullable(z.string()),
      sur: z.boolean(),
    }),
  ),
})
export type FeuilleDeListe = z.output<typeof feuilleLue>

/** One import, with what the columns of its lists are. */
export const importLu = z.extend(unImport, {
  correspondance: z.nullable(z.object({ feuilles: z.array(feuilleLue) })),
  /** Open sales that the import has made and that have no échéancier. */
  ventes_sans_echeancier: z.number(),
})
export type ImportLu = z.output<typeof importLu>

/** Answers of a member: a sheet or a column that is left out is not read. */
const reponse = z.object({
  feuilles: liste(
    z.object({
      nom: z.string(VALEUR_INVALIDE),
      lire: z.boolean(VALEUR_INVALIDE),
      residence_id: z.optional(z.nullable(z.number(VALEUR_INVALIDE))),
      arretee_au: z.optional(z.nullable(z.string(VALEUR_INVALIDE))),
      unite: z.optional(z.enum(UNITES, VALEUR_INVALIDE)),
      colonnes: z.optional(
        liste(z.object({ lettre: z.string(VALEUR_INVALIDE), champ: z.nullable(z.string(VALEUR_INVALIDE)) }), {
          max: COLONNES_MAX,
        }),
      ),
    }),
    { max: FEUILLES_MAX },
  ),
})
export type Reponse = z.output<typeof reponse>

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
    body: z.object({ modifier: coche, revoir: coche }),
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
    response: importLu,
  }),
  correspondance: endpoint({
    method: 'POST',
    path: '/api/imports/{id}/correspondance',
    access: 'patrimoine',
    summary: "Dit ce que sont les colonnes d'une liste ; le classeur est alors vérifié",
    params: idParams,
    body: reponse,
    response: enregistre,
    succes: 'Lecture avec ces colonnes.',
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
