import { sql, type RawBuilder } from 'kysely'
import type { JournalFiltres } from '#features/journal/journal.contract.ts'
import { readPeriode, type Jour } from '#shared/dates.ts'
import { motsOf } from '#shared/texte.ts'
import type { Db } from '#server/database/db.ts'
import { containsMots, hasTrigram } from '#server/database/mots.ts'

/** Between which ids lines are looked for, both bounds outside, and in which time. */
export interface Bornes {
  haut: number
  bas: number
  du: Jour | undefined
  au: Jour | undefined
}

const DERNIER = Number.MAX_SAFE_INTEGER
/**
 * Lines have the time at which their change began, and get their id when they are written: a long import is overtaken by others.
 * So much is looked at beside a period, in time and in ids.
 */
const AUTOUR = { ids: 10_000, temps: '1 hour' }
/** Of so many lines the newest are looked at for a text before its index is asked. */
const FENETRE = 10_000
/** A text that more lines have is not rare. */
const RARES = 20_000

const minuit = (jour: Jour, plus = 0) =>
  sql<Date>`((${jour}::date + ${plus}::integer)::timestamp at time zone 'Africa/Algiers')`

/** The bounds of what is asked for, a period turned into ids. */
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

const dansLeTemps = ({ du, au }: Bornes): RawBuilder<boolean> =>
  sql<boolean>`${du === undefined ? sql`true` : sql`quand >= ${minuit(du)}`} and ${au === undefined ? sql`true` : sql`quand < ${minuit(au, 1)}`}`

/**
 * The ways into the journal that give the lines asked for by id: by an index that begins with what is equal. Its columns are compared
 * together, and the lines are put in its order, so that no other index serves: one that has the ids alone would be walked to its end for
 * whoever left years ago. There are few acts, and each that a kind or an act alone names is a way of its own.
 * @returns a statement of `voie` and `id`, at most `chacune` ids of each way, the newest first; it stands in one with {@link ACTES}
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

/** Every kind with every act that was done to it, each found by one step in the index. */
const ACTES = sql`actes as (
    (select objet, action from journal order by objet desc, action desc limit 1)
    union all
    select suivant.* from actes a cross join lateral (
      select objet, action from journal where (objet, action) < (a.objet, a.action) order by objet desc, action desc limit 1) suivant)`

const voies = ({ objet, action }: Quoi) =>
  sql`${ACTES}, voies as materialized (select * from actes where ${objet === '' ? sql`true` : sql`objet = ${objet}`} and ${action === '' ? sql`true` : sql`action = ${action}`})`

/** The newest ids of what is asked for, `limite` at most. */
export async function readIds(db: Db, quoi: Quoi, bornes: Bornes, limite: number): Promise<number[]> {
  if (quoi.q !== '') return searchIds(db, quoi, bornes, limite)
  const { rows } = await sql<{
    id: number
  }>`with recursive ${voies(quoi)}, lignes as (${lignesPar(quoi, bornes, sql`${limite}`)})
    select id from lignes order by id desc limit ${limite}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * The same for lines that a text is found in. A frequent one is found among the newest lines; for another the index of the names is
 * asked, which gives all there are: few, since it is not frequent. One that was frequent long ago is looked for further and further down.
 */
async function searchIds(db: Db, quoi: Quoi, bornes: Bornes, limite: number): Promise<number[]> {
  const { complet, ids } = await searchNewest(db, quoi, bornes, limite)
  if (complet || ids.length >= limite) return ids
  const found = sql`from journal where ${indexed(quoi.q)} and ${containsMots('recherche', quoi.q)} and id > ${bornes.bas}`
  const voulu = sql`${egal(quoi)} and ${dansLeTemps(bornes)}`
  // By the text alone: of an index for something else all lines would be read.
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

/** What is found among the newest lines, and whether those are all: only lines above the lowest that each way has shown count. */
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

/** Above the newest line, where what is asked for has no other bound. */
async function dernierId(db: Db, { haut }: Bornes): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from journal`.execute(db)
  return Math.min(haut, (rows[0]?.id ?? 0) + 1)
}

const egal = ({ membre, objet, action }: Quoi): RawBuilder<boolean> =>
  sql<boolean>`${membre === undefined ? sql`true` : sql`membre_id = ${membre}`}
    and ${objet === '' ? sql`true` : sql`objet = ${objet}`} and ${action === '' ? sql`true` : sql`action = ${action}`}`

const LETTRES = /[a-z0-9\u0621-\u064A]{3}/

/** What the index of the names can look up of a text: the words it has three letters in a row of. */
function indexed(q: string): RawBuilder<boolean> {
  const mots = motsOf(q).filter((mot) => hasTrigram(mot) || LETTRES.test(mot))
  if (mots.length === 0) return sql<boolean>`true`
  const conditions = mots.map(
    (mot) =>
      sql`journal_lettres(recherche) like journal_lettres(${`%${mot.replace(/[\\%_]/g, '\\$&')}%`}::text)`,
  )
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/** One record whose history is asked for. */
interface Suivi {
  objet: string
  id: number
}

const BIENS = new Set(['appartement', 'local', 'place'])

/** What hangs on a record, as kinds and ids: also what is no more, by the lines that tell of it. */
function autourDe({ objet, id }: Suivi): RawBuilder<unknown> {
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

/** The newest ids of all that was done to a record and to what hangs on it, `limite` at most, among what is asked for. */
export async function readHistorique(
  db: Db,
  suivi: Suivi,
  { membre, action, q }: Quoi,
  bornes: Bornes,
  limite: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with suivis (objet, objet_id) as (select ${suivi.objet}::text, ${suivi.id}::bigint ${autourDe(suivi)})
    select t.id from suivis s cross join lateral (
      select id from journal where (objet, objet_id, id) < (s.objet, s.objet_id, ${bornes.haut}) and (objet, objet_id, id) > (s.objet, s.objet_id, ${bornes.bas})
        and ${dansLeTemps(bornes)} and ${containsMots('recherche', q)}
        and ${egal({ membre, action, objet: '', q })}
      order by objet desc, objet_id desc, id desc limit ${limite}) t
    order by t.id desc limit ${limite}`.execute(db)
  return rows.map(({ id }) => id)
}
