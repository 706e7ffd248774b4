import { sql, type RawBuilder } from 'kysely'
import {
  type BienDuPayeur,
  type OrdrePayeurs,
  type Payeur,
  payeursEndpoints,
  type PayeursFiltres,
  type PayeursQuery,
  type PayeursTotaux,
} from '#features/rapports/recap.contract.ts'
import {
  bienDecrit,
  compareBiens,
  describeBiens,
  type BienDecrit,
} from '#features/etats/server/biens.read.ts'
import { conditions, joinRetenus } from '#features/rapports/server/recap.filtres.ts'
import { sommesDuClient, toTotaux, type SommesDuClient } from '#features/etats/server/etats.read.ts'
import { avancement } from '#features/etats/etats.rules.ts'
import { readFiltres } from '#features/rapports/server/versements.read.ts'
import type { Centimes } from '#shared/argent.ts'
import { numeroDossier } from '#shared/numero.ts'
import { pathOf, toPage, readTranche } from '#shared/pagination.ts'
import { writeTri, type Tri } from '#shared/tri.ts'
import { cumul } from '#server/database/records.ts'
import type { Db } from '#server/database/db.ts'
import { anyOf, limitAndOffset, runSearch, statement } from '#server/database/prepared.ts'
import { inSnapshot } from '#server/database/transaction.ts'
import { hidden, isPlannedOnce, shown, type Valeur, orderByTri, type Cles } from '#server/database/lists.ts'

const PAR_PAGE = 6

/** The columns by which each key orders clients; sums cover all biens of a client, whatever the filters leave. */
const CLES: Cles<OrdrePayeurs> = {
  client: ['c.recherche'],
  biens: ['t.biens', 'c.recherche'],
  montant: ['t.prix'],
  totalPaye: ['t.paye'],
  resteAPayer: [sql`t.prix - t.paye`],
  pourcentage: [sql`coalesce(t.paye / nullif(t.prix, 0), 0)`],
}

/**
 * One page of the clients who own a bien, six by name or in another order, each with biens, and the sums over all pages (D3 §2.5, Q162,
 * Q179, Q180). Amounts in centimes. One statement reads all the money, so that the parts agree; the biens are described at the same
 * instant.
 */
export async function listRecap(db: Db, query: PayeursQuery) {
  const slice = readTranche(query, PAR_PAGE)
  const page = { ...slice, ordre: query.ordre }
  // A statement planned at each call leaves the descriptions of the biens to a second one, which is planned once.
  const { groupes, totals, clients } = isWhole(query)
    ? await readRecap(db, query, page)
    : await inSnapshot(db, (instant) => readRecap(instant, query, page))
  const { search, residence, solde, tri } = query
  const filters = { search, residence, solde, tri, ...readFiltres(query), ordre: writeTri(query.ordre) }
  const path = pathOf(payeursEndpoints.list, filters)
  return { ...toPage(groupes, clients, slice, path), totals }
}

interface Recap {
  groupes: Payeur[]
  totals: PayeursTotaux
  clients: number
}

/** The filtered clients with their biens: one page with the sums of each client, or all. Amounts in centimes. */
export async function readRecap(db: Db, filtres: PayeursFiltres, page?: Page): Promise<Recap> {
  const rows = await readRows(db, filtres, page)
  const biens =
    page && isWhole(filtres)
      ? null
      : await describeBiens(
          db,
          rows.flatMap(({ bien_id }) => bien_id ?? []),
        )
  const groupes = new Map<number, Payeur & { decrits: BienDecrit[] }>()
  for (const row of rows) {
    const decrit = biens ? biens.get(row.bien_id ?? 0) : row.bien
    if (row.client_id === null || !decrit) continue
    const client = { id: row.client_id, nomComplet: row.nom_complet, tel: row.tel, email: row.email }
    const groupe = groupes.get(client.id) ?? {
      id: client.id,
      client,
      biens: [],
      decrits: [],
      ...(row.sommes && { totaux: toTotaux(row.sommes) }),
    }
    groupes.set(client.id, groupe)
    groupe.decrits.push(decrit)
    groupe.biens.push(toBienDuPayeur(decrit, row))
  }
  const [first] = rows
  const { nombre_biens = 0, montant_global = 0, total_paye_global: total_paye = 0, clients = 0 } = first ?? {}
  return {
    groupes: [...groupes.values()].map(({ decrits, ...groupe }) => ({
      ...groupe,
      biens: sorted(groupe.biens, decrits, filtres),
    })),
    totals: {
      nombre_biens,
      montant_global,
      total_paye,
      total_restant: montant_global - total_paye,
      versements_retenus: readFiltres(filtres) && {
        nombre: first?.retenus_global ?? 0,
        montant: first?.retenu_global ?? 0,
      },
    },
    clients,
  }
}

function sorted(biens: BienDuPayeur[], decrits: BienDecrit[], { tri }: PayeursFiltres): BienDuPayeur[] {
  const order = new Map(decrits.toSorted(compareBiens).map(({ id }, rank) => [id, rank]))
  const usual = biens.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
  return tri === 'reste' ? usual.toSorted((a, b) => b.resteAPayer - a.resteAPayer) : usual
}

function toBienDuPayeur(
  { id, type, numero, residence, code, surface }: BienDecrit,
  { prix: montant, total_paye: reglement, retenus, retenu, ...vente }: Row,
): BienDuPayeur {
  return {
    id,
    type,
    nlot: numero,
    residence: residence ?? 'Sans résidence',
    code: code ?? 'N/A',
    surface,
    montant,
    reglement,
    ...avancement(montant, reglement),
    vente_id: vente.vente_id,
    dossier: numeroDossier(vente.dossier_annee, vente.dossier_numero),
    versements_retenus:
      retenus === undefined || retenu === undefined ? null : { nombre: retenus, montant: retenu },
  }
}

interface Row {
  nombre_biens: number
  montant_global: Centimes
  total_paye_global: Centimes
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
const DE_LA_PAGE = sql`${SOMMES}, ${bienDecrit('v.bien_id')} as bien`

interface Page {
  limit: number
  offset: number
  ordre?: Tri<OrdrePayeurs> | undefined
}

const isFiltered = (filtres: PayeursFiltres) => {
  const { search, residence, solde, tri } = filtres
  return (
    search !== '' ||
    residence !== '' ||
    solde !== undefined ||
    tri !== undefined ||
    readFiltres(filtres) !== null
  )
}

/** True when the page can be planned once: a search alone. A residence, a remainder or a filter of payments needs a plan for its values. */
const isSearched = (filtres: PayeursFiltres) => {
  const { search, residence, solde, tri } = filtres
  return (
    residence === '' &&
    solde === undefined &&
    tri === undefined &&
    readFiltres(filtres) === null &&
    isPlannedOnce(search)
  )
}

const isWhole = (filtres: PayeursFiltres) => !isFiltered(filtres) || isSearched(filtres)

const readRows = (db: Db, filtres: PayeursFiltres, page?: Page): Promise<Row[]> =>
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

const sommesParClient = sql`(
  select v.client_id, count(*) as biens, sum(v.prix) as prix, sum(v.total_paye) as paye
  from ventes v where v.terminee_le is null group by v.client_id)`

/** A page in another order than by name. It reads every open sale, to sort clients by a sum. */
async function readSorted(db: Db, tri: Tri<OrdrePayeurs>, { limit, offset }: Page): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with sommes as (${sommes}), page as materialized (
      select c.id, row_number() over (order by ${orderByTri(tri, CLES, 'c.id')}) as rang
      from clients c join ${sommesParClient} t on t.client_id = c.id order by rang limit ${limit} offset ${offset}
    )
    select s.*, c.id as client_id, c.nom_complet, c.tel, c.email, v.bien_id, ${VENTE}, v.prix, v.total_paye ${DE_LA_PAGE}
    from sommes s left join (page p join clients c on c.id = p.id join ventes v on v.client_id = c.id and v.terminee_le is null) on true
    order by p.rang, v.bien_id`.execute(db)
  return rows
}

/** A filtered page, or the whole result for a document. A CTE finds the sales once for sums, order and rows. */
async function readFiltered(db: Db, filtres: PayeursFiltres, page?: Page): Promise<Row[]> {
  if (page && isSearched(filtres)) return runSearch(db, selectFiltered(filtres, hidden, page, DE_LA_PAGE))
  const { rows } = await selectFiltered(filtres, shown, page, page ? SOMMES : sql``).execute(db)
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
  return sql<Row>`
    with vendus as materialized (
      select v.client_id, v.bien_id, v.id, v.dossier_annee, v.dossier_numero, v.prix, v.total_paye ${deChacun} from ventes v ${jointure} where v.terminee_le is null ${conditions(filtres, valeur)}
    ), sommes as (
      select count(*) as nombre_biens, count(distinct client_id) as clients,
        coalesce(sum(prix), 0)::bigint as montant_global, coalesce(sum(total_paye), 0)::bigint as total_paye_global ${enTout}
      from vendus
    ), page as materialized (
      select c.id, c.nom_complet, c.tel, c.email, row_number() over (order by ${rangs}) as rang from clients c
      join (select client_id, sum(prix - total_paye) as reste from vendus group by client_id) d on d.client_id = c.id
      ${page?.ordre ? sql`join ${sommesParClient} t on t.client_id = c.id` : sql``}
      order by rang ${limits}
    )
    select s.*, c.id as client_id, c.nom_complet, c.tel, c.email, v.bien_id, ${VENTE}, v.prix, v.total_paye ${deLaLigne} ${colonnes}
    from sommes s left join (page c join vendus v on v.client_id = c.id) on true
    order by c.rang, v.bien_id`
}
