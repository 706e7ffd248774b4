import { sql } from 'kysely'
import type { Objet } from '#features/journal/journal.mots.ts'
import type { Db } from '#server/database/db.ts'
import type { Actor } from '#server/http/session.ts'

export interface Entry {
  action: string
  objet: Objet
  /** Null for what has no number: a section of the settings. */
  id: number | null
  avant?: unknown
  apres?: unknown
}

/** Entries of one statement: more would hold its locks for longer than anybody should wait. */
const AT_ONCE = 5_000

/**
 * Writes who did what, with the record before and after, in the transaction of the change itself. Never updated nor deleted.
 * @param entries one, or all those of a change: at most 5,000 go in one statement, since locks are held while it runs
 */
export async function writeJournal(db: Db, actor: Actor, entries: Entry | readonly Entry[]): Promise<void> {
  const lines = [entries].flat()
  for (let from = 0; from < lines.length; from += AT_ONCE) {
    const part = lines.slice(from, from + AT_ONCE)
    // One document, which neither side takes apart into texts first.
    const rows = part.map(({ id, ...entry }) => ({ ...entry, objet_id: id }))
    await sql`insert into journal (membre_id, membre_nom, action, objet, objet_id, avant, apres)
      select ${actor.id || null}::bigint, ${actor.name}, l.action, l.objet, l.objet_id, l.avant, l.apres
      from rows from (json_to_recordset(${JSON.stringify(rows)}::json)
        as (action text, objet text, objet_id bigint, avant jsonb, apres jsonb)) with ordinality
        as l (action, objet, objet_id, avant, apres, rang)
      order by l.rang`.execute(db)
  }
}
