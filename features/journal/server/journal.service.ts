import type { Db } from '#server/database/db.ts'
import type { Actor } from '#server/session.ts'

/** The nouns the journal speaks of. */
type Objet =
  | 'membre'
  | 'client'
  | 'residence'
  | 'bloc'
  | 'etage'
  | 'appartement'
  | 'local'
  | 'parking'
  | 'place'
  | 'vente'
  | 'paiement'
  | 'promoteur'
  | 'categorie'
  | 'bon'
  | 'ligne'

export interface Entry {
  action: string
  objet: Objet
  id: number
  avant?: unknown
  apres?: unknown
}

/** Writes who did what, with the record before and after, in the transaction of the change itself. Never updated nor deleted. */
export async function noter(db: Db, actor: Actor, { action, objet, id, avant, apres }: Entry): Promise<void> {
  await db
    .insertInto('journal')
    .values({
      membre_id: actor.id || null,
      membre_nom: actor.name,
      action,
      objet,
      objet_id: id,
      avant: avant === undefined ? null : JSON.stringify(avant),
      apres: apres === undefined ? null : JSON.stringify(apres),
    })
    .execute()
}
