import { sql, type RawBuilder } from 'kysely'
import type {
  Appartement,
  AppartementsQuery,
  TriAppartements,
} from '#features/appartements/appartements.contract.ts'
import {
  selectLots,
  toAppartement,
  type RowAvecVersements,
} from '#features/appartements/server/appartements.read.ts'
import { VERSEMENTS } from '#features/paiements/server/paiements.read.ts'
import { isInEtat } from '#features/biens/server/biens.read.ts'
import type { Etat } from '#shared/biens.ts'
import { pathWithFilters, toPage, readTranche } from '#shared/pagination.ts'
import { writeTri, type Tri } from '#shared/tri.ts'
import { cumulCount } from '#server/database/cumuls.ts'
import type { Db } from '#server/database/db.ts'
import { limitAndOffset, shaped, statement } from '#server/database/prepared.ts'
import { orderByTri, type Cles } from '#server/database/tri.ts'

const PAR_PAGE = 6

/**
 * One page of appartements, the newest first; those of a residence, bloc, étage, client or état from the ground up; in
 * either case in the order that is asked for. Amounts in centimes, areas in hundredths of m². One statement: rows and total
 * are those of one instant.
 */
export async function listAppartements(db: Db, query: AppartementsQuery) {
  const slice = readTranche(query, PAR_PAGE)
  const { residence_id, bloc_id, etage_id, client_id, etat, tri } = query
  const filters = { residence_id, bloc_id, etage_id, client_id, etat }
  const { lots, total } = await findPage(db, filters, tri ?? null, slice)
  const path = pathWithFilters('/backend/public/api/appartements', { ...filters, tri: writeTri(tri) })
  return toPage(lots, total, slice, path)
}

type Filters = Pick<AppartementsQuery, 'residence_id' | 'bloc_id' | 'etage_id' | 'client_id' | 'etat'>
type Slice = Pick<ReturnType<typeof readTranche>, 'limit' | 'offset'>

async function findPage(
  db: Db,
  { residence_id, bloc_id, etage_id, client_id, etat }: Filters,
  tri: Tri<TriAppartements> | null,
  { limit, offset }: Slice,
): Promise<{ lots: Appartement[]; total: number }> {
  const ids = [residence_id, bloc_id, etage_id, client_id] as const
  const [residence, bloc, etage, client] = ids.map((id) => id !== undefined)
  const find = pages({ residence, bloc, etage, client, etat: etat ?? null, tri })
  const rows = await find(db, ...ids, limit, offset)
  // Beyond the last page there is one row, of the total alone.
  return { lots: rows.filter(({ id }) => id !== null).map(toAppartement), total: rows[0]?.total ?? 0 }
}

/** What makes the text of the statement: which filters are named, and the order. */
interface Shape extends Partial<Record<'residence' | 'bloc' | 'etage' | 'client', boolean | undefined>> {
  etat: Etat | null
  tri: Tri<TriAppartements> | null
}

type Id = number | undefined

type Ids = Record<'residence' | 'bloc' | 'etage' | 'client', RawBuilder<Id>>
type Slots = { [K in keyof Slice]: RawBuilder<Slice[K]> }

const pages = shaped((shape: Shape) =>
  statement<[Id, Id, Id, Id, number, number], RowAvecVersements & { total: number }>(
    (residence, bloc, etage, client, limit, offset) => {
      const { total, ids } = found(shape, { residence, bloc, etage, client }, { limit, offset })
      return sql`
        with t as materialized (select ${total} as total),
        page as materialized (select i.id, row_number() over () as rang from (${ids}) i)
        select f.*, t.total
        from t left join (page p join (${selectLots(sql`select id from page`, VERSEMENTS)}) f on f.id = p.id) on true
        order by p.rang`
    },
  ),
)

/** How many lots there are, and the identifiers of a page of them, in order. */
function found(shape: Shape, { residence, bloc, etage, client }: Ids, slots: Slots) {
  const chosen = [
    shape.client &&
      sql`a.id in (select w.bien_id from ventes w where w.client_id = ${client} and w.terminee_le is null)`,
    shape.etat && isInEtat(shape.etat, 'a.id'),
  ]
  const blocs = [
    shape.residence && sql`o.residence_id = ${residence}`,
    shape.bloc && sql`o.id = ${bloc}`,
    shape.etage && sql`o.id = (select x.bloc_id from etages x where x.id = ${etage})`,
  ]
  const etages = [shape.etage && sql`e.id = ${etage}`]
  const placed = blocs.some(Boolean)
  if (!shape.tri && !placed && !chosen.some(Boolean)) return newest(slots)
  const joins = sql`from appartements a left join etages e on e.id = a.etage_id left join blocs o on o.id = e.bloc_id`
  const total = placed
    ? sql`(select count(*) from appartements a where a.etage_id = any(array(
        select e.id from etages e where e.bloc_id = any(array(select o.id from blocs o ${where(blocs)})) ${and(etages)})) ${and(chosen)})`
    : chosen.some(Boolean)
      ? sql`(select count(*) from appartements a ${where(chosen)})`
      : cumulCount('appartements')
  const all = [...blocs, ...etages, ...chosen]
  const ids = shape.tri
    ? sql`select a.id ${joins} ${joined(shape.tri)} ${where(all)} order by ${orderByTri(shape.tri, CLES, 'a.id')}`
    : // Bloc by bloc, as far as the page: the lots of those behind it are neither read nor sorted.
      sql`select a.id ${placed ? walked(blocs, etages, chosen) : sql`${joins} ${where(chosen)}`}
        order by o.recherche, o.id, e.niveau, e.id, a.id`
  return { total, ids: sql`${ids} ${limitAndOffset(slots)}` }
}

type Conditions = (RawBuilder<unknown> | false | null | undefined)[]
const and = (conditions: Conditions) =>
  sql.join(
    conditions.flatMap((condition) => (condition ? [sql`and ${condition}`] : [])),
    sql` `,
  )
const where = (conditions: Conditions) =>
  conditions.some(Boolean) ? sql`where true ${and(conditions)}` : sql``

/** `offset 0` keeps each step what it is: as one join, all lots of a residence would be read to sort them. */
const walked = (blocs: Conditions, etages: Conditions, lots: Conditions) => sql`
  from (select o.id, o.recherche from blocs o ${where(blocs)} order by o.recherche, o.id offset 0) o
  cross join lateral (select e.id, e.niveau from etages e where e.bloc_id = o.id ${and(etages)} offset 0) e
  cross join lateral (select a.id from appartements a where a.etage_id = e.id ${and(lots)} offset 0) a`

/**
 * The newest first, nothing of them counted (docs/decisions/0040): walked from the end that is nearer to the page, so that the last pages
 * cost as little as the first.
 */
function newest({ limit, offset }: Slots) {
  const near = sql`2 * ${offset}::bigint <= t.total`
  return {
    total: cumulCount('appartements'),
    ids: sql`
      select i.id from (
        (select a.id from appartements a order by a.id desc
          limit (select case when ${near} then ${limit}::bigint else 0 end from t) offset (select ${offset}::bigint))
        union all
        (select a.id from appartements a order by a.id
          limit (select case when ${near} then 0 else greatest(least(${limit}::bigint, t.total - ${offset}::bigint), 0) end from t)
          offset (select greatest(t.total - ${offset}::bigint - ${limit}::bigint, 0) from t))) i
      order by i.id desc`,
  }
}

/** By what each key puts lots in order; a lot without a client has neither client nor remainder. */
const CLES: Cles<TriAppartements> = {
  numLot: ['a.rang'],
  typeLogement: [sql`lower(a.type_logement)`, 'a.rang'],
  residence: ['r.recherche', 'r.id', 'o.rang', 'e.niveau', 'a.rang'],
  bloc: ['o.rang', 'e.niveau', 'a.rang'],
  etage: ['e.niveau', 'a.rang'],
  etat: [sql`v.id is not null`],
  client: [{ vide: 'c.recherche' }, { vide: 'c.id' }],
  prix: ['b.prix'],
  reste: [{ vide: sql`v.prix - v.total_paye` }],
}

/** What else {@link CLES} look at. Everything is joined to the left: the planner leaves out what an order does not look at. */
const joined = ({ cle }: Tri<TriAppartements>): RawBuilder<unknown> => sql`
  left join residences r on r.id = o.residence_id
  left join biens b on b.id = a.id
  ${
    cle === 'etat' || cle === 'client' || cle === 'reste'
      ? sql`left join ventes v on v.bien_id = a.id and v.terminee_le is null left join clients c on c.id = v.client_id`
      : sql``
  }`
