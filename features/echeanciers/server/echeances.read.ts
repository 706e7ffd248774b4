import { sql, type RawBuilder } from 'kysely'
import { isWithin } from '#features/etats/server/biens.read.ts'
import {
  type Horizon,
  type TriEcheances,
  type Anciennete,
  type Attendent,
  echeancesEndpoints,
  type EcheancesFiltres,
  type ParMois,
  type Totaux,
} from '#features/echeanciers/echeances.contract.ts'
import { readEcheances } from '#features/echeanciers/server/echeances.lignes.ts'
import { matchesVente } from '#features/ventes/server/ventes.recherche.ts'
import { GENRES, type TypeBien } from '#shared/biens.ts'
import { addJours, addMois, aujourdhui, type Jour } from '#shared/dates.ts'
import { readNumeroDeDossier } from '#shared/numero.ts'
import { pathOf, readTranche, toPage, type PageQuery } from '#shared/pagination.ts'
import { writeTri, type Tri } from '#shared/tri.ts'
import type { Db } from '#server/database/db.ts'
import { shown } from '#server/database/lists.ts'
import { inSnapshot } from '#server/database/transaction.ts'

const PAR_PAGE = 20

type Sql = RawBuilder<unknown>

/** Each part repeats the condition and the order of one index word for word; no line is in two parts. */
interface Vue {
  parts: readonly Part[]
  latestFirst?: boolean
  /** True where a good part of all lines is in the tab. */
  dense?: boolean
}
interface Part {
  where: Sql
  jour: Sql
}

const OPEN = sql`e.ouverte and e.couvert < e.montant`
const EXIGIBLE = sql`e.exigible_le`
const PREVUE = sql`e.prevue_le`

/** Lines to come within a horizon: those with a due day after today, and those that wait for an event, by their forecast. */
function aVenir(horizon: Horizon, today: Jour): Vue {
  const until = (jour: Sql) =>
    horizon === 'tout' ? sql`${jour} is not null` : sql`${jour} <= ${addJours(today, Number(horizon))}::date`
  const waits = sql`${OPEN} and e.exigible_le is null`
  return {
    parts: [
      { where: sql`${OPEN} and e.exigible_le > ${today}::date and ${until(EXIGIBLE)}`, jour: EXIGIBLE },
      { where: sql`${waits} and ${until(PREVUE)}`, jour: PREVUE },
      // Lines without any day come last in both directions, so they are a part of their own.
      ...(horizon === 'tout' ? [{ where: sql`${waits} and ${PREVUE} is null`, jour: PREVUE }] : []),
    ],
  }
}

function vueOf({ onglet, horizon = '30', reglees }: EcheancesFiltres, today: Jour): Vue {
  if (onglet === 'a_venir') return aVenir(horizon, today)
  if (onglet !== 'exigibles') return enRetard(today)
  const open = reglees === undefined ? OPEN : sql`e.ouverte`
  return {
    parts: [{ where: sql`${open} and e.exigible_le <= ${today}::date`, jour: EXIGIBLE }],
    latestFirst: true,
    dense: reglees !== undefined,
  }
}
const enRetard = (today: Jour): Vue => ({
  parts: [{ where: sql`${OPEN} and e.exigible_le < ${today}::date`, jour: EXIGIBLE }],
})

export interface Sommes {
  totals: Totaux
  /** Open lines without a due day: those that wait for the date of a contract, and those that wait for a stade. */
  attendent: Attendent
  anciennete: Anciennete
  par_mois: ParMois[] | null
}

/** Lists one page of a tab with the sums over all pages and the ages of all late lines. Amounts in centimes. */
export function listEcheances(db: Db, query: EcheancesFiltres & PageQuery) {
  const slice = readTranche(query, PAR_PAGE)
  const { onglet, horizon, reglees, search, residence_id, bloc_id, tri } = query
  const path = pathOf(echeancesEndpoints.list, {
    onglet,
    horizon,
    reglees,
    search,
    residence_id,
    bloc_id,
    tri: writeTri(tri),
  })
  return inSnapshot(db, async (instant) => {
    const { ids, ...sums } = await findEcheances(instant, query, slice)
    return { ...toPage(await readEcheances(instant, ids), sums.totals.nombre, slice, path), ...sums }
  })
}

/** Finds the ids of the échéances of a tab in list order, and their sums in centimes. The caller runs it in a snapshot. */
export async function findEcheances(
  db: Db,
  filtres: EcheancesFiltres,
  { limit, offset }: { limit: number | null; offset: number },
): Promise<Sommes & { ids: number[] }> {
  const today = aujourdhui()
  const { parts, latestFirst = false, dense = false } = vueOf(filtres, today)
  const dossiers = conditions(filtres)
  // Filtered lines are few and read once; without filters the page and each sum use an index of their own.
  const [found, lignes] = dossiers
    ? [
        sql`with trouvees as materialized (
          select e.id, e.vente_id, e.montant, e.couvert, e.exigible_le, e.prevue_le, e.declencheur, e.attend_contrat, e.ouverte
            from echeances e
          where e.ouverte and e.vente_id = any(array(${dossiers})))`,
        sql`trouvees e`,
      ]
    : [sql``, sql`echeances e`]
  const walked = dense && !dossiers && limit !== null
  const page = selectRangees(parts, lignes, walked, filtres.tri ?? { cle: 'jour', descendant: latestFirst }, {
    limit,
    offset,
  })
  const late = sql`from ${lignes} where ${sql.join(
    enRetard(today).parts.map(({ where }) => where),
    sql` or `,
  )}`
  const byMonth = filtres.onglet === 'a_venir'
  const counted = parts.map(
    ({ where, jour }) =>
      sql`select ${byMonth ? monthOf(jour, today) : sql`null`} as mois, count(*) as nombre,
        coalesce(sum(e.montant), 0)::bigint as montant, coalesce(sum(e.couvert), 0)::bigint as recu
        from ${lignes} where ${where} group by 1`,
  )
  const { rows } = await sql<{
    ids: number[]
    comptes: Compte[]
    anciennete: Anciennete
    attendent: Attendent
  }>`${found}
    select coalesce((select json_agg(id) from (${page}) x), '[]') as ids,
      coalesce((select json_agg(c) from (${sql.join(counted, sql` union all `)}) c), '[]') as comptes,
      (select ${ages(sql`${today}`)} ${late}) as anciennete,
      (select json_build_object('contrat', count(*) filter (where e.attend_contrat),
        'stade', count(*) filter (where e.declencheur = 'stade' and not e.attend_contrat))
        from ${lignes} where ${OPEN} and e.exigible_le is null) as attendent`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a select without FROM has one row')
  const { ids, comptes, anciennete, attendent } = row
  const [nombre, montant, recu] = [sum(comptes, 'nombre'), sum(comptes, 'montant'), sum(comptes, 'recu')]
  return {
    ids,
    totals: { nombre, montant, recu, reste: montant - recu },
    anciennete,
    attendent,
    par_mois: byMonth ? parMois(comptes, today) : null,
  }
}

interface Rangement {
  from: Sql
  keys: readonly Sql[]
  genre?: Sql
}

/** Joins the lines of the open vente that a condition on `v` finds. */
type Lignes = (on: Sql) => Sql

/** The lines of a kind of bien in the order of its numbers, which an index keeps. */
const parNumero = (
  genre: TypeBien,
  table: 'appartements' | 'locaux' | 'places_parking',
  keys: readonly Sql[],
  lignes: Lignes,
): Rangement => ({
  from: sql`${sql.table(table)} b ${lignes(sql`v.bien_id = b.id`)}`,
  keys: [...keys, sql`b.id`],
  genre: sql.lit(GENRES[genre].rang),
})

/** The tables and keys that each order walks, so that a page without filters can stop where it is full. After these keys comes the day. */
const RANGEMENTS: Record<TriEcheances, (lignes: Lignes, source: Sql) => Rangement[]> = {
  jour: (_lignes, source) => [{ from: source, keys: [] }],
  reste: (_lignes, source) => [{ from: source, keys: [sql`e.montant - e.couvert`] }],
  client: (lignes) => [
    { from: sql`clients c ${lignes(sql`v.client_id = c.id`)}`, keys: [sql`c.recherche`, sql`c.id`] },
  ],
  bien: (lignes) => [
    parNumero('appartement', 'appartements', [sql`b.rang`, sql`0::integer`], lignes),
    parNumero('local', 'locaux', [sql`b.rang`, sql`0::integer`], lignes),
    parNumero('place_parking', 'places_parking', [sql`''::text collate "C"`, sql`b.numero_place`], lignes),
  ],
}

/** Selects the ids of one page of the lines of all parts, in an order. @param walked true where a walk meets enough lines to stop early */
function selectRangees(
  parts: readonly Part[],
  source: Sql,
  walked: boolean,
  { cle, descendant }: Tri<TriEcheances>,
  { limit, offset }: { limit: number | null; offset: number },
): Sql {
  const direction = descendant ? sql`desc` : sql`asc`
  const ranged = (keys: readonly Sql[], nulls = sql``) =>
    sql.join(keys.map((key) => sql`${key} ${direction} ${nulls}`))
  const enough = limit === null ? sql`` : sql`limit ${offset + limit}`
  const arms = parts.flatMap(({ where, jour }) =>
    RANGEMENTS[cle]((on) => joinLignes(source, on, walked ? where : undefined), source).map(
      ({ from, keys, genre = sql`0` }) => {
        const all = [...keys, jour, sql`e.id`]
        const select = sql`select e.id, ${genre} as genre, ${sql.join(all.map((key, at) => sql`${key} as ${cleAt(at)}`))}`
        return {
          keys: all,
          select: sql`(${select} from ${from} where ${where} order by ${ranged(all)} ${enough})`,
        }
      },
    ),
  )
  const outer = [sql`genre`, ...(arms[0]?.keys ?? []).map((_, at) => cleAt(at))]
  return sql`select id from (${sql.join(
    arms.map(({ select }) => select),
    sql` union all `,
  )}) p order by ${ranged(outer, sql`nulls last`)} limit ${limit} offset ${offset}`
}

/** `offset 0` keeps the planner from reading all lines at once, which costs less only while they are few. */
function joinLignes(source: Sql, on: Sql, walked: Sql | undefined): Sql {
  const open = sql`${on} and v.terminee_le is null`
  return walked
    ? sql`cross join lateral (select e.* from ventes v join ${source} on e.vente_id = v.id where ${open} and ${walked} offset 0) e`
    : sql`join ventes v on ${open} join ${source} on e.vente_id = v.id`
}

const cleAt = (at: number) => sql.ref(`cle_${at}`)

/** Sums of one month, in centimes; `mois` is null for later months, and everywhere when months do not matter. */
interface Compte {
  mois: string | null
  nombre: number
  montant: number
  recu: number
}
const sum = (comptes: readonly Compte[], champ: 'nombre' | 'montant' | 'recu') =>
  comptes.reduce((total, compte) => total + compte[champ], 0)

const MOIS_DITS = 6
const premierDuMois = (jour: Jour): Jour => `${jour.slice(0, 7)}-01`

/** Month of a day for the sums: an overdue forecast counts in the present month, a later month is null. */
function monthOf(jour: Sql, today: Jour): Sql {
  const premier = premierDuMois(today)
  return sql`case when ${jour} < ${addMois(premier, MOIS_DITS)}::date
    then to_char(greatest(${jour}, ${premier}::date), 'YYYY-MM') end`
}

/** Remainders by month, up to the last month with one; then the sum of later months and unknown days. In centimes. */
function parMois(comptes: readonly Compte[], today: Jour): ParMois[] {
  const resteOf = (mois: string | null) => {
    const those = comptes.filter((compte) => compte.mois === mois)
    return sum(those, 'montant') - sum(those, 'recu')
  }
  const mois = Array.from({ length: MOIS_DITS }, (_, n) => addMois(premierDuMois(today), n).slice(0, 7))
  const last = mois.findLastIndex((one) => resteOf(one) > 0)
  const plusTard = resteOf(null)
  return [
    ...mois.slice(0, last + 1).map((one) => ({ mois: one, reste: resteOf(one) })),
    ...(plusTard > 0 ? [{ mois: null, reste: plusTard }] : []),
  ]
}

/** A JSON object of the late amounts by days of lateness, in centimes, over the late lines `e`. @param today a day */
export function ages(today: Sql): Sql {
  const between = (from: number | null, to: number) => {
    const since = from === null ? sql`` : sql`and e.exigible_le >= ${today}::date - ${sql.lit(from)}`
    return sql`coalesce(sum(e.montant - e.couvert) filter (where e.exigible_le <= ${today}::date - ${sql.lit(to)} ${since}), 0)::bigint`
  }
  return sql`json_build_object('j0_30', ${between(30, 0)}, 'j31_60', ${between(60, 31)}, 'j61_90', ${between(90, 61)}, 'j90_plus', ${between(null, 91)})`
}

/** Selects the open ventes that the filters leave; undefined without a filter. */
function conditions({ search, ...lieu }: EcheancesFiltres): Sql | undefined {
  const dossier = readNumeroDeDossier(search)
  const found = matchesVente(search, shown)
  const filters = [
    ...(search === ''
      ? []
      : [
          dossier
            ? sql`(${found} or (v.dossier_annee = ${dossier.annee} and v.dossier_numero = ${dossier.numero}))`
            : found,
        ]),
    ...isWithin('v.bien_id', lieu),
  ]
  if (filters.length === 0) return undefined
  return sql`select v.id from ventes v where v.terminee_le is null and ${sql.join(filters, sql` and `)}`
}
