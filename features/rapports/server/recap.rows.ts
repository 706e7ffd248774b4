import { sql, type RawBuilder } from 'kysely'
import type { OrdrePayeurs, PayeursFiltres } from '#features/rapports/recap.contract.ts'
import { bienDecrit, type BienDecrit } from '#features/etats/server/biens.read.ts'
import { conditions, joinRetenus } from '#features/rapports/server/recap.filtres.ts'
import { sommesDuClient, type SommesDuClient } from '#features/etats/server/etats.read.ts'
import { ventesAu } from '#features/rapports/server/situation.ts'
import { readFiltres } from '#features/rapports/server/versements.read.ts'
import type { Centimes } from '#shared/argent.ts'
import type { Jour } from '#shared/dates.ts'
import type { Tri } from '#shared/tri.ts'
import { cumul } from '#server/database/records.ts'
import type { Db } from '#server/database/db.ts'
import { anyOf, limitAndOffset, runSearch, statement } from '#server/database/prepared.ts'
import { hidden, isPlannedOnce, shown, type Valeur, orderByTri, type Cles } from '#server/database/lists.ts'

/** The columns by which each key orders clients; sums cover all biens of a client, whatever the filters leave. */
const CLES: Cles<OrdrePayeurs> = {
  client: ['c.recherche'],
  biens: ['t.biens', 'c.recherche'],
  montant: ['t.prix'],
  totalPaye: ['t.paye'],
  resteAPayer: [sql`t.prix - t.paye`],
  pourcentage: [sql`coalesce(t.paye::numeric / nullif(t.prix, 0), 0)`],
}

/** A sold bien of the recap, with the sums of the whole result. Amounts in centimes. */
export interface Row {
  nombre_biens: number
  montant_global: Centimes
  total_paye_global: Centimes
  /** Sum of the remainders of the sales, where it is not the difference of the two sums: a sale paid on a day before a price of later. */
  restant_global?: Centimes
  clients: number
  /** Null in the only row of a page without clients. */
  client_id: number | null
  nom_complet: string
  tel: string | null
  email: string | null
  bien_id: number | null
  vente_id: number
  dossier_annee: number
  dossier_numero: number
  prix: Centimes
  total_paye: Centimes
  /** With a filter of payments: count and sum of the sale's matching payments, then the same over the whole result. */
  retenus?: number
  retenu?: Centimes
  retenus_global?: number
  retenu_global?: Centimes
  /** Only on a page: the description of the bien, and the sums over all the client's biens. */
  bien?: BienDecrit | null
  sommes?: SommesDuClient | null
}

const VENTE = sql`v.id as vente_id, v.dossier_annee, v.dossier_numero`
const SOMMES = sql`, case when c.id is not null then ${sommesDuClient('c.id')} end as sommes`
/** The bien and the client's sums, row by row. For thousands of rows, or a plan at each call, {@link describeBiens} is faster. */
const BIEN = sql`, ${bienDecrit('v.bien_id')} as bien`
const DE_LA_PAGE = sql`${SOMMES} ${BIEN}`

export interface Page {
  limit: number
  offset: number
  ordre?: Tri<OrdrePayeurs> | undefined
}

const isFiltered = (filtres: PayeursFiltres) => {
  const { search, residence, solde, tri, situation } = filtres
  return (
    situation !== undefined ||
    search !== '' ||
    residence !== '' ||
    solde !== undefined ||
    tri !== undefined ||
    readFiltres(filtres) !== null
  )
}

/** True when the page can be planned once: a search alone. A residence, a remainder, a day or a filter of payments needs a plan for its values. */
const isSearched = (filtres: PayeursFiltres) => {
  const { search, residence, solde, tri, situation } = filtres
  return (
    situation === undefined &&
    residence === '' &&
    solde === undefined &&
    tri === undefined &&
    readFiltres(filtres) === null &&
    isPlannedOnce(search)
  )
}

/** True when one statement reads the page with the descriptions of its biens. */
export const isWhole = (filtres: PayeursFiltres) => !isFiltered(filtres) || isSearched(filtres)

/** The rows of a page, or of the whole filtered result. */
export const readRows = (db: Db, filtres: PayeursFiltres, page?: Page): Promise<Row[]> =>
  page && !isFiltered(filtres)
    ? page.ordre
      ? readSorted(db, page.ordre, page)
      : selectPage(db, page.limit, page.offset)
    : readFiltered(db, filtres, page)

/** Without a filter the sums come from kept totals (docs/decisions/0040). */
const sommes = sql`
  select ${cumul('ventes ouvertes', 'nombre')} as nombre_biens, ${cumul('acquereurs', 'nombre')} as clients,
    ${cumul('ventes ouvertes', 'prix')} as montant_global, ${cumul('ventes ouvertes', 'paye')} as total_paye_global
  from cumuls c where c.quoi in ('ventes ouvertes', 'acquereurs')`

const selectPage = statement<[number, number], Row>(
  (limit, offset) => sql<Row>`
    with sommes as (${sommes})
    select s.*, c.id as client_id, c.nom_complet, c.tel, c.email, v.bien_id, ${VENTE}, v.prix, v.total_paye ${DE_LA_PAGE}
    from sommes s left join (clients c join ventes v on v.client_id = c.id and v.terminee_le is null)
      on c.id = ${anyOf(sql`
        select k.id from clients k where k.id in (select client_id from acquereurs)
        order by k.recherche, k.id ${limitAndOffset({ limit, offset })}`)}
    order by c.recherche, c.id, v.bien_id`,
)

const sumParClient = (ventes: RawBuilder<unknown>) => sql`(
  select v.client_id, count(*) as biens, sum(v.prix)::bigint as prix, sum(v.total_paye)::bigint as paye
  from ${ventes} group by v.client_id)`

interface Source {
  /** A table that is written before the sales are filtered. */
  before: RawBuilder<unknown>
  /** The sales \`v\` that are counted, whatever the filters leave. */
  ventes: RawBuilder<unknown>
  /** Column with the sums over all the client's biens. */
  sommes: RawBuilder<unknown>
}
const AUJOURDHUI: Source = {
  before: sql``,
  ventes: sql`ventes v where v.terminee_le is null`,
  sommes: SOMMES,
}
/** The sales as they stood at the end of a day; the sums of each client are those of that day too. */
const sourceAu = (jour: Jour): Source => ({
  before: sql`toutes as materialized (select * from ${ventesAu(jour)} v),`,
  ventes: sql`toutes v where true`,
  sommes: sql`, case when c.id is not null then json_build_object('biens', t.biens, 'prix', t.prix, 'paye', t.paye) end as sommes`,
})

/** A page in another order than by name. It reads every open sale, to sort clients by a sum. */
async function readSorted(db: Db, tri: Tri<OrdrePayeurs>, { limit, offset }: Page): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with sommes as (${sommes}), page as materialized (
      select c.id, row_number() over (order by ${orderByTri(tri, CLES, 'c.id')}) as rang
      from clients c join ${sumParClient(AUJOURDHUI.ventes)} t on t.client_id = c.id order by rang limit ${limit} offset ${offset}
    )
    select s.*, c.id as client_id, c.nom_complet, c.tel, c.email, v.bien_id, ${VENTE}, v.prix, v.total_paye ${DE_LA_PAGE}
    from sommes s left join (page p join clients c on c.id = p.id join ventes v on v.client_id = c.id and v.terminee_le is null) on true
    order by p.rang, v.bien_id`.execute(db)
  return rows
}

/** A filtered page, or the whole result for a document. A CTE finds the sales once for sums, order and rows. */
async function readFiltered(db: Db, filtres: PayeursFiltres, page?: Page): Promise<Row[]> {
  if (page && isSearched(filtres)) return runSearch(db, selectFiltered(filtres, hidden, page, BIEN))
  const { rows } = await selectFiltered(filtres, shown, page, sql``).execute(db)
  return rows
}

function selectFiltered(
  filtres: PayeursFiltres,
  valeur: Valeur,
  page: Page | undefined,
  colonnes: RawBuilder<unknown>,
): RawBuilder<Row> {
  const limits = page
    ? sql`limit ${valeur(page.limit, 'bigint')} offset ${valeur(page.offset, 'bigint')}`
    : sql``
  const first = filtres.tri === 'reste' ? sql`d.reste desc,` : sql``
  const rangs = page?.ordre ? orderByTri(page.ordre, CLES, 'c.id') : sql`${first} c.recherche, c.id`
  const { jointure, deChacun, enTout, deLaLigne } = joinRetenus(filtres)
  const {
    before,
    ventes,
    sommes: duClient,
  } = filtres.situation === undefined ? AUJOURDHUI : sourceAu(filtres.situation)
  const parClient = sql`join ${sumParClient(ventes)} t on t.client_id = c.id`
  return sql<Row>`
    with ${before} vendus as materialized (
      select v.client_id, v.bien_id, v.id, v.dossier_annee, v.dossier_numero, v.prix, v.total_paye ${deChacun}
      from (select v.* from ${ventes}) v ${jointure} where true ${conditions(filtres, valeur)}
    ), sommes as (
      select count(*) as nombre_biens, count(distinct client_id) as clients, coalesce(sum(prix), 0)::bigint as montant_global,
        coalesce(sum(total_paye), 0)::bigint as total_paye_global,
        coalesce(sum(greatest(prix - total_paye, 0)), 0)::bigint as restant_global ${enTout}
      from vendus
    ), page as materialized (
      select c.id, c.nom_complet, c.tel, c.email, row_number() over (order by ${rangs}) as rang from clients c
      join (select client_id, sum(greatest(prix - total_paye, 0)) as reste from vendus group by client_id) d on d.client_id = c.id
      ${page?.ordre ? parClient : sql``}
      order by rang ${limits}
    )
    select s.*, c.id as client_id, c.nom_complet, c.tel, c.email, v.bien_id, ${VENTE}, v.prix, v.total_paye ${deLaLigne}
      ${page ? duClient : sql``} ${colonnes}
    from sommes s left join (page c join vendus v on v.client_id = c.id
      ${page && filtres.situation !== undefined ? parClient : sql``}) on true
    order by c.rang, v.bien_id`
}
