import type { Db } from '#server/database/db.ts'
import type { Actor } from '#server/http/session.ts'

/** The nouns the journal speaks of, by the alphabet. */
type Objet =
  | 'appartement'
  | 'bloc'
  | 'bon'
  | 'categorie'
  | 'client'
  | 'compte bancaire'
  | 'desistement'
  | 'etage'
  | 'ligne'
  | 'local'
  | 'membre'
  | 'option'
  | 'paiement'
  | 'parametres'
  | 'parking'
  | 'place'
  | 'promoteur'
  | 'relance'
  | 'remboursement'
  | 'remise'
  | 'residence'
  | 'stade'
  | 'vente'

export interface Entry {
  action: string
  objet: Objet
  /** Null for what has no number: a section of the settings. */
  id: number | null
  avant?: unknown
  apres?: unknown
}

/**
 * Writes who did what, with the record before and after, in the transaction of the change itself. Never updated nor deleted.
 * @param entries one, or all those of a change in one statement: locks are held while it runs
 */
export async function writeJournal(db: Db, actor: Actor, entries: Entry | readonly Entry[]): Promise<void> {
  const lines = [entries].flat()
  if (lines.length === 0) return
  await db
    .insertInto('journal')
    .values(
      lines.map(({ action, objet, id, avant, apres }) => ({
        membre_id: actor.id || null,
        membre_nom: actor.name,
        action,
        objet,
        objet_id: id,
        avant: avant === undefined ? null : JSON.stringify(avant),
        apres: apres === undefined ? null : JSON.stringify(apres),
      })),
    )
    .execute()
}
