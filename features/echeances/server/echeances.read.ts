import { sql, type RawBuilder } from 'kysely'
import type { Horizon, Onglet } from '#features/echeances/echeances.codes.ts'
import type { Anciennete, EcheancesFiltres, Totaux } from '#features/echeances/echeances.contract.ts'
import { readLignes } from '#features/echeances/server/echeances.lignes.ts'
import { matchesVente } from '#features/ventes/server/ventes.recherche.ts'
import { addJours, aujourdhui, type Jour } from '#shared/dates.ts'
import { lireDossier } from '#shared/numero.ts'
import { pathWithFilters, readTranche, toPage, type PageQuery } from '#shared/pagination.ts'
import type { Db } from '#server/database/db.ts'
import { shown } from '#server/database/mots.ts'
import { inSnapshot } from '#server/database/reading.ts'

const PAR_PAGE = 20

type Sql = RawBuilder<unknown>

/** Which lines stand under a tab on a day, and in which order. Word for word the conditions and the order of an index each. */
interface Vue {
  /** Those of several indexes are put together: each line is in one of them. */
  parts: readonly { where: Sql; jour: Sql }[]
  latestFirst?: boolean
}

const OPEN = sql`e.ouverte and e.couvert < e.montant`
const EXIGIBLE = sql`e.exigible_le`
const PREVUE = sql`e.date_prevue`

/** What is to come until a day, or altogether: what will be due on its day, and what waits for an event, by its forecast. */
function aVenir(horizon: Horizon, today: Jour): Vue {
  const until = (jour: Sql) =>
    horizon === 'tout' ? sql`true` : sql`${jour} <= ${addJours(today, Number(horizon))}::date`
  return {
    parts: [
      { where: sql`${OPEN} and e.exigible_le > ${today}::date and ${until(EXIGIBLE)}`, jour: EXIGIBLE },
      { where: sql`${OPEN} and e.exigible_le is null and ${until(PREVUE)}`, jour: PREVUE },
    ],
  }
}

const vueOf = (onglet: Onglet, horizon: Horizon, today: Jour): Vue =>
  onglet === 'a_venir'
    ? aVenir(horizon, today)
    : onglet === 'exigibles'
      ? {
          parts: [{ where: sql`e.ouverte and e.exigible_le <= ${today}::date`, jour: EXIGIBLE }],
          latestFirst: true,
        }
      : enRetard(today)
const enRetard = (today: Jour): Vue => ({
  parts: [{ where: sql`${OPEN} and e.exigible_le <= ${today}::date`, jour: EXIGIBLE }],
})

export interface Sommes {
  totals: Totaux
  anciennete: Anciennete
}

/** One page of a tab with the sums of all of it, and how old all that is late is. Amounts in centimes. */
export function listEcheances(db: Db, query: EcheancesFiltres & PageQuery) {
  const slice = readTranche(query, PAR_PAGE)
  const { onglet, horizon, search, residence_id, bloc_id } = query
  const path = pathWithFilters('/backend/public/api/echeances', {
    onglet,
    horizon,
    search,
    residence_id,
    bloc_id,
  })
  return inSnapshot(db, async (instant) => {
    const { ids, ...sums } = await findEcheances(instant, query, slice)
    return { ...toPage(await readLignes(instant, ids), sums.totals.nombre, slice, path), ...sums }
  })
}

/**
 * The échéances that a tab and its filters leave, by their ids in the order of the list, and the sums over all of them: read inside one
 * snapshot. Without filters each is read out of a partial index; with one only the dossiers that it leaves are.
 */
export async function findEcheances(
  db: Db,
  filtres: EcheancesFiltres,
  { limit, offset }: { limit: number | null; offset: number },
): Promise<Sommes & { ids: number[] }> {
  const today = aujourdhui()
  const { onglet = 'retard', horizon = '30' } = filtres
  const { parts, latestFirst } = vueOf(onglet, horizon, today)
  const dossiers = conditions(filtres)
  // What is filtered is looked for once, and is small; else the page and each sum come out of an index of their own.
  const [found, lignes] = dossiers
    ? [
        sql`with trouvees as materialized (
          select e.id, e.montant, e.couvert, e.exigible_le, e.date_prevue, e.ouverte from echeances e
          where e.ouverte and e.vente_id = any(array(${dossiers})))`,
        sql`trouvees e`,
      ]
    : [sql``, sql`echeances e`]
  const direction = latestFirst ? sql`desc` : sql`asc`
  const last = limit === null ? sql`` : sql`limit ${offset + limit}`
  const pages = parts.map(
    ({ where, jour }) =>
      sql`(select e.id, ${jour} as jour from ${lignes} where ${where} order by ${jour} ${direction}, e.id ${direction} ${last})`,
  )
  const page = sql`select id from (${sql.join(pages, sql` union all `)}) p
    order by jour ${direction}, id ${direction} limit ${limit} offset ${offset}`
  const late = sql`from ${lignes} where ${sql.join(
    enRetard(today).parts.map(({ where }) => where),
    sql` or `,
  )}`
  const compte = sql`json_build_object('nombre', sum(nombre)::bigint, 'montant', sum(montant)::bigint, 'recu', sum(recu)::bigint)`
  const counted = parts.map(
    ({ where }) =>
      sql`select count(*) as nombre, coalesce(sum(e.montant), 0) as montant, coalesce(sum(e.couvert), 0) as recu from ${lignes} where ${where}`,
  )
  const { rows } = await sql<{
    ids: number[]
    totals: Omit<Totaux, 'reste'>
    anciennete: Anciennete
  }>`${found}
    select coalesce((select json_agg(id) from (${page}) x), '[]') as ids,
      (select ${compte} from (${sql.join(counted, sql` union all `)}) c) as totals,
      (select ${ages(today)} ${late}) as anciennete`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a select without FROM has one row')
  const { ids, totals, anciennete } = row
  return { ids, totals: { ...totals, reste: totals.montant - totals.recu }, anciennete }
}

/** The sums of what is late by the age of each line: 0 to 30 days, to 60, to 90, above. */
function ages(today: Jour): Sql {
  const between = (from: number | null, to: number) => {
    const since = from === null ? sql`` : sql`and e.exigible_le >= ${addJours(today, -from)}::date`
    return sql`coalesce(sum(e.montant - e.couvert) filter (where e.exigible_le <= ${addJours(today, -to)}::date ${since}), 0)::bigint`
  }
  return sql`json_build_object('j0_30', ${between(30, 0)}, 'j31_60', ${between(60, 31)}, 'j61_90', ${between(90, 61)}, 'j90_plus', ${between(null, 91)})`
}

/** The open ventes that the filters leave; undefined when there is no filter. */
function conditions({ search, residence_id, bloc_id }: EcheancesFiltres): Sql | undefined {
  const dossier = lireDossier(search)
  const found = matchesVente(search, shown)
  const filters = [
    ...(search === ''
      ? []
      : [
          dossier
            ? sql`(${found} or (v.dossier_annee = ${dossier.annee} and v.dossier_numero = ${dossier.numero}))`
            : found,
        ]),
    ...(residence_id === undefined
      ? []
      : [sql`v.bien_id in (select b.id from biens b where b.residence_id = ${residence_id})`]),
    ...(bloc_id === undefined
      ? []
      : [
          sql`v.bien_id in (
            select a.id from appartements a join etages t on t.id = a.etage_id where t.bloc_id = ${bloc_id}
            union all select l.id from locaux l where l.bloc_id = ${bloc_id})`,
        ]),
  ]
  if (filters.length === 0) return undefined
  return sql`select v.id from ventes v where v.terminee_le is null and ${sql.join(filters, sql` and `)}`
}
