import * as z from 'zod/mini'
import { refusDuTexte } from '#features/journal/journal.mots.ts'
import { entierRequete, jourRequete, texteRequete } from '#shared/champs/requetes.ts'
import { endpoint, fileEndpoint } from '#shared/endpoint.ts'

const texte = z.nullable(z.string())

/** One field in words: « 1 250 000,00 DA », « Oui ». `avant` is null for an added record, `apres` for a deleted one. */
const changement = z.object({ champ: z.string(), avant: texte, apres: texte })
export type Changement = z.output<typeof changement>

export const ligneDuJournal = z.object({
  id: z.number(),
  quand: z.string(),
  membre: z.string(),
  action: z.string(),
  action_libelle: z.string(),
  objet: z.string(),
  objet_libelle: z.string(),
  /** Null for a section of the settings, which has no id. */
  objet_id: z.nullable(z.number()),
  /** The name of the record, « Appartement A-12 »; null where the line holds no values. */
  titre: texte,
  /** The address of the record's screen; null once the record is deleted. */
  lien: texte,
  changements: z.array(changement),
})
export type LigneDuJournal = z.output<typeof ligneDuJournal>

/** A record by its kind and its id, as the lines of the journal name it. */
export interface RecordId {
  objet: string
  id: number
}

/** `objet` with `objet_id` asks for the history of one record and of its ventes or paiements. Both days are included. */
const filtres = z.object({
  membre: entierRequete,
  objet: texteRequete,
  action: texteRequete,
  objet_id: entierRequete,
  du: jourRequete,
  au: jourRequete,
  q: texteRequete.check(
    z.refine((q) => refusDuTexte(q) === null, { error: ({ input }) => refusDuTexte(String(input)) ?? '' }),
  ),
})
export type JournalFiltres = z.output<typeof filtres>

const curseur = z.object({
  /** The id below which lines are read: the `suivant` of the previous answer. */
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
