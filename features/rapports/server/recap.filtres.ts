import { sql, type RawBuilder } from 'kysely'
import { matchesFiltres } from '#features/rapports/server/versements.read.ts'
import type { PayeursFiltres } from '#features/rapports/recap.contract.ts'
import { matchesVente } from '#features/ventes/server/ventes.recherche.ts'
import type { Db } from '#server/database/db.ts'
import type { Valeur } from '#server/database/lists.ts'

const SANS_RETENUS = { jointure: sql``, deChacun: sql``, enTout: sql``, deLaLigne: sql`` }

/**
 * The SQL parts for a filter of payments: they keep the sales with a matching payment, and sum these payments. A rejected payment keeps its
 * bien in the result, but is summed only when the filter asks for rejected ones. Payments are grouped by sale first, because a filter
 * leaves only a part of them.
 */
export function joinRetenus(filtres: PayeursFiltres) {
  const parts = matchesFiltres(filtres)
  if (parts.length === 0) return SANS_RETENUS
  const comptes = filtres.etat === 'rejete' ? sql`` : sql`filter (where p.rejete_le is null)`
  return {
    jointure: sql`join (
      select p.vente_id, count(*) ${comptes} as retenus, coalesce(sum(p.versement) ${comptes}, 0)::bigint as retenu
      from paiements p where ${sql.join(parts, sql` and `)} group by p.vente_id) q on q.vente_id = v.id`,
    deChacun: sql`, q.retenus, q.retenu`,
    enTout: sql`, coalesce(sum(retenus), 0)::bigint as retenus_global, coalesce(sum(retenu), 0)::bigint as retenu_global`,
    deLaLigne: sql`, v.retenus, v.retenu`,
  }
}

/** The conditions on the open sales `v`, from the filters other than those of payments. */
export function conditions(
  { search, residence, solde }: PayeursFiltres,
  valeur: Valeur,
): RawBuilder<unknown> {
  const parts = [
    ...(solde === 'reste' ? [sql`and v.total_paye < v.prix`] : []),
    ...(search === '' ? [] : [sql`and ${matchesVente(search, valeur)}`]),
    ...(residence === '' ? [] : [sql`and ${within(residence)}`]),
  ]
  return sql.join(parts, sql` `)
}

/** The condition that a bien is in a residence, given by id or exact name (Q178). */
function within(residence: string): RawBuilder<unknown> {
  return sql`v.bien_id in (
    select b.id from biens b where b.residence_id in (select r.id from residences r where ${isResidence(residence)}))`
}

function isResidence(residence: string): RawBuilder<boolean> {
  const named = sql<boolean>`lower(r.nom) = lower(${residence})`
  return /^[1-9]\d{0,14}$/.test(residence) ? sql<boolean>`(r.id = ${Number(residence)} or ${named})` : named
}

/** The name of the residence of a filter, to be printed; null for all residences. */
export async function readResidenceName(db: Db, residence: string): Promise<string | null> {
  if (residence === '') return null
  const { rows } = await sql<{
    nom: string
  }>`select r.nom from residences r where ${isResidence(residence)} order by r.id limit 1`.execute(db)
  return rows[0]?.nom ?? residence
}
