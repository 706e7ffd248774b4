import { sql, type RawBuilder } from 'kysely'
import { isFiche, pendantsOf, TABLES, type Fiche } from '#features/actes/server/actes.fiches.ts'
import type { Db } from '#server/database/db.ts'
import { groupBy } from '#shared/group-by.ts'

/** The last line of the journal; those of a writing that begins now come after it. */
export async function readLastLigne(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from journal`.execute(db)
  return rows[0]?.id ?? 0
}

interface Ecrit {
  acte: { import_id: number } | { residence_id: number }
  membre: string
  resume: object
  /** The last line of the journal before the writing began. */
  depuis: number
  /** The fiches whose number stood in the workbook. */
  numerotees?: readonly { objet: Fiche; id: number }[]
  /**
   * A connection outside the transaction, which reads the records as they were: what this transaction has changed nobody else can have
   * changed since. Absent for an act that only adds.
   */
  outside?: Db
}

/** The columns that no row gets back: which one it is, and how often it was changed. Those that the database generates follow by themselves. */
const PROPRES = sql`('id', 'version')`

/**
 * Records what the transaction has made and changed, found by its own lines of the journal, so that the act can be taken back
 * (`entree.md` D.8). @returns the id of the act
 */
export async function recordActe(
  db: Db,
  { acte, membre, resume, depuis, numerotees = [], outside }: Ecrit,
): Promise<number> {
  const written = {
    import_id: 'import_id' in acte ? acte.import_id : null,
    residence_id: 'residence_id' in acte ? acte.residence_id : null,
    membre_nom: membre,
    resume: JSON.stringify(resume),
  }
  const { rows } = await sql<{ id: number }>`
    insert into actes (import_id, residence_id, membre_nom, resume, dernier_journal)
    select ${written.import_id}::bigint, ${written.residence_id}::bigint, ${written.membre_nom}, ${written.resume}::jsonb,
      coalesce(max(id), ${depuis}) from (${lignesDe(depuis)}) l returning id`.execute(db)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('an inserted act has an id')
  const named = await readNamed(db, depuis, outside === undefined)
  for (const [fiche, ids] of named) {
    const former = outside ? await readFormer(outside, fiche, ids) : []
    const known = new Set(former.map((row) => row.id))
    await sql`
      insert into actes_fiches (acte_id, objet, objet_id, numero_donne)
      select ${id}, ${fiche}, f, f = any(${numerotees.flatMap((une) => (une.objet === fiche ? une.id : []))}::bigint[])
      from unnest(${ids.filter((one) => !known.has(one))}::bigint[]) f`.execute(db)
    await keepFormer(db, id, fiche, former)
  }
  return id
}

/** The lines of this transaction; those of others in the same range are not its own. */
const lignesDe = (depuis: number) =>
  sql<{ id: number; objet: string; objet_id: number }>`
    select id, objet, objet_id, action, avant, apres from journal where id > ${depuis} and xmin = pg_current_xact_id()::xid`

/** The fiches that the lines name, and the sales of the payments among them, whose totals they move. */
async function readNamed(db: Db, depuis: number, addedOnly: boolean): Promise<Map<Fiche, number[]>> {
  const { rows } = await sql<{ objet: string; objet_id: number }>`
    with l as materialized (${lignesDe(depuis)})
    select distinct objet, objet_id from (
      select objet, objet_id from l where objet_id is not null ${addedOnly ? sql`and action = 'ajouter'` : sql``}
      union all select 'vente', p.vente_id from l join paiements p on p.id = l.objet_id where l.objet = 'paiement'
      union all select 'vente', r.vente_id from l join remboursements r on r.id = l.objet_id where l.objet = 'remboursement') x
    order by objet, objet_id`.execute(db)
  const named = new Map<Fiche, number[]>()
  for (const [objet, lignes] of groupBy(rows, (row) => row.objet))
    if (isFiche(objet))
      named.set(
        objet,
        lignes.map(({ objet_id }) => objet_id),
      )
  return named
}

/** The whole row of a fiche, of both tables of a bien, with what hangs on it. */
function selectRows(fiche: Fiche, ids: readonly number[]): RawBuilder<{ id: number; row: object }> {
  const [first, second] = [...TABLES[fiche], undefined]
  const hanging = pendantsOf(fiche).map(
    ({ table, parent }) => sql` || jsonb_build_object(${sql.lit(table)}, (
      select coalesce(jsonb_agg(to_jsonb(h) order by h), '[]') from ${sql.table(table)} h where h.${sql.ref(parent)} = t.id))`,
  )
  return sql`
    select t.id, to_jsonb(t) ${second === undefined ? sql`` : sql`|| to_jsonb(s)`} ${sql.join(hanging, sql``)} as row
    from ${sql.table(first)} t ${second === undefined ? sql`` : sql`join ${sql.table(second)} s on s.id = t.id`}
    where t.id = any(${[...ids]}::bigint[])`
}

async function readFormer(outside: Db, fiche: Fiche, ids: readonly number[]) {
  const { rows } = await selectRows(fiche, ids).execute(outside)
  return rows
}

/** Keeps the former values of what has changed; a record that only a reading of it names, or only its version, is none. */
async function keepFormer(
  db: Db,
  acte: number,
  fiche: Fiche,
  former: readonly { id: number; row: object }[],
): Promise<void> {
  if (former.length === 0) return
  await sql`
    with avant as (select * from jsonb_to_recordset(${JSON.stringify(former)}::jsonb) as (id bigint, "row" jsonb)),
      apres as (${selectRows(
        fiche,
        former.map(({ id }) => id),
      )}),
      changes as (
        select a.id, (
          select jsonb_object_agg(k, v) from jsonb_each(a.row) e (k, v)
          where v is distinct from n.row -> k and k not in ${PROPRES} and not exists (
            select from pg_attribute c where c.attrelid = any(array[${sql.join(
              TABLES[fiche].map((table) => sql`${sql.lit(table)}::regclass`),
            )}]) and c.attname = k and c.attgenerated <> '')) as avant
        from avant a join apres n on n.id = a.id)
    insert into actes_fiches (acte_id, objet, objet_id, avant) select ${acte}, ${fiche}, id, avant from changes where avant is not null`.execute(
    db,
  )
}
