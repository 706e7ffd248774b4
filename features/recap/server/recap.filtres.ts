import { sql, type RawBuilder } from 'kysely'
import { matchesFiltres } from '#features/paiements/server/paiements.filtres.ts'
import type { PayeursFiltres } from '#features/paiements/payeurs.contract.ts'
import { matchesVente } from '#features/ventes/server/ventes.recherche.ts'
import type { Db } from '#server/database/db.ts'
import type { Valeur } from '#server/database/mots.ts'

const SANS_RETENUS = { jointure: sql``, deChacun: sql``, enTout: sql``, deLaLigne: sql`` }

/**
 * With a filter of payments: the sales of which one passes it, and what they come to. A rejected one keeps its bien, but is not in the sum of
 * what is paid, unless it is what was asked for. Summed up by sale first: a month, a bank or a mode is a part of the payments.
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

/** Which open sales `v` the filters of the recap leave, payments apart. */
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

/** The biens of a residence given by its id or its exact name (Q178). */
function within(residence: string): RawBuilder<unknown> {
  const chosen = sql`(select r.id from residences r where ${isResidence(residence)})`
  return sql`v.bien_id in (
    select a.id from appartements a join etages e on e.id = a.etage_id join blocs o on o.id = e.bloc_id where o.residence_id in ${chosen}
    union all select l.id from locaux l join blocs o on o.id = l.bloc_id where o.residence_id in ${chosen}
    union all select k.id from places_parking k join parkings g on g.id = k.parking_id where g.residence_id in ${chosen}
  )`
}

function isResidence(residence: string): RawBuilder<boolean> {
  const named = sql<boolean>`lower(r.nom) = lower(${residence})`
  return /^[1-9]\d{0,14}$/.test(residence) ? sql<boolean>`(r.id = ${Number(residence)} or ${named})` : named
}

/** The name of the residence a filter means, to be printed; null when it means all of them. */
export async function readResidenceName(db: Db, residence: string): Promise<string | null> {
  if (residence === '') return null
  const { rows } = await sql<{
    nom: string
  }>`select r.nom from residences r where ${isResidence(residence)} order by r.id limit 1`.execute(db)
  return rows[0]?.nom ?? residence
}
