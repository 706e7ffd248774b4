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
    // All entries go as one JSON document, which the driver and the server need not split into parameters.
    const rows = part.map(({ id, ...entry }) => ({ ...entry, objet_id: id }))
    await insertLines(db, actor.id || null, actor.name, JSON.stringify(rows))
  }
}

const insertLines = statement<[membre: number | null, nom: string, lignes: string], never>(
  (membre, nom, lignes) => sql`
    insert into journal (membre_id, membre_nom, action, objet, objet_id, avant, apres)
    select ${membre}::bigint, ${nom}, l.action, l.objet, l.objet_id, l.avant, l.apres
    from rows from (json_to_recordset(${lignes}::json)
      as (action text, objet text, objet_id bigint, avant jsonb, apres jsonb)) with ordinality
      as l (action, objet, objet_id, avant, apres, rang)
    order by l.rang`,
)

/** Sends lines to a temporary table before the last numbers of a change are known, so that those numbers are locked for less time. */
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

/** Writes prepared lines, in this order. @param suites the values known only now, by the id of the record */
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
