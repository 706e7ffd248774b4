import { sql } from 'kysely'
import { isInEtat, standsAs } from '#features/etats/server/etats.read.ts'
import {
  FROM,
  selectBiens,
  type Genre,
  type RowDeBien,
  type Types,
} from '#features/biens/server/genre.read.ts'
import type { Etat } from '#shared/biens.ts'
import { aujourdhui } from '#shared/dates.ts'
import type { EtatDuBien } from '#shared/etats.ts'
import { pathOf, readTranche, toPage, type PageQuery } from '#shared/pagination.ts'
import { writeTri, type Tri } from '#shared/tri.ts'
import type { Db } from '#server/database/db.ts'
import { orderByTri } from '#server/database/lists.ts'
import { anyOf, limitAndOffset, runPrepared } from '#server/database/prepared.ts'

const PAR_PAGE = 6

interface Filtres {
  residence_id?: number | undefined
  bloc_id?: number | undefined
  parking_id?: number | undefined
  etage_id?: number | undefined
  client_id?: number | undefined
  etat?: Etat | undefined
  etat_bien?: EtatDuBien | undefined
}

/** Lists one page of biens of one kind, in one statement. Amounts in centimes, areas in hundredths of m². */
export async function listBiens<G extends Types>(
  db: Db,
  genre: Genre<G>,
  { page, per_page, tri, ...filtres }: PageQuery & Filtres & { tri?: Tri<G['tri']> | undefined },
) {
  const slice = readTranche({ page, per_page }, PAR_PAGE)
  const conditions = toConditions(filtres)
  const from = FROM[genre.type]
  const filtered = conditions.length > 0
  const where = filtered ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
  const total = (!filtered && genre.nombre) || sql`(select count(*) from ${from} ${where})`
  const ids = tri
    ? sql`select g.id from ${from} ${joined(tri)} ${where} order by ${orderByTri(tri, genre.cles, 'g.id')}`
    : sql`select g.id from ${from} ${where} order by ${filtered ? genre.ordre : genre.ordreSansFiltre}`
  const rows = await runPrepared(
    db,
    sql<RowDeBien & G['row'] & { total: number }>`
      with t as materialized (select ${total} as total),
      page as materialized (select i.id, row_number() over () as rang from (${ids} ${limitAndOffset(slice)}) i)
      select f.*, t.total
      from t left join (page p join (${selectBiens(genre, sql`g.id = ${anyOf(sql`select id from page`)}`)}) f on f.id = p.id) on true
      order by p.rang`,
  )
  // An empty page has one row of nulls, which carries the total.
  const biens = rows.flatMap((row): G['lu'][] => (row.id === null ? [] : [genre.toBien(row)]))
  const path = pathOf(genre.list, { ...filtres, tri: writeTri(tri) })
  return toPage(biens, rows[0]?.total ?? 0, slice, path)
}

function toConditions({ residence_id, bloc_id, parking_id, etage_id, client_id, etat, etat_bien }: Filtres) {
  return [
    residence_id !== undefined && sql`o.residence_id = ${residence_id}`,
    bloc_id !== undefined && sql`o.id = ${bloc_id}`,
    parking_id !== undefined && sql`o.id = ${parking_id}`,
    etage_id !== undefined && sql`e.id = ${etage_id}`,
    client_id !== undefined &&
      sql`g.id in (select w.bien_id from ventes w where w.client_id = ${client_id} and w.terminee_le is null)`,
    etat !== undefined && isInEtat(etat, 'g.id'),
    etat_bien !== undefined && standsAs(etat_bien, 'g.id', aujourdhui()),
  ].filter((condition) => condition !== false)
}

/** Joins the tables of the sort keys that a list does not need otherwise; sales and clients only for the keys that look at them. */
const joined = ({ cle }: Tri) => sql`
  left join residences r on r.id = o.residence_id
  left join biens b on b.id = g.id
  ${
    cle === 'etat' || cle === 'client' || cle === 'reste'
      ? sql`left join ventes v on v.bien_id = g.id and v.terminee_le is null left join clients c on c.id = v.client_id`
      : sql``
  }`

/** Sort keys that every lot has; without a client there is neither client nor remainder. */
export const CLES_DU_LOT = {
  etat: [sql`v.id is not null`],
  client: [{ vide: 'c.recherche' }, { vide: 'c.id' }],
  reste: [{ vide: sql`v.prix - v.total_paye` }],
} as const
