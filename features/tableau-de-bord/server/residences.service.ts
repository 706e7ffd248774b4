import { sql } from 'kysely'
import { etatDuBien } from '#features/etats/server/etats.read.ts'
import { compareNames } from '#features/structure/server/occupation.service.ts'
import {
  RESIDENCES_MONTREES,
  type ResidenceAuTableau,
} from '#features/tableau-de-bord/tableau-de-bord.contract.ts'
import { aujourdhui, type Jour } from '#shared/dates.ts'
import { CODES_D_ETAT } from '#shared/etats.ts'
import type { Db } from '#server/database/db.ts'
import { inSnapshot } from '#server/database/transaction.ts'

/**
 * The first residences by name, with their biens by state and the sums of their open sales, as Récapitulation and Échéances have them; amounts
 * in centimes (comptes C.2, E.8). @param jour today, in Algiers
 */
export function readResidences(
  db: Db,
  jour: Jour = aujourdhui(),
): Promise<{ data: ResidenceAuTableau[]; residences: number }> {
  return inSnapshot(db, async (instant) => {
    const all = await instant.selectFrom('residences').select(['id', 'nom']).execute()
    const shown = all
      .toSorted((a, b) => compareNames(a.nom, b.nom) || a.id - b.id)
      .slice(0, RESIDENCES_MONTREES)
    const sums = await selectSommes(
      instant,
      shown.map(({ id }) => id),
      jour,
    )
    return {
      data: shown.map((residence) => ({ ...residence, ...(sums.get(residence.id) ?? RIEN) })),
      residences: all.length,
    }
  })
}

type Sommes = Omit<ResidenceAuTableau, 'id' | 'nom'>
const RIEN: Sommes = {
  biens: 0,
  etats: { libre: 0, option: 0, bloque: 0, vendu: 0, livre: 0 },
  prix_vendu: 0,
  paye: 0,
  en_retard: 0,
}

async function selectSommes(db: Db, ids: readonly number[], jour: Jour): Promise<Map<number, Sommes>> {
  const compte = sql.join(
    CODES_D_ETAT.map((etat) => sql`${sql.lit(etat)}, count(*) filter (where lu.etat = ${sql.lit(etat)})`),
  )
  const { rows } = await sql<Sommes & { id: number }>`
    with lus as (
      select b.residence_id, v.id as vente_id, v.prix, v.total_paye, ${etatDuBien('b', 'v', jour)} as etat
      from biens b left join ventes v on v.bien_id = b.id and v.terminee_le is null
      where b.residence_id = any (${ids}::bigint[])),
    retards as (
      select lu.residence_id, sum(e.montant - e.couvert)::bigint as en_retard
      from echeances e join lus lu on lu.vente_id = e.vente_id
      where e.ouverte and e.couvert < e.montant and e.exigible_le < ${jour}::date group by 1)
    select lu.residence_id as id, count(*) as biens, json_build_object(${compte}) as etats,
      coalesce(sum(lu.prix), 0)::bigint as prix_vendu, coalesce(sum(lu.total_paye), 0)::bigint as paye,
      coalesce((select r.en_retard from retards r where r.residence_id = lu.residence_id), 0)::bigint as en_retard
    from lus lu group by lu.residence_id`.execute(db)
  return new Map(rows.map(({ id, ...sommes }) => [id, sommes]))
}
