import { sql, type RawBuilder } from 'kysely'
import type { JournalFiltres, RecordId } from '#features/journal/journal.contract.ts'
import { readPeriode, type Jour } from '#shared/dates.ts'
import { motsOf } from '#shared/texte.ts'
import type { Db } from '#server/database/db.ts'
import { containsMots, hasTrigram } from '#server/database/lists.ts'

/** The range of ids to read, both bounds excluded, and the days of the period. */
export interface Bornes {
  haut: number
  bas: number
  du: Jour | undefined
  au: Jour | undefined
}

const DERNIER = Number.MAX_SAFE_INTEGER
/** Margin around a period: a line bears the time at which its change began but gets its id at the end, so long imports disorder them. */
const AUTOUR = { ids: 10_000, temps: '1 hour' }
/** The number of newest lines that a text search reads before it uses the index. */
const FENETRE = 10_000
/** Above so many hits a text is not rare. */
const RARES = 20_000

const minuit = (jour: Jour, plus = 0) =>
  sql<Date>`((${jour}::date + ${plus}::integer)::timestamp at time zone 'Africa/Algiers')`

/** Turns the period into a range of ids. @param avant only lines below this id */
export async function readBornes(
  db: Db,
  filtres: Pick<JournalFiltres, 'du' | 'au'>,
  avant: number = DERNIER,
): Promise<Bornes> {
  const { du, au } = readPeriode(filtres)
  const aucune = sql<null>`null::bigint`
  const { rows } = await sql<{ bas: number | null; haut: number | null }>`select
    ${du === undefined ? aucune : sql`(select id from journal where quand <= ${minuit(du)} - ${AUTOUR.temps}::interval order by quand desc limit 1)`} as bas,
    ${au === undefined ? aucune : sql`(select id from journal where quand >= ${minuit(au, 1)} + ${AUTOUR.temps}::interval order by quand limit 1)`} as haut`.execute(
    db,
  )
  const { bas = null, haut = null } = rows[0] ?? {}
  return {
    bas: bas === null ? 0 : bas - AUTOUR.ids,
    haut: Math.min(avant, haut === null ? DERNIER : haut + AUTOUR.ids),
    du,
    au,
  }
}

type Quoi = Pick<JournalFiltres, 'membre' | 'objet' | 'action' | 'q'>

/**
 * The condition on the period. `coalesce` hides its selectivity from the planner, which would otherwise read a whole month for each act.
 */
const dansLeTemps = ({ du, au }: Bornes): RawBuilder<boolean> =>
  du === undefined && au === undefined
    ? sql<boolean>`true`
    : sql<boolean>`coalesce(${du === undefined ? sql`true` : sql`quand >= ${minuit(du)}`} and ${au === undefined ? sql`true` : sql`quand < ${minuit(au, 1)}`}, false)`

/**
 * Selects the wanted lines by id, each way through an index whose first columns are compared for equality. Row comparison and order name
 * all the columns, so that the planner uses that index; by ids alone it would walk the whole journal for a member who left years ago. With
 * a kind or an act, each pair of kind and act is one way.
 * @returns a statement of `voie` and `id`, at most `chacune` ids of each way, the newest first; it needs {@link ACTES}
 */
function lignesPar({ membre, objet, action }: Quoi, bornes: Bornes, chacune: RawBuilder<number>) {
  const { haut, bas } = bornes
  const temps = dansLeTemps(bornes)
  if (objet === '' && action === '') {
    if (membre === undefined)
      return sql`select '' as voie, t.* from (select id, recherche from journal where id < ${haut} and id > ${bas} and ${temps} order by id desc limit ${chacune}) t`
    return sql`select '' as voie, t.* from (select id, recherche from journal
      where (membre_id, id) < (${membre}::bigint, ${haut}) and (membre_id, id) > (${membre}::bigint, ${bas}) and ${temps}
      order by membre_id desc, id desc limit ${chacune}) t`
  }
  const qui = membre === undefined ? sql`` : sql`${membre}::bigint,`
  const colonne = membre === undefined ? sql`` : sql`membre_id,`
  const ordre = membre === undefined ? sql`` : sql`membre_id desc,`
  return sql`select a.objet || ' ' || a.action as voie, t.* from voies a cross join lateral (
    select id, recherche from journal
    where (${colonne} objet, action, id) < (${qui} a.objet, a.action, ${haut}) and (${colonne} objet, action, id) > (${qui} a.objet, a.action, ${bas}) and ${temps}
    order by ${ordre} objet desc, action desc, id desc limit ${chacune}) t`
}

/** The pairs of kind and act in the journal, each found by one step in the index. */
const ACTES = sql`actes as (
    (select objet, action from journal order by objet desc, action desc limit 1)
    union all
    select suivant.* from actes a cross join lateral (
      select objet, action from journal where (objet, action) < (a.objet, a.action) order by objet desc, action desc limit 1) suivant)`

const voies = ({ objet, action }: Quoi) =>
  sql`${ACTES}, voies as materialized (select * from actes where ${objet === '' ? sql`true` : sql`objet = ${objet}`} and ${action === '' ? sql`true` : sql`action = ${action}`})`

/** The newest ids, at most `limite`, of the lines that match the filters. */
export async function readIds(db: Db, quoi: Quoi, bornes: Bornes, limite: number): Promise<number[]> {
  if (quoi.q !== '') return searchIds(db, quoi, bornes, limite)
  const { rows } = await sql<{
    id: number
  }>`with recursive ${voies(quoi)}, lignes as (${lignesPar(quoi, bornes, sql`${limite}`)})
    select id from lignes order by id desc limit ${limite}`.execute(db)
  return rows.map(({ id }) => id)
}

/** A frequent text is found among the newest lines, a rare one by the index, and one frequent only long ago in ever larger ranges. */
async function searchIds(db: Db, quoi: Quoi, bornes: Bornes, limite: number): Promise<number[]> {
  const { complet, ids } = await searchNewest(db, quoi, bornes, limite)
  if (complet || ids.length >= limite) return ids
  const found = sql`from journal where ${indexed(quoi.q)} and ${containsMots('recherche', quoi.q)} and id > ${bornes.bas}`
  const voulu = sql`${egal(quoi)} and ${dansLeTemps(bornes)}`
  // This statement filters by the text alone: with another filter the planner would use that filter's index and read all its lines.
  const { rows: trouves } = await sql<{ id: number; voulu: boolean }>`
    select id, ${voulu} as voulu ${found} and id < ${bornes.haut} limit ${RARES + 1}`.execute(db)
  const tous = trouves.filter((trouve) => trouve.voulu)
  if (trouves.length <= RARES)
    return tous
      .map(({ id }) => id)
      .toSorted((a, b) => b - a)
      .slice(0, limite)
  for (let haut = await dernierId(db, bornes), pas = 5 * FENETRE; ; pas *= 4) {
    const { rows } = await sql<{ id: number }>`
      select id ${found} and ${voulu} and id < ${haut} and id >= ${haut - pas} order by id desc limit ${limite - ids.length}`.execute(
      db,
    )
    ids.push(...rows.map(({ id }) => id))
    haut -= pas
    if (ids.length >= limite || haut <= Math.max(bornes.bas, 0)) return ids
  }
}

/** Searches the newest lines; `complet` means that none is older. When a `voie` was read in part, only the ids above its lowest one are sure. */
async function searchNewest(
  db: Db,
  quoi: Quoi,
  bornes: Bornes,
  limite: number,
): Promise<{ complet: boolean; ids: number[] }> {
  const seule = quoi.objet === '' && quoi.action === ''
  const combien = seule
    ? sql`select ${FENETRE}::integer as n`
    : sql`select greatest(${FENETRE} / greatest(count(*), 1), ${limite}) as n from voies`
  const { rows } = await sql<{ id: number | null; complet: boolean }>`with recursive ${voies(quoi)},
    combien as (${combien}),
    lignes as materialized (${lignesPar(quoi, bornes, sql`(select n from combien)`)}),
    jusque as (select max(premier) as id from (select min(id) as premier from lignes group by voie having count(*) >= (select n from combien)) v)
    select t.id, j.id is null as complet from jusque j left join lateral (
      select id from lignes where id >= coalesce(j.id, 0) and ${containsMots('recherche', quoi.q)} order by id desc limit ${limite}) t on true`.execute(
    db,
  )
  const complet = rows[0]?.complet !== false
  const ids = rows.flatMap(({ id }) => id ?? [])
  return { complet, ids: complet || ids.length >= limite ? ids : [] }
}

/** The upper bound of the ids, at most one above the newest line. */
async function dernierId(db: Db, { haut }: Bornes): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from journal`.execute(db)
  return Math.min(haut, (rows[0]?.id ?? 0) + 1)
}

const egal = ({ membre, objet, action }: Quoi): RawBuilder<boolean> =>
  sql<boolean>`${membre === undefined ? sql`true` : sql`membre_id = ${membre}`}
    and ${objet === '' ? sql`true` : sql`objet = ${objet}`} and ${action === '' ? sql`true` : sql`action = ${action}`}`

const LETTRES = /[a-z0-9\u0621-\u064A]{3}/

/** The condition on the words that the text index can serve: those with three letters in a row. */
function indexed(q: string): RawBuilder<boolean> {
  const mots = motsOf(q).filter((mot) => hasTrigram(mot) || LETTRES.test(mot))
  if (mots.length === 0) return sql<boolean>`true`
  const conditions = mots.map(
    (mot) =>
      sql`journal_lettres(recherche) like journal_lettres(${`%${mot.replace(/[\\%_]/g, '\\$&')}%`}::text)`,
  )
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

const BIENS = new Set(['appartement', 'local', 'place'])

/** Selects the kind and id of the records that belong to a record. Deleted ones are found through their journal lines. */
function autourDe({ objet, id }: RecordId): RawBuilder<unknown> {
  const texte = String(id)
  if (BIENS.has(objet))
    return sql`union select 'vente', id from ventes where bien_id = ${id}
      union select 'vente', objet_id from journal where objet = 'vente' and coalesce(apres->>'bien_id', avant->>'bien_id') = ${texte}
      union select 'option', id from options where bien_id = ${id}`
  if (objet === 'client')
    return sql`union select 'vente', id from ventes where client_id = ${id}
      union select 'vente', objet_id from journal where objet = 'vente' and coalesce(apres->>'client_id', avant->>'client_id') = ${texte}`
  if (objet === 'vente')
    return sql`union select 'paiement', id from paiements where vente_id = ${id}
      union select objet, objet_id from journal
        where objet in ('paiement', 'remboursement', 'relance', 'document') and coalesce(apres->>'vente_id', avant->>'vente_id') = ${texte}
      union select 'desistement', ${id}::bigint`
  return sql``
}

/** The newest ids, at most `limite`, of the history of a record and of the records that belong to it, after the filters. */
export async function readHistorique(
  db: Db,
  record: RecordId,
  { membre, action, q }: Quoi,
  bornes: Bornes,
  limite: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with records (objet, objet_id) as (select ${record.objet}::text, ${record.id}::bigint ${autourDe(record)})
    select t.id from records r cross join lateral (
      select id from journal where (objet, objet_id, id) < (r.objet, r.objet_id, ${bornes.haut}) and (objet, objet_id, id) > (r.objet, r.objet_id, ${bornes.bas})
        and ${dansLeTemps(bornes)} and ${containsMots('recherche', q)}
        and ${egal({ membre, action, objet: '', q })}
      order by objet desc, objet_id desc, id desc limit ${limite}) t
    order by t.id desc limit ${limite}`.execute(db)
  return rows.map(({ id }) => id)
}
