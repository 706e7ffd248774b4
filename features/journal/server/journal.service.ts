import { sql } from 'kysely'
import type { Objet } from '#features/journal/journal.mots.ts'
import type { Db } from '#server/database/db.ts'
import { statement } from '#server/database/prepared.ts'
import type { Actor } from '#server/http/session.ts'

export interface Entry {
  action: string
  objet: Objet
  /** Null for a section of the settings, which has no id. */
  id: number | null
  avant?: unknown
  apres?: unknown
}

/** The most entries in one statement: it holds its locks while it runs. */
const AT_ONCE = 5_000

/**
 * Writes the act of a member, with the record before and after, in the transaction of the change. Lines are never updated nor deleted.
 * @param entries one entry or all those of a change, written 5,000 at a time
 */
export async function writeJournal(db: Db, actor: Actor, entries: Entry | readonly Entry[]): Promise<void> {
  const lines = [entries].flat()
  for (let from = 0; from < lines.length; from += AT_ONCE) {
    const part = lines.slice(from, from + AT_ONCE)
    // All entries go as one JSON document, which the driver and the server need not split into parameters; as jsonb it is parsed once.
    const rows = part.map(({ id, ...entry }) => ({ ...entry, objet_id: id }))
    await insertLines(db, actor.id || null, actor.name, JSON.stringify(rows))
  }
}

const insertLines = statement<[membre: number | null, nom: string, lignes: string], never>(
  (membre, nom, lignes) => sql`
    insert into journal (membre_id, membre_nom, action, objet, objet_id, avant, apres)
    select ${membre}::bigint, ${nom}, l.action, l.objet, l.objet_id, l.avant, l.apres
    from rows from (jsonb_to_recordset(${lignes}::jsonb)
      as (action text, objet text, objet_id bigint, avant jsonb, apres jsonb)) with ordinality
      as l (action, objet, objet_id, avant, apres, rang)
    order by l.rang`,
)
