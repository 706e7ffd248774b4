import { sql, type RawBuilder } from 'kysely'
import { type AVendreQuery, type BienAVendre, biensEndpoints } from '#features/biens/biens.contract.ts'
import { bienDecrit, toBienResume, type BienDecrit } from '#features/etats/server/biens.read.ts'
import { isHolding, isInEtat } from '#features/etats/server/etats.read.ts'
import { FROM } from '#features/biens/server/genre.read.ts'
import { TYPES_DE_BIEN, type TypeBien } from '#shared/biens.ts'
import { aujourdhui, type Jour } from '#shared/dates.ts'
import { pathOf, readTranche, toPage } from '#shared/pagination.ts'
import { readGenre } from '#shared/texte.ts'
import type { Db } from '#server/database/db.ts'
import { containsNoms } from '#server/database/lists.ts'

const PAR_PAGE = 20

interface Row {
  /** Beyond the last page only the total is set. */
  total: number
  id: number | null
  version: number
  bien: BienDecrit
  option: BienAVendre['option']
}

/** The list is sorted by bloc or parking, then by this rank of the bien in it. */
const RANG: Record<TypeBien, RawBuilder<unknown>> = {
  appartement: sql`g.rang`,
  local: sql`g.rang`,
  place_parking: sql`ranger(g.numero_place::text)`,
}

/** Lists one page of the biens for sale by residence, bloc (parkings last) and number. Amounts in centimes, areas in hundredths of m². */
export async function listAVendre(db: Db, query: AVendreQuery) {
  const slice = readTranche(query, PAR_PAGE)
  const { search, residence_id, type, client_id } = query
  const today = aujourdhui()
  const kinds = TYPES_DE_BIEN.filter((one) => type === undefined || type === one)
  const found = sql.join(
    kinds.map((kind) => selectKind(kind, query, today)),
    sql` union all `,
  )
  const { rows } = await sql<Row>`
    with trouves as materialized (${found}),
    page as (select id, row_number() over () as rang from (
      select id from trouves order by residence, residence_id, sorte, lieu, lieu_id, rang, id
      limit ${slice.limit} offset ${slice.offset}) i)
    select t.total, b.id, b.version, ${bienDecrit('b.id')} as bien, (
      select json_build_object('id', p.id, 'client_id', p.client_id, 'nom', p.nom, 'expire_le', p.expire_le)
      from options p where p.bien_id = b.id and ${isHolding('p', today)}) as option
    from (select count(*) as total from trouves) t left join (page join biens b on b.id = page.id) on true
    order by page.rang`.execute(db)
  const path = pathOf(biensEndpoints.aVendre, {
    search,
    residence_id,
    type,
    client_id,
  })
  return toPage(rows.flatMap(toBienAVendre), rows[0]?.total ?? 0, slice, path)
}

function selectKind(kind: TypeBien, { search, residence_id, client_id }: AVendreQuery, today: Jour) {
  const numero = kind === 'place_parking' ? sql`g.numero_place::text` : sql`g.recherche`
  const conditions = [
    sql`b.bloque_le is null`,
    isInEtat('disponible', 'b.id'),
    containsNoms(
      sql<string>`${numero} || ' ' || o.recherche || ' ' || r.recherche`,
      chercheSansGenre(search),
    ),
    ...(residence_id === undefined ? [] : [sql`r.id = ${residence_id}`]),
    ...(client_id === undefined
      ? []
      : [
          sql`not exists (select from options p where p.bien_id = b.id and ${isHolding('p', today)}
            and p.client_id is distinct from ${client_id})`,
        ]),
  ]
  return sql`
    select b.id, r.rang as residence, r.id as residence_id, ${sql.lit(kind === 'place_parking' ? 1 : 0)} as sorte,
      o.rang as lieu, o.id as lieu_id, ${RANG[kind]} collate "C" as rang
    from ${FROM[kind]} join residences r on r.id = o.residence_id join biens b on b.id = g.id
    where ${sql.join(conditions, sql` and `)}`
}

/** Drops the word before the number in « Lot 302 » or « place 12 »: it names the kind and stands in no number. */
function chercheSansGenre(search: string): string {
  const { genre, reste } = readGenre(search)
  return genre === 'lot' || genre === 'local' || genre === 'place' ? reste : search
}

function toBienAVendre({ id, bien, option, version }: Row): BienAVendre[] {
  if (id === null) return []
  const { bloc_id: _bloc, parking_id: _parking, ...resume } = toBienResume(bien)
  const etat_bien = option === null ? 'libre' : 'option'
  return [{ ...resume, surface: bien.surface, montant: bien.prix, etat_bien, option, version }]
}
