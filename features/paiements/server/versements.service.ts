import { sql, type RawBuilder } from 'kysely'
import { lireRecu } from '#features/paiements/paiements.rules.ts'
import { matchesFiltres, readFiltres } from '#features/paiements/server/paiements.filtres.ts'
import { readVersements } from '#features/paiements/server/versements.read.ts'
import {
  LE_CLIENT,
  type VersementsFiltres,
  type VersementsQuery,
} from '#features/paiements/versements.contract.ts'
import { matchesVente } from '#features/ventes/server/ventes.recherche.ts'
import { pathWithFilters, readTranche, toPage } from '#shared/pagination.ts'
import { motsOf, normaliser } from '#shared/texte.ts'
import type { Db } from '#server/database/db.ts'
import { containsMots, hasTrigram, shown } from '#server/database/mots.ts'
import { inSnapshot } from '#server/database/reading.ts'

const PAR_PAGE = 20

interface Found {
  ids: number[]
  total: number
  nombre: number
  montant: number
  rejete: number
}

/**
 * One page of all payments, of former sales and rejected ones too, newest first, and the sums over the whole result, in which a
 * rejected payment does not count. Amounts in centimes.
 */
export function listVersements(db: Db, query: VersementsQuery) {
  const slice = readTranche(query, PAR_PAGE)
  return inSnapshot(db, async (instant) => {
    const { ids, total, ...totals } = await findVersements(instant, query, slice)
    const { recherche, residence, payeur_type } = query
    const path = pathWithFilters('/backend/public/api/paiements', {
      recherche,
      ...readFiltres(query),
      residence,
      payeur_type,
    })
    return { ...toPage(await readVersements(instant, ids), total, slice, path), totals }
  })
}

/** The ids of a page and the sums, from one statement. A search is worked out once for both; without one the page walks the days. */
async function findVersements(
  db: Db,
  filtres: VersementsFiltres,
  { limit, offset }: { limit: number; offset: number },
): Promise<Found> {
  const trouves = sql`select p.id, p.date_paiement, p.versement, p.rejete_le from paiements p where ${conditions(filtres)}`
  const source = filtres.recherche === '' ? sql`(${trouves})` : sql`trouves`
  const { rows } = await sql<Found>`
    ${filtres.recherche === '' ? sql`` : sql`with trouves as materialized (${trouves})`}
    select array(
        select p.id from ${source} p order by p.date_paiement desc, p.id desc limit ${limit}::bigint offset ${offset}::bigint) as ids, t.*
    from (
      select count(*) as total, count(*) filter (where p.rejete_le is null) as nombre,
        coalesce(sum(p.versement) filter (where p.rejete_le is null), 0)::bigint as montant,
        coalesce(sum(p.versement) filter (where p.rejete_le is not null), 0)::bigint as rejete
      from ${source} p) t`.execute(db)
  const [found] = rows
  if (!found) throw new Error('sums without group by have one row')
  return { ...found, ids: found.ids.map(Number) }
}

/** What the payments `p` of a list have to be. */
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

/**
 * A payment by its client, its bien's number, its receipt's or what its reference contains. Of a reference three signs in a row
 * at least: one or two are in all of them, and no index would find them.
 */
function matches(recherche: string): RawBuilder<boolean> {
  const recu = lireRecu(recherche) ?? lireRang(recherche)
  const mots = motsOf(recherche)
  const arms = [
    sql`p.vente_id = any(array(select v.id from ventes v where ${matchesVente(recherche, shown)}))`,
    ...(recu === null
      ? []
      : [
          // The years are named, for the index of receipts begins with them.
          sql`(p.recu_numero = ${recu.numero}::bigint and p.recu_annee = any(${
            recu.annee === null ? sql`array(select r.annee from recus r)` : sql`array[${recu.annee}::bigint]`
          }))`,
        ]),
    ...(mots.some(hasTrigram)
      ? [
          sql`(p.reference is not null and ${containsMots(sql<string>`normaliser(p.reference)`, recherche, shown)})`,
        ]
      : []),
  ]
  return sql<boolean>`(${sql.join(arms, sql` or `)})`
}

/** A number alone is a receipt's of any year as well. */
function lireRang(recherche: string): { annee: null; numero: number } | null {
  const lu = /^0*([1-9]\d{0,8})$/.exec(normaliser(recherche))
  return lu ? { annee: null, numero: Number(lu[1]) } : null
}
