import { type RawBuilder, sql } from 'kysely'
import {
  type EtatCherche,
  type FiltresDePaiement,
  LE_CLIENT,
  SANS_MODE,
  type TriVersements,
} from '#features/paiements/modes.ts'
import { matchesNumero } from '#features/paiements/server/paiements.recherche.ts'
import { readVersements } from '#features/paiements/server/paiements.wire.ts'
import {
  versementsEndpoints,
  type VersementsFiltres,
  type VersementsQuery,
} from '#features/rapports/versements.contract.ts'
import { matchesDetenteur, matchesVente } from '#features/ventes/server/ventes.recherche.ts'
import { toChiffres } from '#shared/chiffres.ts'
import { readPeriode } from '#shared/dates.ts'
import { pathOf, readTranche, toPage } from '#shared/pagination.ts'
import { motsOf } from '#shared/texte.ts'
import { writeTri, type Tri } from '#shared/tri.ts'
import type { Db } from '#server/database/db.ts'
import { containsMots, hasTrigram, orderByTri, shown, type Cles } from '#server/database/lists.ts'
import { inSnapshot } from '#server/database/transaction.ts'

const ETATS: Record<EtatCherche, RawBuilder<boolean>> = {
  valide: sql`p.rejete_le is null`,
  // Cheques received or at the bank. Each half is word for word the condition of an index, so that the planner uses both.
  attente: sql`((p.mode = 'cheque' and p.remise_id is null and p.encaisse_le is null and p.rejete_le is null)
    or (p.remise_id is not null and p.encaisse_le is null and p.rejete_le is null))`,
  encaisse: sql`(p.encaisse_le is not null and p.rejete_le is null)`,
  rejete: sql`p.rejete_le is not null`,
}

/** The filters that are set, under their names in the query, the days in order; null when none is set. */
export function readFiltres({ mode, banque, du, au, etat }: FiltresDePaiement) {
  const set = { mode, banque: banque || undefined, ...readPeriode({ du, au }), etat }
  return Object.values(set).some((valeur) => valeur !== undefined) ? set : null
}

/** The conditions on payment `p`. The planner sees the values, so that it can pick the index of the days or of the bank. */
export function matchesFiltres(filtres: FiltresDePaiement): RawBuilder<boolean>[] {
  const { mode, banque, du, au, etat } = readFiltres(filtres) ?? {}
  return [
    ...(mode === undefined
      ? []
      : [mode === SANS_MODE ? sql<boolean>`p.mode is null` : sql<boolean>`p.mode = ${mode}`]),
    ...(banque === undefined ? [] : [sql<boolean>`p.banque = ${banque}`]),
    ...(du === undefined ? [] : [sql<boolean>`p.date_paiement >= ${du}::date`]),
    ...(au === undefined ? [] : [sql<boolean>`p.date_paiement <= ${au}::date`]),
    ...(etat === undefined ? [] : [ETATS[etat]]),
  ]
}

const PAR_PAGE = 20

interface Found {
  ids: number[]
  total: number
  nombre: number
  montant: number
  rejete: number
}

/** One page of all filtered payments, the newest first, with the sums of the whole result. Amounts in centimes. */
export function listVersements(db: Db, query: VersementsQuery) {
  const slice = readTranche(query, PAR_PAGE)
  return inSnapshot(db, async (instant) => {
    const { ids, total, ...totals } = await findVersements(instant, query, slice)
    const { recherche, residence, payeur_type, tri } = query
    const path = pathOf(versementsEndpoints.list, {
      recherche,
      ...readFiltres(query),
      residence,
      payeur_type,
      tri: writeTri(tri),
    })
    return { ...toPage(await readVersements(instant, ids), total, slice, path), totals }
  })
}

/** The ids of a page and the sums, in one statement. A search runs once for both; without one the page walks the index of its order. */
async function findVersements(db: Db, filtres: VersementsFiltres, slice: Slice): Promise<Found> {
  const { recherche, tri } = filtres
  const where = conditions(filtres)
  const trouves = sql`select p.id, p.detenteur_id, p.date_paiement, p.versement, p.rejete_le from paiements p where ${where}`
  const source = recherche === '' ? sql`(${trouves})` : sql`trouves`
  const page =
    tri?.cle === 'client' && !isNarrow(filtres)
      ? selectParClient(tri.descendant, where, slice)
      : sql`select p.id from ${source} p ${tri?.cle === 'client' ? AVEC_CLIENT : sql``}
          order by ${orderVersements(tri)} limit ${slice.limit}::bigint offset ${slice.offset}::bigint`
  const { rows } = await sql<Found>`
    ${recherche === '' ? sql`` : sql`with trouves as materialized (${trouves})`}
    select array(${page}) as ids, t.*
    from (
      select count(*) as total, count(*) filter (where p.rejete_le is null) as nombre,
        coalesce(sum(p.versement) filter (where p.rejete_le is null), 0)::bigint as montant,
        coalesce(sum(p.versement) filter (where p.rejete_le is not null), 0)::bigint as rejete
      from ${source} p) t`.execute(db)
  const [found] = rows
  if (!found) throw new Error('sums without group by have one row')
  return { ...found, ids: found.ids.map(Number) }
}

interface Slice {
  limit: number
  offset: number
}

const AVEC_CLIENT = sql`join clients h on h.id = p.detenteur_id`

const CLES: Cles<TriVersements> = {
  jour: ['p.date_paiement'],
  montant: ['p.versement'],
  client: ['h.recherche', 'h.id', 'p.date_paiement'],
}

/** Order of payments `p`; that of their clients looks at the holder `h` whose name each bears. */
export const orderVersements = (tri: Tri<TriVersements> | undefined) =>
  orderByTri(tri ?? { cle: 'jour', descendant: true }, CLES, 'p.id')

/** True when the filters leave few payments, so that to sort them costs less than to walk the clients. */
const isNarrow = ({ recherche, du, au, banque, etat }: VersementsFiltres) =>
  recherche !== '' || banque !== '' || [du, au, etat].some((filtre) => filtre !== undefined)

/** Selects a page by client, walking the clients by name; `offset 0` keeps the planner from reading all payments. */
function selectParClient(descendant: boolean, where: RawBuilder<unknown>, { limit, offset }: Slice) {
  const sens = descendant ? sql`desc` : sql`asc`
  return sql`select p.id from clients h cross join lateral (
      select p.id, p.date_paiement from paiements p where p.detenteur_id = h.id and ${where} offset 0) p
    order by h.recherche ${sens}, h.id ${sens}, p.date_paiement ${sens}, p.id ${sens} limit ${limit}::bigint offset ${offset}::bigint`
}

/** The condition on the payments `p` of a list, from its filters. */
export function conditions({ recherche, residence, payeur_type, ...filtres }: VersementsFiltres) {
  const parts = [
    ...matchesFiltres(filtres),
    ...(payeur_type === undefined
      ? []
      : [
          payeur_type === LE_CLIENT
            ? sql<boolean>`p.payeur_type is null`
            : sql<boolean>`p.payeur_type = ${payeur_type}`,
        ]),
    ...(residence === undefined
      ? []
      : [
          sql<boolean>`p.vente_id in (
            select v.id from ventes v join biens b on b.id = v.bien_id where b.residence_id = ${residence}::bigint)`,
        ]),
    ...(recherche === '' ? [] : [matches(recherche)]),
  ]
  return parts.length === 0 ? sql<boolean>`true` : sql.join(parts, sql` and `)
}

/** Searches by client of the time or of today, bien, receipt, or three characters of the reference; shorter parts would find nearly all. */
function matches(recherche: string): RawBuilder<boolean> {
  const mots = motsOf(toChiffres(recherche))
  const found = matchesRecu(recherche)
  return mots.some(hasTrigram)
    ? sql<boolean>`(${found} or (p.reference is not null and ${containsMots(sql<string>`normaliser(p.reference)`, recherche, shown)}))`
    : found
}

/** Condition that payment `p` is found by client of the time or of today, bien or receipt. */
export function matchesRecu(recherche: string): RawBuilder<boolean> {
  const arms = [
    sql`p.vente_id = any(array(select v.id from ventes v where ${matchesVente(recherche, shown)}))`,
    matchesDetenteur(recherche),
    ...matchesNumero(recherche),
  ]
  return sql<boolean>`(${sql.join(arms, sql` or `)})`
}
