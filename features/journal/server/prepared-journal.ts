import { sql } from 'kysely'
import type { Entry } from '#features/journal/server/journal.service.ts'
import type { Db } from '#server/database/db.ts'
import type { Actor } from '#server/http/session.ts'

/** Lines of one statement. */
const AT_ONCE = 5_000

/**
 * Puts lines aside that a change will write once its last numbers are known: what they say is with the database by then, and whoever
 * waits for a number waits less. They are gone with the transaction.
 */
export async function prepareJournal(db: Db, entries: readonly Entry[]): Promise<void> {
  await sql`create temporary table if not exists journal_prepare (id bigint primary key, action text, objet text, apres jsonb) on commit drop`.execute(
    db,
  )
  const rows = entries.map(({ id, action, objet, apres }) => ({ id, action, objet, apres }))
  await sql`insert into journal_prepare select id, action, objet, apres
    from json_to_recordset(${JSON.stringify(rows)}::json) as l (id bigint, action text, objet text, apres jsonb)`.execute(
    db,
  )
}

/**
 * Writes lines that were put aside, in this order.
 * @param suites what is known of each only now, by the id of its record
 */
export async function writePreparedJournal(
  db: Db,
  actor: Actor,
  suites: readonly { id: number; suite: object }[],
): Promise<void> {
  for (let from = 0; from < suites.length; from += AT_ONCE)
    await sql`insert into journal (membre_id, membre_nom, action, objet, objet_id, apres)
      select ${actor.id || null}::bigint, ${actor.name}, p.action, p.objet, p.id, p.apres || l.suite
      from rows from (json_to_recordset(${JSON.stringify(suites.slice(from, from + AT_ONCE))}::json) as (id bigint, suite jsonb))
        with ordinality as l (id, suite, rang)
      join journal_prepare p on p.id = l.id order by l.rang`.execute(db)
}
