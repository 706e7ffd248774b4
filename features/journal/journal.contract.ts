import * as z from 'zod/mini'
import { LETTRES_MIN } from '#features/journal/journal.lettres.ts'
import { entierRequete, jourRequete, texteRequete } from '#shared/champs.ts'
import { endpoint, fileEndpoint } from '#shared/endpoint.ts'

const texte = z.nullable(z.string())

/** What one field was and is, ready to read: « 1 250 000,00 DA », « 21 novembre 2025 », « Oui ». Null where there was, or is, no record. */
const changement = z.object({ champ: z.string(), avant: texte, apres: texte })
export type Changement = z.output<typeof changement>

/** One act: who did what, when, to what, and what it changed. */
export const ligneDuJournal = z.object({
  id: z.number(),
  /** An instant, ISO 8601. */
  quand: z.string(),
  membre: z.string(),
  action: z.string(),
  action_libelle: z.string(),
  objet: z.string(),
  objet_libelle: z.string(),
  /** Null for what has no number: a section of the settings. */
  objet_id: z.nullable(z.number()),
  /** « Lot A-12 », « Reçu 2026-000123 », a name; null where the line holds no values. */
  titre: texte,
  /** Where it is shown; null once it is deleted. */
  lien: texte,
  changements: z.array(changement),
})
export type LigneDuJournal = z.output<typeof ligneDuJournal>

/**
 * What lines are asked for. `objet` with `objet_id` is the history of one record: that of a bien has its ventes, that of a client his,
 * that of a vente its paiements. Days are those of Algiers, both included.
 */
const filtres = z.object({
  membre: entierRequete,
  objet: texteRequete,
  action: texteRequete,
  objet_id: entierRequete,
  du: jourRequete,
  au: jourRequete,
  q: texteRequete.check(
    z.refine((q) => q === '' || q.length >= LETTRES_MIN, `Tapez au moins ${LETTRES_MIN} lettres.`),
  ),
})
export type JournalFiltres = z.output<typeof filtres>

const curseur = z.object({
  /** The lines before this one: the `suivant` of an answer. */
  avant: entierRequete,
  per_page: entierRequete,
})
export type JournalQuery = z.output<typeof filtres> & z.output<typeof curseur>

export const journalEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/journal',
    access: 'journal',
    summary: 'Le journal, du plus récent au plus ancien : qui a fait quoi, quand, et ce qui a changé',
    query: z.extend(filtres, curseur.shape),
    response: z.object({
      data: z.array(ligneDuJournal),
      suivant: z.nullable(z.number()),
      membres: z.nullable(z.array(z.object({ id: z.number(), name: z.string() }))),
    }),
  }),
  export: fileEndpoint({
    method: 'GET',
    path: '/api/journal/export',
    access: 'journal',
    summary: 'Le journal en classeur Excel, une ligne par champ changé',
    query: filtres,
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }),
}
