import { sql, type RawBuilder } from 'kysely'
import { clientsEndpoints, type ClientsQuery, type TriClients } from '#features/clients/clients.contract.ts'
import { sayManques, type Client } from '#features/clients/server/clients.service.ts'
import { sommesEnCours, toTotaux, type SommesEnCours } from '#features/etats/server/etats.read.ts'
import type { Db } from '#server/database/db.ts'
import { containsMots, matchesClient, orderByTri, type Cles } from '#server/database/lists.ts'
import { anyOf, limitAndOffset, statement } from '#server/database/prepared.ts'
import { cumulCount } from '#server/database/records.ts'
import { toChiffres } from '#shared/chiffres.ts'
import { aujourdhui, type Jour } from '#shared/dates.ts'
import { pathOf, toPage, readTranche, type ChoixQuery } from '#shared/pagination.ts'
import { writeTri, type Tri } from '#shared/tri.ts'

const PAR_PAGE = 10

const NOM_ET_TELEPHONE = sql<string>`concat_ws(' ', recherche, tel, telephone)`

/** Condition on `clients`: name or phone has the words of the search, or the phone is the number typed. An empty search accepts all. */
const trouve = (search: string): RawBuilder<boolean> =>
  search === ''
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.join(
        [
          matchesClient('clients', search),
          // « amrouche 0798 » mixes a name and a part of a phone. The condition is added only for a search with characters of a phone.
          ...(/[\d+()/.-]/.test(toChiffres(search)) ? [containsMots(NOM_ET_TELEPHONE, search)] : []),
        ],
        sql` or `,
      )})`

const CLES: Cles<TriClients> = {
  nomComplet: ['recherche'],
  tel: [{ vide: 'telephone' }],
  email: [{ vide: sql`lower(email)` }],
  adresse: [{ vide: sql`lower(nullif(adresse, ''))` }],
}

/** Row of a page with the total count. An empty page has one row of nulls, which carries the total. A list of all has no sums. */
type Trouves = Client & { total: number; sommes?: SommesEnCours }

/** Column with the sums of the client `p`: a page costs those of its own rows. */
const sommesDe = (jour: RawBuilder<unknown>) => sql`, ${sommesEnCours('p.id', jour)} as sommes`

const selectPage = (
  found: RawBuilder<unknown>,
  total: RawBuilder<number>,
  tri: Tri<TriClients>,
  limits: Parameters<typeof limitAndOffset>[0],
  sommes = sql``,
) => {
  const order = orderByTri(tri, CLES, 'id')
  return sql<Trouves>`
    select t.total, p.id, p.nom_complet as "nomComplet", p.tel, p.email, p.adresse, p.version${sommes}
    from (select ${total} as total) t left join (
      select c.*, row_number() over () as rang from (
        select * from clients where ${found} order by ${order} ${limitAndOffset(limits)}) c) p on true
    order by p.rang`
}

const PAR_NOM: Tri<TriClients> = { cle: 'nomComplet', descendant: false }

const selectTous = statement<[null, number], Trouves>((limit, offset) =>
  selectPage(sql`true`, cumulCount('clients'), PAR_NOM, { limit, offset }),
)
const selectUnePage = statement<[Jour, number, number], Trouves>((jour, limit, offset) =>
  selectPage(sql`true`, cumulCount('clients'), PAR_NOM, { limit, offset }, sommesDe(sql`${jour}::date`)),
)

/** Lists clients by name or in the order asked for. Without page and per_page the answer is one page of all clients (Q28, Q37). */
export async function listClients(db: Db, { search, tri, ...query }: ClientsQuery) {
  const all = query.page === undefined && query.per_page === undefined
  const { offset, ...tranche } = readTranche(query, PAR_PAGE)
  const rows =
    search !== '' || tri
      ? await readFound(db, search, tri ?? PAR_NOM, all ? null : { limit: tranche.limit, offset })
      : all
        ? await selectTous(db, null, 0)
        : await selectUnePage(db, aujourdhui(), tranche.limit, offset)
  const total = rows[0]?.total ?? 0
  const slice = all
    ? { page: 1, parPage: Math.max(total, 1), limit: total, offset: 0 }
    : { ...tranche, offset }
  return toPage(
    rows.filter(({ id }) => id !== null).map(toLigne),
    total,
    slice,
    pathOf(clientsEndpoints.list, { search, tri: writeTri(tri) }),
  )
}

function toLigne({ total: _total, sommes, ...lu }: Trouves) {
  const client = sayManques(lu)
  if (!sommes) return client
  const { biens, resteAPayer } = toTotaux(sommes)
  const { en_retard, sans_echeancier } = sommes
  return { ...client, biens, reste: resteAPayer, en_retard, sans_echeancier }
}

async function readFound(
  db: Db,
  search: string,
  tri: Tri<TriClients>,
  page: { limit: number; offset: number } | null,
): Promise<Trouves[]> {
  const found = trouve(search)
  const { rows } = await selectPage(
    found,
    search === '' ? cumulCount('clients') : sql`(select count(*) from clients where ${found})`,
    tri,
    page ?? { limit: null, offset: 0 },
    page ? sommesDe(sql`${aujourdhui()}::date`) : sql``,
  ).execute(db)
  return rows
}

/** Lists clients by name for select boxes: all, or those of `ids`. */
export async function allClients(db: Db, { search, limit, ids }: ChoixQuery & { ids: number[] | undefined }) {
  const clients = await db
    .selectFrom('clients')
    .where(trouve(search))
    .$if(ids !== undefined, (tous) => tous.where(sql<boolean>`id = ${anyOf(ids ?? [])}`))
    .select(['id', 'nom_complet as nomComplet', 'tel', 'email'])
    .orderBy('recherche')
    .orderBy('id')
    .$if(limit !== undefined, (tous) => tous.limit(Math.max(limit ?? 1, 1)))
    .execute()
  return clients.map(sayManques)
}
